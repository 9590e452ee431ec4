//! Sums of products of bytes, as each instruction set does them. Whole numbers are exact, so the order
//! does not matter and all ways give the same.

use super::{QUAD, QuantisedMatrix, Tile};
use crate::{STRIP, WIDTH};
use std::ops::Range;

/// What is to be multiplied, and where it goes.
pub(super) struct Products<'a> {
    pub(super) matrix: &'a QuantisedMatrix,
    /// The strips of rows whose sums are wanted.
    pub(super) strips: Range<usize>,
    /// Columns of tiles in a strip, and quads of a vector; not 0.
    pub(super) across: usize,
    /// Vector after vector, as many as there are steps.
    pub(super) quads: &'a [[u8; QUAD]],
    pub(super) steps: &'a [f32],
    pub(super) sums: &'a mut [f32],
    /// From one vector's sums to the next one's; not 0.
    pub(super) stride: usize,
}

/// One way to do them.
pub(super) type Way = fn(Products<'_>);

/// The quickest way of this machine.
pub(super) fn best() -> Way {
    ways().next().unwrap_or(plain)
}

/// Every way of this machine, the quickest first.
pub(super) fn ways() -> impl Iterator<Item = Way> {
    let ways: [Option<Way>; _] = [
        #[cfg(target_arch = "x86_64")]
        x86::vnni_way(),
        #[cfg(target_arch = "x86_64")]
        x86::avx2_way(),
        Some(plain),
    ];
    ways.into_iter().flatten()
}

/// Number by number.
pub(super) fn plain(products: Products<'_>) {
    products.run::<Plain, 1, 1>(Plain);
}

/// How a set of instructions multiplies a tile by a quad. The value is the proof that the machine has it.
trait Multiply: Copy {
    /// Sixteen sums in registers.
    type Sum: Copy;
    /// A tile in registers.
    type Weights: Copy;
    fn zero(self) -> Self::Sum;
    fn load(self, tile: &Tile) -> Self::Weights;
    fn add(self, sum: Self::Sum, weights: Self::Weights, quad: [u8; QUAD]) -> Self::Sum;
    /// Adds the sums, less their shifts and made real, to others.
    fn finish(
        self,
        sum: Self::Sum,
        rows: (&[f32; WIDTH], &[i32; WIDTH]),
        step: f32,
        sums: &mut [f32; WIDTH],
    );
}

impl Products<'_> {
    /// In blocks of so many lines and vectors, whose sums stay in registers; then what is left over. `LINES`
    /// divides the lines of a strip.
    #[inline(always)]
    fn run<M: Multiply, const LINES: usize, const VECTORS: usize>(mut self, multiply: M) {
        for strip in 0..self.strips.len() {
            for line in (0..STRIP).step_by(LINES) {
                self.lines::<M, LINES, VECTORS>(multiply, (strip, line));
            }
        }
    }

    #[inline(always)]
    fn lines<M: Multiply, const LINES: usize, const VECTORS: usize>(
        &mut self,
        multiply: M,
        place: (usize, usize),
    ) {
        let mut i = 0;
        while i + VECTORS <= self.steps.len() {
            self.block::<M, LINES, VECTORS>(multiply, place, i);
            i += VECTORS;
        }
        while i + 2 <= self.steps.len() {
            self.block::<M, LINES, 2>(multiply, place, i);
            i += 2;
        }
        while i < self.steps.len() {
            self.block::<M, LINES, 1>(multiply, place, i);
            i += 1;
        }
    }

    // PERF: indices, since `into_iter` keeps the sums in memory: 442 us of a matrix instead of 330.
    #[expect(clippy::needless_range_loop, reason = "what is unrolled stays in registers")]
    #[inline(always)]
    fn block<M: Multiply, const LINES: usize, const VECTORS: usize>(
        &mut self,
        multiply: M,
        (strip, line): (usize, usize),
        first: usize,
    ) {
        let Self { matrix, strips, across, quads, steps, sums, stride } = self;
        let (across, stride) = (*across, *stride);
        let columns = &matrix.tiles[(strips.start + strip) * across..][..across];
        let quads = &quads[first * across..];
        let mut vectors = [quads; VECTORS];
        for (v, vector) in vectors.iter_mut().enumerate() {
            *vector = &quads[v * across..][..across];
        }
        let mut totals = [[multiply.zero(); LINES]; VECTORS];
        for (k, tiles) in columns.iter().enumerate() {
            let mut weights = [multiply.load(&tiles[line]); LINES];
            for l in 1..LINES {
                weights[l] = multiply.load(&tiles[line + l]);
            }
            for v in 0..VECTORS {
                for l in 0..LINES {
                    totals[v][l] = multiply.add(totals[v][l], weights[l], vectors[v][k]);
                }
            }
        }
        for v in 0..VECTORS {
            let own = (first + v) * stride;
            let own = own..(own + stride).min(sums.len());
            for l in 0..LINES {
                let line = strip * STRIP + line + l;
                let own = sums.get_mut(own.start + line * WIDTH..own.end).unwrap_or_default();
                let line = strips.start * STRIP + line;
                let (scales, shifts) = matrix.line(line);
                let rows = matrix.rows.saturating_sub(line * WIDTH);
                if let (Some(own), true) = (own.first_chunk_mut(), rows >= WIDTH) {
                    multiply.finish(totals[v][l], (scales, shifts), steps[first + v], own);
                    continue;
                }
                let mut room = [0.0; WIDTH];
                let rows = rows.min(own.len()).min(WIDTH);
                room[..rows].copy_from_slice(&own[..rows]);
                multiply.finish(totals[v][l], (scales, shifts), steps[first + v], &mut room);
                own[..rows].copy_from_slice(&room[..rows]);
            }
        }
    }
}

