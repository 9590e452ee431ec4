//! Load, spawn, advance: characters that a person can steer, made from motion capture.
//!
//! This crate is what a game depends on. It has the list of methods there are, and it alone knows
//! what their files look like; it computes nothing itself.
//!
//! ```
//! use sidestep::{BuiltController, control::Goal, motion::{GroundTransform, MotionLibrary}};
//! # use sidestep::motion::contact_detection::ContactConfig;
//! # use std::sync::Arc;
//! # let clips = sidestep_performer::perform(&Default::default());
//! # let library = Arc::new(MotionLibrary::from_clips(&clips[..3], &ContactConfig::default())?);
//! # let player = sidestep_clip_player::build(&library, &Default::default())?;
//! # let player = BuiltController::of::<sidestep_clip_player::Clips>(Arc::new(player));
//! # let file = sidestep::encode_controller(&player);
//! let controller = sidestep::decode_controller(Arc::new(file))?;
//! let mut character = controller.spawn(GroundTransform::IDENTITY);
//! let goal = Goal::walk(0.5, 1.4);
//! for _frame in 0..60 {
//!     character.advance(&goal, 1.0 / 60.0);
//! }
//! assert!(character.pose().is_finite());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod built;
mod capability_file;
mod container;
mod controller_bytes;
mod controller_file;
mod former;
mod library_file;
mod methods;
pub mod settings;

pub use built::BuiltController;
pub use capability_file::{decode_capability, encode_capability};
pub use container::{FORMAT, LoadError, seal};
pub use controller_file::{decode_controller, decode_controller_of, encode_controller};
pub use former::moved_preset;
pub use glam;
pub use library_file::{decode_library, encode_library};
pub use methods::{METHODS, MethodEntry, method};
pub use sidestep_control as control;
pub use sidestep_motion as motion;
#[cfg(feature = "push")]
pub use sidestep_push as push;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
