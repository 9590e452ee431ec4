//! What a character remembers of how it is steered.
//!
//! A network serves places in time, so who steers asks for one: where a body gets to that takes up the asked
//! velocity as fast as bodies do. Two things are left that no single tick shows. A network that is asked for
//! the same thing for long settles a few degrees beside it, and each tick it is asked anew from where it
//! stands; and who is told to stand must know where, or it drifts with every sway.

use crate::config::NeuralConfig;
use glam::Vec2;
use sidestep_control::{Steering, saved_value};
use sidestep_motion::{
    GroundTransform,
    math::{atan2, cos, exp, sin, wrap_angle},
};
use std::f32::consts::PI;

/// Velocity and turning are smoothed over this long, in seconds.
const SMOOTH_SECS: f32 = 0.25;

/// Errors larger than this are a change under way, not a habit, in radians; so are those of a body that turns
/// faster than the second, in radians a second.
const LARGEST_HABIT: f32 = 0.3;
const STEADY: f32 = 0.35;

/// No more than this is made good, in radians.
const MOST_TRIM: f32 = 0.3;

/// Slower than this, the direction of travel says nothing, in metres a second.
const GOING: f32 = 0.4;

/// Who turns by nearly half a circle goes on to the same side while less than this is missing of it, in radians.
const UNDECIDED: f32 = 0.6;

/// A body that is told to stand comes to rest as far ahead as it goes in this time, in seconds.
const STOP_SECS: f32 = 0.3;

/// Who is told to stand may finish the step it is in, in seconds.
const STEP_ON_SECS: f32 = 0.7;

/// Who has a foot in the air comes to rest when it is down, or after so long, in seconds.
const FOOT_DOWN_SECS: f32 = 1.7;

/// Nearer than this to its place, in metres, and to how it should look, in radians, a body is at rest.
const AT_REST: (f32, f32) = (0.2, 0.4);

/// What a character remembers of how it is steered.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steered {
    /// Velocity as the body sees it (left, forward), smoothed, in metres a second.
    velocity: Vec2,
    /// The same of its turning, in radians a second.
    spin: f32,
    /// By how much more than what is wanted the body is asked to look and to travel to the left.
    facing_trim: f32,
    travel_trim: f32,
    /// Where it stands, while it is told to, and for how long it was.
    stands: bool,
    rest: GroundTransform,
    rest_secs: f32,
    /// Whether it has come to rest there.
    rests: bool,
}

saved_value!(Steered { velocity, spin, facing_trim, travel_trim, stands, rest, rest_secs, rests });

/// Where to be, looking where, to take up a velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Carrot {
    pub(crate) place: Vec2,
    pub(crate) facing: f32,
}

impl Steered {
    /// Learns what the body did in a tick, seen from where it stood, and what is asked of it now.
    pub(crate) fn follow(
        &mut self,
        (steering, config): (&Steering, &NeuralConfig),
        (step, ground): (GroundTransform, GroundTransform),
        secs: f32,
    ) {
        let share = secs / (SMOOTH_SECS + secs);
        self.velocity += share * (Vec2::new(step.x, step.z) / secs - self.velocity);
        self.spin += share * (step.heading / secs - self.spin);
        match *steering {
            Steering::Stand { facing } => self.rest(facing, ground, secs),
            Steering::Move { heading, facing, .. } => {
                self.stands = false;
                self.trim(config, (heading, facing.unwrap_or(heading)), ground.heading, secs);
            }
            Steering::Free => self.stands = false,
        }
    }

    /// Where to stand and how to look, and for how long it has been so.
    pub(crate) fn rest_at(&self, ground: GroundTransform) -> (GroundTransform, f32) {
        if self.stands { (self.rest, self.rest_secs) } else { (ground, 0.0) }
    }