/// Adds dots, made real, to sums.
#[inline(always)]
fn add_real(
    dots: [i32; WIDTH],
    (scales, shifts): (&[f32; WIDTH], &[i32; WIDTH]),
    step: f32,
    sums: &mut [f32; WIDTH],
) {
    for i in 0..WIDTH {
        sums[i] += (dots[i] - shifts[i]) as f32 * (step * scales[i]);
    }
}

#[derive(Clone, Copy)]
struct Plain;

impl Multiply for Plain {
    type Sum = [i32; WIDTH];
    type Weights = Tile;

    #[inline(always)]
    fn zero(self) -> Self::Sum {
        [0; WIDTH]
    }

    #[inline(always)]
    fn load(self, tile: &Tile) -> Tile {
        *tile
    }

    #[inline(always)]
    fn add(self, mut sum: Self::Sum, weights: Tile, quad: [u8; QUAD]) -> Self::Sum {
        for (dot, row) in sum.iter_mut().zip(&weights.0) {
            for (w, x) in row.iter().zip(quad) {
                *dot += i32::from(*w) * i32::from(x);
            }
        }
        sum
    }

    #[inline(always)]
    fn finish(
        self,
        sum: Self::Sum,
        rows: (&[f32; WIDTH], &[i32; WIDTH]),
        step: f32,
        sums: &mut [f32; WIDTH],
    ) {
        add_real(sum, rows, step, sums);
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Multiply, Products, QUAD, Tile, WIDTH, Way, add_real};
    use std::arch::{is_x86_feature_detected as has, x86_64::*};

    /// Sixty-four products an instruction, where the machine can.
    pub(super) fn vnni_way() -> Option<Way> {
        // SAFETY: the machine has the instructions.
        let way: Way = |products| unsafe { vnni(products) };
        (has!("avx512vnni") && has!("avx512f")).then_some(way)
    }

    /// Sixteen products an instruction, where the machine can.
    pub(super) fn avx2_way() -> Option<Way> {
        // SAFETY: the machine has the instructions.
        let way: Way = |products| unsafe { avx2(products) };
        has!("avx2").then_some(way)
    }

    /// Twenty-four sums stay in registers; a tile that is read serves six vectors, a quad four tiles.
    #[target_feature(enable = "avx512f,avx512vnni")]
    fn vnni(products: Products<'_>) {
        products.run::<Vnni, 4, 6>(Vnni(()));
    }

    #[target_feature(enable = "avx2")]
    fn avx2(products: Products<'_>) {
        products.run::<Avx2, 1, 2>(Avx2(()));
    }

