//! Two-bone leg IK: reach, identity at the present ankle, and knees that never pop.

mod common;

use common::{LEG, human};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use sidestep_motion::{
    Pose, Side, Skeleton,
    kinematics::JointTransforms,
    leg_ik::{AnkleTarget, Leg, Reached, SOFT_ZONE, flatten_toe, raise_heel, solve},
    math::{angle_between, from_rotation_vector},
};

struct Body {
    skeleton: Skeleton,
    leg: Leg,
    pose: Pose,
    transforms: JointTransforms,
}

impl Body {
    /// Standing at the origin with a knee bent by `flexion` about its hinge.
    fn with_knee(flexion: f32) -> Self {
        let skeleton = human();
        let leg = Leg::of(&skeleton, Side::Left).expect("the skeleton has a left leg");
        let mut pose = Pose::identity(skeleton.len());
        pose.root_position = Vec3::new(0.3, 0.93, -0.2);
        pose.rotations[leg.shank.index()] = from_rotation_vector(Vec3::X * flexion);
        let mut transforms = JointTransforms::new(skeleton.len());
        transforms.compute(&skeleton, pose.as_ref());
        Self { skeleton, leg, pose, transforms }
    }

    fn turn(&mut self, joint: usize, vector: Vec3) {
        self.pose.rotations[joint] = from_rotation_vector(vector) * self.pose.rotations[joint];
        self.transforms.compute(&self.skeleton, self.pose.as_ref());
    }

    fn hip(&self) -> Vec3 {
        self.transforms.position(self.leg.thigh)
    }

    fn knee(&self) -> Vec3 {
        self.transforms.position(self.leg.shank)
    }

    fn ankle(&self) -> Vec3 {
        self.transforms.position(self.leg.foot)
    }

    fn solve(&mut self, position: Vec3) -> Reached {
        let target = AnkleTarget { position, rotation: None };
        solve(&self.skeleton, &self.leg, &target, &mut self.pose, &mut self.transforms)
    }
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
}

#[test]
fn the_knee_axis_is_the_bodys_left() {
    let leg = Leg::of(&human(), Side::Left).unwrap();
    assert!(leg.knee_axis.abs_diff_eq(Vec3::X, 1e-6), "{:?}", leg.knee_axis);
}

#[test]
fn a_straight_leg_bends_its_knee_forward() {
    let mut body = Body::with_knee(0.0);
    let target = body.ankle() + Vec3::Y * 0.2;
    let reached = body.solve(target);
    assert!(reached.miss < 1e-4, "{reached:?}");
    // Law of cosines: thigh 0.43, shank 0.41, 0.64 apart puts the knee 0.27 before the line.
    let forward = body.knee().z - body.hip().z;
    assert!((forward - 0.272_2).abs() < 1e-3, "{forward}");
}

#[test]
fn a_knee_bent_slightly_the_wrong_way_still_bends_forward() {
    let mut body = Body::with_knee(-0.03);
    let target = body.ankle() + Vec3::Y * 0.2;
    assert!(body.solve(target).miss < 1e-4);
    assert!(body.knee().z > body.hip().z + 0.2);
}

#[test]
fn the_foot_takes_the_rotation_asked_for() {
    let mut body = Body::with_knee(0.5);
    let rotation = from_rotation_vector(Vec3::new(0.2, 0.5, -0.1));
    let target = AnkleTarget {
        position: body.ankle() + Vec3::new(0.05, 0.1, 0.1),
        rotation: Some(rotation),
    };
    solve(&body.skeleton, &body.leg, &target, &mut body.pose, &mut body.transforms);
    assert!(angle_between(body.transforms.rotation(body.leg.foot), rotation) < 1e-4);
}

/// The knee may move `bound` times as far as the target: 2.5 at the soft zone's edge, see `SOFT_ZONE`.
fn check_sweep(flexion: f32, from: Vec3, to: Vec3, bound: f32) {
    let steps = 4000;
    let step = from.distance(to) / steps as f32;
    let mut last: Option<Vec3> = None;
    for i in 0..=steps {
        let mut body = Body::with_knee(flexion);
        body.solve(body.hip() + from.lerp(to, i as f32 / steps as f32));
        let knee = body.knee();
        if let Some(last) = last {
            assert!(
                knee.distance(last) < bound * step + 1e-5,
                "step {i}: {} against {step}",
                knee.distance(last)
            );
        }
        last = Some(knee);
    }
}