    /// Whether a body at `ground` has come to where it was told to stand: it needs no further step. Who rests
    /// goes on to, whatever its feet do.
    pub(crate) fn comes_to_rest(&mut self, ground: GroundTransform, feet_down: bool) -> bool {
        let off = Vec2::new(ground.x - self.rest.x, ground.z - self.rest.z).length();
        let turn = wrap_angle(ground.heading - self.rest.heading).abs();
        let is_there = self.stands && off < AT_REST.0 && turn < AT_REST.1;
        let is_done = self.rest_secs > if feet_down { STEP_ON_SECS } else { FOOT_DOWN_SECS };
        self.rests = is_there && (self.rests || is_done);
        self.rests
    }

    /// Where a body at `ground` is `ahead_secs` later that takes up a velocity.
    pub(crate) fn carrot(
        &self,
        (heading, speed): (f32, f32),
        facing: f32,
        (ground, config): (GroundTransform, &NeuralConfig),
    ) -> Carrot {
        let secs = config.steer_secs;
        let heading = heading + self.travel_trim;
        let wanted = speed * Vec2::new(sin(heading), cos(heading));
        let ahead = secs * wanted + carried(config) * (self.in_world(ground) - wanted);
        let turn = wrap_angle(facing - ground.heading);
        let goes_on = turn.abs() > PI - UNDECIDED && turn * self.spin < 0.0;
        let turn = if goes_on { turn - 2.0 * PI * turn.signum() } else { turn };
        let most = config.turn_rate * secs;
        let facing = ground.heading + turn.clamp(-most, most) + self.facing_trim;
        Carrot { place: Vec2::new(ground.x, ground.z) + ahead, facing }
    }

    fn in_world(&self, ground: GroundTransform) -> Vec2 {
        let seen = glam::Vec3::new(self.velocity.x, 0.0, self.velocity.y);
        let world = ground.rotation() * seen;
        Vec2::new(world.x, world.z)
    }

    fn rest(&mut self, facing: Option<f32>, ground: GroundTransform, secs: f32) {
        if !self.stands {
            let way = STOP_SECS * self.in_world(ground);
            self.rest = GroundTransform::new(ground.x + way.x, ground.z + way.y, ground.heading);
            (self.stands, self.rest_secs, self.rests) = (true, 0.0, false);
        }
        self.rest_secs += secs;
        self.rest.heading = facing.unwrap_or(self.rest.heading);
    }

    /// Asks a little more of a body that has got used to a little less.
    fn trim(&mut self, config: &NeuralConfig, (heading, facing): (f32, f32), now: f32, secs: f32) {
        if config.trim_secs <= 0.0 || self.spin.abs() > STEADY {
            return;
        }
        let share = secs / config.trim_secs;
        let grown = |trim: f32, error: f32| match error.abs() < LARGEST_HABIT {
            true => (trim + share * error).clamp(-MOST_TRIM, MOST_TRIM),
            false => trim,
        };
        self.facing_trim = grown(self.facing_trim, wrap_angle(facing - now));
        if self.velocity.length() > GOING {
            let travels = now + atan2(self.velocity.x, self.velocity.y);
            self.travel_trim = grown(self.travel_trim, wrap_angle(heading - travels));
        }
    }

    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.rest = moved * self.rest;
    }
}

