//! The arguments of `augment` and `train`.

use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Arguments of `augment`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep augment mine.motion -o episodes.motion --hours 4
  sidestep augment game.motion -o game.episodes --hours 4 --grammar basketball
  sidestep export episodes.motion -o look.html")]
pub(crate) struct Augment {
    /// The library.
    pub(crate) library: PathBuf,
    /// The library to write.
    #[arg(short, long, value_name = "LIBRARY")]
    pub(crate) output: PathBuf,
    /// How much motion to make.
    #[arg(long, default_value_t = 1.0)]
    pub(crate) hours: f32,
    /// Another seed makes other episodes; the same seed the same bits.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Let the actions of every episode follow a motion grammar: a file, or one that is shipped (basketball,
    /// tennis). The library must be labelled (import --lab, --strokes).
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) grammar: Option<PathBuf>,
    /// Settings, as TOML; what is not there is as published.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `train`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep train mine.motion -o mine.weights --device cuda
  sidestep train mine.motion -o small.weights --config small.toml --minutes 10
  sidestep train mine.motion -o mine.weights --resume mine.checkpoint --checkpoint mine.checkpoint
  sidestep build neural --weights mine.weights -o mine.controller")]
pub(crate) struct Train {
    /// The library to learn from.
    pub(crate) library: PathBuf,
    /// The weights to write; written anew at every look at how it goes.
    #[arg(short, long, value_name = "WEIGHTS")]
    pub(crate) output: PathBuf,
    /// Settings, as TOML; what is not there has its default.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// One setting as KEY=VALUE, such as hidden=128; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print the settings as TOML on stdout and train nothing.
    #[arg(long)]
    pub(crate) print_config: bool,
    /// Where to train.
    #[arg(long, default_value = "cpu")]
    pub(crate) device: TrainDevice,
    /// Stop after so many minutes, and plan the learning rate for them.
    #[arg(long)]
    pub(crate) minutes: Option<f32>,
    /// A library of held-out motion that characters start from when they are looked at.
    #[arg(long, value_name = "LIBRARY")]
    pub(crate) held_out: Option<PathBuf>,
    /// Look at the character every so many updates.
    #[arg(long, default_value_t = 2000)]
    pub(crate) look_every: u64,
    /// How many targets a look has.
    #[arg(long, default_value_t = 60)]
    pub(crate) look_targets: usize,
    /// Keep all that the training remembers here.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Go on from a checkpoint.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Draw losses, target error and liveliness into an SVG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) curves: Option<PathBuf>,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where to train.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum TrainDevice {
    /// On all cores.
    Cpu,
    /// On an NVIDIA GPU.
    Cuda,
}
