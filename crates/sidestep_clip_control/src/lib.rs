//! Clip control: walk cycles blended at the stance foot, value functions fitted by linear programming
//! (Treuille, Lee and Popović, "Near-optimal Character Animation with Continuous Control", 2007).
//!
//! A library is cut into walk cycles of two foot plants each, which the paper calls clips. Any cycle
//! may follow any other: mirrored if necessary, laid so that the standing feet coincide, and blended
//! with that foot as the root. Which one follows is decided once a step, by costs and by a value
//! function over the present cycle and a few continuous variables. Value functions are sums of few
//! basis functions, fitted by linear programs under constraints that are generated as they are needed.
//!
//! What the paper leaves open, or prints otherwise, is decided so:
//!
//! - *Borders of clips.* "Flight or mid-stance" is read as flight or the middle of double stance: with
//!   borders in the middle of a single stance a part would hold two plants. The parts of a clip are
//!   one step each, and decisions come once a step.
//! - *Deviation of eq. 4.* It is the distance from the path, whatever axis the text names. Here the
//!   path runs forward, x is the deviation to the left, u is how far ahead an obstacle is and v how
//!   far to the left; what stays constant beside a fixed obstacle is x + v.
//! - *One bump.* G(a, b, 1) would divide by zero: it is one bump at a.
//! - *θ wraps* into (-π, π], and bases see it there; samples of it begin at -π and hold 0, without
//!   which values are unbounded just where characters walk.
//! - *Mirrors.* States are seen as if their clip began on the left foot, so a clip and its mirror
//!   image have one value; an aim that is not its own image has two rows for each clip.
//! - *Torso.* τ is measured against the path, over the step, and is the heading of the whole body
//!   (hips and shoulders): twisting the spine alone is nothing that captured walks do.
//! - *Discount 0.85 a step:* some seven steps count, which is how long the largest turn takes to settle.
//!   *γ_ρ = γ_τ = 1* a radian set the unit. *γ_Ψ = 0.1* for ten centimetres at every joint: a turn of
//!   a right angle is worth a blend that one sees, a turn of ten degrees is not. *Ψ* counts
//!   positions and a tenth of a second of velocities alike, at three moments of the stance.
//! - *Creeping feet.* Captured feet creep about 2 mm a frame. Legs are turned by inverse kinematics so
//!   that a foot lies still while it is flat, turns on its ankle before and on its ball after; the
//!   anchors that blends are laid by follow what is left to the last micrometre.
//! - *The bound.* Every sample is bounded by the dearest step for ever, so that programs with few
//!   constraints are never unbounded.
//!
//! Ours beside the paper, each a setting that the preset `paper` turns off: a kink |x| and a wave among
//! the basis functions, samples near 0, a cost of being too slow or too fast, one of twisting the body far over its
//! foot, smoothed data, leaving a passage early when the wish changes, turning about the standing foot as
//! far as that grants, trying some steps out around obstacles, and mixes of neighbouring cycles where a step
//! should end on a point.
//!
//! Files: `plant.rs` feet on the ground, `clean.rs` how they are held, `cycle.rs` the cycles,
//! `repertoire.rs` all of it made ready, `choice.rs` fewer of them, `played.rs` what is played, `blend.rs` passages, `moves.rs` what
//! they do, `gaits.rs`, `task.rs` states and costs, `family.rs`, `basis.rs`, `horner.rs`, `fit.rs`, `program.rs`, `rows.rs`,
//! `interior.rs` and `cholesky.rs` how values are learnt, `table.rs` what is learnt, `wish.rs` what a goal
//! asks for, `candidate.rs` what could come next, `policy.rs` what is chosen, `scan.rs` quickly, `search.rs` some steps ahead, `mix.rs`, `mixing.rs` and `stones.rs` between
//! cycles and onto points, `step.rs` how it runs, `memory.rs`,
//! `body_index.rs` where a character begins, `explain.rs`, `planning.rs`, `study.rs`, `sampled.rs` and
//! `blend_survey.rs` figures,
//! `controller.rs`, `construction.rs` and `method.rs` how it is built.

pub mod basis;
pub mod blend;
mod blend_survey;
mod body_index;
mod candidate;
mod choice;
#[cfg(feature = "fit")]
mod cholesky;
mod clean;
mod config;
mod construction;
pub mod controller;
pub mod cycle;
mod error;
mod explain;
mod family;
#[cfg(feature = "fit")]
pub mod fit;
pub mod gaits;
mod horner;
#[cfg(feature = "fit")]
mod interior;
mod memory;
mod method;
pub mod mix;
mod mixing;
pub mod moves;
mod planning;
pub mod plant;
pub mod played;
mod policy;
#[cfg(feature = "fit")]
mod program;
mod repertoire;
#[cfg(feature = "fit")]
mod rows;
#[cfg(feature = "fit")]
mod sampled;
mod scan;
mod search;
mod settings;
mod situation;
mod step;
mod stones;
#[cfg(feature = "fit")]
mod study;
mod table;
pub mod task;
mod wish;

pub use blend_survey::{BlendSurvey, blended_frames, mixed_frames, survey_blends, survey_mixes};
pub use config::{ClipControlConfig, FitConfig, RunConfig};
pub use controller::ClipController;
pub use error::BuildError;
pub use memory::Memory;
pub use method::ClipControl;
pub use planning::{Planning, decisions, planning};
#[cfg(feature = "fit")]
pub use program::ProgramError;
pub use repertoire::Repertoire;
#[cfg(feature = "fit")]
pub use sampled::Sampled;
pub use settings::{CostConfig, CycleConfig, GaitConfig, UnlikenessConfig};
pub use stones::StepSurvey;
#[cfg(feature = "fit")]
pub use study::Study;
pub use table::ValueTable;
pub use task::Task;
