//! What a method of control brings along so that every program can build, keep and play it.
//!
//! A [`Controller`] is what runs; a [`Method`] is how one comes to be: its name, its settings, how it
//! is built from a library, and which tables of it are worth keeping in a file. The crate `sidestep`
//! has the one list of methods, which the command line, the playground, the measures and the tests
//! read; nothing else needs to know a method by name.

use crate::controller::Controller;
use serde::{Serialize, de::DeserializeOwned};
use sidestep_motion::{MotionLibrary, Skeleton, table::Table};
use std::{borrow::Cow, error::Error, sync::Arc};

/// A way to make characters move. Implemented by a type without values.
pub trait Method: 'static {
    /// Its settings, all of them: a file of settings is laid over one of the presets. Names that it
    /// does not know must be refused (`deny_unknown_fields`).
    type Config: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// What it builds.
    type Controller: Controller;

    /// Its name, as the command line spells it: small letters.
    const NAME: &'static str;

    /// Its name for people.
    const TITLE: &'static str;

    /// One sentence about it.
    const SENTENCE: &'static str;

    /// Raised whenever the same library and settings give another controller than before, so that
    /// nobody takes an old one for a new one.
    const VERSION: u32;

    /// How long building takes.
    const EFFORT: Effort;

    /// Its settings by name; the first is what one gets who names none.
    fn presets() -> Vec<Preset<Self::Config>>;

    /// Builds a controller, and tells how it goes. All that can be wrong is found here.
    fn build(
        library: &Arc<MotionLibrary>,
        config: &Self::Config,
        observe: &mut dyn FnMut(News<'_>),
    ) -> Result<Self::Controller, MethodError>;

    /// The settings a controller was built with.
    fn config(controller: &Self::Controller) -> &Self::Config;

    /// The library a controller plays, where it plays one; it is kept in the controller's file.
    fn library(controller: &Self::Controller) -> Option<&Arc<MotionLibrary>>;

    /// What of a controller takes long to compute and is therefore kept in its file. The names must
    /// not be those of a library's tables: `rotations`, `root_positions`, `grounds`, `contacts` and
    /// those that begin with `object_`.
    fn columns(controller: &Self::Controller) -> Vec<Column<'_>> {
        let _ = controller;
        Vec::new()
    }

    /// Makes a controller of what a file holds. Nothing in it can be trusted: whatever does not fit
    /// together is an error.
    fn restore(saved: &Saved<'_, Self::Config>) -> Result<Self::Controller, MethodError>;
}

/// Why a method cannot make a controller: a sentence that names a remedy.
pub type MethodError = Box<dyn Error + Send + Sync>;

/// Settings by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset<C> {
    /// Its name, as the command line spells it.
    pub name: &'static str,
    /// One sentence about it.
    pub sentence: &'static str,
    /// Names it had before, which are still understood.
    pub formerly: &'static [&'static str],
    /// The settings.
    pub config: C,
}

/// How long building takes, on some minutes of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// About as long as reading what was built.
    Moment,
    /// So long that what was built is worth keeping.
    Minutes,
    /// So long that nobody wants it without having asked for it.
    Hours,
}

/// What a build tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum News<'a> {
    /// A part of it begins, or goes on.
    Stage(Stage),
    /// Something to know about what is being built: what was lost, what is missing, what to do.
    Note(&'a str),
}

/// A part of a build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// Its name; words are joined by `_`.
    pub name: &'static str,
    /// How much of the whole build is done, from 0 to 1.
    pub done: f32,
    /// What is said beside the time it took, such as the time it took its inventors.
    pub remark: Option<&'static str>,
}

/// One table on its way into a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Column<'a> {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Numbers in each row.
    pub width: usize,
    /// The numbers, row by row.
    pub numbers: Numbers<'a>,
}

/// Numbers of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers<'a> {
    /// Real numbers.
    F32(Cow<'a, [f32]>),
    /// Whole numbers.
    U32(Cow<'a, [u32]>),
    /// Small whole numbers.
    U16(Cow<'a, [u16]>),
    /// Bytes.
    U8(Cow<'a, [u8]>),
}

/// What a file holds of a controller.
#[derive(Clone, Copy, Debug)]
pub struct Saved<'a, C> {
    /// The settings it was built with.
    pub config: &'a C,
    /// The skeleton of its poses.
    pub skeleton: &'a Arc<Skeleton>,
    /// Ticks a second.
    pub rate_hz: f32,
    /// The library it plays, where it plays one.
    pub library: Option<&'a Arc<MotionLibrary>>,
    /// Its tables.
    pub tables: &'a Tables,
}

/// The tables of a file, by name.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    tables: Vec<(String, SavedNumbers)>,
}

/// Numbers of one kind as a file holds them: in place where it is mapped into memory.
#[derive(Clone, Debug)]
pub enum SavedNumbers {
    /// Real numbers.
    F32(Table<f32>),
    /// Whole numbers.
    U32(Table<u32>),
    /// Small whole numbers.
    U16(Table<u16>),
    /// Bytes.
    U8(Table<u8>),
}

/// A file that lacks what the method needs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SavedError {
    /// A table is not there.
    #[error("table '{name}' is missing")]
    Missing {
        /// Its name.
        name: String,
    },
    /// A table of other numbers.
    #[error("table '{name}' holds {found}, not {wanted}")]
    Kind {
        /// Its name.
        name: String,
        /// What it holds.
        found: &'static str,
        /// What it should hold.
        wanted: &'static str,
    },
    /// The method plays a library, and there is none.
    #[error("the library is missing")]
    NoLibrary,
}

