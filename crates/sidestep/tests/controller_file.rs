//! A controller that was saved and loaded does what it did before, to the bit.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking and talks by printing")]

use sidestep::{
    BuiltController, LoadError,
    control::Goal,
    decode_controller, decode_library, encode_controller, encode_library,
    motion::{GroundTransform, MotionLibrary, Pose, contact_detection::ContactConfig},
};
use std::sync::Arc;

fn player() -> BuiltController {
    let clips = sidestep_performer::perform(&Default::default());
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
    let player = sidestep_clip_player::build(&Arc::new(library), &Default::default()).unwrap();
    BuiltController::ClipPlayer(Arc::new(player))
}

fn walk(controller: &BuiltController) -> Vec<Pose> {
    let mut character = controller.spawn(GroundTransform::new(1.0, -2.0, 0.3));
    let goal = |frame: u8| Goal::walk(f32::from(frame / 60), 1.2);
    (0..240).map(|frame| character.advance(&goal(frame), 1.0 / 60.0).clone()).collect()
}

#[test]
fn a_loaded_controller_walks_the_same_way() {
    let before = player();
    let after = decode_controller(Arc::new(encode_controller(&before))).unwrap();
    assert_eq!(walk(&before), walk(&after));
}

#[test]
fn a_controller_is_not_a_library_and_says_so() {
    let controller = player();
    let as_library = decode_library(Arc::new(encode_controller(&controller))).unwrap_err();
    assert!(matches!(as_library, LoadError::Kind { .. }), "{as_library}");
    let library = encode_library(controller.library());
    assert!(matches!(decode_controller(Arc::new(library)).unwrap_err(), LoadError::Kind { .. }));
}
