//! Feature spaces: eq. 1 by hand, what they must not see, and the rows of a library.

use glam::{Quat, Vec3};
use sidestep_features::{
    Feature, FeatureSpace, FeatureTable, MotionState, PoseMetric, Probe, SpaceError, VelocityUnit,
    bone_length_at, contact_phases,
};
use sidestep_motion::{
    Clip, Contacts, Displacement, FrameId, GroundTransform, Joint, JointId, MotionLibrary, Pose,
    Provenance, Role, Side, Skeleton, contact_detection::ContactConfig, math,
};
use std::{f32::consts::FRAC_PI_2, sync::Arc};

fn joint(name: &str, parent: Option<u16>, offset: Vec3) -> Joint {
    Joint {
        name: name.into(),
        parent: parent.map(JointId),
        offset,
        rest: Quat::IDENTITY,
        tip: None,
    }
}

/// Hips, two legs of thigh 0.4 and shank 0.4, a foot with a tip, a neck with a head, a left arm.
fn body() -> Skeleton {
    let down = Vec3::NEG_Y * 0.4;
    let mut joints = vec![
        joint("Hips", None, Vec3::ZERO),
        joint("LeftUpLeg", Some(0), Vec3::X * 0.1),
        joint("LeftLeg", Some(1), down),
        joint("LeftFoot", Some(2), down),
        joint("RightUpLeg", Some(0), Vec3::NEG_X * 0.1),
        joint("RightLeg", Some(4), down),
        joint("RightFoot", Some(5), down),
        joint("Spine", Some(0), Vec3::Y * 0.2),
        joint("Neck", Some(7), Vec3::Y * 0.3),
        joint("Head", Some(8), Vec3::Y * 0.1),
        joint("LeftArm", Some(7), Vec3::X * 0.2),
        joint("LeftForeArm", Some(10), Vec3::X * 0.3),
        joint("LeftHand", Some(11), Vec3::X * 0.25),
    ];
    joints[3].tip = Some(Vec3::Z * 0.2);
    joints[6].tip = Some(Vec3::Z * 0.2);
    Skeleton::new(joints).expect("parents stand before their children")
}

fn still(joints: usize) -> (Pose, Displacement) {
    let v = Displacement { root: Vec3::ZERO, rotations: vec![Quat::IDENTITY; joints] };
    (Pose::identity(joints), v)
}

fn row(space: &FeatureSpace, pose: &Pose, v: &Displacement, heading: f32) -> Vec<f32> {
    let mut row = vec![f32::NAN; space.dims()];
    space.write(&MotionState::new(pose.as_ref(), v, heading), &mut row);
    row
}

