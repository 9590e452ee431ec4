//! Motion fields: the character flows through the data frame by frame, steered by value functions
//! (Lee, Wampler, Bernstein, Popović, Popović, "Motion fields for interactive character locomotion",
//! SIGGRAPH Asia 2010).
//!
//! It must never use another controller, and a step must never allocate.
//!
//! A state is a pose and a step to the next one. Near any state lie states of the data, and each
//! shows a way to go on. Which of them serves the goal best is told by a value function, computed once
//! by value iteration over all states of the data. Two methods go on from there: the **field** mixes
//! the steps of all neighbours, and an action prefers one of them (eqs. 3 to 8); the **follower** takes
//! the step of one neighbour alone and lets the difference fade when it goes over to another.
//!
//! Files: `config.rs` what one may set of both, `settings.rs` the same as they are read here,
//! `states.rs` the states of the data, `core.rs` how those near a state are found, `integration.rs` how
//! a mixed state leads to the next, `grid.rs` and `task.rs` what can be asked for, `anchors.rs`,
//! `transitions.rs`, `problem.rs`, `values.rs`, `sweeps.rs` and `line_sweeps.rs` value iteration,
//! `gait_values.rs` gaits, `joins.rs` and `joining.rs` what may be followed from each state,
//! `bridges.rs` ways to gaits that no join leads to, `prune.rs` and `ends.rs` which states are used
//! (`data.rs` puts them together), `flow.rs` how all that is built, `intent.rs` what a goal means,
//! `explain.rs` what is shown of it, `tables.rs` how it is saved, `field.rs` and `follower.rs` the two
//! methods, each with its settings, memory and steps, `survey.rs` what either can do and what it lacks
//! (with `graph.rs`, `moves.rs` and `neighborhoods.rs`).

mod anchors;
mod bridges;
mod check;
mod config;
mod core;
mod data;
mod ends;
mod error;
mod explain;
mod field;
mod flow;
mod follower;
mod gait_values;
mod graph;
mod grid;
mod integration;
mod intent;
mod joining;
mod joins;
mod leaps;
mod line_sweeps;
mod moves;
mod neighborhoods;
mod notices;
mod problem;
mod prune;
mod settings;
mod states;
pub mod survey;
mod sweeps;
mod tables;
mod task;
mod transitions;
mod values;

pub use config::{
    ClipEnds, FollowConfig, LineConfig, MetricConfig, Policy, Search, TaskConfig, TurnAssistConfig,
};
pub use error::BuildError;
pub use field::{Field, Memory, MotionField, Recall, config::FieldConfig};
pub use flow::{Flow, FlowTables, Flowing, Stage};
pub use follower::{Follow, Follower, FollowerMemory, config::FollowerConfig};
pub use sidestep_values::Convergence;
