//! What an inspection says.

use crate::{coverage::Coverage, finding::Finding};
use serde::Serialize;

/// Everything an inspection found. Its JSON form is that of `sidestep inspect --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What is wrong or missing, the gravest first, then in order of clips.
    pub findings: Vec<Finding>,
    /// What the library holds.
    pub coverage: Coverage,
    /// Mean horizontal speed of feet in contact, in centimetres a second.
    pub source_skate_cm_per_s: f32,
    /// Share of frames in which a foot touches the ground, mean of both feet.
    pub contact_fraction: f32,
}
