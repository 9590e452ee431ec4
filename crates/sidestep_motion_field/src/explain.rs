//! What of a flow is shown when looking inside: the states near the present one, the value function
//! around it, and how far from the data it is.

use crate::{
    flow::Flow, grid::TaskPoint, integration::Weighted, intent::Intent, states::LocalState,
};
use sidestep_control::{Axis, CostTerm, Explanation, ValueMap};
use sidestep_features::MotionState;
use sidestep_motion::{GroundTransform, math::wrap_angle};

/// Headings at which the value function is shown.
const HEADINGS: usize = 36;

/// Places beside a line at which the value function is shown.
const OFFSETS: usize = 13;

/// Says what the choice is worth.
pub(crate) fn add_value_of_choice(explanation: &mut Explanation) {
    let chosen = explanation.choices.iter().find(|choice| choice.chosen);
    if let Some(value) = chosen.map(|choice| choice.value) {
        explanation.add_number("value of the choice", value, "");
    }
}

impl Flow {
    /// Neighbours as ghosts, what the nearest of them costs, and how far that is.
    pub(crate) fn show_neighbors(
        &self,
        state: &LocalState,
        neighbors: &[Weighted],
        (chosen, ground): (u32, GroundTransform),
        explanation: &mut Explanation,
    ) {
        let core = &self.core;
        for neighbor in neighbors {
            let frame = core.states.frame(neighbor.row);
            explanation.add_frame(&core.library, frame, ground, neighbor.weight);
        }
        let first = explanation.ghosts.len() - neighbors.len();
        match neighbors.iter().position(|neighbor| neighbor.row == chosen) {
            Some(index) => explanation.ghosts[first + index].chosen = true,
            None => {
                let frame = core.states.frame(chosen);
                explanation.add_frame(&core.library, frame, ground, 0.0);
                if let Some(ghost) = explanation.ghosts.last_mut() {
                    ghost.chosen = true;
                }
            }
        }
        let mut data = LocalState::new(core.states.joints());
        core.states.load(&core.library, chosen, &mut data);
        let costs = core.space.distance_by_kind(&self.features(state), &self.features(&data));
        explanation.costs.extend(costs.iter().map(|&(label, value)| CostTerm { label, value }));
        let to_chosen: f32 = costs.iter().map(|(_, cost)| cost).sum();
        explanation.add_number("distance to the chosen state", to_chosen.sqrt(), "");
        if let Some(nearest) = neighbors.first() {
            core.states.load(&core.library, nearest.row, &mut data);
            let costs = core.space.distance_by_kind(&self.features(state), &self.features(&data));
            let distance = costs.iter().map(|(_, cost)| cost).sum::<f32>().sqrt();
            explanation.add_number("distance to the data", distance, "");
        }
    }

    fn features(&self, state: &LocalState) -> Vec<f32> {
        let mut row = vec![0.0; self.core.space.dims()];
        let seen = MotionState {
            phases: state.phases,
            ..MotionState::new(state.pose.as_ref(), &state.step.by, 0.0)
        };
        self.core.space.write(&seen, &mut row);
        row
    }

    /// The value of a state with these neighbours for every heading that could be wanted, or for
    /// every place beside a line; `None` where nothing is wanted.
    pub(crate) fn value_map(
        &self,
        intent: &Intent,
        neighbors: &[Weighted],
        ground: GroundTransform,
    ) -> Option<ValueMap> {
        let point = intent.point();
        let headings = Axis::headings(HEADINGS, Some(wrap_angle(ground.heading + point.theta)));
        let theta = |sample: usize| wrap_angle(headings.at(sample) - ground.heading);
        let at =
            |theta: f32, offset: f32| intent.value(self, neighbors, TaskPoint { theta, offset });
        match (intent, &self.repertoire.line) {
            (Intent::Nothing, _) | (Intent::Line { .. }, None) => None,
            (Intent::Commands { .. }, _) => {
                let values = (0..HEADINGS).map(|sample| at(theta(sample), 0.0)).collect();
                let label = "value of the wanted facing";
                Some(ValueMap { label, x: headings, y: None, values })
            }
            (Intent::Line { .. }, Some((_, function))) => {
                let reach = function.grid.reach;
                let offsets = Axis {
                    label: "left of the line",
                    unit: "m",
                    from: -reach,
                    step: 2.0 * reach / (OFFSETS - 1) as f32,
                    samples: OFFSETS,
                    wraps: false,
                    now: Some(point.offset),
                };
                let cells = (0..OFFSETS).flat_map(|o| (0..HEADINGS).map(move |h| (h, o)));
                let values = cells.map(|(h, o)| at(theta(h), offsets.at(o))).collect();
                let label = "value of the line's heading and place";
                Some(ValueMap { label, x: headings, y: Some(offsets), values })
            }
        }
    }
}
