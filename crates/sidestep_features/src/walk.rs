//! The walk down the boxes, nearest first, passing over all that is proven too far.

use crate::{
    best::{pack, unpack},
    boxes::{box_distances, head_distances},
    index::{Effort, NearestIndex},
    lanes::{Lanes, Line, WIDTH},
    scratch::SearchScratch,
};

/// Finds the `k` slots nearest to the query in `scratch`.
#[inline(always)]
pub(crate) fn find_nearest<L: Lanes>(
    l: L,
    index: &NearestIndex,
    k: usize,
    scratch: &mut SearchScratch,
) {
    scratch.best.reset(k.min(index.len()), index.margin(&scratch.query.summary));
    match index.config.effort {
        Effort::Exact => walk(l, index, Visit::Compare { k }, scratch),
        Effort::Groups(most) => walk_briefly(l, index, (k, most), scratch),
    }
}

/// Makes all rows pending whose summaries are within the limit of `scratch.best`; gives up and
/// returns false where they are more than `most`.
#[inline(always)]
pub(crate) fn collect_within<L: Lanes>(
    l: L,
    index: &NearestIndex,
    most: usize,
    scratch: &mut SearchScratch,
) -> bool {
    walk(l, index, Visit::Collect { most }, scratch);
    scratch.pending.len() <= most
}

/// What is done with the groups of rows that the walk comes to.
#[derive(Clone, Copy)]
enum Visit {
    /// Rows are compared in full.
    Compare { k: usize },
    /// Rows are made pending, until they are more than `most`.
    Collect { most: usize },
}

#[inline(always)]
fn walk<L: Lanes>(l: L, index: &NearestIndex, visit: Visit, scratch: &mut SearchScratch) {
    begin(index, scratch);
    while let Some((distance, entry)) = scratch.stack.pop().map(unpack) {
        if distance > scratch.best.limit() {
            continue;
        }
        let from = scratch.stack.len();
        let (level, group) = (entry >> LEVEL_SHIFT, entry & GROUP_MASK);
        open_group(l, index, (level as usize, group as usize), scratch);
        match visit {
            _ if level > 1 => {}
            Visit::Compare { k } => compare_groups(l, index, k, from, scratch),
            Visit::Collect { most } => {
                collect_groups(l, index, from, scratch);
                if scratch.pending.len() > most {
                    break;
                }
            }
        }
    }
}

/// Compares the rows of the `most` groups nearest to the query. To know them it looks into boxes in
/// the order of their distance, wherever they are.
#[inline(always)]
fn walk_briefly<L: Lanes>(
    l: L,
    index: &NearestIndex,
    (k, most): (usize, usize),
    scratch: &mut SearchScratch,
) {
    begin(index, scratch);
    let mut groups = 0;
    while groups < most.max(1) {
        let nearest = (0..scratch.stack.len()).min_by_key(|at| scratch.stack[*at]);
        let Some(at) = nearest else { break };
        let (distance, entry) = unpack(scratch.stack.swap_remove(at));
        if distance > scratch.best.limit() {
            break;
        }
        let (level, group) = (entry >> LEVEL_SHIFT, (entry & GROUP_MASK) as usize);
        if level > 0 {
            open_group(l, index, (level as usize, group), scratch);
            continue;
        }
        groups += 1;
        collect_rows(l, index, group, scratch);
        if scratch.pending.len() >= 2 * k || scratch.best.limit() < f32::INFINITY {
            let SearchScratch { query, best, pending, .. } = scratch;
            index.compare_pending(l, query, pending, best);
        }
    }
    let SearchScratch { query, best, pending, .. } = scratch;
    index.compare_pending(l, query, pending, best);
}

/// Puts the group of everything onto the empty stack.
#[inline(always)]
fn begin(index: &NearestIndex, scratch: &mut SearchScratch) {
    scratch.pending.clear();
    scratch.stack.clear();
    scratch.stack.push(pack(0.0, place(index.levels.len(), 0)));
}

