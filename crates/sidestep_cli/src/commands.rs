//! One module for each command.

mod augment;
mod basis_figure;
mod benchmark;
mod benchmark_cells;
mod benchmark_entries;
mod benchmark_readme;
mod best;
mod build;
mod build_settings;
mod candidates;
mod capability;
mod clip_control;
mod crowd;
mod edit;
mod export;
mod finals;
mod growth;
mod import;
mod inference;
mod inspect;
mod loaded;
mod measure;
mod paper_tables;
mod perform;
mod planning_study;
mod play;
mod score;
mod survey;
mod tactics;
mod train;
mod trained;
mod trials;
mod tune;
mod tuning;

use crate::args::{Args, Command};
use anyhow::Result;
use clap::CommandFactory;

/// Runs the command that was asked for.
pub(crate) fn run(args: Args) -> Result<()> {
    match args.command {
        Command::Perform(args) => perform::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Edit(args) => edit::run(&args),
        Command::Augment(args) => augment::run(&args),
        Command::Tactics(args) => tactics::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Build(args) => build::run(&args),
        Command::Survey(args) => survey::run(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Benchmark(args) => benchmark::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Completions { shell } => {
            let mut out = std::io::stdout();
            clap_complete::generate(shell, &mut Args::command(), "sidestep", &mut out);
            Ok(())
        }
    }
}
