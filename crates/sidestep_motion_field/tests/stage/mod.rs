//! A small library that anybody can make: part of the synthetic performance, at 30 Hz.

use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig, resample::resample};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

/// Walks, turns, starts and stops.
pub(crate) fn library() -> Arc<MotionLibrary> {
    let config = PerformerConfig { play: 0.05, ..PerformerConfig::default() };
    let clips: Vec<_> = perform(&config).iter().map(|clip| resample(clip, 30.0)).collect();
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default());
    Arc::new(library.expect("sound clips"))
}