#[test]
fn no_pop_on_the_way_through_the_reach_limit() {
    check_sweep(0.6, Vec3::NEG_Y * 0.6, Vec3::NEG_Y * 1.0, 3.0);
    // Begun 9 mm short of full stretch, where the knee moves 3.4 times as far as the ankle.
    check_sweep(0.3, Vec3::new(0.1, -0.7, 0.2), Vec3::new(0.3, -1.2, 0.1), 3.5);
    // Outwards from a leg 0.26 mm short of full stretch; inwards the bend itself is quick.
    check_sweep(0.05, Vec3::NEG_Y * 0.8398, Vec3::NEG_Y * 1.0, 3.0);
}

#[test]
fn no_pop_on_the_way_into_the_hip() {
    check_sweep(0.6, Vec3::NEG_Y * 0.6, Vec3::NEG_Y * 0.01, 3.0);
}

#[test]
fn a_target_far_away_stretches_the_leg_towards_it() {
    let mut body = Body::with_knee(0.4);
    let reached = body.solve(body.hip() + Vec3::new(0.0, -3.0e30, 3.0e30));
    let along = (reached.position - body.hip()).normalize_or_zero();
    assert!(along.dot(Vec3::new(0.0, -1.0, 1.0).normalize_or_zero()) > 0.9999);
    assert!((reached.position.distance(body.hip()) - LEG).abs() < 1e-4);
}

/// A target behind a body, so far that the leg does not reach it with the foot flat.
fn left_behind(body: &Body, by: f32) -> AnkleTarget {
    AnkleTarget { position: body.ankle() - Vec3::Z * by, rotation: None }
}

#[test]
fn a_foot_left_behind_rises_on_its_ball() {
    let body = Body::with_knee(0.3);
    let toe = body.leg.toe.as_ref().expect("the skeleton has toes").joint;
    let along = body.transforms.position(toe) - body.ankle();
    let target = left_behind(&body, 0.12);
    let raised = raise_heel(&body.leg, target, 0.9, &body.transforms);
    let turn = raised.rotation.expect("it is turned");
    let turn = turn * body.transforms.rotation(body.leg.foot).conjugate();
    let ball = raised.position + turn * along;
    assert!(ball.abs_diff_eq(target.position + along, 1e-4), "the ball went to {ball}");
    assert!(raised.position.y > target.position.y + 0.01, "the heel is at {}", raised.position);
    // Between what is reached at ease and full stretch.
    let ease = ((1.0 - SOFT_ZONE) * LEG).max(body.hip().distance(body.ankle()));
    let distance = body.hip().distance(raised.position);
    assert!((ease..LEG).contains(&distance), "the ankle is {distance} away, at ease {ease}");
}

/// A leg that bends by itself while its foot is left behind: the ankle comes away from it without a
/// halt, so that the knee does not pop.
#[test]
fn a_leg_bends_evenly_while_its_foot_is_left_behind() {
    let away = |flexion: f32| {
        let mut body = Body::with_knee(flexion);
        let target = left_behind(&body, 0.12);
        let target = raise_heel(&body.leg, target, 0.9, &body.transforms);
        let AnkleTarget { position, .. } = target;
        body.solve(position);
        body.hip().distance(body.ankle()) / LEG
    };
    // From 0.995 to 0.94 of full stretch.
    let ways: Vec<f32> = (0..40).map(|i| away(0.2 + 0.0125 * i as f32)).collect();
    let steps: Vec<f32> = ways.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for pair in steps.windows(2) {
        assert!((pair[1] - pair[0]).abs() < 3e-4, "{ways:?}");
    }
}

#[test]
fn a_heel_rises_no_further_than_it_may() {
    let body = Body::with_knee(0.3);
    let target = left_behind(&body, 0.9);
    let raised = raise_heel(&body.leg, target, 0.4, &body.transforms);
    let turn = angle_between(raised.rotation.unwrap(), body.transforms.rotation(body.leg.foot));
    assert!((turn - 0.4).abs() < 1e-3, "{turn}");
}

