//! One body on screen: a shared controller, its own memory, and the pose to draw.

use crate::{
    ability::{Abilities, Ability},
    added_motion::AddedMotion,
    controller::{BodyState, Controller, Push, Start},
    event::{Event, Events},
    explanation::Explanation,
    foot_lock::{FootLockState, LockedTick},
    goal::Goal,
    notice::Told,
    output::Output,
    problem::{Problem, Problems},
    progress::Progress,
    saved::{Reader, Saved, Writer, sound},
    saved_fields,
    snapshot::{self, Identity, Snapshot, SnapshotError, seal_snapshot},
    steer::steer,
    tick::TickClock,
    travel::{Gait, Travel},
};
use sidestep_motion::{Contacts, GroundTransform, Object, Pose, kinematics::JointTransforms};
use std::sync::Arc;

/// Speed taken where a goal leaves it open and the controller does not steer itself, in m/s.
const USUAL_SPEED: f32 = 1.4;

/// A body driven by a controller. See [`crate::Animate`] for the same with its type erased.
///
/// ```no_run
/// # use sidestep_control::{Character, Controller, Goal, Start};
/// # use sidestep_motion::GroundTransform;
/// # fn play<C: Controller>(controller: &std::sync::Arc<C>) {
/// let mut character = Character::new(controller, Start::Rest(GroundTransform::IDENTITY));
/// let pose = character.advance(&Goal::walk(0.0, 1.4), 1.0 / 60.0);
/// # let _ = pose;
/// # }
/// ```
pub struct Character<C: Controller> {
    controller: Arc<C>,
    identity: Identity,
    state: CharacterState<C::Memory>,
    /// Room for kinematics; says nothing of the character.
    scratch: JointTransforms,
    /// What the last advance added, for those who measure; says nothing of the character.
    added: AddedMotion,
}

/// All that a character is at one moment. Loading it brings back every later bit.
#[derive(Clone)]
struct CharacterState<M> {
    memory: M,
    clock: TickClock,
    feet: FootLockState,
    /// The last tick as the controller made it, before feet were locked.
    made: Output,
    /// The tick before the last, and the last, with feet locked.
    before: Output,
    now: Output,
    /// What is shown: between `before` and `now`.
    shown: Output,
    root_delta: GroundTransform,
    /// How far it is with what it was told to get done.
    progress: Progress,
    /// What happened in the last advance.
    events: Events,
    /// What it was asked for and cannot do.
    told: Told,
    problems: Problems,
    /// What went wrong since the last advance.
    pending: Problems,
}

// Its controller saves the memory.
saved_fields!(impl<M> CharacterState<M> {
    clock,
    feet,
    made,
    before,
    now,
    shown,
    root_delta,
    progress,
    events,
    told,
    problems,
    pending,
} without { memory });

impl<C: Controller> Character<C> {
    /// A new character. A start that makes no sense is replaced by standing at the origin.
    pub fn new(controller: &Arc<C>, start: Start<'_>) -> Self {
        let joints = controller.skeleton().len();
        let mut made = Output::new(joints);
        let (start, pending) = sanitized_start(start, joints);
        let memory = controller.begin(start, &mut made);
        let state = CharacterState {
            memory,
            clock: TickClock::new(controller.rate_hz()),
            feet: FootLockState::default(),
            before: made.clone(),
            now: made.clone(),
            shown: made.clone(),
            made,
            root_delta: GroundTransform::IDENTITY,
            progress: Progress::default(),
            events: Events::NONE,
            told: Told::default(),
            problems: Problems::NONE,
            pending,
        };
        let kind = std::any::type_name::<C>();
        Self {
            identity: Identity::guess(kind, controller.skeleton(), controller.rate_hz()),
            controller: Arc::clone(controller),
            state,
            scratch: JointTransforms::new(joints),
            added: AddedMotion::default(),
        }
    }

    /// The same character, known to be of a controller of this identity. Without it snapshots are
    /// told apart by the type of the controller and its skeleton alone.
    pub fn with_identity(mut self, of_file: Identity) -> Self {
        self.identity = self.controller.identity(of_file);
        self
    }

    /// Whose snapshots it can load.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Lets `secs` pass under a goal and returns the pose to show.
    ///
    /// Two advances of half a time lead to the same state as one of the whole time.
    pub fn advance(&mut self, goal: &Goal, secs: f32) -> &Pose {
        let state = &mut self.state;
        let ground_before = state.shown.ground;
        self.added = AddedMotion::default();
        state.problems = std::mem::take(&mut state.pending);
        let ticks = state.clock.advance(secs);
        if ticks.invalid {
            state.problems.add(Problem::TimeInvalid);
        }
        if ticks.too_long {
            state.problems.add(Problem::TimeTooLong);
        }
        let (mut goal, problems) = goal.sanitized();
        state.problems = state.problems.union(problems);
        state.events = Events::NONE;
        state.told.begin(self.controller.lacks(&goal), &goal);
        if !state.told.now().is_empty() {
            state.problems.add(Problem::GoalNotServed);
        }
        for _ in 0..ticks.count {
            self.tick(&mut goal);
        }
        let state = &mut self.state;
        let fraction = state.clock.fraction();
        state.shown.interpolate(&state.before, &state.now, fraction);
        state.root_delta = ground_before.delta_to(state.shown.ground);
        &state.shown.pose
    }

