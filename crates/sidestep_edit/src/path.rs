//! Paths on the ground whose steps are turned and stretched.
//!
//! With steps e(i) as complex numbers, a path is edited by a complex number s(i) for each: the step
//! becomes s(i) e(i). Its argument turns, its length stretches. The Laplacian coordinates of Kim et al.
//! are kept where s(i) = s(i - 1), so the energy of an edit is the sum of |s(i) - s(i - 1)|², and
//! constraints are linear in s.

use glam::Vec2;
use sidestep_motion::{
    GroundTransform,
    math::{cos, sin, wrap_angle},
};

/// A path: where it begins, and its steps in the world (x, z).
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    start: Vec2,
    steps: Vec<Vec2>,
    /// By how much each step was turned, to the left.
    turns: Vec<f32>,
}

impl Path {
    /// The path of a body.
    pub fn of(grounds: &[GroundTransform]) -> Self {
        let place = |ground: &GroundTransform| Vec2::new(ground.x, ground.z);
        let steps: Vec<Vec2> =
            grounds.windows(2).map(|pair| place(&pair[1]) - place(&pair[0])).collect();
        Self {
            start: grounds.first().map_or(Vec2::ZERO, place),
            turns: vec![0.0; steps.len()],
            steps,
        }
    }

    /// Its steps.
    pub fn steps(&self) -> &[Vec2] {
        &self.steps
    }

    /// The path with each step stretched by a factor and turned to the left by an angle.
    pub fn scaled(&self, by: &[(f32, f32)]) -> Self {
        let scale = |(step, (length, angle)): (&Vec2, &(f32, f32))| *length * turned(*step, *angle);
        Self {
            start: self.start,
            steps: self.steps.iter().zip(by).map(scale).collect(),
            turns: self.turns.iter().zip(by).map(|(own, (_, angle))| own + angle).collect(),
        }
    }

    /// The same path begun elsewhere.
    pub fn begun_at(self, start: Vec2) -> Self {
        Self { start, ..self }
    }

    /// Where a body goes that went along `before`: headings turn as the path does around them.
    pub fn grounds(&self, before: &[GroundTransform]) -> Vec<GroundTransform> {
        let mut at = self.start;
        let last = self.steps.len();
        let mut grounds = Vec::with_capacity(before.len());
        for (frame, ground) in before.iter().enumerate() {
            // A frame lies between two steps.
            let after = self.turns.get(frame).or(self.turns.last()).copied().unwrap_or(0.0);
            let turn = if frame == 0 || frame >= last {
                after
            } else {
                0.5 * (self.turns[frame - 1] + after)
            };
            grounds.push(GroundTransform::new(at.x, at.y, wrap_angle(ground.heading + turn)));
            at += self.steps.get(frame).copied().unwrap_or(Vec2::ZERO);
        }
        grounds
    }
}

/// A vector (x, z) turned to the left, as headings grow.
pub(crate) fn turned(v: Vec2, angle: f32) -> Vec2 {
    let (s, c) = (sin(angle), cos(angle));
    Vec2::new(c * v.x + s * v.y, c * v.y - s * v.x)
}