impl<C> Saved<'_, C> {
    /// The library, for methods that play one.
    pub fn needed_library(&self) -> Result<&Arc<MotionLibrary>, SavedError> {
        self.library.ok_or(SavedError::NoLibrary)
    }
}

impl Stage {
    /// A stage without a remark.
    pub fn new(name: &'static str, done: f32) -> Self {
        Self { name, done, remark: None }
    }
}

impl<'a> Column<'a> {
    /// A column of one number in each row.
    pub fn new(name: &'static str, numbers: impl Into<Numbers<'a>>) -> Self {
        Self { name: Cow::Borrowed(name), width: 1, numbers: numbers.into() }
    }

    /// The same with more numbers in each row.
    pub fn of_width(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        match &self.numbers {
            Numbers::F32(numbers) => numbers.is_empty(),
            Numbers::U32(numbers) => numbers.is_empty(),
            Numbers::U16(numbers) => numbers.is_empty(),
            Numbers::U8(numbers) => numbers.is_empty(),
        }
    }
}

impl<'a> From<&'a [f32]> for Numbers<'a> {
    fn from(numbers: &'a [f32]) -> Self {
        Self::F32(Cow::Borrowed(numbers))
    }
}

impl<'a> From<&'a [u32]> for Numbers<'a> {
    fn from(numbers: &'a [u32]) -> Self {
        Self::U32(Cow::Borrowed(numbers))
    }
}

impl<'a> From<&'a [u16]> for Numbers<'a> {
    fn from(numbers: &'a [u16]) -> Self {
        Self::U16(Cow::Borrowed(numbers))
    }
}

impl<'a> From<&'a [u8]> for Numbers<'a> {
    fn from(numbers: &'a [u8]) -> Self {
        Self::U8(Cow::Borrowed(numbers))
    }
}

impl From<Vec<f32>> for Numbers<'_> {
    fn from(numbers: Vec<f32>) -> Self {
        Self::F32(Cow::Owned(numbers))
    }
}

impl From<Vec<u32>> for Numbers<'_> {
    fn from(numbers: Vec<u32>) -> Self {
        Self::U32(Cow::Owned(numbers))
    }
}

impl Tables {
    /// Tables by name.
    pub fn new(tables: Vec<(String, SavedNumbers)>) -> Self {
        Self { tables }
    }

    /// Whether there is such a table.
    pub fn has(&self, name: &str) -> bool {
        self.tables.iter().any(|(other, _)| other == name)
    }

    /// A table of real numbers.
    pub fn f32s(&self, name: &str) -> Result<Table<f32>, SavedError> {
        match self.get(name)? {
            SavedNumbers::F32(numbers) => Ok(numbers.clone()),
            other => Err(other.instead_of("f32", name)),
        }
    }

    /// A table of whole numbers.
    pub fn u32s(&self, name: &str) -> Result<Table<u32>, SavedError> {
        match self.get(name)? {
            SavedNumbers::U32(numbers) => Ok(numbers.clone()),
            other => Err(other.instead_of("u32", name)),
        }
    }

    /// A table of small whole numbers.
    pub fn u16s(&self, name: &str) -> Result<Table<u16>, SavedError> {
        match self.get(name)? {
            SavedNumbers::U16(numbers) => Ok(numbers.clone()),
            other => Err(other.instead_of("u16", name)),
        }
    }

    /// A table of bytes.
    pub fn u8s(&self, name: &str) -> Result<Table<u8>, SavedError> {
        match self.get(name)? {
            SavedNumbers::U8(numbers) => Ok(numbers.clone()),
            other => Err(other.instead_of("u8", name)),
        }
    }

    fn get(&self, name: &str) -> Result<&SavedNumbers, SavedError> {
        let found = self.tables.iter().find(|(other, _)| other == name);
        let (_, numbers) = found.ok_or_else(|| SavedError::Missing { name: name.to_owned() })?;
        Ok(numbers)
    }
}

impl SavedNumbers {
    fn instead_of(&self, wanted: &'static str, name: &str) -> SavedError {
        let found = match self {
            Self::F32(_) => "f32",
            Self::U32(_) => "u32",
            Self::U16(_) => "u16",
            Self::U8(_) => "u8",
        };
        SavedError::Kind { name: name.to_owned(), found, wanted }
    }
}
