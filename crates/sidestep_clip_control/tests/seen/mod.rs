//! What controllers of tests have seen: some clips of a performer who also walks aside and spins.

use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

/// The clips whose names begin with one of these, and some walking.
pub(crate) fn library(with: &[&str]) -> Arc<MotionLibrary> {
    let config = PerformerConfig { play: 0.05, spins: true, ..PerformerConfig::default() };
    let mut clips = perform(&config);
    let walking = ["idle", "walk_speeds", "walk_starts", "walk_turns"];
    clips.retain(|clip| walking.iter().chain(with).any(|name| clip.name.starts_with(name)));
    Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("a library"))
}
