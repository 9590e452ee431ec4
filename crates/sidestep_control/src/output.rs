//! What a controller makes in one tick and a character shows.

use crate::{event::Events, footing::Footing, saved_fields};
use sidestep_motion::{Contacts, FrameId, GroundTransform, Object, Pose};

/// What a controller makes in one tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// The pose in the world.
    pub pose: Pose,
    /// Place and smoothed heading of the character.
    pub ground: GroundTransform,
    /// The feet and hands that touch something.
    pub contacts: Contacts,
    /// The things it moves beside the body, in the order of `Controller::objects`.
    pub objects: Vec<Object>,
    /// What happened in this tick that only the controller knows of, such as the moment of an action;
    /// feet and arriving are noticed by the character.
    pub events: Events,
    /// What the planted feet leave to the body. The character writes it for the controller's next tick.
    pub footing: Footing,
    /// The frame of the library that is played, where it is one: the lock knows what its feet will do.
    pub played: Option<FrameId>,
}

saved_fields!(Output { pose, ground, contacts, objects, events, footing } without { played });

impl Output {
    /// An output for `joints` joints, at the origin.
    pub fn new(joints: usize) -> Self {
        Self { pose: Pose::identity(joints), ..Self::default() }
    }

    /// Takes over the values of `other` without allocating where the sizes agree.
    pub fn copy_from(&mut self, other: &Self) {
        let Self { pose, ground, contacts, objects, events, footing, played } = other;
        self.pose.copy_from(pose.as_ref());
        self.ground = *ground;
        self.contacts = *contacts;
        self.objects.clone_from(objects);
        self.events = *events;
        self.footing = *footing;
        self.played = *played;
    }

    /// Writes the output `t` of the way from `before` to `now` here; contacts and events are those of
    /// `now`.
    pub fn interpolate(&mut self, before: &Self, now: &Self, t: f32) {
        before.pose.as_ref().interpolate_into(now.pose.as_ref(), t, &mut self.pose);
        self.ground = before.ground.lerp(now.ground, t);
        self.contacts = now.contacts;
        self.objects.clone_from(&now.objects);
        for (shown, before) in self.objects.iter_mut().zip(&before.objects) {
            *shown = before.interpolate(*shown, t);
        }
        self.events = now.events;
        self.footing = now.footing;
        self.played = now.played;
    }

    /// Carries all of it to another place of the world.
    pub fn carry(&mut self, moved: GroundTransform) {
        moved.transform_pose(&mut self.pose);
        self.ground = moved * self.ground;
        for object in &mut self.objects {
            *object = object.carry(moved);
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let objects_are = self.objects.iter().all(|object| object.is_finite());
        self.pose.is_finite() && self.ground.is_finite() && objects_are
    }
}
