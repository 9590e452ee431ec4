//! The state-action graph (Figure 3.7): states are frames with a choice, actions lead between them.

use sidestep_motion::FrameId;
use std::ops::Range;

/// A number of a state in its graph.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable,
)]
#[repr(transparent)]
pub struct StateId(pub u32);

/// A run of consecutive frames that leads from one state to the next.
///
/// Leaving a state plays `first`, then the frames after it, `frames` in all; the last of them is the
/// frame of the state `to`. It is a jump where `first` is not the successor of the state left.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Action {
    /// The state it ends in.
    pub to: StateId,
    /// The first frame played.
    pub first: u32,
    /// How many frames are played, at least one.
    pub frames: u32,
    /// The sum of its transition costs (eq. 3.13), at least zero.
    pub cost: f32,
}

/// States and the actions that leave each, in compressed rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateActionGraph {
    /// The library frame of each state, ascending.
    pub state_frames: Vec<FrameId>,
    /// Where the actions of each state begin in `actions`; one entry more than there are states.
    pub action_starts: Vec<u32>,
    /// All actions, state by state.
    pub actions: Vec<Action>,
}

impl StateId {
    /// As an index into tables of states.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl StateActionGraph {
    /// How many frames its actions play, each counted once: all that are strongly connected.
    pub fn frames(&self) -> usize {
        let mut runs: Vec<(u32, u32)> = self
            .actions
            .iter()
            .map(|action| (action.first, action.first + action.frames))
            .collect();
        runs.sort_unstable();
        let (mut count, mut counted) = (0, 0);
        for (first, end) in runs {
            count += end.saturating_sub(first.max(counted)) as usize;
            counted = counted.max(end);
        }
        count
    }

    /// How many edges of the pose graph it holds: one leaves every frame that is no state.
    pub fn edges(&self) -> usize {
        self.actions.len() + self.frames().saturating_sub(self.states())
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.state_frames.len()
    }

    /// Which entries of `actions` leave `state`.
    pub fn range(&self, state: StateId) -> Range<usize> {
        self.action_starts[state.index()] as usize..self.action_starts[state.index() + 1] as usize
    }

    /// The actions that leave `state`.
    pub fn actions_of(&self, state: StateId) -> &[Action] {
        &self.actions[self.range(state)]
    }

    /// The state that an action leaves.
    pub fn from_of(&self, action: usize) -> StateId {
        let after = self.action_starts.partition_point(|start| *start as usize <= action);
        StateId(u32::try_from(after.saturating_sub(1)).unwrap_or(u32::MAX))
    }
}
