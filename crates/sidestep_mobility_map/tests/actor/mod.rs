//! The walking part of the synthetic performer as a mobility map, made once for all tests of a file.

use sidestep_control::{Character, Start};
use sidestep_mobility_map::{MobilityConfig, MobilityMap, build};
use sidestep_motion::{
    Clip, GroundTransform, MotionLibrary, contact_detection::ContactConfig, resample::resample,
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::{Arc, LazyLock};

const CLIPS: [&str; 7] =
    ["idle", "walk_speeds", "walk_starts", "walk_turns", "walk_pivots", "spot_turns", "side_steps"];

/// The map.
pub(crate) static MAP: LazyLock<Arc<MobilityMap>> = LazyLock::new(|| {
    let clips = perform(&PerformerConfig::default());
    let is_taken = |clip: &&Clip| CLIPS.iter().any(|name| clip.name.starts_with(name));
    let clips: Vec<Clip> =
        clips.iter().filter(is_taken).map(|clip| resample(clip, 30.0)).collect();
    let library =
        MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("sound clips");
    Arc::new(build(&Arc::new(library), &MobilityConfig::default()).expect("a map"))
});

/// A character at rest in the middle of the world.
#[allow(dead_code, reason = "each file of tests uses a part")]
pub(crate) fn at_rest() -> Character<MobilityMap> {
    Character::new(&MAP, Start::Rest(GroundTransform::IDENTITY))
}
