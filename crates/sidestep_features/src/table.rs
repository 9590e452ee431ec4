//! The rows of all motion states of a library.

use crate::{
    feature::{Feature, MotionState},
    phase::contact_phases,
    space::{FeatureSpace, SpaceError},
};
use glam::Vec2;
use sidestep_motion::{ClipInfo, Displacement, FrameId, GroundTransform, MotionLibrary};

/// One row for each motion state of a library, in the order of its frames.
///
/// A state m_i = (x_i, v_i) needs the next frame, and what it leads to, y_i, the one after; so the
/// last two frames of a clip are no states.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureTable {
    dims: usize,
    values: Vec<f32>,
    frames: Vec<FrameId>,
}

impl FeatureTable {
    /// Writes the rows of all states.
    pub fn from_library(library: &MotionLibrary, space: &FeatureSpace) -> Result<Self, SpaceError> {
        let (joints, expected) = (library.skeleton().len(), space.joints());
        if joints != expected {
            return Err(SpaceError::Skeleton { joints, expected });
        }
        let has_phase =
            space.features().iter().any(|feature| matches!(feature, Feature::ContactPhase { .. }));
        let phases = if has_phase { contact_phases(library) } else { Vec::new() };
        let mut table = Self { dims: space.dims(), values: Vec::new(), frames: Vec::new() };
        let mut displacement = Displacement::default();
        for clip in library.clips() {
            for frame in clip.frames.start..clip.frames.end.saturating_sub(2).max(clip.frames.start)
            {
                let frame = FrameId(frame);
                let (pose, next) = (library.pose(frame), library.pose(FrameId(frame.0 + 1)));
                next.difference_into(pose, &mut displacement);
                let future = future(library, space, clip, frame);
                let state = MotionState {
                    phases: phases.get(frame.index()).copied().unwrap_or([Vec2::ZERO; 2]),
                    future: &future,
                    ..MotionState::new(pose, &displacement, library.ground(frame).heading)
                };
                table.push(frame, &state, space);
            }
        }
        Ok(table)
    }

    /// The table without the rows of some frames, which are in ascending order.
    pub fn without(&self, frames: &[FrameId]) -> Self {
        let rows = self.rows_without(frames);
        Self {
            dims: self.dims,
            values: rows.iter().flat_map(|row| self.row(*row)).copied().collect(),
            frames: rows.iter().map(|row| self.frame(*row)).collect(),
        }
    }

    /// The rows of all but some frames, which are in ascending order.
    pub fn rows_without(&self, frames: &[FrameId]) -> Vec<u32> {
        let rows = (0..).zip(&self.frames);
        let kept = rows.filter(|(_, frame)| frames.binary_search(frame).is_err());
        kept.map(|(row, _)| row).collect()
    }

    fn push(&mut self, frame: FrameId, state: &MotionState<'_>, space: &FeatureSpace) {
        let from = self.values.len();
        self.values.resize(from + self.dims, 0.0);
        space.write(state, &mut self.values[from..]);
        self.frames.push(frame);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether no clip was long enough for a state.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Numbers in a row.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// All rows, one after another.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// One row.
    pub fn row(&self, row: u32) -> &[f32] {
        &self.values[row as usize * self.dims..][..self.dims]
    }

    /// The frame a row describes.
    pub fn frame(&self, row: u32) -> FrameId {
        self.frames[row as usize]
    }

    /// The frames of all rows, in ascending order.
    pub fn frames(&self) -> &[FrameId] {
        &self.frames
    }

    /// The row that describes a frame, or `None` where the frame is no state.
    pub fn row_of(&self, frame: FrameId) -> Option<u32> {
        u32::try_from(self.frames.binary_search(&frame).ok()?).ok()
    }

    /// The row of the frame after a row's, or `None` at the end of a clip.
    pub fn successor(&self, row: u32) -> Option<u32> {
        let next = self.frames.get(row as usize + 1)?;
        (next.0 == self.frame(row).0 + 1).then_some(row + 1)
    }
}

/// Where the character will be after each time the space asks for; the clip's end counts as staying.
fn future(
    library: &MotionLibrary,
    space: &FeatureSpace,
    clip: &ClipInfo,
    frame: FrameId,
) -> Vec<GroundTransform> {
    let now = library.ground(frame);
    let ahead = |secs: f32| {
        let frames = (secs * library.rate_hz()).round() as u32;
        let then = frame.0.saturating_add(frames).min(clip.frames.end - 1);
        now.delta_to(library.ground(FrameId(then)))
    };
    space.future_secs().map(ahead).collect()
}
