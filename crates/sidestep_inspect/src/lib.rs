//! The linter of motion libraries: what is in them and what is wrong with them.
//!
//! Captured motion arrives with wrong units, wrong rates, poses of the calibration, limbs that
//! jump and feet that slide, and a controller built from it inherits all of that. [`inspect`]
//! looks at joint positions and roles alone, tells what it found in plain sentences and says what
//! to do about each.
//!
//! It must never change what it inspects.
//!
//! ```
//! # fn show(library: &sidestep_motion::MotionLibrary) {
//! let report = sidestep_inspect::inspect(library);
//! for finding in &report.findings {
//!     eprintln!("{}: {} {}", finding.severity.name(), finding.message, finding.remedy);
//! }
//! # }
//! ```

mod actions;
mod agility;
mod balance;
mod bearing;
mod body;
mod clip_view;
mod coverage;
mod duplicates;
mod finding;
mod flips;
mod floor;
mod free_fall;
mod frozen;
mod inspection;
mod pops;
mod provenance;
mod rate;
mod report;
mod root;
mod skating;
mod strides;
mod t_pose;
#[cfg(test)]
mod test_clips;
mod travel;
mod turns;

pub use actions::{Action, ObjectSummary};
pub use coverage::{Coverage, Direction};
pub use finding::{Change, Cure, Finding, Severity};
pub use inspection::inspect;
pub use report::Report;
pub use turns::TurnSummary;
