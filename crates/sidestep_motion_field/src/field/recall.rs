//! How well a character's searches find: for those who trade exactness for speed.

use crate::{
    core::Seeds,
    field::{MotionField, memory::Memory},
};

/// Neighbours that were found, and those there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    /// Neighbours that the search of a step found.
    pub found: usize,
    /// Neighbours that an exact search finds.
    pub all: usize,
    /// Searches that were made.
    pub searches: usize,
    /// Searches that looked everywhere.
    pub in_full: usize,
}

impl MotionField {
    /// Makes the searches of a character's next step, as configured and exactly, and compares them.
    pub fn recall(&self, memory: &Memory) -> Recall {
        let mut recall = Recall::default();
        let Memory { state, neighbors, room, .. } = memory;
        let mut room = room.clone();
        let core = &self.flow.core;
        room.neighborhood.prepare(&core.states, &core.library, state, neighbors);
        self.look_ahead(state, neighbors, &mut room);
        core.answer(Seeds::None, &mut room.finder);
        let exact = room.finder.found.clone();
        recall.in_full = core.answer(Seeds::Last(neighbors), &mut room.finder);
        recall.searches = exact.len();
        for (exact, found) in exact.iter().zip(room.finder.found.iter()) {
            let is_found = |row: u32| found.iter().any(|neighbor| neighbor.row == row);
            recall.all += exact.len();
            recall.found += exact.iter().filter(|neighbor| is_found(neighbor.row)).count();
        }
        recall
    }
}

impl Recall {
    /// Part of the neighbours that was found; none where none was sought.
    pub fn share(self) -> Option<f64> {
        (self.all > 0).then(|| self.found as f64 / self.all as f64)
    }
}

impl std::ops::AddAssign for Recall {
    fn add_assign(&mut self, other: Self) {
        self.found += other.found;
        self.all += other.all;
        self.searches += other.searches;
        self.in_full += other.in_full;
    }
}
