//! What is near each state of the data but not of the same moment.

use crate::core::Core;
use sidestep_features::{Neighbor, SearchScratch};
use sidestep_parallel::prelude::*;

/// Rows of one clip closer than this are the same moment.
const MOMENT_SECS: f32 = 0.5;

/// Neighbours looked at before a row counts as having none elsewhere.
const MOST: usize = 96;

/// The nearest row of another moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Elsewhere {
    pub(crate) row: u32,
    /// `None` where none of the nearest is of another moment.
    pub(crate) nearest: Option<u32>,
    pub(crate) distance: f32,
}

/// Whether two rows are of one clip and hardly apart.
pub(crate) fn is_same_moment(core: &Core, a: u32, b: u32) -> bool {
    core.states.apart(a, b) as f32 <= MOMENT_SECS * core.library.rate_hz()
}

/// For each row that serves as a neighbour the nearest one of another moment.
pub(crate) fn elsewhere(core: &Core) -> Vec<Elsewhere> {
    let rows: Vec<u32> = core.listed().collect();
    let of_row = |(scratch, found): &mut (SearchScratch, Vec<Neighbor>), row: &u32| {
        let is_elsewhere = |n: &&Neighbor| !is_same_moment(core, *row, n.row);
        let mut count = 24;
        loop {
            core.index.search(core.index.row(*row), count, scratch, found);
            let nearest = found.iter().find(is_elsewhere);
            if nearest.is_some() || count >= MOST || count >= core.index.len() {
                let farthest = nearest.or(found.last());
                return Elsewhere {
                    row: *row,
                    nearest: nearest.map(|n| n.row),
                    distance: farthest.map_or(0.0, |n| n.distance_squared.sqrt()),
                };
            }
            count *= 2;
        }
    };
    rows.par_iter().map_init(|| (SearchScratch::default(), Vec::new()), of_row).collect()
}
