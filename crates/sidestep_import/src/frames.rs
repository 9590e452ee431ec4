//! Which frames of a file are read.

/// Which frames of a file to read: every `step`-th of `first..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSelection {
    /// First frame, counted from 0.
    pub first: usize,
    /// End of the range, not in it; cut to the frames there are.
    pub end: usize,
    /// From one chosen frame to the next, at least 1.
    pub step: usize,
}

impl FrameSelection {
    /// Every frame.
    pub const ALL: Self = Self { first: 0, end: usize::MAX, step: 1 };

    /// How many frames are chosen.
    pub fn len(&self) -> usize {
        self.end.saturating_sub(self.first).div_ceil(self.step.max(1))
    }

    /// Whether no frame is chosen.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn within(self, frames: usize) -> Self {
        let end = self.end.min(frames);
        Self { first: self.first.min(end), end, step: self.step.max(1) }
    }
}
