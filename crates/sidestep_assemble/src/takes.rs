//! What the user named, as a list of takes to read: files, folders and manifests resolved.

use crate::{error::AssembleError, files::Files};
use sidestep_import::{
    FrameLabel, ImportOptions, Imported, Take, UpAxis, manifest,
    project::{self, Folder},
};
use sidestep_motion::table::SharedBytes;
use std::path::{Component, Path, PathBuf};

/// Endings of files that hold motion.
const MOTION: [&str; 4] = ["bvh", "amc", "glb", "gltf"];

/// One stretch of one file, with all that is known about it.
#[derive(Debug)]
pub(crate) struct Input {
    /// Where the file is.
    path: PathBuf,
    /// Its name in messages, with no folder of the machine.
    pub(crate) shown: String,
    /// The folder of the manifest that named it, where there is one.
    manifest_folder: Option<PathBuf>,
    /// What to know about it.
    options: ImportOptions,
}

/// A take as it was read, and its size.
pub(crate) type Read = Result<(Imported, usize), AssembleError>;

/// Resolves files, folders and manifests. What was said of all files overrules a manifest.
pub(crate) fn collect(
    files: &dyn Files,
    paths: &[PathBuf],
    said: &ImportOptions,
) -> Result<Vec<Input>, AssembleError> {
    let mut takes = Vec::new();
    for path in paths {
        if files.is_folder(path) {
            add_folder(files, path, said, &mut takes)?;
        } else if !files.exists(path) {
            return Err(AssembleError::Absent { path: path.clone() });
        } else {
            match ending(path).as_str() {
                "txt" | "tsv" => {
                    let listed = manifest::parse(&shown(path), &text(files, path)?)?;
                    add_takes(path, listed, said, &mut takes);
                }
                "toml" => {
                    let project = project::parse(&shown(path), &text(files, path)?)?;
                    add_takes(path, project.takes, said, &mut takes);
                    add_folders(files, path, &project.folders, said, &mut takes)?;
                }
                _ => takes.push(Input::file(path, said)),
            }
        }
    }
    if takes.is_empty() { Err(AssembleError::NoTakes) } else { Ok(takes) }
}

/// Reads one take; gives the number of bytes it took as well.
pub(crate) fn read(files: &dyn Files, input: &Input) -> Read {
    let bytes = open(files, &input.path)?;
    let bytes = (*bytes).as_ref();
    let folder = input.path.parent().unwrap_or(Path::new("."));
    let companion = |name: &str| -> Option<Vec<u8>> {
        // A companion lies below the folder of the manifest or of the file; no name leads out of it.
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(name).components().all(inside) {
            return None;
        }
        let mut folders = input.manifest_folder.iter().map(PathBuf::as_path).chain([folder]);
        if let Some(ending) = name.strip_prefix("*.") {
            return folders.find_map(|folder| bytes_of(files, &only_file(files, folder, ending)?));
        }
        folders.find_map(|folder| bytes_of(files, &folder.join(name)))
    };
    let imported = sidestep_import::read(&input.shown, bytes, &input.options, &companion)?;
    Ok((imported, bytes.len()))
}

impl Input {
    /// The folder the file is in.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.path.parent()
    }

    /// Files or folders of labels that the manifest names.
    pub(crate) fn lab_files(&self) -> Vec<PathBuf> {
        let beside = self.manifest_folder.as_deref().unwrap_or(Path::new("."));
        self.options.lab_files.iter().map(|name| beside.join(name)).collect()
    }

    /// Adds labels in frames of the file.
    pub(crate) fn add_labels(&mut self, labels: Vec<FrameLabel>) {
        self.options.frame_labels.extend(labels);
    }

    /// The same with an up axis that its siblings gave.
    pub(crate) fn with_up(&self, up: UpAxis) -> Self {
        Self {
            path: self.path.clone(),
            shown: self.shown.clone(),
            manifest_folder: self.manifest_folder.clone(),
            options: ImportOptions { up: Some(up), ..self.options.clone() },
        }
    }

    fn file(path: &Path, options: &ImportOptions) -> Self {
        Self {
            path: path.to_owned(),
            shown: shown(path),
            manifest_folder: None,
            options: options.clone(),
        }
    }
}

fn add_folder(
    files: &dyn Files,
    folder: &Path,
    said: &ImportOptions,
    takes: &mut Vec<Input>,
) -> Result<(), AssembleError> {
    let unlisted = |why| AssembleError::Unlisted { path: folder.to_owned(), why };
    let mut entries = files.list(folder).map_err(unlisted)?;
    // The order of a folder differs between machines.
    entries.sort();
    for path in entries {
        if files.is_folder(&path) {
            add_folder(files, &path, said, takes)?;
        } else if MOTION.contains(&ending(&path).as_str()) {
            takes.push(Input::file(&path, said));
        }
    }
    Ok(())
}

fn add_takes(manifest: &Path, listed: Vec<Take>, said: &ImportOptions, takes: &mut Vec<Input>) {
    let folder = manifest.parent().unwrap_or(Path::new("."));
    takes.extend(listed.into_iter().map(|take| Input {
        path: folder.join(&take.file),
        shown: take.file,
        manifest_folder: Some(folder.to_owned()),
        options: overrule(take.options, said),
    }));
}

fn add_folders(
    files: &dyn Files,
    manifest: &Path,
    folders: &[Folder],
    said: &ImportOptions,
    takes: &mut Vec<Input>,
) -> Result<(), AssembleError> {
    let beside = manifest.parent().unwrap_or(Path::new("."));
    for folder in folders {
        let options = overrule(folder.options.clone(), said);
        let first = takes.len();
        add_folder(files, &beside.join(&folder.path), &options, takes)?;
        for take in &mut takes[first..] {
            take.manifest_folder = Some(beside.to_owned());
        }
    }
    Ok(())
}

/// The only file of a folder with an ending, where there is exactly one.
fn only_file(files: &dyn Files, folder: &Path, wanted: &str) -> Option<PathBuf> {
    let entries = files.list(folder).ok()?;
    let mut found =
        entries.into_iter().filter(|path| ending(path) == wanted && !files.is_folder(path));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The options of a manifest with what was said over them.
fn overrule(take: ImportOptions, said: &ImportOptions) -> ImportOptions {
    ImportOptions {
        unit_m: said.unit_m.or(take.unit_m),
        up: said.up.or(take.up),
        rate_hz: said.rate_hz.or(take.rate_hz),
        drop_first_frames: said.drop_first_frames.or(take.drop_first_frames),
        target_rate_hz: said.target_rate_hz.or(take.target_rate_hz),
        roles: [take.roles, said.roles.clone()].concat(),
        licence: if take.licence.is_empty() { said.licence.clone() } else { take.licence },
        ..take
    }
}

fn open(files: &dyn Files, path: &Path) -> Result<SharedBytes, AssembleError> {
    files.read(path).map_err(|why| AssembleError::Closed { path: path.to_owned(), why })
}

/// The bytes of a file that need not be there.
fn bytes_of(files: &dyn Files, path: &Path) -> Option<Vec<u8>> {
    files.read(path).ok().map(|bytes| (*bytes).as_ref().to_vec())
}

fn text(files: &dyn Files, path: &Path) -> Result<String, AssembleError> {
    let bytes = (*open(files, path)?).as_ref().to_vec();
    String::from_utf8(bytes).map_err(|_| AssembleError::NotText { path: path.to_owned() })
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn shown(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
