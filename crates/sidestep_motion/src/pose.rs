//! Poses, and the difference of two poses: section 3.1 of the motion-field paper.

use crate::math::{slerp, unit};
use glam::{Quat, Vec3};

/// One configuration of the body, x = (x_root, p_0, p_1, …, p_n), in the world.
///
/// `rotations[0]` turns the root joint in the world, every other one turns its joint against its
/// parent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// World position of the root joint, in metres.
    pub root_position: Vec3,
    /// One rotation for each joint of the skeleton.
    pub rotations: Vec<Quat>,
}

/// A pose borrowed from a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseRef<'a> {
    /// World position of the root joint, in metres.
    pub root_position: Vec3,
    /// One rotation for each joint of the skeleton.
    pub rotations: &'a [Quat],
}

/// What leads from one pose to another, v = (v_root, q_0, q_1, …, q_n).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Displacement {
    /// Displacement of the root joint in the world, in metres.
    pub root: Vec3,
    /// Displacement of each joint's rotation, applied from the left.
    pub rotations: Vec<Quat>,
}

impl Pose {
    /// All joints unturned, the root at the origin.
    pub fn identity(joints: usize) -> Self {
        Self { root_position: Vec3::ZERO, rotations: vec![Quat::IDENTITY; joints] }
    }

    /// This pose as a borrowed one.
    pub fn as_ref(&self) -> PoseRef<'_> {
        PoseRef { root_position: self.root_position, rotations: &self.rotations }
    }

    /// Takes over the values of `other` without allocating where the sizes agree.
    pub fn copy_from(&mut self, other: PoseRef<'_>) {
        self.root_position = other.root_position;
        self.rotations.clear();
        self.rotations.extend_from_slice(other.rotations);
    }

    /// x ⊕ v: this pose displaced by `v`, the inverse of ⊖.
    ///
    /// Rotations are brought back to unit length, so that a long integration does not drift.
    pub fn displace(&mut self, v: &Displacement) {
        self.root_position += v.root;
        for (p, q) in self.rotations.iter_mut().zip(&v.rotations) {
            *p = unit(*q * *p);
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.as_ref().is_finite()
    }
}

impl PoseRef<'_> {
    /// x' ⊖ x, with `self` as x': what leads from `from` to this pose.
    ///
    /// v = (x'_root − x_root, p'_0 p_0⁻¹, …, p'_n p_n⁻¹).
    pub fn difference(self, from: PoseRef<'_>) -> Displacement {
        let mut v = Displacement::default();
        self.difference_into(from, &mut v);
        v
    }

    /// [`Self::difference`] into a buffer that is reused.
    pub fn difference_into(self, from: PoseRef<'_>, v: &mut Displacement) {
        v.root = self.root_position - from.root_position;
        v.rotations.clear();
        let pairs = self.rotations.iter().zip(from.rotations);
        v.rotations.extend(pairs.map(|(new, old)| *new * old.conjugate()));
    }

    /// A copy that owns its rotations.
    pub fn to_pose(self) -> Pose {
        Pose { root_position: self.root_position, rotations: self.rotations.to_vec() }
    }

    /// Writes the pose `t` of the way from `self` to `other` into `out`, joint by joint.
    pub fn interpolate_into(self, other: PoseRef<'_>, t: f32, out: &mut Pose) {
        out.root_position = self.root_position.lerp(other.root_position, t);
        out.rotations.clear();
        let pairs = self.rotations.iter().zip(other.rotations);
        out.rotations.extend(pairs.map(|(a, b)| slerp(*a, *b, t)));
    }

    /// Whether every number is finite.
    pub fn is_finite(self) -> bool {
        self.root_position.is_finite() && self.rotations.iter().all(|q| q.is_finite())
    }
}
