//! Postures on the way down and up again, for any skeleton: bends of joints against how it stands.
//!
//! Bends are about the axes of a body that faces +Z: a positive turn about X leans a trunk forward,
//! bends a knee, points a foot; a hip, a shoulder and an elbow bend forward by negative ones. A turn
//! about Z spreads an arm.

use glam::{Quat, Vec3};
use sidestep_motion::{
    GroundTransform, Pose, PoseRef, Role, Side, Skeleton,
    kinematics::JointTransforms,
    math::{from_rotation_vector, unit},
};

/// Numbers of a posture.
const NUMBERS: usize = 14;

/// No joint lies lower than this, in metres: limbs are that thick.
const THICKNESS: f32 = 0.06;

/// The same of the trunk.
const TRUNK_THICKNESS: f32 = 0.1;

/// How a body stands, at the origin and facing +Z: what postures bend.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// Its joints.
    pub skeleton: &'a Skeleton,
    /// How they are turned.
    pub pose: PoseRef<'a>,
    /// Where they are.
    pub at: &'a JointTransforms,
    /// How high each of them is at the least; see [`clearance`].
    pub clearance: &'a [f32],
}

/// A posture; angles are in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posture {
    /// How far the whole body leans forward.
    pub tilt: f32,
    /// How far the back bends forward.
    pub spine: f32,
    /// How far the neck bends forward.
    pub neck: f32,
    /// Left and right.
    pub hips: [f32; 2],
    /// Left and right.
    pub knees: [f32; 2],
    /// Left and right.
    pub ankles: [f32; 2],
    /// How far arms are raised ahead, and spread.
    pub arms: [f32; 2],
    /// How far elbows bend, forward and outward.
    pub elbows: [f32; 2],
    /// How much the left foot stays in its place, from 0 to 1; else the pelvis does.
    pub foot_stays: f32,
}

/// A posture and when it is reached, in seconds.
pub type Key = (f32, Posture);

impl Posture {
    /// Upright.
    pub const STANDING: Self = Self {
        tilt: 0.0,
        spine: 0.0,
        neck: 0.0,
        hips: [0.0; 2],
        knees: [0.0; 2],
        ankles: [0.0; 2],
        arms: [0.0; 2],
        elbows: [0.0; 2],
        foot_stays: 1.0,
    };

    const TIPS_FORWARD: Self = Self {
        tilt: 38.0,
        spine: 10.0,
        neck: -15.0,
        hips: [-40.0, -25.0],
        knees: [50.0, 45.0],
        ankles: [-15.0, 5.0],
        arms: [-55.0, 15.0],
        elbows: [-35.0, 0.0],
        foot_stays: 1.0,
    };

    const PRONE: Self = Self {
        tilt: 86.0,
        spine: -4.0,
        neck: -18.0,
        hips: [0.0, 2.0],
        knees: [8.0, 14.0],
        ankles: [50.0, 50.0],
        arms: [0.0, 95.0],
        elbows: [0.0, 65.0],
        foot_stays: 0.0,
    };

    const ON_ALL_FOURS: Self = Self {
        tilt: 70.0,
        spine: 6.0,
        neck: -25.0,
        hips: [-75.0, -68.0],
        knees: [88.0, 82.0],
        ankles: [45.0, 45.0],
        arms: [-76.0, 6.0],
        elbows: [-6.0, 0.0],
        foot_stays: 0.0,
    };

    const KNEELS: Self = Self {
        tilt: 26.0,
        spine: 12.0,
        neck: -20.0,
        hips: [-100.0, -22.0],
        knees: [88.0, 98.0],
        ankles: [-14.0, 20.0],
        arms: [-35.0, 10.0],
        elbows: [-35.0, 0.0],
        foot_stays: 1.0,
    };

    const TIPS_BACK: Self = Self {
        tilt: -30.0,
        spine: 18.0,
        neck: 18.0,
        hips: [-50.0, -42.0],
        knees: [62.0, 55.0],
        ankles: [-5.0, -5.0],
        arms: [-40.0, 25.0],
        elbows: [-25.0, 0.0],
        foot_stays: 1.0,
    };

