//! Mobility maps: a graph of poses, its shortest paths, and where each of them leads.
//!
//! After M. Srinivasan, *Interactive Human Locomotion Using Motion Graphs and Mobility Maps* (2005).
//! Every pair of frames is compared once, good jumps become edges of a pose graph, and frames between
//! two choices collapse into actions. The smoothest way from every state to every other is worked out
//! beforehand; the map keeps, for every state, where such ways lead on the ground. At run time a
//! character looks its options up, scores them with whatever cost its goal calls for, and goes.

mod bridges;
mod capability;
pub mod cells;
mod collapse;
mod config;
mod construction;
mod cost;
mod distance_bound;
mod error;
mod explain;
mod frame_table;
mod graph_construction;
pub mod map;
mod map_config;
mod map_construction;
mod memory;
mod normal_form;
mod notices;
mod playback;
mod policy;
mod pose_distance;
mod pose_graph;
mod progress;
mod report;
mod restore;
mod search;
pub mod shortest_paths;
mod spot;
mod state_action;
mod steering;
mod step;
mod transitions;

pub use capability::{
    Capability, CapabilityConfig, CapabilityMap, Moment, Peak, hand_moments, joint_points,
    moments_at_peaks,
};
pub use collapse::collapse;
pub use config::{GraphConfig, JointWeights, MobilityConfig};
pub use construction::{MobilityMap, build};
pub use cost::MobilityCost;
pub use error::BuildError;
pub use graph_construction::{GraphStage, build_graph, build_graph_observed};
pub use map::{MapOption, OptionTable, Run};
pub use map_config::{MapConfig, Reach};
pub use map_construction::build_map;
pub use memory::Memory;
pub use normal_form::NormalForm;
pub use notices::notices;
pub use pose_distance::PoseTable;
pub use pose_graph::{PoseGraph, Pruned, prune};
pub use report::{GraphReport, LostFrames};
pub use restore::restore;
pub use shortest_paths::{
    PathTree, PredecessorMatrix, for_each_source, for_each_source_within, paths_from,
};
pub use state_action::{Action, StateActionGraph, StateId};
pub use steering::{Join, Judge, SteeringConfig};
pub use transitions::{Transition, transitions};
