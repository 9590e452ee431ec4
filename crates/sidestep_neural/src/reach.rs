//! Hands that reach for a ball, and an arm that reaches for it with a racket.
//!
//! A network meets a ball to a hand's breadth or two: its actors met other balls, at other places. Who sees a ball
//! come corrects the last of the way with the arms. So hands are led from where the network brings them to where
//! the ball is due, the more the nearer the moment, and no farther than [`crate::NeuralConfig::reach`]; afterwards
//! they go back. What the network sees of its body is what it did.

use crate::{goals::Intent, model::NeuralController, representation::RACKET_HAND};
use glam::Vec3;
use sidestep_control::saved_value;
use sidestep_court::{KeyAction, RACKET_METRES, racket_centre};
use sidestep_motion::{
    GroundTransform, Pose,
    ball::{BallConfig, between_hands},
    kinematics::JointTransforms,
    leg_ik::{AnkleTarget, solve, solve_beyond},
};

/// Hands are led to a ball that is due within this time, in seconds.
const LED_SECS: f32 = 0.35;

/// They are led no faster than this, and go back no faster than the second, in metres a second.
const FASTEST: (f32, f32) = (2.0, 0.8);

/// What a character remembers of how its hands are led.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Reach {
    /// How far they are led now.
    offset: Vec3,
    /// Where they were in the tick before, as the network had them.
    before: Vec3,
    /// Whether that is known.
    goes_on: bool,
}

saved_value!(Reach { offset, before, goes_on });

impl Reach {
    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.offset = moved.transform_vector(self.offset);
        self.before = moved.transform_point(self.before);
    }

    /// The next tick, for what the network has at `end`: how far it is led.
    fn follow(&mut self, end: Vec3, due: Option<(Vec3, f32)>, (most, secs): (f32, f32)) -> Vec3 {
        let way = if self.goes_on { end - self.before } else { Vec3::ZERO };
        (self.before, self.goes_on) = (end, true);
        let (wanted, fastest) = match due.filter(|(_, left)| *left < LED_SECS) {
            // Where it will be then, if it goes on as it goes.
            Some((place, left)) => {
                let left = (left - secs).max(0.0);
                let share = 1.0 - left / LED_SECS;
                (share * (place - end - way * (left / secs)), FASTEST.0)
            }
            None => (Vec3::ZERO, FASTEST.1),
        };
        let change = wanted.clamp_length_max(most) - self.offset;
        self.offset += change.clamp_length_max(fastest * secs);
        self.offset
    }
}

impl NeuralController {
    /// Leads the hands of a pose to the ball that is due, or the racket.
    pub(crate) fn lead_hands(
        &self,
        reach: &mut Reach,
        intent: &Intent,
        (pose, joints): (&mut Pose, &mut JointTransforms),
    ) {
        let (skeleton, representation) = (&self.parts.skeleton, &self.representation);
        let racket = representation.racket_arm();
        let end = match racket {
            Some(_) => racket_centre(skeleton, &joints.positions, RACKET_HAND),
            None => between_hands(joints, skeleton, &BallConfig::default()),
        };
        let meets = |action: &KeyAction| action.takes() || *action == KeyAction::Stroke;
        let place =
            intent.place.zip(intent.height).map(|(at, height)| Vec3::new(at.x, height, at.y));
        let due = intent.action.filter(meets).and(place.zip(intent.secs));
        let Some(end) = end.filter(|_| self.config.reach > 0.0) else { return };
        let times = (self.config.reach, 1.0 / self.parts.rate_hz);
        let offset = reach.follow(end, due, times);
        if offset.length_squared() < 1e-8 {
            return;
        }
        if let Some(arm) = racket {
            solve_beyond(skeleton, arm, (end + offset, RACKET_METRES), pose, joints);
            return;
        }
        for arm in representation.arms() {
            let position = joints.position(arm.foot) + offset;
            solve(skeleton, arm, &AnkleTarget { position, rotation: None }, pose, joints);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: f32 = 1.0 / 30.0;

    /// A hand that goes 1 m/s to the left, and a ball that is due in `ticks`, 0.2 m above where it will be then.
    fn led(ticks: u8, most: f32) -> (Reach, Vec3, Vec3) {
        let ball = Vec3::new(f32::from(ticks) * TICK, 1.2, 0.0);
        let mut reach = Reach::default();
        let mut shown = Vec3::ZERO;
        for tick in 0..=ticks {
            let end = Vec3::new(f32::from(tick) * TICK, 1.0, 0.0);
            // The last tick before the moment leads to it.
            let left = f32::from(ticks - tick) * TICK + TICK;
            shown = end + reach.follow(end, Some((ball, left)), (most, TICK));
        }
        (reach, shown, ball)
    }

    #[test]
    fn hands_are_where_the_ball_is_when_it_is_there() {
        let (_, shown, ball) = led(20, 0.3);
        assert!(shown.distance(ball) < 1e-5, "{shown} {ball}");
        let (_, shown, ball) = led(20, 0.1);
        assert!((shown.distance(ball) - 0.1).abs() < 1e-5, "no farther than they may: {shown}");
        // Seen 0.1 s before, they are led as fast as they may be.
        let (_, shown, ball) = led(2, 0.3);
        assert!(shown.distance(ball) < 0.2 && shown.distance(ball) >= 0.0, "{shown}");
    }

    #[test]
    fn hands_are_led_steadily_and_go_back() {
        let (mut reach, ..) = led(20, 0.3);
        let mut last = reach.offset;
        for _ in 0..9 {
            let offset = reach.follow(Vec3::ZERO, None, (0.3, TICK));
            assert!((offset - last).length() <= FASTEST.1 * TICK + 1e-6);
            last = offset;
        }
        assert_eq!(last, Vec3::ZERO);
    }

    #[test]
    fn nobody_reaches_for_a_ball_that_is_far_off() {
        let mut reach = Reach::default();
        let due = Some((Vec3::new(1.0, 1.0, 1.0), LED_SECS + TICK));
        assert_eq!(reach.follow(Vec3::ZERO, due, (0.3, TICK)), Vec3::ZERO);
    }
}
