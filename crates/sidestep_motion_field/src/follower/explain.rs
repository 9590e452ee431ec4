//! What a follower does and why: what could be followed and its values.

use crate::{
    explain::add_value_of_choice,
    follower::{Follower, memory::FollowerMemory},
    integration::Weighted,
    intent::Intent,
};
use sidestep_control::{
    Explanation, Output, Trail,
    explanation::{clip_trail, frame_label},
};

impl Follower {
    /// Explains the next tick. `memory` is a copy, so that the searches have their room.
    pub(crate) fn explain_following(
        &self,
        memory: FollowerMemory,
        intent: &Intent,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let core = &self.flow.core;
        let FollowerMemory { following, mut room, .. } = memory;
        let state = &mut room.state;
        self.observe(&following, out, state);
        let continued = core.states.has_next(following.row).then_some(following.row);
        core.followable(state, continued, &mut room.finder, &mut room.choices);
        for choice in &room.choices {
            let value = self.value_of_choice(intent, &out.footing, choice);
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
        let mut neighbors = Vec::new();
        core.locate(state, &mut room.finder, &mut neighbors);
        self.flow.show_neighbors(state, &neighbors, (row, out.ground), explanation);
        explanation.values =
            self.flow.value_map(intent, &[Weighted { row, weight: 1.0 }], out.ground);
        let frame = core.states.frame(row);
        explanation.doing = format!("follows {}", frame_label(&core.library, frame));
        let points = clip_trail(&core.library, frame, out.ground);
        explanation.trails.push(Trail { label: "followed", points });
        add_value_of_choice(explanation);
    }
}
