//! The poses that are played: those of the library, with the noise of the capture taken out.

use glam::{Quat, Vec3};
use sidestep_motion::{
    FrameId, MotionLibrary, PoseRef,
    math::{exp, unit},
};

/// Poses of all frames, smoothed in time by a Gaussian within each clip. Nothing lags: the frames
/// after a frame are known.
#[derive(Clone, Debug)]
pub(crate) struct Playback {
    joints: usize,
    root_positions: Vec<Vec3>,
    rotations: Vec<Quat>,
}

impl Playback {
    /// Smooths with a Gaussian of this width; a width of zero copies.
    pub(crate) fn new(library: &MotionLibrary, sigma_secs: f32) -> Self {
        let joints = library.skeleton().len();
        let weights = gaussian(sigma_secs * library.rate_hz());
        let mut playback = Self {
            joints,
            root_positions: Vec::with_capacity(library.len()),
            rotations: Vec::with_capacity(library.len() * joints),
        };
        for clip in library.clips() {
            let (first, last) = (clip.frames.start, clip.frames.end - 1);
            for frame in clip.frames.clone() {
                // Near an end the window narrows on both sides, so that it stays centred.
                let reach = (weights.len() - 1).min((frame - first) as usize);
                let reach = reach.min((last - frame) as usize);
                playback.push(library, frame, &weights[..=reach]);
            }
        }
        playback
    }

    fn push(&mut self, library: &MotionLibrary, frame: u32, weights: &[f32]) {
        let middle = library.pose(FrameId(frame));
        let total = weights[0] + 2.0 * weights[1..].iter().sum::<f32>();
        let mut root = middle.root_position * weights[0];
        let from = self.rotations.len();
        self.rotations.extend(middle.rotations.iter().map(|q| *q * weights[0]));
        for (weight, offset) in weights[1..].iter().zip(1..) {
            for other in [frame - offset, frame + offset] {
                let pose = library.pose(FrameId(other));
                root += pose.root_position * *weight;
                let sums = self.rotations[from..].iter_mut();
                for ((sum, q), middle) in sums.zip(pose.rotations).zip(middle.rotations) {
                    let q = if q.dot(*middle) < 0.0 { -*q } else { *q };
                    *sum += q * *weight;
                }
            }
        }
        self.root_positions.push(root / total);
        for q in &mut self.rotations[from..] {
            *q = unit(*q);
        }
    }

    /// The pose of a frame.
    pub(crate) fn pose(&self, frame: FrameId) -> PoseRef<'_> {
        let from = frame.index() * self.joints;
        PoseRef {
            root_position: self.root_positions[frame.index()],
            rotations: &self.rotations[from..from + self.joints],
        }
    }

    /// Bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.root_positions.as_slice()) + size_of_val(self.rotations.as_slice())
    }
}

/// Weights at 0, 1, 2 … frames from the middle, to where they no longer matter.
#[expect(clippy::cast_precision_loss, reason = "a few frames")]
fn gaussian(sigma_frames: f32) -> Vec<f32> {
    let weight = |offset: usize| {
        let sigmas = offset as f32 / sigma_frames.max(1e-3);
        exp(-0.5 * sigmas * sigmas)
    };
    (0..10).map(weight).take_while(|weight| *weight > 1e-3).collect()
}
