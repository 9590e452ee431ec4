//! Fuzzing: every reader fed with broken files.
//!
//! What the fuzzer finds worth keeping lies in `fuzz/corpora`, one file for each target, so that the
//! tests replay it on every run: inputs back to back, each after its length in four bytes.

use crate::{shell, tools};
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The readers that strangers' bytes reach.
const TARGETS: [&str; 10] =
    ["bvh", "amc", "glb", "manifest", "library", "snapshot", "trace", "run", "score", "grammar"];

/// Longer inputs are not kept: they would find nothing that shorter ones do not.
const LONGEST_KEPT: &str = "-max_len=4096";

/// Runs every target for `secs` seconds from its kept inputs, and keeps what is new.
///
/// libFuzzer needs flags that only a nightly compiler takes; `RUSTC_BOOTSTRAP` lets the stable one
/// take them, so that no second toolchain is needed.
pub(crate) fn fuzz(secs: u32) -> Result<()> {
    for target in TARGETS {
        let work = shell::root().join("fuzz/corpus").join(target);
        let kept = shell::root().join("fuzz/corpora").join(target).with_extension("bin");
        unpack(&kept, &work)?;
        let time = format!("-max_total_time={secs}");
        run(target, &[&work], &[&time, "-timeout=10", "-rss_limit_mb=2048", "-max_len=16384"])?;
        let least = work.with_extension("least");
        let _ = fs::remove_dir_all(&least);
        fs::create_dir_all(&least)?;
        run(target, &[&least, &work], &["-merge=1", LONGEST_KEPT])?;
        pack(&least, &kept)?;
    }
    Ok(())
}

fn run(target: &str, folders: &[&Path], flags: &[&str]) -> Result<()> {
    let program = tools::need(&tools::CARGO_FUZZ)?;
    let mut command = shell::command(program, &["fuzz", "run", target]);
    command.args(folders).arg("--").args(flags).env("RUSTC_BOOTSTRAP", "1");
    shell::run(&mut command)
}

fn unpack(kept: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let bytes = fs::read(kept).unwrap_or_default();
    let mut rest = bytes.as_slice();
    let mut number = 0;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length) as usize;
        let (input, after) = after.split_at_checked(length).context("a corpus is cut off")?;
        fs::write(folder.join(format!("kept-{number:05}")), input)?;
        rest = after;
        number += 1;
    }
    Ok(())
}

fn pack(folder: &Path, kept: &Path) -> Result<()> {
    let entries = fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    let mut bytes = Vec::new();
    for path in paths {
        let input = fs::read(path)?;
        bytes.extend_from_slice(&u32::try_from(input.len())?.to_le_bytes());
        bytes.extend_from_slice(&input);
    }
    fs::write(kept, bytes)?;
    Ok(())
}