    /// Proof of AVX-512F and VNNI: made by [`vnni`] alone.
    #[derive(Clone, Copy)]
    struct Vnni(());

    impl Multiply for Vnni {
        type Sum = __m512i;
        type Weights = __m512i;

        #[inline(always)]
        fn zero(self) -> __m512i {
            // SAFETY: `self` proves AVX-512F.
            unsafe { _mm512_setzero_si512() }
        }

        #[inline(always)]
        fn load(self, tile: &Tile) -> __m512i {
            // SAFETY: `self` proves AVX-512F; a tile is 64 readable bytes on a boundary of 64.
            unsafe { _mm512_load_si512(std::ptr::from_ref(tile).cast()) }
        }

        #[inline(always)]
        fn add(self, sum: __m512i, weights: __m512i, quad: [u8; QUAD]) -> __m512i {
            // SAFETY: `self` proves AVX-512F and VNNI.
            unsafe {
                _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(i32::from_le_bytes(quad)), weights)
            }
        }

        #[inline(always)]
        fn finish(
            self,
            sum: __m512i,
            (scales, shifts): (&[f32; WIDTH], &[i32; WIDTH]),
            step: f32,
            sums: &mut [f32; WIDTH],
        ) {
            // SAFETY: `self` proves AVX-512F; each array is 64 bytes, `sums` writable ones.
            unsafe {
                let dots = _mm512_sub_epi32(sum, _mm512_loadu_si512(shifts.as_ptr().cast()));
                let worth = _mm512_mul_ps(_mm512_set1_ps(step), _mm512_loadu_ps(scales.as_ptr()));
                let real = _mm512_mul_ps(_mm512_cvtepi32_ps(dots), worth);
                let total = _mm512_add_ps(_mm512_loadu_ps(sums.as_ptr()), real);
                _mm512_storeu_ps(sums.as_mut_ptr(), total);
            }
        }
    }

    /// Proof of AVX2: made by [`avx2`] alone.
    #[derive(Clone, Copy)]
    struct Avx2(());

    impl Multiply for Avx2 {
        /// Two partial sums for each row, four rows a register.
        type Sum = [__m256i; 4];
        /// Bytes widened to sixteen bits, so that no sum overflows.
        type Weights = [__m256i; 4];

        #[inline(always)]
        fn zero(self) -> Self::Sum {
            // SAFETY: `self` proves AVX2.
            [unsafe { _mm256_setzero_si256() }; 4]
        }

        #[inline(always)]
        fn load(self, tile: &Tile) -> Self::Weights {
            let rows = tile.0.as_chunks::<4>().0;
            // SAFETY: `self` proves AVX2; four rows of a tile are 16 readable bytes.
            std::array::from_fn(|i| unsafe {
                _mm256_cvtepi8_epi16(_mm_loadu_si128(rows[i].as_ptr().cast()))
            })
        }

        #[inline(always)]
        fn add(self, sum: Self::Sum, weights: Self::Weights, quad: [u8; QUAD]) -> Self::Sum {
            let [a, b, c, d] = quad;
            let four = i64::from_le_bytes([a, 0, b, 0, c, 0, d, 0]);
            // SAFETY: `self` proves AVX2.
            unsafe {
                let x = _mm256_set1_epi64x(four);
                std::array::from_fn(|i| _mm256_add_epi32(sum[i], _mm256_madd_epi16(weights[i], x)))
            }
        }

        #[inline(always)]
        fn finish(
            self,
            sum: Self::Sum,
            rows: (&[f32; WIDTH], &[i32; WIDTH]),
            step: f32,
            sums: &mut [f32; WIDTH],
        ) {
            let mut dots = [0; WIDTH];
            for (sum, dots) in sum.into_iter().zip(dots.as_chunks_mut::<4>().0) {
                let mut pairs = [0_i32; 8];
                // SAFETY: `self` proves AVX2; `pairs` is 32 writable bytes.
                unsafe { _mm256_storeu_si256(pairs.as_mut_ptr().cast(), sum) };
                for (dot, pair) in dots.iter_mut().zip(pairs.as_chunks::<2>().0) {
                    *dot = pair[0] + pair[1];
                }
            }
            add_real(dots, rows, step, sums);
        }
    }
}
