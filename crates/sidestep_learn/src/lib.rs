//! Learns a character from a library of motion.
//!
//! The chain of Lee, Lee and Lee 2018: episodes are made of the library (section 6, `sidestep_augment`),
//! tasks are inferred from them (section 4.2, [`Tasks`]), and a network is trained on both
//! (`sidestep_train`), while the episodes are renewed. [`Learner`] does all of it.
//!
//! It must never be needed at run time.

mod config;
mod data;
mod learner;
mod moments;
mod schedule;
mod tasks;

pub use config::{LearnConfig, TermWeights};
pub use data::Data;
pub use learner::{LearnError, Learner};
pub use moments::Moment;
pub use schedule::{Phase, Schedule};
pub use tasks::Tasks;
