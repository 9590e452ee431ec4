//! The field without a task: the states of the data and how to find those near any state.

use crate::{
    config::{FollowConfig, Search},
    integration::{Weighted, similarity_weights},
    joins::{Choice, Joins},
    leaps::Leaps,
    settings::Settings,
    states::{LocalState, States},
};
use sidestep_control::LAUNCH_SECS;
use sidestep_features::{
    FeatureSpace, FeatureTable, IndexConfig, IndexError, MotionState, NearestIndex, NeighborGraph,
    NeighborLists, SearchScratch, SpaceError,
};
use sidestep_motion::{FrameId, MotionLibrary};
use std::sync::Arc;

/// A state shows the row it follows where its distance to that row would cost no more than so many
/// times leaving at all.
const SHOWN: f32 = 20.0;

/// Rows listed for each row where searches begin from the last neighbours, for each neighbour sought.
const LISTED: usize = 3;

/// States, their feature space and the index over it.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) library: Arc<MotionLibrary>,
    pub(crate) config: Settings,
    pub(crate) states: States,
    pub(crate) space: FeatureSpace,
    pub(crate) index: NearestIndex,
    /// The rows that the index holds, where it does not hold all.
    listed: Option<Vec<u32>>,
    /// The rows near each row, where searches begin from the last neighbours.
    pub(crate) graph: Option<NeighborGraph>,
    /// Frames before the end of a clip over which its states fade as neighbours.
    fade_frames: f32,
    /// Rows of one clip that are no farther apart are the same choice.
    stretch_frames: u32,
    /// Rows with no more frames left are not followed anew.
    least_left_frames: u32,
    /// A row is followed at least this many frames.
    pub(crate) least_between_frames: u32,
    /// For so long it keeps to the row that it gets going with.
    pub(crate) launch_frames: u32,
    /// The stillest row that can be followed.
    pub(crate) refuge: u32,
    /// The rows that may be followed from each row, where neighbours are followed one at a time.
    pub(crate) joins: Joins,
    /// Leaps to gaits that no neighbour leads to.
    pub(crate) bridges: Leaps,
}

/// Room for a search: the states that are looked up together, and what is found near each.
#[derive(Clone, Debug)]
pub(crate) struct Finder {
    queries: Vec<f32>,
    search: SearchScratch,
    pub(crate) found: NeighborLists,
}

