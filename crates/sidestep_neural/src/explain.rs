//! What a network expects: P is the window into its intent.

use crate::{
    controller::Memory,
    goals::{GOAL_CHANNELS, GoalChannel},
    model::NeuralController,
    qualities::QUALITIES,
};
use glam::Vec3;
use sidestep_control::{Explanation, Goal, GroundPoint, Mark, Output};
use sidestep_court::SELECTIONS;
use sidestep_motion::math::atan2;

impl NeuralController {
    /// Says what is asked for and what is expected of everything else.
    pub(crate) fn explain_expectations(
        &self,
        memory: &Memory,
        goal: &Goal,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let intent = self.intent(goal, (out.ground, &memory.game), &memory.steered);
        let expected = &memory.row[self.representation.channels()..];
        let of = |wanted: GoalChannel| {
            let index = GOAL_CHANNELS.iter().position(|channel| *channel == wanted);
            index.map_or(0.0, |index| expected[index])
        };
        let place = Vec3::new(of(GoalChannel::PlaceLeft), 0.0, of(GoalChannel::PlaceForward));
        let place = out.ground.transform_point(place);
        let place = GroundPoint::new(place.x, place.z);
        explanation.marks.push(Mark { label: "expects to be", place });
        if let Some(place) = intent.place {
            let place = GroundPoint::new(place.x, place.y);
            explanation.marks.push(Mark { label: "asked to be", place });
        }
        let asked = [
            ("a place", intent.place.is_some()),
            ("a facing", intent.facing.is_some()),
            ("a time", intent.secs.is_some()),
            ("a direction", intent.travel.is_some()),
            ("an action", intent.action.is_some()),
        ];
        let asked: Vec<&str> =
            asked.into_iter().filter_map(|(name, is)| is.then_some(name)).collect();
        explanation.doing = match asked.as_slice() {
            [] => "goes on as it expects to".to_owned(),
            some => format!("was asked for {}", some.join(", ")),
        };
        if self.parts.serves.actions {
            for (number, (action, _)) in SELECTIONS.iter().enumerate() {
                explanation.add_number(action.name(), of(GoalChannel::Action(number)), "");
            }
        }
        explanation.add_number("expected time", of(GoalChannel::Time), "s");
        let turn = atan2(of(GoalChannel::FacingSin), of(GoalChannel::FacingCos));
        explanation.add_number("expected turn, left up", turn.to_degrees(), "°");
        // Of what it was never taught a network expects the same number all the time, which says nothing.
        if self.parts.serves.travel {
            explanation.add_number("expected speed", of(GoalChannel::Speed), "m/s");
        }
        for (index, name) in QUALITIES.into_iter().enumerate() {
            if self.parts.serves.qualities {
                explanation.add_number(name, of(GoalChannel::Quality(index)), "");
            }
        }
        explanation.add_number("phase of the gait", memory.phase.unwrap_or(0.0).to_degrees(), "°");
    }
}
