//! A mobility map as a controller: built from a library, or put together from its parts.

use crate::{
    config::MobilityConfig,
    error::BuildError,
    frame_table::FrameTable,
    graph_construction::build_graph,
    leaps::Leaps,
    map::OptionTable,
    map_construction::build_map,
    policy::{StandPolicy, WaysToGaits, lost_secs, ways_into_map},
    steering::Judge,
};
use sidestep_control::{FootLock, median_moving_speed};
use sidestep_motion::MotionLibrary;
use sidestep_pose_graph::{PoseTable, StateActionGraph};
use std::sync::Arc;

/// A library, its graph and where its ways lead. Immutable and shared.
#[derive(Clone, Debug)]
pub struct MobilityMap {
    pub(crate) library: Arc<MotionLibrary>,
    pub(crate) config: MobilityConfig,
    pub(crate) graph: StateActionGraph,
    pub(crate) table: OptionTable,
    pub(crate) frames: FrameTable,
    pub(crate) stand: StandPolicy,
    /// Seconds lost from each state on until one walks ahead.
    pub(crate) lost_secs: Vec<f32>,
    pub(crate) ways_to_gaits: WaysToGaits,
    pub(crate) leaps: Leaps,
    /// The action that leads soonest into the map, where only options are judged; else none.
    pub(crate) ways_into_map: Vec<u32>,
    pub(crate) usual_speed: f32,
    pub(crate) feet: FootLock,
}

/// Builds a mobility map. It keeps the library, of which it plays.
pub fn build(
    library: &Arc<MotionLibrary>,
    config: &MobilityConfig,
) -> Result<MobilityMap, BuildError> {
    config.map.check()?;
    let (graph, _) = build_graph(library, config)?;
    let table = build_map(library, &graph, &config.map);
    MobilityMap::from_parts(library, graph, table, config)
}

impl MobilityMap {
    /// Puts a map together from what was built before, such as by [`crate::build_graph`] and
    /// [`crate::build_map`].
    pub fn from_parts(
        library: &Arc<MotionLibrary>,
        graph: StateActionGraph,
        table: OptionTable,
        config: &MobilityConfig,
    ) -> Result<Self, BuildError> {
        config.steering.check()?;
        if table.options.is_empty() {
            let (steps, options) = (config.map.steps, config.map.least_options);
            return Err(BuildError::NoOptions { steps, options });
        }
        let frames = FrameTable::new(library, &graph);
        let stand = StandPolicy::new(&graph, &frames);
        let usual_speed = median_moving_speed(library);
        let lost_secs = lost_secs(&graph, &frames, usual_speed, library.frame_secs());
        let (leaps, ways_to_gaits) = ways_to_gaits(library, &graph, &frames, config);
        let ways_into_map = match config.steering.judge {
            Judge::Ends => ways_into_map(&graph, &table, library.frame_secs()),
            Judge::WholeWay => Vec::new(),
        };
        Ok(Self {
            library: Arc::clone(library),
            config: config.clone(),
            graph,
            table,
            frames,
            stand,
            lost_secs,
            ways_to_gaits,
            leaps,
            ways_into_map,
            usual_speed,
            feet: FootLock::of(library, config.steering.foot_lock),
        })
    }

    /// The library it plays.
    pub fn library(&self) -> &Arc<MotionLibrary> {
        &self.library
    }

    /// The settings it was built with.
    pub fn config(&self) -> &MobilityConfig {
        &self.config
    }

    /// Its states and actions.
    pub fn graph(&self) -> &StateActionGraph {
        &self.graph
    }

    /// Its options.
    pub fn table(&self) -> &OptionTable {
        &self.table
    }
}

/// How far it is to each gait, with leaps into those that are hard to get into.
fn ways_to_gaits(
    library: &MotionLibrary,
    graph: &StateActionGraph,
    frames: &FrameTable,
    config: &MobilityConfig,
) -> (Leaps, WaysToGaits) {
    let ways = |leaps: &Leaps| WaysToGaits::new(graph, frames, leaps, library.frame_secs());
    let without = ways(&Leaps::default());
    let secs = |gait, frame| without.secs(gait, frame);
    let poses = || PoseTable::new(library, &config.graph).ok();
    let leaps = Leaps::needed(library, (graph, frames), (without.gaits(), &secs), poses);
    if leaps.bytes() == 0 {
        return (leaps, without);
    }
    let ways = ways(&leaps);
    (leaps, ways)
}
