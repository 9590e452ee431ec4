//! The first thing a newcomer runs.

use crate::shell;
use anyhow::Result;

/// Lets the synthetic performer act and writes a page that plays it and a film strip.
pub(crate) fn play() -> Result<()> {
    eprintln!("building Sidestep (once, a minute or two) ...");
    shell::cargo(&["build", "--release", "--quiet", "--package", "sidestep_cli"])?;
    let out = shell::root().join("out");
    std::fs::create_dir_all(&out)?;
    let path = |name: &str| out.join(name).to_string_lossy().into_owned();
    let (library, page, strip) =
        (path("performer.motion"), path("performer.html"), path("performer.png"));
    sidestep(&["perform", "-o", &library])?;
    sidestep(&["export", &library, "-o", &page])?;
    sidestep(&["export", &library, "--clip", "run_pivots_1", "-o", &strip])?;
    eprintln!();
    eprintln!("The performer is ready. Open in a browser: file://{page}");
    eprintln!("A film strip of one clip: {strip}");
    eprintln!(
        "What is in the library: cargo run --release -p sidestep_cli -- inspect out/performer.motion"
    );
    Ok(())
}

/// Runs the command line that was built in release mode.
pub(crate) fn sidestep(arguments: &[&str]) -> Result<()> {
    let mut words = vec!["run", "--release", "--quiet", "--package", "sidestep_cli", "--"];
    words.extend(arguments);
    shell::cargo(&words)
}
