//! A vector that follows another one as a critically damped spring does.

use glam::Vec3;
use sidestep_control::saved_value;
use sidestep_motion::math::exp;

/// A value on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Damped {
    pub(crate) value: Vec3,
    pub(crate) velocity: Vec3,
}

saved_value!(Damped { value, velocity });

impl Damped {
    /// Goes on for `secs` towards `to`, half of the way in each half-life.
    pub(crate) fn follow(&mut self, to: Vec3, half_life_secs: f32, secs: f32) {
        let rate = 2.0 * std::f32::consts::LN_2 / half_life_secs.max(1e-3);
        let off = self.value - to;
        let pull = self.velocity + rate * off;
        let decay = exp(-rate * secs);
        self.value = to + decay * (off + pull * secs);
        self.velocity = decay * (self.velocity - rate * pull * secs);
    }

    /// The same in another place of the world.
    pub(crate) fn turned(self, turn: impl Fn(Vec3) -> Vec3) -> Self {
        Self { value: turn(self.value), velocity: turn(self.velocity) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_arrives_without_overshoot() {
        let mut damped = Damped::default();
        let mut last = 0.0;
        for _ in 0..60 {
            damped.follow(Vec3::X, 0.1, 1.0 / 30.0);
            assert!(damped.value.x >= last && damped.value.x <= 1.0);
            last = damped.value.x;
        }
        assert!(last > 0.999);
    }
}
