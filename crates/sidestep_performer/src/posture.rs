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
const NUMBERS: usize = 19;

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
    /// How far it leans to its left.
    pub roll: f32,
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
    /// How far arms are raised ahead, and spread; left and right.
    pub arms: [[f32; 2]; 2],
    /// How far elbows bend, forward and outward; left and right.
    pub elbows: [[f32; 2]; 2],
    /// How much the left foot stays in its place, from 0 to 1; else the pelvis does.
    pub foot_stays: f32,
}

/// A posture and when it is reached, in seconds.
pub type Key = (f32, Posture);

impl Posture {
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
            let [ahead, spread] = self.arms[index];
            let [fold, outward] = self.elbows[index];
            let arm = about(Vec3::Z, out * spread) * about(Vec3::X, ahead);
            let elbow = about(Vec3::Z, out * outward) * about(Vec3::X, fold);
            self.bend(standing, Role::UpperArm(side), arm, pose);
            self.bend(standing, Role::Forearm(side), elbow, pose);
            self.bend(standing, Role::Thigh(side), about(Vec3::X, self.hips[index]), pose);
            self.bend(standing, Role::Shank(side), about(Vec3::X, self.knees[index]), pose);
            self.bend(standing, Role::Foot(side), about(Vec3::X, self.ankles[index]), pose);
        }
        let lean = Vec3::new(self.tilt, 0.0, -self.roll);
        pose.rotations[0] = from_rotation_vector(lean * 1_f32.to_radians()) * pose.rotations[0];
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
        let Self { tilt, roll, spine, neck, foot_stays, .. } = *self;
        let mut numbers = [0.0; NUMBERS];
        numbers[..5].copy_from_slice(&[tilt, roll, spine, neck, foot_stays]);
        let legs = [self.hips, self.knees, self.ankles];
        let limbs = legs.into_iter().chain(self.arms).chain(self.elbows);
        numbers[5..].iter_mut().zip(limbs.flatten()).for_each(|(to, number)| *to = number);
        numbers
    }

    fn from_numbers(numbers: [f32; NUMBERS]) -> Self {
        let [tilt, roll, spine, neck, foot_stays, limbs @ ..] = numbers;
        let pair = |index: usize| [limbs[2 * index], limbs[2 * index + 1]];
        Self {
            tilt,
            roll,
            spine,
            neck,
            hips: pair(0),
            knees: pair(1),
            ankles: pair(2),
            arms: [pair(3), pair(4)],
            elbows: [pair(5), pair(6)],
            foot_stays: foot_stays.clamp(0.0, 1.0),
        }
    }

    /// The same with left and right exchanged.
    pub(crate) const fn mirrored(self) -> Self {
        const fn swap<T: Copy>([left, right]: [T; 2]) -> [T; 2] {
            [right, left]
        }
        Self {
            roll: -self.roll,
            hips: swap(self.hips),
            knees: swap(self.knees),
            ankles: swap(self.ankles),
            arms: swap(self.arms),
            elbows: swap(self.elbows),
            ..self
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
