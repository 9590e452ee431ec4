//! What a field does and why: the states near the present one, the actions and their values, the
//! value function around it, and how far from the data it is.

use crate::{
    construction::MotionField,
    grid::TaskPoint,
    integration::{Action, Weighted},
    memory::Memory,
    states::LocalState,
    wish::Wish,
};
use sidestep_control::{
    Axis, CostTerm, Explanation, Output, Trail, ValueMap,
    explanation::{clip_trail, frame_label},
};
use sidestep_features::MotionState;
use sidestep_motion::{GroundTransform, math::wrap_angle};

/// Headings at which the value function is shown.
const HEADINGS: usize = 36;

/// Places beside a line at which the value function is shown.
const OFFSETS: usize = 13;

impl MotionField {
    /// Explains the next tick. `memory` is a copy, so that the searches have their room.
    pub(crate) fn explain_state(
        &self,
        mut memory: Memory,
        wish: &Wish,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        if self.core.config.follow.is_some() {
            self.explain_following(&mut memory, wish, out, explanation);
        } else {
            self.explain_blending(&mut memory, wish, explanation);
        }
        let chosen = explanation.choices.iter().find(|choice| choice.chosen);
        if let Some(value) = chosen.map(|choice| choice.value) {
            explanation.add_number("value of the choice", value, "");
        }
    }

    fn explain_following(
        &self,
        memory: &mut Memory,
        wish: &Wish,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let core = &self.core;
        let Memory { state, following, room, neighbors, .. } = memory;
        self.observe(following, out, state);
        let continued = core.states.has_next(following.row).then_some(following.row);
        core.followable(state, continued, &mut room.finder, &mut room.choices);
        for choice in &room.choices {
            let value = self.value_of_choice(wish, &out.footing, choice);
            let frame = core.states.frame(choice.row);
            explanation.add_choice(&core.library, frame, out.ground, value);
        }
        if continued.is_some() && following.held > 1 {
            // What was joined a moment ago is followed for a while, whatever the values.
            explanation.choices[0].chosen = true;
        } else {
            explanation.choose_highest();
        }
        let chosen = explanation.choices.iter().position(|choice| choice.chosen);
        let row = chosen.map_or(following.row, |index| room.choices[index].row);
        core.locate(state, &mut room.finder, neighbors);
        self.show_neighbors(state, neighbors, (row, out.ground), explanation);
        explanation.values = self.value_map(wish, &[Weighted { row, weight: 1.0 }], out.ground);
        let frame = core.states.frame(row);
        explanation.doing = format!("follows {}", frame_label(&core.library, frame));
        let points = clip_trail(&core.library, frame, out.ground);
        explanation.trails.push(Trail { label: "followed", points });
    }

    fn explain_blending(&self, memory: &mut Memory, wish: &Wish, explanation: &mut Explanation) {
        let core = &self.core;
        let Memory { state, ground, neighbors, room, .. } = memory;
        room.neighborhood.prepare(&core.states, &core.library, state, neighbors);
        let mut next = LocalState::new(core.states.joints());
        let mut reached = Vec::new();
        let assist = wish.assist(&self.planned);
        let actions = if matches!(wish, Wish::Nothing) { 0 } else { core.config.actions };
        for neighbor in neighbors.iter().take(actions) {
            let action = Action::preferring(*neighbor, core.config.sharpness);
            let drift = core.config.drift;
            let way = room.neighborhood.integrate(&core.states, state, action, drift, &mut next);
            core.locate(&next, &mut room.finder, &mut reached);
            let (point, _) = wish.point().after(way, &assist);
            let value = wish.value(self, &reached, point);
            explanation.add_choice(&core.library, core.states.frame(neighbor.row), *ground, value);
        }
        explanation.choose_highest();
        let chosen = explanation.choices.iter().position(|choice| choice.chosen).unwrap_or(0);
        let Some(preferred) = neighbors.get(chosen).copied() else { return };
        let label = frame_label(&core.library, core.states.frame(preferred.row));
        explanation.doing = match actions {
            0 => format!("blends {} states, most like {label}", neighbors.len()),
            _ => format!("blends {} states, prefers {label}", neighbors.len()),
        };
        self.show_neighbors(state, neighbors, (preferred.row, *ground), explanation);
        explanation.values = self.value_map(wish, neighbors, *ground);
    }

    /// Neighbours as ghosts, what the nearest of them costs, and how far that is.
    fn show_neighbors(
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
    fn value_map(
        &self,
        wish: &Wish,
        neighbors: &[Weighted],
        ground: GroundTransform,
    ) -> Option<ValueMap> {
        let point = wish.point();
        let headings = Axis::headings(HEADINGS, Some(wrap_angle(ground.heading + point.theta)));
        let theta = |sample: usize| wrap_angle(headings.at(sample) - ground.heading);
        let at = |theta: f32, offset: f32| wish.value(self, neighbors, TaskPoint { theta, offset });
        match (wish, &self.repertoire.line) {
            (Wish::Nothing, _) | (Wish::Line { .. }, None) => None,
            (Wish::Commands { .. }, _) => {
                let values = (0..HEADINGS).map(|sample| at(theta(sample), 0.0)).collect();
                let label = "value of the wanted facing";
                Some(ValueMap { label, x: headings, y: None, values })
            }
            (Wish::Line { .. }, Some((_, function))) => {
                let reach = function.grid.reach;
                #[expect(clippy::cast_precision_loss, reason = "a few samples")]
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
