//! How far each joint may turn: as far as it ever did in the data, and a little more.
//!
//! The rotation of a joint is taken against its mean over the library and written as a rotation
//! vector; the range of each of its three components is the range of the joint. So hinges, whose
//! range is thin in two directions, stay hinges, whatever axes the source used.

use crate::{
    average::average,
    joint::JointId,
    library::{FrameId, MotionLibrary},
    math::{from_rotation_vector, rotation_vector},
    pose::{Pose, PoseRef},
};
use glam::{Quat, Vec3};

/// The ranges of all joints of a skeleton. The root turns freely.
#[derive(Clone, Debug, PartialEq)]
pub struct JointLimits {
    ranges: Vec<JointRange>,
}

/// The range of one joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointRange {
    /// The rotation in the middle, against the parent.
    pub mean: Quat,
    /// Least rotation vector against the mean, in radians.
    pub least: Vec3,
    /// Greatest rotation vector against the mean, in radians.
    pub most: Vec3,
}

impl JointLimits {
    /// The ranges of a library, widened by `margin` radians on every side.
    pub fn of(library: &MotionLibrary, margin: f32) -> Self {
        let frames = u32::try_from(library.len()).unwrap_or(u32::MAX);
        let rotations = |joint: usize| {
            (0..frames).map(move |frame| library.pose(FrameId(frame)).rotations[joint])
        };
        let range = |joint: usize| {
            let weighted: Vec<(f32, Quat)> = rotations(joint).map(|q| (1.0, q)).collect();
            let mean = average(&weighted);
            let mut range = JointRange { mean, least: Vec3::ZERO, most: Vec3::ZERO };
            for q in rotations(joint) {
                let turned = range.turned(q);
                range.least = range.least.min(turned);
                range.most = range.most.max(turned);
            }
            range.least -= Vec3::splat(margin);
            range.most += Vec3::splat(margin);
            range
        };
        Self { ranges: (0..library.skeleton().len()).map(range).collect() }
    }

    /// The range of one joint.
    pub fn range(&self, joint: JointId) -> &JointRange {
        &self.ranges[joint.index()]
    }

    /// How far the worst joint of a pose is beyond its range, in radians; zero for none.
    pub fn excess(&self, pose: PoseRef<'_>) -> f32 {
        let pairs = self.ranges.iter().zip(pose.rotations).skip(1);
        pairs.map(|(range, q)| range.excess(*q)).fold(0.0, f32::max)
    }

    /// Turns every joint that is beyond its range back onto its border.
    pub fn clamp(&self, pose: &mut Pose) {
        for (range, q) in self.ranges.iter().zip(&mut pose.rotations).skip(1) {
            *q = range.clamped(*q);
        }
    }
}

impl JointRange {
    /// How far a rotation is beyond the range, in radians.
    pub fn excess(&self, q: Quat) -> f32 {
        let turned = self.turned(q);
        turned.distance(turned.clamp(self.least, self.most))
    }

    /// The rotation itself where it is within the range, else the nearest on its border.
    pub fn clamped(&self, q: Quat) -> Quat {
        let turned = self.turned(q);
        let within = turned.clamp(self.least, self.most);
        if within == turned { q } else { self.mean * from_rotation_vector(within) }
    }

    fn turned(&self, q: Quat) -> Vec3 {
        rotation_vector(self.mean.conjugate() * q)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range() -> JointRange {
        let mean = Quat::from_rotation_y(0.3);
        JointRange { mean, least: Vec3::new(-0.5, -0.1, -0.1), most: Vec3::new(1.5, 0.1, 0.1) }
    }

    #[test]
    fn within_the_range_nothing_changes() {
        let q = range().mean * Quat::from_rotation_x(1.2);
        assert!(range().excess(q) < 1e-6);
        assert_eq!(range().clamped(q), q);
    }

    /// 2.0 about x is half a radian beyond 1.5.
    #[test]
    fn beyond_it_the_joint_goes_back_to_the_border() {
        let q = range().mean * Quat::from_rotation_x(2.0);
        assert!((range().excess(q) - 0.5).abs() < 1e-5);
        let back = range().clamped(q);
        assert!(range().excess(back) < 1e-5);
        assert!(back.angle_between(range().mean * Quat::from_rotation_x(1.5)) < 1e-3);
    }
}
