//! Mobility maps: a graph of poses, its shortest paths, and where each of them leads.
//!
//! After M. Srinivasan, *Interactive Human Locomotion Using Motion Graphs and Mobility Maps* (2005).
//! Every pair of frames is compared once, good jumps become edges of a pose graph, and frames between
//! two choices collapse into actions. The smoothest way from every state to every other is worked out
//! beforehand; the map keeps, for every state, where such ways lead on the ground. At run time a
//! character looks its options up, scores them with whatever cost its goal calls for, and goes.

mod state_action;

pub use state_action::{Action, StateActionGraph, StateId};
