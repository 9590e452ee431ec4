//! A controller that can be pushed: it does what it did, and feels what happens to it.

use crate::{
    balance::{Balance, flat},
    config::{PushConfig, PushMode},
    hold::{Held, Hold, Pull, Room},
    ragdoll::{Blow, Motion, Ragdoll, Situation},
    recovery::{Recovery, is_idle},
    stance::Stance,
    sway::Sway,
};
use glam::{Vec2, Vec3};
use sidestep_control::{
    Abilities, Ability, AddedMotion, BodyState, Controller, Explanation, FootLock, FootLockConfig,
    Footprint, Gaits, Goal, GroundPoint, Identity, Mark, Output, Push, Reader, Saved,
    SnapshotError, Start, Writer, saved::sound, saved_fields, saved_value,
};
use sidestep_motion::{
    Contacts, GroundTransform, JointLimits, MotionLibrary, ObjectKind, Pose, Side, Skeleton,
    inertialize::Inertializer,
    kinematics::JointTransforms,
    math::{atan2, exp, unit, wrap_angle, yaw_of},
};
use std::sync::Arc;

/// No force is stronger, in newtons.
const STRONGEST: f32 = 5_000.0;

/// No push lasts longer, in seconds.
const LONGEST_SECS: f32 = 2.0;

/// Ticks a second of the paper, in which it counts.
const PAPER_HZ: f32 = 30.0;

/// Who goes faster by himself is not standing, in metres a second: walking is a recovery already.
const STANDING: f32 = 0.5;

/// A weaker force does not lead anybody away, in newtons.
const FAINTEST: f32 = 20.0;

/// Feet settle within this time once a push and its recovery are over.
const SETTLE_SECS: f32 = 1.0;

/// A push that is over sooner is that of a hand which holds on: it gives another in every tick.
const HOLDING_SECS: f32 = 0.1;

/// How long it takes a body that was held to bend as it always does.
const LOOSE_SECS: f32 = 1.2;

/// A hand that holds a body on its way more weakly does not stop it, in newtons.
const STOPPING: f32 = 40.0;

/// No segment that was saved moves faster, in metres and radians a second.
const BELIEVED: f32 = 100.0;

/// Any controller, made to feel pushes.
#[derive(Debug)]
pub struct Pushable<C> {
    inner: Arc<C>,
    ragdoll: Ragdoll,
    /// How a body stands that somebody holds, where it can stand.
    stance: Option<Stance>,
    /// The controller's, kept from breaking the legs of a body that leans.
    feet: Option<FootLock>,
    /// The same for a body that is carried off: it holds feet longer, and lifts those it lets go.
    pushed_feet: Option<FootLock>,
    config: PushConfig,
}

