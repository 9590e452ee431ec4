//! Libraries with the noise of the capture taken out.

use crate::{
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget, Leg},
    library::{FrameId, MotionLibrary},
    math::{exp, unit},
    pose::{Pose, PoseRef},
    side::Side,
    skeleton::Skeleton,
};
use glam::{Quat, Vec3};

/// Feet count as near the floor up to the first of these heights over where they rest, and less and
/// less up to the second, in metres.
const NEAR_FLOOR: (f32, f32) = (0.03, 0.08);

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

    /// The same as [`Self::smoothed`], but feet near the floor are brought back so far (from 0 to 1)
    /// to where they were captured. Smoothing rounds off the moment in which a foot comes down or
    /// leaves; so it glides over the floor where the captured one stood or was in the air.
    #[must_use]
    pub fn smoothed_but_feet(&self, sigma_secs: f32, kept: f32) -> Self {
        let smooth = self.smoothed(sigma_secs);
        if kept <= 0.0 {
            return smooth;
        }
        let skeleton = self.skeleton();
        let feet = Side::BOTH.map(|side| KeptFoot::of(self, side, kept));
        let mut placed = Smooth {
            root_positions: Vec::with_capacity(self.len()),
            rotations: Vec::with_capacity(self.len() * skeleton.len()),
        };
        let mut at = [JointTransforms::new(skeleton.len()), JointTransforms::new(skeleton.len())];
        let mut pose = Pose::identity(skeleton.len());
        for frame in frames(self) {
            let captured = self.pose(frame);
            pose.copy_from(smooth.pose(frame));
            for foot in feet.iter().flatten() {
                foot.bring_back(skeleton, captured, &mut pose, &mut at);
            }
            placed.root_positions.push(pose.root_position);
            placed.rotations.extend_from_slice(&pose.rotations);
        }
        self.with_poses(placed.root_positions, placed.rotations)
    }
}

/// A foot that stays as captured while it is near the floor.
struct KeptFoot {
    leg: Leg,
    /// How high its ankle is when it stands.
    ankle: f32,
    /// How high its ball is then.
    ball: f32,
    /// How far it is brought back, from 0 to 1.
    kept: f32,
}

impl KeptFoot {
    /// Of a library: it stands where it is lower than in all but a twentieth of the frames.
    fn of(library: &MotionLibrary, side: Side, kept: f32) -> Option<Self> {
        let leg = Leg::of(library.skeleton(), side)?;
        let mut at = JointTransforms::new(library.skeleton().len());
        let mut heights = [Vec::new(), Vec::new()];
        for frame in frames(library) {
            at.compute(library.skeleton(), library.pose(frame));
            let [ankle, ball] = ends(&leg, &at);
            heights[0].push(ankle.y);
            heights[1].push(ball.y);
        }
        let [ankle, ball] = heights.map(|mut heights| {
            heights.sort_by(f32::total_cmp);
            heights.get(heights.len() / 20).copied().unwrap_or(0.0)
        });
        Some(Self { leg, ankle, ball, kept })
    }

    /// Brings the foot in `pose` towards where it is in the captured one, as far as that is low.
    fn bring_back(
        &self,
        skeleton: &Skeleton,
        captured: PoseRef<'_>,
        pose: &mut Pose,
        [there, here]: &mut [JointTransforms; 2],
    ) {
        let leg = &self.leg;
        there.compute(skeleton, captured);
        let [ankle, ball] = ends(leg, there);
        let height = (ankle.y - self.ankle).max(ball.y - self.ball);
        let low = ((NEAR_FLOOR.1 - height) / (NEAR_FLOOR.1 - NEAR_FLOOR.0)).clamp(0.0, 1.0);
        let share = self.kept.min(1.0) * low * low * (3.0 - 2.0 * low);
        if share <= 0.0 {
            return;
        }
        here.compute(skeleton, pose.as_ref());
        let (is, was) = (here.rotation(leg.foot), there.rotation(leg.foot));
        let was = if was.dot(is) < 0.0 { -was } else { was };
        let target = AnkleTarget {
            position: here.position(leg.foot).lerp(ankle, share),
            rotation: Some(unit(is * (1.0 - share) + was * share)),
        };
        leg_ik::solve(skeleton, leg, &target, pose, here);
    }
}

fn frames(library: &MotionLibrary) -> impl Iterator<Item = FrameId> {
    library.clips().iter().flat_map(|clip| clip.frames.clone()).map(FrameId)
}

/// The ankle and the ball of a foot, or twice the ankle.
fn ends(leg: &Leg, at: &JointTransforms) -> [Vec3; 2] {
    let ball = leg.toe.as_ref().map_or(leg.foot, |toe| toe.joint);
    [leg.foot, ball].map(|joint| at.position(joint))
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
