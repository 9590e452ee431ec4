//! What one part of the body can reach: a capability map together with all it was made of, as it is
//! saved and used.

use crate::{
    capability::{Capability, CapabilityConfig, CapabilityMap, Peak, part_moments},
    capability_tables::CapabilityTables,
    error::BuildError,
    restore::check_graph,
};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use sidestep_control::setting::{check, check_amounts};
use sidestep_motion::{FrameId, JointId, MotionLibrary, Role};
use sidestep_pose_graph::{GraphConfig, StateActionGraph, StateId, build_graph};
use std::{ops::Range, sync::Arc};

/// Settings of what a part can reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PartConfig {
    /// How the graph of poses is made.
    pub graph: GraphConfig,
    /// How far ahead one looks.
    pub capability: CapabilityConfig,
    /// What makes a moment.
    pub peak: Peak,
    /// Moments are at least this far out, in metres, or this fast, in metres a second.
    pub least: f32,
    /// A dearer way must get the part nearer by this much for each unit of transition cost, in metres.
    pub metres_per_cost: f32,
}

impl Default for PartConfig {
    fn default() -> Self {
        Self {
            graph: GraphConfig::default(),
            capability: CapabilityConfig { most_secs: 3.0, ..CapabilityConfig::default() },
            peak: Peak::Farthest,
            least: 0.45,
            metres_per_cost: 0.01,
        }
    }
}

/// A library, its graph and what a part of the body can reach from every state. Immutable.
#[derive(Clone, Debug)]
pub struct PartCapabilities {
    library: Arc<MotionLibrary>,
    config: PartConfig,
    part: Role,
    joint: JointId,
    graph: StateActionGraph,
    map: CapabilityMap,
}

impl PartCapabilities {
    /// Builds the map of a part.
    pub fn build(
        library: &Arc<MotionLibrary>,
        part: Role,
        config: &PartConfig,
    ) -> Result<Self, BuildError> {
        let joint = check_config(library, part, config)?;
        let moments = part_moments(library, joint, config.peak, config.least);
        if moments.is_empty() {
            return Err(BuildError::NoMoment { part: part.name(), least: config.least });
        }
        let (graph, _) = build_graph(library, &config.graph)?;
        let map = CapabilityMap::new(library, &graph, &moments, &config.capability);
        let (library, config) = (Arc::clone(library), config.clone());
        Ok(Self { library, config, part, joint, graph, map })
    }

    /// Puts one together from tables that were saved. They are refused where they do not fit.
    pub fn restore(
        library: &Arc<MotionLibrary>,
        part: Role,
        config: &PartConfig,
        graph: StateActionGraph,
        tables: CapabilityTables,
    ) -> Result<Self, BuildError> {
        let joint = check_config(library, part, config)?;
        check_graph(library, &graph)?;
        let map = CapabilityMap::from_tables(library, &graph, tables)?;
        let (library, config) = (Arc::clone(library), config.clone());
        Ok(Self { library, config, part, joint, graph, map })
    }

    /// The library it plays.
    pub fn library(&self) -> &Arc<MotionLibrary> {
        &self.library
    }

    /// The settings it was built with.
    pub fn config(&self) -> &PartConfig {
        &self.config
    }

    /// The part that reaches.
    pub fn part(&self) -> Role {
        self.part
    }

    /// The joint that plays that part.
    pub fn joint(&self) -> JointId {
        self.joint
    }

    /// Its states and actions.
    pub fn graph(&self) -> &StateActionGraph {
        &self.graph
    }

    /// What can be done from each state.
    pub fn map(&self) -> &CapabilityMap {
        &self.map
    }

    /// The state of a frame, where it is one.
    pub fn state_at(&self, frame: FrameId) -> Option<StateId> {
        let place = self.graph.state_frames.binary_search(&frame).ok()?;
        u32::try_from(place).ok().map(StateId)
    }

    /// What gets the part nearest to `target`, which is seen from place and heading of the state.
    pub fn reach(&self, state: StateId, target: Vec3) -> Option<&Capability> {
        self.map.reach(state, target, self.config.metres_per_cost)
    }

    /// The runs of frames that lead from a state to one of its capabilities.
    pub fn sequence(&self, state: StateId, capability: &Capability) -> Vec<Range<u32>> {
        self.map.sequence(state, capability)
    }
}

/// Fails on settings that make no sense and on parts the skeleton does not have.
fn check_config(
    library: &MotionLibrary,
    part: Role,
    config: &PartConfig,
) -> Result<JointId, BuildError> {
    config.graph.check()?;
    check_amounts(&[
        ("capability.most_secs", config.capability.most_secs),
        ("least", config.least),
        ("metres_per_cost", config.metres_per_cost),
    ])?;
    let options = config.capability.most_options;
    check(("capability.most_options", options as f32), options > 0, "one or more")?;
    let joint = library.skeleton().roles().get(part);
    joint.ok_or(BuildError::NoPart { part: part.name() })
}
