//! What a character does and why: the cycles that could come next, with every term of their costs, and
//! the value of the present state over all headings.

use crate::{
    controller::ClipController, gaits::GAIT_NAMES, memory::Memory, policy::Candidate, wish::Wish,
};
use sidestep_control::{
    Axis, Choice, CostTerm, Explanation, GroundPoint, Mark, Output, Trail, ValueMap,
    explanation::frame_label,
};
use sidestep_motion::{FrameId, GroundTransform};

/// Rivals shown.
const RIVALS: usize = 8;

/// Headings of the value map.
const HEADINGS: usize = 36;

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
        let passage = memory.passage;
        let name = |cycle: u32| {
            frame_label(&self.repertoire.library, FrameId(self.repertoire.cycle(cycle).border()))
        };
        let shown = self.repertoire.weight(passage.from.cycle, passage.to.cycle, memory.at);
        explanation.doing =
            format!("goes from {} to {}", name(passage.from.cycle), name(passage.to.cycle));
        explanation.add_number("share of the next clip", shown, "");
        #[expect(clippy::cast_precision_loss, reason = "a few frames")]
        let since = memory.at as f32 * self.repertoire.library.frame_secs();
        explanation.add_number("since the constraint frame", since, "s");
        let end = self.repertoire.end(&passage);
        for (cycle, weight) in [(passage.from.cycle, 1.0 - shown), (passage.to.cycle, shown)] {
            let border = FrameId(self.repertoire.cycle(cycle).border());
            explanation.add_frame(&self.repertoire.library, border, out.ground, weight);
        }
        let nearer = usize::from(shown >= 0.5);
        explanation.ghosts[nearer].chosen = true;
        let anchor = passage.anchor;
        let place = GroundPoint::new(anchor.x, anchor.z);
        explanation.marks.push(Mark { label: "standing foot", place });
        let points = vec![self.repertoire.begin(&passage), out.ground, end];
        explanation.trails.push(Trail { label: "clip", points });
        let chosen = self.next_cycle(&mut memory, wish);
        let Some(wish) = wish else {
            explanation.choices.push(Choice {
                label: name(chosen),
                chosen: true,
                leads_to: Some(self.lead(&memory, chosen)),
                ..Choice::default()
            });
            return;
        };
        explanation.doing +=
            &format!(", {} {}", wish.task.0.name(), GAIT_NAMES[wish.gait as usize]);
        self.explain_rivals(&mut memory, &wish, chosen, name, explanation);
        self.explain_values(&mut memory, &wish, end, explanation);
    }

    fn lead(&self, memory: &Memory, cycle: u32) -> GroundTransform {
        self.repertoire.end(&self.repertoire.next(&memory.passage, cycle))
    }

    fn explain_rivals(
        &self,
        memory: &mut Memory,
        wish: &Wish,
        chosen: u32,
        name: impl Fn(u32) -> String,
        explanation: &mut Explanation,
    ) {
        let end = self.repertoire.end(&memory.passage);
        let situation = self.situation(wish, memory.passage.to, end);
        let mut all: Vec<Candidate> = Vec::new();
        let mut functions = memory.scratch.deciding.clone();
        self.each_candidate(&situation, &mut functions, |candidate| all.push(candidate));
        all.sort_by(|a, b| a.total().total_cmp(&b.total()));
        for candidate in all.iter().take(RIVALS) {
            #[expect(clippy::cast_possible_truncation, reason = "shown")]
            let value = -candidate.total() as f32;
            explanation.choices.push(Choice {
                label: name(candidate.cycle),
                value,
                chosen: candidate.cycle == chosen,
                leads_to: Some(self.lead(memory, candidate.cycle)),
                frames: self.repertoire.cycle(candidate.cycle).frames(),
                ..Choice::default()
            });
        }
        let Some(best) = all.iter().find(|candidate| candidate.cycle == chosen) else { return };
        #[expect(clippy::cast_possible_truncation, reason = "shown")]
        let term = |(label, value): (&'static str, f64)| CostTerm { label, value: value as f32 };
        explanation.costs.extend(best.costs.terms().map(term));
        explanation.costs.push(term(("to come", best.future)));
    }

    /// The value of being at the end of the passage, over all headings of the wish.
    fn explain_values(
        &self,
        memory: &mut Memory,
        wish: &Wish,
        end: GroundTransform,
        explanation: &mut Explanation,
    ) {
        let axis = Axis::headings(HEADINGS, Some(wish.heading));
        let mut functions = memory.scratch.deciding.clone();
        let values = (0..HEADINGS).map(|sample| {
            let turned = axis.at(sample) - wish.heading;
            let wish = Wish { heading: axis.at(sample), facing: wish.facing + turned, ..*wish };
            let situation = self.situation(&wish, memory.passage.to, end);
            let mut least = f64::INFINITY;
            self.each_candidate(&situation, &mut functions, |candidate| {
                least = least.min(candidate.total());
            });
            #[expect(clippy::cast_possible_truncation, reason = "shown")]
            let value = if least.is_finite() { -least as f32 } else { 0.0 };
            value
        });
        let values = values.collect();
        let label = "value of the goal's heading";
        explanation.values = Some(ValueMap { label, x: axis, y: None, values });
    }
}
