//! Edits the path and the times of a clip, and keeps its feet where they stand.
//!
//! After M. Kim, K. Hyun, J. Kim and J. Lee 2009, *Synchronized Multi-Character Motion Editing*, as
//! section 6 of Lee, Lee and Lee 2018 uses it. The path of a clip is its ground transform over time.
//! Every step of the path is turned and stretched by a complex number of its own; a path keeps its
//! shape where that number changes slowly ([`path`]). What was rigid before moves along rigidly: the
//! body with the path, a planted foot with the one frame in the middle of its stance ([`follow`]).
//!
//! Why a clip is edited it must never know.
//!
//! [`edit_path`] bends and shortens stretches by given amounts, [`edit`] meets constraints of place,
//! facing and time.

mod edit;
pub mod follow;
pub mod path;
mod solve;
mod stretch;
mod time;

pub use edit::{EditError, Pin, edit};
pub use stretch::{Stretch, edit_path};
pub use time::warp_time;
