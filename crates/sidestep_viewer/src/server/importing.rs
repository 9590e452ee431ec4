//! Takes files in and makes one library of them, by the same code as the command line.

use crate::{
    catalogue::LibraryEntry,
    server::{
        answer::Answering,
        data_room::{blocking, inspected, json_response, take_in},
        hub::{Hub, Progress},
        upload::{self, Wanted},
    },
};
use axum::{body::Body, extract::State, http::StatusCode, response::Response};
use serde_json::{Value, json};
use sidestep_assemble::{
    AssembleError, Assembled, FileNote, Files, Gathered, MemoryFiles, Skipped,
};
use sidestep_import::{Setting, Severity};
use sidestep_inspect::{Change, Cure};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// The most bytes of all files that are imported at once.
const MOST_IMPORT_BYTES: usize = 256 * 1024 * 1024;

/// Endings of files that belong to others and are not read by themselves.
const COMPANIONS: [&str; 6] = ["asf", "bin", "lab", "png", "jpg", "jpeg"];

/// Endings of files that name others.
const MANIFESTS: [&str; 3] = ["toml", "tsv", "txt"];

/// Units that a person may choose from.
const UNITS: [(&str, f32); 5] = [
    ("metres", 1.0),
    ("centimetres", 0.01),
    ("millimetres", 0.001),
    ("inches", 0.0254),
    ("CMU units", 0.056_444_44),
];

/// Axes that a person may choose from.
const AXES: [&str; 4] = ["+Y", "+Z", "-Z", "+X"];

/// Takes files in as one library.
pub(crate) async fn import(State(answering): State<Answering>, body: Body) -> Response {
    let (permit, bytes) = match take_in(&answering, body, MOST_IMPORT_BYTES).await {
        Ok(taken) => taken,
        Err(response) => return *response,
    };
    let hub = Arc::clone(&answering.hub);
    blocking(permit, move || match make_library(&hub, bytes.as_ref()) {
        Ok(report) => json_response(StatusCode::OK, &report),
        Err(refusal) => json_response(StatusCode::UNPROCESSABLE_ENTITY, &refusal.json()),
    })
    .await
}

/// Why there is no library: in one sentence, and of each file.
#[derive(Debug)]
struct Refusal {
    error: String,
    skipped: Vec<Skipped>,
}

impl Refusal {
    fn of(error: impl ToString) -> Self {
        Self { error: error.to_string(), skipped: Vec::new() }
    }

    fn json(&self) -> Value {
        json!({ "error": self.error, "skipped": skipped(&self.skipped) })
    }
}

fn make_library(hub: &Arc<Hub>, body: &[u8]) -> Result<Value, Refusal> {
    let (wanted, files) = upload::open(body).map_err(Refusal::of)?;
    let progress = format!("Import of {}", title(&wanted, &files, &[]));
    let progress = Mutex::new(hub.progress(&progress));
    let made = assemble(&wanted, &files, &progress);
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).end(None);
    let (Assembled { library, warnings }, gathered) = made?;
    let library = Arc::new(library);
    let title = title(&wanted, &files, &gathered.skipped);
    let entry = hub.replace_library(wanted.replaces.as_deref(), &title, library);
    let entry = entry.map_err(Refusal::of)?;
    Ok(report(&entry, &gathered, warnings))
}

fn assemble(
    wanted: &Wanted,
    files: &MemoryFiles,
    progress: &Mutex<Progress<'_>>,
) -> Result<(Assembled, Gathered), Refusal> {
    let tell = |stage: &str, fraction: f32| {
        progress.lock().unwrap_or_else(PoisonError::into_inner).tell(stage, fraction);
    };
    let read = |done: usize, of: usize| {
        tell(&format!("reading {done} of {of} files"), 0.6 * done as f32 / of as f32);
    };
    let named = named(files);
    let gathered = sidestep_assemble::gather(files, &named, &wanted.said(labels(files)), &read);
    let mut gathered = gathered.map_err(Refusal::of)?;
    tell("bringing all clips to one rate and one skeleton", 0.6);
    let clips = std::mem::take(&mut gathered.clips);
    match sidestep_assemble::assemble(clips, &wanted.assembly(), &mut gathered.skipped) {
        Ok(assembled) => Ok((assembled, gathered)),
        // Of one file alone its own reason says it all.
        Err(AssembleError::NoClip) if gathered.skipped.len() == 1 => {
            Err(Refusal::of(&gathered.skipped[0].reason))
        }
        Err(error) => Err(Refusal { error: error.to_string(), skipped: gathered.skipped }),
    }
}

