//! A matrix times a vector, with the bits of the plain loop on every machine.

use super::{InstructionSet, Kernel, Lanes, Line, WIDTH};

/// Lines of rows that are worked on together: enough to hide the time an addition takes.
const STRIP: usize = 4;

/// A matrix as [`Matrix::add_product`] reads it: sixteen rows side by side.
///
/// Every sum is taken column by column, from the first to the last, each product and each addition
/// rounded on its own. So the result is that of two plain loops to the bit, whatever the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    /// Strip by strip: column by column, the lines of the strip's rows. The rows past the last are 0.
    lines: Vec<Line>,
}

impl Matrix {
    /// Of numbers row by row; `None` where there are not `rows` times `columns` of them.
    pub fn from_rows(rows: usize, columns: usize, values: &[f32]) -> Option<Self> {
        if rows.checked_mul(columns) != Some(values.len()) {
            return None;
        }
        let mut lines = Vec::with_capacity(rows.div_ceil(WIDTH) * columns);
        let height = STRIP * WIDTH;
        for strip in (0..rows).step_by(height) {
            let end = rows.min(strip + height);
            for column in 0..columns {
                for first in (strip..end).step_by(WIDTH) {
                    let mut line = Line::ZERO;
                    for (lane, row) in line.0.iter_mut().zip(first..end) {
                        *lane = values[row * columns + column];
                    }
                    lines.push(line);
                }
            }
        }
        Some(Self { rows, columns, lines })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many lines hold one number for each row.
    pub fn lines(&self) -> usize {
        self.rows.div_ceil(WIDTH)
    }

    /// Adds the product with a vector to `sums`, such as the biases of a layer.
    ///
    /// `vector` holds a number for each column, `sums` one for each row in [`Matrix::lines`] lines;
    /// what is missing counts as 0, what is too much is left alone. Allocates nothing.
    pub fn add_product(&self, set: InstructionSet, vector: &[f32], sums: &mut [Line]) {
        set.run(AddProduct { matrix: self, vector, sums });
    }
}

struct AddProduct<'a> {
    matrix: &'a Matrix,
    vector: &'a [f32],
    sums: &'a mut [Line],
}

impl Kernel for AddProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { matrix, vector, sums } = self;
        let columns = matrix.columns;
        let mut lines = matrix.lines.as_slice();
        for strip in 0..matrix.lines().div_ceil(STRIP) {
            let first = strip * STRIP;
            let width = (matrix.lines() - first).min(STRIP);
            let (these, rest) = lines.split_at(width * columns);
            lines = rest;
            let Some(sums) = sums.get_mut(first..(first + width).min(sums.len())) else { return };
            if let Ok(sums) = <&mut [Line; STRIP]>::try_from(&mut *sums) {
                whole_strip(lanes, these, vector, sums);
            } else {
                part_of_strip(lanes, (these, width), vector, sums);
            }
        }
    }
}

/// Four lines at a time: the sums stay in registers.
#[inline(always)]
fn whole_strip<L: Lanes>(lanes: L, lines: &[Line], vector: &[f32], sums: &mut [Line; STRIP]) {
    let [mut a, mut b, mut c, mut d] = [0, 1, 2, 3].map(|line| lanes.load(&sums[line]));
    for (column, x) in lines.as_chunks::<STRIP>().0.iter().zip(vector) {
        let x = lanes.splat(*x);
        a = lanes.add(a, lanes.mul(lanes.load(&column[0]), x));
        b = lanes.add(b, lanes.mul(lanes.load(&column[1]), x));
        c = lanes.add(c, lanes.mul(lanes.load(&column[2]), x));
        d = lanes.add(d, lanes.mul(lanes.load(&column[3]), x));
    }
    for (sum, v) in sums.iter_mut().zip([a, b, c, d]) {
        lanes.store(v, sum);
    }
}

/// One line after the other, where there are fewer.
#[inline(always)]
fn part_of_strip<L: Lanes>(
    lanes: L,
    (lines, width): (&[Line], usize),
    vector: &[f32],
    sums: &mut [Line],
) {
    for (place, sum) in sums.iter_mut().enumerate() {
        let mut v = lanes.load(sum);
        for (column, x) in lines.chunks_exact(width).zip(vector) {
            v = lanes.add(v, lanes.mul(lanes.load(&column[place]), lanes.splat(*x)));
        }
        lanes.store(v, sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all sizes, so that the order of additions shows.
    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut bits = seed;
        let mut next = || {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((bits >> 8) as f32 / 8_388_608.0 - 1.0) * 10.0_f32.powi((bits >> 4) as i32 % 7 - 3)
        };
        (0..count).map(|_| next()).collect()
    }

    fn as_lines(values: &[f32]) -> Vec<Line> {
        let chunks = values.chunks(WIDTH);
        chunks
            .map(|chunk| {
                let mut line = Line::ZERO;
                line.0[..chunk.len()].copy_from_slice(chunk);
                line
            })
            .collect()
    }

    #[test]
    fn every_instruction_set_has_the_bits_of_two_plain_loops() {
        for (rows, columns) in [(1, 1), (16, 3), (17, 40), (63, 5), (64, 64), (65, 7), (200, 129)] {
            let (values, vector) = (numbers(rows * columns, 1), numbers(columns, 2));
            let biases = numbers(rows, 3);
            let expected: Vec<u32> = (0..rows)
                .map(|row| {
                    let of_row = &values[row * columns..][..columns];
                    let add = |sum: f32, (m, x): (&f32, &f32)| sum + m * x;
                    of_row.iter().zip(&vector).fold(biases[row], add).to_bits()
                })
                .collect();
            let matrix = Matrix::from_rows(rows, columns, &values).unwrap();
            for set in InstructionSet::available() {
                let mut sums = as_lines(&biases);
                matrix.add_product(set, &vector, &mut sums);
                let found = sums.iter().flat_map(|line| line.0).map(f32::to_bits).take(rows);
                assert!(found.eq(expected.iter().copied()), "{rows} x {columns} {}", set.name());
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_or_left_alone() {
        assert_eq!(Matrix::from_rows(2, 3, &[0.0; 5]), None);
        assert_eq!(Matrix::from_rows(usize::MAX, 2, &[]), None);
        let matrix = Matrix::from_rows(40, 2, &[1.0; 80]).unwrap();
        let mut sums = vec![Line::ZERO; 5];
        matrix.add_product(InstructionSet::best(), &[2.0], &mut sums);
        assert_eq!(
            (sums[0].0[0], sums[2].0[7], sums[2].0[8], sums[3]),
            (2.0, 2.0, 0.0, Line::ZERO)
        );
        let mut none = [];
        matrix.add_product(InstructionSet::best(), &[2.0, 1.0], &mut none);
        let nothing = Matrix::from_rows(0, 0, &[]).unwrap();
        nothing.add_product(InstructionSet::best(), &[], &mut none);
    }
}
