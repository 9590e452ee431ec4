//! A way to follow, checked when it is made so that the frame loop need not.

use crate::ground_point::GroundPoint;
use std::sync::Arc;

/// A polyline on the ground. Cloning it copies no points.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    points: Arc<[GroundPoint]>,
}

/// Why points do not make a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// A path goes from somewhere to somewhere.
    #[error("a path needs at least two points, {count} given")]
    TooShort {
        /// Points given.
        count: usize,
    },
    /// A number that is no number.
    #[error("point {index} of the path is not finite")]
    NotFinite {
        /// Which point, counted from 0.
        index: usize,
    },
}

/// The place of a path that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestOnPath {
    /// The place.
    pub point: GroundPoint,
    /// Metres along the path from its start to that place.
    pub along: f32,
    /// Metres from the point asked for to that place.
    pub distance: f32,
}

impl Path {
    /// Checks the points; those too far away are brought within reach.
    pub fn new(points: &[GroundPoint]) -> Result<Self, PathError> {
        if points.len() < 2 {
            return Err(PathError::TooShort { count: points.len() });
        }
        if let Some(index) = points.iter().position(|point| !point.is_finite()) {
            return Err(PathError::NotFinite { index });
        }
        Ok(Self { points: points.iter().map(|point| point.clamped()).collect() })
    }

    /// The points, two at least.
    pub fn points(&self) -> &[GroundPoint] {
        &self.points
    }

    /// Metres from the first point to the last, along the path.
    pub fn length(&self) -> f32 {
        self.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    /// The last point.
    pub fn end(&self) -> GroundPoint {
        self.points[self.points.len() - 1]
    }

    /// The place of the path nearest to `from`; of two equally near, the earlier one.
    pub fn nearest(&self, from: GroundPoint) -> NearestOnPath {
        let start = self.points[0];
        let mut best = NearestOnPath { point: start, along: 0.0, distance: start.distance(from) };
        let mut before = 0.0;
        for pair in self.points.windows(2) {
            let length = pair[0].distance(pair[1]);
            let t = if length > 0.0 {
                let dot = (from.x - pair[0].x) * (pair[1].x - pair[0].x)
                    + (from.z - pair[0].z) * (pair[1].z - pair[0].z);
                (dot / (length * length)).clamp(0.0, 1.0)
            } else {
                0.0
            };
            let point = between(pair[0], pair[1], t);
            let distance = point.distance(from);
            if distance < best.distance {
                best = NearestOnPath { point, along: before + t * length, distance };
            }
            before += length;
        }
        best
    }

    /// The place `along` metres from the start, or the end of the path if it is shorter.
    pub fn at(&self, along: f32) -> GroundPoint {
        let mut left = along.max(0.0);
        for pair in self.points.windows(2) {
            let length = pair[0].distance(pair[1]);
            if left <= length && length > 0.0 {
                return between(pair[0], pair[1], left / length);
            }
            left -= length;
        }
        self.end()
    }
}

fn between(a: GroundPoint, b: GroundPoint, t: f32) -> GroundPoint {
    GroundPoint::new(a.x + (b.x - a.x) * t, a.z + (b.z - a.z) * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An L: 3 m along +X, then 4 m along +Z.
    fn corner() -> Path {
        let points = [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)];
        Path::new(&points.map(|(x, z)| GroundPoint::new(x, z))).unwrap()
    }

    #[test]
    fn nearest_and_along_agree_with_a_drawing() {
        let path = corner();
        assert_eq!(path.length(), 7.0);
        let nearest = path.nearest(GroundPoint::new(5.0, 1.0));
        assert_eq!(nearest.point, GroundPoint::new(3.0, 1.0));
        assert_eq!((nearest.along, nearest.distance), (4.0, 2.0));
        assert_eq!(path.at(4.0), GroundPoint::new(3.0, 1.0));
        assert_eq!(path.at(99.0), path.end());
    }

    #[test]
    fn broken_points_are_named() {
        let bad = [GroundPoint::default(), GroundPoint::new(f32::NAN, 0.0)];
        assert_eq!(Path::new(&bad), Err(PathError::NotFinite { index: 1 }));
        assert_eq!(Path::new(&bad[..1]), Err(PathError::TooShort { count: 1 }));
    }
}
