//! Mobility maps: where the smoothest ways through a graph of poses lead.
//!
//! After M. Srinivasan, *Interactive Human Locomotion Using Motion Graphs and Mobility Maps* (2005).
//! The graph of poses and its smoothest ways are the room of [`sidestep_pose_graph`], whose names are
//! here too. The map keeps, for every state, where such ways lead on the ground. At run time a
//! character looks its options up, scores them with whatever cost its goal calls for, and goes.
//!
//! It must never use another controller, and a step of it must never allocate.

mod bridges;
mod capability;
mod capability_tables;
mod cells;
mod config;
mod construction;
mod cost;
mod ends;
mod error;
mod explain;
mod frame_table;
mod graph_construction;
mod judging;
mod leaps;
pub mod map;
mod map_config;
mod map_construction;
mod memory;
mod method;
mod notices;
mod part_capabilities;
mod playback;
mod policy;
mod progress;
mod restore;
mod search;
mod spot;
mod steering;
mod step;

pub use capability::{
    Capability, CapabilityConfig, CapabilityMap, Moment, Peak, hand_moments, joint_points,
    moments_at_peaks, part_moments,
};
pub use capability_tables::CapabilityTables;
pub use config::MobilityConfig;
pub use construction::{MobilityMap, build};
pub use cost::MobilityCost;
pub use error::BuildError;
pub use graph_construction::{build_graph, build_graph_observed};
pub use map::{MapOption, OptionTable, Run};
pub use map_config::{MapConfig, Reach};
pub use map_construction::build_map;
pub use memory::Memory;
pub use method::Mobility;
pub use notices::notices;
pub use part_capabilities::{PartCapabilities, PartConfig};
pub use restore::restore;
pub use sidestep_pose_graph::{
    Action, GraphConfig, GraphError, GraphReport, GraphStage, JointWeights, LostFrames, NormalForm,
    PathTree, PoseGraph, PoseTable, Pruned, StateActionGraph, StateId, Transition, collapse,
    for_each_source, for_each_source_within, paths_from, prune, shortest_paths, transitions,
};
pub use steering::{Join, Judge, SteeringConfig};
