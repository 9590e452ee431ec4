//! Whether the limbs move as they do in the source at the same speed, or a stiff body glides along.

use crate::by_speed::{BySpeed, travel_speed};
use glam::Vec3;
use sidestep_motion::{GroundTransform, JointMotion, facing::ground_transforms};

/// Speed of the limbs against the root, by speed of travel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimbSpeeds(BySpeed);

impl LimbSpeeds {
    /// Adds a stretch of motion.
    pub fn add(&mut self, motion: &JointMotion) {
        let grounds = ground_transforms(motion);
        for frame in 1..motion.len() {
            self.0.add(travel_speed(motion, frame), limb_speed(motion, &grounds, frame));
        }
    }

    /// Mean speed of these limbs over what `source` has at the same speeds of travel.
    pub fn over(&self, source: &Self) -> f32 {
        let expected = self.0.mean_in(&source.0);
        if expected > 0.0 { self.0.mean() / expected } else { 0.0 }
    }
}

/// Mean speed of all joints but the root, as seen from the root and its heading, in m/s.
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