/// What one character remembers.
#[derive(Clone, Debug)]
pub struct Memory<M> {
    inner: M,
    /// The push that acts, or acted not long ago.
    active: Option<Active>,
    /// What it has given to each segment.
    velocities: Vec<Motion>,
    /// How far the body was pushed since each foot has come down.
    leant: [Vec3; 2],
    /// The feet that were down in the tick before; `None` where that was before the push.
    down: Option<Contacts>,
    /// The step that keeps the body from falling, while it is under way.
    recovery: Option<Recovery>,
    /// For how long feet are held as those of a body that is carried off.
    unsettled_secs: f32,
    /// What a body that stands on both feet still has to come back, once the push is over.
    sway: Sway,
    /// A pull that nobody has felt yet.
    pull: Option<Pull>,
    /// The hand that holds the body, or did a moment ago.
    held: Option<Held>,
    /// For how long yet the joints of a body that was held may be bent farther than in the library.
    loose_secs: f32,
    /// What is left of the pose that the body had before.
    join: Inertializer,
    /// The pose of the tick before the last.
    before: Pose,
    /// The pose of the last tick, in a tick; room otherwise.
    last: Pose,
    /// Room for the joints of a held body.
    at: JointTransforms,
    /// The body handed back to the controller; what stands in it before does not matter.
    body: Box<BodyState>,
    /// The pose of the controller alone; likewise.
    own: Pose,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Active {
    blow: Blow,
    /// Ticks since it began.
    elapsed: u32,
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
        let limits = JointLimits::of(library, config.limit_margin);
        let ragdoll = Ragdoll::new(inner.skeleton(), limits, inner.rate_hz(), &config);
        let stance = Stance::of(library, ragdoll.plan());
        let stance = stance.filter(|_| config.mode == PushMode::Momentum);
        Self { stance, inner: Arc::clone(inner), ragdoll, feet, pushed_feet, config }
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
        memory.join.turn(moved);
        moved.transform_pose(&mut memory.before);
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
        let pulls = [memory.pull, held.and_then(|held| held.pull)];
        sound(
            pulls.into_iter().flatten().all(|pull| self.can_pull(pull))
                && held.is_none_or(|held| held.is_sound(self.skeleton().len()))
                && (held.is_none() || self.stance.is_some()),
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
        self.inner.disturb(&mut memory.inner, body, out)
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
        if let Some(held) = &memory.held {
            held.doing().clone_into(&mut explanation.doing);
        }
        self.balance(memory, out).explain(memory.active.is_some(), explanation);
        if let Some(recovery) = memory.recovery {
            let target = recovery.target();
            let place = GroundPoint::new(target.x, target.y);
            explanation.marks.push(Mark { label: "recovery step", place });
        }
        let force = memory.active.filter(|active| active.is_forced());
        let held = memory.held.map_or(0.0, |held| held.newtons().length());
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
    fn go(&self, memory: &mut Memory<C::Memory>, goal: &Goal, out: &mut Output) {
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

    /// A tick of a body that is held; the controller waits.
    fn hold(&self, memory: &mut Memory<C::Memory>, goal: &Goal, out: &mut Output) {
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

    /// Takes up what pulls since the last tick: a hand that holds on, or else a push.
    fn feel(&self, memory: &mut Memory<C::Memory>, goal: &Goal, out: &Output) {
        let Some(pull) = memory.pull.take() else { return };
        if let Some(held) = &mut memory.held {
            held.pull = Some(pull);
            return;
        }
        let is_stopped = is_idle(goal, out.ground) || pull.newtons.length() > STOPPING;
        if !(is_stopped && self.take_hold(memory, pull, out)) {
            self.strike(
                memory,
                Blow { joint: pull.joint, newtons: pull.newtons, ticks: pull.ticks },
            );
        }
    }

    /// A push takes the place of the old one; what that has given stays, but for [`PushMode::Paper`].
    fn strike(&self, memory: &mut Memory<C::Memory>, blow: Blow) {
        if self.config.mode == PushMode::Paper {
            memory.velocities.fill(Motion::default());
        }
        if memory.active.is_none() {
            memory.leant = [-memory.sway.left; 2];
            memory.sway = Sway::default();
        }
        memory.active = Some(Active { blow, elapsed: 0 });
    }

    /// Takes hold of a body; returns whether it can be held.
    fn take_hold(&self, memory: &mut Memory<C::Memory>, pull: Pull, out: &Output) -> bool {
        let Some(hold) = self.holding() else { return false };
        let Memory { before, body, at, join, .. } = memory;
        let mut room = Room { before, entered: &mut body.now, at, join };
        memory.held = Some(hold.take(pull, &mut room, out));
        memory.end();
        memory.sway = Sway::default();
        memory.recovery = None;
        true
    }

    fn holding(&self) -> Option<Hold<'_>> {
        let stance = self.stance.as_ref()?;
        Some(Hold { stance, mass_kg: self.config.mass_kg, tick_secs: 1.0 / self.rate_hz() })
    }

    /// Adds to the controller's pose what one tick of the push does, momentum included.
    fn add(&self, memory: &mut Memory<C::Memory>, out: &Output) {
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
    fn blend(&self, memory: &mut Memory<C::Memory>, contacts: Contacts, out: &Output) {
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
    fn hand_back(&self, memory: &mut Memory<C::Memory>, out: &mut Output) -> bool {
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

    /// What to ask of the controller instead of a goal that leaves it where it is, while it recovers.
    fn recovering(
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
    fn keep_balance(&self, memory: &mut Memory<C::Memory>, is_standing: bool, out: &Output) {
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
    fn balance(&self, memory: &Memory<C::Memory>, out: &Output) -> Balance {
        let mut at = JointTransforms::new(self.skeleton().len());
        at.compute(self.skeleton(), out.pose.as_ref());
        let plan = self.ragdoll.plan();
        let segments = || plan.segments.iter().zip(&memory.velocities);
        let momentum: Vec3 = segments().map(|(part, motion)| motion.linear * part.mass_kg).sum();
        Balance::new(plan, &at, momentum / self.config.mass_kg.max(1e-3), out.contacts)
    }

    /// k of eq. 15 in ticks of the controller.
    fn blend_ticks(&self) -> f32 {
        ticks(self.config.blend_ticks) * self.rate_hz() / PAPER_HZ
    }

    /// Whether the simulation goes on after this tick.
    fn lasts(&self, active: Active) -> bool {
        let force_ticks = match self.config.mode {
            PushMode::Paper => 0.0,
            PushMode::Momentum => active.blow.ticks,
        };
        ticks(active.elapsed) < force_ticks + self.blend_ticks()
    }

    /// Whether a pull may be this one.
    fn can_pull(&self, Pull { joint, newtons, ticks }: Pull) -> bool {
        joint.index() < self.skeleton().len()
            && newtons.length() <= 1.001 * STRONGEST
            && (-1.0..=LONGEST_SECS * self.rate_hz()).contains(&ticks)
    }

    /// Whether a push may be this one, at this age.
    fn is_possible(&self, active: Active) -> bool {
        let Blow { joint, newtons, ticks } = active.blow;
        let longest = LONGEST_SECS * self.rate_hz();
        joint.index() < self.skeleton().len()
            && newtons.length() <= 1.001 * STRONGEST
            && (0.0..=longest).contains(&ticks)
            && (active.elapsed == 0 || self.lasts(active))
    }

    fn is_over(&self, memory: &Memory<C::Memory>) -> bool {
        memory.active.is_none_or(|active| !self.lasts(active))
    }

    /// Moves a body that stands on both feet back over them: nobody stays leaning after a push.
    fn come_back(&self, memory: &mut Memory<C::Memory>, out: &mut Output) {
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

impl<M> Memory<M> {
    /// What the controller remembers.
    pub fn inner(&self) -> &M {
        &self.inner
    }

    /// Whether a push acts or has not yet been forgotten.
    pub fn is_pushed(&self) -> bool {
        self.active.is_some() || self.held.is_some()
    }

    /// Lets time pass for the feet.
    fn settle(&mut self, secs: f32) {
        let is_pushed = self.active.is_some() || self.recovery.is_some();
        let left = (self.unsettled_secs - secs).max(0.0);
        self.unsettled_secs = if is_pushed { SETTLE_SECS } else { left };
    }

    fn end(&mut self) {
        self.active = None;
        self.velocities.fill(Motion::default());
        let [left, right] = self.leant;
        let nearer = if left.length_squared() < right.length_squared() { left } else { right };
        self.sway = Sway { left: -nearer, velocity: Vec3::ZERO };
        self.leant = [Vec3::ZERO; 2];
        self.down = None;
    }

    /// A foot that has come down anew has not been pushed away from yet.
    fn note_contacts(&mut self, contacts: Contacts) {
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
    fn is_last(self) -> bool {
        (0.0..1.0).contains(&(ticks(self.elapsed) - self.blow.ticks))
    }

    /// Whether the force still acts, or has just ended.
    fn is_forced(self) -> bool {
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
    loose_secs,
    join,
    before,
} without { inner, body, own, last, at });
saved_value!(Active { blow, elapsed });

#[expect(clippy::cast_precision_loss, reason = "a few ticks")]
fn ticks(count: u32) -> f32 {
    count as f32
}
