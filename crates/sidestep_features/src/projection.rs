//! A short summary of a row from which distances can be bounded from below.
//!
//! An orthonormal basis keeps distances. Of the rotated row only the first 31 coordinates are kept,
//! and the length of what is left of it after 16 and after 31. Two such summaries are never farther
//! apart than their rows, because |‖a‖ − ‖b‖| ≤ ‖a − b‖ for the parts left out.
//!
//! Rounding could break this promise, so every summary knows by how much it may be off (`slack`),
//! and pruning adds that to its limit. The bounds on rounding are the standard ones (Higham 2002,
//! "Accuracy and stability of numerical algorithms", section 3.1), for the worst case.

use crate::{
    lanes::{Lanes, Line, WIDTH},
    principal::{mean, principal_directions},
};

/// Coordinates of the first bound: 16 principal ones and the length of the rest.
pub(crate) const HEAD: usize = WIDTH + 1;

/// Principal coordinates kept in all; the last lane of the tail holds the length of the rest.
const KEPT: usize = 2 * WIDTH - 1;

/// Half the distance from 1 to the next f32: the largest relative error of one operation.
const ROUNDING: f32 = f32::EPSILON / 2.0;

/// What is kept of a row for bounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    /// Coordinates 0 to 15, and the length of all others.
    pub(crate) head: [f32; HEAD],
    /// Coordinates 16 to 30, and the length of all after them.
    pub(crate) tail: Line,
    /// How far the summary may be from the exact one.
    pub(crate) slack: f32,
}

impl Summary {
    pub(crate) const ZERO: Self = Self { head: [0.0; HEAD], tail: Line::ZERO, slack: 0.0 };
}

/// The rotation to principal coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Projection {
    mean: Vec<f32>,
    /// Two lines for each dimension: its part in coordinates 0 to 15 and 16 to 30.
    basis: Vec<[Line; 2]>,
}

impl Projection {
    /// Fits the rotation to `rows` and summarizes each of them.
    pub(crate) fn fit(rows: &[f32], dims: usize) -> (Self, Vec<Summary>) {
        let mean = mean(rows, dims);
        let count = dims.min(KEPT);
        let directions = principal_directions(rows, dims, &mean, count);
        let mut basis = vec![[0.0_f64; 2 * WIDTH]; dims];
        for (i, direction) in directions.chunks_exact(dims).enumerate() {
            for (line, x) in basis.iter_mut().zip(direction) {
                line[i] = *x;
            }
        }
        let summaries =
            rows.chunks_exact(dims).map(|row| summarize_exactly(row, &mean, &basis)).collect();
        let basis = basis.iter().map(rounded).collect();
        (Self { mean, basis }, summaries)
    }

    /// Whether all coordinates are kept, so that nothing is left after them.
    fn is_complete(&self) -> bool {
        self.mean.len() <= KEPT
    }

    /// Summarizes a query.
    #[inline(always)]
    pub(crate) fn summarize<L: Lanes>(&self, l: L, query: &[f32]) -> Summary {
        let (coordinates, squared) = self.rotate(l, query);
        let mut summary = Summary::ZERO;
        summary.head[..WIDTH].copy_from_slice(&coordinates[0].0);
        summary.tail = coordinates[1];
        // Every sum runs over a quarter of the dimensions and then over the quarters; centring and
        // the rounded basis add one operation each.
        let gamma = (self.mean.len() as f32 * 0.25 + 10.0) * ROUNDING;
        let length = squared.sqrt() * (1.0 + gamma);
        let of_coordinates = 6.0 * gamma * length;
        let of_square = 16.0 * gamma * length * length;
        let tail_squared = square_sum(&coordinates[1].0);
        let (after_all, slack_after_all) = if self.is_complete() {
            (0.0, 0.0)
        } else {
            root(squared - square_sum(&coordinates[0].0) - tail_squared, of_square)
        };
        // Twice, because a negative square was taken as zero above.
        let (after_head, slack_after_head) =
            root(tail_squared + after_all * after_all, 2.0 * of_square);
        summary.tail.0[WIDTH - 1] = after_all;
        summary.head[WIDTH] = after_head;
        summary.slack = of_coordinates + slack_after_head.max(slack_after_all);
        summary
    }

    /// Coordinates 0 to 31 of a query (the last is 0), and the square of its centred length.
    #[inline(always)]
    fn rotate<L: Lanes>(&self, l: L, query: &[f32]) -> ([Line; 2], f32) {
        let zero = l.splat(0.0);
        let mut sums = [[zero; 2]; 4];
        let mut squares = [0.0_f32; 4];
        let mut step = |way: usize, x: f32, m: f32, lines: &[Line; 2]| {
            let centred = x - m;
            let x = l.splat(centred);
            squares[way] += centred * centred;
            for half in 0..2 {
                sums[way][half] = l.fused(x, l.load(&lines[half]), sums[way][half]);
            }
        };
        let (queries, means) = (query.chunks_exact(4), self.mean.chunks_exact(4));
        let bases = self.basis.chunks_exact(4);
        let rest = queries.remainder().iter().zip(means.remainder()).zip(bases.remainder());
        for (way, ((x, m), lines)) in rest.enumerate() {
            step(way, *x, *m, lines);
        }
        for ((x, m), lines) in queries.zip(means).zip(bases) {
            for way in 0..4 {
                step(way, x[way], m[way], &lines[way]);
            }
        }
        let mut coordinates = [Line::ZERO; 2];
        for (half, line) in coordinates.iter_mut().enumerate() {
            let left = l.add(sums[0][half], sums[1][half]);
            l.store(l.add(left, l.add(sums[2][half], sums[3][half])), line);
        }
        (coordinates, (squares[0] + squares[1]) + (squares[2] + squares[3]))
    }
}

