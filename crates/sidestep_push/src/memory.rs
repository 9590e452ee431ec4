//! What a character that can be pushed remembers.

use crate::{
    held::{Held, Pull},
    lead::Led,
    ragdoll::{Blow, Motion},
    recovery::Recovery,
    sway::Sway,
};
use glam::Vec3;
use sidestep_control::{BodyState, Output, saved_fields, saved_value};
use sidestep_motion::{
    Contacts, Pose, Side, inertialize::Inertializer, kinematics::JointTransforms,
};

/// Feet settle within this time once a push and its recovery are over.
const SETTLE_SECS: f32 = 1.0;

/// What one character remembers.
#[derive(Clone, Debug)]
pub struct Memory<M> {
    pub(crate) inner: M,
    /// The push that acts, or acted not long ago.
    pub(crate) active: Option<Active>,
    /// What it has given to each segment.
    pub(crate) velocities: Vec<Motion>,
    /// How far the body was pushed since each foot has come down.
    pub(crate) leant: [Vec3; 2],
    /// The feet that were down in the tick before; `None` where that was before the push.
    pub(crate) down: Option<Contacts>,
    /// The step that keeps the body from falling, while it is under way.
    pub(crate) recovery: Option<Recovery>,
    /// For how long feet are held as those of a body that is carried off.
    pub(crate) unsettled_secs: f32,
    /// What a body that stands on both feet still has to come back, once the push is over.
    pub(crate) sway: Sway,
    /// A pull that nobody has felt yet.
    pub(crate) pull: Option<Pull>,
    /// The hand that holds the body, or did a moment ago.
    pub(crate) held: Option<Held>,
    /// The hand that leads a part of a body on its way, or did a moment ago.
    pub(crate) led: Option<Led>,
    /// For how long yet the joints of a body that was held may be bent farther than in the library.
    pub(crate) loose_secs: f32,
    /// What is left of the pose that the body had before.
    pub(crate) join: Inertializer,
    /// The pose of the tick before the last.
    pub(crate) before: Pose,
    /// The pose of the last tick, in a tick; room otherwise.
    pub(crate) last: Pose,
    /// Room for the joints of a held body.
    pub(crate) at: JointTransforms,
    /// The body handed back to the controller; what stands in it before does not matter.
    pub(crate) body: Box<BodyState>,
    /// The pose of the controller alone, while a part is led; room otherwise.
    pub(crate) own: Pose,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Active {
    pub(crate) blow: Blow,
    /// Ticks since it began.
    pub(crate) elapsed: u32,
}

impl<M> Memory<M> {
    /// What the controller remembers.
    pub fn inner(&self) -> &M {
        &self.inner
    }

    /// Whether a push acts or has not yet been forgotten.
    pub fn is_pushed(&self) -> bool {
        self.active.is_some() || self.held.is_some() || self.led.is_some()
    }

    /// A hand leads a part of the body in `out`, or goes on to.
    pub(crate) fn begin_lead(&mut self, pull: Pull, out: &Output) {
        if self.led.is_none() {
            self.own.copy_from(out.pose.as_ref());
        }
        let led = self.led.get_or_insert(Led::new(pull.joint));
        led.pull = Some(pull);
    }

    /// Lets time pass for the feet.
    pub(crate) fn settle(&mut self, secs: f32) {
        let is_pushed = self.active.is_some() || self.recovery.is_some();
        let left = (self.unsettled_secs - secs).max(0.0);
        self.unsettled_secs = if is_pushed { SETTLE_SECS } else { left };
    }

    pub(crate) fn end(&mut self) {
        self.active = None;
        self.velocities.fill(Motion::default());
        let [left, right] = self.leant;
        let nearer = if left.length_squared() < right.length_squared() { left } else { right };
        self.sway = Sway { left: -nearer, velocity: Vec3::ZERO };
        self.leant = [Vec3::ZERO; 2];
        self.down = None;
    }

    /// A foot that has come down anew has not been pushed away from yet.
    pub(crate) fn note_contacts(&mut self, contacts: Contacts) {
        for side in Side::BOTH {
            let was_up = self.down.is_some_and(|down| !down.get(side));
            if contacts.get(side) && was_up {
                self.leant[side.index()] = Vec3::ZERO;
            }
        }
        self.down = Some(contacts);
    }
}

impl Active {
    /// Whether the force ends in this tick.
    pub(crate) fn is_last(self) -> bool {
        (0.0..1.0).contains(&(ticks(self.elapsed) - self.blow.ticks))
    }

    /// Whether the force still acts, or has just ended.
    pub(crate) fn is_forced(self) -> bool {
        ticks(self.elapsed) <= self.blow.ticks + 1.0
    }
}

// The controller saves the inner memory.
saved_fields!(impl<M> Memory<M> {
    active,
    velocities,
    leant,
    down,
    recovery,
    unsettled_secs,
    sway,
    pull,
    held,
    led,
    own,
    loose_secs,
    join,
    before,
} without { inner, body, last, at });
saved_value!(Active { blow, elapsed });

pub(crate) fn ticks(count: u32) -> f32 {
    count as f32
}
