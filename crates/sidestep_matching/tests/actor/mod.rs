//! The synthetic performer as a matcher, made once for all tests of a file.

use sidestep_control::{Character, Start};
use sidestep_matching::{MatchingConfig, MotionMatcher, build};
use sidestep_motion::{
    Clip, GroundTransform, MotionLibrary, contact_detection::ContactConfig, resample::resample,
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::{Arc, LazyLock};

/// The matcher.
pub(crate) static MATCHER: LazyLock<Arc<MotionMatcher>> = LazyLock::new(|| {
    let clips = perform(&PerformerConfig::default());
    let clips: Vec<Clip> = clips.iter().map(|clip| resample(clip, 30.0)).collect();
    let library =
        MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("sound clips");
    Arc::new(build(&Arc::new(library), &MatchingConfig::default()).expect("a matcher"))
});

/// A character at rest in the middle of the world.
pub(crate) fn at_rest() -> Character<MotionMatcher> {
    Character::new(&MATCHER, Start::Rest(GroundTransform::IDENTITY))
}
