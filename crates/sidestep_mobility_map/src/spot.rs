//! Places and headings for inner loops: headings as sine and cosine, so that nothing needs
//! trigonometry.

use sidestep_control::GroundPoint;
use sidestep_motion::{
    GroundTransform,
    math::{atan2, sin_cos},
};

/// A place on the ground and a heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: f32,
    pub(crate) z: f32,
    pub(crate) sin: f32,
    pub(crate) cos: f32,
}

impl Spot {
    pub(crate) const ORIGIN: Self = Self { x: 0.0, z: 0.0, sin: 0.0, cos: 1.0 };

    pub(crate) fn of(ground: GroundTransform) -> Self {
        let (sin, cos) = sin_cos(ground.heading);
        Self { x: ground.x, z: ground.z, sin, cos }
    }

    pub(crate) fn ground(self) -> GroundTransform {
        GroundTransform::new(self.x, self.z, atan2(self.sin, self.cos))
    }

    /// `self` after `local`: `world_from_b = world_from_a.then(a_from_b)`.
    pub(crate) fn then(self, local: Self) -> Self {
        Self {
            x: self.x + self.cos * local.x + self.sin * local.z,
            z: self.z - self.sin * local.x + self.cos * local.z,
            sin: self.sin * local.cos + self.cos * local.sin,
            cos: self.cos * local.cos - self.sin * local.sin,
        }
    }

    /// `other` as seen from `self`.
    pub(crate) fn delta_to(self, other: Self) -> Self {
        let (dx, dz) = (other.x - self.x, other.z - self.z);
        Self {
            x: self.cos * dx - self.sin * dz,
            z: self.sin * dx + self.cos * dz,
            sin: other.sin * self.cos - other.cos * self.sin,
            cos: other.cos * self.cos + other.sin * self.sin,
        }
    }

    /// Metres to a point.
    pub(crate) fn distance(self, x: f32, z: f32) -> f32 {
        ((x - self.x) * (x - self.x) + (z - self.z) * (z - self.z)).sqrt()
    }

    /// The angle from the heading to the direction (`x`, `z`), without its sign, in radians.
    pub(crate) fn angle_to(self, x: f32, z: f32) -> f32 {
        let (ahead, left) = (self.sin * x + self.cos * z, self.cos * x - self.sin * z);
        atan2(left.abs(), ahead)
    }

    pub(crate) fn point(self) -> GroundPoint {
        GroundPoint::new(self.x, self.z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_ground_transforms() {
        let (a, b) = (GroundTransform::new(1.0, -2.0, 0.7), GroundTransform::new(0.3, 2.0, -2.5));
        let close = |a: GroundTransform, b: GroundTransform| {
            let gap = a.delta_to(b);
            assert!(gap.x.abs() < 1e-5 && gap.z.abs() < 1e-5 && gap.heading.abs() < 1e-5);
        };
        close(Spot::of(a).then(Spot::of(b)).ground(), a * b);
        close(Spot::of(a).delta_to(Spot::of(b)).ground(), a.delta_to(b));
        let ahead = a.forward();
        assert!(Spot::of(a).angle_to(ahead.x, ahead.z) < 1e-6);
        assert!(
            (Spot::of(a).angle_to(ahead.z, -ahead.x) - std::f32::consts::FRAC_PI_2).abs() < 1e-5
        );
    }
}
