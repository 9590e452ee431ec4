//! Joint positions over time: what contacts, headings and every measure are computed from.

use crate::{clip::Clip, kinematics::JointTransforms, skeleton::Skeleton};
use glam::Vec3;
use std::sync::Arc;

/// World positions of all joints over time: what contacts, headings and measures are computed from.
#[derive(Clone, Debug)]
pub struct JointMotion {
    /// The skeleton, for its roles.
    pub skeleton: Arc<Skeleton>,
    /// Frames a second.
    pub rate_hz: f32,
    /// Positions, frame after frame, `skeleton.len()` of them each.
    pub positions: Vec<Vec3>,
}

impl JointMotion {
    /// The joint positions of a whole clip.
    pub fn of(clip: &Clip) -> Self {
        let mut motion = Self::new(&clip.skeleton, clip.rate_hz, clip.len());
        let mut transforms = JointTransforms::new(clip.skeleton.len());
        for frame in 0..clip.len() {
            transforms.compute(&clip.skeleton, clip.pose(frame));
            motion.push(&transforms);
        }
        motion
    }

    /// No frame yet, room for `frames`.
    pub fn new(skeleton: &Arc<Skeleton>, rate_hz: f32, frames: usize) -> Self {
        let positions = Vec::with_capacity(frames * skeleton.len());
        Self { skeleton: Arc::clone(skeleton), rate_hz, positions }
    }

    /// Appends a frame.
    pub fn push(&mut self, transforms: &JointTransforms) {
        self.positions.extend_from_slice(&transforms.positions);
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.positions.len() / self.skeleton.len()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The joint positions of one frame.
    pub fn frame(&self, frame: usize) -> &[Vec3] {
        let joints = self.skeleton.len();
        &self.positions[frame * joints..(frame + 1) * joints]
    }
}
