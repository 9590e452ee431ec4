//! NEON: sixteen lanes in four registers.

use super::{Kernel, Lanes, Line};
use std::arch::aarch64::*;

/// Proof of NEON: made by [`run`] alone.
#[derive(Clone, Copy)]
pub(super) struct Neon(());

/// Runs the work with NEON.
#[target_feature(enable = "neon")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Neon(()))
}

type Quads = [float32x4_t; 4];

#[inline(always)]
fn each(f: impl Fn(usize) -> float32x4_t) -> Quads {
    [f(0), f(1), f(2), f(3)]
}

impl Lanes for Neon {
    type V = Quads;
    const SUMS: usize = 6;

    #[inline(always)]
    fn splat(self, value: f32) -> Quads {
        // SAFETY: `self` proves NEON.
        [unsafe { vdupq_n_f32(value) }; 4]
    }

    #[inline(always)]
    fn load(self, line: &Line) -> Quads {
        // SAFETY: `self` proves NEON; quad i is 16 readable bytes of the line.
        each(|i| unsafe { vld1q_f32(line.0[4 * i..4 * i + 4].as_ptr()) })
    }

    #[inline(always)]
    fn store(self, v: Quads, line: &mut Line) {
        for (quad, four) in v.into_iter().zip(line.0.chunks_exact_mut(4)) {
            // SAFETY: `self` proves NEON; `four` is 16 writable bytes.
            unsafe { vst1q_f32(four.as_mut_ptr(), quad) }
        }
    }

    #[inline(always)]
    fn add(self, a: Quads, b: Quads) -> Quads {
        // SAFETY: `self` proves NEON.
        each(|i| unsafe { vaddq_f32(a[i], b[i]) })
    }

    #[inline(always)]
    fn sub(self, a: Quads, b: Quads) -> Quads {
        // SAFETY: `self` proves NEON.
        each(|i| unsafe { vsubq_f32(a[i], b[i]) })
    }

    #[inline(always)]
    fn mul(self, a: Quads, b: Quads) -> Quads {
        // SAFETY: `self` proves NEON.
        each(|i| unsafe { vmulq_f32(a[i], b[i]) })
    }

    #[inline(always)]
    fn div(self, a: Quads, b: Quads) -> Quads {
        // SAFETY: `self` proves NEON.
        each(|i| unsafe { vdivq_f32(a[i], b[i]) })
    }

    #[inline(always)]
    fn max(self, a: Quads, b: Quads) -> Quads {
        // SAFETY: `self` proves NEON.
        each(|i| unsafe { vmaxq_f32(a[i], b[i]) })
    }

    #[inline(always)]
    fn fused(self, a: Quads, b: Quads, c: Quads) -> Quads {
        // SAFETY: `self` proves NEON.
        each(|i| unsafe { vfmaq_f32(c[i], a[i], b[i]) })
    }

    #[inline(always)]
    fn fused_once(self, a: Quads, b: Quads, c: Quads) -> Quads {
        self.fused(a, b, c)
    }

    #[inline(always)]
    fn above(self, a: Quads, b: Quads) -> u32 {
        let mut bits = 0;
        for i in 0..4 {
            // SAFETY: `self` proves NEON; the weights are four readable numbers.
            let four = unsafe {
                let weights = vld1q_u32([1, 2, 4, 8].as_ptr());
                vaddvq_u32(vandq_u32(vcgtq_f32(a[i], b[i]), weights))
            };
            bits |= four << (4 * i);
        }
        bits
    }

    #[inline(always)]
    fn sum(self, v: Quads) -> f32 {
        // SAFETY: `self` proves NEON.
        unsafe {
            let four = vaddq_f32(vaddq_f32(v[0], v[2]), vaddq_f32(v[1], v[3]));
            let two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
            vget_lane_f32::<0>(two) + vget_lane_f32::<1>(two)
        }
    }

    #[inline(always)]
    fn prefetch(self, _line: &Line) {}
}
