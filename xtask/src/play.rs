//! The first thing a newcomer runs.

use crate::shell;
use anyhow::Result;

/// Builds everything and opens the playground on the synthetic performer.
pub(crate) fn play(more: &[&str]) -> Result<()> {
    eprintln!("building Sidestep (once, a few minutes) ...");
    let mut words = vec!["play", "--cache", "target/play"];
    words.extend(more);
    sidestep(&words)
}

/// Runs the command line that was built in release mode.
pub(crate) fn sidestep(arguments: &[&str]) -> Result<()> {
    let mut words = vec!["run", "--release", "--quiet", "--package", "sidestep_cli", "--"];
    words.extend(arguments);
    shell::cargo(&words)
}
