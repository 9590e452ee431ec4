//! What a push does while it acts: the ragdoll takes it, the controller gets the body back.

use crate::{
    config::PushMode,
    memory::{Active, Memory, ticks},
    pushable::{LONGEST_SECS, Pushable, STRONGEST},
    ragdoll::{Blow, Motion, Situation},
    sway::Sway,
};
use glam::Vec3;
use sidestep_control::{Controller, Output, Start};
use sidestep_motion::{
    Contacts, Pose, Side,
    math::{atan2, exp, unit, wrap_angle, yaw_of},
};

/// Ticks a second of the paper, in which it counts.
const PAPER_HZ: f32 = 30.0;

impl<C: Controller> Pushable<C> {
    /// A push takes the place of the old one; what that has given stays, but for [`PushMode::Paper`].
    pub(crate) fn strike(&self, memory: &mut Memory<C::Memory>, blow: Blow) {
        if self.config.mode == PushMode::Paper {
            memory.velocities.fill(Motion::default());
        }
        if memory.active.is_none() {
            memory.leant = [-memory.sway.left; 2];
            memory.sway = Sway::default();
        }
        memory.active = Some(Active { blow, elapsed: 0 });
    }

    /// Adds to the controller's pose what one tick of the push does, momentum included.
    pub(crate) fn add(&self, memory: &mut Memory<C::Memory>, out: &Output) {
        let Some(active) = memory.active else { return };
        memory.note_contacts(out.contacts);
        let Memory { velocities, body, own, leant, .. } = memory;
        own.copy_from(out.pose.as_ref());
        let elapsed = ticks(active.elapsed - 1);
        let blow = Blow { ticks: active.blow.ticks - elapsed, ..active.blow };
        let mut pinned = out.contacts;
        for side in Side::BOTH {
            let holds = leant[side.index()].length() < self.config.pin_reach;
            pinned = pinned.with(side, pinned.get(side) && holds);
        }
        let situation = Situation { pose: own.as_ref(), pinned, blow: Some(blow) };
        let mut last = Pose::default();
        self.ragdoll.simulate(&situation, 1, velocities, (&mut last, &mut body.now));
        self.ragdoll.limits().clamp(&mut body.now);
        let way = body.now.root_position - own.root_position;
        for leant in leant {
            *leant += Vec3::new(way.x, 0.0, way.z);
        }
        if self.lasts(active) {
            // The controller goes on with the velocity that it has given itself; in the last tick it
            // takes over the rest of the momentum as well.
            body.before.root_position += way;
            let poses = body.before.rotations.iter_mut().zip(&own.rotations);
            for ((before, own), now) in poses.zip(&body.now.rotations) {
                *before = unit(*before * own.conjugate() * *now);
            }
        }
        let keep = exp(-1.0 / (self.config.momentum_secs.max(1e-3) * self.rate_hz()));
        for motion in velocities {
            motion.linear *= keep;
            motion.angular *= keep;
        }
    }

    /// Eq. 15: I_D = i/k I + (k - i)/k D(x, 0, i), where x is the pose of the tick before.
    pub(crate) fn blend(&self, memory: &mut Memory<C::Memory>, contacts: Contacts, out: &Output) {
        let Some(active) = memory.active else { return };
        let Memory { velocities, body, .. } = memory;
        velocities.fill(Motion::default());
        let share = (ticks(active.elapsed) / self.blend_ticks().max(1.0)).min(1.0);
        let pose = body.before.as_ref();
        let situation = Situation { pose, pinned: contacts, blow: Some(active.blow) };
        let (mut earlier, mut pushed) = (Pose::default(), Pose::default());
        let poses = (&mut earlier, &mut pushed);
        self.ragdoll.simulate(&situation, active.elapsed, velocities, poses);
        self.ragdoll.limits().clamp(&mut pushed);
        self.ragdoll.limits().clamp(&mut earlier);
        pushed.as_ref().interpolate_into(out.pose.as_ref(), share, &mut body.now);
        let own = body.before.clone();
        earlier.as_ref().interpolate_into(own.as_ref(), share, &mut body.before);
    }

    /// Hands the body to the controller, which goes on from it.
    ///
    /// A body that is about to fall is taken up anew once the force ends, momentum and all, by
    /// whatever in the data moves most like it: from there a step is near, from standing it is not.
    pub(crate) fn hand_back(&self, memory: &mut Memory<C::Memory>, out: &mut Output) -> bool {
        let takes_up = memory.recovery.is_some() && memory.active.is_some_and(Active::is_last);
        let Memory { inner, body, velocities, .. } = memory;
        if takes_up {
            let pushed = velocities.first().map_or(Vec3::ZERO, |hips| hips.linear);
            body.before.root_position -= Vec3::new(pushed.x, 0.0, pushed.z) / self.rate_hz();
            velocities.fill(Motion::default());
        }
        body.secs = 1.0 / self.rate_hz();
        body.ground = out.ground;
        let root = |pose: &Pose| pose.rotations.first().copied().unwrap_or_default();
        let turned = yaw_of(root(&body.now) * root(&out.pose).conjugate());
        let turned = 2.0 * atan2(turned.y, turned.w);
        body.ground.heading = wrap_angle(body.ground.heading + wrap_angle(turned));
        (body.ground.x, body.ground.z) = (body.now.root_position.x, body.now.root_position.z);
        if takes_up {
            let contacts = out.contacts;
            *inner = self.inner.begin(Start::State(body), out);
            out.contacts = contacts;
            return true;
        }
        self.inner.disturb(inner, body, out)
    }

    /// k of eq. 15 in ticks of the controller.
    pub(crate) fn blend_ticks(&self) -> f32 {
        ticks(self.config.blend_ticks) * self.rate_hz() / PAPER_HZ
    }

    /// Whether the simulation goes on after this tick.
    pub(crate) fn lasts(&self, active: Active) -> bool {
        let force_ticks = match self.config.mode {
            PushMode::Paper => 0.0,
            PushMode::Momentum => active.blow.ticks,
        };
        ticks(active.elapsed) < force_ticks + self.blend_ticks()
    }

    /// Whether a push may be this one, at this age.
    pub(crate) fn is_possible(&self, active: Active) -> bool {
        let Blow { joint, newtons, ticks } = active.blow;
        let longest = LONGEST_SECS * self.rate_hz();
        joint.index() < self.skeleton().len()
            && newtons.length() <= 1.001 * STRONGEST
            && (0.0..=longest).contains(&ticks)
            && (active.elapsed == 0 || self.lasts(active))
    }

    pub(crate) fn is_over(&self, memory: &Memory<C::Memory>) -> bool {
        memory.active.is_none_or(|active| !self.lasts(active))
    }
}
