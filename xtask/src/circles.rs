//! Modules that stand side by side use each other in one direction only, in every folder of a crate.
//!
//! A module may use what its parent holds, and a parent its children; so what is compared are the
//! modules of one folder, each with all that lies below it.

use anyhow::{Result, bail};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// What each module of a folder uses of the others there.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Fails where modules of these files use each other in a circle: one is told for every folder.
pub(crate) fn check(files: &[(String, PathBuf)]) -> Result<()> {
    let mut folders: BTreeMap<(PathBuf, Vec<String>), Uses> = BTreeMap::new();
    for (text, file) in files {
        let Some((source, module)) = module_of(file) else { continue };
        for used in uses(&code_of(text), &module) {
            let shared = module.iter().zip(&used).take_while(|(a, b)| a == b).count();
            let (Some(own), Some(other)) = (module.get(shared), used.get(shared)) else { continue };
            let folder = folders.entry((source.clone(), module[..shared].to_vec())).or_default();
            folder.entry(own.clone()).or_default().insert(other.clone());
        }
    }
    let circles = folders.iter().filter_map(|((source, folder), uses)| {
        let place = source.join(folder.join("/"));
        Some(format!("{}: {}", place.display(), circle(uses)?.join(" -> ")))
    });
    let circles: Vec<String> = circles.collect();
    if !circles.is_empty() {
        bail!("modules use each other in a circle: {}", circles.join("; "));
    }
    Ok(())
}

/// A way from a module back to itself.
fn circle(uses: &Uses) -> Option<Vec<String>> {
    uses.keys().find_map(|start| {
        let mut path = vec![start.clone()];
        leads_back(uses, &mut path, &mut BTreeSet::new()).then_some(path)
    })
}

/// The source folder of the crate, and where the module of a file stands in it.
fn module_of(file: &Path) -> Option<(PathBuf, Vec<String>)> {
    let source = file.ancestors().find(|folder| folder.ends_with("src"))?;
    let inside = file.strip_prefix(source).ok()?.with_extension("");
    let words = inside.components().map(|word| word.as_os_str().to_string_lossy().into_owned());
    let module: Vec<String> = words.collect();
    let is_top = matches!(module.as_slice(), [one] if ["lib", "main"].contains(&one.as_str()));
    (!is_top).then(|| (source.to_owned(), module))
}

/// The text without comments and without what is compiled for tests only.
fn code_of(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut parts = text.split("#[cfg(test)]");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        code.push_str(&part[item_end(part)..]);
    }
    code
}

/// Where the first item of a text ends: after its braces, or at a semicolon before any.
fn item_end(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The paths that code names from the crate's root on, or from a parent of its module.
fn uses(code: &str, module: &[String]) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    let from_root = code.match_indices("crate::").map(|(at, word)| (at + word.len(), 0));
    for (at, depth) in from_root.chain(from_parents(code, module.len())) {
        paths(&code[at..], &module[..depth], &mut found);
    }
    found
}

/// Where paths that begin with `super::` go on, and how deep the parent stands that they begin at.
fn from_parents(code: &str, depth: usize) -> Vec<(usize, usize)> {
    let word = "super::";
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(at) = code[rest..].find(word).map(|at| rest + at) {
        let (mut end, mut parents) = (at, 0);
        while code[end..].starts_with(word) {
            end += word.len();
            parents += 1;
        }
        found.extend(depth.checked_sub(parents).map(|depth| (end, depth)));
        rest = end;
    }
    found
}

/// Adds the paths that a text begins with, one or several in braces, to those before.
fn paths(text: &str, before: &[String], found: &mut BTreeSet<Vec<String>>) {
    let text = text.trim_start();
    if let Some(list) = text.strip_prefix('{') {
        for item in items(list) {
            paths(&item, before, found);
        }
        return;
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let mut path = before.to_vec();
    if word.starts_with(|c: char| c.is_lowercase()) {
        path.push(word.to_owned());
        if let Some(rest) = rest.strip_prefix("::") {
            return paths(rest, &path, found);
        }
    }
    found.insert(path);
}

/// What stands between the commas of a list in braces, up to its end.
fn items(list: &str) -> Vec<String> {
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
fn leads_back(modules: &Uses, path: &mut Vec<String>, seen: &mut BTreeSet<String>) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(files: &[(&str, &str)]) -> Result<(), String> {
        let file = |(path, text): &(&str, &str)| ((*text).to_owned(), PathBuf::from(path));
        check(&files.iter().map(file).collect::<Vec<_>>()).map_err(|error| error.to_string())
    }

    #[test]
    fn circles_are_found_in_every_folder() {
        let top =
            checked(&[("c/src/a.rs", "use crate::b::B;"), ("c/src/b.rs", "use crate::a::A;")]);
        assert!(top.unwrap_err().contains("a -> b -> a"));
        let deep = [
            ("c/src/x/a.rs", "use crate::x::{b::{B, C}, d};"),
            ("c/src/x/b.rs", "use super::a::A;"),
        ];
        assert!(checked(&deep).unwrap_err().contains("a -> b -> a"));
        let by_children = [
            ("c/src/a/one.rs", "use crate::b::B;"),
            ("c/src/b.rs", "fn f() { crate::a::two::g() }"),
        ];
        assert!(checked(&by_children).unwrap_err().contains("a -> b -> a"));
    }

    #[test]
    fn parents_tests_and_comments_are_free() {
        let parent = [("c/src/x.rs", "mod a; use a::A;"), ("c/src/x/a.rs", "use super::X;")];
        assert_eq!(checked(&parent), Ok(()));
        let test = "#[cfg(test)] mod tests { use crate::b::B; fn f() {} }";
        let free = [("c/src/a.rs", test), ("c/src/b.rs", "// crate::c\nuse crate::a::A;")];
        assert_eq!(checked(&free), Ok(()));
    }

    #[test]
    fn code_below_a_test_counts() {
        let below = "#[cfg(test)] mod tests { fn f() {} } use crate::b::B;";
        let found = checked(&[("c/src/a.rs", below), ("c/src/b.rs", "use crate::a::A;")]);
        assert!(found.is_err());
        let one_line = "#[cfg(test)] mod tests; use crate::b::B;";
        assert!(checked(&[("c/src/a.rs", one_line), ("c/src/b.rs", "use crate::a::A;")]).is_err());
    }
}
