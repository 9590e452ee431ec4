//! The plainest controller: plays clips and joins them on demand.
//!
//! As long as the clip goes the way the goal wants, it plays on. When the goal changes, the clip
//! ends or leads astray, the frame of the library that continues best is looked up (like feet, like
//! hips, and a future nearest to the wanted one) and entered by inertialization; feet stay locked.
//! It is the honest baseline every other method is measured against, and it proves the types of
//! `sidestep_control`. It plans nothing, blends nothing and learns nothing.
//!
//! Files: `config.rs` what one may set, `features.rs` what frames are compared by,
//! `construction.rs` how it is built, `step.rs` how it runs, `explain.rs` how it says what it does,
//! `method.rs` its entry in the list of methods.

mod config;
mod construction;
mod explain;
mod features;
mod method;
mod step;

pub use config::{ClipPlayerConfig, FeatureWeights};
pub use construction::{BuildError, ClipPlayer, build};
pub use method::Clips;
pub use step::Memory;
