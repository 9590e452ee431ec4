//! The scalar twin: what every instruction set must equal, and what runs where there is none.

use super::{Lanes, Line, WIDTH, once::fused_once};

#[derive(Clone, Copy)]
pub(super) struct Scalar;

#[inline(always)]
fn each(f: impl Fn(usize) -> f32) -> [f32; WIDTH] {
    let mut out = [0.0; WIDTH];
    for (i, x) in out.iter_mut().enumerate() {
        *x = f(i);
    }
    out
}

impl Lanes for Scalar {
    type V = [f32; WIDTH];
    const SUMS: usize = 1;

    #[inline(always)]
    fn splat(self, value: f32) -> Self::V {
        [value; WIDTH]
    }

    #[inline(always)]
    fn load(self, line: &Line) -> Self::V {
        line.0
    }

    #[inline(always)]
    fn store(self, v: Self::V, line: &mut Line) {
        line.0 = v;
    }

    #[inline(always)]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| a[i] - b[i])
    }

    #[inline(always)]
    fn mul(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn div(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| a[i] / b[i])
    }

    #[inline(always)]
    fn max(self, a: Self::V, b: Self::V) -> Self::V {
        each(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn fused(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        each(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn fused_once(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        each(|i| fused_once(a[i], b[i], c[i]))
    }

    #[inline(always)]
    fn above(self, a: Self::V, b: Self::V) -> u32 {
        let mut bits = 0;
        for i in 0..WIDTH {
            bits |= u32::from(a[i] > b[i]) << i;
        }
        bits
    }

    #[inline(always)]
    fn sum(self, v: Self::V) -> f32 {
        let mut tree = v;
        for half in [8, 4, 2, 1] {
            for i in 0..half {
                tree[i] += tree[i + half];
            }
        }
        tree[0]
    }

    #[inline(always)]
    fn prefetch(self, _line: &Line) {}
}
