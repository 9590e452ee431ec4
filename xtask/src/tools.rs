//! The few programs that the checks need beside Rust and Node.

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

/// The place of a tool, where there is one: on the path at the pinned version, or below `target/`. What is
/// nowhere takes minutes to build, so it is built where every check must run (`CI` is set), else not.
pub(crate) fn find(tool: &Tool) -> Result<Option<PathBuf>> {
    if let Some(program) = installed(tool) {
        return Ok(Some(program));
    }
    if std::env::var_os("CI").is_some() {
        return install(tool).map(Some);
    }
    eprintln!(
        "skipped: {0} {1} is not installed (cargo install {2} --version {1} --locked)",
        tool.program, tool.version, tool.package
    );
    Ok(None)
}

/// The place of a tool without which there is nothing to do; it is built and installed on the first call.
pub(crate) fn need(tool: &Tool) -> Result<PathBuf> {
    installed(tool).map_or_else(|| install(tool), Ok)
}

fn installed(tool: &Tool) -> Option<PathBuf> {
    let said = shell::output(&mut shell::command(tool.program, &["--version"]));
    if said.is_ok_and(|said| said.split_whitespace().any(|word| word == tool.version)) {
        return Some(tool.program.into());
    }
    let program = folder(tool).join("bin").join(tool.program);
    program.exists().then_some(program)
}

fn folder(tool: &Tool) -> PathBuf {
    let place = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    shell::root().join(place).join("tools").join(tool.version)
}

fn install(tool: &Tool) -> Result<PathBuf> {
    eprintln!("installing {} {} below target/tools (once)", tool.program, tool.version);
    let folder = folder(tool);
    let root = folder.to_string_lossy().into_owned();
    let version = ["--version", tool.version];
    let words = ["install", tool.package, version[0], version[1], "--locked", "--root", &root];
    shell::cargo(&words)?;
    Ok(folder.join("bin").join(tool.program))
}
