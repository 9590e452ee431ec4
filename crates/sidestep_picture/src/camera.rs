//! From where a body is seen: a parallel projection, which keeps lengths comparable.

use glam::{Vec2, Vec3};
use sidestep_motion::math::{cos, sin, sin_cos};
use std::f32::consts::PI;

/// The side from which bodies are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Between the front and the right side, from a little above: the most readable one.
    #[default]
    ThreeQuarter,
    /// From the character's right, at the height of the floor; it faces to the right.
    Side,
    /// From ahead.
    Front,
}

impl View {
    /// Heading from the body to the camera, against the body's own, and height above the horizon.
    fn angles(self) -> (f32, f32) {
        match self {
            Self::ThreeQuarter => (-0.29 * PI, 0.075 * PI),
            Self::Side => (-0.5 * PI, 0.0),
            Self::Front => (0.0, 0.05 * PI),
        }
    }
}

/// A direction of sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    pub(crate) right: Vec3,
    up: Vec3,
    /// From the scene to the camera.
    toward: Vec3,
    /// Length of the vertical on the picture, and of the ground's depth.
    pub(crate) foreshortening: Vec2,
}

impl Camera {
    /// The camera that shows a body of that heading from a side.
    pub(crate) fn new(view: View, heading: f32) -> Self {
        let (angle, elevation) = view.angles();
        let (sine, cosine) = sin_cos(elevation);
        let flat = Vec3::new(sin(heading + angle), 0.0, cos(heading + angle));
        Self {
            right: Vec3::Y.cross(flat),
            up: Vec3::Y * cosine - flat * sine,
            toward: flat * cosine + Vec3::Y * sine,
            foreshortening: Vec2::new(cosine, sine),
        }
    }

    /// Place on the picture in metres, with y down.
    pub(crate) fn project(&self, point: Vec3) -> Vec2 {
        Vec2::new(point.dot(self.right), -point.dot(self.up))
    }

    /// A direction as the camera sees it: right, up, towards it.
    pub(crate) fn turned(&self, direction: Vec3) -> Vec3 {
        Vec3::new(direction.dot(self.right), direction.dot(self.up), direction.dot(self.toward))
    }

    /// How near the camera a point is, in metres.
    pub(crate) fn nearness(&self, point: Vec3) -> f32 {
        point.dot(self.toward)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_the_side_a_body_faces_to_the_right() {
        let camera = Camera::new(View::Side, 0.0);
        assert!(camera.project(Vec3::Z).abs_diff_eq(Vec2::X, 1e-6));
        assert!(camera.project(Vec3::Y).abs_diff_eq(-Vec2::Y, 1e-6));
        // The right hand is -X and nearer than the left one.
        assert!(camera.nearness(-Vec3::X) > camera.nearness(Vec3::X));
    }

    #[test]
    fn from_ahead_the_left_hand_is_on_the_right() {
        let camera = Camera::new(View::Front, 0.0);
        assert!(camera.project(Vec3::X).x > 0.99);
        assert!(camera.nearness(Vec3::Z) > 0.9);
    }
}
