//! Forward kinematics: where the joints are, given how they are turned.

use crate::{
    joint::JointId,
    joint_tree::{rest_positions, rest_rotations},
    pose::{Pose, PoseRef},
    skeleton::Skeleton,
};
use glam::{Quat, Vec3};

/// Place and rotation of every joint in the world. A buffer that is reused from frame to frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointTransforms {
    /// World position of each joint.
    pub positions: Vec<Vec3>,
    /// World rotation of each joint.
    pub rotations: Vec<Quat>,
}

impl JointTransforms {
    /// A buffer for `joints` joints.
    pub fn new(joints: usize) -> Self {
        Self { positions: vec![Vec3::ZERO; joints], rotations: vec![Quat::IDENTITY; joints] }
    }

    /// The joints in the reference pose, the root at the origin.
    pub fn of_rest(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints();
        Self { positions: rest_positions(joints), rotations: rest_rotations(joints) }
    }

    /// Computes all joints of `pose` in one forward loop. Does not allocate once it is large enough.
    pub fn compute(&mut self, skeleton: &Skeleton, pose: PoseRef<'_>) {
        self.positions.clear();
        self.rotations.clear();
        for (joint, local) in skeleton.joints().iter().zip(pose.rotations) {
            let (position, rotation) = match joint.parent {
                None => (pose.root_position, *local),
                Some(parent) => {
                    let world_from_parent = self.rotations[parent.index()];
                    let origin = self.positions[parent.index()];
                    (origin + world_from_parent * joint.offset, world_from_parent * *local)
                }
            };
            self.positions.push(position);
            self.rotations.push(rotation);
        }
    }

    /// World position of one joint.
    pub fn position(&self, joint: JointId) -> Vec3 {
        self.positions[joint.index()]
    }

    /// World rotation of one joint.
    pub fn rotation(&self, joint: JointId) -> Quat {
        self.rotations[joint.index()]
    }

    /// World position of a joint's tip, or of the joint itself where it has none.
    pub fn tip(&self, skeleton: &Skeleton, joint: JointId) -> Vec3 {
        let tip = skeleton.joint(joint).tip.unwrap_or(Vec3::ZERO);
        self.position(joint) + self.rotation(joint) * tip
    }
}

/// The world position of one joint, for those who need no other.
pub fn joint_position(skeleton: &Skeleton, pose: PoseRef<'_>, joint: JointId) -> Vec3 {
    let mut position = Vec3::ZERO;
    let mut at = joint;
    while let Some(parent) = skeleton.joint(at).parent {
        position = pose.rotations[parent.index()] * (skeleton.joint(at).offset + position);
        at = parent;
    }
    pose.root_position + position
}

/// All joint positions of one pose.
pub fn joint_positions(skeleton: &Skeleton, pose: PoseRef<'_>) -> Vec<Vec3> {
    let mut transforms = JointTransforms::new(skeleton.len());
    transforms.compute(skeleton, pose);
    transforms.positions
}

/// Turns a joint so that its world rotation becomes `world_from_joint`, given its parent's.
pub fn set_world_rotation(
    pose: &mut Pose,
    transforms: &JointTransforms,
    skeleton: &Skeleton,
    joint: JointId,
    world_from_joint: Quat,
) {
    let parent_from_world = match skeleton.joint(joint).parent {
        None => Quat::IDENTITY,
        Some(parent) => transforms.rotation(parent).conjugate(),
    };
    pose.rotations[joint.index()] = parent_from_world * world_from_joint;
}