    /// The pose to show, in the world.
    pub fn pose(&self) -> &Pose {
        &self.state.shown.pose
    }

    /// The pose of the last tick as the controller made it, before feet were locked.
    pub fn unlocked_pose(&self) -> &Pose {
        &self.state.made.pose
    }

    /// Place and heading of the character.
    pub fn ground(&self) -> GroundTransform {
        self.state.shown.ground
    }

    /// The step of the last advance, as seen from where it began: `after = before * delta`.
    pub fn root_delta(&self) -> GroundTransform {
        self.state.root_delta
    }

    /// Root motion that the controller added in the last advance on top of the frames it played.
    pub fn added_motion(&self) -> AddedMotion {
        self.added
    }

    /// The feet that are down.
    pub fn contacts(&self) -> Contacts {
        self.state.shown.contacts
    }

    /// The things it moves beside the body, such as a ball.
    pub fn objects(&self) -> &[Object] {
        &self.state.shown.objects
    }

    /// What happened in the last advance: feet that came down, a place that was reached.
    pub fn events(&self) -> Events {
        self.state.events
    }

    /// Whether it is at the place that its goal names.
    pub fn has_arrived(&self) -> bool {
        self.state.progress.has_arrived()
    }

    /// What the goal of the last advance asks for and the controller cannot do.
    pub fn unserved(&self) -> Abilities {
        self.state.told.now()
    }

    /// What it cannot do of what it was asked for in the last advance for the first time, in words.
    /// Each is told once in the life of a character.
    pub fn notices(&self) -> Vec<String> {
        let of_ability = |ability| self.controller.lack(ability);
        self.state.told.news().iter().map(of_ability).collect()
    }

    /// What had to be put right in the last advance and since.
    pub fn problems(&self) -> Problems {
        self.state.problems.union(self.state.pending)
    }

    /// Puts the character elsewhere: a wall stopped it, a platform or a teleporter moved it.
    ///
    /// Everything goes along as one rigid thing, planted feet included.
    pub fn correct_root(&mut self, ground: GroundTransform) {
        let state = &mut self.state;
        if !ground.is_finite() {
            state.pending.add(Problem::CorrectionInvalid);
            return;
        }
        let moved = ground * state.shown.ground.inverse();
        for output in [&mut state.made, &mut state.before, &mut state.now, &mut state.shown] {
            output.carry(moved);
        }
        state.feet.carry(moved);
        self.controller.carry(&mut state.memory, moved);
    }

    /// Pushes a part of the body; returns whether the controller can feel it.
    pub fn push(&mut self, push: &Push) -> bool {
        let valid = push.is_valid(self.controller.skeleton().len());
        let felt = valid && self.controller.push(&mut self.state.memory, push);
        if !felt {
            self.state.pending.add(Problem::PushNotServed);
        }
        felt
    }

    /// Says what the controller would do next under a goal, and why; what `explanation` held before
    /// is cleared. It changes nothing and may take long: ask now and then, not in every frame.
    pub fn explain(&self, goal: &Goal, explanation: &mut Explanation) {
        explanation.clear();
        let (mut goal, _) = goal.sanitized();
        { self.state.progress }.follow(&mut goal.travel, self.state.now.ground);
        let reduced = served(&goal, self.controller.abilities(), self.state.now.ground);
        let goal = reduced.as_ref().unwrap_or(&goal);
        self.controller.explain(&self.state.memory, goal, &self.state.made, explanation);
        if let Some(feet) = self.controller.feet_now(&self.state.memory) {
            feet.explain(&self.state.feet, &self.state.now, explanation);
        }
    }

