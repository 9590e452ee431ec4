//! Where libraries, controllers and runs that a person names are opened: mapped on reading, whole or not at all
//! on writing. No crate below the command line opens a file. What commands keep for themselves, such as the cells
//! of a benchmark and the cache of the playground, they read where they use it.

use anyhow::{Context, Result};
use sidestep_assemble::Files;
use sidestep_motion::table::SharedBytes;
use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The files of this machine.
pub(crate) struct Disk;

impl Files for Disk {
    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        // The folder of a file that was named without one.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
    }

    fn read(&self, path: &Path) -> io::Result<SharedBytes> {
        map_file(path)
    }
}

/// A file mapped into memory; it is read as its bytes are touched.
pub(crate) fn map(path: &Path) -> Result<SharedBytes> {
    map_file(path).with_context(|| format!("cannot open {}", path.display()))
}

fn map_file(path: &Path) -> io::Result<SharedBytes> {
    let file = File::open(path)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(io::Error::other("it is a folder, a file is needed here"));
    }
    // SAFETY: a map is undefined behaviour only if another program shortens or changes the file
    // while it is mapped. Our own writers replace files whole by renaming and never change one in
    // place, and a file that others change at the same moment has no meaning to keep.
    #[expect(unsafe_code, reason = "mapping a file is what makes a large library load at once")]
    let map = unsafe { memmap2::Mmap::map(&file) };
    match map {
        Ok(map) => Ok(Arc::new(map)),
        // An empty file and some file systems cannot be mapped: read those.
        Err(_) => Ok(Arc::new(std::fs::read(path)?)),
    }
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file whole or not at all: into a temporary file beside it, then renamed over it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let context = || format!("cannot write {}", path.display());
    let mut file = tempfile::Builder::new()
        .prefix(".sidestep-")
        .tempfile_in(folder)
        .with_context(|| format!("{}: does the folder exist and may it be written?", context()))?;
    file.write_all(bytes).with_context(context)?;
    file.as_file().sync_all().with_context(context)?;
    allow_reading(file.as_file());
    file.persist(path).map_err(|error| error.error).with_context(context)?;
    Ok(())
}

/// Temporary files are private; what is written here should be as readable as any other file.
#[cfg(unix)]
fn allow_reading(file: &File) {
    use std::os::unix::fs::PermissionsExt;
    // Failing leaves the file private to its owner, who can still use it.
    let _ = file.set_permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn allow_reading(_: &File) {}
