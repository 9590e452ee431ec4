//! A matrix times a vector, with the bits of the plain loop on every machine.

use super::{InstructionSet, Kernel, Lanes, Line, WIDTH};

/// Lines of rows that are worked on together: enough to hide the time an addition takes.
pub const STRIP: usize = 4;

/// Vectors that share what is read of the matrix.
const SHARE: usize = 6;

/// Columns that go round among the vectors at a time: 32 KiB of a strip, so that it stays near.
const DEPTH: usize = 128;

/// A matrix as [`Matrix::add_product`] reads it: sixteen rows side by side.
///
/// Every sum is taken column by column, from the first to the last, each product and its addition
/// rounded once. So the result is that of two plain loops to the bit, whatever the machine.
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

    /// The number in a row and a column; 0 past the last.
    pub fn get(&self, row: usize, column: usize) -> f32 {
        if row >= self.rows || column >= self.columns {
            return 0.0;
        }
        let (line, lane) = (row / WIDTH, row % WIDTH);
        let first = line / STRIP * STRIP;
        let width = (self.lines() - first).min(STRIP);
        self.lines[first * self.columns + column * width + line - first].0[lane]
    }

    /// Adds the products with many vectors to as many sums: the bits are those of one
    /// [`Matrix::add_product`] for each, but the matrix is read once for all.
    ///
    /// Vectors lie `stride` numbers apart, sums [`Matrix::lines`] lines; there are as many vectors as
    /// whole sums.
    pub fn add_products(
        &self,
        set: InstructionSet,
        vectors: &[f32],
        stride: usize,
        sums: &mut [Line],
    ) {
        set.run(AddProducts { matrix: self, vectors, stride, sums });
    }

    /// Adds the products of one strip, which is [`STRIP`] lines of rows, with many vectors to as many sums
    /// of [`STRIP`] lines, one right after the other. The bits are those of [`Matrix::add_products`].
    ///
    /// For who needs the sums of a few rows of all vectors at a time. A strip that is not whole, or vectors
    /// that are not, are left alone.
    pub fn add_strip_products(
        &self,
        set: InstructionSet,
        strip: usize,
        vectors: (&[f32], usize),
        sums: &mut [Line],
    ) {
        set.run(AddStripProducts { matrix: self, strip, vectors, sums });
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

struct AddProducts<'a> {
    matrix: &'a Matrix,
    vectors: &'a [f32],
    stride: usize,
    sums: &'a mut [Line],
}

impl Kernel for AddProducts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { matrix, vectors, stride, sums } = self;
        let (columns, height) = (matrix.columns, matrix.lines());
        let count = sums.len().checked_div(height).unwrap_or(0);
        if count == 0 {
            return;
        }
        let are_whole = vectors.len() >= (count - 1) * stride + columns;
        let can_share = are_whole && count > 1;
        let mut lines = matrix.lines.as_slice();
        for first in (0..height).step_by(STRIP) {
            let width = (height - first).min(STRIP);
            let (these, rest) = lines.split_at(width * columns);
            lines = rest;
            if width == STRIP && can_share {
                let strip = these.as_chunks::<STRIP>().0;
                shared_strip(lanes, (strip, first), (vectors, stride), (sums, height));
                continue;
            }
            for (i, sums) in sums.chunks_exact_mut(height).enumerate() {
                let vector = vectors.get(i * stride..).unwrap_or_default();
                let vector = &vector[..vector.len().min(columns)];
                let sums = &mut sums[first..first + width];
                if let Ok(sums) = <&mut [Line; STRIP]>::try_from(&mut *sums) {
                    whole_strip(lanes, these, vector, sums);
                } else {
                    part_of_strip(lanes, (these, width), vector, sums);
                }
            }
        }
    }
}

struct AddStripProducts<'a> {
    matrix: &'a Matrix,
    strip: usize,
    vectors: (&'a [f32], usize),
    sums: &'a mut [Line],
}

impl Kernel for AddStripProducts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { matrix, strip, vectors: (vectors, stride), sums } = self;
        let columns = matrix.columns;
        let Some(last) = (sums.len() / STRIP).checked_sub(1) else { return };
        let is_whole = (strip + 1) * STRIP <= matrix.lines();
        if !is_whole || vectors.len() < last * stride + columns {
            return;
        }
        let strip = matrix.lines[strip * STRIP * columns..][..STRIP * columns].as_chunks().0;
        shared_strip(lanes, (strip, 0), (vectors, stride), (sums, STRIP));
    }
}

/// A whole strip times many vectors. A piece of it goes round among all vectors while it is near.
#[inline(always)]
fn shared_strip<L: Lanes>(
    lanes: L,
    (strip, first): (&[[Line; STRIP]], usize),
    (vectors, stride): (&[f32], usize),
    (sums, height): (&mut [Line], usize),
) {
    for (piece, columns) in strip.chunks(DEPTH).enumerate() {
        let mut from = piece * DEPTH;
        let mut rest = &mut *sums;
        while rest.len() >= SHARE * height {
            let (these, others) = rest.split_at_mut(SHARE * height);
            shared::<L, SHARE>(
                lanes,
                (columns, first),
                (&vectors[from..], stride),
                (these, height),
            );
            (rest, from) = (others, from + SHARE * stride);
        }
        while rest.len() >= height {
            let own = rest.len().min(2 * height) / height;
            let (these, others) = rest.split_at_mut(own * height);
            if own == 2 {
                shared::<L, 2>(
                    lanes,
                    (columns, first),
                    (&vectors[from..], stride),
                    (these, height),
                );
            } else {
                shared::<L, 1>(
                    lanes,
                    (columns, first),
                    (&vectors[from..], stride),
                    (these, height),
                );
            }
            (rest, from) = (others, from + own * stride);
        }
    }
}

