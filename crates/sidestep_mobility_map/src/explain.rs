//! What a map does and why: what plays until the next decision, the ways that leave its state, what
//! each costs, and the one taken.

use crate::{
    construction::MobilityMap,
    cost::{Intent, intent},
    judging::{DISCONTENT_PARTS, GOING_PARTS, ON_THE_WAY, PAPER_PARTS, STOP_PARTS, TRAVEL_PARTS},
    map::NO_RUN,
    memory::{Memory, Plan, Room},
    progress::Progress,
    search::{BETTER_BY, Candidate, Way},
    spot::Spot,
    steering::Judge,
    step::Question,
};
use sidestep_control::{
    Choice, CostTerm, Explanation, Goal, Mark, Output, Trail,
    explanation::{AHEAD_SECS, POINTS_PER_SEC, frame_label},
};
use sidestep_motion::{FrameId, GroundTransform};
use sidestep_pose_graph::StateId;
use std::{iter::once, ops::Range};

/// How far ahead the next decision is looked for, in seconds.
const MOST_AHEAD_SECS: f32 = 2.0;

/// How many bodies are shown at the ends of the best ways.
const GHOSTS: usize = 5;

/// Bodies are shown so far from each other at least, in metres.
const APART: f32 = 0.4;

/// A character as it will be at its next decision, and what it plays until then.
struct Ahead {
    memory: Memory,
    out: Output,
    intent: Intent,
    /// The state of the decision and what is to decide there; `None` where none is near.
    asked: Option<(StateId, Question)>,
    played: Played,
}

/// Frames and where they were shown, the present one first.
struct Played {
    frames: Vec<Range<u32>>,
    grounds: Vec<GroundTransform>,
}

/// A way that could be taken.
struct Found {
    label: String,
    cost: f32,
    /// Where it is at its best, and the frame that plays there, if one is known.
    ground: GroundTransform,
    frame: Option<u32>,
    /// From where it leaves the other ways to its end.
    way: Vec<GroundTransform>,
    frames: Range<u32>,
}

impl MobilityMap {
    /// Explains the next decision. It is made on a copy that plays on until then, so that what is
    /// said is what will happen while the goal stays the same.
    pub(crate) fn explain_next(
        &self,
        memory: &Memory,
        goal: &Goal,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let mut ahead = self.look_ahead(memory, goal, out);
        if let Some((state, question)) = ahead.asked {
            if question != Question::Content {
                let ms = 1e3 * self.secs(ahead.played.grounds.len() - 1);
                explanation.add_number("next decision in", ms, "ms");
            }
            let found = self.decide_openly(&mut ahead, (state, question), explanation);
            self.show_found(found, explanation);
            explanation.add_number("options of the state", count(self.table.options_of(state)), "");
        }
        self.play_on(&mut ahead);
        self.describe(&ahead, explanation);
        let Ahead { intent, played: Played { frames, grounds }, .. } = ahead;
        explanation.plan = frames;
        explanation.trails.push(Trail { label: "plan", points: self.thinned(&grounds) });
        self.show_wish(intent, out.ground, explanation);
    }

    /// Plays on until there is something to decide.
    fn look_ahead(&self, memory: &Memory, goal: &Goal, out: &Output) -> Ahead {
        let (mut memory, mut out) = (memory.clone(), out.clone());
        let mut played = Played::new(memory.play.frame, out.ground);
        let mut wanted = intent(goal, out.ground, self.usual_speed, &self.frames.gaits);
        let mut asked = None;
        for _ in 0..self.ticks(MOST_AHEAD_SECS) {
            wanted = intent(goal, out.ground, self.usual_speed, &self.frames.gaits);
            memory.since_decision_ticks = memory.since_decision_ticks.saturating_add(1);
            if let Some(state) = self.frames.state(memory.play.frame) {
                let question = self.question(&memory, state, wanted, &out);
                if question != Question::Nothing {
                    asked = Some((state, question));
                    break;
                }
                self.answer(&mut memory, state, (question, wanted), &out);
            }
            self.play(&mut memory, wanted, &mut out);
            played.push(memory.play.frame, out.ground);
        }
        Ahead { memory, out, intent: wanted, asked, played }
    }

