//! Checks of the layout that no compiler makes.
//!
//! ARCHITECTURE.md is the one place that says on which level a crate stands; this reads it there.

use crate::shell;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const MAX_LINES: usize = 800;
const MAX_LEVEL: u32 = 6;

/// Runs all checks of the layout.
pub(crate) fn tidy() -> Result<()> {
    let architecture = fs::read_to_string(shell::root().join("ARCHITECTURE.md"))?;
    check_levels(&architecture)?;
    check_paths_exist(&architecture)?;
    for file in rust_files()? {
        check_file(&file)?;
    }
    check_module_cycles()
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

fn check_file(file: &Path) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let name = file.strip_prefix(shell::root()).unwrap_or(file).display();
    let lines = text.lines().count();
    ensure!(lines <= MAX_LINES, "{name} has {lines} lines; is it one room? ({MAX_LINES} at most)");
    ensure!(text.starts_with("//!"), "{name} must open with `//!` and say why it exists");
    Ok(())
}

/// Modules of a crate use each other in one direction only.
fn check_module_cycles() -> Result<()> {
    let mut uses: BTreeMap<PathBuf, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for file in rust_files()? {
        let Some((source, module)) = module_of(&file) else { continue };
        let text = fs::read_to_string(&file)?;
        let code = code_of(&text);
        let entry = uses.entry(source).or_default().entry(module.clone()).or_default();
        entry.extend(crate_uses(&code).into_iter().filter(|other| *other != module));
    }
    for (source, modules) in &uses {
        for start in modules.keys() {
            let mut path = vec![start.clone()];
            if leads_back(modules, &mut path, &mut BTreeSet::new()) {
                let path = path.join(" -> ");
                bail!("modules of {} use each other in a circle: {path}", source.display());
            }
        }
    }
    Ok(())
}

/// The text without tests and comments: a doc comment may point anywhere.
fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The source folder of the crate, and the top module a file belongs to.
fn module_of(file: &Path) -> Option<(PathBuf, String)> {
    let source = file.ancestors().find(|folder| folder.ends_with("src"))?;
    let first = file.strip_prefix(source).ok()?.components().next()?;
    let module = Path::new(first.as_os_str()).file_stem()?.to_string_lossy().into_owned();
    let is_top = ["lib", "main"].contains(&module.as_str());
    (!is_top).then(|| (source.to_owned(), module))
}

/// The modules named after `crate::`, alone or in braces.
fn crate_uses(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            None => found.extend(first_word(after)),
            Some(list) => found.extend(top_level_items(list).iter().filter_map(|i| first_word(i))),
        }
    }
    found
}

fn first_word(text: &str) -> Option<String> {
    let text = text.trim_start();
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let word = &text[..end];
    word.chars().next().is_some_and(char::is_lowercase).then(|| word.to_owned())
}

fn top_level_items(list: &str) -> Vec<String> {
    let (mut items, mut item, mut depth) = (Vec::new(), String::new(), 0);
    for c in list.chars() {
        match c {
            '}' if depth == 0 => break,
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                item.push(c);
            }
        }
    }
    items.push(item);
    items
}

/// Extends `path` until it comes back to its beginning; says whether it can.
fn leads_back(
    modules: &BTreeMap<String, BTreeSet<String>>,
    path: &mut Vec<String>,
    seen: &mut BTreeSet<String>,
) -> bool {
    let Some(nexts) = path.last().and_then(|last| modules.get(last)) else { return false };
    for next in nexts {
        let is_back = *next == path[0];
        if is_back || seen.insert(next.clone()) {
            path.push(next.clone());
            if is_back || leads_back(modules, path, seen) {
                return true;
            }
            path.pop();
        }
    }
    false
}

fn rust_files() -> Result<Vec<PathBuf>> {
    let list = shell::output(&mut shell::command("git", &["ls-files", "*.rs"]))?;
    Ok(list.lines().map(|line| shell::root().join(line)).filter(|file| file.exists()).collect())
}
