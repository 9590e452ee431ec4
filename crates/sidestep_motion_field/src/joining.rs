//! Finding out which rows may be followed from each row, once.
//!
//! A character that follows a row shows that row, but for what is left of its last join, and that
//! fades. So what it may go over to is known when the field is built, and a tick looks it up. Only a
//! body far from the row that it follows, pushed or set by a game, has to search.

use crate::{
    core::{Core, Finder},
    joins::{Choice, Joins},
    states::LocalState,
};
use sidestep_parallel::prelude::*;

/// Searches around every row that goes on.
pub(crate) fn find_joins(core: &Core) -> Joins {
    let rows: Vec<u32> = (0..).take(core.states.len()).collect();
    let room = || (LocalState::new(core.states.joints()), Finder::new(core), Vec::new());
    let of_row = |(state, finder, found): &mut (LocalState, Finder, Vec<Choice>), row: &u32| {
        if !core.states.has_next(*row) {
            return Vec::new();
        }
        core.states.load(&core.library, *row, state);
        core.search_followable(state, Some(*row), finder, found);
        found.iter().skip(1).map(|choice| choice.row).collect()
    };
    let lists: Vec<Vec<u32>> = rows.par_iter().map_init(room, of_row).collect();
    let counts: Vec<u32> =
        lists.iter().map(|list| u32::try_from(list.len()).unwrap_or(u32::MAX)).collect();
    costed(core, &counts, &lists.concat())
}

/// Those found before: how many each row has, and all their rows.
///
/// `None` where they do not fit the states.
pub(crate) fn restored_joins(core: &Core, counts: &[u32], rows: &[u32]) -> Option<Joins> {
    let sum: u64 = counts.iter().copied().map(u64::from).sum();
    let fit = counts.len() == core.states.len() && sum == rows.len() as u64;
    let most = u32::try_from(core.config.actions).unwrap_or(u32::MAX);
    let can_be = |row: &u32| (*row as usize) < core.states.len() && core.states.has_next(*row);
    (fit && counts.iter().all(|count| *count <= most) && rows.iter().all(can_be))
        .then(|| costed(core, counts, rows))
}

/// Joins between these rows, with what they cost.
fn costed(core: &Core, counts: &[u32], rows: &[u32]) -> Joins {
    let mut joins = Joins::with_room(rows.len());
    let mut state = LocalState::new(core.states.joints());
    let mut finder = Finder::new(core);
    let mut rest = rows;
    for (from, count) in (0_u32..).zip(counts) {
        let (of_row, after) = rest.split_at((*count as usize).min(rest.len()));
        rest = after;
        if !of_row.is_empty() {
            core.states.load(&core.library, from, &mut state);
            finder.clear();
            core.ask(&state, &mut finder);
        }
        let choice = |row: &u32| core.choice(*row, finder.distance_squared(core, *row));
        joins.push(of_row.iter().map(choice));
    }
    joins
}
