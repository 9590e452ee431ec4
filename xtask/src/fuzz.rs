//! Fuzzing: every reader fed with broken files.

use crate::{shell, tools};
use anyhow::Result;

/// The readers that strangers' bytes reach.
const TARGETS: [&str; 5] = ["bvh", "amc", "glb", "manifest", "library"];

/// Runs every target for `secs` seconds; stops at the first crash, hang or leak.
///
/// libFuzzer needs flags that only a nightly compiler takes; `RUSTC_BOOTSTRAP` lets the stable one
/// take them, so that no second toolchain is needed.
pub(crate) fn fuzz(secs: u32) -> Result<()> {
    let program = tools::find(&tools::CARGO_FUZZ)?;
    for target in TARGETS {
        let time = format!("-max_total_time={secs}");
        let limits = ["-timeout=10", "-rss_limit_mb=2048", "-max_len=65536"];
        let mut words = vec!["fuzz", "run", target, "--", &time];
        words.extend(limits);
        shell::run(shell::command(&program, &words).env("RUSTC_BOOTSTRAP", "1"))?;
    }
    Ok(())
}
