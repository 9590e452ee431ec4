//! Clip control: walk cycles blended at the stance foot, value functions fitted by linear programming
//! (Treuille, Lee and Popović, "Near-optimal Character Animation with Continuous Control", 2007).

pub mod blend;
mod blend_survey;
mod clean;
mod config;
pub mod cycle;
mod error;
pub mod plant;
mod repertoire;

pub use blend_survey::{BlendSurvey, survey_blends};
pub use config::CycleConfig;
pub use error::BuildError;
pub use repertoire::Repertoire;
