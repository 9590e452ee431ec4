//! The field without a task: the states of the data and how to find those near any state.

use crate::{
    config::FieldConfig,
    integration::{Weighted, similarity_weights},
    states::{LocalState, States},
};
use sidestep_features::{
    FeatureSpace, FeatureTable, IndexConfig, IndexError, MotionState, NearestIndex, Neighbor,
    SearchScratch, SpaceError,
};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

/// States, their feature space and the index over it.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) library: Arc<MotionLibrary>,
    pub(crate) config: FieldConfig,
    pub(crate) states: States,
    pub(crate) space: FeatureSpace,
    pub(crate) index: NearestIndex,
    /// Frames before the end of a clip over which its states fade as neighbours.
    fade_frames: f32,
}

/// Buffers of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    row: Vec<f32>,
    search: SearchScratch,
    found: Vec<Neighbor>,
}

/// Why there is no core.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CoreError {
    Space(SpaceError),
    Index(IndexError),
    Empty,
}

impl Core {
    pub(crate) fn new(
        library: &Arc<MotionLibrary>,
        config: &FieldConfig,
    ) -> Result<Self, CoreError> {
        let features = config.metric.features(library.skeleton());
        let space = FeatureSpace::new(&features, library.skeleton(), library.rate_hz())
            .map_err(CoreError::Space)?;
        let table = FeatureTable::from_library(library, &space).map_err(CoreError::Space)?;
        if table.is_empty() {
            return Err(CoreError::Empty);
        }
        let index = NearestIndex::build(table.values(), table.dims(), IndexConfig::default())
            .map_err(CoreError::Index)?;
        Ok(Self {
            library: Arc::clone(library),
            config: config.clone(),
            states: States::new(library, &table),
            space,
            index,
            fade_frames: config.end_fade_secs * library.rate_hz(),
        })
    }

    /// Finds the neighbours of a state and their similarity weights, heaviest first in effect: the
    /// nearest comes first unless its clip is about to end.
    pub(crate) fn locate(&self, state: &LocalState, finder: &mut Finder, out: &mut Vec<Weighted>) {
        finder.row.resize(self.space.dims(), 0.0);
        let seen = MotionState {
            phases: state.phases,
            ..MotionState::new(state.pose.as_ref(), &state.step.by, 0.0)
        };
        self.space.write(&seen, &mut finder.row);
        let k = self.config.neighbors;
        self.index.search(&finder.row, k, &mut finder.search, &mut finder.found);
        let least = self.config.least_distance_squared;
        similarity_weights(&finder.found, least, |row| self.fade(row), out);
        let heaviest =
            (0..out.len()).max_by(|a, b| out[*a].weight.total_cmp(&out[*b].weight).then(b.cmp(a)));
        out.swap(0, heaviest.unwrap_or(0));
    }

    /// Squared distance of the nearest state found by the last search.
    pub(crate) fn nearest_squared(finder: &Finder) -> f32 {
        finder.found.first().map_or(f32::INFINITY, |n| n.distance_squared)
    }

    #[expect(clippy::cast_precision_loss, reason = "a count of frames")]
    fn fade(&self, row: u32) -> f32 {
        if self.fade_frames <= 0.0 {
            return 1.0;
        }
        ((self.states.left(row) as f32 - 1.0) / self.fade_frames).clamp(1e-3, 1.0)
    }
}