#[test]
fn a_foot_within_reach_stays_flat() {
    let body = Body::with_knee(0.8);
    let target = left_behind(&body, 0.05);
    assert_eq!(raise_heel(&body.leg, target, 0.9, &body.transforms), target);
    let nowhere = AnkleTarget { position: Vec3::NAN, rotation: None };
    assert!(raise_heel(&body.leg, nowhere, 0.9, &body.transforms).position.is_nan());
}

#[test]
fn nonsense_leaves_the_leg_alone() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut body = Body::with_knee(0.4);
        let before = body.pose.clone();
        let reached = body.solve(Vec3::new(0.0, bad, 0.0));
        assert_eq!(body.pose, before);
        assert_eq!(reached.miss, f32::MAX);
    }
}

#[test]
fn toes_are_laid_flat() {
    let mut body = Body::with_knee(0.4);
    let toe = body.leg.toe.clone().unwrap();
    body.turn(body.leg.foot.index(), Vec3::new(0.5, 0.3, 0.1));
    flatten_toe(&body.skeleton, &body.leg, 1.0, &mut body.pose, &mut body.transforms);
    let direction = body.transforms.rotation(toe.joint) * toe.direction;
    // The tip lies 0.01 under and 0.07 before the joint.
    assert!((direction.y + 0.01 / 0.005_f32.sqrt()).abs() < 1e-5, "{direction}");
}

proptest! {
    #[test]
    fn targets_within_reach_are_reached(
        flexion in 0.02_f32..2.4,
        thigh in vector(1.0),
        root in vector(3.0),
        towards in vector(1.0),
        share in 0.35_f32..(1.0 - SOFT_ZONE),
    ) {
        prop_assume!(towards.length() > 0.1);
        let mut body = Body::with_knee(flexion);
        body.turn(body.leg.thigh.index(), thigh);
        body.turn(0, root);
        let foot = body.transforms.rotation(body.leg.foot);
        let target = body.hip() + towards.normalize_or_zero() * share * LEG;
        let reached = body.solve(target);
        let mut fresh = JointTransforms::new(body.skeleton.len());
        fresh.compute(&body.skeleton, body.pose.as_ref());
        prop_assert!(fresh.position(body.leg.foot).distance(target) < 1e-4, "{:?}", reached);
        prop_assert!(reached.miss < 1e-4);
        prop_assert!(angle_between(foot, fresh.rotation(body.leg.foot)) < 1e-3);
        for (a, b) in fresh.positions.iter().zip(&body.transforms.positions) {
            prop_assert!(a.distance(*b) < 1e-5);
        }
    }

    #[test]
    fn the_present_ankle_changes_nothing(
        flexion in -0.5_f32..2.8,
        thigh in vector(1.0),
        root in vector(3.0),
        ankle in vector(0.5),
    ) {
        let mut body = Body::with_knee(flexion);
        body.turn(body.leg.thigh.index(), thigh);
        body.turn(body.leg.foot.index(), ankle);
        body.turn(0, root);
        let before = body.pose.clone();
        let reached = body.solve(body.ankle());
        prop_assert!(reached.miss < 1e-4, "{:?}", reached);
        for (new, old) in body.pose.rotations.iter().zip(&before.rotations) {
            prop_assert!(angle_between(*new, *old) < 1e-4, "{} {}", new, old);
        }
    }

    #[test]
    fn nothing_makes_a_nan(
        flexion in -3.2_f32..3.2,
        thigh in vector(4.0),
        target in vector(2.0),
        scale in prop_oneof![Just(0.0_f32), Just(1e-20), Just(1.0), Just(1e20), Just(1.7e38)],
    ) {
        let mut body = Body::with_knee(flexion);
        body.turn(body.leg.thigh.index(), thigh);
        let reached = body.solve(body.hip() + target * scale);
        prop_assert!(body.pose.is_finite() && reached.position.is_finite() && !reached.miss.is_nan());
        prop_assert!(body.pose.rotations.iter().all(|q| (q.length() - 1.0).abs() < 1e-4));
    }
}

#[test]
fn a_rotation_that_is_no_number_is_ignored() {
    let mut body = Body::with_knee(0.4);
    let rotation = Some(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0));
    let target = AnkleTarget { position: body.ankle(), rotation };
    solve(&body.skeleton, &body.leg, &target, &mut body.pose, &mut body.transforms);
    assert!(body.pose.is_finite());
}
