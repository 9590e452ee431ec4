//! Building the graph of a library: from frames to states and actions.

use crate::{
    bridges::bridged,
    collapse::collapse,
    config::{GraphConfig, MobilityConfig},
    error::BuildError,
    pose_distance::PoseTable,
    pose_graph::prune,
    report::GraphReport,
    state_action::StateActionGraph,
    transitions::{MOST_RADIUS, transitions},
};
use sidestep_control::setting::{check, check_amounts, check_shares};
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
    let config = &config.graph;
    check_graph_config(config)?;
    observe(GraphStage::Poses);
    let table = PoseTable::new(library, config)?;
    observe(GraphStage::Transitions);
    let found = transitions(library, &table, config, config.most_threshold);
    observe(GraphStage::Components);
    let pruned = bridged(library, &table, config, prune(library, &found, config)?);
    observe(GraphStage::StateActions);
    let graph = collapse(&pruned.graph, &pruned.kept);
    let report = GraphReport::new(library, &table, found.len(), &pruned, &graph);
    Ok((graph, report))
}

/// Whether the settings of a graph make sense.
pub(crate) fn check_graph_config(config: &GraphConfig) -> Result<(), BuildError> {
    let weights = &config.joint_weights;
    let not_negative = [
        ("graph.joint_weights.hips", weights.hips),
        ("graph.joint_weights.knees", weights.knees),
        ("graph.joint_weights.shoulders", weights.shoulders),
        ("graph.joint_weights.elbows", weights.elbows),
        ("graph.joint_weights.root", weights.root),
        ("graph.joint_weights.others", weights.others),
        ("graph.angle_share", config.angle_share),
        ("graph.velocity_share", config.velocity_share),
        ("graph.root_share", config.root_share),
        ("graph.threshold", config.threshold),
        ("graph.least_jump_secs", config.least_jump_secs),
    ];
    check_amounts(&not_negative)?;
    let (most, kept) = (config.most_threshold, config.least_kept);
    let most_is_fine = most.is_finite() && most >= config.threshold;
    check(("graph.most_threshold", most), most_is_fine, "at least graph.threshold")?;
    check_shares(&[("graph.least_kept", kept)])?;
    #[expect(clippy::cast_precision_loss, reason = "for a message")]
    let (radius, jumps) = (config.minimum_radius as f32, config.most_jumps as f32);
    let radius_is_fine = config.minimum_radius <= MOST_RADIUS;
    check(("graph.minimum_radius", radius), radius_is_fine, "at most 15")?;
    Ok(check(("graph.most_jumps", jumps), config.most_jumps > 0, "one or more")?)
}
