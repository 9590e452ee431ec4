//! How near a part of the body gets to what it reaches for, by playing the answers.
//!
//! Whatever answers names frames of the library to play; where the part is at their end is worked out
//! from the joints, so the answer's own idea of it does not count.

use crate::{
    settings::Settings,
    statistics::{fraction, mean, percentile},
};
use glam::Vec3;
use serde::Serialize;
use sidestep_motion::{
    FrameId, GroundTransform, JointId, MotionLibrary, chance::Chance, kinematics::JointTransforms,
};
use std::ops::Range;

/// A target counts as reached when the part comes this near, in metres.
const REACHED_METRES: f32 = 0.1;

/// Targets lie up to this far, along each axis, from where the part has been, in metres.
const MOVED_METRES: f32 = 0.05;

/// Something that reaches for points.
#[derive(Clone, Copy)]
pub struct Reaching<'a> {
    /// What is played.
    pub library: &'a MotionLibrary,
    /// The part that reaches.
    pub joint: JointId,
    /// Frames in which a reach may begin.
    pub starts: &'a [FrameId],
    /// Frames in which the part is where it might be wanted: targets lie near those places.
    pub moments: &'a [FrameId],
    /// The runs of frames to play after one of the starts so as to get the part to a point, which is
    /// seen from place and heading of the start; `None` where nothing can be done.
    pub ask: &'a dyn Fn(FrameId, Vec3) -> Option<Vec<Range<u32>>>,
}

/// What `measure capability` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Capability {
    /// Targets asked for.
    pub n: usize,
    /// Share of the targets that the part comes within 10 cm of.
    pub reached_fraction: f32,
    /// Mean distance of the part from its target where there was an answer, in centimetres.
    pub error_cm: f32,
    /// The same, median and 90th percentile.
    pub error_p50_p90_cm: [f32; 2],
    /// Share of the targets for which there was an answer.
    pub answered_fraction: f32,
    /// Mean time until the part is there, in seconds.
    pub time_avg_secs: f32,
}

/// Asks for targets from starts, both drawn by chance, and plays the answers.
pub fn capability(reaching: &Reaching<'_>, settings: &Settings) -> Capability {
    let mut transforms = JointTransforms::new(reaching.library.skeleton().len());
    let (mut errors, mut times) = (Vec::new(), Vec::new());
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed, index as u64);
        let start = reaching.starts.get(chance.below(reaching.starts.len()));
        let moment = reaching.moments.get(chance.below(reaching.moments.len()));
        let (Some(start), Some(moment)) = (start, moment) else { break };
        let mut by = || chance.between(-MOVED_METRES, MOVED_METRES);
        let moved = Vec3::new(by(), by(), by());
        let target = reaching.part_at(*moment, &mut transforms) + moved;
        let Some(runs) = (reaching.ask)(*start, target) else { continue };
        let reached = reaching.play(*start, &runs, &mut transforms);
        errors.push(100.0 * reached.distance(target));
        let frames: usize = runs.iter().map(ExactSizeIterator::len).sum();
        times.push(fraction(frames, 1) * reaching.library.frame_secs());
    }
    let reached = errors.iter().filter(|error| **error <= 100.0 * REACHED_METRES).count();
    Capability {
        n: settings.n,
        reached_fraction: fraction(reached, settings.n),
        error_cm: mean(&errors),
        error_p50_p90_cm: [0.5, 0.9].map(|share| percentile(errors.clone(), share)),
        answered_fraction: fraction(errors.len(), settings.n),
        time_avg_secs: mean(&times),
    }
}

impl Reaching<'_> {
    /// Where the part is in a frame, seen from place and heading of the frame.
    fn part_at(&self, frame: FrameId, transforms: &mut JointTransforms) -> Vec3 {
        transforms.compute(self.library.skeleton(), self.library.pose(frame));
        self.library.ground(frame).inverse().transform_point(transforms.position(self.joint))
    }

    /// Plays runs after a start, and says where the part ends, seen from the start.
    fn play(&self, start: FrameId, runs: &[Range<u32>], transforms: &mut JointTransforms) -> Vec3 {
        let ground = |frame: u32| self.library.ground(FrameId(frame));
        let (mut at, mut last) = (GroundTransform::IDENTITY, start);
        for frame in runs.iter().cloned().flatten() {
            at = at * ground(frame.saturating_sub(1)).delta_to(ground(frame));
            last = FrameId(frame);
        }
        at.transform_point(self.part_at(last, transforms))
    }
}
