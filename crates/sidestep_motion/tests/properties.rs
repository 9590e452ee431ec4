//! Laws that the maths of motion must obey, whatever the numbers.

mod common;

use common::{human, human_along_x};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use sidestep_motion::{
    Clip, Contacts, GroundTransform, JointId, Label, Pose, Skeleton,
    average::average_poses,
    kinematics::joint_positions,
    math::{
        angle_between, from_rotation_vector, rotation_between, rotation_vector, slerp, unit,
        wrap_angle, yaw_of,
    },
    mirror::{MirrorMap, reflect},
    resample::resample,
};
use std::{f32::consts::PI, sync::Arc};

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
}

fn quat() -> impl Strategy<Value = Quat> {
    (vector(PI), any::<bool>()).prop_map(|(vector, flip)| {
        let q = from_rotation_vector(vector);
        if flip { -q } else { q }
    })
}

fn pose() -> impl Strategy<Value = Pose> {
    let rotations = prop::collection::vec(quat(), human().len());
    (vector(5.0), rotations)
        .prop_map(|(root_position, rotations)| Pose { root_position, rotations })
}

fn ground() -> impl Strategy<Value = GroundTransform> {
    (-5.0_f32..5.0, -5.0_f32..5.0, -PI..PI)
        .prop_map(|(x, z, heading)| GroundTransform::new(x, z, heading))
}

fn assert_same(a: &Pose, b: &Pose, tolerance: f32) {
    assert!(a.root_position.distance(b.root_position) < tolerance);
    assert_eq!(a.rotations.len(), b.rotations.len());
    for (joint, (a, b)) in a.rotations.iter().zip(&b.rotations).enumerate() {
        assert!(angle_between(*a, *b) < tolerance, "joint {joint}: {a} is not {b}");
    }
}

fn assert_ground(a: GroundTransform, b: GroundTransform) {
    assert!((a.x - b.x).abs() < 1e-4 && (a.z - b.z).abs() < 1e-4, "{a:?} is not {b:?}");
    assert!(wrap_angle(a.heading - b.heading).abs() < 1e-5, "{a:?} is not {b:?}");
}

/// Every joint of the mirror image lies where its pair lay, reflected.
fn assert_mirrored(skeleton: &Skeleton, pose: &Pose) {
    let map = MirrorMap::new(skeleton);
    let mut image = Pose::default();
    map.mirror_pose(pose.as_ref(), &mut image);
    let before = joint_positions(skeleton, pose.as_ref());
    let after = joint_positions(skeleton, image.as_ref());
    for (index, position) in after.iter().enumerate() {
        let joint = JointId(u16::try_from(index).expect("there are 19 joints"));
        let pair = map.pair(joint).expect("every joint has its counterpart");
        let wanted = reflect(before[pair.index()]);
        let name = &skeleton.joints()[index].name;
        assert!(position.distance(wanted) < 1e-4, "{name}: {position} is not {wanted}");
    }
    let mut again = Pose::default();
    map.mirror_pose(image.as_ref(), &mut again);
    assert_same(&again, pose, 1e-4);
}

