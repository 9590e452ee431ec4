//! The order in which anchors are swept.
//!
//! An anchor is a state at which values are kept, one for each cell of a task. Mostly a character goes
//! on with the row it follows, so an anchor's value comes from the next one. Anchors are therefore
//! swept in blocks from the last to the first, and within a block the values of the sweep itself are
//! used: they travel down a whole block in one sweep where else they would travel one frame (block
//! Gauss-Seidel). Blocks see each other's values of the sweep before, so the result has the same bits
//! on any number of threads.

use std::ops::Range;

/// Anchors of a block.
pub const BLOCK: usize = 512;

/// One anchor that is written, and all that is known when it is.
pub struct Place<'a> {
    /// Where its values begin.
    pub first: usize,
    /// Its values, to be written.
    pub next: &'a mut [f32],
    /// All other values.
    pub known: Known<'a>,
}

/// The values that are known while an anchor is swept.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The values of the sweep before.
    pub values: &'a [f32],
    /// The values of this sweep after the anchor, to the end of the block.
    done: &'a [f32],
    first_done: usize,
    cells: usize,
}

/// Visits the anchors of the block with this number, the last first; each with its place in the
/// block.
#[inline(always)]
pub fn each_anchor(
    cells: usize,
    values: &[f32],
    (block, next): (usize, &mut [f32]),
    mut visit: impl FnMut(usize, Place<'_>),
) {
    let start = block * BLOCK * cells;
    for place in (0..next.len()).step_by(cells).rev() {
        let (until, done) = next.split_at_mut(place + cells);
        let first = start + place;
        let known = Known { values, done, first_done: first + cells, cells };
        visit(place, Place { first, next: &mut until[place..], known });
    }
}

impl Place<'_> {
    /// Adds the rewards to the best of the cells and returns the largest change.
    #[inline]
    pub fn reward(&mut self, rewards: &[f32]) -> f32 {
        let (old, rewards) = (&self.known.values[self.first..], &rewards[self.first..]);
        let mut change = 0.0_f32;
        for ((next, old), reward) in self.next.iter_mut().zip(old).zip(rewards) {
            *next += reward;
            change = change.max((*next - old).abs());
        }
        change
    }
}

impl<'a> Known<'a> {
    /// The values of the anchor whose values begin at `target`.
    #[inline(always)]
    pub fn of(self, target: usize) -> &'a [f32] {
        let after = target.wrapping_sub(self.first_done);
        let from =
            if after < self.done.len() { &self.done[after..] } else { &self.values[target..] };
        &from[..self.cells]
    }

    /// Mixes a part of the values of some anchors by their shares.
    #[inline]
    pub fn mix(self, anchors: &[(u32, f32)], part: Range<usize>, mixed: &mut [f32]) {
        let of = |anchor: u32| &self.of(anchor as usize * self.cells)[part.clone()];
        let mixed = &mut mixed[part.clone()];
        mixed.fill(0.0);
        // PERF: sums are read and written once for four anchors.
        let (fours, rest) = anchors.as_chunks::<4>();
        for [a, b, c, d] in fours {
            let rows = of(a.0).iter().zip(of(b.0)).zip(of(c.0)).zip(of(d.0));
            for (sum, (((of_a, of_b), of_c), of_d)) in mixed.iter_mut().zip(rows) {
                *sum = *sum + a.1 * of_a + b.1 * of_b + c.1 * of_c + d.1 * of_d;
            }
        }
        for (anchor, share) in rest {
            for (sum, value) in mixed.iter_mut().zip(of(*anchor)) {
                *sum += share * value;
            }
        }
    }
}
