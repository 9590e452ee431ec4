//! The skeleton: joints, parents first, with their places at rest.

use crate::{
    joint::{Joint, JointId},
    roles::Roles,
};
use glam::Vec3;

/// A tree of joints in which every parent stands before its children. Joint 0 is the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
    roles: Roles,
}

/// Why a list of joints is not a skeleton.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SkeletonError {
    /// There is nothing to move.
    #[error("the skeleton has no joint")]
    Empty,
    /// More joints than a joint number can count.
    #[error("the skeleton has {count} joints; at most {} are supported", u16::MAX)]
    TooManyJoints {
        /// How many were given.
        count: usize,
    },
    /// The first joint must be the only one without a parent.
    #[error("joint '{joint}' has no parent, but only the first joint may be a root")]
    SecondRoot {
        /// Name of the joint.
        joint: String,
    },
    /// The order does not allow kinematics in one forward loop.
    #[error("joint '{joint}' comes before its parent; order joints parents first")]
    ParentAfterChild {
        /// Name of the joint.
        joint: String,
    },
    /// An offset or rest rotation is NaN or infinite.
    #[error("joint '{joint}' has an offset or rest rotation that is not finite")]
    NotFinite {
        /// Name of the joint.
        joint: String,
    },
}

impl Skeleton {
    /// Checks the joints once; afterwards nothing about them can be wrong. Roles are detected.
    pub fn new(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        check(&joints)?;
        let roles = Roles::detect(&joints);
        Ok(Self { joints, roles })
    }

    /// The same skeleton with roles that were given rather than detected.
    pub fn with_roles(self, roles: Roles) -> Self {
        Self { joints: self.joints, roles }
    }

    /// All joints, parents first.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// What each joint is to the body.
    pub fn roles(&self) -> &Roles {
        &self.roles
    }

    /// One joint.
    pub fn joint(&self, id: JointId) -> &Joint {
        &self.joints[id.index()]
    }

    /// Number of joints.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Never true: a skeleton has at least its root.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// The joint of that name.
    pub fn find(&self, name: &str) -> Option<JointId> {
        self.joints.iter().position(|joint| joint.name == name).map(id)
    }

    /// The joints that hang from `parent`, in order.
    pub fn children(&self, parent: JointId) -> impl Iterator<Item = JointId> + '_ {
        let is_child = move |(_, joint): &(usize, &Joint)| joint.parent == Some(parent);
        self.joints.iter().enumerate().filter(is_child).map(|(index, _)| id(index))
    }

    /// Length of the bone that leads to a joint, in metres; zero for the root.
    pub fn bone_length(&self, joint: JointId) -> f32 {
        let joint = self.joint(joint);
        if joint.parent.is_some() { joint.offset.length() } else { 0.0 }
    }

    /// Whether both have the same joints in the same order, with offsets equal to `tolerance` metres.
    pub fn same_shape(&self, other: &Self, tolerance: f32) -> bool {
        self.len() == other.len()
            && self.joints.iter().zip(&other.joints).all(|(a, b)| {
                a.name == b.name
                    && a.parent == b.parent
                    && (a.parent.is_none() || a.offset.abs_diff_eq(b.offset, tolerance))
            })
    }
}

fn check(joints: &[Joint]) -> Result<(), SkeletonError> {
    if joints.is_empty() {
        return Err(SkeletonError::Empty);
    }
    if joints.len() > usize::from(u16::MAX) {
        return Err(SkeletonError::TooManyJoints { count: joints.len() });
    }
    for (index, joint) in joints.iter().enumerate() {
        let name = || joint.name.clone();
        match joint.parent {
            None if index > 0 => return Err(SkeletonError::SecondRoot { joint: name() }),
            Some(parent) if parent.index() >= index => {
                return Err(SkeletonError::ParentAfterChild { joint: name() });
            }
            _ => {}
        }
        let tip_is_finite = joint.tip.is_none_or(Vec3::is_finite);
        if !(joint.offset.is_finite() && joint.rest.is_finite() && tip_is_finite) {
            return Err(SkeletonError::NotFinite { joint: name() });
        }
    }
    Ok(())
}

fn id(index: usize) -> JointId {
    JointId(index as u16)
}
