//! Trains recurrent networks for character control in closed loop.
//!
//! After Lee, Lee and Lee 2018, *Interactive Character Animation by Learning Multi-Objective Control*:
//! the network runs on its own output for some 48 steps, what it gave is compared with captured motion,
//! and gradients run back through all of it. Who trains says with a [`Layout`] what the numbers of a
//! frame mean, fills a [`Bank`] with normalised motion, and for every update a [`Batch`] with where
//! sequences start and what they are asked for. [`Trainer`] does the rest, on the CPU or with CUDA.
//!
//! | of the paper | here |
//! |---|---|
//! | m, section 3 | the frame channels of a [`Layout`]; all but root, feet, links and ball mean nothing here |
//! | F, S, P and G = S F + (1 - S) P | [`GoalChannel`], [`Batch::select`], the goal channels of the output |
//! | bounded parameters | [`GoalChannel::NearLeft`], [`Layout::near_bound`] |
//! | eq. 2 | [`LossWeights::channels`], term `motion`; the same for P is `prediction` |
//! | eq. 3, contacts from the data | [`Layout::feet`], [`LossWeights::slide`] |
//! | eq. 4 | [`Layout::links`], [`LossWeights::link`] |
//! | eqs. 5 to 8, eq. 8 corrected | [`Layout::ball`], [`LossWeights::hand`], [`LossWeights::bounce`] |
//! | truncated BPTT | [`Settings::steps`]; sequences go on where they were unless [`Batch::restart`] |
//!
//! Beyond the paper, a sequence can see its goal from where its own steps led ([`Batch::own_root`]), and
//! the loss can hold that place against the data's ([`LossWeights::place`], [`LossWeights::heading`]). A
//! sequence can be shown a frame of the data now and then while all else goes on ([`GUIDE`]), which keeps
//! it in step with what it is compared with.
//!
//! ```
//! use sidestep_train::*;
//!
//! // A root that walks, and a number that it is told; nothing else.
//! let layout = Layout {
//!     frame: 3,
//!     goals: vec![GoalChannel::Given],
//!     means: vec![0.0; 4],
//!     deviations: vec![1.0; 4],
//!     root: 0,
//!     feet: vec![],
//!     links: vec![],
//!     ball: None,
//!     near_bound: 0.6,
//!     pace_bound: 3.0,
//!     pace_secs: 0.2,
//! };
//! let weights = LossWeights { channels: vec![1.0; 4], ..LossWeights::default() };
//! let settings = Settings { hidden: 16, layers: 1, batch: 2, steps: 4, ..Settings::default() };
//! let bank = Bank { frames: vec![0.5; 3 * 100], roots: vec![0.0; 3 * 100] };
//! let mut trainer = Trainer::new(layout, weights, settings, bank.len(), Device::Cpu)?;
//! trainer.set_bank(&bank)?;
//! let mut batch = Batch::zeros(settings.steps, settings.batch, 1);
//! batch.restart[..settings.batch].fill(1.0);
//! trainer.update(&batch)?;
//! assert!(trainer.report()?.loss > 0.0);
//! let network = trainer.network()?;
//! # let _ = network;
//! # Ok::<(), TrainError>(())
//! ```

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

pub use batch::{AIM_NUMBERS, Bank, Batch, BatchError, GUIDE, RESTART};
pub use checkpoint::CheckpointError;
pub use cuda::CudaError;
pub use layout::{Ball, GoalChannel, Layout, LayoutError, Link, LossWeights, ROOT_CHANNELS, Touch};
pub use loss::{TERM_NAMES, TERMS};
pub use settings::{Pace, Settings, SettingsError};
pub use state::{Report, State};
pub use trainer::{Device, TrainError, Trainer};