/// Seconds of its present velocity that a body still goes while it takes up another one, as a critically damped
/// spring does.
fn carried(config: &NeuralConfig) -> f32 {
    if config.steer_halflife_secs <= 0.0 {
        return 0.0;
    }
    // The halflife of a critically damped spring is 1.678 over its frequency.
    let (rate, secs) = (1.678 / config.steer_halflife_secs, config.steer_secs);
    2.0 / rate - exp(-rate * secs) * (secs + 2.0 / rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_control::Pace;

    const TICK: f32 = 1.0 / 30.0;

    fn going(heading: f32) -> Steering {
        Steering::Move { heading, pace: Pace::default(), facing: None }
    }

    #[test]
    fn a_velocity_is_taken_up_over_time() {
        let steered = Steered { velocity: Vec2::new(0.0, 1.0), ..Steered::default() };
        let config =
            NeuralConfig { steer_secs: 1.0, steer_halflife_secs: 0.25, ..NeuralConfig::default() };
        let origin = GroundTransform::IDENTITY;
        // A spring of 1.678 / 0.25 a second goes on for 0.2964 s of the old velocity.
        let carrot = steered.carrot((0.5 * PI, 1.0), 0.5 * PI, (origin, &config));
        assert!(carrot.place.distance(Vec2::new(0.7036, 0.2964)) < 1e-3, "{carrot:?}");
        let config = NeuralConfig { steer_halflife_secs: 0.0, ..config };
        let carrot = steered.carrot((0.5 * PI, 1.0), 0.5 * PI, (origin, &config));
        assert!(carrot.place.distance(Vec2::new(1.0, 0.0)) < 1e-5, "{carrot:?}");
    }

    #[test]
    fn who_turns_round_goes_on_to_the_same_side_and_not_too_fast() {
        let config = NeuralConfig { steer_secs: 1.0, turn_rate: 2.0, ..NeuralConfig::default() };
        let facing = |spin| {
            let steered = Steered { spin, ..Steered::default() };
            steered.carrot((-3.0, 1.0), -3.0, (GroundTransform::IDENTITY, &config)).facing
        };
        assert!((facing(-1.0) + 2.0).abs() < 1e-5);
        assert!((facing(1.0) - 2.0).abs() < 1e-5);
    }

    #[test]
    fn a_habit_is_made_good_and_a_change_is_none() {
        let trim = |off: f32| {
            let (mut steered, config) = (Steered::default(), NeuralConfig::default());
            let config = NeuralConfig { trim_secs: 1.0, ..config };
            let ground = GroundTransform::new(0.0, 0.0, off);
            for _ in 0..15 {
                steered.follow((&going(0.0), &config), (GroundTransform::IDENTITY, ground), TICK);
            }
            steered.facing_trim
        };
        assert!((trim(-0.1) - 0.05).abs() < 1e-4, "{}", trim(-0.1));
        assert_eq!(trim(-1.0), 0.0);
    }

    #[test]
    fn nobody_rests_on_one_foot() {
        let (mut steered, config) = (Steered::default(), NeuralConfig::default());
        let here = GroundTransform::IDENTITY;
        let mut rests_at = |feet: [bool; 60]| {
            steered.follow((&going(0.0), &config), (here, here), TICK);
            feet.into_iter().position(|down| {
                let stand = Steering::Stand { facing: None };
                steered.follow((&stand, &config), (here, here), TICK);
                steered.comes_to_rest(here, down)
            })
        };
        // After 0.7 s, which is the 21st tick or, as sums are rounded, the next; when the foot comes down; or
        // after 1.7 s.
        assert!(matches!(rests_at([true; 60]), Some(20 | 21)));
        assert_eq!(rests_at(std::array::from_fn(|tick| tick >= 40)), Some(40));
        assert!(matches!(rests_at([false; 60]), Some(50 | 51)));
        assert!(steered.comes_to_rest(here, false));
        assert!(!steered.comes_to_rest(GroundTransform::new(1.0, 0.0, 0.0), true));
    }

    #[test]
    fn who_stands_knows_where() {
        let (mut steered, config) = (Steered::default(), NeuralConfig::default());
        let stand = Steering::Stand { facing: None };
        for tick in 0..90_u16 {
            let swayed = GroundTransform::new(0.01 * f32::from(tick), 0.0, 0.0);
            steered.follow((&stand, &config), (GroundTransform::IDENTITY, swayed), TICK);
        }
        let (rest, secs) = steered.rest_at(GroundTransform::new(9.0, 9.0, 1.0));
        assert_eq!((rest, secs > 2.9), (GroundTransform::IDENTITY, true));
        steered.follow((&going(0.0), &config), (GroundTransform::IDENTITY, rest), TICK);
        let elsewhere = GroundTransform::new(9.0, 9.0, 1.0);
        assert_eq!(steered.rest_at(elsewhere), (elsewhere, 0.0));
    }
}