proptest! {
    #[test]
    fn difference_then_displacement_is_identity(from in pose(), to in pose()) {
        let v = to.as_ref().difference(from.as_ref());
        let mut displaced = from;
        displaced.displace(&v);
        assert_same(&displaced, &to, 1e-4);
    }

    #[test]
    fn the_mean_of_one_is_itself(pose in pose(), weight in 0.001_f32..1000.0) {
        let mut mean = Pose::default();
        average_poses([(weight, pose.as_ref())].into_iter(), &mut mean);
        assert_same(&mean, &pose, 1e-5);
        average_poses([(weight, pose.as_ref()), (2.0, pose.as_ref())].into_iter(), &mut mean);
        assert_same(&mean, &pose, 1e-4);
    }

    #[test]
    fn interpolation_meets_its_ends(a in pose(), b in pose()) {
        let mut out = Pose::default();
        a.as_ref().interpolate_into(b.as_ref(), 0.0, &mut out);
        assert_same(&out, &a, 2e-4);
        a.as_ref().interpolate_into(b.as_ref(), 1.0, &mut out);
        assert_same(&out, &b, 2e-4);
    }

    #[test]
    fn slerp_turns_evenly(a in quat(), turn in vector(1.5), t in 0.0_f32..1.0) {
        let b = from_rotation_vector(turn) * a;
        let part = slerp(a, b, t);
        prop_assert!(angle_between(part, from_rotation_vector(turn * t) * a) < 1e-3);
        prop_assert!((part.length() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn angles_wrap_by_whole_turns(angle in -1000.0_f32..1000.0) {
        let wrapped = wrap_angle(angle);
        prop_assert!(wrapped > -PI - 1e-4 && wrapped <= PI + 1e-4);
        let turns = (angle - wrapped) / std::f32::consts::TAU;
        prop_assert!((turns - turns.round()).abs() < 1e-4);
    }

    #[test]
    fn rotation_vectors_round_trip(vector in vector(1.8), q in quat()) {
        prop_assert!(rotation_vector(from_rotation_vector(vector)).distance(vector) < 1e-5);
        prop_assert!(angle_between(from_rotation_vector(rotation_vector(q)), q) < 1e-5);
    }

    #[test]
    fn the_shortest_arc_arrives(from in vector(1.0), to in vector(1.0), tiny in -6.0_f32..0.0) {
        prop_assume!(from.length() > 0.1 && to.length() > 0.1);
        let arrived = rotation_between(from, to) * from.normalize_or_zero();
        prop_assert!(arrived.distance(to.normalize_or_zero()) < 2e-3);
        // Also for directions that are almost the same.
        let close = from + to * libm::exp10f(tiny);
        prop_assume!(close.length() > 0.1 && close.dot(from) > 0.0);
        let arrived = rotation_between(from, close) * from.normalize_or_zero();
        prop_assert!(arrived.distance(close.normalize_or_zero()) < 1e-6);
    }

    #[test]
    fn yaw_leaves_a_tilt(q in quat()) {
        let tilt = yaw_of(q).conjugate() * q;
        prop_assert!(tilt.y.abs() < 1e-5);
    }

    #[test]
    fn ground_transforms_are_a_group(a in ground(), b in ground(), c in ground(), p in vector(3.0)) {
        assert_ground((a * b) * c, a * (b * c));
        assert_ground(a * a.inverse(), GroundTransform::IDENTITY);
        assert_ground(a.inverse() * a, GroundTransform::IDENTITY);
        assert_ground(a * GroundTransform::IDENTITY, a);
        assert_ground(a * a.delta_to(b), b);
        assert_ground(a.lerp(b, 0.0), a);
        assert_ground(a.lerp(b, 1.0), b);
        prop_assert!((a * b).transform_point(p).distance(a.transform_point(b.transform_point(p))) < 1e-4);
    }

    #[test]
    fn moving_a_pose_moves_its_joints(pose in pose(), ground in ground()) {
        let skeleton = human();
        let mut moved = pose.clone();
        ground.transform_pose(&mut moved);
        let before = joint_positions(&skeleton, pose.as_ref());
        for (a, b) in before.iter().zip(joint_positions(&skeleton, moved.as_ref())) {
            prop_assert!(ground.transform_point(*a).distance(b) < 1e-4);
        }
    }

    #[test]
    fn bones_keep_their_lengths(pose in pose()) {
        let skeleton = human();
        let positions = joint_positions(&skeleton, pose.as_ref());
        for (joint, position) in skeleton.joints().iter().zip(&positions) {
            let Some(parent) = joint.parent else { continue };
            prop_assert!((position.distance(positions[parent.index()]) - joint.offset.length()).abs() < 1e-5);
        }
    }

    #[test]
    fn mirroring_reflects_and_twice_is_identity(pose in pose()) {
        assert_mirrored(&human(), &pose);
        assert_mirrored(&human_along_x(true), &pose);
        assert_mirrored(&human_along_x(false), &pose);
    }
}

/// Joints without telling names are paired by where they rest.
#[test]
fn pairs_are_found_by_geometry() {
    let mut joints = human().joints().to_vec();
    for (index, joint) in joints.iter_mut().enumerate() {
        joint.name = format!("joint{index}");
    }
    let named = MirrorMap::new(&human());
    let nameless = MirrorMap::new(&Skeleton::new(joints).unwrap());
    // The zero-length joints above both thighs lie in one place, so either pairing is right there.
    for joint in [0, 11, 12, 13, 14, 15, 16, 17, 18].map(JointId) {
        assert_eq!(named.pair(joint), nameless.pair(joint), "{joint:?}");
    }
}

/// A ball in the right hand has no counterpart: it keeps its rotation and breaks nothing.
#[test]
fn a_joint_of_one_side_only_is_left_alone() {
    let mut joints = human().joints().to_vec();
    let mut ball = joints[18].clone();
    (ball.name, ball.parent, ball.offset) = ("Ball".to_owned(), Some(JointId(18)), Vec3::Y);
    joints.push(ball);
    let skeleton = Skeleton::new(joints).unwrap();
    let map = MirrorMap::new(&skeleton);
    assert_eq!(map.pair(JointId(19)), None);
    let mut pose = Pose::identity(20);
    pose.rotations[19] = unit(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9));
    let mut image = Pose::default();
    map.mirror_pose(pose.as_ref(), &mut image);
    assert_eq!(image.rotations[19], pose.rotations[19]);
}

fn clip_of(poses: &[Pose]) -> Clip {
    let mut clip = Clip {
        labels: vec![Label::new("turn-left", 0..1)],
        contacts: Some(vec![Contacts::new(true, false); poses.len()]),
        floor: Some(0.1),
        ..Clip::empty("step", &Arc::new(human()), 30.0)
    };
    poses.iter().for_each(|pose| clip.push(pose.as_ref()));
    clip
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_clip_mirrored_twice_is_itself(poses in prop::collection::vec(pose(), 1..4)) {
        let clip = clip_of(&poses);
        let map = MirrorMap::new(&clip.skeleton);
        let image = map.mirror_clip(&clip);
        prop_assert!(image.check().is_ok());
        prop_assert_eq!(&image.labels[0].name, "turn-right");
        prop_assert_eq!(image.contacts.as_ref().unwrap()[0], Contacts::new(false, true));
        let again = map.mirror_clip(&image);
        prop_assert_eq!(&again.name, &clip.name);
        prop_assert_eq!(&again.labels, &clip.labels);
        for frame in 0..clip.len() {
            assert_same(&again.pose(frame).to_pose(), &clip.pose(frame).to_pose(), 1e-4);
        }
    }

    #[test]
    fn resampling_to_its_own_rate_is_identity(poses in prop::collection::vec(pose(), 1..6)) {
        let clip = clip_of(&poses);
        prop_assert_eq!(resample(&clip, clip.rate_hz), clip);
    }

    /// Between two rates whose ratio is whole nothing is lost on the way there and back.
    #[test]
    fn doubling_the_rate_keeps_every_frame(poses in prop::collection::vec(pose(), 1..6)) {
        let clip = clip_of(&poses);
        let again = resample(&resample(&clip, 60.0), 30.0);
        prop_assert_eq!(again.len(), clip.len());
        for frame in 0..clip.len() {
            assert_same(&again.pose(frame).to_pose(), &clip.pose(frame).to_pose(), 1e-4);
        }
    }
}
