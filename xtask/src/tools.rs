//! The few programs that the checks need, installed below `target/` when the machine lacks them.

use crate::shell;
use anyhow::Result;
use std::path::PathBuf;

/// A program from the package registry of Rust, at a pinned version.
pub(crate) struct Tool {
    /// Name of the program.
    pub(crate) program: &'static str,
    /// Name of the package that holds it.
    pub(crate) package: &'static str,
    /// Pinned version.
    pub(crate) version: &'static str,
}

/// Checks licences and sources of all dependencies.
pub(crate) const CARGO_DENY: Tool =
    Tool { program: "cargo-deny", package: "cargo-deny", version: "0.20.2" };
/// Checks spelling.
pub(crate) const TYPOS: Tool = Tool { program: "typos", package: "typos-cli", version: "1.52.0" };
/// Runs fuzz targets.
pub(crate) const CARGO_FUZZ: Tool =
    Tool { program: "cargo-fuzz", package: "cargo-fuzz", version: "0.13.2" };

/// The place of a tool; it is built and installed there on the first call.
pub(crate) fn find(tool: &Tool) -> Result<PathBuf> {
    let place = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let folder = shell::root().join(place).join("tools").join(tool.version);
    let program = folder.join("bin").join(tool.program);
    if !program.exists() {
        eprintln!("installing {} {} below target/tools (once)", tool.program, tool.version);
        let folder = folder.to_string_lossy().into_owned();
        let version = ["--version", tool.version];
        let words =
            ["install", tool.package, version[0], version[1], "--locked", "--root", &folder];
        shell::cargo(&words)?;
    }
    Ok(program)
}