/// How a search finds neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seeds<'a> {
    /// By looking everywhere.
    None,
    /// As configured, with the neighbours of the state before.
    Last(&'a [Weighted]),
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
        config: &Settings,
        left_out: &[FrameId],
    ) -> Result<Self, CoreError> {
        let features = config.metric.features(library.skeleton());
        let space = FeatureSpace::new(&features, library.skeleton(), library.rate_hz())
            .map_err(CoreError::Space)?;
        let table = FeatureTable::from_library(library, &space).map_err(CoreError::Space)?;
        // A state that is followed leads through those after it, so that they stay states; where
        // steps are blended, none but neighbours matter.
        let (table, listed) = match (left_out, config.follow()) {
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
        let (stretch, least) = config.follow().map_or((0, 2), |follow| {
            (frames(follow.stretch_secs), frames(follow.least_left_secs).max(2))
        });
        let is_local = config.search == Search::Local && config.follow().is_none();
        Ok(Self {
            library: Arc::clone(library),
            config: config.clone(),
            stretch_frames: stretch,
            least_left_frames: least,
            least_between_frames: config
                .follow()
                .map_or(0, |follow| frames(follow.least_between_secs)),
            launch_frames: frames(LAUNCH_SECS),
            refuge: refuge(&states, least),
            states,
            space,
            graph: is_local.then(|| NeighborGraph::build(&index, LISTED * config.neighbors)),
            index,
            listed,
            fade_frames: config.mix().end_fade_secs * library.rate_hz(),
            joins: Joins::default(),
            bridges: Leaps::default(),
        })
    }

    /// Bytes of the tables, those of the library among them.
    pub(crate) fn bytes(&self) -> usize {
        let graph = self.graph.as_ref().map_or(0, |graph| graph.bytes());
        self.library.frame_bytes()
            + self.states.bytes()
            + self.index.bytes()
            + self.joins.bytes()
            + graph
    }

    /// How many frames a time is.
    pub(crate) fn frames(&self, secs: f32) -> u32 {
        frames_in(secs, self.library.rate_hz())
    }

    /// The rows that serve as neighbours, in order.
    pub(crate) fn listed(&self) -> impl Iterator<Item = u32> + '_ {
        let all = match &self.listed {
            None => 0..u32::try_from(self.states.len()).unwrap_or(u32::MAX),
            Some(_) => 0..0,
        };
        all.chain(self.listed.iter().flatten().copied())
    }

    /// Finds the neighbours of a state and their similarity weights, as [`Self::weigh`] gives them.
    pub(crate) fn locate(&self, state: &LocalState, finder: &mut Finder, out: &mut Vec<Weighted>) {
        finder.queries.clear();
        self.ask(state, finder);
        self.answer(Seeds::None, finder);
        self.weigh(finder, 0, out);
    }

    /// Adds a state to those that are looked up together.
    pub(crate) fn ask(&self, state: &LocalState, finder: &mut Finder) {
        let from = finder.queries.len();
        finder.queries.resize(from + self.space.dims(), 0.0);
        let seen = MotionState {
            phases: state.phases,
            ..MotionState::new(state.pose.as_ref(), &state.step.by, 0.0)
        };
        self.space.write(&seen, &mut finder.queries[from..]);
    }

    /// Finds the states near all that were asked for. Returns how many searches looked everywhere.
    pub(crate) fn answer(&self, seeds: Seeds<'_>, finder: &mut Finder) -> usize {
        let Finder { queries, search, found } = finder;
        let k = self.config.neighbors;
        match (&self.graph, seeds) {
            (Some(graph), Seeds::Last(neighbors)) => {
                // What follows the last neighbours is nearer to the next state than they are.
                let seeds = neighbors.iter().map(|n| n.row + 1);
                graph.search_batch(&self.index, (queries, k), seeds, search, found)
            }
            _ => {
                self.index.search_batch(queries, k, search, found);
                found.len()
            }
        }
    }

    /// The neighbours of the state that was asked for as `number`, with their similarity weights,
    /// heaviest first in effect: the nearest comes first unless its clip is about to end.
    pub(crate) fn weigh(&self, finder: &Finder, number: usize, out: &mut Vec<Weighted>) {
        let least = self.config.mix().least_distance_squared;
        similarity_weights(finder.found.get(number), least, |row| self.fade(row), out);
        let heaviest =
            (0..out.len()).max_by(|a, b| out[*a].weight.total_cmp(&out[*b].weight).then(b.cmp(a)));
        if let Some(heaviest) = heaviest {
            out.swap(0, heaviest);
        }
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
        let Some(follow) = self.config.follow() else { return out.clear() };
        match continued {
            Some(row) if self.is_shown(row, state, follow, finder) => {
                out.clear();
                out.push(Choice { row, cost: 0.0 });
                out.extend_from_slice(self.joins.from(row));
            }
            _ => self.search_followable(state, continued, finder, out),
        }
        if let Some(row) = continued {
            let leaps = self.bridges.from(row);
            out.extend(leaps.map(|leap| Choice { row: leap.to, cost: leap.cost }));
        }
        if out.is_empty() {
            // Nothing near goes on: begin where the library stands most still.
            out.push(Choice { row: self.refuge, cost: follow.leave_cost + follow.distance_cost });
        }
    }

    /// The same by a search, leaps left out.
    pub(crate) fn search_followable(
        &self,
        state: &LocalState,
        continued: Option<u32>,
        finder: &mut Finder,
        out: &mut Vec<Choice>,
    ) {
        out.clear();
        finder.queries.clear();
        self.ask(state, finder);
        self.answer(Seeds::None, finder);
        out.extend(continued.map(|row| Choice { row, cost: 0.0 }));
        for neighbor in finder.found.get(0) {
            if out.len() >= self.config.actions {
                break;
            }
            let row = neighbor.row;
            let is_near = |other: &Choice| self.states.apart(row, other.row) <= self.stretch_frames;
            if self.can_enter(row) && !out.iter().any(is_near) {
                out.push(self.choice(row, neighbor.distance_squared));
            }
        }
    }

    /// What it costs to follow a row that is so far away.
    pub(crate) fn choice(&self, row: u32, distance_squared: f32) -> Choice {
        let cost = self
            .config
            .follow()
            .map_or(0.0, |follow| follow.leave_cost + follow.distance_cost * distance_squared);
        Choice { row, cost }
    }

    /// Whether a row goes on long enough to be followed anew.
    pub(crate) fn can_enter(&self, row: u32) -> bool {
        self.states.left(row) > self.least_left_frames
    }

    /// Whether a state shows the row it follows, as near as a join brings it.
    fn is_shown(
        &self,
        row: u32,
        state: &LocalState,
        follow: &FollowConfig,
        finder: &mut Finder,
    ) -> bool {
        finder.queries.clear();
        self.ask(state, finder);
        follow.distance_cost * finder.distance_squared(self, row) < SHOWN * follow.leave_cost
    }

    fn fade(&self, row: u32) -> f32 {
        if self.fade_frames <= 0.0 {
            return 1.0;
        }
        ((self.states.left(row) as f32 - 1.0) / self.fade_frames).clamp(1e-3, 1.0)
    }
}

impl Finder {
    /// Room for the searches of one step, so that none of them allocates.
    pub(crate) fn new(core: &Core) -> Self {
        let (k, dims) = (core.config.neighbors, core.space.dims());
        // A local search of few states needs as much room as one of three.
        let states = if core.config.follow().is_some() { 1 } else { core.config.actions.max(3) };
        Self {
            queries: Vec::with_capacity(states * dims),
            search: SearchScratch::with_room(&core.index, k, states),
            found: NeighborLists::with_room(k, states),
        }
    }

    /// How far the first state asked for is from a row, squared.
    pub(crate) fn distance_squared(&self, core: &Core, row: u32) -> f32 {
        let at = core.index.find_row(row).unwrap_or_default();
        self.queries.iter().zip(at).map(|(a, b)| (a - b) * (a - b)).sum()
    }

    /// Forgets the states asked for.
    pub(crate) fn clear(&mut self) {
        self.queries.clear();
    }

    /// Bytes of all that it holds.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.queries.capacity() * size_of::<f32>()
            + self.search.bytes()
            + self.found.bytes()
    }
}

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
