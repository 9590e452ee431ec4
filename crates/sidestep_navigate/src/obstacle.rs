//! Things that stand in the way.

use crate::segment;
use glam::Vec2;

/// A wall with rounded ends that does not move; a pillar is a wall without length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// One end of its middle line.
    pub from: Vec2,
    /// The other end.
    pub to: Vec2,
    /// Metres from the middle line to the surface, all around.
    pub radius: f32,
}

impl Obstacle {
    /// An upright cylinder.
    pub const fn pillar(centre: Vec2, radius: f32) -> Self {
        Self { from: centre, to: centre, radius }
    }

    /// A wall from one point to another.
    pub fn wall(from: Vec2, to: Vec2, thickness: f32) -> Self {
        Self { from, to, radius: 0.5 * thickness }
    }

    /// The four sides of a box; what is inside them cannot be reached from outside.
    pub fn block(low: Vec2, high: Vec2) -> [Self; 4] {
        let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        [0, 1, 2, 3].map(|i| Self::wall(corners[i], corners[(i + 1) % 4], 0.0))
    }

    /// The point of the middle line that is nearest to `point`.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        segment::nearest(point, self.from, self.to)
    }

    /// Metres from `point` to the surface, negative inside.
    pub fn distance(&self, point: Vec2) -> f32 {
        point.distance(self.nearest(point)) - self.radius
    }

    /// Metres between the surface and the straight way from `a` to `b`, negative where it cuts in.
    pub fn distance_to_way(&self, a: Vec2, b: Vec2) -> f32 {
        segment::distance(a, b, self.from, self.to) - self.radius
    }

    /// Whether every number is finite and the radius not negative.
    pub fn is_sound(&self) -> bool {
        self.from.is_finite()
            && self.to.is_finite()
            && self.radius.is_finite()
            && self.radius >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_felt_on_every_side() {
        let block = Obstacle::block(Vec2::ZERO, Vec2::new(2.0, 1.0));
        let distance = |x: f32, z: f32| {
            block.iter().map(|wall| wall.distance(Vec2::new(x, z))).fold(f32::INFINITY, f32::min)
        };
        assert_eq!(distance(-1.0, 0.5), 1.0);
        assert_eq!(distance(1.0, 3.0), 2.0);
        assert_eq!(distance(5.0, 5.0), 5.0);
    }

    #[test]
    fn a_pillar_is_round() {
        let pillar = Obstacle::pillar(Vec2::new(3.0, 4.0), 1.0);
        assert_eq!(pillar.distance(Vec2::ZERO), 4.0);
        assert_eq!(pillar.distance_to_way(Vec2::ZERO, Vec2::new(6.0, 0.0)), 3.0);
        assert!(pillar.distance_to_way(Vec2::ZERO, Vec2::new(6.0, 8.0)) < 0.0);
    }
}
