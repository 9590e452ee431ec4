//! What a player wants, in the words of the network.

use crate::{
    game_ball::GameBall,
    goals::{HORIZON_SECS, Intent},
    model::NeuralController,
    qualities::QUALITIES,
    steered::Steered,
};
use glam::Vec2;
use sidestep_control::{Action, Goal, GroundPoint, Steering, Toward, Travel, steer};
use sidestep_court::KeyAction;
use sidestep_motion::{GroundTransform, math::atan2};

/// Standing is asked for this far ahead, in seconds.
const STAND_SECS: f32 = 0.6;

/// Who has the ball and is not to throw it sooner than this dribbles until then, in seconds: it takes so long to
/// end a dribble and throw.
const THROW_SECS: f32 = 1.0;

/// A dribble is asked for so far ahead, in seconds, where nothing else says when.
const DRIBBLE_SECS: f32 = 0.3;

/// Places farther than this are asked for as one on the way to them, in metres.
const FARTHEST: f32 = 6.0;

impl NeuralController {
    /// What a goal asks of a body that stands at `ground`.
    pub(crate) fn intent(
        &self,
        goal: &Goal,
        (ground, game): (GroundTransform, &GameBall),
        steered: &Steered,
    ) -> Intent {
        let mut intent = match &goal.travel {
            Travel::Reach { target, facing, pace } => {
                let arrival = Arrival { secs: goal.arrive_in_secs, speed: pace.speed };
                self.reach(*target, *facing, arrival, ground)
            }
            _ => self.travel(self.steering(goal, ground), ground, steered),
        };
        for (wished, name) in intent.qualities.iter_mut().zip(QUALITIES) {
            *wished = goal.manner.get(name);
        }
        if self.parts.serves.actions {
            // Move-To where nothing else is asked for: with the ball, by dribbling, unless that has ended.
            let dribbles = self.parts.ball && game.own && !game.ended;
            let asked = goal.action.as_ref();
            let asked = asked.and_then(|action| Some((action, key_action(&action.label)?)));
            let is_later = |action: &Action| action.in_secs.is_some_and(|secs| secs > THROW_SECS);
            let asked =
                asked.filter(|(action, key)| !(dribbles && key.gives() && is_later(action)));
            if dribbles && asked.is_none() {
                intent.secs = intent.secs.or(Some(DRIBBLE_SECS));
            }
            let holds = self.parts.ball && game.own && game.ended;
            let default = if dribbles { KeyAction::Dribble } else { KeyAction::Walk };
            intent.action = asked.map(|(_, key)| key).or((!holds).then_some(default));
            if let Some((action, key)) = asked {
                act(key, action, (&goal.travel, ground), &mut intent);
            }
        }
        intent
    }

    /// A goal as a direction; places are none, the network knows them.
    pub(crate) fn steering(&self, goal: &Goal, ground: GroundTransform) -> Steering {
        match &goal.travel {
            Travel::Reach { .. } => Steering::Free,
            other => steer(other, ground, self.parts.usual_speed),
        }
    }

    fn travel(&self, steering: Steering, ground: GroundTransform, steered: &Steered) -> Intent {
        match steering {
            Steering::Free => Intent::default(),
            Steering::Stand { .. } => {
                let (rest, secs) = steered.rest_at(ground);
                Intent {
                    place: Some(Vec2::new(rest.x, rest.z)),
                    facing: Some(rest.heading),
                    secs: Some((STAND_SECS - secs).max(0.0)),
                    ..Intent::default()
                }
            }
            Steering::Move { heading, pace, facing } => {
                let speed = pace.speed.unwrap_or(self.parts.usual_speed);
                let facing = facing.unwrap_or(heading);
                let carrot = steered.carrot((heading, speed), facing, (ground, &self.config));
                let by_place = self.config.steer_by_place || !self.parts.serves.travel;
                Intent {
                    place: by_place.then_some(carrot.place),
                    facing: Some(carrot.facing),
                    secs: Some(self.config.steer_secs),
                    travel: (!by_place).then_some((heading, speed)),
                    ..Intent::default()
                }
            }
        }
    }

    fn reach(
        &self,
        target: GroundPoint,
        facing: Option<f32>,
        arrival: Arrival,
        ground: GroundTransform,
    ) -> Intent {
        let here = Vec2::new(ground.x, ground.z);
        let way = Vec2::new(target.x, target.z) - here;
        let distance = way.length();
        if arrival.secs.is_none() && distance < self.config.arrived {
            return Intent {
                place: Some(here + way),
                facing,
                secs: Some(STAND_SECS),
                travel: Some((facing.unwrap_or(ground.heading), 0.0)),
                ..Intent::default()
            };
        }
        let secs = arrival.secs.or(arrival.speed.map(|speed| distance / speed.max(0.05)));
        // What lies beyond the horizon is asked for as the part of the way that lies before it.
        let by_time = secs.map_or(1.0, |secs| HORIZON_SECS / secs.max(HORIZON_SECS));
        let share = by_time.min(FARTHEST / distance.max(FARTHEST));
        Intent {
            place: Some(here + share * way),
            facing: facing.filter(|_| share >= 1.0),
            secs: secs.map(|secs| share * secs),
            ..Intent::default()
        }
    }
}

/// The action that a label asks for.
pub(crate) fn key_action(label: &str) -> Option<KeyAction> {
    let of_data = || sidestep_court::label(label).and_then(|row| row.action);
    KeyAction::from_name(label).or_else(of_data)
}

/// Adds what an action selects to a wish: when, whereto, how high.
fn act(
    key: KeyAction,
    action: &Action,
    (travel, ground): (&Travel, GroundTransform),
    intent: &mut Intent,
) {
    let selection = key.selection();
    if key.has_moment() && !matches!(travel, Travel::Reach { .. }) {
        // A direction of travel says where to be while nothing is done, not where to do it.
        *intent =
            Intent { action: intent.action, qualities: intent.qualities, ..Intent::default() };
    }
    if selection.time {
        let secs = action.in_secs.map(|secs| secs.clamp(0.0, HORIZON_SECS));
        intent.secs = secs.or(intent.secs.filter(|_| !key.has_moment()));
    }
    let (point, heading) = match action.toward {
        Some(Toward::Point(point)) => {
            (Some(point), Some(atan2(point.x - ground.x, point.z - ground.z)))
        }
        Some(Toward::Heading(heading)) => (None, Some(heading)),
        _ => (None, None),
    };
    if selection.direction && key.has_moment() {
        intent.travel = heading.map(|heading| (heading, throw_speed(key)));
    }
    if let Some(point) = point.filter(|_| selection.ball) {
        intent.height = Some(point.y);
        if key == KeyAction::Stroke || key.takes() {
            intent.place = Some(Vec2::new(point.x, point.z));
        }
    }
}

/// How fast a ball is thrown over the ground, in m/s.
fn throw_speed(key: KeyAction) -> f32 {
    if key == KeyAction::Shoot { 4.0 } else { sidestep_court::aim::PASS_SPEED }
}

/// When to be somewhere.
#[derive(Clone, Copy)]
struct Arrival {
    /// In so many seconds.
    secs: Option<f32>,
    /// As fast as that.
    speed: Option<f32>,
}
