//! How far a character is with what its goal tells it to get done: along a path, at a place.

use crate::{ground_point::GroundPoint, saved_value, steer::ARRIVED_METRES, travel::Travel};
use sidestep_motion::GroundTransform;

/// One who has arrived and is further away than this has left again, in metres: standing sways.
const LEFT_METRES: f32 = 2.0 * ARRIVED_METRES;

/// How far a character is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Progress {
    /// The path that is followed, by its fingerprint, and the metres made on it.
    path: Option<(u64, f32)>,
    /// Whether the place that the goal names is reached.
    arrived: bool,
}

saved_value!(Progress { path, arrived });

impl Progress {
    /// Takes up a path where it was left, and tells it how far one is.
    pub(crate) fn follow(&mut self, travel: &mut Travel, ground: GroundTransform) {
        let Travel::Path { path, .. } = travel else {
            self.path = None;
            return;
        };
        let fingerprint = path.fingerprint();
        if let Some((_, along)) = self.path.filter(|(known, _)| *known == fingerprint) {
            *path = path.followed_from(along);
        }
        let along = path.nearest(GroundPoint::of(ground)).along;
        *path = path.followed_from(along);
        self.path = Some((fingerprint, along));
    }

    /// Whether the place that the goal names was reached just now.
    pub(crate) fn arrive(&mut self, travel: &Travel, ground: GroundTransform) -> bool {
        let here = GroundPoint::of(ground);
        let left = match travel {
            Travel::Reach { target, .. } => here.distance(*target),
            Travel::Path { path, .. } => {
                let along = path.nearest(here).along;
                here.distance(path.end()).max(path.length() - along)
            }
            _ => f32::INFINITY,
        };
        let before = std::mem::replace(&mut self.arrived, left < ARRIVED_METRES);
        self.arrived |= before && left < LEFT_METRES;
        self.arrived && !before
    }

    pub(crate) fn has_arrived(self) -> bool {
        self.arrived
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pace, Path};

    #[test]
    fn arriving_happens_once_and_swaying_is_not_leaving() {
        let reach =
            Travel::Reach { target: GroundPoint::new(1.0, 0.0), facing: None, pace: Pace::ANY };
        let mut progress = Progress::default();
        let mut at = |x| {
            let now = progress.arrive(&reach, GroundTransform::new(x, 0.0, 0.0));
            (now, progress.has_arrived())
        };
        assert_eq!(at(0.5), (false, false));
        assert_eq!(at(0.9), (true, true));
        assert_eq!(at(0.8), (false, true));
        assert_eq!(at(0.6), (false, false));
        assert_eq!(at(1.0), (true, true));
    }

    #[test]
    fn a_figure_of_eight_is_walked_once_round() {
        let points = [(0.0, 0.0), (2.0, 2.0), (2.0, -2.0), (-2.0, 2.0), (-2.0, -2.0), (0.0, 0.0)];
        let path = Path::new(&points.map(|(x, z)| GroundPoint::new(x, z))).unwrap();
        let length = path.length();
        let mut progress = Progress::default();
        let mut along: f32 = 0.0;
        // Walked exactly, at a tick of 5 cm, the progress is the way made: no jump at the crossing.
        while along < length {
            let GroundPoint { x, z } = path.at(along);
            let mut travel = Travel::Path { path: path.clone(), pace: Pace::ANY, facing: None };
            progress.follow(&mut travel, GroundTransform::new(x, z, 0.0));
            let (_, found) = progress.path.unwrap();
            assert!((found - along).abs() < 0.02, "{found} m for {along} m");
            let arrived = progress.arrive(&travel, GroundTransform::new(x, z, 0.0));
            assert!(!arrived || along > length - 0.2, "arrived at {along} m");
            along += 0.05;
        }
        assert!(progress.has_arrived());
    }
}
