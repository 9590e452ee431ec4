//! How far each foot is through its stance or swing, as a point on a circle.
//!
//! Contacts are on or off, so two states in the middle and at the end of a stance look alike to
//! them. The phase tells them apart: it runs from 0 to π while the foot stands and from π to 2π
//! while it swings.

use glam::Vec2;
use sidestep_motion::{ClipInfo, MotionLibrary, Side, math::sin_cos};
use std::f32::consts::PI;

/// Cosine and sine of the phase of the left and the right foot, for each frame of the library.
///
/// Where a clip cuts a stance or swing off, it is taken to have the median length of its kind; a
/// foot that never changes stands in the middle of its stance, or hangs in the middle of its swing.
pub fn contact_phases(library: &MotionLibrary) -> Vec<[Vec2; 2]> {
    let mut phases = vec![[Vec2::ZERO; 2]; library.len()];
    for side in Side::BOTH {
        let runs: Vec<Run> =
            library.clips().iter().flat_map(|clip| runs(library, clip, side)).collect();
        let typical = [false, true].map(|touching| typical_length(&runs, touching));
        for run in &runs {
            let length = run.length().max(typical[usize::from(run.touching)]);
            for frame in run.from..run.to {
                let half = run.progress(frame, length) * PI;
                let (sin, cos) = sin_cos(if run.touching { half } else { PI + half });
                phases[frame as usize][side.index()] = Vec2::new(cos, sin);
            }
        }
    }
    phases
}

/// A stretch of a clip over which one foot stands or swings.
struct Run {
    from: u32,
    to: u32,
    touching: bool,
    /// Whether the clip begins, and ends, within it.
    cut: [bool; 2],
}

impl Run {
    fn length(&self) -> f32 {
        (self.to - self.from) as f32
    }

    /// From 0 to 1, given the length a whole run of this kind would have.
    fn progress(&self, frame: u32, whole: f32) -> f32 {
        let since = (frame - self.from) as f32 + 0.5;
        match self.cut {
            [false, false] => since / self.length(),
            [false, true] => since / whole,
            [true, false] => 1.0 - (self.length() - since) / whole,
            [true, true] => 0.5,
        }
    }
}

fn runs(library: &MotionLibrary, clip: &ClipInfo, side: Side) -> Vec<Run> {
    let touches = |frame: u32| library.contacts(sidestep_motion::FrameId(frame)).get(side);
    let mut runs = Vec::new();
    let mut from = clip.frames.start;
    for frame in clip.frames.clone() {
        let last = frame + 1 == clip.frames.end;
        if last || touches(frame + 1) != touches(frame) {
            let cut = [from == clip.frames.start, last];
            runs.push(Run { from, to: frame + 1, touching: touches(frame), cut });
            from = frame + 1;
        }
    }
    runs
}

fn typical_length(runs: &[Run], touching: bool) -> f32 {
    let whole = runs.iter().filter(|run| run.touching == touching && run.cut == [false, false]);
    let mut lengths: Vec<f32> = whole.map(Run::length).collect();
    lengths.sort_by(f32::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(0.0)
}
