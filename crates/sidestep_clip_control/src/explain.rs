//! What a character does and why: the cycles that could come next with every term of their costs, the
//! constraint frames around now, and the value function around the next decision: over distance and angle
//! from a path, over places of a moving obstacle, or over headings.

use crate::{
    candidate::{Candidate, Chosen, Rooms},
    controller::ClipController,
    gaits::GAIT_NAMES,
    memory::Memory,
    played::Passage,
    task::Task,
    wish::{InTheWay, Wish},
};
use sidestep_control::{
    Axis, Choice, CostTerm, Explanation, GroundPoint, Mark, Moment, Output, Trail, ValueMap,
    explanation::{OBSTACLE_MARK, frame_label},
};
use sidestep_motion::{FrameId, GroundTransform, math::wrap_angle};

/// Rivals shown beside the chosen cycle.
const RIVALS: usize = 7;

/// Headings of the value map where there is no path.
const HEADINGS: usize = 36;

/// Angles and distances of the value map of a path, and places of an obstacle along and across.
const ANGLES: usize = 25;
const PLACES: usize = 13;

impl ClipController {
    /// Explains the present passage and the choice at its end.
    pub(crate) fn explain_choice(
        &self,
        memory: &Memory,
        wish: Option<Wish>,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let mut memory = memory.clone();
        self.explain_passage(&memory, out, explanation);
        let chosen = self.next_cycle(&mut memory, wish);
        self.explain_moments(&mut memory, chosen, explanation);
        let Some(wish) = wish else {
            explanation.choices.push(Choice {
                label: self.name(chosen),
                chosen: true,
                leads_to: Some(self.lead(&mut memory, chosen)),
                ..Choice::default()
            });
            return;
        };
        explanation.doing +=
            &format!(", {} {}", wish.task.0.name(), GAIT_NAMES[wish.gait as usize]);
        if let Some(it) = wish.obstacle {
            explanation.marks.push(Mark { label: OBSTACLE_MARK, place: it.centre });
        }
        self.explain_rivals(&mut memory, &wish, chosen, explanation);
        explanation.values = Some(self.value_map(&mut memory, &wish));
    }

    fn name(&self, chosen: Chosen) -> String {
        let name = |cycle: u32| {
            frame_label(&self.repertoire.library, FrameId(self.repertoire.cycle(cycle).border()))
        };
        let own = name(chosen.cycle);
        chosen.mixed.map_or_else(
            || own.clone(),
            |(other, share)| format!("{own} with {:.0} % of {}", 100.0 * share, name(other)),
        )
    }

    /// What plays: the two cycles, the standing foot and the way.
    fn explain_passage(&self, memory: &Memory, out: &Output, explanation: &mut Explanation) {
        let passage = memory.passage;
        let Passage { from, to, anchor } = passage;
        let shown = self.repertoire.weight(from, to, memory.at);
        explanation.doing =
            format!("goes from {} to {}", self.name(from.into()), self.name(to.into()));
        explanation.add_number("share of the next clip", shown, "");
        explanation.add_number("since the constraint frame", self.secs(memory.at), "s");
        for (played, weight) in [(from, 1.0 - shown), (to, shown)] {
            let border = FrameId(self.repertoire.cycle(played.nearer()).border());
            explanation.add_frame(&self.repertoire.library, border, out.ground, weight);
        }
        explanation.ghosts[usize::from(shown >= 0.5)].chosen = true;
        let place = GroundPoint::new(anchor.x, anchor.z);
        explanation.marks.push(Mark { label: "standing foot", place });
        let end = self.repertoire.end(&passage);
        let points = vec![self.repertoire.begin(&passage), out.ground, end];
        explanation.trails.push(Trail { label: "clip", points });
    }

    #[expect(clippy::cast_precision_loss, reason = "a few frames")]
    fn secs(&self, frames: i32) -> f32 {
        frames as f32 * self.repertoire.library.frame_secs()
    }

    /// The constraint frames of this passage and of the next one, and the decision between them.
    fn explain_moments(&self, memory: &mut Memory, chosen: Chosen, explanation: &mut Explanation) {
        let Passage { from, to, .. } = memory.passage;
        let left = self.repertoire.span(from, to).1 - memory.at;
        let next = self.played(to, chosen, &mut memory.scratch.room);
        let next = self.repertoire.span(to, next).0;
        let moments = [
            ("constraint frame", -memory.at),
            ("decision", left),
            ("constraint frame", left - next),
        ];
        let moments = moments.map(|(label, frames)| Moment { label, secs: self.secs(frames) });
        explanation.moments.extend(moments);
    }

    fn lead(&self, memory: &mut Memory, chosen: Chosen) -> GroundTransform {
        let to = self.played(memory.passage.to, chosen, &mut memory.scratch.room);
        self.repertoire.end(&self.repertoire.next(&memory.passage, to))
    }

