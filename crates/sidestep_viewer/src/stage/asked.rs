//! What a wish asks for that was not asked for before: to start, to turn, or neither.
//!
//! Who walks on and is told to walk faster was asked for neither; who stands and is told to walk where
//! it looks was asked to start and not to turn. The clocks of the figures run for what was asked alone.

use crate::stage::world::Me;
use sidestep_control::{Goal, Travel};
use sidestep_motion::math::wrap_angle;

/// Slower than this, in metres a second, a body stands and has to start.
const STANDS: f32 = 0.3;

/// A direction that differs by more than this is another one: ten degrees.
const TURN_RADIANS: f32 = 10.0 * std::f32::consts::PI / 180.0;

/// Since which ticks something is asked for; nothing where it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asked {
    /// To start from standing.
    pub start: Option<u32>,
    /// To turn into a direction, or to get onto a line.
    pub turn: Option<u32>,
    /// How fast it was to go when it was asked to start: what comes later asks for no start.
    pub speed: Option<f32>,
    /// The direction when a turn was asked for last: small changes of it add up.
    heading: f32,
}

impl Asked {
    /// Takes note of a goal that follows another one.
    pub(crate) fn take(&mut self, before: &Goal, now: &Goal, me: &Me, tick: u32) {
        let Some(heading) = direction(now) else {
            *self = Self::default();
            return;
        };
        if direction(before).is_none() {
            let start = (me.speed < STANDS).then_some(tick);
            let speed = now.travel.pace().speed;
            *self = Self { start, turn: None, speed, heading: me.ground.heading };
        }
        if wrap_angle(heading - self.heading).abs() > TURN_RADIANS || is_other_line(before, now) {
            self.turn = Some(tick);
            self.heading = heading;
        }
    }
}

fn direction(goal: &Goal) -> Option<f32> {
    match goal.travel {
        Travel::Move { heading, .. } | Travel::Line { heading, .. } => Some(heading),
        _ => None,
    }
}

fn is_other_line(before: &Goal, now: &Goal) -> bool {
    let Travel::Line { through: now, .. } = &now.travel else { return false };
    !matches!(&before.travel, Travel::Line { through, .. } if through == now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::GroundTransform;

    fn me(speed: f32) -> Me {
        let ground = GroundTransform::IDENTITY;
        let abilities = sidestep_control::Abilities::default();
        Me { index: 0, ground, offset: (0.0, 0.0), usual_speed: 1.3, speed, abilities }
    }

    #[test]
    fn only_what_is_new_is_asked_for() {
        let mut asked = Asked::default();
        let walk = |heading| Goal::walk(heading, 1.3);
        asked.take(&Goal::STAND, &walk(0.0), &me(0.0), 10);
        assert_eq!((asked.start, asked.turn), (Some(10), None));
        asked.take(&walk(0.0), &Goal::walk(0.0, 2.0), &me(1.0), 20);
        assert_eq!((asked.start, asked.turn), (Some(10), None), "faster is neither");
        asked.take(&walk(0.0), &walk(0.1), &me(1.0), 30);
        assert_eq!(asked.turn, None, "a little is no turn");
        asked.take(&walk(0.1), &walk(0.2), &me(1.0), 40);
        assert_eq!(asked.turn, Some(40), "but a little more than that is");
        asked.take(&walk(0.2), &Goal::STAND, &me(1.0), 50);
        assert_eq!((asked.start, asked.turn), (None, None));
        asked.take(&Goal::STAND, &walk(3.0), &me(1.0), 60);
        assert_eq!((asked.start, asked.turn), (None, Some(60)), "it was still going");
    }
}
