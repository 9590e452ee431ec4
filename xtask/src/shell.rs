//! Running other programs from the root of the repository, saying what is run.

use anyhow::{Context, Result, bail};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The folder that holds the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A command that will run in the root of the repository.
pub(crate) fn command(program: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program.as_ref());
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command and fails with its words when it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let words = words(command);
    eprintln!("$ {words}");
    let status = command.status().with_context(|| format!("cannot start: {words}"))?;
    if !status.success() {
        bail!("failed with {status}: {words}");
    }
    Ok(())
}

/// Runs a command and gives what it prints.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let words = words(command);
    let output = command.output().with_context(|| format!("cannot start: {words}"))?;
    if !output.status.success() {
        bail!("failed: {words}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs cargo.
pub(crate) fn cargo(arguments: &[&str]) -> Result<()> {
    run(&mut command(env!("CARGO"), arguments))
}

fn words(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
