//! Whether the limbs move as they do in the source at the same speed, or a stiff body glides along.

use crate::{run::FRAMES_PER_SEC, statistics::fraction};
use glam::Vec3;
use sidestep_motion::{GroundTransform, JointMotion, facing::ground_transforms};

/// Speeds of travel are told apart in steps of this, in metres a second.
const STEP: f32 = 0.25;

/// Faster than the last step counts as the last.
const STEPS: usize = 40;

/// Steps of the source with fewer frames than this say nothing.
const FEWEST_FRAMES: usize = FRAMES_PER_SEC / 2;

/// Speed of the limbs against the root, by speed of travel.
#[derive(Clone, Debug, PartialEq)]
pub struct LimbSpeeds {
    sums: [f64; STEPS],
    frames: [usize; STEPS],
}

impl Default for LimbSpeeds {
    fn default() -> Self {
        Self { sums: [0.0; STEPS], frames: [0; STEPS] }
    }
}

impl LimbSpeeds {
    /// Adds a stretch of motion.
    pub fn add(&mut self, motion: &JointMotion) {
        let grounds = ground_transforms(motion);
        for frame in 1..motion.len() {
            let step = step_of(travel_speed(motion, frame));
            self.sums[step] += f64::from(limb_speed(motion, &grounds, frame));
            self.frames[step] += 1;
        }
    }

    /// Mean speed of these limbs over what `source` has at the same speeds of travel.
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "a ratio")]
    pub fn over(&self, source: &Self) -> f32 {
        let usual = |step: usize| source.near(step) * self.frames[step] as f64;
        let expected: f64 = (0..STEPS).map(usual).sum();
        let sum: f64 = self.sums.iter().sum();
        if expected > 0.0 { (sum / expected) as f32 } else { 0.0 }
    }

    /// Mean speed at a step, or at the nearest one of which there is enough.
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    fn near(&self, step: usize) -> f64 {
        let enough = |least: usize| {
            let known = (0..STEPS).filter(move |other| self.frames[*other] >= least);
            known.min_by_key(|other| other.abs_diff(step))
        };
        let nearest = enough(FEWEST_FRAMES).or_else(|| enough(1));
        nearest.map_or(0.0, |step| self.sums[step] / self.frames[step] as f64)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few steps")]
fn step_of(speed: f32) -> usize {
    ((speed / STEP).max(0.0) as usize).min(STEPS - 1)
}

/// Speed of the root over the half second around a frame, as far as there is one, in m/s.
pub(crate) fn travel_speed(motion: &JointMotion, frame: usize) -> f32 {
    let reach = FRAMES_PER_SEC / 4;
    let (from, to) = (frame.saturating_sub(reach), (frame + reach).min(motion.len() - 1));
    let way = motion.frame(to)[0] - motion.frame(from)[0];
    let secs = fraction(to - from, FRAMES_PER_SEC);
    if secs > 0.0 { crate::foot_track::flat(way).length() / secs } else { 0.0 }
}

/// Mean speed of all joints but the root, as seen from the root and its heading, in m/s.
#[expect(clippy::cast_precision_loss, reason = "a count of joints")]
fn limb_speed(motion: &JointMotion, grounds: &[GroundTransform], frame: usize) -> f32 {
    let (before, now) = (motion.frame(frame - 1), motion.frame(frame));
    let seen = |places: &[Vec3], ground: GroundTransform, joint: usize| {
        ground.rotation().conjugate() * (places[joint] - places[0])
    };
    let way = |joint: usize| {
        let earlier = seen(before, grounds[frame - 1], joint);
        seen(now, grounds[frame], joint).distance(earlier)
    };
    let metres: f32 = (1..now.len()).map(way).sum();
    metres * motion.rate_hz / now.len().saturating_sub(1).max(1) as f32
}
