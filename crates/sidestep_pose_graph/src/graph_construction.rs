//! Building the graph of a library: from frames to states and actions.

use crate::{
    collapse::collapse,
    config::GraphConfig,
    error::GraphError,
    pose_distance::PoseTable,
    pose_graph::{Pruned, prune},
    report::GraphReport,
    state_action::StateActionGraph,
    transitions::transitions,
};
use sidestep_motion::MotionLibrary;

/// The parts of building a graph, in order, for those who watch or time it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphStage {
    /// Poses in normal form, weights from the source.
    Poses,
    /// All pairs of frames.
    Transitions,
    /// Strongly connected components.
    Components,
    /// States and actions.
    StateActions,
}

/// Builds the pose graph of a library, and says what of it is strongly connected.
pub fn build_pose_graph(
    library: &MotionLibrary,
    config: &GraphConfig,
) -> Result<Pruned, GraphError> {
    config.check()?;
    let table = PoseTable::new(library, config)?;
    prune(library, &transitions(library, &table, config, config.most_threshold), config)
}

/// Builds the state-action graph of a library and tells what was lost on the way.
pub fn build_graph(
    library: &MotionLibrary,
    config: &GraphConfig,
) -> Result<(StateActionGraph, GraphReport), GraphError> {
    build_graph_observed(library, config, &mut |_| {})
}

/// Builds the graph and tells where it is. A stage is told when it begins.
pub fn build_graph_observed(
    library: &MotionLibrary,
    config: &GraphConfig,
    observe: &mut dyn FnMut(GraphStage),
) -> Result<(StateActionGraph, GraphReport), GraphError> {
    config.check()?;
    observe(GraphStage::Poses);
    let table = PoseTable::new(library, config)?;
    observe(GraphStage::Transitions);
    let found = transitions(library, &table, config, config.most_threshold);
    observe(GraphStage::Components);
    let pruned = prune(library, &found, config)?;
    observe(GraphStage::StateActions);
    let graph = collapse(&pruned.graph, &pruned.kept);
    let report = GraphReport::new(library, &table, found.len(), &pruned, &graph);
    Ok((graph, report))
}
