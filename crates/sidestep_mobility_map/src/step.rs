//! Running: one frame at a time, and a decision at every state of the map.

use crate::{
    construction::MobilityMap,
    cost::{Intent, intent, is_content},
    memory::{Memory, footprint, load},
    steering::Judge,
};
use sidestep_control::{
    Abilities, Ability, AddedMotion, BodyState, Controller, Explanation, FootLock, Footprint,
    Gaits, Goal, Output, Reader, Saved, SnapshotError, Start, Writer,
};
use sidestep_motion::{GroundTransform, Skeleton};
use sidestep_pose_graph::StateId;
use std::sync::Arc;

/// A character that was content stays so up to this many times the distance that counts as arrived.
const STAYS_CONTENT: f32 = 1.5;

impl Controller for MobilityMap {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.library.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.library.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        use Ability::{Facing, Gait, Line, Move, Path, Reach, Speed, Stand, TurnInPlace};
        Abilities::of(&[Stand, TurnInPlace, Move, Line, Reach, Path, Speed, Facing])
            .with(Gait, !self.gaits().is_empty())
    }

    fn gaits(&self) -> Gaits {
        // The ends of options alone say nothing of how one gets there.
        match self.config.steering.judge {
            Judge::Ends => Gaits::NONE,
            Judge::WholeWay => self.frames.gaits.held(),
        }
    }

    fn feet(&self) -> Option<&FootLock> {
        Some(&self.feet)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        let mut memory = Memory::at_rest(self);
        match start {
            Start::Rest(ground) => {
                out.ground = ground;
                memory.play.rest(&self.library, out);
            }
            Start::State(body) => self.take_up(&mut memory, body, out),
        }
        memory
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        let intent = intent(goal, out.ground, self.usual_speed, &self.frames.gaits);
        memory.since_decision_ticks = memory.since_decision_ticks.saturating_add(1);
        if let Some(state) = self.frames.state(memory.play.frame) {
            let question = self.question(memory, state, intent, out);
            self.answer(memory, state, (question, intent), out);
        }
        self.play(memory, intent, out);
    }

    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.planned_for = memory.planned_for.map(|intent| intent.carried(moved));
        let [x, z] = memory.plan.miss;
        let miss = moved.transform_vector(glam::Vec3::new(x, 0.0, z));
        memory.plan.miss = [miss.x, miss.z];
    }

    fn save(&self, memory: &Memory, to: &mut Writer<'_>) {
        memory.save(to);
    }

    fn load(&self, memory: &mut Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        load(self, memory, from)
    }

    fn disturb(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) -> bool {
        self.take_up(memory, body, out);
        true
    }

    fn added_motion(&self, memory: &Memory) -> AddedMotion {
        memory.room.added
    }

    fn explain(&self, memory: &Memory, goal: &Goal, out: &Output, explanation: &mut Explanation) {
        self.explain_next(memory, goal, out, explanation);
    }

    fn footprint(&self) -> Footprint {
        footprint(self)
    }
}

/// What there is to decide at a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Nothing now.
    Nothing,
    /// Nothing: the character stands as it should.
    Content,
    /// How to go on; `afresh` where the plan there is was made for another wish.
    WhichWay { afresh: bool },
}

impl MobilityMap {
    /// What there is to decide.
    pub(crate) fn question(
        &self,
        memory: &Memory,
        state: StateId,
        intent: Intent,
        out: &Output,
    ) -> Question {
        let afresh = memory.planned_for.is_none_or(|planned| intent.differs(planned));
        let stands = self.stand.stops[state.index()].frames <= 0.0;
        let is_content = match intent {
            Intent::Stand { facing: None } => true,
            Intent::Stand { .. } | Intent::Arrive { .. } => {
                let tolerance = if memory.is_content && !afresh { STAYS_CONTENT } else { 1.0 };
                stands && is_content(intent, Self::spot(out), tolerance)
            }
            Intent::Free | Intent::Travel { .. } => false,
        };
        if is_content {
            return Question::Content;
        }
        if intent == Intent::Free
            || (self.config.steering.judge == Judge::Ends && !self.table.has(state))
        {
            return Question::Nothing;
        }
        let every = self.config.steering.decide_every_secs * self.library.rate_hz();
        let is_due = memory.since_decision_ticks as f32 >= every || memory.plan.runs.is_empty();
        if afresh || is_due { Question::WhichWay { afresh } } else { Question::Nothing }
    }

    /// Makes a plan where one is due.
    pub(crate) fn answer(
        &self,
        memory: &mut Memory,
        state: StateId,
        (question, intent): (Question, Intent),
        out: &Output,
    ) {
        memory.is_content = question == Question::Content;
        match question {
            Question::Nothing => return,
            Question::Content => {
                let is_new = memory.planned_for.is_none_or(|planned| intent.differs(planned));
                if is_new || !memory.plan.stops || !memory.plan.runs.is_empty() {
                    memory.plan.clear();
                    memory.plan.stops = true;
                }
            }
            Question::WhichWay { afresh } => {
                let from = (state, Self::spot(out));
                self.decide(from, intent, afresh, &mut memory.plan, &mut memory.room);
                memory.since_decision_ticks = 0;
            }
        }
        memory.planned_for = Some(intent);
    }

    /// Shows the next frame.
    pub(crate) fn play(&self, memory: &mut Memory, intent: Intent, out: &mut Output) {
        let next = match memory.plan.next_frame() {
            Some(frame) => frame,
            None => self.unplanned(memory, intent),
        };
        self.go_on(memory, next, out);
    }

    /// The next frame where the plan says nothing.
    fn unplanned(&self, memory: &mut Memory, intent: Intent) -> u32 {
        let Some(state) = self.frames.state(memory.play.frame) else {
            return memory.play.frame + 1;
        };
        // A stop that was planned for another wish is no reason to stand: outside the map of the
        // thesis nothing is planned, and the way leads into it.
        let is_planned = memory.planned_for.is_some_and(|planned| !intent.differs(planned));
        let stands = (memory.plan.stops && is_planned) || matches!(intent, Intent::Stand { .. });
        let policy = match intent {
            Intent::Free => None,
            _ if stands => self.stand.actions.get(state.index()),
            _ => self.ways_into_map.get(state.index()),
        };
        let index = policy.map_or_else(|| self.natural(state), |action| *action as usize);
        let action = self.graph.actions[index];
        if action.frames > 1 {
            memory.plan.runs.push((action.first + 1, action.frames - 1));
        }
        action.first
    }

    /// The action that plays on, or the cheapest where the clip ends.
    fn natural(&self, state: StateId) -> usize {
        let next = self.graph.state_frames[state.index()].0 + 1;
        let range = self.graph.range(state);
        let goes_on = |index: &usize| self.graph.actions[*index].first == next;
        let cost = |index: &usize| self.graph.actions[*index].cost;
        let cheapest = || range.clone().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        range.clone().find(goes_on).or_else(cheapest).unwrap_or(range.start)
    }
}
