//! Foot contacts from joint positions: one geometric detector for the source and for the output.

use crate::{contacts::Contacts, joint_motion::JointMotion};

/// Thresholds of the detector.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactConfig {}

impl Default for ContactConfig {
    fn default() -> Self {
        Self {}
    }
}

/// Height of the floor under a clip, from the lowest places its feet rest at.
pub fn estimate_floor(motion: &JointMotion) -> f32 {
    let _ = motion;
    0.0
}

/// Contacts of both feet in every frame, with hysteresis in height and speed.
pub fn detect(motion: &JointMotion, floor: f32, config: &ContactConfig) -> Vec<Contacts> {
    let _ = (floor, config);
    vec![Contacts::NONE; motion.len()]
}
