//! What a controller makes in one tick and a character shows.

use crate::saved_fields;
use sidestep_motion::{Contacts, GroundTransform, Pose};

/// What a controller makes in one tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// The pose in the world.
    pub pose: Pose,
    /// Place and smoothed heading of the character.
    pub ground: GroundTransform,
    /// The feet that are down.
    pub contacts: Contacts,
}

saved_fields!(Output { pose, ground, contacts });

impl Output {
    /// An output for `joints` joints, at the origin.
    pub fn new(joints: usize) -> Self {
        Self { pose: Pose::identity(joints), ..Self::default() }
    }

    /// Takes over the values of `other` without allocating where the sizes agree.
    pub fn copy_from(&mut self, other: &Self) {
        self.pose.copy_from(other.pose.as_ref());
        self.ground = other.ground;
        self.contacts = other.contacts;
    }

    /// Writes the output `t` of the way from `before` to `now` here; contacts are those of `now`.
    pub fn interpolate(&mut self, before: &Self, now: &Self, t: f32) {
        before.pose.as_ref().interpolate_into(now.pose.as_ref(), t, &mut self.pose);
        self.ground = before.ground.lerp(now.ground, t);
        self.contacts = now.contacts;
    }

    /// Carries all of it to another place of the world.
    pub fn carry(&mut self, moved: GroundTransform) {
        moved.transform_pose(&mut self.pose);
        self.ground = moved * self.ground;
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.pose.is_finite() && self.ground.is_finite()
    }
}
