//! One matrix of a network: real numbers or bytes.

use crate::{memory::Bytes, weights::Values};
use sidestep_lanes::{InstructionSet, Line, Matrix, QuantisedMatrix, STRIP, WIDTH, quantise};

/// A matrix of a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Dense {
    F32(Matrix),
    I8(QuantisedMatrix),
}

/// How the weights of a network are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// As they were trained.
    F32,
    /// As bytes with a scale for each row; what they are multiplied with becomes bytes too, with a scale
    /// for each vector. A quarter of the memory, and quicker by about as much.
    Int8,
}

impl Dense {
    /// `None` where the numbers are not rows times columns.
    pub(crate) fn new(
        precision: Precision,
        (rows, columns): (usize, usize),
        values: &Values<'_>,
    ) -> Option<Self> {
        match (precision, values) {
            (Precision::F32, Values::Real(numbers)) => {
                Matrix::from_rows(rows, columns, numbers).map(Self::F32)
            }
            (Precision::F32, Values::Bytes(bytes, scales)) => {
                let rows_of_bytes = bytes.chunks_exact(columns).zip(*scales);
                let real = |(row, scale): (&[i8], &f32)| {
                    row.iter().map(|byte| f32::from(*byte) * scale).collect::<Vec<_>>()
                };
                let numbers: Vec<f32> = rows_of_bytes.flat_map(real).collect();
                Matrix::from_rows(rows, columns, &numbers).map(Self::F32)
            }
            (Precision::Int8, Values::Real(numbers)) => {
                QuantisedMatrix::from_rows(rows, columns, numbers).map(Self::I8)
            }
            (Precision::Int8, Values::Bytes(bytes, scales)) => {
                QuantisedMatrix::from_bytes(rows, columns, bytes, scales.to_vec()).map(Self::I8)
            }
        }
    }

    /// Makes bytes of vectors where the matrix needs them.
    pub(crate) fn prepare(&self, (vectors, stride): (&[f32], usize), bytes: &mut Bytes) {
        let Self::I8(matrix) = self else { return };
        let Bytes { bytes, steps } = bytes;
        let rows = bytes.chunks_exact_mut(matrix.padded_columns().max(1));
        for ((bytes, vector), step) in rows.zip(vectors.chunks(stride)).zip(steps) {
            *step = quantise(&vector[..vector.len().min(matrix.columns())], bytes);
        }
    }

    /// Adds the products with as many vectors as there are whole sums. They were prepared.
    pub(crate) fn add_products(
        &self,
        set: InstructionSet,
        (vectors, stride): (&[f32], usize),
        bytes: &Bytes,
        sums: &mut [Line],
    ) {
        match self {
            Self::F32(matrix) => matrix.add_products(set, vectors, stride, sums),
            Self::I8(matrix) => {
                let height = matrix.rows().next_multiple_of(WIDTH);
                let count = (sums.len() * WIDTH).checked_div(height).unwrap_or(0);
                let (bytes, steps) = bytes.of(matrix, count);
                matrix.add_products(bytes, steps, bytemuck::cast_slice_mut(sums), height);
            }
        }
    }

    /// The same for one strip of rows; sums are those of this strip alone.
    pub(crate) fn add_strip_products(
        &self,
        (set, strip): (InstructionSet, usize),
        (vectors, stride): (&[f32], usize),
        bytes: &Bytes,
        sums: &mut [Line],
    ) {
        match self {
            Self::F32(matrix) => {
                matrix.add_strip_products(set, strip, (vectors, stride), sums);
            }
            Self::I8(matrix) => {
                let (bytes, steps) = bytes.of(matrix, sums.len() / STRIP);
                matrix.add_strip_products(strip, bytes, steps, sums);
            }
        }
    }

    /// The number in a row and a column.
    pub(crate) fn get(&self, row: usize, column: usize) -> f32 {
        match self {
            Self::F32(matrix) => matrix.get(row, column),
            Self::I8(matrix) => {
                f32::from(matrix.get(row, column))
                    * matrix.scales().get(row).copied().unwrap_or(0.0)
            }
        }
    }
}

impl Bytes {
    /// The first so many vectors, as a matrix takes them.
    fn of(&self, matrix: &QuantisedMatrix, count: usize) -> (&[u8], &[f32]) {
        let count = count.min(self.steps.len());
        let end = (count * matrix.padded_columns()).min(self.bytes.len());
        (&self.bytes[..end], &self.steps[..count])
    }
}
