//! A way to follow, checked when it is made so that the frame loop need not.

use crate::ground_point::GroundPoint;
use std::sync::Arc;

/// A polyline on the ground. Cloning it copies no points.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    points: Arc<[GroundPoint]>,
    /// How far along it whoever follows it is, in metres; see [`Self::followed_from`].
    progress: Option<f32>,
}

/// One who follows a path is looked for so far back and ahead of the progress made, in metres: wider
/// than a step, narrower than a loop that a body can walk.
const BACK_METRES: f32 = 0.5;
const AHEAD_METRES: f32 = 1.0;

/// One further than this from where it was on its path was moved by somebody, in metres, and takes
/// the path up where it is nearest.
const LOST_METRES: f32 = 2.0;

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
        let points = points.iter().map(|point| point.clamped()).collect();
        Ok(Self { points, progress: None })
    }

    /// The same path for one who is `along` metres on it: [`Self::nearest`] then looks only round
    /// about there, so that a path that crosses itself or comes back is followed in its order.
    #[must_use]
    pub fn followed_from(&self, along: f32) -> Self {
        Self { points: Arc::clone(&self.points), progress: Some(along) }
    }

    /// A number that tells paths apart, made of their points.
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a: nobody attacks a path, and it needs no crate.
        let bits = self.points.iter().flat_map(|point| [point.x.to_bits(), point.z.to_bits()]);
        bits.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3)
        })
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

    /// The place of the path nearest to `from`; of two equally near, the earlier one. One who
    /// follows it is looked for near the progress made, unless it was thrown off by two metres or
    /// more.
    pub fn nearest(&self, from: GroundPoint) -> NearestOnPath {
        let here =
            self.progress.map(|at| self.nearest_within(from, at - BACK_METRES, at + AHEAD_METRES));
        match here {
            Some(near) if near.distance <= LOST_METRES => near,
            _ => self.nearest_within(from, 0.0, f32::INFINITY),
        }
    }

    /// The nearest place between two distances along the path.
    fn nearest_within(&self, from: GroundPoint, first: f32, last: f32) -> NearestOnPath {
        let point = self.at(first);
        let along = first.clamp(0.0, self.length());
        let mut best = NearestOnPath { point, along, distance: point.distance(from) };
        let mut before = 0.0;
        for pair in self.points.windows(2) {
            let length = pair[0].distance(pair[1]);
            let (low, high) = ((first - before) / length, (last - before) / length);
            if length > 0.0 && low <= 1.0 && high >= 0.0 {
                let dot = (from.x - pair[0].x) * (pair[1].x - pair[0].x)
                    + (from.z - pair[0].z) * (pair[1].z - pair[0].z);
                let t = (dot / (length * length)).clamp(low.max(0.0), high.min(1.0));
                let point = between(pair[0], pair[1], t);
                let distance = point.distance(from);
                if distance < best.distance {
                    best = NearestOnPath { point, along: before + t * length, distance };
                }
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
    fn who_follows_a_path_that_crosses_itself_keeps_the_progress() {
        // 4 m along +Z, round, and back across at z = 2.
        let points = [(0.0, 0.0), (0.0, 4.0), (3.0, 4.0), (3.0, 2.0), (-3.0, 2.0)];
        let path = Path::new(&points.map(|(x, z)| GroundPoint::new(x, z))).unwrap();
        let crossing = GroundPoint::new(0.05, 2.0);
        let on_the_way_out = path.nearest(GroundPoint::new(0.0, 2.02)).along;
        assert!((on_the_way_out - 2.02).abs() < 1e-6, "{on_the_way_out}");
        let back = path.followed_from(11.9).nearest(crossing);
        assert!((back.along - 11.95).abs() < 1e-5, "{back:?}");
        let out = path.followed_from(1.9).nearest(crossing);
        assert!((out.along - 2.0).abs() < 1e-5, "{out:?}");
        let thrown = path.followed_from(1.0).nearest(GroundPoint::new(3.0, 3.0));
        assert!((thrown.along - 8.0).abs() < 1e-5, "{thrown:?}");
    }

    #[test]
    fn broken_points_are_named() {
        let bad = [GroundPoint::default(), GroundPoint::new(f32::NAN, 0.0)];
        assert_eq!(Path::new(&bad), Err(PathError::NotFinite { index: 1 }));
        assert_eq!(Path::new(&bad[..1]), Err(PathError::TooShort { count: 1 }));
    }
}
