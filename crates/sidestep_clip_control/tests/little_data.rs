//! Libraries that lack something: an error that says what, or a controller that says what it cannot do.

#![cfg(feature = "fit")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep_clip_control::{ClipControl, ClipControlConfig, ClipController};
use sidestep_control::{Ability, Character, Controller, Goal, Method, Start, method::MethodError};
use sidestep_motion::{Clip, GroundTransform, MotionLibrary, contact_detection::ContactConfig};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

fn build(clips: &[Clip]) -> Result<ClipController, MethodError> {
    let library = MotionLibrary::from_clips(clips, &ContactConfig::default()).unwrap();
    ClipControl::build(&Arc::new(library), &ClipControlConfig::default(), &mut |_| {})
}

/// The first frames of a clip, or its first frame over and over.
fn cut(clip: &Clip, frames: usize, frozen: bool) -> Clip {
    let mut part = Clip {
        root_positions: Vec::new(),
        rotations: Vec::new(),
        labels: Vec::new(),
        contacts: None,
        ..clip.clone()
    };
    for frame in 0..frames {
        part.push(clip.pose(if frozen { 0 } else { frame }));
    }
    part
}

#[test]
fn without_a_step_there_is_an_error_that_names_a_remedy() {
    let clips = perform(&PerformerConfig::default());
    let error = build(&[cut(&clips[0], 8, false)]).unwrap_err().to_string();
    assert!(error.contains("capture"), "{error}");
}

#[test]
fn who_has_only_stood_stands_and_says_so() {
    let clips = perform(&PerformerConfig::default());
    let controller = Arc::new(build(&[cut(&clips[0], 200, true)]).unwrap());
    assert!(controller.abilities().has(Ability::Stand));
    assert!(!controller.abilities().has(Ability::Move));
    let mut character = Character::new(&controller, Start::Rest(GroundTransform::IDENTITY));
    for _ in 0..90 {
        character.advance(&Goal::walk(1.0, 1.4), 1.0 / 30.0);
    }
    assert!(character.unserved().has(Ability::Move));
    assert!(character.pose().is_finite());
    assert!(character.ground().position().length() < 0.3, "{:?}", character.ground());
}