    /// Writes all that the character is now in place of what `bytes` holds, with no scratch space in
    /// it. Does not allocate where `bytes` has room.
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        snapshot::begin(self.identity, bytes);
        self.write(&mut Writer::new(bytes));
        seal_snapshot(bytes);
    }

    /// Makes the character what it was when these bytes were saved, here or in another process, by
    /// a character of the same controller. Where they cannot be used it stays as it is.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let payload = snapshot::open(bytes, self.identity)?;
        let mut before = Vec::with_capacity(payload.len());
        self.write(&mut Writer::new(&mut before));
        let loaded = self.read(payload);
        if loaded.is_err() && self.read(&before).is_err() {
            self.recover();
        }
        loaded
    }

    /// All that the character is now.
    pub fn snapshot(&self) -> Snapshot {
        let mut bytes = Vec::new();
        self.save_into(&mut bytes);
        Snapshot::new(bytes)
    }

    /// Makes the character what it was when the snapshot was taken. Does not allocate.
    ///
    /// The snapshot must come from a character of the same controller.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        let restored = self.read(snapshot.payload(self.identity)?);
        if restored.is_err() {
            // A fault of the controller, whose memory was none to be saved.
            self.recover();
        }
        restored
    }

    /// The controller it shares.
    pub fn controller(&self) -> &Arc<C> {
        &self.controller
    }

    /// What it remembers, for those who know the controller.
    pub fn memory(&self) -> &C::Memory {
        &self.state.memory
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.controller.save(&self.state.memory, to);
        self.state.save(to);
    }

    fn read(&mut self, payload: &[u8]) -> Result<(), SnapshotError> {
        let mut from = Reader::new(payload);
        self.controller.load(&mut self.state.memory, &mut from)?;
        self.state.load(&mut from)?;
        let state = &self.state;
        let outputs = [&state.made, &state.before, &state.now, &state.shown];
        let joints = self.controller.skeleton().len();
        let are_held = outputs
            .iter()
            .flat_map(|output| &output.objects)
            .all(|object| object.held_by.joints().all(|joint| joint.index() < joints));
        sound(are_held, "a thing is held by a joint that is not there")?;
        from.finish()
    }

    fn tick(&mut self, goal: &mut Goal) {
        let state = &mut self.state;
        state.progress.follow(&mut goal.travel, state.now.ground);
        let reduced = served(goal, self.controller.abilities(), state.now.ground);
        state.made.events = Events::NONE;
        state.made.played = None;
        let served = reduced.as_ref().unwrap_or(goal);
        self.controller.step(&mut state.memory, served, &mut state.made);
        let added = self.controller.added_motion(&state.memory);
        self.added += added;
        std::mem::swap(&mut state.before, &mut state.now);
        state.now.copy_from(&state.made);
        if let Some(feet) = self.controller.feet_now(&state.memory) {
            let crouches = served.travel.pace().gait == Some(Gait::Crouch);
            let tick = LockedTick { secs: state.clock.tick_secs(), added_yaw: added.yaw, crouches };
            feet.apply(&mut state.feet, tick, &mut state.now, &mut self.scratch);
            state.made.footing = state.now.footing;
        }
        if !(state.made.is_finite() && state.now.is_finite()) {
            self.recover();
        }
        self.notice(goal);
    }

    /// Notes what has happened in the tick just made.
    fn notice(&mut self, goal: &Goal) {
        let state = &mut self.state;
        let feet = Events::of_feet(state.before.contacts, state.now.contacts);
        state.events = state.events.union(state.made.events).union(feet);
        if state.progress.arrive(&goal.travel, state.now.ground) {
            state.events.add(Event::Arrived);
        }
    }

    /// Begins anew from the last good pose. Only a fault of the controller leads here.
    fn recover(&mut self) {
        let state = &mut self.state;
        state.problems.add(Problem::PoseNotFinite);
        state.now.copy_from(&state.before);
        let body = BodyState {
            before: state.before.pose.clone(),
            now: state.before.pose.clone(),
            secs: state.clock.tick_secs(),
            ground: state.before.ground,
        };
        state.made.copy_from(&state.before);
        state.memory = self.controller.begin(Start::State(&body), &mut state.made);
        state.feet = FootLockState::default();
        if !state.made.is_finite() {
            state.made.copy_from(&state.before);
        }
    }
}

impl<C: Controller> Clone for Character<C> {
    fn clone(&self) -> Self {
        Self {
            controller: Arc::clone(&self.controller),
            identity: self.identity,
            state: self.state.clone(),
            scratch: self.scratch.clone(),
            added: self.added,
        }
    }
}

fn sanitized_start(start: Start<'_>, joints: usize) -> (Start<'_>, Problems) {
    let valid = match start {
        Start::Rest(ground) => ground.is_finite(),
        Start::State(state) => state.is_valid(joints),
    };
    let mut problems = Problems::NONE;
    if valid {
        return (start, problems);
    }
    problems.add(Problem::StartInvalid);
    let ground = match start {
        Start::State(state) if state.ground.is_finite() => state.ground,
        _ => GroundTransform::IDENTITY,
    };
    (Start::Rest(ground), problems)
}

/// The goal as a direction, where the controller does not know its kind.
fn served(goal: &Goal, abilities: Abilities, ground: GroundTransform) -> Option<Goal> {
    let kind = match goal.travel {
        Travel::Line { .. } => Ability::Line,
        Travel::Reach { .. } => Ability::Reach,
        Travel::Path { .. } => Ability::Path,
        Travel::Free | Travel::Stand { .. } | Travel::Move { .. } => return None,
    };
    let toward = || goal.with_travel(steer(&goal.travel, ground, USUAL_SPEED).to_travel());
    (!abilities.has(kind)).then(toward)
}
