//! What the user named, as a list of takes to read: files, folders and manifests resolved.

use crate::files;
use anyhow::{Context, Result, bail};
use sidestep_import::{
    FrameLabel, ImportOptions, Imported, Take, UpAxis, manifest,
    project::{self, Folder},
};
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

/// All takes.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// The takes in order.
    pub(crate) takes: Vec<Input>,
}

/// Resolves files, folders and manifests. What was said on the command line overrules a manifest.
pub(crate) fn collect(paths: &[PathBuf], defaults: &ImportOptions) -> Result<Inputs> {
    let mut inputs = Inputs::default();
    for path in paths {
        if path.is_dir() {
            add_folder(path, defaults, &mut inputs)?;
        } else if !path.exists() {
            bail!("{} does not exist", path.display());
        } else {
            match ending(path).as_str() {
                "txt" | "tsv" => {
                    let takes = manifest::parse(&shown(path), &text(path)?)?;
                    add_takes(path, takes, defaults, &mut inputs);
                }
                "toml" => {
                    let project = project::parse(&shown(path), &text(path)?)?;
                    add_takes(path, project.takes, defaults, &mut inputs);
                    add_folders(path, &project.folders, defaults, &mut inputs)?;
                }
                _ => inputs.takes.push(Input::file(path, defaults)),
            }
        }
    }
    if inputs.takes.is_empty() {
        bail!("no BVH, AMC, GLB or glTF file was found; name files, folders or a manifest");
    }
    Ok(inputs)
}

/// Reads one take; gives the number of bytes it took as well.
pub(crate) fn read(input: &Input) -> Result<(Imported, usize)> {
    let bytes = files::map(&input.path)?;
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
            return folders.find_map(|folder| std::fs::read(only_file(folder, ending)?).ok());
        }
        folders.filter_map(|folder| std::fs::read(folder.join(name)).ok()).next()
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

fn add_folder(folder: &Path, defaults: &ImportOptions, inputs: &mut Inputs) -> Result<()> {
    let context = || format!("cannot list {}", folder.display());
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(context)?
        .collect::<std::io::Result<Vec<_>>>()
        .with_context(context)?
        .into_iter()
        .map(|entry| entry.path())
        .collect();
    // The order of a folder differs between machines.
    entries.sort();
    for path in entries {
        if path.is_dir() {
            add_folder(&path, defaults, inputs)?;
        } else if MOTION.contains(&ending(&path).as_str()) {
            inputs.takes.push(Input::file(&path, defaults));
        }
    }
    Ok(())
}

fn add_takes(manifest: &Path, takes: Vec<Take>, defaults: &ImportOptions, inputs: &mut Inputs) {
    let folder = manifest.parent().unwrap_or(Path::new("."));
    inputs.takes.extend(takes.into_iter().map(|take| Input {
        path: folder.join(&take.file),
        shown: take.file,
        manifest_folder: Some(folder.to_owned()),
        options: overrule(take.options, defaults),
    }));
}

fn add_folders(
    manifest: &Path,
    folders: &[Folder],
    defaults: &ImportOptions,
    inputs: &mut Inputs,
) -> Result<()> {
    let beside = manifest.parent().unwrap_or(Path::new("."));
    for folder in folders {
        let options = overrule(folder.options.clone(), defaults);
        let first = inputs.takes.len();
        add_folder(&beside.join(&folder.path), &options, inputs)?;
        for take in &mut inputs.takes[first..] {
            take.manifest_folder = Some(beside.to_owned());
        }
    }
    Ok(())
}

/// The only file of a folder with an ending, where there is exactly one.
fn only_file(folder: &Path, wanted: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
    let mut found = entries.filter(|path| path.is_file() && ending(path) == wanted);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The options of a manifest with those of the command line over them.
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

fn text(path: &Path) -> Result<String> {
    let bytes = files::read(path)?;
    String::from_utf8(bytes).with_context(|| format!("{} is not text in UTF-8", path.display()))
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn shown(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
