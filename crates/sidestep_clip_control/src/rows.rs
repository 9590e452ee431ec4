//! The rows of a linear program of values: each holds the functions of one or two clips.

use sidestep_lanes::{InstructionSet, Kernel, Lanes};
use std::ops::Range;

/// Rows Σ a_i r_i <= b, each with a few runs of neighbouring variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    values: Vec<f64>,
    runs: Vec<Run>,
    /// Where the runs of each row end.
    ends: Vec<usize>,
    bounds: Vec<f64>,
}

/// Some neighbouring variables of a row.
#[derive(Clone, Debug)]
struct Run {
    column: usize,
    values: Range<usize>,
}

impl Rows {
    /// Adds a row of runs, each with the number of its first variable.
    pub(crate) fn push(&mut self, runs: &[(usize, &[f64])], bound: f64) {
        for (column, values) in runs {
            let from = self.values.len();
            self.values.extend_from_slice(values);
            self.runs.push(Run { column: *column, values: from..self.values.len() });
        }
        self.ends.push(self.runs.len());
        self.bounds.push(bound);
    }

    pub(crate) fn len(&self) -> usize {
        self.bounds.len()
    }

    pub(crate) fn bounds(&self) -> &[f64] {
        &self.bounds
    }

    /// The runs of each row.
    fn each(&self) -> impl Iterator<Item = &[Run]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let runs = &self.runs[start..*end];
            start = *end;
            runs
        })
    }

    fn sum(&self, runs: &[Run], r: &[f64]) -> f64 {
        let of_run = |run: &Run| -> f64 {
            let values = &self.values[run.values.clone()];
            values.iter().zip(&r[run.column..]).map(|(value, r)| value * r).sum()
        };
        runs.iter().map(of_run).sum()
    }

    /// Drops the rows that r stays clear of by more than `slack`, but for the first ones.
    pub(crate) fn keep_near(&mut self, r: &[f64], slack: f64, first: usize) {
        let old = std::mem::take(self);
        for (runs, bound) in old.each().zip(&old.bounds) {
            if bound - old.sum(runs, r) <= slack || self.len() < first {
                let runs = runs.iter().map(|run| (run.column, &old.values[run.values.clone()]));
                self.push(&runs.collect::<Vec<_>>(), *bound);
            }
        }
    }

    /// A r.
    pub(crate) fn times(&self, r: &[f64]) -> Vec<f64> {
        self.each().map(|runs| self.sum(runs, r)).collect()
    }

    /// Aᵀ x.
    pub(crate) fn transposed_times(&self, x: &[f64], columns: usize) -> Vec<f64> {
        let mut out = vec![0.0; columns];
        for (runs, x) in self.each().zip(x) {
            for run in runs {
                let values = &self.values[run.values.clone()];
                let out = out[run.column..].iter_mut().zip(values);
                out.for_each(|(out, value)| *out += value * x);
            }
        }
        out
    }

    /// The lower half of Aᵀ D A, row by row, D being diagonal.
    pub(crate) fn normal_matrix(&self, diagonal: &[f64], columns: usize) -> Vec<f64> {
        let mut out = vec![0.0; columns * columns];
        InstructionSet::best().run(Normal { rows: self, diagonal, columns, out: &mut out });
        out
    }

    /// Every entry with its row and column, row by row; one place may come twice and counts as the sum.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.each().enumerate().flat_map(move |(row, runs)| {
            runs.iter().flat_map(move |run| {
                let values = self.values[run.values.clone()].iter();
                (run.column..).zip(values).map(move |(column, value)| (row, column, *value))
            })
        })
    }
}

/// Sums up a normal matrix.
struct Normal<'a> {
    rows: &'a Rows,
    diagonal: &'a [f64],
    columns: usize,
    out: &'a mut [f64],
}

impl Kernel for Normal<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        for (runs, scale) in self.rows.each().zip(self.diagonal) {
            for (down, across) in runs.iter().flat_map(|a| runs.iter().map(move |b| (a, b))) {
                if down.column < across.column {
                    continue;
                }
                let across_values = &self.rows.values[across.values.clone()];
                for (row, value) in (down.column..).zip(&self.rows.values[down.values.clone()]) {
                    let scaled = scale * value;
                    let from = row * self.columns + across.column;
                    let out = self.out[from..from + across_values.len()].iter_mut();
                    out.zip(across_values).for_each(|(out, value)| *out += scaled * value);
                }
            }
        }
    }
}
