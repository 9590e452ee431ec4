//! AVX-512: sixteen lanes in one register.

use super::{Kernel, Lanes, Line};
use std::arch::x86_64::*;

/// Proof of AVX-512F: made by [`run`] alone.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

/// Runs the work with AVX-512.
#[target_feature(enable = "avx512f")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx512(()))
}

impl Lanes for Avx512 {
    type V = __m512;
    const SUMS: usize = 24;

    #[inline(always)]
    fn splat(self, value: f32) -> __m512 {
        // SAFETY: `self` proves AVX-512F.
        unsafe { _mm512_set1_ps(value) }
    }

    #[inline(always)]
    fn load(self, line: &Line) -> __m512 {
        // SAFETY: `self` proves AVX-512F; a line is 64 readable bytes on a 64-byte boundary.
        unsafe { _mm512_load_ps(line.0.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, v: __m512, line: &mut Line) {
        // SAFETY: `self` proves AVX-512F; a line is 64 writable bytes on a 64-byte boundary.
        unsafe { _mm512_store_ps(line.0.as_mut_ptr(), v) }
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: `self` proves AVX-512F.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: `self` proves AVX-512F.
        unsafe { _mm512_sub_ps(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: `self` proves AVX-512F.
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: `self` proves AVX-512F.
        unsafe { _mm512_div_ps(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: `self` proves AVX-512F.
        unsafe { _mm512_max_ps(a, b) }
    }

    #[inline(always)]
    fn fused(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        // SAFETY: `self` proves AVX-512F.
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn fused_once(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        self.fused(a, b, c)
    }

    #[inline(always)]
    fn above(self, a: __m512, b: __m512) -> u32 {
        // SAFETY: `self` proves AVX-512F.
        u32::from(unsafe { _mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, b) })
    }

    #[inline(always)]
    fn sum(self, v: __m512) -> f32 {
        // SAFETY: `self` proves AVX-512F, which implies AVX and SSE.
        unsafe {
            let high = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(v)));
            super::avx2::sum_of_eight(_mm256_add_ps(_mm512_castps512_ps256(v), high))
        }
    }

    #[inline(always)]
    fn prefetch(self, line: &Line) {
        // SAFETY: a prefetch reads nothing; SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.0.as_ptr().cast()) }
    }
}
