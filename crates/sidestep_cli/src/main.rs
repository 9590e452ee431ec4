//! `sidestep`: from raw motion capture to characters, one command for each step of the way.

mod allocations;
mod args;
mod assemble;
mod commands;
mod coverage_plot;
mod files;
mod inputs;
mod output;
mod pushable;

use clap::Parser;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

fn main() -> ExitCode {
    match commands::run(args::Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