/// Some columns of a strip times some vectors, in blocks as large as the registers are many.
#[inline(always)]
fn shared<L: Lanes, const VECTORS: usize>(
    lanes: L,
    (columns, first): (&[[Line; STRIP]], usize),
    (vectors, stride): (&[f32], usize),
    (sums, height): (&mut [Line], usize),
) {
    let mut own = [vectors; VECTORS];
    for (i, own) in own.iter_mut().enumerate() {
        *own = &vectors[i * stride..][..columns.len()];
    }
    if L::SUMS >= STRIP * VECTORS {
        block::<L, STRIP, VECTORS>(lanes, (columns, first), own, sums, height);
        return;
    }
    for line in 0..STRIP {
        block::<L, 1, VECTORS>(lanes, (columns, first + line), own, sums, height);
    }
}

/// Some lines of a strip times several vectors: all sums stay in registers, and every number that is
/// read serves several times.
#[inline(always)]
fn block<L: Lanes, const LINES: usize, const VECTORS: usize>(
    lanes: L,
    (columns, first): (&[[Line; STRIP]], usize),
    vectors: [&[f32]; VECTORS],
    sums: &mut [Line],
    height: usize,
) {
    let at = |vector: usize, line: usize| vector * height + first + line;
    // PERF: plain loops over indices. What the compiler does not unroll at once (`array::from_fn`,
    // `into_iter`) keeps the sums in memory: 17.4 ms of a step of a hundred characters instead of 12.
    let zero = lanes.splat(0.0);
    let mut totals = [[zero; LINES]; VECTORS];
    for i in 0..VECTORS {
        for line in 0..LINES {
            totals[i][line] = lanes.load(&sums[at(i, line)]);
        }
    }
    for (k, column) in columns.iter().enumerate() {
        let mut weights = [zero; LINES];
        for line in 0..LINES {
            weights[line] = lanes.load(&column[first % STRIP + line]);
        }
        for i in 0..VECTORS {
            let x = lanes.splat(vectors[i][k]);
            for line in 0..LINES {
                totals[i][line] = lanes.fused_once(weights[line], x, totals[i][line]);
            }
        }
    }
    for i in 0..VECTORS {
        for line in 0..LINES {
            lanes.store(totals[i][line], &mut sums[at(i, line)]);
        }
    }
}

/// Four lines at a time: the sums stay in registers.
#[inline(always)]
fn whole_strip<L: Lanes>(lanes: L, lines: &[Line], vector: &[f32], sums: &mut [Line; STRIP]) {
    let [mut a, mut b, mut c, mut d] = [0, 1, 2, 3].map(|line| lanes.load(&sums[line]));
    for (column, x) in lines.as_chunks::<STRIP>().0.iter().zip(vector) {
        let x = lanes.splat(*x);
        a = lanes.fused_once(lanes.load(&column[0]), x, a);
        b = lanes.fused_once(lanes.load(&column[1]), x, b);
        c = lanes.fused_once(lanes.load(&column[2]), x, c);
        d = lanes.fused_once(lanes.load(&column[3]), x, d);
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
            v = lanes.fused_once(lanes.load(&column[place]), lanes.splat(*x), v);
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
                    let add = |sum: f32, (m, x): (&f32, &f32)| crate::fused_once(*m, *x, sum);
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
    fn many_vectors_have_the_bits_of_one_after_the_other() {
        for (rows, columns, count) in [(64, 30, 9), (65, 7, 4), (200, 129, 15), (16, 3, 1)] {
            let (values, stride) = (numbers(rows * columns, 1), columns + 3);
            let vectors = numbers(stride * count, 2);
            let matrix = Matrix::from_rows(rows, columns, &values).unwrap();
            for (row, column) in [(0, 0), (rows - 1, columns - 1), (rows / 2, columns / 2)] {
                assert_eq!(matrix.get(row, column), values[row * columns + column]);
            }
            for set in InstructionSet::available() {
                let start = as_lines(&numbers(rows, 3));
                let mut together = start.repeat(count);
                matrix.add_products(set, &vectors, stride, &mut together);
                for strip in 0..start.len() / STRIP {
                    let lines = strip * STRIP..(strip + 1) * STRIP;
                    let mut sums = start[lines.clone()].repeat(count);
                    matrix.add_strip_products(set, strip, (&vectors, stride), &mut sums);
                    for (found, whole) in sums.chunks(STRIP).zip(together.chunks(start.len())) {
                        assert_eq!(found, &whole[lines.clone()], "{}", set.name());
                    }
                }
                for (vector, found) in vectors.chunks(stride).zip(together.chunks(start.len())) {
                    let mut alone = start.clone();
                    matrix.add_product(set, vector, &mut alone);
                    assert_eq!(found, alone, "{rows} x {columns} {}", set.name());
                }
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
        let before = sums.clone();
        matrix.add_strip_products(InstructionSet::best(), 0, (&[2.0, 1.0], 2), &mut sums);
        assert_eq!(sums, before);
        let nothing = Matrix::from_rows(0, 0, &[]).unwrap();
        nothing.add_product(InstructionSet::best(), &[], &mut none);
    }
}
