//! A matrix of small whole numbers times a vector of such: exact, so equal on every machine.
//!
//! A quarter of the bytes of a [`Matrix`](super::Matrix), which is what counts where a matrix is
//! larger than the caches.

mod dots;

use super::{InstructionSet, Kernel, Lanes, Line, STRIP, WIDTH};
use std::ops::Range;

/// Columns that are multiplied together: what one lane of 32 bits holds.
const QUAD: usize = 4;

/// A matrix of bytes from -127 to 127, with a scale for each row.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantisedMatrix {
    rows: usize,
    columns: usize,
    /// For whole strips, as are the shifts; those past the last row are 0.
    scales: Vec<f32>,
    /// 128 times the sum of each row: vectors are shifted up by 128, and with them every product.
    shifts: Vec<i32>,
    /// Strip by strip: four columns after four columns, the tiles of the strip's rows. The rows past the
    /// last are 0.
    tiles: Vec<[Tile; STRIP]>,
}

/// Four columns of sixteen rows.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
struct Tile([[i8; QUAD]; WIDTH]);

/// Turns numbers into bytes around 128 and gives what one step is worth: the largest becomes 127 steps.
///
/// `bytes` may be longer; what is too much becomes 128, which stands for 0. Rounds to nearest, ties to
/// even; numbers that are not finite count as 0.
pub fn quantise(numbers: &[f32], bytes: &mut [u8]) -> f32 {
    InstructionSet::best().run(Quantise { numbers, bytes })
}

struct Quantise<'a> {
    numbers: &'a [f32],
    bytes: &'a mut [u8],
}

impl Kernel for Quantise<'_> {
    type Output = f32;

    /// Plain loops: the compiler takes as many numbers at a time as the instructions allow.
    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> f32 {
        let Self { numbers, bytes } = self;
        let largest = largest(numbers);
        let usable = largest.is_finite() && largest > 1e-30;
        let steps = if usable { 127.0 / largest } else { 0.0 };
        for (byte, x) in bytes.iter_mut().zip(numbers) {
            let x = if x.is_nan() { 0.0 } else { *x };
            // Adding 1.5 x 2^23 leaves the rounded number in the low bits.
            let rounded = (x * steps + 12_582_912.0).to_bits();
            *byte = (rounded.wrapping_add(128) & 0xff) as u8;
        }
        let from = numbers.len().min(bytes.len());
        bytes[from..].fill(128);
        if usable {
            return largest / 127.0;
        }
        bytes.fill(128);
        0.0
    }
}

/// The largest size of a number; NaN counts as nothing.
#[inline(always)]
fn largest(numbers: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    // Lane by lane, which is how a compiler likes it; the largest is the same in any order.
    let (lines, rest) = numbers.as_chunks::<WIDTH>();
    let mut lanes = [0.0_f32; WIDTH];
    for line in lines {
        for (lane, x) in lanes.iter_mut().zip(line) {
            *lane = larger(*lane, x.abs());
        }
    }
    let rest = rest.iter().fold(0.0, |largest, x| larger(largest, x.abs()));
    lanes.into_iter().fold(rest, larger)
}

impl QuantisedMatrix {
    /// Of numbers row by row; `None` where there are not `rows` times `columns` of them.
    pub fn from_rows(rows: usize, columns: usize, values: &[f32]) -> Option<Self> {
        if rows.checked_mul(columns) != Some(values.len()) {
            return None;
        }
        let (mut bytes, mut scales) = (vec![0_i8; values.len()], Vec::with_capacity(rows));
        let mut shifted = vec![0_u8; columns];
        for row in 0..rows {
            let range = row * columns..(row + 1) * columns;
            scales.push(quantise(&values[range.clone()], &mut shifted));
            for (byte, shifted) in bytes[range].iter_mut().zip(&shifted) {
                *byte = (i16::from(*shifted) - 128) as i8;
            }
        }
        Self::from_bytes(rows, columns, &bytes, scales)
    }

