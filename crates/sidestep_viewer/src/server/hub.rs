//! What all sessions share: the catalogue, the jobs, and the news of both.

use crate::{
    catalogue::{Catalogue, CatalogueFull, ControllerEntry, LibraryEntry},
    server::{
        building::{BEST, Recipe},
        jobs::{JobState, Jobs, TooManyJobs},
        say,
    },
};
use sidestep::BuiltController;
use sidestep_motion::MotionLibrary;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use tokio::sync::{Semaphore, broadcast};
use xxhash_rust::xxh3::xxh3_64;

/// The most sockets at once.
pub(crate) const MOST_SESSIONS: usize = 16;

/// The most uploads at once, and the most other things that take a while.
const MOST_WORK: usize = 2;

/// News that a slow session may miss; it then gets the whole catalogue.
const NEWS: usize = 64;

/// What all sessions share.
pub struct Hub {
    catalogue: RwLock<Arc<Catalogue>>,
    /// Held by whoever changes the catalogue, from reading the old one to writing the new.
    changing: Mutex<()>,
    pub(crate) jobs: Jobs,
    pub(crate) news: broadcast::Sender<Arc<str>>,
    pub(crate) sessions: Arc<Semaphore>,
    /// Bodies that are taken in at once, from their first byte to the end of the work on them.
    pub(crate) uploads: Arc<Semaphore>,
    /// Tables, reports and files that are made at once.
    pub(crate) work: Arc<Semaphore>,
    /// The seed of stages that name none.
    pub(crate) seed: u64,
    store: Box<dyn Store>,
    chooser: Box<dyn Chooser>,
}

/// Where built things are kept from one run to the next. Whoever starts the server brings it: the
/// server opens no file.
pub trait Store: Send + Sync {
    /// The bytes kept under a name.
    fn load(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps bytes under a name, if it can.
    fn save(&self, name: &str, bytes: &[u8]);
}

/// Finds the method and settings that stand best on a library, by trying. Whoever starts the server
/// brings it, because it is the command line's own `build best`.
pub trait Chooser: Send + Sync {
    /// A name for all that the choice depends on beside the library.
    fn key(&self) -> String;

    /// The best controller and its name for people; tells what is tried, and how much is done.
    fn choose(
        &self,
        library: &Arc<MotionLibrary>,
        observe: &mut dyn FnMut(&str, f32),
    ) -> Result<BuiltController, String>;
}

/// Chooses nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoChooser;

/// Keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoStore;

/// Tells where a job stands.
pub struct Progress<'a> {
    hub: &'a Hub,
    state: JobState,
}

impl Store for NoStore {
    fn load(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn save(&self, _: &str, _: &[u8]) {}
}

impl Chooser for NoChooser {
    fn key(&self) -> String {
        String::new()
    }

    fn choose(
        &self,
        _: &Arc<MotionLibrary>,
        _: &mut dyn FnMut(&str, f32),
    ) -> Result<BuiltController, String> {
        Err("this server cannot choose a method; name one".to_owned())
    }
}

impl Hub {
    /// A hub with an empty catalogue, that keeps nothing and chooses nothing.
    pub fn plain(seed: u64) -> Arc<Self> {
        Self::new(seed, Box::new(NoStore), Box::new(NoChooser))
    }

    /// A hub with an empty catalogue.
    pub fn new(seed: u64, store: Box<dyn Store>, chooser: Box<dyn Chooser>) -> Arc<Self> {
        Arc::new(Self {
            catalogue: RwLock::default(),
            changing: Mutex::default(),
            jobs: Jobs::default(),
            news: broadcast::Sender::new(NEWS),
            sessions: Arc::new(Semaphore::new(MOST_SESSIONS)),
            uploads: Arc::new(Semaphore::new(MOST_WORK)),
            work: Arc::new(Semaphore::new(MOST_WORK)),
            seed,
            store,
            chooser,
        })
    }

