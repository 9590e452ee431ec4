//! The way back over the feet of a body that was pushed and needed no step.

use glam::Vec3;
use sidestep_control::saved_value;
use sidestep_motion::math::exp;

/// A horizontal way home, taken as a critically damped spring takes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sway {
    pub(crate) left: Vec3,
    pub(crate) velocity: Vec3,
}

saved_value!(Sway { left, velocity });

impl Sway {
    /// The way of one tick.
    pub(crate) fn advance(&mut self, half_life_secs: f32, secs: f32) -> Vec3 {
        let rate = 2.0 * std::f32::consts::LN_2 / half_life_secs.max(1e-3);
        let pull = rate * self.left - self.velocity;
        let decay = exp(-rate * secs);
        let left = decay * (self.left + pull * secs);
        let way = self.left - left;
        self.velocity = decay * (self.velocity + pull * rate * secs);
        self.left = left;
        if left.length_squared() < 1e-8 {
            *self = Self::default();
        }
        way
    }
}
