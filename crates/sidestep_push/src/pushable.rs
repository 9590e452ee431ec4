//! A controller that can be pushed: it does what it did, and feels what happens to it.

use crate::{
    config::{PushConfig, PushMode},
    held::Pull,
    memory::Memory,
    ragdoll::{Blow, Motion, Ragdoll},
    recovery::is_idle,
    stance::Stance,
    sway::Sway,
};
use glam::Vec3;
use sidestep_control::{
    Abilities, Ability, AddedMotion, BodyState, Controller, Explanation, FootLock, FootLockConfig,
    Footprint, Gaits, Goal, GroundPoint, Identity, Mark, Output, Push, Reader, Saved,
    SnapshotError, Start, Writer, saved::sound,
};
use sidestep_motion::{
    GroundTransform, JointLimits, MotionLibrary, ObjectKind, Pose, Skeleton,
    inertialize::Inertializer, kinematics::JointTransforms,
};
use std::sync::Arc;

/// No force is stronger, in newtons.
pub(crate) const STRONGEST: f32 = 5_000.0;

/// No push lasts longer, in seconds.
pub(crate) const LONGEST_SECS: f32 = 2.0;

/// Who goes faster by himself is not standing, in metres a second: walking is a recovery already.
const STANDING: f32 = 0.5;

/// A push that is over sooner is that of a hand which holds on: it gives another in every tick.
const HOLDING_SECS: f32 = 0.1;

/// How long it takes a body that was held to bend as it always does.
pub(crate) const LOOSE_SECS: f32 = 1.2;

/// No segment that was saved moves faster, in metres and radians a second.
const BELIEVED: f32 = 100.0;

/// Any controller, made to feel pushes.
#[derive(Debug)]
pub struct Pushable<C> {
    pub(crate) inner: Arc<C>,
    pub(crate) ragdoll: Ragdoll,
    /// How a body stands that somebody holds, where it can stand.
    pub(crate) stance: Option<Stance>,
    /// The controller's, kept from breaking the legs of a body that leans.
    pub(crate) feet: Option<FootLock>,
    /// The same for a body that is carried off: it holds feet longer, and lifts those it lets go.
    pub(crate) pushed_feet: Option<FootLock>,
    /// The controller's for a body that falls: what it holds it lets go, and the rest lies as it lies.
    pub(crate) fallen_feet: Option<FootLock>,
    pub(crate) config: PushConfig,
}

impl<C: Controller> Pushable<C> {
    /// Makes a controller feel pushes. The joints keep to the ranges they have in `library`.
    pub fn new(inner: &Arc<C>, library: &MotionLibrary, config: PushConfig) -> Self {
        let lock_limits = JointLimits::of(library, config.lock_margin);
        let feet = inner.feet().cloned().map(|feet| feet.within(lock_limits));
        let pushed_feet = feet.clone().map(|feet| {
            let FootLockConfig { radius, step_height, .. } = *feet.config();
            let radius = radius.max(config.hold_reach);
            let step_height = step_height.max(config.step_height);
            let lock = FootLockConfig { radius, step_height, ..*feet.config() };
            feet.with_config(lock)
        });
        let fallen_feet = inner.feet().cloned().map(|feet| {
            let (clearance, most_lead, still_speed) = (0.0, 0.0, 0.0);
            let usual = *feet.config();
            feet.with_config(FootLockConfig { clearance, most_lead, still_speed, ..usual })
        });
        let limits = JointLimits::of(library, config.limit_margin);
        let ragdoll = Ragdoll::new(inner.skeleton(), limits, inner.rate_hz(), &config);
        let stance = Stance::of(library, ragdoll.plan());
        let stance = stance.filter(|_| config.mode == PushMode::Momentum);
        Self { stance, inner: Arc::clone(inner), ragdoll, feet, pushed_feet, fallen_feet, config }
    }

    /// The controller that is pushed.
    pub fn inner(&self) -> &Arc<C> {
        &self.inner
    }

    /// The body that takes the push.
    pub fn ragdoll(&self) -> &Ragdoll {
        &self.ragdoll
    }
}

