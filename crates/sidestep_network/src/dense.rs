//! One matrix of a network: real numbers or bytes.

use crate::{memory::Bytes, weights::Values};
use sidestep_lanes::{InstructionSet, Line, Matrix, QuantisedMatrix, WIDTH, quantise};

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

    /// Adds the products with as many vectors as there are whole sums.
    pub(crate) fn add_products(
        &self,
        set: InstructionSet,
        (vectors, stride): (&[f32], usize),
        bytes: &mut Bytes,
        sums: &mut [Line],
    ) {
        match self {
            Self::F32(matrix) => matrix.add_products(set, vectors, stride, sums),
            Self::I8(matrix) => {
                let (padded, height) =
                    (matrix.padded_columns(), matrix.rows().div_ceil(WIDTH) * WIDTH);
                let count = sums.len() * WIDTH / height.max(1);
                let Bytes { bytes, steps } = bytes;
                let rows = bytes.chunks_exact_mut(padded.max(1)).zip(vectors.chunks(stride));
                for ((bytes, vector), step) in rows.zip(steps.iter_mut()).take(count) {
                    *step = quantise(&vector[..vector.len().min(matrix.columns())], bytes);
                }
                let steps = &steps[..count.min(steps.len())];
                let sums = bytemuck::cast_slice_mut(sums);
                matrix.add_products(&bytes[..count * padded], steps, sums, height);
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