    const SUPINE: Self = Self {
        tilt: -86.0,
        spine: 4.0,
        neck: 10.0,
        hips: [-26.0, -12.0],
        knees: [48.0, 24.0],
        ankles: [12.0, 12.0],
        arms: [0.0, 42.0],
        elbows: [0.0, 12.0],
        foot_stays: 0.0,
    };

    const SITS: Self = Self {
        tilt: -18.0,
        spine: 18.0,
        neck: 4.0,
        hips: [-122.0, -115.0],
        knees: [112.0, 100.0],
        ankles: [8.0, 12.0],
        arms: [28.0, 18.0],
        elbows: [-4.0, 0.0],
        foot_stays: 0.3,
    };

    const SQUATS: Self = Self {
        tilt: 40.0,
        spine: 15.0,
        neck: -25.0,
        hips: [-112.0, -106.0],
        knees: [116.0, 112.0],
        ankles: [-26.0, -26.0],
        arms: [-50.0, 8.0],
        elbows: [-20.0, 0.0],
        foot_stays: 1.0,
    };

    /// On the way to the floor, face down or on its back.
    pub const DOWN: [[Key; 3]; 2] = [
        [(0.0, Self::STANDING), (0.32, Self::TIPS_FORWARD), (0.72, Self::PRONE)],
        [(0.0, Self::STANDING), (0.32, Self::TIPS_BACK), (0.72, Self::SUPINE)],
    ];

    /// On the way up again.
    pub const UP: [[Key; 4]; 2] = [
        [(0.0, Self::PRONE), (0.8, Self::ON_ALL_FOURS), (1.5, Self::KNEELS), (2.3, Self::STANDING)],
        [(0.0, Self::SUPINE), (0.8, Self::SITS), (1.5, Self::SQUATS), (2.2, Self::STANDING)],
    ];

    /// The posture at a time on a way through keys, smooth in place and velocity.
    pub fn along(keys: &[Key], secs: f32) -> Self {
        let last = keys.len().saturating_sub(1);
        let next = keys.iter().position(|(at, _)| secs < *at).unwrap_or(last).clamp(1, last);
        let (from, to) = (&keys[next - 1], &keys[next]);
        let width = to.0 - from.0;
        let s = ((secs - from.0) / width.max(1e-3)).clamp(0.0, 1.0);
        let numbers = keys.get(next - 1).zip(keys.get(next)).map(|_| {
            // The slope at a key is that between its neighbours; at the ends the body rests.
            let slope = |key: usize, number: usize| {
                if key == 0 || key == last {
                    return 0.0;
                }
                let ((before, a), (after, b)) = (&keys[key - 1], &keys[key + 1]);
                (b.numbers()[number] - a.numbers()[number]) / (after - before)
            };
            let (s2, s3) = (s * s, s * s * s);
            let mut numbers = [0.0; NUMBERS];
            for (number, value) in numbers.iter_mut().enumerate() {
                let (a, b) = (from.1.numbers()[number], to.1.numbers()[number]);
                *value = a * (2.0 * s3 - 3.0 * s2 + 1.0)
                    + b * (3.0 * s2 - 2.0 * s3)
                    + slope(next - 1, number) * width * (s3 - 2.0 * s2 + s)
                    + slope(next, number) * width * (s3 - s2);
            }
            numbers
        });
        Self::from_numbers(numbers.unwrap_or(from.1.numbers()))
    }

