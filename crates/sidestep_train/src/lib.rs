//! Trains recurrent networks for character control in closed loop.
//!
//! After Lee, Lee and Lee 2018, *Interactive Character Animation by Learning Multi-Objective Control*:
//! the network runs on its own output for some 48 steps, what it gave is compared with captured motion,
//! and gradients run back through all of it. Who trains says with a [`Layout`] what the numbers of a
//! frame mean, fills a [`Bank`] with normalised motion, and for every update a [`Batch`] with where
//! sequences start and what they are asked for. [`Trainer`] does the rest, on the CPU or with CUDA.

#[cfg(test)]
extern crate self as sidestep_train;

#[cfg(test)]
#[path = "../tests/problem/mod.rs"]
mod problem;

mod arrangement;
mod batch;
mod checkpoint;
mod cpu;
mod cuda;
mod goal;
mod layout;
mod loss;
mod real;
mod settings;
mod state;
mod trainer;

pub use batch::{AIM_NUMBERS, Bank, Batch, BatchError};
pub use checkpoint::CheckpointError;
pub use cuda::CudaError;
pub use layout::{Ball, GoalChannel, Layout, LayoutError, Link, LossWeights, ROOT_CHANNELS, Touch};
pub use loss::{TERM_NAMES, TERMS};
pub use settings::{Pace, Settings, SettingsError};
pub use state::{Report, State};
pub use trainer::{Device, TrainError, Trainer};
