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

    /// What a normal matrix is summed up of.
    pub(crate) fn products(&self) -> Products {
        let pairs = self.each().enumerate().flat_map(|(row, runs)| {
            let pairs = runs.iter().flat_map(|a| runs.iter().map(move |b| (a, b)));
            let lower = pairs.filter(|(down, across)| down.column >= across.column);
            lower.map(move |(down, across)| Product {
                place: [down.column, across.column, down.values.len(), across.values.len()],
                values: [down.values.start, across.values.start],
                row,
            })
        });
        let mut pairs: Vec<Product> = pairs.collect();
        pairs.sort_by_key(|pair| pair.place);
        Products(pairs)
    }

    /// The lower half of Aᵀ D A, row by row, D being diagonal.
    pub(crate) fn normal_matrix(
        &self,
        products: &Products,
        diagonal: &[f64],
        columns: usize,
    ) -> Vec<f64> {
        let mut out = vec![0.0; columns * columns];
        let values = &*self.values;
        let normal = Normal { values, products, diagonal, columns, out: &mut out };
        InstructionSet::best().run(normal);
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

/// Pairs of runs of one row, those of the same two clips side by side.
pub(crate) struct Products(Vec<Product>);

/// A run times another one of the same row.
struct Product {
    /// First row and column of the matrix, and how many.
    place: [usize; 4],
    /// Where the values of both begin.
    values: [usize; 2],
    row: usize,
}

/// Sums up a normal matrix.
struct Normal<'a> {
    values: &'a [f64],
    products: &'a Products,
    diagonal: &'a [f64],
    columns: usize,
    out: &'a mut [f64],
}

impl Kernel for Normal<'_> {
    type Output = ();

    /// PERF: four products at a time read and write the matrix a quarter as often.
    #[inline(always)]
    fn run<L: Lanes>(mut self, _: L) {
        for same in self.products.0.chunk_by(|a, b| a.place == b.place) {
            let mut fours = same.chunks_exact(4);
            for four in &mut fours {
                self.add([&four[0], &four[1], &four[2], &four[3]]);
            }
            for one in fours.remainder() {
                self.add([one]);
            }
        }
    }
}

impl Normal<'_> {
    #[inline(always)]
    fn add<const N: usize>(&mut self, products: [&Product; N]) {
        let [down, across, rows, columns] = products[0].place;
        let scales = products.map(|product| self.diagonal[product.row]);
        for row in 0..rows {
            // Only the lower half counts.
            let width = columns.min(down + row + 1 - across);
            let from = (down + row) * self.columns + across;
            let out = &mut self.out[from..from + width];
            let mut factors = [0.0; N];
            for (factor, (product, scale)) in factors.iter_mut().zip(products.iter().zip(scales)) {
                *factor = scale * self.values[product.values[0] + row];
            }
            let others = products.map(|product| &self.values[product.values[1]..][..width]);
            for (column, out) in out.iter_mut().enumerate() {
                let mut sum = *out;
                for (factor, other) in factors.iter().zip(&others) {
                    sum += factor * other[column];
                }
                *out = sum;
            }
        }
    }
}
