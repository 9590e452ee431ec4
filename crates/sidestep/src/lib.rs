//! Load, spawn, advance: characters that a person can steer, made from motion capture.
//!
//! This crate is what a game depends on. It names the controllers there are, and it alone knows
//! what their files look like; it computes nothing itself.

mod built;
mod container;
mod library_file;

pub use built::{BuiltController, decode_controller, encode_controller};
pub use container::{FORMAT, LoadError, seal};
pub use library_file::{decode_library, encode_library};
pub use sidestep_control as control;
pub use sidestep_motion as motion;