    /// Of bytes row by row and a scale for each row; `None` where their numbers do not fit.
    pub fn from_bytes(
        rows: usize,
        columns: usize,
        bytes: &[i8],
        mut scales: Vec<f32>,
    ) -> Option<Self> {
        if rows.checked_mul(columns) != Some(bytes.len()) || scales.len() != rows {
            return None;
        }
        let height = STRIP * WIDTH;
        let mut tiles = Vec::with_capacity(rows.div_ceil(height) * columns.div_ceil(QUAD));
        for strip in (0..rows).step_by(height) {
            for column in (0..columns).step_by(QUAD) {
                let mut four = [Tile([[0; QUAD]; WIDTH]); STRIP];
                for (lane, row) in four.iter_mut().flat_map(|tile| &mut tile.0).zip(strip..rows) {
                    let from = &bytes[row * columns + column..(row + 1) * columns];
                    lane.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
                }
                tiles.push(four);
            }
        }
        let shift = |row: &[i8]| 128 * row.iter().map(|byte| i32::from(*byte)).sum::<i32>();
        let mut shifts: Vec<i32> = match columns {
            0 => vec![0; rows],
            _ => bytes.chunks_exact(columns).map(shift).collect(),
        };
        scales.resize(rows.next_multiple_of(height), 0.0);
        shifts.resize(rows.next_multiple_of(height), 0);
        Some(Self { rows, columns, scales, shifts, tiles })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many bytes a quantised vector needs: the columns, to the next multiple of four.
    pub fn padded_columns(&self) -> usize {
        self.columns.next_multiple_of(QUAD)
    }

    /// What one step of each row is worth.
    pub fn scales(&self) -> &[f32] {
        &self.scales[..self.rows]
    }

    /// The byte in a row and a column; 0 past the last.
    pub fn get(&self, row: usize, column: usize) -> i8 {
        if row >= self.rows || column >= self.columns {
            return 0;
        }
        let (line, across) = (row / WIDTH, self.columns.div_ceil(QUAD));
        let tiles = &self.tiles[line / STRIP * across + column / QUAD];
        tiles[line % STRIP].0[row % WIDTH][column % QUAD]
    }

    /// Adds the products with vectors that [`quantise`] made to as many sums, one number for each row.
    ///
    /// Each vector is [`QuantisedMatrix::padded_columns`] bytes, one right after the other, and `steps`
    /// are what `quantise` gave for each; sums lie `stride` numbers apart. The matrix is read once for
    /// all vectors; what each gets does not depend on the others. What does not fit is left alone.
    pub fn add_products(&self, bytes: &[u8], steps: &[f32], sums: &mut [f32], stride: usize) {
        self.add_range(0..self.rows.div_ceil(STRIP * WIDTH), (bytes, steps), (sums, stride));
    }

    /// The same for one strip, which is [`STRIP`] lines of rows: each vector has sums of as many lines, one
    /// right after the other. For who needs the sums of a few rows of all vectors at a time.
    pub fn add_strip_products(&self, strip: usize, bytes: &[u8], steps: &[f32], sums: &mut [Line]) {
        if strip < self.rows.div_ceil(STRIP * WIDTH) {
            let sums = bytemuck::cast_slice_mut(sums);
            self.add_range(strip..strip + 1, (bytes, steps), (sums, STRIP * WIDTH));
        }
    }

    /// The products of some strips.
    fn add_range(
        &self,
        strips: Range<usize>,
        (bytes, steps): (&[u8], &[f32]),
        (sums, stride): (&mut [f32], usize),
    ) {
        let across = self.columns.div_ceil(QUAD);
        if across == 0 || stride == 0 {
            return;
        }
        let quads = bytes.as_chunks::<QUAD>().0;
        let count = (quads.len() / across).min(steps.len()).min(sums.len().div_ceil(stride));
        let (quads, steps) = (&quads[..count * across], &steps[..count]);
        let products = dots::Products { matrix: self, strips, across, quads, steps, sums, stride };
        dots::best()(products);
    }

    /// What a step of each of sixteen rows is worth, and their shifts; those past the last are 0.
    #[inline(always)]
    fn line(&self, line: usize) -> (&[f32; WIDTH], &[i32; WIDTH]) {
        (&self.scales.as_chunks().0[line], &self.shifts.as_chunks().0[line])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut bits = seed;
        let mut next = || {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (bits >> 8) as f32 / 8_388_608.0 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn bytes_are_the_nearest_steps() {
        let mut bytes = [0; 6];
        let step = quantise(&[1.27, -0.635, 0.004, 0.006, -1.27], &mut bytes);
        assert!((step - 0.01).abs() < 1e-7);
        assert_eq!(bytes, [255, 128 - 64, 128, 129, 1, 128]);
        assert_eq!(quantise(&[0.0; 3], &mut bytes), 0.0);
        assert_eq!(bytes, [128; 6]);
        assert_eq!(quantise(&[f32::INFINITY, 1.0], &mut bytes), 0.0);
    }

    #[test]
    fn every_way_gives_the_dots_of_plain_loops() {
        for (rows, columns) in [(16, 4), (16, 40), (32, 130), (5, 3), (33, 512)] {
            let matrix =
                QuantisedMatrix::from_rows(rows, columns, &numbers(rows * columns, 1)).unwrap();
            let mut bytes = vec![0; matrix.padded_columns()];
            let step = quantise(&numbers(columns, 2), &mut bytes);
            let mut sums = vec![0.25; rows];
            matrix.add_products(&bytes, &[step], &mut sums, rows);
            for (row, found) in sums.iter().enumerate() {
                let dot: i32 = (0..columns)
                    .map(|c| i32::from(matrix.get(row, c)) * (i32::from(bytes[c]) - 128))
                    .sum();
                let expected = 0.25 + dot as f32 * (step * matrix.scales()[row]);
                assert_eq!(found.to_bits(), expected.to_bits(), "{rows} x {columns}");
            }
        }
    }

    /// Whole blocks of rows and vectors, and what is left over of both.
    #[test]
    fn every_way_gives_the_same_for_one_vector_and_for_many() {
        for (rows, columns, count) in [(64, 40, 6), (150, 130, 9), (33, 7, 14), (70, 512, 1)] {
            let matrix =
                QuantisedMatrix::from_rows(rows, columns, &numbers(rows * columns, 1)).unwrap();
            let (across, stride) = (columns.div_ceil(QUAD), rows + 3);
            let mut bytes = vec![0; count * matrix.padded_columns()];
            let (values, mut steps) = (numbers(count * columns, 2), Vec::new());
            for (bytes, vector) in
                bytes.chunks_exact_mut(matrix.padded_columns()).zip(values.chunks(columns))
            {
                steps.push(quantise(vector, bytes));
            }
            let run = |way: dots::Way, quads: &[[u8; QUAD]], steps: &[f32]| {
                let mut sums = vec![0.25; steps.len() * stride];
                let (matrix, sums_of) = (&matrix, &mut sums);
                let strips = 0..rows.div_ceil(STRIP * WIDTH);
                way(dots::Products { matrix, strips, across, quads, steps, sums: sums_of, stride });
                sums
            };
            let quads = bytes.as_chunks::<QUAD>().0;
            let plainly = run(dots::plain, quads, &steps);
            for strip in 0..rows / (STRIP * WIDTH) {
                let mut sums = vec![Line([0.25; WIDTH]); count * STRIP];
                matrix.add_strip_products(strip, &bytes, &steps, &mut sums);
                let own = bytemuck::cast_slice::<Line, f32>(&sums).chunks(STRIP * WIDTH);
                for (found, whole) in own.zip(plainly.chunks(stride)) {
                    assert_eq!(found, &whole[strip * STRIP * WIDTH..][..STRIP * WIDTH]);
                }
            }
            for way in dots::ways() {
                assert_eq!(run(way, quads, &steps), plainly, "{rows} x {columns}, {count}");
                for i in 0..count {
                    let alone = run(way, &quads[i * across..(i + 1) * across], &steps[i..=i]);
                    assert_eq!(alone, plainly[i * stride..(i + 1) * stride]);
                }
            }
        }
    }

    #[test]
    fn products_are_close_to_exact_ones() {
        let (rows, columns) = (64, 512);
        let (values, vector) = (numbers(rows * columns, 1), numbers(columns, 2));
        let matrix = QuantisedMatrix::from_rows(rows, columns, &values).unwrap();
        let mut bytes = vec![0; matrix.padded_columns()];
        let step = quantise(&vector, &mut bytes);
        let mut sums = vec![0.0; rows];
        matrix.add_products(&bytes, &[step], &mut sums, rows);
        for (row, sum) in sums.iter().enumerate() {
            let exact: f32 =
                values[row * columns..][..columns].iter().zip(&vector).map(|(a, b)| a * b).sum();
            assert!((sum - exact).abs() < 0.2, "{sum} {exact}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_or_left_alone() {
        assert_eq!(QuantisedMatrix::from_rows(2, 3, &[0.0; 5]), None);
        assert_eq!(QuantisedMatrix::from_bytes(2, 2, &[0; 4], vec![1.0]), None);
        let matrix = QuantisedMatrix::from_rows(2, 4, &[1.0; 8]).unwrap();
        let mut sums = [7.0; 5];
        matrix.add_products(&[255; 2], &[1.0], &mut sums, 3);
        assert_eq!(sums, [7.0; 5]);
        matrix.add_products(&[255; 8], &[1.0 / 127.0; 2], &mut sums, 3);
        let expected = [11.0, 11.0, 7.0, 11.0, 11.0];
        assert!(sums.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{sums:?}");
        matrix.add_products(&[255; 4], &[1.0 / 127.0], &mut [], 3);
    }
}
