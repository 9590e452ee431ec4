//! Mobility maps: a graph of poses, its shortest paths, and where each of them leads.
//!
//! After M. Srinivasan, *Interactive Human Locomotion Using Motion Graphs and Mobility Maps* (2005).
//! Every pair of frames is compared once, good jumps become edges of a pose graph, and frames between
//! two choices collapse into actions. The smoothest way from every state to every other is worked out
//! beforehand; the map keeps, for every state, where such ways lead on the ground. At run time a
//! character looks its options up, scores them with whatever cost its goal calls for, and goes.

pub mod cells;
mod components;
mod config;
mod distance_bound;
mod error;
mod graph_construction;
pub mod map;
mod map_construction;
mod normal_form;
mod pose_distance;
mod pose_graph;
mod report;
pub mod shortest_paths;
mod state_action;
mod transitions;

pub use components::{Components, strongly_connected};
pub use config::{GraphConfig, JointWeights, MobilityConfig};
pub use error::BuildError;
pub use graph_construction::{GraphStage, build_graph, build_graph_observed};
pub use map::{MapConfig, MapOption, OptionTable, Reach, Run};
pub use map_construction::build_map;
pub use normal_form::NormalForm;
pub use pose_distance::PoseTable;
pub use pose_graph::{PoseGraph, Pruned, prune};
pub use report::{GraphReport, LostFrames};
pub use shortest_paths::{PathTree, PredecessorMatrix, for_each_source, paths_from};
pub use state_action::{Action, StateActionGraph, StateId};
pub use transitions::{Transition, transitions};
