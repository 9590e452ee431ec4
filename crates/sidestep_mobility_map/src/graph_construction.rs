//! Building the graph that a map stands on, with the settings of the map.

use crate::{config::MobilityConfig, error::BuildError};
use sidestep_motion::MotionLibrary;
use sidestep_pose_graph::{GraphReport, GraphStage, StateActionGraph};

/// Builds the state-action graph of a library and tells what was lost on the way.
pub fn build_graph(
    library: &MotionLibrary,
    config: &MobilityConfig,
) -> Result<(StateActionGraph, GraphReport), BuildError> {
    build_graph_observed(library, config, &mut |_| {})
}

/// Builds the graph and tells where it is. A stage is told when it begins.
pub fn build_graph_observed(
    library: &MotionLibrary,
    config: &MobilityConfig,
    observe: &mut dyn FnMut(GraphStage),
) -> Result<(StateActionGraph, GraphReport), BuildError> {
    Ok(sidestep_pose_graph::build_graph_observed(library, &config.graph, observe)?)
}
