//! What is known when the next cycle is chosen.

use crate::task::{Aim, State, Task};

/// A situation in which the next cycle is chosen, seen as if the present one began on its left foot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    pub(crate) cycle: u32,
    /// What is mixed with it, and its share.
    pub(crate) mixed: Option<(u32, f32)>,
    pub(crate) state: State,
    pub(crate) aim: Aim,
    pub(crate) task: Task,
    pub(crate) gait: usize,
    /// A passage that is being left, and how much of it is shown.
    pub(crate) leaving: Option<(u32, f32)>,
    /// A point that the next step should end on, to the left of the standing foot and ahead of it.
    pub(crate) stone: Option<[f32; 2]>,
}
