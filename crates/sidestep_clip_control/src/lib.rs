//! Clip control: walk cycles blended at the stance foot, value functions fitted by linear programming
//! (Treuille, Lee and Popović, "Near-optimal Character Animation with Continuous Control", 2007).

pub mod basis;
pub mod blend;
mod blend_survey;
mod body_index;
mod clean;
mod config;
mod construction;
pub mod controller;
pub mod cycle;
mod error;
mod explain;
#[cfg(feature = "fit")]
pub mod fit;
pub mod gaits;
mod memory;
mod method;
pub mod moves;
mod planning;
pub mod plant;
mod policy;
#[cfg(feature = "fit")]
mod program;
mod repertoire;
mod step;
mod table;
pub mod task;
mod wish;

pub use blend_survey::{BlendSurvey, survey_blends};
pub use config::{
    ClipControlConfig, CostConfig, CycleConfig, FitConfig, GaitConfig, RunConfig, UnlikenessConfig,
};
pub use controller::ClipController;
pub use error::BuildError;
pub use memory::Memory;
pub use method::ClipControl;
pub use planning::{Planning, planning};
#[cfg(feature = "fit")]
pub use program::ProgramError;
pub use repertoire::Repertoire;
pub use table::ValueTable;
pub use task::Task;
