//! Goals, controllers and characters: what every method of control has in common.
//!
//! A game writes a [`Goal`] and reads a pose. In between stands a [`Controller`]: built offline,
//! immutable and shared by all characters that use it. What one body remembers from tick to tick is
//! the controller's `Memory`; a [`Character`] holds it, runs the controller in fixed ticks, keeps
//! planted feet planted and interpolates for any frame rate. [`Animate`] is the same character with
//! its type erased: the one door for engines, viewers and bindings.
//!
//! How a controller comes to be, by what settings and from what file, is told by its [`Method`].
//!
//! What a controller is doing and why can be asked for at any time ([`Animate::explain`]): an
//! [`Explanation`] is plain data to draw, the same for every method.
//!
//! A character can be saved as bytes and loaded again ([`Animate::save_into`], [`Animate::load`]), here
//! or in another process, and goes on with equal bits.
//!
//! Nothing here names a concrete controller, opens a file, reads a clock or spawns a thread, and
//! nothing in the frame loop fails, blocks or allocates.

pub mod ability;
pub mod action;
pub mod added_motion;
pub mod animate;
pub mod character;
pub mod controller;
pub mod event;
pub mod explanation;
pub mod foot_lock;
pub mod footing;
pub mod gaits;
pub mod goal;
pub mod ground_point;
pub mod loose_ball;
pub mod manner;
pub mod method;
mod notice;
pub mod notices;
pub mod output;
pub mod path;
pub mod playback;
pub mod problem;
mod progress;
pub mod saved;
pub mod script;
mod shared;
pub mod snapshot;
pub mod standing;
pub mod steer;
pub mod surroundings;
pub mod tick;
pub mod travel;
pub mod usual_speed;
pub mod usual_turn;

pub use ability::{Abilities, Ability};
pub use action::{Action, Toward};
pub use added_motion::AddedMotion;
pub use animate::Animate;
pub use character::Character;
pub use controller::{BodyState, Controller, Footprint, LAUNCH_SECS, Push, Start};
pub use event::{Event, Events};
pub use explanation::{
    Axis, Choice, CostTerm, Explanation, Ghost, Mark, Moment, Number, Trail, ValueMap,
};
pub use foot_lock::{FootLock, FootLockConfig};
pub use footing::Footing;
pub use gaits::{FrameGaits, Gaits};
pub use goal::Goal;
pub use ground_point::GroundPoint;
pub use loose_ball::LooseBall;
pub use manner::{Manner, MannerError};
pub use method::Method;
pub use output::Output;
pub use path::{Path, PathError};
pub use playback::Playback;
pub use problem::{Problem, Problems};
pub use saved::{Reader, Saved, SavedValue, Writer};
pub use script::{Script, ScriptError, ScriptPush};
pub use sidestep_motion::setting::{self, SettingError};
pub use snapshot::{Identity, SNAPSHOT_FORM, Snapshot, SnapshotError, seal_snapshot};
pub use standing::Standing;
pub use steer::{Steering, steer};
pub use surroundings::{Disc, Obstacles, Other, Others, SurroundingsError};
pub use tick::TickClock;
pub use travel::{Gait, Pace, Travel};
pub use usual_speed::median_moving_speed;
