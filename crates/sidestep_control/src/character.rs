//! One body on screen: a shared controller, its own memory, and the pose to draw.

use crate::{
    ability::{Abilities, Ability},
    controller::{BodyState, Controller, Push, Start},
    explanation::Explanation,
    foot_lock::FootLockState,
    goal::Goal,
    output::Output,
    problem::{Problem, Problems},
    steer::steer,
    tick::TickClock,
};
use sidestep_motion::{Contacts, GroundTransform, Pose, kinematics::JointTransforms};
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
    state: CharacterState<C::Memory>,
    /// Room for kinematics; says nothing of the character.
    scratch: JointTransforms,
}

/// All that a character is at one moment. Restoring it brings back every later bit.
pub struct CharacterState<M> {
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
    problems: Problems,
    /// What happened since the last advance.
    pending: Problems,
}

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
            problems: Problems::NONE,
            pending,
        };
        Self { controller: Arc::clone(controller), state, scratch: JointTransforms::new(joints) }
    }

    /// Lets `secs` pass under a goal and returns the pose to show.
    ///
    /// Two advances of half a time lead to the same state as one of the whole time.
    pub fn advance(&mut self, goal: &Goal, secs: f32) -> &Pose {
        let state = &mut self.state;
        let ground_before = state.shown.ground;
        state.problems = std::mem::take(&mut state.pending);
        let ticks = state.clock.advance(secs);
        if ticks.invalid {
            state.problems.add(Problem::TimeInvalid);
        }
        if ticks.too_long {
            state.problems.add(Problem::TimeTooLong);
        }
        let (goal, problems) = goal.sanitized();
        state.problems = state.problems.union(problems);
        for _ in 0..ticks.count {
            self.tick(&goal);
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

    /// The feet that are down.
    pub fn contacts(&self) -> Contacts {
        self.state.shown.contacts
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
        let (goal, _) = goal.sanitized();
        let reduced = served(&goal, self.controller.abilities(), self.state.now.ground);
        let goal = reduced.as_ref().unwrap_or(&goal);
        self.controller.explain(&self.state.memory, goal, &self.state.made, explanation);
    }

    /// All that the character is now.
    pub fn snapshot(&self) -> CharacterState<C::Memory> {
        self.state.clone()
    }

    /// Makes the character what it was when the snapshot was taken.
    ///
    /// The snapshot must come from a character of the same controller.
    pub fn restore(&mut self, snapshot: &CharacterState<C::Memory>) {
        self.state.clone_from(snapshot);
    }

    /// The controller it shares.
    pub fn controller(&self) -> &Arc<C> {
        &self.controller
    }

    /// What it remembers, for those who know the controller.
    pub fn memory(&self) -> &C::Memory {
        &self.state.memory
    }

    /// The state itself, for snapshots that reuse their room.
    pub(crate) fn state(&self) -> &CharacterState<C::Memory> {
        &self.state
    }

    fn tick(&mut self, goal: &Goal) {
        let reduced = served(goal, self.controller.abilities(), self.state.now.ground);
        let state = &mut self.state;
        if reduced.is_some() || !self.controller.abilities().serve(goal.needs()) {
            state.problems.add(Problem::GoalNotServed);
        }
        if goal.gait().is_some_and(|gait| !self.controller.gaits().has(gait)) {
            state.problems.add(Problem::GaitNotServed);
        }
        self.controller.step(&mut state.memory, reduced.as_ref().unwrap_or(goal), &mut state.made);
        std::mem::swap(&mut state.before, &mut state.now);
        state.now.copy_from(&state.made);
        if let Some(feet) = self.controller.feet_now(&state.memory) {
            let secs = state.clock.tick_secs();
            feet.apply(&mut state.feet, secs, &mut state.now, &mut self.scratch);
        }
        if !(state.made.is_finite() && state.now.is_finite()) {
            self.recover();
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
            state: self.state.clone(),
            scratch: self.scratch.clone(),
        }
    }
}

impl<M: Clone> Clone for CharacterState<M> {
    fn clone(&self) -> Self {
        Self {
            memory: self.memory.clone(),
            clock: self.clock,
            feet: self.feet,
            made: self.made.clone(),
            before: self.before.clone(),
            now: self.now.clone(),
            shown: self.shown.clone(),
            root_delta: self.root_delta,
            problems: self.problems,
            pending: self.pending,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.memory.clone_from(&source.memory);
        self.clock = source.clock;
        self.feet = source.feet;
        self.made.copy_from(&source.made);
        self.before.copy_from(&source.before);
        self.now.copy_from(&source.now);
        self.shown.copy_from(&source.shown);
        self.root_delta = source.root_delta;
        self.problems = source.problems;
        self.pending = source.pending;
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
    let kind = match goal {
        Goal::Line { .. } => Ability::Line,
        Goal::Reach { .. } => Ability::Reach,
        Goal::Path { .. } => Ability::Path,
        Goal::Free | Goal::Stand { .. } | Goal::Move { .. } => return None,
    };
    (!abilities.has(kind)).then(|| steer(goal, ground, USUAL_SPEED).to_goal())
}
