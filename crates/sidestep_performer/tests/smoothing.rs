//! Smoothing of a library, seen on the performer, whose feet are known to stand still.

use sidestep_motion::{
    FrameId, MotionLibrary, Role, Side, contact_detection::ContactConfig,
    kinematics::JointTransforms,
};
use sidestep_performer::{PerformerConfig, perform};

/// Mean distances of the ankles from where they were captured, while they are down and while they
/// are high in the air, in metres.
fn away(captured: &MotionLibrary, smooth: &MotionLibrary) -> [f32; 2] {
    let skeleton = captured.skeleton();
    let (mut sums, mut counts) = ([0.0_f32; 2], [0.0_f32; 2]);
    let [mut was, mut is] = [0, 1].map(|_| JointTransforms::new(skeleton.len()));
    for frame in captured.clips().iter().flat_map(|clip| clip.frames.clone()).map(FrameId) {
        was.compute(skeleton, captured.pose(frame));
        is.compute(skeleton, smooth.pose(frame));
        for side in Side::BOTH {
            let ankle = skeleton.roles().get(Role::Foot(side)).expect("the actor plays every role");
            let (from, to) = (was.position(ankle), is.position(ankle));
            let which = usize::from(!captured.contacts(frame).get(side));
            if which == 0 || from.y > 0.25 {
                sums[which] += from.distance(to);
                counts[which] += 1.0;
            }
        }
    }
    [sums[0] / counts[0], sums[1] / counts[1]]
}

#[test]
fn feet_on_the_floor_can_be_kept_while_the_rest_is_smoothed() {
    let clips = perform(&PerformerConfig::default());
    let captured = MotionLibrary::from_clips(&clips[..4], &ContactConfig::default())
        .expect("the performance is a library");
    let smooth = away(&captured, &captured.smoothed(0.06));
    let half = away(&captured, &captured.smoothed_but_feet(0.06, 0.5));
    let kept = away(&captured, &captured.smoothed_but_feet(0.06, 1.0));
    assert!(kept[0] < 0.25 * smooth[0], "down: {kept:?} against {smooth:?}");
    assert!(half[0] < 0.75 * smooth[0] && half[0] > kept[0], "down: {half:?}");
    assert!((kept[1] - smooth[1]).abs() < 1e-6, "in the air: {kept:?} against {smooth:?}");
    assert_eq!(
        captured.smoothed_but_feet(0.06, 0.0).pose(FrameId(99)),
        captured.smoothed(0.06).pose(FrameId(99))
    );
}
