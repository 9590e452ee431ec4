//! Pushes: a ragdoll takes the blow, the controller takes over again; a hand that holds on is borne by
//! the feet.
//!
//! [`Pushable`] wraps any controller that can be disturbed. While a push acts, a ragdoll of the
//! skeleton is simulated without gravity, the feet that are down pinned to the ground, and what it
//! does is added to what the controller does; the controller is told the body it now has and steers
//! on from there (motion fields, section 5). A new push takes the place of the old one and keeps its
//! momentum.
//!
//! A body that walks recovers by walking on. One that stands and would fall, because its capture
//! point has left its feet, makes a step: the controller takes up the body by whatever in the data
//! moves most like it, and is asked to travel with the push until the feet are where the body comes
//! to rest. Which steps those are is the controller's own choice. A controller that cannot go
//! backwards leans and comes back instead.
//!
//! Whoever drags a part of the body gives a short push in every tick: a push of less than a tenth of a
//! second is that of a hand that holds on. A held body stands on its feet, with gravity: the limb gives
//! way, then the trunk, within bounds; a pull that the feet cannot bear makes steps towards the capture
//! point; where no step is long enough the body falls, lies on the floor, and gets up when it is let go.
//! The controller waits meanwhile, so bodies of every method are held alike, and takes the body up again
//! once it stands by itself. A body on its way that is held by less than a stop takes goes on, and only gives
//! way. The way down and the way up are the data's own where it has them; where it has none, they lead through postures, as
//! the performer falls and gets up.
//!
//! Only this crate knows the physics engine. No world outlives a tick, so a character's memory stays
//! plain data and snapshots stay exact. Ticks under a push allocate; all others do not, those of a held
//! body included.
//!
//! Files: `config.rs` what one may set, `body_plan.rs` the segments of a body and their masses,
//! `ragdoll.rs` the simulation, `balance.rs` whether a body would fall, `recovery.rs` the step that
//! it takes, `sway.rs` the way back where it takes none, `pushable.rs` the wrapper,
//! `memory.rs` what it remembers, `shove.rs` what a push does to it, `regain.rs` how it keeps its balance,
//! `grip.rs` what a hand does that holds on; `hold.rs` the body
//! that is held, `held.rs` what is remembered of it, `burden.rs` what its feet must bear, `stepping.rs` how
//! they bear it, `lead.rs` a part of one
//! that goes on, `give.rs` how it gives way, `footfall.rs` its feet, `fall.rs` its fall,
//! `passage.rs` how the data falls and gets up,
//! `stance.rs` how it stands, `damped.rs` what all that moves by.

mod balance;
mod body_plan;
mod burden;
mod config;
mod damped;
mod fall;
mod footfall;
mod give;
mod grip;
mod held;
mod hold;
mod lead;
mod memory;
mod passage;
mod pushable;
mod ragdoll;
mod recovery;
mod regain;
mod shove;
mod stance;
mod stepping;
mod sway;

pub use balance::Balance;
pub use body_plan::BodyPlan;
pub use config::{PushConfig, PushMode};
pub use memory::Memory;
pub use pushable::Pushable;
pub use ragdoll::{Blow, Motion, Ragdoll, Situation};
