//! The CPU computes with f32 to train and with f64 to check gradients, by the same code.

#![allow(unsafe_code, reason = "the matrix product takes raw pointers")]

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A real number.
pub(crate) trait Real:
    Copy
    + Default
    + PartialOrd
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + SubAssign
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// From a number of the data.
    fn of(x: f32) -> Self;
    /// To the precision of sums and reports.
    fn f64(self) -> f64;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Sine.
    fn sin(self) -> Self;
    /// Cosine.
    fn cos(self) -> Self;
    /// Hyperbolic tangent.
    fn tanh(self) -> Self;
    /// a b + (add ? c : 0) into c, whose rows are `stride` apart.
    fn product(a: View<'_, Self>, b: View<'_, Self>, add: bool, c: &mut [Self], stride: usize);

    /// The logistic curve.
    #[inline]
    fn sigmoid(self) -> Self {
        let half = Self::of(0.5);
        (self * half).tanh() * half + half
    }

    /// The smaller of two.
    #[inline]
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

/// Numbers read as a matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a, F> {
    /// The numbers.
    pub(crate) numbers: &'a [F],
    /// Rows.
    pub(crate) rows: usize,
    /// Columns.
    pub(crate) columns: usize,
    /// From one row to the next.
    pub(crate) row_stride: usize,
    /// From one column to the next.
    pub(crate) column_stride: usize,
}

impl<'a, F> View<'a, F> {
    /// Row by row without gaps.
    pub(crate) fn new(numbers: &'a [F], rows: usize, columns: usize) -> Self {
        Self { numbers, rows, columns, row_stride: columns, column_stride: 1 }
    }

    /// Row by row, with rows `stride` apart.
    pub(crate) fn strided(numbers: &'a [F], rows: usize, columns: usize, stride: usize) -> Self {
        Self { numbers, rows, columns, row_stride: stride, column_stride: 1 }
    }

    /// Rows as columns.
    pub(crate) fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }

    fn reaches(&self) -> usize {
        if self.rows == 0 || self.columns == 0 {
            return 0;
        }
        (self.rows - 1) * self.row_stride + (self.columns - 1) * self.column_stride + 1
    }
}

macro_rules! real {
    ($float:ty, $gemm:path, $sqrt:path, $sin:path, $cos:path, $tanh:path) => {
        impl Real for $float {
            #[inline]
            fn of(x: f32) -> Self {
                Self::from(x)
            }
            #[inline]
            fn f64(self) -> f64 {
                f64::from(self)
            }
            #[inline]
            fn sqrt(self) -> Self {
                $sqrt(self)
            }
            #[inline]
            fn sin(self) -> Self {
                $sin(self)
            }
            #[inline]
            fn cos(self) -> Self {
                $cos(self)
            }
            #[inline]
            fn tanh(self) -> Self {
                $tanh(self)
            }
            fn product(
                a: View<'_, Self>,
                b: View<'_, Self>,
                add: bool,
                c: &mut [Self],
                stride: usize,
            ) {
                assert!(a.columns == b.rows && b.columns <= stride, "matrices that do not fit");
                assert!(a.reaches() <= a.numbers.len() && b.reaches() <= b.numbers.len());
                assert!(a.rows == 0 || (a.rows - 1) * stride + b.columns <= c.len());
                // SAFETY: all three matrices lie within their slices, as was just asserted; `c` is
                // borrowed alone, so it overlaps with none of them.
                unsafe {
                    $gemm(
                        a.rows,
                        a.columns,
                        b.columns,
                        1.0,
                        a.numbers.as_ptr(),
                        a.row_stride as isize,
                        a.column_stride as isize,
                        b.numbers.as_ptr(),
                        b.row_stride as isize,
                        b.column_stride as isize,
                        if add { 1.0 } else { 0.0 },
                        c.as_mut_ptr(),
                        stride as isize,
                        1,
                    );
                }
            }
        }
    };
}

real!(f32, matrixmultiply::sgemm, f32::sqrt, libm::sinf, libm::cosf, sidestep_network::tanh);
real!(f64, matrixmultiply::dgemm, f64::sqrt, libm::sin, libm::cos, libm::tanh);