    /// Makes the decision, and returns all ways that leave its state: the one taken first, then the
    /// cheapest.
    fn decide_openly(
        &self,
        ahead: &mut Ahead,
        (state, question): (StateId, Question),
        explanation: &mut Explanation,
    ) -> Vec<Found> {
        let Ahead { memory, out, intent, .. } = ahead;
        let from = (state, Progress::at(Self::spot(out)));
        let candidates = self.candidates(from, *intent, &mut memory.room);
        let found = candidates.iter().map(|way| self.found(from, way, &memory.room.ends));
        let mut found: Vec<Found> = found.collect();
        explanation.add_number("ways from there", count(&found), "");
        let best = candidates.first().map(|best| best.score);
        let kept = match question {
            Question::WhichWay { afresh: false } => {
                best.and_then(|best| self.kept(from, *intent, best, &memory.plan))
            }
            _ => None,
        };
        self.answer(memory, state, (question, *intent), out);
        if question == Question::Content {
            found.insert(0, self.planned("stay", 0.0, memory, out.ground));
            return found;
        }
        let way = candidates.first().filter(|_| kept.is_none()).map(|best| best.way);
        self.show_costs(from, *intent, (&memory.plan, way), explanation);
        if let Some(kept) = kept {
            // Another plan must be better by so much.
            let cost = kept.score - BETTER_BY;
            found.insert(0, self.planned("as planned", cost, memory, out.ground));
            explanation.costs.push(CostTerm { label: "staying with it", value: -BETTER_BY });
        }
        found
    }

