//! What a hand that holds on does to a character: its body is held, and the controller
//! waits; or a part of it is led, and the controller goes on.

use crate::{
    held::{Hold, Pull},
    hold::Room,
    memory::Memory,
    pushable::{LONGEST_SECS, LOOSE_SECS, Pushable, STRONGEST},
    recovery::is_idle,
    sway::Sway,
};
use sidestep_control::{Controller, Goal, Output, Start};

/// A hand that holds a body on its way more weakly does not stop it, in newtons.
const STOPPING: f32 = 40.0;

impl<C: Controller> Pushable<C> {
    /// A tick of a body that is held; the controller waits.
    pub(crate) fn hold(&self, memory: &mut Memory<C::Memory>, goal: &Goal, out: &mut Output) {
        let (Some(hold), Some(mut held)) = (self.holding(), memory.held) else { return };
        let goes = !is_idle(goal, out.ground);
        let Memory { before, body, at, join, .. } = memory;
        let mut room = Room { before, entered: &mut body.now, at, join };
        let is_over = hold.tick(&mut held, goes, &mut room, out);
        memory.held = Some(held);
        if !is_over {
            return;
        }
        memory.held = None;
        memory.loose_secs = LOOSE_SECS;
        let Memory { inner, body, last, .. } = memory;
        body.before.copy_from(last.as_ref());
        body.now.copy_from(out.pose.as_ref());
        body.secs = 1.0 / self.rate_hz();
        body.ground = out.ground;
        let contacts = out.contacts;
        if !self.inner.disturb(inner, body, out) {
            *inner = self.inner.begin(Start::State(body), out);
        }
        out.contacts = contacts;
    }

    /// Takes up what pulls since the last tick: a hand that holds a body, or leads a part of it.
    pub(crate) fn feel(&self, memory: &mut Memory<C::Memory>, goal: &Goal, out: &Output) {
        let Some(pull) = memory.pull.take() else { return };
        if let Some(held) = &mut memory.held {
            held.pull = Some(pull);
            return;
        }
        let is_stopped = is_idle(goal, out.ground) || pull.newtons.length() > STOPPING;
        if is_stopped {
            self.take_hold(memory, pull, out);
        } else {
            memory.begin_lead(pull, out);
        }
    }

    /// A tick of a body on its way, a part of which is led.
    pub(crate) fn lead(&self, memory: &mut Memory<C::Memory>, goal: &Goal, out: &mut Output) {
        let (Some(hold), Some(mut led)) = (self.holding(), memory.led) else { return };
        // The controller goes on from what it has made, not from what the hand has made of it.
        out.pose.copy_from(memory.own.as_ref());
        self.go(memory, goal, out);
        memory.own.copy_from(out.pose.as_ref());
        let is_over = hold.lead(&mut led, &mut memory.at, out);
        memory.led = (!is_over).then_some(led);
    }

    /// Takes hold of a body.
    fn take_hold(&self, memory: &mut Memory<C::Memory>, pull: Pull, out: &Output) {
        let Some(hold) = self.holding() else { return };
        let Memory { before, body, at, join, .. } = memory;
        let mut room = Room { before, entered: &mut body.now, at, join };
        memory.held = Some(hold.take(pull, &mut room, out));
        memory.led = None;
        memory.end();
        memory.sway = Sway::default();
        memory.recovery = None;
    }

    pub(crate) fn holding(&self) -> Option<Hold<'_>> {
        let stance = self.stance.as_ref()?;
        Some(Hold { stance, mass_kg: self.config.mass_kg, tick_secs: 1.0 / self.rate_hz() })
    }

    /// Whether a pull may be this one.
    pub(crate) fn can_pull(&self, Pull { joint, newtons, ticks }: Pull) -> bool {
        joint.index() < self.skeleton().len()
            && newtons.length() <= 1.001 * STRONGEST
            && (-1.0..=LONGEST_SECS * self.rate_hz()).contains(&ticks)
    }
}
