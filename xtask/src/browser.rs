//! The page of the playground: that its bundle is the one of its sources, and that it works in a browser.

use crate::shell;
use anyhow::{Context, Result, bail};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

const CHROMIUM: &str = "/usr/bin/chromium";

/// The folder of the page's sources.
fn page() -> PathBuf {
    shell::root().join("crates/sidestep_viewer/page")
}

/// Installs what the page is built and tested with, the browser included.
pub(crate) fn set_up() -> Result<()> {
    npm(&["ci", "--no-audit", "--no-fund", "--silent"])?;
    let own = std::env::var_os("SIDESTEP_CHROMIUM").map(PathBuf::from);
    if own.unwrap_or_else(|| CHROMIUM.into()).exists() {
        return Ok(());
    }
    if !cfg!(target_os = "linux") {
        bail!("the browser tests need Chromium: name yours in SIDESTEP_CHROMIUM");
    }
    eprintln!(
        "the browser tests need Chromium at {CHROMIUM}, or another one named in SIDESTEP_CHROMIUM; \
         installing it from the system's packages (once)"
    );
    shell::run(&mut shell::command("apt-get", &["update", "--quiet"]))?;
    let words =
        ["install", "--yes", "--quiet", "--no-install-recommends", "chromium", "fonts-dejavu-core"];
    shell::run(&mut shell::command("apt-get", &words))
        .context("the browser tests need Chromium at /usr/bin/chromium: install it by hand")
}

/// Checks the types of the page's sources, lints them, and tests what of them needs no browser.
pub(crate) fn sources() -> Result<()> {
    for script in ["check", "lint", "unit"] {
        npm(&["run", "--silent", script])?;
    }
    Ok(())
}

/// Builds the bundle anew and compares it with the one that is committed.
pub(crate) fn bundle() -> Result<()> {
    let fresh = shell::root().join("out/page");
    let _ = fs::remove_dir_all(&fresh);
    let out = fresh.to_string_lossy().into_owned();
    npm(&["run", "--silent", "build", "--", "--outDir", &out, "--emptyOutDir"])?;
    let (built, committed) = (files(&fresh)?, files(&page().join("dist"))?);
    let names = built.keys().chain(committed.keys());
    let stale: Vec<&String> =
        names.filter(|name| built.get(*name) != committed.get(*name)).collect();
    if let Some(name) = stale.first() {
        bail!(
            "the bundle of the page is stale ({name}): run `npm run build` in {}",
            page().display()
        );
    }
    Ok(())
}

/// Drives the page in a real browser.
pub(crate) fn browser() -> Result<()> {
    shell::cargo(&["build", "--release", "--quiet", "--package", "sidestep_cli"])?;
    let place = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let binary = shell::root().join(place).join("release/sidestep");
    let mut command = shell::command("npm", &["test", "--silent"]);
    shell::run(command.current_dir(page()).env("SIDESTEP_BINARY", binary))
}

fn npm(words: &[&str]) -> Result<()> {
    let mut command = shell::command("npm", words);
    shell::run(command.current_dir(page())).context("Node with npm is needed: install Node 20")
}

/// Every file below a folder with its bytes.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(place) = open.pop() {
        let entries =
            fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder)?.to_string_lossy().into_owned();
                found.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(found)
}