/// The root of `square`, which may be off by `error`, and how far the root may then be off.
#[inline(always)]
fn root(square: f32, error: f32) -> (f32, f32) {
    let value = square.max(0.0).sqrt();
    let slack = error.sqrt();
    (value, if value > slack { error / value } else { slack })
}

#[inline(always)]
fn square_sum(values: &[f32; WIDTH]) -> f32 {
    values.iter().map(|x| x * x).sum()
}

/// The summary of a row of the table, in f64 and then rounded.
fn summarize_exactly(row: &[f32], mean: &[f32], basis: &[[f64; 2 * WIDTH]]) -> Summary {
    let mut coordinates = [0.0_f64; 2 * WIDTH];
    let mut squared = 0.0;
    for ((x, m), line) in row.iter().zip(mean).zip(basis) {
        let centred = f64::from(*x) - f64::from(*m);
        squared += centred * centred;
        for (sum, b) in coordinates.iter_mut().zip(line) {
            *sum += centred * b;
        }
    }
    let square = |part: &[f64]| part.iter().map(|x| x * x).sum::<f64>();
    let (head, tail) = coordinates.split_at(WIDTH);
    let complete = row.len() <= KEPT;
    let after_all =
        if complete { 0.0 } else { (squared - square(head) - square(tail)).max(0.0).sqrt() };
    let after_head = (square(tail) + after_all * after_all).sqrt();
    let mut summary = Summary::ZERO;
    for (to, x) in summary.head.iter_mut().zip(head.iter().chain([&after_head])) {
        *to = *x as f32;
    }
    for (to, x) in summary.tail.0.iter_mut().zip(tail) {
        *to = *x as f32;
    }
    summary.tail.0[WIDTH - 1] = after_all as f32;
    // f64 loses at most √(3000 · 2⁻⁵²) ‖x‖ of a length and f32 rounds each of 32 numbers once.
    summary.slack = 16.0 * ROUNDING * squared.sqrt() as f32;
    summary
}

fn rounded(line: &[f64; 2 * WIDTH]) -> [Line; 2] {
    let mut lines = [Line::ZERO; 2];
    for (i, x) in line.iter().enumerate() {
        lines[i / WIDTH].0[i % WIDTH] = *x as f32;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{InstructionSet, Kernel};

    struct Summarize<'a>(&'a Projection, &'a [f32]);

    impl Kernel for Summarize<'_> {
        type Output = Summary;

        #[inline(always)]
        fn run<L: Lanes>(self, l: L) -> Summary {
            self.0.summarize(l, self.1)
        }
    }

    /// Rows in a plane of 64 dimensions: nothing is left after the head, so the length of the rest is
    /// all rounding. Queries a hair off a row show whether the slack covers it.
    #[test]
    fn summaries_are_never_farther_apart_than_rows_and_slack() {
        const DIMS: usize = 64;
        let wave = |i: usize, by: f32| ((i as f32 * by) % 1.0) - 0.5;
        let row = |r: usize, off: f32| -> Vec<f32> {
            let (a, b) = (wave(r, 0.37), wave(r, 0.73) + off);
            (0..DIMS).map(|d| a * wave(d, 0.61) + b * wave(d, 0.83) + 2.0).collect()
        };
        let rows: Vec<f32> = (0..100).flat_map(|r| row(r, 0.0)).collect();
        let (projection, summaries) = Projection::fit(&rows, DIMS);
        let mut tight = 0;
        for (r, of_row) in summaries.iter().enumerate() {
            for off in [0.0, 1e-6, 1e-3, 0.3] {
                let query = row(r, off);
                let pairs = query.iter().zip(&rows[r * DIMS..]);
                let apart = pairs.map(|(a, b)| f64::from(a - b).powi(2)).sum::<f64>().sqrt();
                for set in InstructionSet::available() {
                    let summary = set.run(Summarize(&projection, &query));
                    let seen = distance(&summary, of_row);
                    let slack = f64::from(summary.slack + of_row.slack);
                    assert!(seen <= apart * 1.000_01 + slack, "{r} {off} {}", set.name());
                    tight += usize::from(off > 0.1 && seen > 0.99 * apart);
                }
            }
        }
        assert!(tight >= 100, "the bound is useless");
    }

    fn distance(a: &Summary, b: &Summary) -> f64 {
        let square = |(a, b): (&f32, &f32)| (f64::from(*a) - f64::from(*b)).powi(2);
        let head = a.head[..WIDTH].iter().zip(&b.head).map(square).sum::<f64>();
        (head + a.tail.0.iter().zip(&b.tail.0).map(square).sum::<f64>()).sqrt()
    }
}
