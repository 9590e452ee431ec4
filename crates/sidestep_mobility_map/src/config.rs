//! What one may set about a mobility map, with the values of the thesis where it gives them.

use crate::{map_config::MapConfig, steering::SteeringConfig};
use serde::{Deserialize, Serialize};
use sidestep_pose_graph::GraphConfig;

/// Settings of a mobility map. Symbols and equations are those of the thesis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MobilityConfig {
    /// How the graph of poses is made.
    pub graph: GraphConfig,
    /// Which ways are options.
    pub map: MapConfig,
    /// How the map is run.
    pub steering: SteeringConfig,
}

impl MobilityConfig {
    /// The map of the thesis: all shortest ways of exactly 25 steps from every state, and eq. 5.1 at
    /// their ends. The graph is that of the default, since the thesis does not give its threshold;
    /// `docs/methods/mobility.md` has the figures beside those of the thesis.
    pub fn paper() -> Self {
        Self {
            graph: GraphConfig::default(),
            map: MapConfig::PAPER,
            steering: SteeringConfig::paper(),
        }
    }
}
