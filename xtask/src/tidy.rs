//! Checks of the layout that no compiler makes.
//!
//! ARCHITECTURE.md is the one place that says on which level a crate stands; this reads it there.

use crate::{circles, shell};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

const MAX_LINES: usize = 500;
const MAX_LEVEL: u32 = 6;

/// Runs all checks of the layout.
pub(crate) fn tidy() -> Result<()> {
    let architecture = fs::read_to_string(shell::root().join("ARCHITECTURE.md"))?;
    check_levels(&architecture)?;
    check_paths_exist(&architecture)?;
    let files = rust_files()?.into_iter().map(|file| Ok((fs::read_to_string(&file)?, file)));
    let files = files.collect::<Result<Vec<_>>>()?;
    for (text, file) in &files {
        let name = file.strip_prefix(shell::root()).unwrap_or(file).display();
        check_file(&name.to_string(), text)?;
    }
    if let Some((file, missing)) = missing_files(&files).first() {
        bail!("{} names `{missing}` in a comment, and there is no such file", file.display());
    }
    circles::check(&files)
}

/// Every crate depends only on crates of lower levels.
fn check_levels(architecture: &str) -> Result<()> {
    let levels = levels(architecture);
    let words = ["metadata", "--format-version", "1", "--no-deps"];
    let metadata = shell::output(&mut shell::command(env!("CARGO"), &words))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        if !name.starts_with("sidestep") {
            continue;
        }
        let level = *levels.get(name).with_context(|| {
            format!("ARCHITECTURE.md has no row '| L? | `{name}` |': give the crate its level")
        })?;
        ensure!(level <= MAX_LEVEL, "{name} stands on level {level}, deeper than {MAX_LEVEL}");
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let other = dependency["name"].as_str().unwrap_or_default();
            if dependency["kind"].is_null() && levels.get(other).is_some_and(|l| *l >= level) {
                bail!("{name} (level {level}) may not depend on {other} (level {})", levels[other]);
            }
        }
    }
    Ok(())
}

/// Rows of the form ``| L2 | `sidestep_import` | …``.
fn levels(architecture: &str) -> BTreeMap<&str, u32> {
    let mut levels = BTreeMap::new();
    for line in architecture.lines() {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (Some(level), Some(name)) = (cells.next(), cells.next()) else { continue };
        let level = level.strip_prefix('L').and_then(|digits| digits.parse().ok());
        let name = name.strip_prefix('`').and_then(|name| name.strip_suffix('`'));
        if let (Some(level), Some(name)) = (level, name) {
            levels.insert(name, level);
        }
    }
    levels
}

/// A path in backticks must be there, so that the map stays true.
fn check_paths_exist(architecture: &str) -> Result<()> {
    for word in architecture.split('`').skip(1).step_by(2) {
        let is_path = word.contains('/') && !word.contains([' ', '<', '*', ':']);
        if is_path && !shell::root().join(word).exists() {
            bail!("ARCHITECTURE.md names `{word}`, which does not exist");
        }
    }
    Ok(())
}

fn check_file(name: &str, text: &str) -> Result<()> {
    let lines = text.lines().count();
    ensure!(lines <= MAX_LINES, "{name} has {lines} lines; is it one room? ({MAX_LINES} at most)");
    ensure!(text.starts_with("//!"), "{name} must open with `//!` and say why it exists");
    Ok(())
}

/// Source files that comments name in backticks and that are not there, with the files of the comments.
fn missing_files(files: &[(String, PathBuf)]) -> Vec<(&Path, &str)> {
    let mut missing = Vec::new();
    for (text, file) in files {
        let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
        let words = comments.flat_map(|line| line.split('`').skip(1).step_by(2));
        let is_name = |c: char| c.is_alphanumeric() || ['_', '/', '.'].contains(&c);
        let names = words.filter(|word| word.ends_with(".rs") && word.chars().all(is_name));
        let absent = names.filter(|name| !files.iter().any(|(_, other)| other.ends_with(name)));
        missing.extend(absent.map(|name| (file.as_path(), name)));
    }
    missing
}

fn rust_files() -> Result<Vec<PathBuf>> {
    let list = shell::output(&mut shell::command("git", &["ls-files", "*.rs"]))?;
    Ok(list.lines().map(|line| shell::root().join(line)).filter(|file| file.exists()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_comments_name_is_there() {
        let file = |text: &str, path: &str| (text.to_owned(), PathBuf::from(path));
        let files = [
            file("//! See `b.rs`, `c/d.rs` and `a thing.rs`.", "x/src/a.rs"),
            file("let code = \"`code.rs`\"; // `line_plan.rs`", "x/src/b.rs"),
            file("    /// See `line_plan.rs`.", "x/src/c/d.rs"),
        ];
        assert_eq!(missing_files(&files), [(Path::new("x/src/c/d.rs"), "line_plan.rs")]);
    }

    #[test]
    fn a_file_is_one_room_that_says_why() {
        let room = |lines: usize| format!("//! Why.\n{}", "\n".repeat(lines - 1));
        assert!(check_file("a.rs", &room(MAX_LINES)).is_ok());
        assert!(check_file("a.rs", &room(MAX_LINES + 1)).is_err());
        assert!(check_file("a.rs", "mod b;\n").is_err());
    }

    #[test]
    fn levels_are_read_from_the_table() {
        let table = "| level | crate |\n|---|---|\n| L1 | `a` | x |\n| L2 | `b` | y |";
        assert_eq!(levels(table), BTreeMap::from([("a", 1), ("b", 2)]));
    }
}
