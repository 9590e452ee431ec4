//! `sidestep`: from raw motion capture to characters, one command for each step of the way.
//!
//! It must never hold animation logic: that stands in the crates below it.

mod args;
mod args_benchmark;
mod args_build;
mod args_file;
mod args_learn;
mod args_measure;
mod args_tactics;
mod commands;
mod coverage_plot;
mod crowd_picture;
mod curves;
mod files;
mod output;
mod pictures;
mod push_settings;
mod settings_file;
mod survey_plot;

use clap::Parser;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: sidestep_allocations::Counting = sidestep_allocations::Counting;

fn main() -> ExitCode {
    match commands::run(args::Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
