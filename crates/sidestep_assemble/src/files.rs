//! Files by their paths, wherever they are kept: on a disk, or in the memory of who was sent them.

use sidestep_motion::table::SharedBytes;
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

/// Where files come from.
pub trait Files: Sync {
    /// Whether there is a file or folder of that path.
    fn exists(&self, path: &Path) -> bool;

    /// Whether a path is a folder.
    fn is_folder(&self, path: &Path) -> bool;

    /// What lies directly in a folder, in any order.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// The bytes of a file.
    fn read(&self, path: &Path) -> io::Result<SharedBytes>;
}

/// Files that were sent here, under the paths they had.
#[derive(Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, SharedBytes>,
}

impl MemoryFiles {
    /// Keeps files under their paths. A path that leads nowhere, or out of the folder, is no path and
    /// left out.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let keep = |(path, bytes): (String, Vec<u8>)| {
            let path = normal(Path::new(&path)).filter(|path| !path.as_os_str().is_empty())?;
            Some((path, Arc::new(bytes) as SharedBytes))
        };
        Self { files: files.into_iter().filter_map(keep).collect() }
    }

    /// What somebody names who brings all of this: the files and folders of the top, in order.
    pub fn named(&self) -> Vec<PathBuf> {
        self.below(Path::new(""))
    }

    /// What lies directly in a folder.
    fn below(&self, folder: &Path) -> Vec<PathBuf> {
        let child = |path: &PathBuf| {
            let first = path.strip_prefix(folder).ok()?.components().next()?;
            Some(folder.join(first))
        };
        self.files.keys().filter_map(child).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

impl Files for MemoryFiles {
    fn exists(&self, path: &Path) -> bool {
        let held = |path: PathBuf| self.files.contains_key(&path) || self.is_folder(&path);
        normal(path).is_some_and(held)
    }

    fn is_folder(&self, path: &Path) -> bool {
        let held = |path: PathBuf| {
            let mut after = self.files.range::<Path, _>((
                std::ops::Bound::Excluded(path.as_path()),
                std::ops::Bound::Unbounded,
            ));
            after.next().is_some_and(|(next, _)| next.starts_with(&path))
        };
        normal(path).is_some_and(held)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let folder = normal(folder).filter(|folder| self.is_folder(folder));
        Ok(self.below(&folder.ok_or(io::ErrorKind::NotFound)?))
    }

    fn read(&self, path: &Path) -> io::Result<SharedBytes> {
        let found = normal(path).and_then(|path| self.files.get(&path).cloned());
        found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "it was not sent along"))
    }
}

/// A path without `.` and `..`; `None` where it leads out of the folder it begins in.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => parts.push(name),
            Component::CurDir => {}
            Component::ParentDir => parts.pop().then_some(())?,
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> MemoryFiles {
        let paths =
            ["b.bvh", "takes/z.bvh", "takes/a/x.bvh", "../out.bvh", "/etc/x", "", "./c.txt"];
        MemoryFiles::new(paths.map(|path| (path.to_owned(), path.as_bytes().to_vec())))
    }

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn folders_are_what_paths_lead_through() {
        let files = files();
        assert_eq!(files.named(), paths(&["b.bvh", "c.txt", "takes"]));
        assert_eq!(files.list(Path::new("takes/.")).unwrap(), paths(&["takes/a", "takes/z.bvh"]));
        assert!(files.is_folder(Path::new("takes/a")) && !files.is_folder(Path::new("b.bvh")));
        assert!(!files.is_folder(Path::new("take")) && files.list(Path::new("b.bvh")).is_err());
    }

    #[test]
    fn no_path_leads_out() {
        let files = files();
        let read = |path: &str| files.read(Path::new(path)).map(|bytes| (*bytes).as_ref().to_vec());
        assert_eq!(read("takes/../b.bvh").unwrap(), b"b.bvh");
        for path in ["../out.bvh", "/etc/x", "out.bvh", "takes/../../b.bvh"] {
            assert!(read(path).is_err() && !files.exists(Path::new(path)), "{path}");
        }
    }
}
