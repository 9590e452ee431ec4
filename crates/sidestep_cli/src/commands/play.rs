//! `sidestep play`: the playground, with the performer or with what the user brings.

use crate::{
    args::Play,
    args_build::Model,
    commands::{best::ByTrying, trained},
    files,
};
use anyhow::{Context, Result};
use serde_json::json;
use sidestep::{BuiltController, LoadError};
use sidestep_assemble::Assembly;
use sidestep_motion::MotionLibrary;
use sidestep_performer::PerformerConfig;
use sidestep_viewer::{
    catalogue::LibraryEntry,
    rehearsal::rehearse,
    server::{self, Hub, NoStore, Progress, Recipe, Store},
};
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};

/// Something the user brings.
enum Brought {
    Library(Arc<MotionLibrary>),
    Controller(BuiltController),
}

/// A folder in which built things are kept.
struct Folder(PathBuf);

/// Runs the command.
pub(crate) fn run(args: &Play) -> Result<()> {
    let store: Box<dyn Store> = match args.cache.clone().or_else(user_cache) {
        Some(folder) => Box::new(Folder(folder)),
        None => Box::new(NoStore),
    };
    let hub = Hub::new(args.seed, store, Box::new(ByTrying));
    let brought: Vec<(String, Brought)> =
        args.files.iter().map(|path| Ok((stem(path), open(path)?))).collect::<Result<_>>()?;
    let (title, seed) = ("Getting ready", args.seed);
    let ready = hub.spawn(title, move |hub, progress| match brought.is_empty() {
        true => prepare_performer(hub, seed, progress),
        false => prepare(hub, brought, progress),
    });
    ready.map_err(anyhow::Error::msg)?;
    let result = server::run(&hub, args.port, |address| {
        let mut out = std::io::stdout().lock();
        // Nobody reading it is no reason to stop.
        let _ = writeln!(out, "{}", json!({ "address": address }));
        let _ = out.flush();
        if !args.headless {
            eprintln!("The playground is open at {address} (stop it with Ctrl-C)");
        }
        if args.open && !args.headless && !open_browser(address) {
            eprintln!("No browser could be opened; open the address by hand.");
        }
    });
    result.with_context(|| format!("cannot listen on port {}", args.port))
}

fn open(path: &Path) -> Result<Brought> {
    let bytes = files::map(path)?;
    let context = || format!("cannot use {}", path.display());
    match sidestep::decode_library(bytes.clone()) {
        Ok(library) => Ok(Brought::Library(Arc::new(library))),
        Err(LoadError::Kind { .. }) => {
            let controller = sidestep::decode_controller(bytes).with_context(context)?;
            Ok(Brought::Controller(controller))
        }
        Err(error) => Err(error).with_context(context),
    }
}

fn prepare_performer(hub: &Arc<Hub>, seed: u64, progress: &mut Progress<'_>) -> Result<(), String> {
    progress.tell("performing", 0.0);
    let library = performed(PerformerConfig { seed, ..Default::default() })?;
    let entry = hub.add_library("p", "Synthetic performer", library);
    let built = build_all(hub, &entry.map_err(|error| error.to_string())?, progress);
    let shipped = prepare(hub, shipped_models()?, progress);
    built.and(shipped).and(prepare_spinner(hub, seed, progress))
}

/// A performer who walks off its facing and spins, for the worlds of clip control: they need clips of that.
fn prepare_spinner(hub: &Arc<Hub>, seed: u64, progress: &mut Progress<'_>) -> Result<(), String> {
    let library = performed(PerformerConfig { seed, spins: true, ..Default::default() })?;
    let entry = hub.add_library("s", "Spinning performer", library);
    let recipe = Recipe::named("clip-control", Some("obstacles"))?;
    hub.build(&entry.map_err(|error| error.to_string())?, &recipe, progress).map(|_| ())
}

fn performed(config: PerformerConfig) -> Result<Arc<MotionLibrary>, String> {
    let clips = sidestep_performer::perform(&config);
    let assembly = Assembly { rate_hz: Some(30.0), retarget: false, ..Assembly::default() };
    let assembled = sidestep_assemble::assemble(clips, &assembly, &mut Vec::new());
    Ok(Arc::new(assembled.map_err(|error| error.to_string())?.library))
}

/// The networks that come along, under the names by which people know them.
fn shipped_models() -> Result<Vec<(String, Brought)>, String> {
    let names = [(Model::Locomotion, "Player"), (Model::Dribble, "Dribbler")];
    let brought = |(model, name): (Model, &str)| {
        let built = trained::model(model).map_err(|error| error.to_string())?;
        Ok((name.to_owned(), Brought::Controller(built)))
    };
    names.into_iter().map(brought).collect()
}

fn prepare(
    hub: &Arc<Hub>,
    brought: Vec<(String, Brought)>,
    progress: &mut Progress<'_>,
) -> Result<(), String> {
    for (name, brought) in brought {
        match brought {
            Brought::Library(library) => {
                let entry = hub.add_library(&name, &name, library);
                build_all(hub, &entry.map_err(|error| error.to_string())?, progress)?;
            }
            Brought::Controller(built) => {
                let entry = library_of(hub, &name, &built)?;
                let id = hub.catalogue().free_controller_id(&name);
                let added = hub.add_controller(&id, &name, &entry, built);
                added.map_err(|error| error.to_string())?;
            }
        }
    }
    Ok(())
}

/// The library of a controller, which may have come with another one already.
fn library_of(
    hub: &Arc<Hub>,
    name: &str,
    built: &BuiltController,
) -> Result<Arc<LibraryEntry>, String> {
    let Some(library) = built.library() else {
        // A network has none: what it does by itself takes its place.
        let title = format!("{name} by itself");
        let library = rehearse(name, built)?;
        let added = hub.add_library(&title, &title, Arc::new(library));
        return added.map_err(|error| error.to_string());
    };
    let bytes = sidestep::encode_library(library);
    let catalogue = hub.catalogue();
    let mut known = catalogue.libraries.iter();
    if let Some(known) = known.find(|known| sidestep::encode_library(&known.library) == bytes) {
        return Ok(Arc::clone(known));
    }
    let added = hub.add_library(name, name, Arc::clone(library));
    added.map_err(|error| error.to_string())
}

/// Builds every method; one that cannot be built of this library does not stop the others.
fn build_all(
    hub: &Arc<Hub>,
    library: &Arc<LibraryEntry>,
    progress: &mut Progress<'_>,
) -> Result<(), String> {
    let mut problems = Vec::new();
    for recipe in Recipe::unasked() {
        if let Err(error) = hub.build(library, &recipe, progress) {
            problems.push(format!("{}: {error}", recipe.title()));
        }
    }
    // Last, because it takes longest: until then there is something to play with.
    let best = Arc::clone(library);
    let title = format!("Best of all of {}", library.title);
    let job = hub.spawn(&title, move |hub, progress| hub.build_best(&best, progress).map(|_| ()));
    if let Err(error) = job {
        problems.push(format!("best of all: {error}"));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("; ")) }
}

impl Store for Folder {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.0.join(name)).ok()
    }

    /// A cache that cannot be written costs time at the next start, nothing else.
    fn save(&self, name: &str, bytes: &[u8]) {
        if std::fs::create_dir_all(&self.0).is_ok() {
            let _ = files::write(&self.0.join(name), bytes);
        }
    }
}

/// Where this user's programs keep what they can make again.
fn user_cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let cache = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Caches"))
    } else {
        folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))
    };
    cache.map(|cache| cache.join("sidestep"))
}

fn open_browser(address: &str) -> bool {
    let (program, words): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(words).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
