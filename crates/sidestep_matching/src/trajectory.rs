//! The way a character would take to its goal, predicted by critically damped springs.
//!
//! Velocity and facing each follow what is wanted like a spring that comes half of the way in a
//! given time (Holden, "Spring-It-On: the game developer's spring-roll call", 2021). The springs
//! live in the world and keep their acceleration, so that the predicted way bends without a kink
//! when the goal changes.

use glam::Vec3;
use sidestep_control::saved_value;
use sidestep_motion::{
    GroundTransform,
    math::{exp, wrap_angle},
};
use std::f32::consts::LN_2;

/// What is wanted: a velocity and a facing, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wanted {
    pub(crate) velocity: Vec3,
    pub(crate) facing: f32,
}

/// Half-lives of the springs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HalfLives {
    pub(crate) velocity_secs: f32,
    pub(crate) facing_secs: f32,
}

/// The springs of one character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Trajectory {
    velocity: Vec3,
    acceleration: Vec3,
    facing: f32,
    turn_rate: f32,
}

saved_value!(Wanted { velocity, facing });
saved_value!(Trajectory { velocity, acceleration, facing, turn_rate });

impl Wanted {
    /// The same in a world that was moved.
    pub(crate) fn carried(self, moved: GroundTransform) -> Self {
        let facing = wrap_angle(self.facing + moved.heading);
        Self { velocity: moved.transform_vector(self.velocity), facing }
    }
}

impl Trajectory {
    /// On an even way.
    pub(crate) fn new(velocity: Vec3, facing: f32) -> Self {
        Self { velocity, facing, ..Self::default() }
    }

    /// Lets time pass; returns the place reached, seen from where it began, in the world's axes.
    pub(crate) fn advance(&mut self, wanted: Wanted, half_lives: HalfLives, secs: f32) -> Vec3 {
        let rate = damping(half_lives.velocity_secs);
        let (away, decay) = (self.velocity - wanted.velocity, exp(-rate * secs));
        let pull = self.acceleration + away * rate;
        let settled = pull / (rate * rate) + away / rate;
        let place = wanted.velocity * secs + settled - decay * (settled + pull * (secs / rate));
        self.velocity = wanted.velocity + decay * (away + pull * secs);
        self.acceleration = decay * (self.acceleration - pull * (rate * secs));

        let rate = damping(half_lives.facing_secs);
        let (away, decay) = (wrap_angle(self.facing - wanted.facing), exp(-rate * secs));
        let pull = self.turn_rate + away * rate;
        self.facing = wrap_angle(wanted.facing + decay * (away + pull * secs));
        self.turn_rate = decay * (self.turn_rate - pull * (rate * secs));
        place
    }

    /// Where the character will be in `secs`, seen from the world's axes at its present place.
    pub(crate) fn ahead(
        mut self,
        wanted: Wanted,
        half_lives: HalfLives,
        secs: f32,
    ) -> GroundTransform {
        let place = self.advance(wanted, half_lives, secs);
        GroundTransform::new(place.x, place.z, self.facing)
    }

    /// Turns all of it along with the character.
    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.velocity = moved.transform_vector(self.velocity);
        self.acceleration = moved.transform_vector(self.acceleration);
        self.facing = wrap_angle(self.facing + moved.heading);
    }
}

/// The rate of a critically damped spring of this half-life.
fn damping(half_life_secs: f32) -> f32 {
    2.0 * LN_2 / half_life_secs.max(1e-3)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF_LIVES: HalfLives = HalfLives { velocity_secs: 0.3, facing_secs: 0.2 };
    const WANTED: Wanted = Wanted { velocity: Vec3::new(1.0, 0.0, -2.0), facing: 3.0 };

    /// Many small steps of the spring's own law a' = -r² (v - w) - 2 r a, summed up.
    #[test]
    fn one_long_step_equals_many_short_ones() {
        let mut exact = Trajectory::new(Vec3::Z, -3.0);
        exact.acceleration = Vec3::X;
        exact.turn_rate = 1.0;
        let (mut summed, mut place) = (exact, Vec3::ZERO);
        let rate = damping(HALF_LIVES.velocity_secs);
        let secs = 1e-4;
        for _ in 0..5000 {
            let jerk = (WANTED.velocity - summed.velocity) * (rate * rate);
            summed.acceleration += (jerk - summed.acceleration * (2.0 * rate)) * secs;
            summed.velocity += summed.acceleration * secs;
            place += summed.velocity * secs;
        }
        let reached = exact.advance(WANTED, HALF_LIVES, 0.5);
        assert!(reached.distance(place) < 2e-3, "{reached} {place}");
        assert!(exact.velocity.distance(summed.velocity) < 2e-3);
        // The shorter way from -3 to 3 leads over π.
        assert!(wrap_angle(exact.facing - 3.0).abs() < 0.15, "{}", exact.facing);
    }

    #[test]
    fn it_comes_to_what_is_wanted() {
        let ahead = Trajectory::default().ahead(WANTED, HALF_LIVES, 9.0);
        assert!((ahead.heading - 3.0).abs() < 1e-4);
        assert!(ahead.x < 9.0 && ahead.x > 8.3 && (ahead.z + 2.0 * ahead.x).abs() < 1e-3);
    }
}
