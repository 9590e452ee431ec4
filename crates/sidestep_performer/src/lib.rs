//! A procedural actor: three minutes of human locomotion with exact ground truth.
//!
//! It ships with the project, so that everything runs with no download and tests know the truth:
//! which foot stands in which frame, where the floor is, what happens when. It is deterministic:
//! the same seed gives the same bits everywhere.
//!
//! The way of a clip: commands (`script`, `repertoire`) become a path the body would like to take
//! (`path`); the path a plan of footsteps (`footsteps`, after the relations in `gait`); the plan a
//! course of the pelvis as an inverted pendulum over the rolling feet (`roll`, `supports`,
//! `pressure`, `height`, `pendulum`). Then feet swing (`swing`, `feet`), the trunk is carried
//! (`carriage`), the arms swing (`arms`), and the joints hang on them (`perform`). Where it is asked to, it
//! falls and gets up (`falls`), through postures that any skeleton can take (`posture`, `lying`). Nothing here knows
//! files or goals, and nobody may rely on the number of joints.

mod arms;
mod body;
mod carriage;
mod chance;
mod curve;
mod falls;
mod feet;
mod footsteps;
mod gait;
mod height;
mod legs;
mod lying;
mod path;
mod pendulum;
mod perform;
mod posture;
mod pressure;
mod programme;
mod repertoire;
mod roll;
mod script;
mod supports;
mod swing;

pub use body::skeleton;
pub use lying::Lying;
pub use perform::RATE_HZ;
pub use posture::{Key, Posture, Standing, clearance, lowest, raise};
pub use programme::{PerformerConfig, perform};
