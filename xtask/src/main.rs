//! The project's own chores. `cargo xtask` lists them.

mod browser;
mod circles;
mod fuzz;
mod play;
mod shell;
mod splits;
mod test;
mod tidy;
mod tools;

use anyhow::{Result, bail};

const HELP: &str = "\
The chores of this project. Usage: cargo xtask CHORE

  play [...]    build everything and open the playground on the synthetic performer
  test          everything that must pass: format, lints, tests, docs, licences, browser, spelling
  tidy          only the checks of layout: directions, cycles, sizes, names in ARCHITECTURE.md
  fuzz [SECS]   feed every reader with broken files for SECS seconds each (default 60)
  bench         run the benches
  splits MOCAP OUT
                write the manifests of the data that settings are chosen on, and of the data that
                figures are reported on, into the folder OUT; their files lie below the folder MOCAP
";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["play", more @ ..] => play::play(more),
        ["test"] => test::test(),
        ["tidy"] => tidy::tidy(),
        ["fuzz"] => fuzz::fuzz(60),
        ["fuzz", secs] => fuzz::fuzz(secs.parse()?),
        ["bench"] => shell::cargo(&["bench", "--workspace"]),
        ["splits", mocap, out] => splits::splits(mocap.as_ref(), out.as_ref()),
        [] | ["help" | "--help" | "-h"] => {
            eprint!("{HELP}");
            Ok(())
        }
        other => bail!("there is no chore '{}'\n\n{HELP}", other.join(" ")),
    }
}
