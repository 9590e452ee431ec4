//! What the matcher does and why: the frames that a search would find now, what each costs, and the
//! predicted way beside that of the clip.

use crate::{
    construction::MotionMatcher,
    features::HORIZONS_SECS,
    memory::{Memory, Room},
    trajectory::Wanted,
};
use sidestep_control::{
    CostTerm, Explanation, Output, Trail,
    explanation::{clip_trail, frame_label},
};
use sidestep_motion::{FrameId, GroundTransform};

/// How many frames are shown besides the one that plays.
const CANDIDATES: usize = 8;

/// Points of the predicted way.
const POINTS: u8 = 10;

impl MotionMatcher {
    /// Explains the next tick. `memory` is a copy, so that the search has its room.
    pub(crate) fn explain_search(
        &self,
        mut memory: Memory,
        wanted: Option<Wanted>,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        memory.since_search_ticks = memory.since_search_ticks.saturating_add(1);
        memory.held_ticks = memory.held_ticks.saturating_sub(1);
        let is_due = self.is_search_due(&memory, wanted);
        self.nearest(&mut memory, wanted, out);
        let Room { query, asked, scratch, found, .. } = &mut *memory.room;
        let entries = self.features.entries(wanted.and_then(|wanted| wanted.gait));
        entries.index.search(&query[..*asked], CANDIDATES, scratch, found);
        let (query, found) = (query[..*asked].to_vec(), found.clone());
        let query = query.as_slice();
        let present = self.features.unlikeness(memory.play.frame, query);
        let mut frames = vec![memory.play.frame];
        let staying = self.config.stay_bonus - present;
        explanation.add_choice(&self.library, FrameId(memory.play.frame), out.ground, staying);
        for neighbor in &found {
            let frame = entries.frames[neighbor.row as usize];
            let value = -neighbor.distance_squared;
            explanation.add_choice(&self.library, FrameId(frame), out.ground, value);
            frames.push(frame);
        }
        let is_over = self.must_leave(&memory, wanted);
        let enters = |frame: u32, value: f32| {
            is_over || (value > staying && self.may_leave(&memory, wanted, frame))
        };
        let best = frames.get(1).zip(explanation.choices.get(1));
        let leaves = is_due && best.is_some_and(|(frame, best)| enters(*frame, best.value));
        let chosen = usize::from(leaves);
        explanation.choices[chosen].chosen = true;
        let costs = explanation.choices.iter().skip(1).map(|choice| -choice.value);
        let least = costs.fold(present, f32::min).max(1e-6);
        for (index, frame) in frames.iter().enumerate() {
            let cost = self.features.unlikeness(*frame, query);
            let weight = least / cost.max(least);
            explanation.add_frame(&self.library, FrameId(*frame), out.ground, weight);
            explanation.ghosts[index].chosen = index == chosen;
        }
        let row = self.features.row(frames[chosen]);
        let kinds = self.features.space.distance_by_kind(row, query);
        explanation.costs.extend(kinds.iter().map(|&(label, value)| CostTerm { label, value }));
        let of_gait = self.features.manner_unlikeness(frames[chosen], query);
        explanation.costs.extend(of_gait.map(|value| CostTerm { label: "gait", value }));
        self.describe(&memory, frames[chosen], (present, wanted), out, explanation);
    }

    fn describe(
        &self,
        memory: &Memory,
        chosen: u32,
        (present, wanted): (f32, Option<Wanted>),
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let verb = if chosen == memory.play.frame { "plays" } else { "joins" };
        explanation.doing = format!("{verb} {}", frame_label(&self.library, FrameId(chosen)));
        explanation.add_number("cost of playing on", present, "");
        explanation.add_number("distance to the data", present.sqrt(), "");
        if memory.play.since_join_secs < f32::MAX {
            explanation.add_number("since the last join", memory.play.since_join_secs, "s");
        }
        let points = clip_trail(&self.library, FrameId(chosen), out.ground);
        explanation.trails.push(Trail { label: "clip", points });
        let Some(wanted) = wanted else { return };
        let along = (0..=POINTS).map(|point| {
            let secs = HORIZONS_SECS[2] * f32::from(point) / f32::from(POINTS);
            let there = memory.trajectory.ahead(wanted, self.half_lives(), secs);
            GroundTransform::new(out.ground.x + there.x, out.ground.z + there.z, there.heading)
        });
        explanation.trails.push(Trail { label: "wanted", points: along.collect() });
    }
}
