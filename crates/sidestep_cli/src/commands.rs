//! One module for each command.

mod build;
mod import;

use crate::args::{Args, Command};
use anyhow::Result;
use clap::CommandFactory;

/// Runs the command that was asked for.
pub(crate) fn run(args: Args) -> Result<()> {
    match args.command {
        Command::Perform(args) => { let _ = args; anyhow::bail!("not yet") },
        Command::Import(args) => import::run(&args),
        Command::Inspect(args) => { let _ = args; anyhow::bail!("not yet") },
        Command::Export(args) => { let _ = args; anyhow::bail!("not yet") },
        Command::Build(args) => build::run(&args),
        Command::Measure(args) => { let _ = args; anyhow::bail!("not yet") },
        Command::Completions { shell } => {
            let mut out = std::io::stdout();
            clap_complete::generate(shell, &mut Args::command(), "sidestep", &mut out);
            Ok(())
        }
    }
}