impl<C: Controller> Controller for Pushable<C> {
    type Memory = Memory<C::Memory>;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.inner.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.inner.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        self.inner.abilities().with(Ability::Push, true)
    }

    fn gaits(&self) -> Gaits {
        self.inner.gaits()
    }

    fn lacks(&self, goal: &Goal) -> Abilities {
        self.inner.lacks(goal)
    }

    fn lack(&self, ability: Ability) -> String {
        self.inner.lack(ability)
    }

    fn objects(&self) -> &[ObjectKind] {
        self.inner.objects()
    }

    fn feet(&self) -> Option<&FootLock> {
        self.feet.as_ref()
    }

    fn feet_now(&self, memory: &Self::Memory) -> Option<&FootLock> {
        if memory.held.is_some_and(|held| held.fall.is_some()) {
            return self.fallen_feet.as_ref();
        }
        if memory.held.is_some() || memory.loose_secs > 0.0 {
            // Whoever is held bends farther than anybody does by himself.
            return self.inner.feet();
        }
        if memory.unsettled_secs > 0.0 { self.pushed_feet.as_ref() } else { self.feet.as_ref() }
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Self::Memory {
        let joints = self.skeleton().len();
        let body = BodyState {
            before: Pose::identity(joints),
            now: Pose::identity(joints),
            secs: 1.0 / self.rate_hz(),
            ground: GroundTransform::IDENTITY,
        };
        let inner = self.inner.begin(start, out);
        let mut before = out.pose.clone();
        if let Start::State(body) = start {
            body.earlier_into(1.0 / self.rate_hz(), &mut before);
        }
        Memory {
            inner,
            active: None,
            velocities: vec![Motion::default(); self.ragdoll.plan().segments.len()],
            leant: [Vec3::ZERO; 2],
            down: None,
            recovery: None,
            unsettled_secs: 0.0,
            sway: Sway::default(),
            held: None,
            led: None,
            loose_secs: 0.0,
            join: Inertializer::new(joints),
            before,
            last: Pose::identity(joints),
            pull: None,
            at: JointTransforms::new(joints),
            body: Box::new(body),
            own: Pose::identity(joints),
        }
    }

    fn step(&self, memory: &mut Self::Memory, goal: &Goal, out: &mut Output) {
        memory.last.copy_from(out.pose.as_ref());
        memory.loose_secs = (memory.loose_secs - 1.0 / self.rate_hz()).max(0.0);
        self.feel(memory, goal, out);
        if memory.held.is_some() {
            self.hold(memory, goal, out);
        } else if memory.led.is_some() {
            self.lead(memory, goal, out);
        } else {
            self.go(memory, goal, out);
        }
        std::mem::swap(&mut memory.before, &mut memory.last);
    }

    fn carry(&self, memory: &mut Self::Memory, moved: GroundTransform) {
        self.inner.carry(&mut memory.inner, moved);
        for motion in &mut memory.velocities {
            motion.linear = moved.transform_vector(motion.linear);
            motion.angular = moved.transform_vector(motion.angular);
        }
        let Memory { leant: [left, right], sway, .. } = memory;
        for vector in [left, right, &mut sway.left, &mut sway.velocity] {
            *vector = moved.transform_vector(*vector);
        }
        if let Some(recovery) = &mut memory.recovery {
            recovery.carry(moved);
        }
        if let Some(active) = &mut memory.active {
            active.blow.newtons = moved.transform_vector(active.blow.newtons);
        }
        if let Some(pull) = &mut memory.pull {
            pull.newtons = moved.transform_vector(pull.newtons);
        }
        if let Some(held) = &mut memory.held {
            held.carry(moved);
        }
        if let Some(led) = &mut memory.led {
            led.turn(|vector| moved.transform_vector(vector));
        }
        memory.join.turn(moved);
        moved.transform_pose(&mut memory.before);
        moved.transform_pose(&mut memory.own);
    }

    fn save(&self, memory: &Self::Memory, to: &mut Writer<'_>) {
        self.inner.save(&memory.inner, to);
        memory.save(to);
    }

    fn load(&self, memory: &mut Self::Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        self.inner.load(&mut memory.inner, from)?;
        memory.load(from)?;
        let is_calm = memory.velocities.iter().all(|motion| motion.is_within(BELIEVED));
        sound(is_calm, "it moves faster than any push can move it")?;
        sound(
            memory.active.is_none_or(|active| self.is_possible(active)),
            "no such push is possible",
        )?;
        let held = memory.held.as_ref();
        let led = memory.led.as_ref();
        let pulls = [memory.pull, held.and_then(|held| held.pull), led.and_then(|led| led.pull)];
        sound(
            pulls.into_iter().flatten().all(|pull| self.can_pull(pull))
                && held.is_none_or(|held| held.is_sound(self.skeleton().len()))
                && led.is_none_or(|led| led.is_sound(self.skeleton().len()))
                && ((held.is_none() && led.is_none()) || self.stance.is_some()),
            "no body is held like this",
        )
    }

    fn identity(&self, of_file: Identity) -> Identity {
        of_file.with_settings(&self.config.to_bytes())
    }

    /// A new push takes the place of the old one. A short one is that of a hand that holds on.
    fn push(&self, memory: &mut Self::Memory, push: &Push) -> bool {
        if !push.is_valid(self.skeleton().len()) {
            return false;
        }
        let newtons = push.force_newtons.clamp_length_max(STRONGEST);
        let ticks = push.duration_secs.min(LONGEST_SECS) * self.rate_hz();
        let holds = memory.held.is_some() || push.duration_secs < HOLDING_SECS;
        if holds && self.stance.is_some() {
            memory.pull = Some(Pull { joint: push.joint, newtons, ticks });
        } else {
            self.strike(memory, Blow { joint: push.joint, newtons, ticks });
        }
        true
    }

    fn disturb(&self, memory: &mut Self::Memory, body: &BodyState, out: &mut Output) -> bool {
        let is_felt = self.inner.disturb(&mut memory.inner, body, out);
        memory.own.copy_from(out.pose.as_ref());
        is_felt
    }

    /// What the controller adds; what a push does is not of its making.
    fn added_motion(&self, memory: &Self::Memory) -> AddedMotion {
        // The controller has made no step in a tick of a held body, the one that lets it go included.
        if memory.held.is_some() || memory.loose_secs >= LOOSE_SECS {
            return AddedMotion::default();
        }
        self.inner.added_motion(&memory.inner)
    }

    /// What the controller says of the goal it is asked for, and how the body stands.
    fn explain(
        &self,
        memory: &Self::Memory,
        goal: &Goal,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let asked = memory.recovery.and_then(|recovery| {
            recovery.goal(self.inner.abilities(), out.ground).filter(|_| is_idle(goal, out.ground))
        });
        let asked = asked.as_ref().unwrap_or(goal);
        self.inner.explain(&memory.inner, asked, out, explanation);
        if let (Some(hold), Some(held)) = (self.holding(), &memory.held) {
            hold.doing(held).clone_into(&mut explanation.doing);
        }
        self.balance(memory, out).explain(memory.active.is_some(), explanation);
        if let Some(recovery) = memory.recovery {
            let target = recovery.target();
            let place = GroundPoint::new(target.x, target.y);
            explanation.marks.push(Mark { label: "recovery step", place });
        }
        let force = memory.active.filter(|active| active.is_forced());
        let led = memory.led.and_then(|led| led.pull);
        let led = led.map_or(0.0, |pull| pull.newtons.length());
        let held = memory.held.map_or(led, |held| held.newtons().length());
        let newtons = force.map_or(held, |active| active.blow.newtons.length());
        explanation.add_number("force", newtons, "N");
    }

    fn footprint(&self) -> Footprint {
        let inner = self.inner.footprint();
        let pose_bytes = size_of::<Pose>() + self.skeleton().len() * size_of::<glam::Quat>();
        let motion_bytes = self.ragdoll.plan().segments.len() * size_of::<Motion>();
        let joints = self.skeleton().len();
        // Three poses, two of the held body, its joints, and the join, of ten numbers a joint.
        let held = joints * (size_of::<glam::Quat>() + size_of::<Vec3>() + 10 * size_of::<f32>());
        let own = size_of::<Self::Memory>() + 5 * pose_bytes + motion_bytes + held;
        Footprint { memory_bytes: inner.memory_bytes + own, ..inner }
    }
}