    /// Writes a body in this posture whose pelvis is above the place of `ground`, its lowest joint on
    /// the floor. `at` holds its joints afterwards.
    pub fn write(
        &self,
        standing: &Standing<'_>,
        ground: GroundTransform,
        pose: &mut Pose,
        at: &mut JointTransforms,
    ) {
        pose.copy_from(standing.pose);
        let about = |axis: Vec3, degrees: f32| from_rotation_vector(axis * degrees.to_radians());
        self.bend(standing, Role::Spine, about(Vec3::X, self.spine), pose);
        let neck = if standing.skeleton.roles().get(Role::Neck).is_some() {
            Role::Neck
        } else {
            Role::Head
        };
        self.bend(standing, neck, about(Vec3::X, self.neck), pose);
        for side in Side::BOTH {
            let (index, out) = (side.index(), if side == Side::Left { 1.0 } else { -1.0 });
            let [ahead, spread] = self.arms;
            let [fold, outward] = self.elbows;
            let arm = about(Vec3::Z, out * spread) * about(Vec3::X, ahead);
            let elbow = about(Vec3::Z, out * outward) * about(Vec3::X, fold);
            self.bend(standing, Role::UpperArm(side), arm, pose);
            self.bend(standing, Role::Forearm(side), elbow, pose);
            self.bend(standing, Role::Thigh(side), about(Vec3::X, self.hips[index]), pose);
            self.bend(standing, Role::Shank(side), about(Vec3::X, self.knees[index]), pose);
            self.bend(standing, Role::Foot(side), about(Vec3::X, self.ankles[index]), pose);
        }
        pose.rotations[0] = about(Vec3::X, self.tilt) * pose.rotations[0];
        pose.root_position = Vec3::ZERO;
        ground.transform_pose(pose);
        at.compute(standing.skeleton, pose.as_ref());
        raise(standing, lowest(standing, at), pose, at);
    }

    /// Bends a joint, in the axes of a body that stands.
    fn bend(&self, standing: &Standing<'_>, role: Role, by: Quat, pose: &mut Pose) {
        let Some(joint) = standing.skeleton.roles().get(role) else { return };
        let Some(parent) = standing.skeleton.joint(joint).parent else { return };
        let above = standing.at.rotation(parent);
        let local = above.conjugate() * by * above * pose.rotations[joint.index()];
        pose.rotations[joint.index()] = unit(local);
    }

    fn numbers(&self) -> [f32; NUMBERS] {
        let Self { tilt, spine, neck, hips, knees, ankles, arms, elbows, foot_stays } = *self;
        let [[a, b], [c, d], [e, f], [g, h], [i, j]] = [hips, knees, ankles, arms, elbows];
        [tilt, spine, neck, a, b, c, d, e, f, g, h, i, j, foot_stays]
    }

    fn from_numbers(numbers: [f32; NUMBERS]) -> Self {
        let [tilt, spine, neck, a, b, c, d, e, f, g, h, i, j, foot_stays] = numbers;
        Self {
            tilt,
            spine,
            neck,
            hips: [a, b],
            knees: [c, d],
            ankles: [e, f],
            arms: [g, h],
            elbows: [i, j],
            foot_stays: foot_stays.clamp(0.0, 1.0),
        }
    }
}

/// How far the lowest joint is above where it may be at the least.
pub fn lowest(standing: &Standing<'_>, at: &JointTransforms) -> f32 {
    let heights = at.positions.iter().zip(standing.clearance).map(|(at, least)| at.y - least);
    heights.fold(f32::INFINITY, f32::min)
}

/// Lowers a body by so much.
pub fn raise(standing: &Standing<'_>, down: f32, pose: &mut Pose, at: &mut JointTransforms) {
    pose.root_position.y -= down;
    at.compute(standing.skeleton, pose.as_ref());
}

/// How high each joint is at the least: as thick as its limb, unless it stands lower.
pub fn clearance(skeleton: &Skeleton, at: &JointTransforms) -> Vec<f32> {
    let roles = skeleton.roles();
    let trunk = [Role::Hips, Role::Spine, Role::Chest, Role::Neck, Role::Head];
    let is_trunk = |index: usize| {
        index == 0 || trunk.iter().any(|role| roles.get(*role).is_some_and(|j| j.index() == index))
    };
    let least = |index: usize| if is_trunk(index) { TRUNK_THICKNESS } else { THICKNESS };
    at.positions.iter().enumerate().map(|(index, at)| at.y.clamp(0.01, least(index))).collect()
}