/// Puts the groups within a group of a level above rows that are near enough onto the stack, the nearest on top.
#[inline(always)]
fn open_group<L: Lanes>(
    l: L,
    index: &NearestIndex,
    (level, group): (usize, usize),
    scratch: &mut SearchScratch,
) {
    let SearchScratch { query, best, stack, .. } = scratch;
    let boxes = &index.levels[level - 1][group];
    let distances = box_distances(l, boxes, &query.summary.head);
    let below = if level == 1 { index.heads.len() } else { index.levels[level - 2].len() };
    let mut near = near_lanes(l, distances, best.limit(), below - group * WIDTH);
    let mut line = Line::ZERO;
    l.store(distances, &mut line);
    let from = stack.len();
    while near != 0 {
        let lane = near.trailing_zeros() as usize;
        near &= near - 1;
        let entry = pack(line.0[lane], place(level - 1, group * WIDTH + lane));
        let mut at = stack.len();
        stack.push(entry);
        while at > from && stack[at - 1] < entry {
            stack[at] = stack[at - 1];
            at -= 1;
        }
        stack[at] = entry;
    }
}

/// Compares the rows of the groups on the stack down to `from`, the nearest groups first.
///
/// As long as there is no limit, rows are collected from twice as many as are sought, so that the
/// first full comparisons already go to good ones.
#[inline(always)]
fn compare_groups<L: Lanes>(
    l: L,
    index: &NearestIndex,
    k: usize,
    from: usize,
    scratch: &mut SearchScratch,
) {
    while scratch.stack.len() > from {
        let Some((distance, entry)) = scratch.stack.pop().map(unpack) else { break };
        if distance > scratch.best.limit() {
            scratch.stack.truncate(from);
            break;
        }
        if let Some(next) = scratch.stack.last() {
            let group = unpack(*next).1 & GROUP_MASK;
            index.heads[group as usize].iter().for_each(|line| l.prefetch(line));
        }
        collect_rows(l, index, (entry & GROUP_MASK) as usize, scratch);
        if scratch.pending.len() >= 2 * k || scratch.best.limit() < f32::INFINITY {
            let SearchScratch { query, best, pending, .. } = scratch;
            index.compare_pending(l, query, pending, best);
        }
    }
    let SearchScratch { query, best, pending, .. } = scratch;
    index.compare_pending(l, query, pending, best);
}

/// Makes those of the sixteen rows of a group pending whose summaries are near enough.
#[inline(always)]
fn collect_rows<L: Lanes>(l: L, index: &NearestIndex, group: usize, scratch: &mut SearchScratch) {
    let SearchScratch { query, best, pending, .. } = scratch;
    let (sums, bounds) = head_distances(l, &index.heads[group], &query.summary.head);
    let from = group * WIDTH;
    let mut near = near_lanes(l, bounds, best.limit(), index.len() - from);
    if near == 0 {
        return;
    }
    let mut line = Line::ZERO;
    l.store(sums, &mut line);
    while near != 0 {
        let lane = near.trailing_zeros() as usize;
        near &= near - 1;
        let slot = slot_number(from + lane);
        let bound = index.bound(l, query, slot, line.0[lane]);
        if bound > best.limit() {
            continue;
        }
        index.lines_of(slot).iter().for_each(|line| l.prefetch(line));
        pending.push(pack(bound, slot));
    }
}

/// One bit for each of the first `present` lanes that is not above the limit.
#[inline(always)]
pub(crate) fn near_lanes<L: Lanes>(l: L, bounds: L::V, limit: f32, present: usize) -> u32 {
    !l.above(bounds, l.splat(limit)) & ((1_u32 << present.min(WIDTH)) - 1)
}

/// Makes the rows of the groups on the stack down to `from` pending.
#[inline(always)]
fn collect_groups<L: Lanes>(l: L, index: &NearestIndex, from: usize, scratch: &mut SearchScratch) {
    for at in from..scratch.stack.len() {
        let group = unpack(scratch.stack[at]).1 & GROUP_MASK;
        collect_rows(l, index, group as usize, scratch);
    }
    scratch.stack.truncate(from);
}

/// Levels stand above 28 bits of group: 2^32 rows make no more groups of sixteen.
const LEVEL_SHIFT: u32 = 28;
const GROUP_MASK: u32 = (1 << LEVEL_SHIFT) - 1;

#[inline(always)]
fn place(level: usize, group: usize) -> u32 {
    slot_number(level << LEVEL_SHIFT | group)
}

#[inline(always)]
pub(crate) fn slot_number(slot: usize) -> u32 {
    slot as u32
}
