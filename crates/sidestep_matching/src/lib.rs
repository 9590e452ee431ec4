//! Motion matching: the frame of the library that best continues and leads where the goal wants,
//! many times a second (Clavet, "Motion Matching and the Road to Next-Gen Animation", GDC 2016).
//!
//! Springs predict the way a character would take to its goal. Ten times a second, and at once when
//! the goal changes much, the frame is looked up whose feet and hips are like the present ones and
//! whose own way ahead is like the predicted one; where it beats the clip that plays, it is entered
//! by inertialization. A heading that is slightly off is turned, within what the actor did. Feet
//! stay locked. This is the method the industry uses, with the features of Holden et al. ("Learned
//! Motion Matching", 2020), and the rival that other methods are measured against. It plans nothing:
//! a goal beyond the next second does not count.
//!
//! Files: `config.rs` what one may set, `features.rs` what frames are compared by, `trajectory.rs`
//! the predicted way, `construction.rs` how it is built, `error.rs` why it cannot be, `playback.rs`
//! how clips are played and joined, `memory.rs` what a character remembers, `step.rs` how it runs,
//! `explain.rs` how it says what it does, `method.rs` its entry in the list of methods.

mod config;
mod construction;
mod error;
mod explain;
mod features;
mod manner;
mod memory;
mod method;
mod playback;
mod spans;
mod step;
mod trajectory;

pub use config::{FeatureWeights, MatchingConfig};
pub use construction::{MotionMatcher, build, notices};
pub use error::BuildError;
pub use memory::Memory;
pub use method::Matching;
