//! Pushes: a ragdoll takes the blow, the controller takes over again.
//!
//! [`Pushable`] wraps any controller that can be disturbed. While a push acts, a ragdoll of the
//! skeleton is simulated without gravity, the feet that are down pinned to the ground, and what it
//! does is added to what the controller does; the controller is told the body it now has and steers
//! on from there (motion fields, section 5). Recovery is the controller's own doing.
//!
//! Only this crate knows the physics engine. No world outlives a tick, so a character's memory stays
//! plain data and snapshots stay exact.
//!
//! Files: `config.rs` what one may set, `body_plan.rs` the segments of a body and their masses,
//! `ragdoll.rs` the simulation, `pushable.rs` the wrapper.

mod balance;
mod body_plan;
mod config;
mod pushable;
mod ragdoll;
mod recovery;

pub use balance::Balance;
pub use body_plan::BodyPlan;
pub use config::{PushConfig, PushMode};
pub use pushable::{Memory, Pushable};
pub use ragdoll::{Blow, Motion, Ragdoll, Situation};