fn squared(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// A quarter turn about z carries (1,1,1)/√3 to (-1,1,1)/√3, 2/√3 away. The knee moves a shank of
/// 0.4 m and is turned now and in the next frame: 2 · 0.4 · 4/3 = 16/15.
#[test]
fn a_joint_counts_by_the_bone_it_moves() {
    let skeleton = body();
    let space = PoseMetric::paper().space(&skeleton, 30.0).unwrap();
    let (straight, v) = still(skeleton.len());
    let mut bent = straight.clone();
    bent.rotations[2] = Quat::from_rotation_z(FRAC_PI_2);
    let d = squared(&row(&space, &straight, &v, 0.0), &row(&space, &bent, &v, 0.0));
    assert!((d - 16.0 / 15.0).abs() < 1e-5, "{d}");
}

/// With three axes a quarter turn about z moves x and y by √2 each: (2 + 2)/3 instead, by luck the
/// same; a turn about the diagonal itself is unseen by the diagonal and 2 in the axes (each by √2).
#[test]
fn three_axes_see_what_one_vector_does_not() {
    let skeleton = body();
    let (straight, v) = still(skeleton.len());
    let mut turned = straight.clone();
    let third = std::f32::consts::TAU / 3.0;
    turned.rotations[2] = Quat::from_axis_angle(Vec3::splat(3.0_f32.sqrt().recip()), third);
    for (probe, expected) in [(Probe::Diagonal, 0.0), (Probe::Axes, 2.0 * 0.4 * 2.0)] {
        let metric = PoseMetric { probe, ..PoseMetric::paper() };
        let space = metric.space(&skeleton, 30.0).unwrap();
        let d = squared(&row(&space, &straight, &v, 0.0), &row(&space, &turned, &v, 0.0));
        assert!((d - expected).abs() < 1e-5, "{probe:?} {d}");
    }
}

/// 0.1 m a frame, β 0.5: 0.005 as printed; at 30 Hz 3 m/s, so 4.5. At 60 Hz the same step is twice
/// the velocity in either unit.
#[test]
fn root_velocity_has_the_unit_it_is_given() {
    let skeleton = body();
    let (pose, v) = still(skeleton.len());
    let moving = Displacement { root: Vec3::Z * 0.1, ..v.clone() };
    for (rate_hz, unit, expected) in [
        (30.0, VelocityUnit::MetresPerFrame, 0.005),
        (30.0, VelocityUnit::MetresPerSecond, 4.5),
        (60.0, VelocityUnit::MetresPerFrame, 0.02),
        (60.0, VelocityUnit::MetresPerSecond, 18.0),
    ] {
        let feature = Feature::RootVelocity { weight: 0.5, unit };
        let space = FeatureSpace::new(&[feature], &skeleton, rate_hz).unwrap();
        let d = squared(&row(&space, &pose, &v, 0.0), &row(&space, &pose, &moving, 0.0));
        assert!((d - expected).abs() < 1e-5 * expected, "{d}");
    }
}

/// A state with something in every feature.
fn lively(joints: usize) -> (Pose, Displacement) {
    let turn = |i: usize, by: f32| {
        let i = i as f32;
        math::from_rotation_vector(
            Vec3::new(math::sin(i), math::cos(2.0 * i), math::sin(3.0 * i)) * by,
        )
    };
    let rotations = (0..joints).map(|i| turn(i, 0.7)).collect();
    let pose = Pose { root_position: Vec3::new(2.0, 0.9, -1.0), rotations };
    let rotations = (0..joints).map(|i| turn(i + 5, 0.1)).collect();
    (pose, Displacement { root: Vec3::new(0.01, 0.02, 0.05), rotations })
}

fn every_feature() -> Vec<Feature> {
    let probe = Probe::Axes;
    let mut features = PoseMetric::paper().features(&body());
    features.extend([
        Feature::RootTurn { weight: 0.3, probe },
        Feature::RootHeight { weight: 1.0 },
        Feature::RootTilt { weight: 0.5 },
        Feature::ContactPhase { weight: 0.5 },
        Feature::FootPosition { side: Side::Left, weight: 2.0 },
        Feature::FootVelocity { side: Side::Right, weight: 0.1 },
        Feature::Future { secs: 0.5, place_weight: 1.0, direction_weight: 0.0 },
    ]);
    features
}

#[test]
fn place_and_heading_are_left_out() {
    let skeleton = body();
    let space = FeatureSpace::new(&every_feature(), &skeleton, 30.0).unwrap();
    let (pose, v) = lively(skeleton.len());
    let expected = row(&space, &pose, &v, 0.4);
    assert!(expected.iter().all(|x| x.is_finite()));
    let moved = GroundTransform::new(5.0, -3.0, 1.9);
    let mut pose = pose;
    moved.transform_pose(&mut pose);
    let turn = moved.rotation();
    let mut v = v;
    v.root = turn * v.root;
    v.rotations[0] = turn * v.rotations[0] * turn.conjugate();
    for (a, b) in expected.iter().zip(row(&space, &pose, &v, 0.4 + 1.9)) {
        assert!((a - b).abs() < 3e-5, "{a} {b}");
    }
}

#[test]
fn every_number_has_a_label_of_its_own() {
    let space = FeatureSpace::new(&every_feature(), &body(), 30.0).unwrap();
    let labels = space.labels();
    assert_eq!(labels.len(), space.dims());
    assert!(labels.contains(&"LeftLeg next z".to_owned()), "{labels:?}");
    assert!(labels.contains(&"place x after 0.5 s".to_owned()), "{labels:?}");
}

/// Root 0.9 m high, hip 0.1 to the left, knee bent back by 90 degrees: the foot is 0.4 behind it.
#[test]
fn feet_are_where_kinematics_puts_them() {
    let skeleton = body();
    let position = Feature::FootPosition { side: Side::Left, weight: 1.0 };
    let velocity = Feature::FootVelocity { side: Side::Left, weight: 1.0 };
    let space = FeatureSpace::new(&[position, velocity], &skeleton, 30.0).unwrap();
    let (mut pose, mut v) = still(skeleton.len());
    pose.root_position = Vec3::new(7.0, 0.9, 3.0);
    pose.rotations[2] = Quat::from_rotation_x(FRAC_PI_2);
    v.root = Vec3::new(0.0, 0.0, 0.02);
    v.rotations[2] = Quat::from_rotation_x(-FRAC_PI_2);
    let row = row(&space, &pose, &v, 0.0);
    let expected = [0.1, 0.5, -0.4, 0.0, -0.4 * 30.0, (0.4 + 0.02) * 30.0];
    for (a, b) in row.iter().zip(expected) {
        assert!((a - b).abs() < 1e-5, "{row:?}");
    }
}

#[test]
fn the_agile_metric_does_not_see_arms_neck_and_head() {
    let skeleton = body();
    let space = PoseMetric::agile().space(&skeleton, 30.0).unwrap();
    let unseen: Vec<&str> = skeleton
        .joints()
        .iter()
        .map(|joint| joint.name.as_str())
        .filter(|name| !space.labels().iter().any(|label| label.starts_with(name)))
        .collect();
    assert_eq!(unseen, ["Hips", "Neck", "Head", "LeftArm", "LeftForeArm", "LeftHand"]);
}

/// A multiplier reaches down to the next role that has its own.
#[test]
fn multipliers_reach_down() {
    let skeleton = body();
    let multipliers = vec![(Role::Thigh(Side::Left), 0.5), (Role::Foot(Side::Left), 2.0)];
    let metric = PoseMetric { multipliers, ..PoseMetric::paper() };
    let weight = |joint| {
        let features = metric.features(&skeleton).into_iter();
        let mut weights = features.filter_map(|feature| match feature {
            Feature::Joint { joint: other, weight, .. } if other == joint => Some(weight),
            _ => None,
        });
        weights.next().unwrap() / bone_length_at(&skeleton, joint)
    };
    let found = [1, 2, 3, 4].map(|joint| weight(JointId(joint)));
    assert_eq!(found, [0.5, 0.5, 2.0, 1.0]);
}

#[test]
fn a_space_that_makes_no_sense_is_refused() {
    let skeleton = body();
    let space = |feature| FeatureSpace::new(&[feature], &skeleton, 30.0).map(|space| space.dims());
    let height = |weight| Feature::RootHeight { weight };
    assert_eq!(space(height(0.0)), Ok(0));
    assert!(matches!(space(height(f32::NAN)), Err(SpaceError::Weight { .. })));
    assert!(matches!(space(height(-1.0)), Err(SpaceError::Weight { .. })));
    let joint = |joint| Feature::Joint { joint: JointId(joint), weight: 1.0, probe: Probe::Axes };
    assert!(matches!(space(joint(0)), Err(SpaceError::Joint { joint: 0, .. })));
    assert!(matches!(space(joint(99)), Err(SpaceError::Joint { joint: 99, .. })));
    let future = Feature::Future { secs: f32::INFINITY, place_weight: 1.0, direction_weight: 1.0 };
    assert!(matches!(space(future), Err(SpaceError::Time { .. })));
    assert!(FeatureSpace::new(&[], &skeleton, 0.0).is_err());
    let stump = Skeleton::new(vec![joint_of_nothing()]).unwrap();
    let foot = Feature::FootPosition { side: Side::Left, weight: 1.0 };
    assert!(matches!(FeatureSpace::new(&[foot], &stump, 30.0), Err(SpaceError::Foot { .. })));
}

fn joint_of_nothing() -> Joint {
    joint("thing", None, Vec3::ZERO)
}

fn clip(name: &str, skeleton: &Arc<Skeleton>, contacts: &[(bool, bool)]) -> Clip {
    let root_positions =
        (0..contacts.len()).map(|i| Vec3::new(0.0, 0.8, 0.03 * i as f32)).collect();
    Clip {
        name: name.into(),
        skeleton: Arc::clone(skeleton),
        rate_hz: 30.0,
        root_positions,
        rotations: vec![Quat::IDENTITY; contacts.len() * skeleton.len()],
        labels: Vec::new(),
        contacts: Some(contacts.iter().map(|(left, right)| Contacts::new(*left, *right)).collect()),
        objects: Vec::new(),
        floor: Some(0.0),
        provenance: Provenance::default(),
    }
}

#[test]
fn states_are_frames_with_two_after_them() {
    let skeleton = Arc::new(body());
    let touching = [(true, true); 5];
    let clips = [("a", 5), ("b", 2), ("c", 1), ("d", 3)]
        .map(|(name, n)| clip(name, &skeleton, &touching[..n]));
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
    let space = PoseMetric::paper().space(&skeleton, 30.0).unwrap();
    let table = FeatureTable::from_library(&library, &space).unwrap();
    let frames: Vec<u32> = table.frames().iter().map(|frame| frame.0).collect();
    assert_eq!(frames, [0, 1, 2, 8]);
    assert_eq!(table.row_of(FrameId(8)), Some(3));
    assert_eq!(table.row_of(FrameId(3)), None);
    let successors = [0, 1, 2, 3].map(|row| table.successor(row));
    assert_eq!(successors, [Some(1), Some(2), None, None]);
    assert_eq!(table.values().len(), 4 * table.dims());
    // 0.03 m a frame straight ahead, √0.5 of it.
    assert!((table.row(1)[2] - 0.03 * 0.5_f32.sqrt()).abs() < 1e-6, "{:?}", &table.row(1)[..3]);
}

/// Left: four frames of stance between swings: middles of quarters, 22.5 degrees and on. The swing
/// that the clip cuts off at its end has two of four frames. Right: never lifts, half way.
#[test]
fn phases_run_through_stance_and_swing() {
    let skeleton = Arc::new(body());
    let left = [0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0];
    let contacts: Vec<(bool, bool)> = left.iter().map(|left| (*left == 1, true)).collect();
    let clips = [clip("a", &skeleton, &contacts)];
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
    let phases = contact_phases(&library);
    let degrees = |frame: usize, side: Side| {
        let p = phases[frame][side.index()];
        math::atan2(p.y, p.x).to_degrees().rem_euclid(360.0)
    };
    let expected = [
        337.5, 22.5, 67.5, 112.5, 157.5, 202.5, 247.5, 292.5, 337.5, 22.5, 67.5, 112.5, 157.5,
        202.5, 247.5,
    ];
    for (frame, expected) in expected.into_iter().enumerate() {
        assert!((degrees(frame, Side::Left) - expected).abs() < 1e-2, "frame {frame}");
        assert!((degrees(frame, Side::Right) - 90.0).abs() < 1e-2);
    }
}
