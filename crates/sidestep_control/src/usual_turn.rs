//! How far the actor of a library turns within half a second: what a method may ask of the body.

use sidestep_motion::{FrameId, MotionLibrary, math::wrap_angle};
use std::f32::consts::FRAC_PI_4;

/// Time over which turns are taken.
pub const TURN_SECS: f32 = 0.5;

/// A library that nowhere turns by this within that time lacks turns, in radians.
pub const LITTLE_TURN: f32 = FRAC_PI_4;

/// [`TURN_SECS`] in frames of a library; at least one.
pub fn turn_frames(library: &MotionLibrary) -> u32 {
    (TURN_SECS * library.rate_hz()).round().max(1.0) as u32
}

/// The furthest turn of a library within that time, in radians.
pub fn furthest_turn(library: &MotionLibrary) -> f32 {
    let count = turn_frames(library);
    let heading = |frame: u32| library.ground(FrameId(frame)).heading;
    let turn = |from: u32| -> f32 {
        let steps = (from..from + count).map(|f| wrap_angle(heading(f + 1) - heading(f)));
        steps.sum::<f32>().abs()
    };
    let clips = library.clips().iter();
    let starts = clips.flat_map(|clip| clip.frames.start..clip.frames.end.saturating_sub(count));
    starts.map(turn).fold(0.0, f32::max)
}
