//! One joint of a skeleton.

use glam::{Quat, Vec3};

/// The number of a joint in its skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub u16);

impl JointId {
    /// The number as an index into tables of joints.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One joint and the bone that leads to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name as the source gave it.
    pub name: String,
    /// The joint it hangs from; only the root has none.
    pub parent: Option<JointId>,
    /// Place in the parent's space, in metres. Meaningless for the root, whose place is the pose's.
    pub offset: Vec3,
    /// Rotation in the reference pose (a T-pose where one is known), against the parent.
    pub rest: Quat,
    /// End of a bone that carries no joint (fingertip, toe tip, top of the head), in joint space.
    pub tip: Option<Vec3>,
}
