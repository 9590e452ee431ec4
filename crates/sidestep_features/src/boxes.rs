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

/// Rows gathered from anywhere, their heads by sixteens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    heads: Vec<Heads>,
    slots: Vec<u32>,
}

impl Candidates {
    pub(crate) fn with_room(count: usize) -> Self {
        let heads = Vec::with_capacity(count.div_ceil(WIDTH));
        Self { heads, slots: Vec::with_capacity(count) }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.heads.capacity() * size_of::<Heads>() + self.slots.capacity() * size_of::<u32>()
    }

    pub(crate) fn clear(&mut self) {
        self.heads.clear();
        self.slots.clear();
    }

    /// Adds a slot, whose head lies in `all`.
    #[inline(always)]
    pub(crate) fn push(&mut self, slot: u32, all: &[Heads]) {
        let lane = self.slots.len() % WIDTH;
        if lane == 0 {
            self.heads.push([Line::ZERO; HEAD]);
        }
        let (from, from_lane) = (&all[slot as usize / WIDTH], slot as usize % WIDTH);
        if let Some(heads) = self.heads.last_mut() {
            for (to, from) in heads.iter_mut().zip(from) {
                to.0[lane] = from.0[from_lane];
            }
        }
        self.slots.push(slot);
    }

    /// The heads by sixteens with their slots; the last sixteen may be fewer.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (&Heads, &[u32])> {
        self.heads.iter().zip(self.slots.chunks(WIDTH))
    }
}

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

/// Puts the lesser rows of the coordinate that varies most first: as many as make a full subtree.
fn split(summaries: &[Summary], order: &mut [u32]) {
    let groups = order.len().div_ceil(WIDTH);
    if groups <= 1 {
        return;
    }
    let lesser = WIDTH * (groups.next_power_of_two() / 2);
    let coordinate = most_varied(summaries, order);
    let key = |row: &u32| summaries[*row as usize].head[coordinate];
    order.select_nth_unstable_by(lesser - 1, |a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
    let (left, right) = order.split_at_mut(lesser);
    split(summaries, left);
    split(summaries, right);
}

fn most_varied(summaries: &[Summary], order: &[u32]) -> usize {
    let mut sums = [0.0_f64; HEAD];
    let mut squares = [0.0_f64; HEAD];
    for row in order {
        for (i, x) in summaries[*row as usize].head.iter().enumerate() {
            sums[i] += f64::from(*x);
            squares[i] += f64::from(*x) * f64::from(*x);
        }
    }
    let variance = |i: &usize| squares[*i] - sums[*i] * sums[*i] / order.len() as f64;
    (0..HEAD).max_by(|a, b| variance(a).total_cmp(&variance(b)).then(b.cmp(a))).unwrap_or(0)
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
    let outside = |i: usize| {
        let x = l.splat(head[i]);
        let below = l.sub(l.load(&boxes.low[i]), x);
        let above = l.sub(x, l.load(&boxes.high[i]));
        l.max(l.max(below, above), zero)
    };
    let rest = outside(WIDTH);
    let (mut even, mut odd) = (l.mul(rest, rest), zero);
    for pair in 0..WIDTH / 2 {
        let (a, b) = (outside(2 * pair), outside(2 * pair + 1));
        even = l.fused(a, a, even);
        odd = l.fused(b, b, odd);
    }
    l.add(even, odd)
}

/// Squared distances from a head to sixteen heads: without the length of the rest, and with it.
#[inline(always)]
pub(crate) fn head_distances<L: Lanes>(l: L, heads: &Heads, head: &[f32; HEAD]) -> (L::V, L::V) {
    let off = |i: usize| l.sub(l.load(&heads[i]), l.splat(head[i]));
    let (mut even, mut odd) = (l.splat(0.0), l.splat(0.0));
    for pair in 0..WIDTH / 2 {
        let (a, b) = (off(2 * pair), off(2 * pair + 1));
        even = l.fused(a, a, even);
        odd = l.fused(b, b, odd);
    }
    let sum = l.add(even, odd);
    let rest = off(WIDTH);
    (sum, l.fused(rest, rest, sum))
}