impl<C: Controller> Pushable<C> {
    /// A tick of the controller, with what a push does.
    pub(crate) fn go(&self, memory: &mut Memory<C::Memory>, goal: &Goal, out: &mut Output) {
        memory.settle(1.0 / self.rate_hz());
        let is_idle = is_idle(goal, out.ground);
        let recovering = self.recovering(memory, is_idle, out.ground);
        let goal = recovering.as_ref().unwrap_or(goal);
        if memory.active.is_none() {
            self.inner.step(&mut memory.inner, goal, out);
            self.come_back(memory, out);
            return self.keep_balance(memory, false, out);
        }
        memory.body.before.copy_from(out.pose.as_ref());
        let (contacts, ground) = (out.contacts, out.ground);
        self.inner.step(&mut memory.inner, goal, out);
        let own_speed = ground.delta_to(out.ground).position().length() * self.rate_hz();
        if let Some(active) = &mut memory.active {
            active.elapsed += 1;
        }
        match self.config.mode {
            PushMode::Paper => self.blend(memory, contacts, out),
            PushMode::Momentum => self.add(memory, out),
        }
        let is_felt = memory.body.now.is_finite()
            && memory.body.before.is_finite()
            && self.hand_back(memory, out);
        self.keep_balance(memory, is_idle && own_speed < STANDING, out);
        if !is_felt || self.is_over(memory) {
            memory.end();
        }
    }
}
