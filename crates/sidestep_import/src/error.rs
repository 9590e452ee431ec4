//! What can be wrong with a file, told with the place and the remedy.

use sidestep_motion::{ClipError, SkeletonError};
use std::fmt;

/// Where in a file something is wrong. Its strings cannot grow, so that errors stay small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Name of the file as it was given to the reader.
    pub file: Box<str>,
    /// Line, counted from 1; 0 where the format has no lines.
    pub line: usize,
    /// Name of the joint concerned, where there is one.
    pub joint: Option<Box<str>>,
}

impl Place {
    /// A place without a joint.
    pub fn new(file: &str, line: usize) -> Self {
        Self { file: file.into(), line, joint: None }
    }

    /// The same place, at a joint.
    pub fn at_joint(self, joint: &str) -> Self {
        Self { joint: Some(joint.into()), ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        match &self.joint {
            Some(joint) => write!(f, ", joint '{joint}'"),
            None => Ok(()),
        }
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ImportError {
    /// The name and the first bytes tell no known format.
    #[error("{file}: this is no format known here; give a .bvh, .amc with its .asf, .glb or .gltf")]
    UnknownFormat {
        /// Name of the file.
        file: String,
    },
    /// Something else stands where a keyword or value belongs.
    #[error("{place}: expected {expected}, found {found}; {remedy}")]
    Syntax {
        /// Where.
        place: Place,
        /// What belongs there.
        expected: String,
        /// What stands there.
        found: String,
        /// What to do.
        remedy: String,
    },
    /// A word that belongs to no number.
    #[error("{place}: {what} is '{text}', which is no finite number; {remedy}")]
    NotANumber {
        /// Where.
        place: Place,
        /// The value concerned, such as `Zrotation of frame 3`.
        what: String,
        /// What stands there.
        text: String,
        /// What to do.
        remedy: String,
    },
    /// A channel nobody knows.
    #[error(
        "{place}: unknown channel '{text}'; \
         the six channels are Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation"
    )]
    UnknownChannel {
        /// Where.
        place: Place,
        /// What stands there.
        text: String,
    },
    /// Braces that do not pair.
    #[error("{place}: {problem}; every joint needs one '{{' and one '}}'")]
    Braces {
        /// Where.
        place: Place,
        /// What is wrong with them.
        problem: String,
    },
    /// More than one skeleton in one file.
    #[error("{place}: a second ROOT; split the file so that each performer has one of its own")]
    SecondRoot {
        /// Where.
        place: Place,
    },
    /// The file ends too early.
    #[error(
        "{place}: the file ends after {found} of {expected} values ({frames} whole frames); \
         get the whole file, or write `Frames: {frames}` to keep the whole frames"
    )]
    Truncated {
        /// Where, at the joint whose value is missing.
        place: Place,
        /// Values found.
        found: usize,
        /// Values that the frame count asks for.
        expected: usize,
        /// Whole frames among them.
        frames: usize,
    },
    /// More values than the frame count says.
    #[error(
        "{place}: the file says {claimed} frames of {channels} values, but holds {found} values; \
         correct `Frames:` or remove what follows the last frame"
    )]
    FrameCount {
        /// Where the first value too many stands.
        place: Place,
        /// Frames by the header.
        claimed: usize,
        /// Values in each frame.
        channels: usize,
        /// Values found.
        found: usize,
    },
    /// A frame time that gives no rate.
    #[error("{place}: the frame time is {text}; write the seconds of one frame, such as 0.0333333")]
    FrameTime {
        /// Where.
        place: Place,
        /// What stands there.
        text: String,
    },
    /// Sizes no body and no take has.
    #[error("{place}: {what}; {remedy}")]
    Absurd {
        /// Where.
        place: Place,
        /// What is out of bounds.
        what: String,
        /// What to do.
        remedy: String,
    },
    /// A manifest that cannot be followed.
    #[error("{place}: {problem}; {remedy}")]
    Manifest {
        /// Where.
        place: Place,
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: String,
    },
    /// A setting that does not fit the file.
    #[error("{file}: {what}; {remedy}")]
    Option {
        /// Name of the file.
        file: String,
        /// What does not fit.
        what: String,
        /// What to do.
        remedy: String,
    },
    /// A file that belongs to this one was not given.
    #[error("{file}: it needs {companion}, which was not found; put it beside the file")]
    Companion {
        /// Name of the file.
        file: String,
        /// Name of what is missing.
        companion: String,
    },
    /// The joints make no skeleton.
    #[error("{file}: {source}")]
    Skeleton {
        /// Name of the file.
        file: String,
        /// What is wrong with them.
        source: SkeletonError,
    },
    /// The frames make no clip.
    #[error("{file}: {source}")]
    Clip {
        /// Name of the file.
        file: String,
        /// What is wrong with them.
        source: ClipError,
    },
    /// A glTF file that contradicts itself or hides its numbers.
    #[error("{file}, {at}: {what}; {remedy}")]
    Gltf {
        /// Name of the file.
        file: String,
        /// The node, animation or accessor concerned.
        at: String,
        /// What is wrong there.
        what: String,
        /// What to do.
        remedy: String,
    },
}
