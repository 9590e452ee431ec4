//! Frames and times of a library.

use sidestep_motion::{ClipInfo, FrameId, MotionLibrary};

/// The clip that holds a frame.
pub(crate) fn clip_of(library: &MotionLibrary, frame: u32) -> &ClipInfo {
    &library.clips()[library.clip_of(FrameId(frame)).index()]
}

/// The whole frames in a time.
pub(crate) fn frames(library: &MotionLibrary, secs: f32) -> u32 {
    (secs * library.rate_hz()).round() as u32
}
