//! AVX2 with FMA: sixteen lanes in two registers.

use super::{Kernel, Lanes, Line};
use std::arch::x86_64::*;

/// Proof of AVX2 and FMA: made by [`run`] alone.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

/// Runs the work with AVX2 and FMA.
#[target_feature(enable = "avx2,fma")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx2(()))
}

/// Sum of eight lanes as a tree: lane i and i + 4, then i + 2, i + 1.
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn sum_of_eight(v: __m256) -> f32 {
    let four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps::<1>(v));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
}

impl Lanes for Avx2 {
    type V = [__m256; 2];
    const SUMS: usize = 6;

    #[inline(always)]
    fn splat(self, value: f32) -> Self::V {
        // SAFETY: `self` proves AVX2.
        [unsafe { _mm256_set1_ps(value) }; 2]
    }

    #[inline(always)]
    fn load(self, line: &Line) -> Self::V {
        let (low, high) = line.0.split_at(8);
        // SAFETY: `self` proves AVX2; each half is 32 readable bytes on a 32-byte boundary.
        unsafe { [_mm256_load_ps(low.as_ptr()), _mm256_load_ps(high.as_ptr())] }
    }

    #[inline(always)]
    fn store(self, v: Self::V, line: &mut Line) {
        let (low, high) = line.0.split_at_mut(8);
        // SAFETY: `self` proves AVX2; each half is 32 writable bytes on a 32-byte boundary.
        unsafe {
            _mm256_store_ps(low.as_mut_ptr(), v[0]);
            _mm256_store_ps(high.as_mut_ptr(), v[1]);
        }
    }

    #[inline(always)]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: `self` proves AVX2.
        unsafe { [_mm256_add_ps(a[0], b[0]), _mm256_add_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: `self` proves AVX2.
        unsafe { [_mm256_sub_ps(a[0], b[0]), _mm256_sub_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: `self` proves AVX2.
        unsafe { [_mm256_mul_ps(a[0], b[0]), _mm256_mul_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn div(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: `self` proves AVX2.
        unsafe { [_mm256_div_ps(a[0], b[0]), _mm256_div_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn max(self, a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: `self` proves AVX2.
        unsafe { [_mm256_max_ps(a[0], b[0]), _mm256_max_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn fused(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: `self` proves FMA.
        unsafe { [_mm256_fmadd_ps(a[0], b[0], c[0]), _mm256_fmadd_ps(a[1], b[1], c[1])] }
    }

    #[inline(always)]
    fn fused_once(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.fused(a, b, c)
    }

    #[inline(always)]
    fn above(self, a: Self::V, b: Self::V) -> u32 {
        // SAFETY: `self` proves AVX2.
        let [low, high] = unsafe {
            [
                _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(a[0], b[0])),
                _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(a[1], b[1])),
            ]
        };
        low.cast_unsigned() | high.cast_unsigned() << 8
    }

    #[inline(always)]
    fn sum(self, v: Self::V) -> f32 {
        // SAFETY: `self` proves AVX2, which implies AVX.
        unsafe { sum_of_eight(_mm256_add_ps(v[0], v[1])) }
    }

    #[inline(always)]
    fn prefetch(self, line: &Line) {
        // SAFETY: a prefetch reads nothing; SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.0.as_ptr().cast()) }
    }
}
