//! How fast the actor of a library moves when moving: the speed to take where a goal names none.

use sidestep_motion::{FrameId, MotionLibrary};

/// Slower than this is standing, in metres a second.
pub const STANDING_SPEED: f32 = 0.3;

/// Time over which speed is measured, so that it does not swing with each step.
const WINDOW_SECS: f32 = 0.5;

/// Horizontal speed of the root around a frame, over half a second within its clip, in m/s.
pub fn ground_speed(library: &MotionLibrary, frame: FrameId) -> f32 {
    let clip = &library.clips()[library.clip_of(frame).index()];
    let reach = (0.5 * WINDOW_SECS * library.rate_hz()).round().max(1.0) as u32;
    let from = frame.0.saturating_sub(reach).max(clip.frames.start);
    let to = (frame.0 + reach).min(clip.frames.end.saturating_sub(1));
    if to <= from {
        return 0.0;
    }
    let (a, b) = (library.ground(FrameId(from)), library.ground(FrameId(to)));
    let secs = (to - from) as f32 * library.frame_secs();
    a.position().distance(b.position()) / secs
}

/// Median of [`ground_speed`] over all frames that move; walking pace where none does.
pub fn median_moving_speed(library: &MotionLibrary) -> f32 {
    let frames = 0..u32::try_from(library.len()).unwrap_or(u32::MAX);
    let speeds = frames.map(|frame| ground_speed(library, FrameId(frame)));
    let mut moving: Vec<f32> = speeds.filter(|speed| *speed > STANDING_SPEED).collect();
    moving.sort_by(f32::total_cmp);
    moving.get(moving.len() / 2).copied().unwrap_or(1.4)
}
