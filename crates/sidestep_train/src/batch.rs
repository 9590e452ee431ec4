//! The motion that is learnt from, and what one update takes of it.

use crate::layout::{Layout, ROOT_CHANNELS};
use std::ops::Range;

/// Numbers of an aim: its place (x, z), its facing and the direction of travel, in the world; the
/// seconds that are left before the step, and after it; how many times more than others the frame after the
/// step counts.
pub const AIM_NUMBERS: usize = 7;

/// Which number of an aim says how many times more its frame counts; `MORE` in `common.cu`.
pub(crate) const MORE: usize = 6;

/// [`Batch::restart`]: the sequence begins anew, with frame and root of the data and no memory.
pub const RESTART: f32 = 1.0;

/// [`Batch::restart`]: the sequence sees the data's frame instead of its own once; root, memory and
/// predictions go on.
pub const GUIDE: f32 = 2.0;

/// All frames that can be learnt from, one after the other; sequences lie in it without gaps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bank {
    /// Normalised frames, [`Layout::frame`] numbers each.
    pub frames: Vec<f32>,
    /// The root of each frame in the world: x, z, heading.
    pub roots: Vec<f32>,
}

/// What one update learns: `steps` closed-loop steps of `batch` sequences side by side.
///
/// Tables run over steps, then sequences, then numbers. A sequence goes on where the last update left
/// it, memory and all, unless it restarts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// For each sequence, the frame of the bank that it stands at before the first step. The frames
    /// of the following `steps` ticks come right after it.
    pub start: Vec<u32>,
    /// For each step and sequence, [`RESTART`], [`GUIDE`], or 0 where it runs on its own output.
    pub restart: Vec<f32>,
    /// For each sequence, 1 where it sees its goal from its own root, 0 where from the data's.
    pub own_root: Vec<f32>,
    /// For each step and sequence, the aim: [`AIM_NUMBERS`] numbers.
    pub aims: Vec<f32>,
    /// For each step and sequence, the normalised goal channels F that are given; others are not read.
    pub given: Vec<f32>,
    /// The same for the prediction that is right after the step.
    pub expected: Vec<f32>,
    /// For each step and sequence, the selection S: 1 for goal channels that are asked for, else 0.
    pub select: Vec<f32>,
}

/// Why a bank or a batch cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// A table of another length.
    #[error("{what} has {found} numbers, {wanted} are needed")]
    Length {
        /// Which table.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        wanted: usize,
    },
    /// A sequence that runs past the end of the bank.
    #[error("sequence {sequence} needs frames {first} to {last}, but the bank has {frames}")]
    PastEnd {
        /// The sequence.
        sequence: usize,
        /// Its first frame.
        first: usize,
        /// Its last frame.
        last: usize,
        /// Frames of the bank.
        frames: usize,
    },
}

impl Bank {
    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.roots.len() / ROOT_CHANNELS
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether both tables fit the layout.
    pub fn check(&self, layout: &Layout) -> Result<(), BatchError> {
        let frames = self.len();
        check_length("the roots of the bank", self.roots.len(), frames * ROOT_CHANNELS)?;
        check_length("the frames of the bank", self.frames.len(), frames * layout.frame)
    }
}

impl Batch {
    /// A batch of zeros: every sequence starts at frame 0, nothing restarts, nothing is asked for.
    pub fn zeros(steps: usize, batch: usize, goals: usize) -> Self {
        let rows = steps * batch;
        Self {
            start: vec![0; batch],
            restart: vec![0.0; rows],
            own_root: vec![0.0; batch],
            aims: vec![0.0; rows * AIM_NUMBERS],
            given: vec![0.0; rows * goals],
            expected: vec![0.0; rows * goals],
            select: vec![0.0; rows * goals],
        }
    }

    /// Whether all tables have the right lengths and all frames are in the bank.
    pub fn check(
        &self,
        (steps, batch, goals): (usize, usize, usize),
        bank_frames: usize,
    ) -> Result<(), BatchError> {
        let rows = steps * batch;
        check_length("start", self.start.len(), batch)?;
        check_length("own_root", self.own_root.len(), batch)?;
        check_length("restart", self.restart.len(), rows)?;
        check_length("aims", self.aims.len(), rows * AIM_NUMBERS)?;
        check_length("given", self.given.len(), rows * goals)?;
        check_length("expected", self.expected.len(), rows * goals)?;
        check_length("select", self.select.len(), rows * goals)?;
        for (sequence, first) in self.start.iter().enumerate() {
            let (first, last) = (*first as usize, *first as usize + steps);
            if last >= bank_frames {
                return Err(BatchError::PastEnd { sequence, first, last, frames: bank_frames });
            }
        }
        Ok(())
    }
}

impl Batch {
    /// Some of the sequences.
    pub(crate) fn part(&self, sequences: Range<usize>, goals: usize) -> Self {
        let batch = self.start.len();
        let rows = |numbers: &[f32], width: usize| {
            let steps = numbers.chunks_exact(batch * width);
            let range = sequences.start * width..sequences.end * width;
            steps.flat_map(|step| step[range.clone()].to_vec()).collect()
        };
        let of_goals = |numbers: &[f32]| if goals == 0 { Vec::new() } else { rows(numbers, goals) };
        Self {
            start: self.start[sequences.clone()].to_vec(),
            own_root: self.own_root[sequences.clone()].to_vec(),
            restart: rows(&self.restart, 1),
            aims: rows(&self.aims, AIM_NUMBERS),
            given: of_goals(&self.given),
            expected: of_goals(&self.expected),
            select: of_goals(&self.select),
        }
    }
}

fn check_length(what: &'static str, found: usize, wanted: usize) -> Result<(), BatchError> {
    if found == wanted { Ok(()) } else { Err(BatchError::Length { what, found, wanted }) }
}
