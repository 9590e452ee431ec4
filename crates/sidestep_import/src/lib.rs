//! Readers of motion capture: BVH, ASF/AMC, glTF and manifests, from bytes to clips.
//!
//! Bytes in, values out: this crate opens no file, keeps no state and knows no library. What a
//! reader finds out by itself (unit, up axis, reference pose) it reports as a note, so that nothing
//! is guessed in silence; what is wrong with a file it says with file, line, joint and remedy.

pub mod bvh;
pub mod error;
mod number;
mod scan;

pub use error::{ImportError, Place};
