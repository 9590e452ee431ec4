//! What a joint can be to the body, and the table of who plays which part.

use crate::{joint::JointId, side::Side};

/// A part of the human body that methods ask for by meaning rather than by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The pelvis, where the legs and the spine meet.
    Hips,
    /// The lowest joint of the spine above the hips.
    Spine,
    /// The highest joint of the spine, from which neck and arms hang.
    Chest,
    /// The lowest joint of the neck.
    Neck,
    /// The head.
    Head,
    /// The collar bone.
    Clavicle(Side),
    /// The shoulder joint, where the upper arm turns.
    UpperArm(Side),
    /// The elbow, where the forearm turns.
    Forearm(Side),
    /// The wrist.
    Hand(Side),
    /// The hip joint, where the thigh turns.
    Thigh(Side),
    /// The knee, where the shank turns.
    Shank(Side),
    /// The ankle.
    Foot(Side),
    /// The ball of the foot.
    Toe(Side),
}

impl Role {
    /// Every role, in the order in which [`Roles`] stores them.
    pub const ALL: [Self; 21] = {
        use Role::*;
        use Side::{Left, Right};
        [
            Hips,
            Spine,
            Chest,
            Neck,
            Head,
            Clavicle(Left),
            Clavicle(Right),
            UpperArm(Left),
            UpperArm(Right),
            Forearm(Left),
            Forearm(Right),
            Hand(Left),
            Hand(Right),
            Thigh(Left),
            Thigh(Right),
            Shank(Left),
            Shank(Right),
            Foot(Left),
            Foot(Right),
            Toe(Left),
            Toe(Right),
        ]
    };

    /// The name used in manifests and reports, such as `left_foot`.
    pub fn name(self) -> &'static str {
        use Role::*;
        use Side::{Left, Right};
        match self {
            Hips => "hips",
            Spine => "spine",
            Chest => "chest",
            Neck => "neck",
            Head => "head",
            Clavicle(Left) => "left_clavicle",
            Clavicle(Right) => "right_clavicle",
            UpperArm(Left) => "left_upper_arm",
            UpperArm(Right) => "right_upper_arm",
            Forearm(Left) => "left_forearm",
            Forearm(Right) => "right_forearm",
            Hand(Left) => "left_hand",
            Hand(Right) => "right_hand",
            Thigh(Left) => "left_thigh",
            Thigh(Right) => "right_thigh",
            Shank(Left) => "left_shank",
            Shank(Right) => "right_shank",
            Foot(Left) => "left_foot",
            Foot(Right) => "right_foot",
            Toe(Left) => "left_toe",
            Toe(Right) => "right_toe",
        }
    }

    /// The role of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    fn index(self) -> usize {
        use Role::*;
        match self {
            Hips => 0,
            Spine => 1,
            Chest => 2,
            Neck => 3,
            Head => 4,
            Clavicle(side) => 5 + side.index(),
            UpperArm(side) => 7 + side.index(),
            Forearm(side) => 9 + side.index(),
            Hand(side) => 11 + side.index(),
            Thigh(side) => 13 + side.index(),
            Shank(side) => 15 + side.index(),
            Foot(side) => 17 + side.index(),
            Toe(side) => 19 + side.index(),
        }
    }
}

/// The joint of each role, where the skeleton has one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    joints: [Option<JointId>; Role::ALL.len()],
}

impl Roles {
    /// The joint that plays a role.
    pub fn get(&self, role: Role) -> Option<JointId> {
        self.joints[role.index()]
    }

    /// Gives a role to a joint, or takes it away.
    pub fn set(&mut self, role: Role, joint: Option<JointId>) {
        self.joints[role.index()] = joint;
    }

    /// The roles nobody plays.
    pub fn missing(&self) -> impl Iterator<Item = Role> + '_ {
        Role::ALL.into_iter().filter(|role| self.get(*role).is_none())
    }
}
