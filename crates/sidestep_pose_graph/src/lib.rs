//! Pose graphs: how alike frames are, which may follow which, and the smoothest ways between them.
//!
//! Chapter 3 of M. Srinivasan, *Interactive Human Locomotion Using Motion Graphs and Mobility Maps*
//! (2005). Every pair of frames is compared once ([`PoseTable`], [`transitions`]), good jumps become
//! edges of a [`PoseGraph`], and what is not strongly connected leaves it ([`prune`]). Frames
//! between two choices collapse into actions ([`StateActionGraph`]), and [`shortest_paths`] finds the
//! smoothest way from every state to every other.
//!
//! It must never know a goal or a controller.
//!
//! Mobility maps stand on it; whoever wants other motion made of the same frames can use it alone:
//! [`build_pose_graph`], then [`PoseGraph::jumps_of`] or a [`Walk`].
//!
//! ```
//! use sidestep_pose_graph::{GraphConfig, Walk, WalkConfig, build_pose_graph};
//! # use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig, resample::resample};
//! # let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig { play: 0.02, ..Default::default() });
//! # let clips: Vec<_> = clips.iter().take(4).map(|clip| resample(clip, 30.0)).collect();
//! # let library = MotionLibrary::from_clips(&clips, &ContactConfig::default())?;
//! let connected = build_pose_graph(&library, &GraphConfig::default())?;
//! let walk = Walk::new(&connected, &WalkConfig::default(), 1);
//! let jumps = walk.take(900).filter(|step| step.is_jump).count();   // half a minute at 30 Hz
//! # assert!(jumps > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collapse;
mod config;
mod distance_bound;
mod error;
mod graph_construction;
mod normal_form;
mod pose_distance;
mod pose_graph;
mod report;
pub mod shortest_paths;
mod state_action;
mod transitions;
mod walk;

pub use collapse::collapse;
pub use config::{GraphConfig, JointWeights};
pub use error::GraphError;
pub use graph_construction::{
    GraphStage, build_graph, build_graph_mended, build_graph_observed, build_pose_graph,
};
pub use normal_form::NormalForm;
pub use pose_distance::PoseTable;
pub use pose_graph::{PoseGraph, Pruned, prune, prune_bridged};
pub use report::{GraphReport, LostFrames};
pub use shortest_paths::{PathTree, for_each_source, for_each_source_within, paths_from};
pub use state_action::{Action, StateActionGraph, StateId};
pub use transitions::{Transition, transitions};
pub use walk::{Walk, WalkConfig, WalkStep};
