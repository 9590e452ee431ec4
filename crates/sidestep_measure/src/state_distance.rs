//! The distance of eq. 1 of the motion-field paper, in its own unit: how the paper compares states.

use crate::run::{RATE_HZ, Run};
use sidestep_features::{
    FeatureSpace, FeatureTable, IndexConfig, MotionState, NearestIndex, PoseMetric, SearchScratch,
};
use sidestep_motion::{Displacement, MotionLibrary, Pose};

/// The most frames whose distance is measured in one run; they are spread evenly over it.
const MOST_QUERIES: usize = 400;

/// The states of a library under eq. 1 with the weights of the paper.
pub(crate) struct StateDistance {
    space: FeatureSpace,
    index: NearestIndex,
}

impl StateDistance {
    /// None where the library has no states.
    pub(crate) fn new(library: &MotionLibrary) -> Option<Self> {
        let space = PoseMetric::paper().space(library.skeleton(), library.rate_hz()).ok()?;
        let table = FeatureTable::from_library(library, &space).ok()?;
        let index =
            NearestIndex::build(table.values(), table.dims(), IndexConfig::default()).ok()?;
        (!index.is_empty()).then_some(Self { space, index })
    }

    /// Distances d of the states shown in a run to the nearest state of the library.
    pub(crate) fn distances(&self, run: &Run) -> Vec<f32> {
        let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
        let mut row = vec![0.0; self.space.dims()];
        let (mut next, mut step) = (Pose::identity(0), Displacement::default());
        // The step of a state is that of one frame of the library.
        let share = self.space.frame_secs() * RATE_HZ;
        let every = run.len().div_ceil(MOST_QUERIES).max(1);
        let mut distances = Vec::new();
        for frame in (0..run.len().saturating_sub(1)).step_by(every) {
            let (now, later) = (run.poses[frame].as_ref(), run.poses[frame + 1].as_ref());
            now.interpolate_into(later, share, &mut next);
            next.as_ref().difference_into(now, &mut step);
            let state = MotionState::new(now, &step, run.grounds[frame].heading);
            self.space.write(&state, &mut row);
            self.index.search(&row, 1, &mut scratch, &mut found);
            distances.extend(found.iter().map(|neighbor| neighbor.distance_squared.sqrt()));
        }
        distances
    }
}
