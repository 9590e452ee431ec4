//! Arguments of `tactics`.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Arguments of `tactics`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep tactics give-and-go.toml -o run.glb
  sidestep tactics plan.toml --controller game.controller -o run.glb --json

docs/tactics.md says what a plan is.")]
pub(crate) struct Tactics {
    /// The plan: paths with times, passes and shots, as TOML.
    pub(crate) plan: PathBuf,
    /// Who plays: a controller with actions; the network that comes with Sidestep when not given.
    #[arg(long, value_name = "CONTROLLER")]
    pub(crate) controller: Option<PathBuf>,
    /// The GLB file to write, with all players and the ball.
    #[arg(short, long, value_name = "GLB")]
    pub(crate) output: PathBuf,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}
