//! Readers of motion capture: BVH, ASF/AMC, glTF and manifests, from bytes to clips.
//!
//! Bytes in, values out: this crate opens no file, keeps no state and knows no library. What a
//! reader finds out by itself (unit, up axis, reference pose) it reports as a note, so that nothing
//! is guessed in silence; what is wrong with a file it says with file, line, joint and remedy.

pub mod amc;
mod body_check;
pub mod bvh;
pub mod csv;
mod detect;
pub mod error;
mod finish;
pub mod frames;
pub mod gltf;
pub mod lab;
pub mod manifest;
mod number;
pub mod options;
mod posture;
pub mod project;
mod raw;
mod read;
mod rotation;
mod scan;
pub mod siblings;
mod take;
mod timing;

pub use error::{ImportError, Place};
pub use options::{
    DetectedUp, FrameLabel, ImportOptions, Imported, LabelSpan, Note, Reference, Setting, Severity,
    UpAxis,
};
pub use read::{Format, read};
pub use take::Take;
