//! Libraries with the noise of the capture taken out.

use crate::{
    library::{FrameId, MotionLibrary},
    math::{exp, unit},
};
use glam::{Quat, Vec3};

impl MotionLibrary {
    /// The same library with its poses smoothed in time, within each clip, by a Gaussian of this
    /// width; a width of zero copies. Nothing lags: the frames after a frame are known. Places,
    /// headings and contacts stay as they are.
    #[must_use]
    pub fn smoothed(&self, sigma_secs: f32) -> Self {
        let weights = gaussian(sigma_secs * self.rate_hz());
        let mut smooth = Smooth {
            root_positions: Vec::with_capacity(self.len()),
            rotations: Vec::with_capacity(self.len() * self.skeleton().len()),
        };
        for clip in self.clips() {
            let (first, last) = (clip.frames.start, clip.frames.end - 1);
            for frame in clip.frames.clone() {
                // Near an end the window narrows on both sides, so that it stays centred.
                let reach = (weights.len() - 1).min((frame - first) as usize);
                let reach = reach.min((last - frame) as usize);
                smooth.push(self, frame, &weights[..=reach]);
            }
        }
        self.with_poses(smooth.root_positions, smooth.rotations)
    }
}

/// Poses of the frames so far.
struct Smooth {
    root_positions: Vec<Vec3>,
    rotations: Vec<Quat>,
}

impl Smooth {
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

#[cfg(test)]
mod tests {
    use super::gaussian;

    #[test]
    fn weights_fall_off_on_both_sides_alike() {
        let weights = gaussian(1.0);
        // exp(-1/2) one frame away, exp(-2) two, and none beyond three.
        assert!((weights[1] - 0.606_53).abs() < 1e-4, "{weights:?}");
        assert!((weights[2] - 0.135_34).abs() < 1e-4, "{weights:?}");
        assert_eq!(weights.len(), 4, "{weights:?}");
        assert_eq!(gaussian(0.0), [1.0], "no width copies");
    }
}
