//! What a field does and why: the actions and their values.

use crate::{
    explain::add_value_of_choice,
    field::{MotionField, memory::Memory},
    integration::Action,
    intent::Intent,
    states::LocalState,
};
use sidestep_control::{Explanation, explanation::frame_label};

impl MotionField {
    /// Explains the next tick. `memory` is a copy, so that the searches have their room.
    pub(crate) fn explain_mixing(
        &self,
        memory: Memory,
        intent: &Intent,
        explanation: &mut Explanation,
    ) {
        let core = &self.flow.core;
        let Memory { state, ground, neighbors, mut room, .. } = memory;
        room.neighborhood.prepare(&core.states, &core.library, &state, &neighbors);
        let mut next = LocalState::new(core.states.joints());
        let mut reached = Vec::new();
        let assist = intent.assist(&self.flow.planned);
        let actions = if matches!(intent, Intent::Nothing) { 0 } else { core.config.actions };
        for neighbor in neighbors.iter().take(actions) {
            let action = Action::preferring(*neighbor, core.config.mix().sharpness);
            let drift = core.config.mix().drift;
            let way = room.neighborhood.integrate(&core.states, &state, action, drift, &mut next);
            core.locate(&next, &mut room.finder, &mut reached);
            let (point, added) = intent.point().after(way, &assist);
            let value = intent.value(&self.flow, &reached, point) - assist.cost(added);
            explanation.add_choice(&core.library, core.states.frame(neighbor.row), ground, value);
        }
        explanation.choose_highest();
        let chosen = explanation.choices.iter().position(|choice| choice.chosen).unwrap_or(0);
        let Some(preferred) = neighbors.get(chosen).copied() else { return };
        let label = frame_label(&core.library, core.states.frame(preferred.row));
        explanation.doing = match actions {
            0 => format!("blends {} states, most like {label}", neighbors.len()),
            _ => format!("blends {} states, prefers {label}", neighbors.len()),
        };
        self.flow.show_neighbors(&state, &neighbors, (preferred.row, ground), explanation);
        explanation.values = self.flow.value_map(intent, &neighbors, ground);
        add_value_of_choice(explanation);
    }
}
