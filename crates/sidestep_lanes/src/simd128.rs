//! WebAssembly simd128: sixteen lanes in four registers. Chosen when the module is compiled.

use super::{Kernel, Lanes, Line, once::fused_once};
use std::arch::wasm32::*;

#[derive(Clone, Copy)]
pub(super) struct Simd128;

/// Runs the work with simd128.
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Simd128)
}

type Quads = [v128; 4];

#[inline(always)]
fn each(f: impl Fn(usize) -> v128) -> Quads {
    [f(0), f(1), f(2), f(3)]
}

impl Lanes for Simd128 {
    type V = Quads;
    const SUMS: usize = 1;

    #[inline(always)]
    fn splat(self, value: f32) -> Quads {
        [f32x4_splat(value); 4]
    }

    #[inline(always)]
    fn load(self, line: &Line) -> Quads {
        // SAFETY: quad i is 16 readable bytes of the line.
        each(|i| unsafe { v128_load(line.0[4 * i..4 * i + 4].as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, v: Quads, line: &mut Line) {
        for (quad, four) in v.into_iter().zip(line.0.chunks_exact_mut(4)) {
            // SAFETY: `four` is 16 writable bytes.
            unsafe { v128_store(four.as_mut_ptr().cast(), quad) }
        }
    }

    #[inline(always)]
    fn add(self, a: Quads, b: Quads) -> Quads {
        each(|i| f32x4_add(a[i], b[i]))
    }

    #[inline(always)]
    fn sub(self, a: Quads, b: Quads) -> Quads {
        each(|i| f32x4_sub(a[i], b[i]))
    }

    #[inline(always)]
    fn mul(self, a: Quads, b: Quads) -> Quads {
        each(|i| f32x4_mul(a[i], b[i]))
    }

    #[inline(always)]
    fn div(self, a: Quads, b: Quads) -> Quads {
        each(|i| f32x4_div(a[i], b[i]))
    }

    #[inline(always)]
    fn max(self, a: Quads, b: Quads) -> Quads {
        each(|i| f32x4_pmax(a[i], b[i]))
    }

    #[inline(always)]
    fn fused(self, a: Quads, b: Quads, c: Quads) -> Quads {
        each(|i| f32x4_add(f32x4_mul(a[i], b[i]), c[i]))
    }

    #[inline(always)]
    fn fused_once(self, a: Quads, b: Quads, c: Quads) -> Quads {
        let lines = [a, b, c].map(|v| {
            let mut line = Line::ZERO;
            self.store(v, &mut line);
            line.0
        });
        let [a, b, c] = lines;
        self.load(&Line(std::array::from_fn(|i| fused_once(a[i], b[i], c[i]))))
    }

    #[inline(always)]
    fn above(self, a: Quads, b: Quads) -> u32 {
        let mut bits = 0;
        for i in 0..4 {
            bits |= u32::from(i32x4_bitmask(f32x4_gt(a[i], b[i]))) << (4 * i);
        }
        bits
    }

    #[inline(always)]
    fn sum(self, v: Quads) -> f32 {
        let four = f32x4_add(f32x4_add(v[0], v[2]), f32x4_add(v[1], v[3]));
        let [a, b, c, d] = [
            f32x4_extract_lane::<0>(four),
            f32x4_extract_lane::<1>(four),
            f32x4_extract_lane::<2>(four),
            f32x4_extract_lane::<3>(four),
        ];
        (a + c) + (b + d)
    }

    #[inline(always)]
    fn prefetch(self, _line: &Line) {}
}
