//! Rows grouped by sixteens, sixteens by sixteens, each group in a box around its summaries.
//!
//! The order is that of a kd-tree whose every subtree of 16, 256, 4096 … rows is full, so groups
//! need no pointers: group g of a level holds groups 16 g to 16 g + 15 of the level below.

use crate::{
    lanes::{Lanes, Line, WIDTH},
    projection::{HEAD, Summary},
};

/// The heads of sixteen rows, coordinate by coordinate.
pub(crate) type Heads = [Line; HEAD];

/// The boxes around sixteen groups, coordinate by coordinate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boxes {
    low: Heads,
    high: Heads,
}

/// Numbers of the rows in kd order.
pub(crate) fn kd_order(summaries: &[Summary]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(summaries.len()).collect();
    split(summaries, &mut order);
    order
}

/// Puts the lesser rows of the widest coordinate first: as many as make a full subtree.
fn split(summaries: &[Summary], order: &mut [u32]) {
    let groups = order.len().div_ceil(WIDTH);
    if groups <= 1 {
        return;
    }
    let lesser = WIDTH * (groups.next_power_of_two() / 2);
    let coordinate = widest(summaries, order);
    let key = |row: &u32| summaries[*row as usize].head[coordinate];
    order.select_nth_unstable_by(lesser - 1, |a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
    let (left, right) = order.split_at_mut(lesser);
    split(summaries, left);
    split(summaries, right);
}

fn widest(summaries: &[Summary], order: &[u32]) -> usize {
    let mut low = [f32::INFINITY; HEAD];
    let mut high = [f32::NEG_INFINITY; HEAD];
    for row in order {
        for (i, x) in summaries[*row as usize].head.iter().enumerate() {
            low[i] = low[i].min(*x);
            high[i] = high[i].max(*x);
        }
    }
    let width = |i: &usize| high[*i] - low[*i];
    (0..HEAD).max_by(|a, b| width(a).total_cmp(&width(b)).then(b.cmp(a))).unwrap_or(0)
}

/// Heads of the rows in order, by sixteens; a last group that is not full repeats its last row.
pub(crate) fn gather_heads(summaries: &[Summary], order: &[u32]) -> Vec<Heads> {
    let head_of = |row: u32| summaries[row as usize].head;
    order
        .chunks(WIDTH)
        .map(|rows| {
            let mut heads = [Line::ZERO; HEAD];
            for lane in 0..WIDTH {
                let head = head_of(rows[lane.min(rows.len() - 1)]);
                for (line, x) in heads.iter_mut().zip(head) {
                    line.0[lane] = x;
                }
            }
            heads
        })
        .collect()
}

/// The levels of boxes, from those around sixteen rows up to one group of all.
pub(crate) fn stack_boxes(heads: &[Heads]) -> Vec<Vec<Boxes>> {
    let mut bounds: Vec<Bounds> = heads.iter().map(|group| bounds_of(group, group)).collect();
    let mut levels = Vec::new();
    while !bounds.is_empty() {
        let level: Vec<Boxes> = bounds.chunks(WIDTH).map(boxes_around).collect();
        bounds = level.iter().map(|boxes| bounds_of(&boxes.low, &boxes.high)).collect();
        let is_top = level.len() == 1;
        levels.push(level);
        if is_top {
            break;
        }
    }
    levels
}

type Bounds = [(f32, f32); HEAD];

fn bounds_of(low: &Heads, high: &Heads) -> Bounds {
    std::array::from_fn(|i| {
        let least = low[i].0.iter().copied().fold(f32::INFINITY, f32::min);
        (least, high[i].0.iter().copied().fold(f32::NEG_INFINITY, f32::max))
    })
}

/// Boxes side by side; where there are fewer than sixteen the last is repeated.
fn boxes_around(bounds: &[Bounds]) -> Boxes {
    let mut boxes = Boxes { low: [Line::ZERO; HEAD], high: [Line::ZERO; HEAD] };
    for lane in 0..WIDTH {
        let bounds = bounds[lane.min(bounds.len() - 1)];
        for (i, (low, high)) in bounds.into_iter().enumerate() {
            (boxes.low[i].0[lane], boxes.high[i].0[lane]) = (low, high);
        }
    }
    boxes
}

/// Squared distances from a head to sixteen boxes.
#[inline(always)]
pub(crate) fn box_distances<L: Lanes>(l: L, boxes: &Boxes, head: &[f32; HEAD]) -> L::V {
    let zero = l.splat(0.0);
    let mut sums = [zero; 2];
    for (i, x) in head.iter().enumerate() {
        let x = l.splat(*x);
        let below = l.sub(l.load(&boxes.low[i]), x);
        let above = l.sub(x, l.load(&boxes.high[i]));
        let outside = l.max(l.max(below, above), zero);
        sums[i % 2] = l.fused(outside, outside, sums[i % 2]);
    }
    l.add(sums[0], sums[1])
}

/// Squared distances from a head to sixteen heads: without the length of the rest, and with it.
#[inline(always)]
pub(crate) fn head_distances<L: Lanes>(l: L, heads: &Heads, head: &[f32; HEAD]) -> (L::V, L::V) {
    let zero = l.splat(0.0);
    let mut sums = [zero; 2];
    for i in 0..WIDTH {
        let off = l.sub(l.load(&heads[i]), l.splat(head[i]));
        sums[i % 2] = l.fused(off, off, sums[i % 2]);
    }
    let sum = l.add(sums[0], sums[1]);
    let rest = l.sub(l.load(&heads[WIDTH]), l.splat(head[WIDTH]));
    (sum, l.fused(rest, rest, sum))
}