    /// What there is to play now.
    pub fn catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(&self.catalogue.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds a library; its name is made from `wanted`. Its figures are computed in the background.
    pub fn add_library(
        &self,
        wanted: &str,
        title: &str,
        library: Arc<MotionLibrary>,
    ) -> Result<Arc<LibraryEntry>, CatalogueFull> {
        let _changing = self.change();
        self.put_library(&self.catalogue(), (wanted, title), library)
    }

    /// Adds a library in the place of another, where nothing was built of that yet: what was built
    /// keeps the library it knows. The new one has a name of its own, so that nobody takes it for the
    /// old one.
    pub(crate) fn replace_library(
        &self,
        replaced: Option<&str>,
        title: &str,
        library: Arc<MotionLibrary>,
    ) -> Result<Arc<LibraryEntry>, CatalogueFull> {
        let _changing = self.change();
        let mut catalogue = (*self.catalogue()).clone();
        let wanted = catalogue.free_library_id(title);
        let is_free = |id: &str| catalogue.controllers.iter().all(|built| built.library.id != id);
        if let Some(id) = replaced.filter(|id| is_free(id)) {
            catalogue.libraries.retain(|entry| entry.id != id);
        }
        self.put_library(&catalogue, (&wanted, title), library)
    }

    fn put_library(
        &self,
        catalogue: &Catalogue,
        (wanted, title): (&str, &str),
        library: Arc<MotionLibrary>,
    ) -> Result<Arc<LibraryEntry>, CatalogueFull> {
        let id = catalogue.free_library_id(wanted);
        let entry = Arc::new(LibraryEntry::new(id, title, library));
        self.publish(catalogue.with_library(Arc::clone(&entry))?);
        let background = Arc::clone(&entry);
        std::thread::spawn(move || background.prepare().median_speed);
        Ok(entry)
    }

    /// Adds a controller; one of the same name is replaced.
    pub fn add_controller(
        &self,
        id: &str,
        title: &str,
        library: &Arc<LibraryEntry>,
        built: BuiltController,
    ) -> Result<Arc<ControllerEntry>, CatalogueFull> {
        let entry = Arc::new(ControllerEntry::new(id, title, library, built));
        let _changing = self.change();
        self.publish(self.catalogue().with_controller(Arc::clone(&entry))?);
        Ok(entry)
    }

    /// Builds a controller, or takes it from the store, and adds it.
    pub fn build(
        &self,
        library: &Arc<LibraryEntry>,
        recipe: &Recipe,
        progress: &mut Progress<'_>,
    ) -> Result<Arc<ControllerEntry>, String> {
        progress.tell(&format!("{}: building", recipe.title()), 0.0);
        let name = recipe.file_name(&library.library);
        let observe = &mut |stage: &str, fraction| progress.tell(stage, fraction);
        let built = self.stored_or(name, || recipe.build(&library.library, observe))?;
        let id = format!("{}_{}", library.id, recipe.key());
        self.add_controller(&id, &recipe.title(), library, built).map_err(|error| error.to_string())
    }

    /// Finds what stands best on a library, or takes it from the store, and adds it.
    pub fn build_best(
        &self,
        library: &Arc<LibraryEntry>,
        progress: &mut Progress<'_>,
    ) -> Result<Arc<ControllerEntry>, String> {
        progress.tell("Best of all: trying methods and settings", 0.0);
        let data = xxh3_64(&sidestep::encode_library(&library.library));
        let name = format!("best-{}-{data:016x}.controller", self.chooser.key());
        let observe = &mut |stage: &str, fraction| progress.tell(stage, fraction);
        let built =
            self.stored_or(Some(name), || self.chooser.choose(&library.library, observe))?;
        let method = built.method();
        let title = format!("Best ({method})");
        let id = format!("{}_{BEST}", library.id);
        self.add_controller(&id, &title, library, built).map_err(|error| error.to_string())
    }

    /// What is kept under a name, or what `make` gives, which is then kept.
    fn stored_or(
        &self,
        name: Option<String>,
        make: impl FnOnce() -> Result<BuiltController, String>,
    ) -> Result<BuiltController, String> {
        let stored = name.as_ref().and_then(|name| self.store.load(name));
        let stored = stored.and_then(|bytes| sidestep::decode_controller(Arc::new(bytes)).ok());
        if let Some(built) = stored {
            return Ok(built);
        }
        let built = make()?;
        if let Some(name) = &name {
            self.store.save(name, &sidestep::encode_controller(&built));
        }
        Ok(built)
    }

    /// Tells of work that somebody waits for; it counts as no job, for its uploads are counted.
    pub(crate) fn progress(&self, title: &str) -> Progress<'_> {
        let progress = Progress { hub: self, state: self.jobs.welcome(title) };
        progress.publish();
        progress
    }

    /// Runs a job on a thread of its own.
    pub fn spawn(
        self: &Arc<Self>,
        title: &str,
        work: impl FnOnce(&Arc<Self>, &mut Progress<'_>) -> Result<(), String> + Send + 'static,
    ) -> Result<u32, String> {
        let state = self.jobs.begin(title).map_err(|error: TooManyJobs| error.to_string())?;
        let id = state.id;
        let hub = Arc::clone(self);
        let run = move || {
            let mut progress = Progress { hub: &hub, state };
            progress.publish();
            let work = std::panic::AssertUnwindSafe(|| work(&hub, &mut progress));
            let result = std::panic::catch_unwind(work);
            let result = result.unwrap_or_else(|_| Err("the job broke down; this is a bug".into()));
            progress.end(result.err());
        };
        let thread = std::thread::Builder::new().name(format!("job {id}")).spawn(run);
        thread.map(|_| id).map_err(|error| error.to_string())
    }

    fn publish(&self, catalogue: Catalogue) {
        let text = say::catalogue("catalogue", &catalogue, &self.jobs.all());
        *self.catalogue.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(catalogue);
        // Nobody listening is no fault.
        let _ = self.news.send(text.into());
    }

    fn change(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress<'_> {
    /// Tells what is being done, and how much is done, from 0 to 1.
    pub fn tell(&mut self, stage: &str, fraction: f32) {
        stage.clone_into(&mut self.state.stage);
        self.state.fraction = fraction.clamp(0.0, 1.0);
        self.publish();
    }

    pub(crate) fn end(&mut self, error: Option<String>) {
        self.state.done = true;
        self.state.fraction = 1.0;
        self.state.error = error;
        self.publish();
    }

    fn publish(&self) {
        self.hub.jobs.note(&self.state);
        let _ = self.hub.news.send(say::job_message(&self.state).into());
    }
}
