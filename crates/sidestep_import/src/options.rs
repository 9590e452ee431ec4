//! What a user may say about a file, and what a reader says back.

use sidestep_motion::{Clip, Role};
use std::ops::Range;

/// What is known about a file beforehand. Everything left out is detected, and reported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportOptions {
    /// Name of the clip; the file's name without folders and ending when not given.
    pub name: Option<String>,
    /// Metres in one unit of the file.
    pub unit_m: Option<f32>,
    /// The axis of the file that points up.
    pub up: Option<UpAxis>,
    /// True frames a second of the file, whatever its header says.
    pub rate_hz: Option<f32>,
    /// Frames a second wanted. Where it divides the rate of the file, only every nth frame is read;
    /// else the clip keeps its rate and must be resampled.
    pub target_rate_hz: Option<f32>,
    /// Leading frames that are no motion. When not given, a lone reference pose is found and dropped.
    pub drop_first_frames: Option<usize>,
    /// Stretch to keep, in seconds after the dropped frames: start <= t < end.
    pub range_secs: Option<(f32, f32)>,
    /// Joints whose roles are known, by name; the other roles are detected.
    pub roles: Vec<(Role, String)>,
    /// Named stretches. Those called `left_foot_down` and `right_foot_down` set the contacts of the
    /// feet, `left_hand_holds` and `right_hand_holds` those of the hands.
    pub labels: Vec<LabelSpan>,
    /// Named stretches in frames of the file. A label of the whole clip that has the name of one of
    /// them is left out: they say it better.
    pub frame_labels: Vec<FrameLabel>,
    /// Files with labels (`.lab`), or folders of them. Who opens files reads them with
    /// [`crate::lab`] and puts what they say of this file into `frame_labels`.
    pub lab_files: Vec<String>,
    /// Licence or terms of use.
    pub licence: String,
    /// Who performed it.
    pub performer: String,
    /// The pose in which the body stands straight, with its arms out.
    pub reference: Reference,
    /// Name of the skeleton file of an AMC; found by the names of both when not given.
    pub skeleton_file: Option<String>,
    /// Height of the floor along the up axis, in metres; where the feet rest when not given.
    pub floor_m: Option<f32>,
}

/// A label before it is turned into frames.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelSpan {
    /// What happens there.
    pub name: String,
    /// Seconds after the dropped frames, on the same clock as the range; `None` is the whole range.
    pub range_secs: Option<(f32, f32)>,
    /// When an action has its effect (a ball leaves the hand), on the same clock.
    pub moment_secs: Option<f32>,
}

impl LabelSpan {
    /// A label of the whole range.
    pub fn whole(name: impl Into<String>) -> Self {
        Self { name: name.into(), range_secs: None, moment_secs: None }
    }
}

/// A label in frames of a file, counted from 0 before any frame is dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameLabel {
    /// What happens there.
    pub name: String,
    /// Frames of the file.
    pub frames: Range<usize>,
    /// Frame at which an action has its effect.
    pub moment: Option<usize>,
}

/// Where the reference pose (a T-pose) comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// The first or last frame of the file if it is a T-pose or, where all rotations zero is none,
    /// an A-pose; else all rotations zero.
    #[default]
    Auto,
    /// All rotations zero.
    Zero,
    /// A frame of the file, counted from 0 before any frame is dropped.
    Frame(usize),
    /// The first frame of another file on the same skeleton.
    File(String),
}

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpAxis {
    /// 0 = X, 1 = Y, 2 = Z.
    pub axis: usize,
    /// Whether up is against the axis.
    pub negative: bool,
}

impl UpAxis {
    /// Along X.
    pub const X: Self = Self { axis: 0, negative: false };
    /// Along Y, as here.
    pub const Y: Self = Self { axis: 1, negative: false };
    /// Along Z.
    pub const Z: Self = Self { axis: 2, negative: false };

    /// The axis written as `Y`, `+Y` or `-z`.
    pub fn from_name(name: &str) -> Option<Self> {
        let (negative, letter) = match name.as_bytes() {
            [b'-', letter] => (true, letter),
            [b'+', letter] | [letter] => (false, letter),
            _ => return None,
        };
        let axis = b"xyz".iter().position(|known| *known == letter.to_ascii_lowercase())?;
        Some(Self { axis, negative })
    }

    /// The name, such as `+Y`.
    pub fn name(self) -> &'static str {
        match (self.axis, self.negative) {
            (0, false) => "+X",
            (0, true) => "-X",
            (1, false) => "+Y",
            (1, true) => "-Y",
            (_, false) => "+Z",
            (_, true) => "-Z",
        }
    }
}

/// The up axis that a file was found to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DetectedUp {
    /// The axis.
    pub axis: UpAxis,
    /// Whether it was given, or a T-pose stands along it; else it is the way from feet to head in
    /// most frames, which a body that lies leads astray.
    pub is_sure: bool,
}

/// How much a note matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something was found out or done, as it should be.
    Info,
    /// Something had to be assumed, or looks wrong.
    Warning,
}

/// Something that was detected, assumed or changed while reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How much it matters.
    pub severity: Severity,
    /// What was found.
    pub message: String,
    /// What to do about it; empty where nothing is to be done.
    pub remedy: String,
    /// The setting that would settle it, where there is one.
    pub setting: Option<Setting>,
}

/// A setting that overrules what a reader found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The length of one unit of the file.
    Unit,
    /// The axis that points up.
    Up,
}

impl Note {
    /// Something found out or done.
    pub fn info(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Info,
            message: message.into(),
            remedy: String::new(),
            setting: None,
        }
    }

    /// The same, settled by a setting.
    pub fn settled_by(self, setting: Setting) -> Self {
        Self { setting: Some(setting), ..self }
    }

    /// Something to look at.
    pub fn warning(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            message: message.into(),
            remedy: remedy.into(),
            setting: None,
        }
    }
}

/// What came out of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The clips, each in metres, Y up.
    pub clips: Vec<Clip>,
    /// What was detected, assumed or changed.
    pub notes: Vec<Note>,
    /// The axis of the file that was taken as up.
    pub up: DetectedUp,
}
