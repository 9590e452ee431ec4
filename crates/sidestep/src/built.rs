//! Any built controller behind one handle.

use crate::{
    container::checksum_of,
    controller_bytes::{self, Parts},
};
use serde_json::Value;
use sidestep_control::{
    Animate, Character, Controller, Identity, Method, Standing, Start, method::Column,
};
use sidestep_motion::{GroundTransform, MotionLibrary, Skeleton};
use std::{
    any::Any,
    fmt,
    sync::{Arc, OnceLock},
};

/// Any built controller, immutable and shared by its characters. Cloning it copies nothing.
#[derive(Clone)]
pub struct BuiltController {
    made: Arc<dyn Made>,
    /// How characters come to be where they are not the controller's own.
    spawner: Option<Arc<Spawner>>,
    checksum: Arc<OnceLock<u128>>,
}

/// Makes a character.
type Spawner = dyn Fn(Start<'_>, Identity) -> Box<dyn Animate> + Send + Sync;

impl BuiltController {
    /// The controller of a method.
    pub fn of<M: Method>(controller: Arc<M::Controller>) -> Self {
        let made = Arc::new(MadeBy::<M>::new(controller));
        Self { made, spawner: None, checksum: Arc::default() }
    }

    /// A character of this controller, standing at a place.
    pub fn spawn(&self, at: GroundTransform) -> Box<dyn Animate> {
        self.spawn_from(Start::Rest(at))
    }

    /// A character of this controller that begins as it is told.
    pub fn spawn_from(&self, start: Start<'_>) -> Box<dyn Animate> {
        match &self.spawner {
            Some(spawn) => spawn(start, self.identity()),
            None => self.made.spawn(start, self.identity()),
        }
    }

    /// Whose snapshots its characters load: those of controllers whose files have one checksum.
    pub fn identity(&self) -> Identity {
        Identity(self.checksum())
    }

    /// The same controller with characters that feel pushes, or `None` where the method brings no
    /// library along: how far joints bend is taken from it.
    ///
    /// What it takes to feel them is made here, once, and shared by the characters.
    #[cfg(feature = "push")]
    pub fn pushable(&self, config: sidestep_push::PushConfig) -> Option<Self> {
        let spawner = Some(self.made.pushable(config)?);
        let (made, checksum) = (Arc::clone(&self.made), Arc::clone(&self.checksum));
        Some(Self { made, spawner, checksum })
    }

    /// Name of the method, as the command line spells it.
    pub fn method(&self) -> &'static str {
        self.made.method()
    }

    /// One sentence about the method.
    pub fn sentence(&self) -> &'static str {
        self.made.sentence()
    }

    /// The library it plays, where it plays one.
    pub fn library(&self) -> Option<&Arc<MotionLibrary>> {
        self.made.library()
    }

    /// The skeleton of the poses it makes.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        self.made.skeleton()
    }

    /// Ticks a second.
    pub fn rate_hz(&self) -> f32 {
        self.made.rate_hz()
    }

    /// The settings it was built with.
    pub fn config(&self) -> Value {
        self.made.config()
    }

    /// The controller itself, where it is of that type.
    pub fn downcast<C: Controller>(&self) -> Option<&Arc<C>> {
        self.made.controller().downcast_ref()
    }

    /// What it cannot do for want of data, and what of its data it does not use: plain sentences, each
    /// with a remedy.
    pub fn notices(&self) -> Vec<String> {
        self.made.notices()
    }

    /// The checksum of its file: two controllers with the same one do the same. Computed on the
    /// first call, unless it was read from a file.
    pub fn checksum(&self) -> u128 {
        *self.checksum.get_or_init(|| checksum_of(&self.encode()).unwrap_or_default())
    }

    /// The same, known to have that checksum.
    pub(crate) fn with_checksum(self, checksum: u128) -> Self {
        Self { checksum: Arc::new(OnceLock::from(checksum)), ..self }
    }

    /// It as the bytes of a file.
    pub(crate) fn encode(&self) -> Vec<u8> {
        controller_bytes::encode(&Parts {
            method: self.method(),
            config: self.config(),
            library: self.library().map(|library| &**library),
            skeleton: self.skeleton(),
            rate_hz: self.rate_hz(),
            columns: &self.made.columns(),
        })
    }
}

impl fmt::Debug for BuiltController {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuiltController").field("method", &self.method()).finish_non_exhaustive()
    }
}

/// A controller with its types erased.
trait Made: Send + Sync {
    fn method(&self) -> &'static str;
    fn sentence(&self) -> &'static str;
    fn library(&self) -> Option<&Arc<MotionLibrary>>;
    fn skeleton(&self) -> &Arc<Skeleton>;
    fn rate_hz(&self) -> f32;
    fn config(&self) -> Value;
    fn notices(&self) -> Vec<String>;
    fn columns(&self) -> Vec<Column<'_>>;
    fn spawn(&self, start: Start<'_>, of_file: Identity) -> Box<dyn Animate>;
    fn controller(&self) -> &dyn Any;
    #[cfg(feature = "push")]
    fn pushable(&self, config: sidestep_push::PushConfig) -> Option<Arc<Spawner>>;
}

struct MadeBy<M: Method> {
    controller: Arc<M::Controller>,
    /// The same, whose characters stand when they are told to; where its library shows how.
    standing: Option<Arc<Standing<M::Controller>>>,
}

impl<M: Method> MadeBy<M> {
    fn new(controller: Arc<M::Controller>) -> Self {
        let library = M::library(&controller);
        let standing = library.and_then(|library| Standing::new(&controller, library));
        Self { standing: standing.map(Arc::new), controller }
    }
}

impl<M: Method> Made for MadeBy<M> {
    fn method(&self) -> &'static str {
        M::NAME
    }

    fn sentence(&self) -> &'static str {
        M::SENTENCE
    }

    fn library(&self) -> Option<&Arc<MotionLibrary>> {
        M::library(&self.controller)
    }

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.controller.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.controller.rate_hz()
    }

    fn notices(&self) -> Vec<String> {
        M::notices(&self.controller)
    }

    fn config(&self) -> Value {
        serde_json::to_value(M::config(&self.controller)).unwrap_or(Value::Null)
    }

    fn columns(&self) -> Vec<Column<'_>> {
        M::columns(&self.controller)
    }

    fn spawn(&self, start: Start<'_>, of_file: Identity) -> Box<dyn Animate> {
        match &self.standing {
            Some(standing) => Box::new(Character::new(standing, start).with_identity(of_file)),
            None => Box::new(Character::new(&self.controller, start).with_identity(of_file)),
        }
    }

    fn controller(&self) -> &dyn Any {
        &self.controller
    }

    #[cfg(feature = "push")]
    fn pushable(&self, config: sidestep_push::PushConfig) -> Option<Arc<Spawner>> {
        let library = M::library(&self.controller)?;
        Some(match &self.standing {
            Some(standing) => pushable(standing, library, config),
            None => pushable(&self.controller, library, config),
        })
    }
}

/// What spawns characters of a controller that feel pushes.
#[cfg(feature = "push")]
fn pushable<C: Controller>(
    controller: &Arc<C>,
    library: &MotionLibrary,
    config: sidestep_push::PushConfig,
) -> Arc<Spawner> {
    let pushable = Arc::new(sidestep_push::Pushable::new(controller, library, config));
    Arc::new(move |start: Start<'_>, of_file| -> Box<dyn Animate> {
        Box::new(Character::new(&pushable, start).with_identity(of_file))
    })
}
