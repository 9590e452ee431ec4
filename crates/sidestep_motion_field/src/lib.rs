//! Motion fields: the character flows through the data frame by frame, steered by value functions
//! (Lee, Wampler, Bernstein, Popović, Popović, "Motion fields for interactive character locomotion",
//! SIGGRAPH Asia 2010).
//!
//! A state is a pose and a step to the next one. Near any state lie states of the data, and each
//! shows a way to go on; an action prefers one of them. Which action serves the goal best is told by
//! a value function, computed once by value iteration over all states of the data.
//!
//! Files: `config.rs` what one may set, `states.rs` the states of the data, `core.rs` how those near
//! a state are found, `integration.rs` how a state leads to the next, `grid.rs` and `task.rs` what
//! can be asked for, `anchors.rs`, `transitions.rs`, `problem.rs`, `values.rs`, `sweeps.rs` and
//! `line_sweeps.rs` value iteration, `gait_values.rs` gaits, `joins.rs` and `joining.rs` what may be followed from each state,
//! `bridges.rs` ways to gaits that no join leads to, `prune.rs` and `ends.rs` which states are used (`data.rs` puts them
//! together), `construction.rs` how it is built, `wish.rs` what a goal means, `step.rs` and `follow.rs`
//! how it runs, `memory.rs` and `following.rs` what a character remembers, `explain.rs` how it says
//! what it does, `recall.rs` how well it searches, `survey.rs` what a field can do and what it lacks
//! (with `graph.rs`, `moves.rs` and `neighborhoods.rs`), `method.rs` its entry in the list of methods.

mod anchors;
mod bridges;
mod check;
mod config;
mod construction;
mod core;
mod data;
mod ends;
mod error;
mod explain;
mod follow;
mod following;
mod gait_values;
mod graph;
mod grid;
mod integration;
mod joining;
mod joins;
mod leaps;
mod line_sweeps;
mod memory;
mod method;
mod moves;
mod neighborhoods;
mod notices;
mod problem;
mod prune;
mod recall;
mod states;
mod step;
pub mod survey;
mod sweeps;
mod task;
mod transitions;
mod values;
mod wish;

pub use config::{
    ClipEnds, FieldConfig, FollowConfig, LineConfig, MetricConfig, Policy, Search, TaskConfig,
    TurnAssistConfig,
};
pub use construction::{FieldTables, MotionField, Stage, build, build_observed, restore};
pub use error::BuildError;
pub use memory::Memory;
pub use method::Field;
pub use notices::notices;
pub use recall::Recall;
pub use sidestep_values::Convergence;
