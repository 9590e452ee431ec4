//! Goals, controllers and characters: what every method of control has in common.
//!
//! A game writes a [`Goal`] and reads a pose. In between stands a [`Controller`]: built offline,
//! immutable and shared by all characters that use it. What one body remembers from tick to tick is
//! the controller's `Memory`; a [`Character`] holds it, runs the controller in fixed ticks, keeps
//! planted feet planted and interpolates for any frame rate. [`Animate`] is the same character with
//! its type erased: the one door for engines, viewers and bindings.
//!
//! What a controller is doing and why can be asked for at any time ([`Animate::explain`]): an
//! [`Explanation`] is plain data to draw, the same for every method.
//!
//! Nothing here names a concrete controller, opens a file, reads a clock or spawns a thread, and
//! nothing in the frame loop fails, blocks or allocates.

pub mod ability;
pub mod animate;
pub mod character;
pub mod controller;
pub mod explanation;
pub mod foot_lock;
pub mod gaits;
pub mod goal;
pub mod ground_point;
pub mod notices;
pub mod output;
pub mod path;
pub mod playback;
pub mod problem;
pub mod script;
pub mod setting;
pub mod steer;
pub mod tick;
pub mod usual_speed;

pub use ability::{Abilities, Ability};
pub use animate::{Animate, ForeignSnapshot, Snapshot};
pub use character::{Character, CharacterState};
pub use controller::{BodyState, Controller, Footprint, Push, Start};
pub use explanation::{Axis, Choice, CostTerm, Explanation, Ghost, Mark, Number, Trail, ValueMap};
pub use foot_lock::{FootLock, FootLockConfig};
pub use gaits::{FrameGaits, Gaits};
pub use goal::{Gait, Goal, Pace};
pub use ground_point::GroundPoint;
pub use output::Output;
pub use path::{Path, PathError};
pub use playback::Playback;
pub use problem::{Problem, Problems};
pub use script::{Script, ScriptError, ScriptPush};
pub use setting::SettingError;
pub use steer::{Steering, steer};
pub use tick::TickClock;
pub use usual_speed::median_moving_speed;
