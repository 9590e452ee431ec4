//! Motion as a file has it, in its own unit and axes, but already as quaternions on one tree.

use crate::{
    error::{ImportError, Place},
    timing::Timing,
};
use glam::{DVec3, Quat};
use sidestep_motion::Joint;

/// Numbers beyond this are no places of joints in any unit.
pub(crate) const MAX_COORDINATE: f64 = 1e9;

/// No body has more joints.
pub(crate) const MAX_JOINTS: usize = 1000;

/// Joints for each channel; beyond it a small file would blow up to a large clip.
const MAX_JOINTS_PER_CHANNEL: usize = 64;

/// What every reader makes first; [`crate::finish`] makes a clip of it.
pub(crate) struct RawMotion {
    /// Joints with offsets in file units; `rest` is not set yet.
    pub(crate) joints: Vec<Joint>,
    /// The unit where the format fixes it.
    pub(crate) unit_m: Option<f64>,
    /// Position of the root joint in each frame, in file units and axes.
    pub(crate) root_positions: Vec<DVec3>,
    /// Rotations, frame after frame.
    pub(crate) rotations: Vec<Quat>,
    /// Rate and range of the frames.
    pub(crate) timing: Timing,
    /// The reference pose, where there is one.
    pub(crate) reference: Option<ReferencePose>,
    /// How far a joint moves at most from the mean place it got in its parent's space, in file
    /// units, and which.
    pub(crate) moved: Option<(f64, String)>,
}

/// A pose in which the body stands straight.
pub(crate) struct ReferencePose {
    pub(crate) rotations: Vec<Quat>,
    /// Where it comes from, in words.
    pub(crate) source: String,
    /// Whether it is a frame of the very motion, so that it stands on the same ground.
    pub(crate) is_frame: bool,
}

impl RawMotion {
    /// Rotations of one frame.
    pub(crate) fn pose(&self, frame: usize) -> &[Quat] {
        let joints = self.joints.len();
        &self.rotations[frame * joints..(frame + 1) * joints]
    }

    /// Number of frames.
    pub(crate) fn len(&self) -> usize {
        self.root_positions.len()
    }
}

/// Refuses skeletons that no motion of `channels` values a frame can mean.
pub(crate) fn check_size(file: &str, joints: usize, channels: usize) -> Result<(), ImportError> {
    if joints <= MAX_JOINTS && joints <= channels.saturating_mul(MAX_JOINTS_PER_CHANNEL) {
        return Ok(());
    }
    Err(ImportError::Absurd {
        place: Place::new(file, 0),
        what: format!("there are {joints} joints with {channels} channels"),
        remedy: "export the skeleton of one body, without joints that never move".to_owned(),
    })
}
