//! A controller that was saved and loaded does what it did before, to the bit.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking and talks by printing")]

use sidestep::{
    BuiltController, LoadError,
    control::Goal,
    decode_controller, decode_library, encode_controller, encode_library,
    motion::{GroundTransform, MotionLibrary, Pose, contact_detection::ContactConfig, resample},
};
use sidestep_clip_player::Clips;
use sidestep_matching::Matching;
use sidestep_motion_field::{
    Field, FieldConfig, Follow, Follower, FollowerConfig, LineConfig, MotionField, Policy,
};
use std::sync::Arc;

fn library() -> Arc<MotionLibrary> {
    let clips: Vec<_> = sidestep_performer::perform(&Default::default());
    let at_30_hz: Vec<_> = clips[..4].iter().map(|clip| resample::resample(clip, 30.0)).collect();
    Arc::new(MotionLibrary::from_clips(&at_30_hz, &ContactConfig::default()).unwrap())
}

fn player() -> BuiltController {
    let player = sidestep_clip_player::build(&library(), &Default::default()).unwrap();
    BuiltController::of::<Clips>(Arc::new(player))
}

fn field(config: &FieldConfig) -> BuiltController {
    let field = MotionField::build(&library(), config).unwrap();
    BuiltController::of::<Field>(Arc::new(field))
}

fn walk(controller: &BuiltController) -> Vec<Pose> {
    let mut character = controller.spawn(GroundTransform::new(1.0, -2.0, 0.3));
    let goal = |frame: u8| Goal::walk(f32::from(frame / 60), 1.2);
    (0..240).map(|frame| character.advance(&goal(frame), 1.0 / 60.0).clone()).collect()
}

#[test]
fn a_loaded_controller_walks_the_same_way() {
    let matcher = sidestep_matching::build(&library(), &Default::default()).unwrap();
    let greedy = FieldConfig { policy: Policy::Greedy, ..FieldConfig::paper() };
    let follower = Follower::build(&library(), &FollowerConfig::agile()).unwrap();
    let built = [
        player(),
        BuiltController::of::<Matching>(Arc::new(matcher)),
        BuiltController::of::<Follow>(Arc::new(follower)),
        field(&FieldConfig { line: Some(LineConfig::paper()), ..FieldConfig::paper() }),
        field(&greedy),
    ];
    for before in built {
        let after = decode_controller(Arc::new(encode_controller(&before))).unwrap();
        assert_eq!(before.method(), after.method());
        assert_eq!(walk(&before), walk(&after), "{}", before.method());
    }
}

#[test]
fn a_controller_is_not_a_library_and_says_so() {
    let controller = player();
    let as_library = decode_library(Arc::new(encode_controller(&controller))).unwrap_err();
    assert!(matches!(as_library, LoadError::Kind { .. }), "{as_library}");
    let library = encode_library(controller.library().unwrap());
    assert!(matches!(decode_controller(Arc::new(library)).unwrap_err(), LoadError::Kind { .. }));
}