    /// The chosen cycle and its best rivals, each with all terms of its cost.
    fn explain_rivals(
        &self,
        memory: &mut Memory,
        wish: &Wish,
        chosen: Chosen,
        explanation: &mut Explanation,
    ) {
        let end = self.repertoire.end(&memory.passage);
        let situation = self.situation(wish, memory.passage.to, end);
        let mut all: Vec<Candidate> = Vec::new();
        let mut rooms = memory.scratch.deciding.clone();
        self.each_candidate(&situation, &mut rooms, |candidate| all.push(candidate));
        all.extend(self.candidate_mix(&situation, chosen, &mut rooms));
        // Around obstacles the chosen one need not have the least total: more steps were tried out.
        let is_chosen = |candidate: &Candidate| candidate.chosen == chosen;
        all.sort_by(|a, b| is_chosen(b).cmp(&is_chosen(a)).then(a.total().total_cmp(&b.total())));
        for candidate in all.iter().take(RIVALS + 1) {
            #[expect(clippy::cast_possible_truncation, reason = "shown")]
            let value = -candidate.total() as f32;
            explanation.choices.push(Choice {
                label: self.name(candidate.chosen),
                value,
                chosen: is_chosen(candidate),
                leads_to: Some(self.lead(memory, candidate.chosen)),
                frames: self.repertoire.cycle(candidate.chosen.cycle).frames(),
                costs: terms(candidate),
                ..Choice::default()
            });
        }
        if let Some(best) = all.first().filter(|candidate| is_chosen(candidate)) {
            explanation.costs = terms(best);
        }
    }

    /// The value of being at the end of the passage, had it ended elsewhere.
    fn value_map(&self, memory: &mut Memory, wish: &Wish) -> ValueMap {
        let end = self.repertoire.end(&memory.passage);
        let mut rooms = memory.scratch.deciding.clone();
        let mut value = |wish: &Wish, ground: GroundTransform| {
            self.least_total(wish, memory.passage.to, ground, &mut rooms)
        };
        match (wish.task.0, wish.obstacle) {
            (Task::Navigate | Task::Fixed, _) => path_map(wish, end, self.reach(), value),
            (Task::Moving, Some(it)) => obstacle_map(wish, it, end, self.reach(), value),
            _ => {
                let x = Axis::headings(HEADINGS, Some(wish.heading));
                let values = (0..HEADINGS).map(|sample| {
                    let heading = x.at(sample);
                    let facing = wish.facing + heading - wish.heading;
                    value(&Wish { heading, facing, ..*wish }, end)
                });
                let values = values.collect();
                ValueMap { label: "value of the goal's heading", x, y: None, values }
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "metres")]
    fn reach(&self) -> f32 {
        self.config.fit.reach as f32
    }

    /// Minus the least total of eq. 10 for who ends a passage somewhere.
    #[expect(clippy::cast_possible_truncation, reason = "shown")]
    fn least_total(
        &self,
        wish: &Wish,
        played: crate::played::Played,
        ground: GroundTransform,
        rooms: &mut Rooms,
    ) -> f32 {
        let situation = self.situation(wish, played, ground);
        let mut least = f64::INFINITY;
        self.each_candidate(&situation, rooms, |it| least = least.min(it.total()));
        if least.is_finite() { -least as f32 } else { 0.0 }
    }
}

/// Values over the angle and the distance from a path.
fn path_map(
    wish: &Wish,
    end: GroundTransform,
    reach: f32,
    mut value: impl FnMut(&Wish, GroundTransform) -> f32,
) -> ValueMap {
    let path = GroundTransform::new(wish.through.x, wish.through.z, wish.heading);
    let own = path.inverse() * end;
    let angle = wrap_angle(own.heading).to_degrees();
    let x = spread("angle to the path", "°", (180.0, ANGLES), angle);
    let y = spread("left of the path", "m", (reach, PLACES), own.x);
    let samples = (0..PLACES).flat_map(|row| (0..ANGLES).map(move |column| (row, column)));
    let values = samples.map(|(row, column)| {
        let heading = x.at(column).to_radians();
        value(wish, path * GroundTransform::new(y.at(row), own.z, heading))
    });
    let values = values.collect();
    ValueMap { label: "value of angle and distance from the path", x, y: Some(y), values }
}

/// Values over the places of an obstacle that moves.
fn obstacle_map(
    wish: &Wish,
    it: InTheWay,
    end: GroundTransform,
    reach: f32,
    mut value: impl FnMut(&Wish, GroundTransform) -> f32,
) -> ValueMap {
    let path = GroundTransform { heading: wish.heading, ..end };
    let centre = path.inverse().transform_point(glam::Vec3::new(it.centre.x, 0.0, it.centre.z));
    let x = spread("obstacle to the left", "m", (reach, PLACES), centre.x);
    let y = spread("obstacle ahead", "m", (reach, PLACES), centre.z);
    let samples = (0..PLACES).flat_map(|row| (0..PLACES).map(move |column| (row, column)));
    let values = samples.map(|(row, column)| {
        let place = path.transform_point(glam::Vec3::new(x.at(column), 0.0, y.at(row)));
        let centre = GroundPoint::new(place.x, place.z);
        value(&Wish { obstacle: Some(InTheWay { centre, ..it }), ..*wish }, end)
    });
    let values = values.collect();
    ValueMap { label: "value of where the obstacle is", x, y: Some(y), values }
}

/// Samples to both sides of 0.
#[expect(clippy::cast_precision_loss, reason = "a few samples")]
fn spread(
    label: &'static str,
    unit: &'static str,
    (reach, samples): (f32, usize),
    now: f32,
) -> Axis {
    let step = 2.0 * reach / (samples - 1) as f32;
    let now = (now.abs() <= reach).then_some(now);
    Axis { label, unit, from: -reach, step, samples, wraps: false, now }
}

/// Every term of what a cycle would cost that is not nothing, and what is to come after it.
fn terms(candidate: &Candidate) -> Vec<CostTerm> {
    #[expect(clippy::cast_possible_truncation, reason = "shown")]
    let term = |(label, value): (&'static str, f64)| CostTerm { label, value: value as f32 };
    let own = candidate.costs.terms().into_iter().filter(|(_, value)| *value != 0.0);
    own.map(term).chain([term(("to come", candidate.future))]).collect()
}
