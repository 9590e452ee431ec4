//! Where a character stands and which way it faces: a rigid transform of the ground plane.

use crate::{
    math::{cos, sin, wrap_angle},
    pose::Pose,
};
use glam::{Quat, Vec3};

/// A place on the ground and a heading: `world_from_character` with the height left out.
///
/// Heading 0 faces +Z; it grows when turning left, towards +X.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct GroundTransform {
    /// World x of the origin, in metres.
    pub x: f32,
    /// World z of the origin, in metres.
    pub z: f32,
    /// Yaw in radians.
    pub heading: f32,
}

impl GroundTransform {
    /// At the origin, facing +Z.
    pub const IDENTITY: Self = Self { x: 0.0, z: 0.0, heading: 0.0 };

    /// At (`x`, `z`), facing `heading`.
    pub const fn new(x: f32, z: f32, heading: f32) -> Self {
        Self { x, z, heading }
    }

    /// The place as a point of height zero.
    pub fn position(self) -> Vec3 {
        Vec3::new(self.x, 0.0, self.z)
    }

    /// The heading as a rotation about the vertical.
    pub fn rotation(self) -> Quat {
        Quat::from_xyzw(0.0, sin(0.5 * self.heading), 0.0, cos(0.5 * self.heading))
    }

    /// The horizontal unit vector the heading points along.
    pub fn forward(self) -> Vec3 {
        Vec3::new(sin(self.heading), 0.0, cos(self.heading))
    }

    /// `self` after `local`: `world_from_b = world_from_a * a_from_b`.
    ///
    /// ```
    /// use sidestep_motion::GroundTransform;
    /// use std::f32::consts::FRAC_PI_2;
    /// // Facing +X, one metre straight ahead is one metre along +X.
    /// let ahead = GroundTransform::new(0.0, 0.0, FRAC_PI_2) * GroundTransform::new(0.0, 1.0, 0.0);
    /// assert!((ahead.x - 1.0).abs() < 1e-6 && ahead.z.abs() < 1e-6);
    /// ```
    fn after(self, local: Self) -> Self {
        let (s, c) = (sin(self.heading), cos(self.heading));
        Self {
            x: self.x + c * local.x + s * local.z,
            z: self.z - s * local.x + c * local.z,
            heading: wrap_angle(self.heading + local.heading),
        }
    }

    /// The transform that undoes this one.
    pub fn inverse(self) -> Self {
        let (s, c) = (sin(self.heading), cos(self.heading));
        Self {
            x: -(c * self.x - s * self.z),
            z: -(s * self.x + c * self.z),
            heading: wrap_angle(-self.heading),
        }
    }

    /// `other` as seen from `self`: the step that leads from here to there.
    pub fn delta_to(self, other: Self) -> Self {
        self.inverse() * other
    }

    /// A point carried from the character's space to the world.
    pub fn transform_point(self, point: Vec3) -> Vec3 {
        self.transform_vector(point) + self.position()
    }

    /// A direction carried from the character's space to the world.
    pub fn transform_vector(self, vector: Vec3) -> Vec3 {
        let (s, c) = (sin(self.heading), cos(self.heading));
        Vec3::new(c * vector.x + s * vector.z, vector.y, c * vector.z - s * vector.x)
    }

    /// Moves a whole pose: its root is carried along, its joints do not change.
    pub fn transform_pose(self, pose: &mut Pose) {
        pose.root_position = self.transform_point(pose.root_position);
        if let Some(root) = pose.rotations.first_mut() {
            *root = self.rotation() * *root;
        }
    }

    /// The transform `t` of the way from `self` to `other`, on the shorter turn.
    pub fn lerp(self, other: Self, t: f32) -> Self {
        Self {
            x: self.x + (other.x - self.x) * t,
            z: self.z + (other.z - self.z) * t,
            heading: wrap_angle(self.heading + wrap_angle(other.heading - self.heading) * t),
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.z.is_finite() && self.heading.is_finite()
    }
}

impl std::ops::Mul for GroundTransform {
    type Output = Self;

    fn mul(self, local: Self) -> Self {
        self.after(local)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_undoes() {
        let t = GroundTransform::new(1.0, -2.0, 0.7);
        let identity = t * t.inverse();
        assert!(
            identity.x.abs() < 1e-6 && identity.z.abs() < 1e-6 && identity.heading.abs() < 1e-6
        );
    }

    #[test]
    fn points_agree_with_composition() {
        let (a, b) = (GroundTransform::new(1.0, 2.0, 0.3), GroundTransform::new(-1.0, 0.5, 2.0));
        let p = Vec3::new(0.2, 1.0, -0.7);
        let twice = a.transform_point(b.transform_point(p));
        assert!((a * b).transform_point(p).abs_diff_eq(twice, 1e-5));
        assert!(a.transform_vector(p).abs_diff_eq(a.rotation() * p, 1e-6));
    }
}
