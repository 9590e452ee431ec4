//! Where the ends of a foot are, and which way foot and pelvis point.

use crate::saved_value;
use glam::Vec3;
use sidestep_motion::{
    PoseRef, Skeleton,
    kinematics::{JointTransforms, joint_position},
    leg_ik::Leg,
    math::atan2,
};

/// A foot that is shorter seen from above points nowhere, in metres.
const SHORTEST: f32 = 0.02;

/// Places of the ends of a foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FootPoints {
    pub(super) ankle: Vec3,
    pub(super) toe: Vec3,
}

saved_value!(FootPoints { ankle, toe });

impl FootPoints {
    pub(super) fn of(leg: &Leg, transforms: &JointTransforms) -> Self {
        let toe = leg.toe.as_ref().map_or(leg.foot, |toe| toe.joint);
        Self { ankle: transforms.position(leg.foot), toe: transforms.position(toe) }
    }

    /// Those of a pose of which nothing else is needed.
    pub(super) fn in_pose(skeleton: &Skeleton, leg: &Leg, pose: PoseRef<'_>) -> Self {
        let toe = leg.toe.as_ref().map_or(leg.foot, |toe| toe.joint);
        let [ankle, toe] = [leg.foot, toe].map(|joint| joint_position(skeleton, pose, joint));
        Self { ankle, toe }
    }

    /// Its middle.
    pub(super) fn middle(self) -> Vec3 {
        0.5 * (self.ankle + self.toe)
    }

    /// From ankle to toe over the ground.
    pub(super) fn along(self) -> Vec3 {
        flat(self.toe - self.ankle)
    }

    /// Which way it points; `None` where it has no toe or points straight down.
    pub(super) fn yaw(self) -> Option<f32> {
        let along = self.along();
        (along.length() > SHORTEST).then(|| atan2(along.x, along.z))
    }
}

/// The part of a vector along the ground.
pub(super) fn flat(vector: Vec3) -> Vec3 {
    Vec3::new(vector.x, 0.0, vector.z)
}

/// Where the pelvis faces, where both hips are known.
pub(super) fn pelvis_yaw(legs: &[Option<Leg>; 2], transforms: &JointTransforms) -> Option<f32> {
    let [Some(left), Some(right)] = legs else { return None };
    let across = flat(transforms.position(left.thigh) - transforms.position(right.thigh));
    (across.length() > SHORTEST).then(|| atan2(-across.z, across.x))
}
