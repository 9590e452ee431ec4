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
use sidestep_motion::{FrameId, MotionLibrary};
use std::sync::Arc;

/// States, their feature space and the index over it.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) library: Arc<MotionLibrary>,
    pub(crate) config: FieldConfig,
    pub(crate) states: States,
    pub(crate) space: FeatureSpace,
    pub(crate) index: NearestIndex,
    /// The rows that the index holds, where it does not hold all.
    listed: Option<Vec<u32>>,
    /// Frames before the end of a clip over which its states fade as neighbours.
    fade_frames: f32,
    /// Rows of one clip that are no farther apart are the same choice.
    stretch_frames: u32,
    /// Rows with no more frames left are not followed anew.
    least_left_frames: u32,
    /// A row is followed at least this many frames.
    pub(crate) least_between_frames: u32,
    /// The stillest row that can be followed.
    pub(crate) refuge: u32,
}

/// Buffers of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    row: Vec<f32>,
    search: SearchScratch,
    found: Vec<Neighbor>,
}

/// A row that may be followed, and what that costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) row: u32,
    pub(crate) cost: f32,
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
        left_out: &[FrameId],
    ) -> Result<Self, CoreError> {
        let features = config.metric.features(library.skeleton());
        let space = FeatureSpace::new(&features, library.skeleton(), library.rate_hz())
            .map_err(CoreError::Space)?;
        let table = FeatureTable::from_library(library, &space).map_err(CoreError::Space)?;
        // A state that is followed leads through those after it, so that they stay states; where
        // steps are blended, none but neighbours matter.
        let (table, listed) = match (left_out, config.follow) {
            ([], _) => (table, None),
            (_, None) => (table.without(left_out), None),
            (_, Some(_)) => {
                let listed = table.rows_without(left_out);
                (table, Some(listed))
            }
        };
        if table.is_empty() || listed.as_ref().is_some_and(Vec::is_empty) {
            return Err(CoreError::Empty);
        }
        let (values, dims, search) = (table.values(), table.dims(), IndexConfig::default());
        let index = match &listed {
            None => NearestIndex::build(values, dims, search),
            Some(listed) => NearestIndex::build_listed(values, dims, listed, search),
        };
        let index = index.map_err(CoreError::Index)?;
        let states = States::new(library, &table);
        let frames = |secs: f32| frames_in(secs, library.rate_hz());
        let (stretch, least) = config.follow.map_or((0, 2), |follow| {
            (frames(follow.stretch_secs), frames(follow.least_left_secs).max(2))
        });
        Ok(Self {
            library: Arc::clone(library),
            config: config.clone(),
            stretch_frames: stretch,
            least_left_frames: least,
            least_between_frames: config
                .follow
                .map_or(0, |follow| frames(follow.least_between_secs)),
            refuge: refuge(&states, least),
            states,
            space,
            index,
            listed,
            fade_frames: config.end_fade_secs * library.rate_hz(),
        })
    }

    /// The rows that serve as neighbours, in order.
    pub(crate) fn listed(&self) -> impl Iterator<Item = u32> + '_ {
        let all = match &self.listed {
            None => 0..u32::try_from(self.states.len()).unwrap_or(u32::MAX),
            Some(_) => 0..0,
        };
        all.chain(self.listed.iter().flatten().copied())
    }

    /// Finds the neighbours of a state and their similarity weights, heaviest first in effect: the
    /// nearest comes first unless its clip is about to end.
    pub(crate) fn locate(&self, state: &LocalState, finder: &mut Finder, out: &mut Vec<Weighted>) {
        self.search(state, finder);
        let least = self.config.least_distance_squared;
        similarity_weights(&finder.found, least, |row| self.fade(row), out);
        let heaviest =
            (0..out.len()).max_by(|a, b| out[*a].weight.total_cmp(&out[*b].weight).then(b.cmp(a)));
        out.swap(0, heaviest.unwrap_or(0));
    }

    /// Finds the rows that may be followed from a state: `continued`, which costs nothing, then the
    /// nearest of every stretch of the data nearby that goes on long enough.
    pub(crate) fn followable(
        &self,
        state: &LocalState,
        continued: Option<u32>,
        finder: &mut Finder,
        out: &mut Vec<Choice>,
    ) {
        out.clear();
        let Some(follow) = &self.config.follow else { return };
        self.search(state, finder);
        out.extend(continued.map(|row| Choice { row, cost: 0.0 }));
        for neighbor in &finder.found {
            if out.len() >= self.config.actions {
                break;
            }
            let row = neighbor.row;
            let is_near = |other: &Choice| self.states.apart(row, other.row) <= self.stretch_frames;
            if self.states.left(row) > self.least_left_frames && !out.iter().any(is_near) {
                let cost = follow.leave_cost + follow.distance_cost * neighbor.distance_squared;
                out.push(Choice { row, cost });
            }
        }
        if out.is_empty() {
            // Nothing near goes on: begin where the library stands most still.
            out.push(Choice { row: self.refuge, cost: follow.leave_cost + follow.distance_cost });
        }
    }

    /// Looks up the states near a state.
    fn search(&self, state: &LocalState, finder: &mut Finder) {
        finder.row.resize(self.space.dims(), 0.0);
        let seen = MotionState {
            phases: state.phases,
            ..MotionState::new(state.pose.as_ref(), &state.step.by, 0.0)
        };
        self.space.write(&seen, &mut finder.row);
        let k = self.config.neighbors;
        self.index.search(&finder.row, k, &mut finder.search, &mut finder.found);
    }

    #[expect(clippy::cast_precision_loss, reason = "a count of frames")]
    fn fade(&self, row: u32) -> f32 {
        if self.fade_frames <= 0.0 {
            return 1.0;
        }
        ((self.states.left(row) as f32 - 1.0) / self.fade_frames).clamp(1e-3, 1.0)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a checked time")]
fn frames_in(secs: f32, rate_hz: f32) -> u32 {
    (secs * rate_hz).round() as u32
}

/// The stillest row with enough frames left, or with the most frames left where none has enough.
fn refuge(states: &States, least_left: u32) -> u32 {
    let rows = || (0..).take(states.len());
    let speed = |row: &u32| states.velocity(*row).length();
    let lasting = rows().filter(|row| states.has_next(*row) && states.left(*row) > least_left);
    let stillest = lasting.min_by(|a, b| speed(a).total_cmp(&speed(b)));
    stillest.or_else(|| rows().max_by_key(|row| states.left(*row))).unwrap_or(0)
}
