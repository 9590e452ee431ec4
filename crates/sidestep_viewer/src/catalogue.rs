//! What can be played: the libraries and controllers that the playground knows at one moment.
//!
//! A catalogue is never changed in place: whoever adds something makes a new one, so that a stage
//! keeps what it began with for as long as it plays.

use serde::Serialize;
use sidestep::BuiltController;
use sidestep_control::{Abilities, Animate, Start, median_moving_speed, usual_speed::ground_speed};
use sidestep_crowd::Repertoire;
use sidestep_measure::{Source, statistics::percentile};
use sidestep_mobility_map::MobilityMap;
use sidestep_motion::{FrameId, GroundTransform, MotionLibrary};
use sidestep_push::PushConfig;
use std::sync::{Arc, OnceLock};

/// The most libraries kept at once.
pub const MOST_LIBRARIES: usize = 16;

/// The most controllers kept at once.
pub const MOST_CONTROLLERS: usize = 48;

/// Everything that can be played.
#[derive(Clone, Default)]
pub struct Catalogue {
    /// The libraries, in the order in which they came.
    pub libraries: Vec<Arc<LibraryEntry>>,
    /// The controllers, likewise.
    pub controllers: Vec<Arc<ControllerEntry>>,
}

/// A library and what is to know about it.
pub struct LibraryEntry {
    /// Its name in messages.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The motion.
    pub library: Arc<MotionLibrary>,
    /// How fast the actor moves.
    pub speed: Speed,
    /// The figures that live measures are held against; computed in the background.
    source: OnceLock<Source>,
}

/// How fast a library's actor moves, in metres a second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// The median of all that moves.
    pub usual: f32,
    /// Of a hundred moving frames, ninety-nine are slower.
    pub fastest: f32,
}

/// A controller and what is to know about it.
pub struct ControllerEntry {
    /// Its name in messages.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// One sentence about its method.
    pub says: &'static str,
    /// The library it was built from.
    pub library: Arc<LibraryEntry>,
    /// What it can be asked for.
    pub abilities: Abilities,
    /// The controller itself, for those who save it.
    pub built: BuiltController,
    /// What a crowd needs, where the method has it.
    pub repertoire: Option<Arc<Repertoire>>,
    /// The same, of which characters are made.
    pushable: BuiltController,
}

/// Why something cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueFull {
    /// Too many libraries.
    #[error("{MOST_LIBRARIES} libraries are open already; start the playground anew for others")]
    Libraries,
    /// Too many controllers.
    #[error(
        "{MOST_CONTROLLERS} controllers are open already; start the playground anew for others"
    )]
    Controllers,
}

impl Catalogue {
    /// The library of that name.
    pub fn library(&self, id: &str) -> Option<&Arc<LibraryEntry>> {
        self.libraries.iter().find(|entry| entry.id == id)
    }

    /// The controller of that name.
    pub fn controller(&self, id: &str) -> Option<&Arc<ControllerEntry>> {
        self.controllers.iter().find(|entry| entry.id == id)
    }

    /// The same with one more library.
    pub fn with_library(&self, entry: Arc<LibraryEntry>) -> Result<Self, CatalogueFull> {
        let mut catalogue = self.clone();
        if catalogue.libraries.len() >= MOST_LIBRARIES {
            return Err(CatalogueFull::Libraries);
        }
        catalogue.libraries.push(entry);
        Ok(catalogue)
    }

    /// The same with one more controller; one of the same name is replaced.
    pub fn with_controller(&self, entry: Arc<ControllerEntry>) -> Result<Self, CatalogueFull> {
        let mut catalogue = self.clone();
        catalogue.controllers.retain(|other| other.id != entry.id);
        if catalogue.controllers.len() >= MOST_CONTROLLERS {
            return Err(CatalogueFull::Controllers);
        }
        catalogue.controllers.push(entry);
        Ok(catalogue)
    }

    /// A name like `wanted` that no library has yet: letters, digits and `_` only.
    pub fn free_library_id(&self, wanted: &str) -> String {
        free_id(wanted, |id| self.library(id).is_some())
    }

    /// A name like `wanted` that no controller has yet.
    pub fn free_controller_id(&self, wanted: &str) -> String {
        free_id(wanted, |id| self.controller(id).is_some())
    }
}

impl LibraryEntry {
    /// Makes an entry. [`Self::prepare`] computes what takes long.
    pub fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        library: Arc<MotionLibrary>,
    ) -> Self {
        let (id, title) = (id.into(), title.into());
        let speed = Speed::of(&library);
        Self { id, title, speed, library, source: OnceLock::new() }
    }

    /// Computes the figures of the library, once; seconds for a large one.
    pub fn prepare(&self) -> &Source {
        self.source.get_or_init(|| Source::of(&self.library))
    }

    /// The figures of the library, once they are there.
    pub fn source(&self) -> Option<&Source> {
        self.source.get()
    }

    /// The terms of the data, where the clips name any.
    pub fn licence(&self) -> &str {
        let terms = self.library.clips().iter().map(|clip| clip.provenance.licence.as_str());
        terms.into_iter().find(|licence| !licence.is_empty()).unwrap_or_default()
    }
}

impl Speed {
    fn of(library: &MotionLibrary) -> Self {
        let frames = 0..u32::try_from(library.len()).unwrap_or(u32::MAX);
        let speeds = frames.map(|frame| ground_speed(library, FrameId(frame)));
        let moving: Vec<f32> = speeds.filter(|speed| *speed > 0.3).collect();
        let usual = median_moving_speed(library);
        Self { usual, fastest: percentile(moving, 0.99).max(usual) }
    }
}

impl ControllerEntry {
    /// Makes an entry of that name.
    pub fn new(id: &str, title: &str, library: &Arc<LibraryEntry>, built: BuiltController) -> Self {
        let pushable = built.pushable(PushConfig::default()).unwrap_or_else(|| built.clone());
        let repertoire = built.downcast::<MobilityMap>().and_then(|map| {
            Repertoire::new(&library.library, map.graph(), map.table()).ok().map(Arc::new)
        });
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            says: built.sentence(),
            library: Arc::clone(library),
            abilities: pushable.spawn(GroundTransform::IDENTITY).abilities(),
            built,
            repertoire,
            pushable,
        }
    }

    /// A character of this controller. It feels pushes where its method can.
    pub fn spawn(&self, start: Start<'_>) -> Box<dyn Animate> {
        self.pushable.spawn_from(start)
    }
}

fn free_id(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let base: String = wanted.chars().take(32).map(plain).collect();
    let base = if base.is_empty() { "library".to_owned() } else { base };
    let mut id = base.clone();
    let mut number = 2;
    while is_taken(&id) {
        id = format!("{base}_{number}");
        number += 1;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_free() {
        let catalogue = Catalogue::default();
        assert_eq!(catalogue.free_library_id("My walk.bvh"), "my_walk_bvh");
        assert_eq!(catalogue.free_library_id(""), "library");
    }
}
