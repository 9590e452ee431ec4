//! Everything that must pass before a change lands, in one command.

use crate::{browser, play, shell, tidy, tools};
use anyhow::{Context, Result};
use std::time::Instant;

type Check = (&'static str, fn() -> Result<()>);

/// Quick checks first, so that a slip is told within seconds.
const CHECKS: [Check; 14] = [
    ("set-up", set_up),
    ("format", format),
    ("tidiness", tidy::tidy),
    ("spelling", spelling),
    ("page sources", browser::sources),
    ("lints", lints),
    ("tests", tests),
    ("without features", without_features),
    ("docs", docs),
    ("licences", licences),
    ("glb validator", glb_validator),
    ("wasm", wasm),
    ("page bundle", browser::bundle),
    ("browser", browser::browser),
];

/// Runs all checks and stops at the first that fails.
pub(crate) fn test() -> Result<()> {
    for (done, (name, check)) in CHECKS.into_iter().enumerate() {
        eprintln!("\n== {name}");
        let start = Instant::now();
        if let Err(error) = check() {
            eprintln!("checks: {done} passed, 1 failed");
            return Err(error.context(format!("the check '{name}' failed")));
        }
        eprintln!("== {name}: passed in {:.0} s", start.elapsed().as_secs_f32());
    }
    eprintln!("checks: {} passed, 0 failed", CHECKS.len());
    Ok(())
}

/// Installs what the checks need beside Rust.
fn set_up() -> Result<()> {
    let mut install = shell::command("npm", &["ci", "--no-audit", "--no-fund", "--silent"]);
    let tools = shell::root().join("tools");
    shell::run(install.current_dir(tools)).context("Node with npm is needed: install Node 20")?;
    browser::set_up()
}

fn format() -> Result<()> {
    shell::cargo(&["fmt", "--all", "--", "--check"])
}

fn spelling() -> Result<()> {
    match tools::find(&tools::TYPOS)? {
        Some(typos) => shell::run(&mut shell::command(typos, &[])),
        None => Ok(()),
    }
}

fn lints() -> Result<()> {
    shell::cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])
}

fn tests() -> Result<()> {
    if std::env::var_os("SIDESTEP_MOCAP").is_none() {
        eprintln!("SIDESTEP_MOCAP is not set: tests on real motion capture will say 'skipped'");
    }
    // The same cases on every machine; `PROPTEST_CASES` with a plain `cargo test` looks further.
    let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "1".into());
    let mut tests = shell::command(env!("CARGO"), &["test", "--workspace", "--quiet"]);
    shell::run(tests.env("PROPTEST_RNG_SEED", seed))
}

/// The facade as a game gets it that asks for nothing: no threads, and the same bits.
fn without_features() -> Result<()> {
    shell::cargo(&["test", "--package", "sidestep", "--quiet", "--test", "golden"])
}

fn docs() -> Result<()> {
    let words = ["doc", "--workspace", "--no-deps", "--quiet"];
    shell::run(shell::command(env!("CARGO"), &words).env("RUSTDOCFLAGS", "-D warnings"))
}

fn licences() -> Result<()> {
    let words = ["check", "--hide-inclusion-graph", "bans", "licenses", "sources"];
    match tools::find(&tools::CARGO_DENY)? {
        Some(deny) => shell::run(&mut shell::command(deny, &words)),
        None => Ok(()),
    }
}

/// Exports a clip of the performer and shows it to the Khronos validator.
fn glb_validator() -> Result<()> {
    let out = shell::root().join("out");
    std::fs::create_dir_all(&out)?;
    let path = |name: &str| out.join(name).to_string_lossy().into_owned();
    let (library, glb) = (path("validate.motion"), path("validate.glb"));
    play::sidestep(&["perform", "-o", &library])?;
    play::sidestep(&["export", &library, "-o", &glb])?;
    shell::run(&mut shell::command("node", &["tools/validate_glb.mjs", &glb]))
}

/// The crates a browser runs must build for it.
fn wasm() -> Result<()> {
    let target = "wasm32-unknown-unknown";
    let sysroot = shell::output(&mut shell::command("rustc", &["--print", "sysroot"]))?;
    let library = std::path::Path::new(sysroot.trim()).join("lib/rustlib").join(target);
    if !library.exists() {
        eprintln!("skipped: the target {target} is not installed (rustup target add {target})");
        return Ok(());
    }
    shell::cargo(&["build", "--quiet", "--package", "sidestep", "--target", target])
}