    /// The best place on each way, the cheapest first.
    fn candidates(
        &self,
        from: (StateId, Progress),
        intent: Intent,
        room: &mut Room,
    ) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        if self.config.steering.judge == Judge::Ends {
            // Ends are looked up; what is drawn of the ways is walked.
            self.walk_tree(from.0, from.1, intent, room, &mut |_| {});
        }
        self.consider_all(from, intent, room, &mut |candidate| match candidates.last_mut() {
            Some(last) if last.way == candidate.way => {
                if candidate.score < last.score {
                    *last = candidate;
                }
            }
            _ => candidates.push(candidate),
        });
        candidates.sort_by(|a, b| a.score.total_cmp(&b.score));
        candidates
    }

    fn found(
        &self,
        (state, start): (StateId, Progress),
        candidate: &Candidate,
        ends: &[Progress],
    ) -> Found {
        let (begin, first, frames) = match candidate.way {
            Way::Stop => {
                let ground = start.spot.then(self.stand.stops[state.index()].spot).ground();
                let way = vec![start.spot.ground(), ground];
                let (label, cost) = ("stop".to_owned(), candidate.score);
                return Found { label, cost, ground, frame: None, way, frames: 0..0 };
            }
            Way::Step(first) => (start.spot, first, candidate.frames),
            Way::Run(index) => {
                let run = self.table.runs_of(state)[usize::from(index)];
                let begin = match run.parent {
                    NO_RUN => start.spot,
                    parent => ends[usize::from(parent)].spot,
                };
                (begin, run.first, u32::from(run.frames))
            }
        };
        let after = |played: u32| begin.then(self.frames.step(first, first + played - 1)).ground();
        let grounds: Vec<_> = once(begin.ground()).chain((1..=frames).map(after)).collect();
        let frame = first + candidate.frames - 1;
        Found {
            label: frame_label(&self.library, FrameId(frame)),
            cost: candidate.score,
            ground: after(candidate.frames),
            frame: Some(frame),
            way: self.thinned(&grounds),
            frames: first..first + frames,
        }
    }

    /// What the plan that a memory has leads to.
    fn planned(&self, label: &str, cost: f32, memory: &Memory, ground: GroundTransform) -> Found {
        let mut played = Played::new(memory.play.frame, ground);
        self.walk_plan(&memory.plan, &mut played);
        let frame = memory.plan.runs.first().map(|(first, frames)| first + frames - 1);
        Found {
            label: label.to_owned(),
            cost,
            ground: played.grounds.last().copied().unwrap_or(ground),
            frame,
            way: self.thinned(&played.grounds),
            frames: 0..0,
        }
    }

    /// Ways as choices, the best of them as bodies where they lead.
    fn show_found(&self, found: Vec<Found>, explanation: &mut Explanation) {
        let Some(chosen) = found.first() else { return };
        explanation.add_number("cost of the choice", chosen.cost, "");
        let least = chosen.cost.max(1e-3);
        let mut shown: Vec<GroundTransform> = Vec::new();
        for (index, way) in found.into_iter().enumerate() {
            let is_new =
                |other: &GroundTransform| other.position().distance(way.ground.position()) > APART;
            if let Some(frame) = way.frame
                && shown.len() < GHOSTS
                && shown.iter().all(is_new)
            {
                let weight = least / way.cost.max(least);
                explanation.add_frame(&self.library, FrameId(frame), way.ground, weight);
                if let Some(ghost) = explanation.ghosts.last_mut() {
                    ghost.chosen = index == 0;
                }
                shown.push(way.ground);
            }
            explanation.choices.push(Choice {
                label: way.label,
                value: -way.cost,
                chosen: index == 0,
                leads_to: Some(way.ground),
                way: way.way,
                frames: way.frames,
                ..Choice::default()
            });
        }
    }

    /// What the plan costs from where it begins, by kind; `way` is the one it was just made of.
    fn show_costs(
        &self,
        (state, start): (StateId, Progress),
        intent: Intent,
        (plan, way): (&Plan, Option<Way>),
        explanation: &mut Explanation,
    ) {
        let transitions = way.map_or(0.0, |way| self.transitions(state, way));
        let mut at = Progress { transitions, ..start };
        let (mut last, mut on_the_way) = (Some(state), [0.0_f32; 3]);
        for (first, frames) in plan.runs.iter().rev() {
            let mut secs = at.secs;
            self.walk_run(&mut at, (*first, *frames), intent, &mut |at, played| {
                let frame = first + played - 1;
                let parts = self.discontent_parts(at.spot, at.velocity, frame, intent);
                for (sum, part) in on_the_way.iter_mut().zip(parts) {
                    *sum += (at.secs - secs) * part;
                }
                secs = at.secs;
            });
            last = self.frames.state(first + frames - 1);
        }
        if self.config.steering.judge == Judge::Ends {
            let end = way.and_then(|way| self.end_of(state, way, start.spot));
            at.spot = end.unwrap_or(at.spot);
        }
        let mut add = |label, value| {
            if value != 0.0 {
                explanation.costs.push(CostTerm { label, value });
            }
        };
        for (label, value) in self.parts(&at, last, intent, plan) {
            if label == ON_THE_WAY && at.spent > 0.0 {
                // The same sum, taken apart.
                let share = value / at.spent;
                let parts = DISCONTENT_PARTS.iter().zip(on_the_way);
                parts.for_each(|(label, part)| add(label, part * share));
            } else {
                add(label, value);
            }
        }
    }

    /// The parts of the cost of a place on a way.
    fn parts(
        &self,
        at: &Progress,
        state: Option<StateId>,
        intent: Intent,
        plan: &Plan,
    ) -> Vec<(&'static str, f32)> {
        if self.config.steering.judge == Judge::Ends {
            return PAPER_PARTS.into_iter().zip(self.paper_parts(at.spot, intent)).collect();
        }
        let stop = |target, facing| {
            let parts = state.map(|state| self.stop_parts(at, state, target, facing).0);
            STOP_PARTS.into_iter().zip(parts.into_iter().flatten()).collect()
        };
        match intent {
            Intent::Free => Vec::new(),
            Intent::Stand { facing } => stop(None, facing),
            Intent::Travel { direction, speed, facing, gait } => {
                let lasting = self.config.steering.cost.persistence_secs;
                let [spent, rough, turned, off] = self.travel_parts(at, direction, speed, facing);
                let last = plan.runs.first().map(|(first, frames)| first + frames - 1);
                let wrong = gait.zip(last).map_or(0.0, |(gait, at)| self.wrong_gait_from(at, gait));
                let parts = [spent, rough, lasting * turned, lasting * off, wrong];
                let shares = parts.map(|part| part / (at.secs + lasting));
                TRAVEL_PARTS.into_iter().zip(shares).collect()
            }
            Intent::Arrive { target, facing, .. } if plan.stops => stop(Some(target), facing),
            Intent::Arrive { target, speed, .. } => {
                let parts = state.and_then(|state| self.going_parts(at, state, target, speed));
                let parts = parts.map(|(parts, _)| parts);
                GOING_PARTS.into_iter().zip(parts.into_iter().flatten()).collect()
            }
        }
    }

    /// What the jumps of a way cost.
    fn transitions(&self, state: StateId, way: Way) -> f32 {
        let runs = self.table.runs_of(state);
        match way {
            Way::Stop => 0.0,
            Way::Step(first) => self.jump_cost(state, first),
            Way::Run(last) => {
                let (mut sum, mut run) = (0.0, last);
                while run != NO_RUN {
                    sum += runs[usize::from(run)].cost();
                    run = runs[usize::from(run)].parent;
                }
                sum
            }
        }
    }

    /// Plays what is decided: a plan to its end, what is not planned for a moment.
    fn play_on(&self, ahead: &mut Ahead) {
        let Ahead { memory, out, intent, asked, played } = ahead;
        match asked {
            Some(_) if !memory.plan.runs.is_empty() => self.walk_plan(&memory.plan, played),
            Some(_) => {
                for _ in 0..self.ticks(AHEAD_SECS) {
                    self.play(memory, *intent, out);
                    played.push(memory.play.frame, out.ground);
                }
            }
            None => {}
        }
    }

    /// Walks a plan in thought.
    fn walk_plan(&self, plan: &Plan, played: &mut Played) {
        for (first, frames) in plan.runs.iter().rev() {
            let begin = played.grounds.last().map_or(Spot::ORIGIN, |ground| Spot::of(*ground));
            for frame in *first..first + frames {
                played.push(frame, begin.then(self.frames.step(*first, frame)).ground());
            }
        }
    }

    /// One line, and figures of the plan.
    fn describe(&self, ahead: &Ahead, explanation: &mut Explanation) {
        let stretches = &ahead.played.frames;
        let now = stretches.first().map_or(0, |stretch| stretch.start);
        let label = frame_label(&self.library, FrameId(now));
        let is_content = matches!(ahead.asked, Some((_, Question::Content)));
        explanation.doing = match stretches.get(1) {
            _ if is_content => format!("stands as wanted in {label}"),
            Some(next) => {
                let secs = self.secs(stretches[0].len());
                let to = frame_label(&self.library, FrameId(next.start));
                format!("plays {label}; jumps in {secs:.2} s to {to}")
            }
            None => format!("plays {label}"),
        };
        if !is_content {
            explanation.add_number("planned ahead", self.secs(ahead.played.grounds.len() - 1), "s");
            explanation.add_number("jumps on the way", count(stretches) - 1.0, "");
        }
    }

    /// What is wanted, on the ground.
    fn show_wish(&self, intent: Intent, ground: GroundTransform, explanation: &mut Explanation) {
        match intent {
            Intent::Free | Intent::Stand { .. } => {}
            Intent::Travel { direction: [x, z], speed, facing, .. } => {
                let there = (ground.x + AHEAD_SECS * speed * x, ground.z + AHEAD_SECS * speed * z);
                let points = vec![ground, GroundTransform::new(there.0, there.1, facing)];
                explanation.trails.push(Trail { label: "wanted", points });
            }
            Intent::Arrive { target, .. } => {
                explanation.marks.push(Mark { label: "target", place: target });
            }
        }
    }

    fn thinned(&self, grounds: &[GroundTransform]) -> Vec<GroundTransform> {
        let every = self.ticks(1.0 / POINTS_PER_SEC);
        let last = grounds.len().saturating_sub(1);
        let is_kept = |index: &usize| index.is_multiple_of(every) || *index == last;
        (0..grounds.len()).filter(is_kept).map(|index| grounds[index]).collect()
    }

    fn ticks(&self, secs: f32) -> usize {
        (secs * self.library.rate_hz()).round().max(1.0) as usize
    }

    fn secs(&self, ticks: usize) -> f32 {
        ticks as f32 * self.library.frame_secs()
    }
}

impl Played {
    fn new(frame: u32, ground: GroundTransform) -> Self {
        let mut played = Self { frames: Vec::new(), grounds: Vec::new() };
        played.push(frame, ground);
        played
    }

    fn push(&mut self, frame: u32, ground: GroundTransform) {
        match self.frames.last_mut() {
            Some(stretch) if stretch.end == frame => stretch.end += 1,
            _ => self.frames.push(frame..frame + 1),
        }
        self.grounds.push(ground);
    }
}

fn count<T>(things: &[T]) -> f32 {
    things.len() as f32
}
