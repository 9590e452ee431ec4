//! One thing that an inspection found, and what would cure it.

use serde::Serialize;

/// One thing that is wrong or missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// How grave it is.
    pub severity: Severity,
    /// The clip it is in; `None` where it is about the whole library.
    pub clip: Option<String>,
    /// The first frame of the clip it shows in, counted from 0 at the library's rate.
    pub frame: Option<u32>,
    /// What was found, with figures.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
    /// Changes to the import that would do it, where there are any.
    pub cures: Vec<Cure>,
}

/// A change to an import that cures a finding: what a person would write into a manifest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cure {
    /// What it does, in a few words.
    pub label: String,
    /// The change.
    pub set: Change,
}

/// What is changed of an import.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Every clip is added once more with left and right exchanged.
    Mirror(bool),
    /// Stretches of a clip are left out, in seconds from its start.
    Cut {
        /// Name of the clip.
        clip: String,
        /// From when until when.
        stretches_secs: Vec<(f32, f32)>,
    },
    /// One unit of the files is so many metres.
    UnitM(f32),
    /// This axis of the files is up.
    Up(&'static str),
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Whatever is built on this will be wrong.
    Error,
    /// It will show.
    Warning,
    /// Good to know.
    Note,
}

impl Severity {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl Finding {
    pub(crate) fn new(
        severity: Severity,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let (message, remedy) = (message.into(), remedy.into());
        Self { severity, clip: None, frame: None, message, remedy, cures: Vec::new() }
    }

    pub(crate) fn in_clip(self, name: &str) -> Self {
        Self { clip: Some(name.to_owned()), ..self }
    }

    pub(crate) fn at(self, frame: usize) -> Self {
        Self { frame: u32::try_from(frame).ok(), ..self }
    }

    pub(crate) fn cured_by(mut self, label: impl Into<String>, set: Change) -> Self {
        self.cures.push(Cure { label: label.into(), set });
        self
    }
}