/// What a person would name on the command line: the manifests, where any were dropped, for they name
/// the rest; else everything but the files that only belong to others.
fn named(files: &MemoryFiles) -> Vec<PathBuf> {
    let is_file = |path: &PathBuf, endings: &[&str]| {
        !files.is_folder(path) && endings.contains(&&*ending(path))
    };
    let (manifests, rest): (Vec<_>, Vec<_>) =
        files.named().into_iter().partition(|path| is_file(path, &MANIFESTS));
    if !manifests.is_empty() {
        return manifests;
    }
    rest.into_iter().filter(|path| !is_file(path, &COMPANIONS)).collect()
}

/// Files of labels that were dropped by themselves.
fn labels(files: &MemoryFiles) -> Vec<PathBuf> {
    let is_lab = |path: &PathBuf| !files.is_folder(path) && ending(path) == "lab";
    files.named().into_iter().filter(is_lab).collect()
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// The name of the library for people: that of the first thing that was named and could be used.
fn title(wanted: &Wanted, files: &MemoryFiles, skipped: &[Skipped]) -> String {
    if let Some(title) = wanted.title.as_deref().filter(|title| !title.trim().is_empty()) {
        return title.trim().chars().take(120).collect();
    }
    let is_used = |path: &PathBuf| !skipped.iter().any(|one| path.ends_with(&one.file));
    let named: Vec<PathBuf> = named(files).into_iter().filter(is_used).collect();
    let Some(first) = named.first() else { return "library".to_owned() };
    let stem = first.file_stem().unwrap_or_default().to_string_lossy();
    let stem: String = stem.chars().take(120).collect();
    match named.len() - 1 {
        0 => stem,
        more => format!("{stem} and {more} more"),
    }
}

/// The linter's report, with what was noted and left out before it.
fn report(entry: &LibraryEntry, gathered: &Gathered, warnings: Vec<String>) -> Value {
    let notes = gathered.notes.iter().map(note);
    let told = gathered.warnings.iter().chain(&warnings);
    let told = told.map(|text| finding("note", text, "", Vec::new()));
    let mut report = inspected(entry, notes.chain(told).collect());
    report["skipped"] = skipped(&gathered.skipped);
    report
}

fn note(note: &FileNote) -> Value {
    let severity = match note.note.severity {
        Severity::Info => "note",
        Severity::Warning => "warning",
    };
    let files = match note.more {
        0 => note.file.clone(),
        more => format!("{} and {more} more", note.file),
    };
    let message = format!("{files}: {}", note.note.message);
    finding(severity, &message, &note.note.remedy, choices(note.note.setting))
}

/// What a person may choose where a reader had to find out.
fn choices(setting: Option<Setting>) -> Vec<Cure> {
    let unit = |(name, metres): (&str, f32)| Cure {
        label: format!("It is in {name}"),
        set: Change::UnitM(metres),
    };
    let axis = |name| Cure { label: format!("{name} is up"), set: Change::Up(name) };
    match setting {
        Some(Setting::Unit) => UNITS.into_iter().map(unit).collect(),
        Some(Setting::Up) => AXES.into_iter().map(axis).collect(),
        None => Vec::new(),
    }
}

fn finding(severity: &str, message: &str, remedy: &str, cures: Vec<Cure>) -> Value {
    json!({
        "severity": severity,
        "clip": null,
        "frame": null,
        "message": message,
        "remedy": remedy,
        "cures": cures,
    })
}

fn skipped(skipped: &[Skipped]) -> Value {
    skipped.iter().map(|one| json!({ "file": one.file, "reason": one.reason })).collect()
}
