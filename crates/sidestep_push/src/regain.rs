//! How a body that was pushed keeps its balance: by a step, or by leaning back.

use crate::{
    balance::{Balance, flat},
    memory::Memory,
    pushable::Pushable,
    recovery::Recovery,
    sway::Sway,
};
use glam::{Vec2, Vec3};
use sidestep_control::{Controller, Goal, Output};
use sidestep_motion::{Contacts, GroundTransform, kinematics::JointTransforms};

/// A weaker force does not lead anybody away, in newtons.
const FAINTEST: f32 = 20.0;

impl<C: Controller> Pushable<C> {
    /// What to ask of the controller instead of a goal that leaves it where it is, while it recovers.
    pub(crate) fn recovering(
        &self,
        memory: &mut Memory<C::Memory>,
        is_idle: bool,
        ground: GroundTransform,
    ) -> Option<Goal> {
        let asked = memory.recovery?.goal(self.inner.abilities(), ground).filter(|_| is_idle);
        if asked.is_none() {
            memory.recovery = None;
        }
        asked
    }

    /// Begins a recovery where the body would fall, and ends it where it would no more.
    pub(crate) fn keep_balance(
        &self,
        memory: &mut Memory<C::Memory>,
        is_standing: bool,
        out: &Output,
    ) {
        if memory.recovery.is_none() && memory.active.is_none() {
            return;
        }
        let balance = self.balance(memory, out);
        let can_begin = memory.recovery.is_some() || (is_standing && self.config.recovery_steps);
        let force = memory.active.filter(|active| active.is_forced());
        let force = force.map_or(Vec2::ZERO, |active| flat(active.blow.newtons));
        // Only a force that still leads away from the feet leads the recovery farther; one that
        // pulls back ends it.
        let leads = force.length() > FAINTEST && force.dot(balance.capture - balance.feet) > 0.0;
        if can_begin && leads && balance.beyond.is_some_and(|beyond| beyond > 0.0) {
            let facing = memory.recovery.map_or(out.ground.heading, |recovery| recovery.facing());
            memory.recovery = Some(Recovery::new(&balance, facing));
            return;
        }
        memory.recovery = memory.recovery.filter(|recovery| !recovery.is_against(force));
        let secs = 1.0 / self.rate_hz();
        memory.recovery = memory.recovery.and_then(|recovery| recovery.after(&balance, secs));
    }

    /// How the body stands, with the velocity that the push has given it.
    pub(crate) fn balance(&self, memory: &Memory<C::Memory>, out: &Output) -> Balance {
        let mut at = JointTransforms::new(self.skeleton().len());
        at.compute(self.skeleton(), out.pose.as_ref());
        let plan = self.ragdoll.plan();
        let segments = || plan.segments.iter().zip(&memory.velocities);
        let momentum: Vec3 = segments().map(|(part, motion)| motion.linear * part.mass_kg).sum();
        Balance::new(plan, &at, momentum / self.config.mass_kg.max(1e-3), out.contacts)
    }

    /// Moves a body that stands on both feet back over them: nobody stays leaning after a push.
    pub(crate) fn come_back(&self, memory: &mut Memory<C::Memory>, out: &mut Output) {
        if memory.sway == Sway::default() {
            return;
        }
        if out.contacts.feet() != Contacts::new(true, true) {
            // A step brings the feet under the body instead.
            memory.sway = Sway::default();
            return;
        }
        let way = memory.sway.advance(self.config.sway_half_life_secs, 1.0 / self.rate_hz());
        let moved = GroundTransform::new(way.x, way.z, 0.0);
        self.inner.carry(&mut memory.inner, moved);
        out.carry(moved);
    }
}
