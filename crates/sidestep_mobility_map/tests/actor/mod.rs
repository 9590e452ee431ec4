//! The synthetic performer as a mobility map, made once for all tests of a file.
#![allow(dead_code, reason = "each file of tests uses a part")]

use sidestep_control::{Character, Start};
use sidestep_mobility_map::{MobilityConfig, MobilityMap, build};
use sidestep_motion::{
    Clip, GroundTransform, MotionLibrary, contact_detection::ContactConfig, resample::resample,
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::{Arc, LazyLock};

/// Clips that make a small map.
const FEW: [&str; 7] =
    ["idle", "walk_speeds", "walk_starts", "walk_turns", "walk_pivots", "spot_turns", "side_steps"];

/// A small map, quick to make.
pub(crate) static SMALL: LazyLock<Arc<MobilityMap>> =
    LazyLock::new(|| map(|name| FEW.iter().any(|few| name.starts_with(few))));

/// The map of all that the performer does.
pub(crate) static WHOLE: LazyLock<Arc<MobilityMap>> = LazyLock::new(|| map(|_| true));

/// A character at rest in the middle of the world.
pub(crate) fn at_rest() -> Character<MobilityMap> {
    Character::new(&WHOLE, Start::Rest(GroundTransform::IDENTITY))
}

fn map(is_taken: impl Fn(&str) -> bool) -> Arc<MobilityMap> {
    let clips = perform(&PerformerConfig::default());
    let taken = clips.iter().filter(|clip| is_taken(&clip.name));
    let clips: Vec<Clip> = taken.map(|clip| resample(clip, 30.0)).collect();
    let library =
        MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("sound clips");
    Arc::new(build(&Arc::new(library), &MobilityConfig::default()).expect("a map"))
}
