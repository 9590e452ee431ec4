//! What the player does and why: the clip that plays, and the frames a search would join now.

use crate::{
    construction::ClipPlayer,
    features::{BODY, DIMS, Row, cost},
    step::Memory,
};
use sidestep_control::{
    CostTerm, Explanation, Output, Steering, Trail,
    explanation::{clip_trail, frame_label},
};
use sidestep_motion::FrameId;

/// How many frames are shown besides the one that plays.
const CANDIDATES: usize = 8;

/// Where the features of each kind lie in a row.
const KINDS: [(&str, std::ops::Range<usize>); 6] = [
    ("foot places", 0..6),
    ("foot velocities", 6..12),
    ("hip velocity", 12..15),
    ("hip height", 15..16),
    ("contacts", 16..BODY),
    ("way ahead", BODY..DIMS),
];

impl ClipPlayer {
    /// Explains the next tick.
    pub(crate) fn explain_search(
        &self,
        memory: &Memory,
        wanted: Steering,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let mut memory = memory.clone();
        memory.since_search_ticks = memory.since_search_ticks.saturating_add(1);
        let (query, dims) = match self.query(&memory, wanted, out.ground) {
            Some(query) => (query, 0..DIMS),
            None => (*self.features.row(memory.frame), 0..BODY),
        };
        let of = |frame: u32| cost(&query, self.features.row(frame), dims.clone());
        let present = of(memory.frame);
        let is_over =
            memory.frame >= self.last_of(memory.frame) || !self.suits(memory.frame, wanted);
        let staying = if is_over { f32::INFINITY } else { present - self.config.switch_margin };
        let mut candidates: Vec<(f32, u32)> = self
            .entries
            .iter()
            .filter(|frame| self.suits(**frame, wanted))
            .map(|frame| (of(*frame), *frame))
            .collect();
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        candidates.truncate(CANDIDATES);
        let best = candidates.first().copied().filter(|(cost, _)| *cost < staying);
        let joined = best.filter(|_| self.is_search_due(&memory, wanted, out.ground));
        let chosen = joined.map_or(memory.frame, |(_, frame)| frame);
        candidates.retain(|(_, frame)| *frame != memory.frame);
        candidates.insert(0, (present - self.config.switch_margin, memory.frame));
        let least = candidates.iter().map(|(cost, _)| *cost).fold(f32::MAX, f32::min).max(1e-6);
        for &(cost, frame) in &candidates {
            explanation.add_choice(&self.library, FrameId(frame), out.ground, -cost);
            let weight = least / cost.max(least);
            explanation.add_frame(&self.library, FrameId(frame), out.ground, weight);
        }
        for (index, &(_, frame)) in candidates.iter().enumerate() {
            explanation.choices[index].chosen = frame == chosen;
            explanation.ghosts[index].chosen = frame == chosen;
        }
        self.describe(&memory, (chosen, &query), out, explanation);
    }

    fn describe(
        &self,
        memory: &Memory,
        (chosen, query): (u32, &Row),
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let row = self.features.row(chosen);
        let costs = KINDS.map(|(label, dims)| CostTerm { label, value: cost(query, row, dims) });
        explanation.costs.extend(costs);
        let verb = if chosen == memory.frame { "plays" } else { "joins" };
        explanation.doing = format!("{verb} {}", frame_label(&self.library, FrameId(chosen)));
        let secs = |frames: u32| frames as f32 * self.library.frame_secs();
        let left = self.last_of(memory.frame).saturating_sub(memory.frame);
        explanation.add_number("left of the clip", secs(left), "s");
        explanation.add_number("since the last search", secs(memory.since_search_ticks), "s");
        let points = clip_trail(&self.library, FrameId(chosen), out.ground);
        explanation.trails.push(Trail { label: "clip", points });
    }
}
