//! Sixteen numbers at a time: the one place for vector instructions.
//!
//! Work such as a search is written once as a [`Kernel`], against [`Lanes`], and compiled once for
//! every instruction set; [`InstructionSet::run`] does it with the one of this machine. Two promises
//! keep it honest. `add`, `sub`, `mul`, `div`, `fused_once` and `sum` round every number exactly as the scalar
//! twin does, on every machine, so whatever is built of them has equal bits everywhere. `fused` may
//! round once or twice, so only bounds may use it, and bounds carry slack.
//!
//! No machine may ever get other bits than another.
//!
//! ```
//! use sidestep_lanes::{InstructionSet, Kernel, Lanes, Line};
//!
//! /// The sum of the squares of many numbers.
//! struct Squares<'a>(&'a [Line]);
//!
//! impl Kernel for Squares<'_> {
//!     type Output = f32;
//!
//!     #[inline(always)]
//!     fn run<L: Lanes>(self, lanes: L) -> f32 {
//!         let mut sum = lanes.splat(0.0);
//!         for line in self.0 {
//!             let v = lanes.load(line);
//!             sum = lanes.add(sum, lanes.mul(v, v));
//!         }
//!         lanes.sum(sum)
//!     }
//! }
//!
//! let lines = [Line([2.0; 16]), Line([1.0; 16])];
//! assert_eq!(InstructionSet::best().run(Squares(&lines)), 80.0);
//! ```
//!
//! What is needed all the time is here ready made: [`Matrix`], and [`QuantisedMatrix`] for whole numbers.

#![allow(unsafe_code, reason = "vector instructions have no safe form for a set found at run time")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod matrix;
#[cfg(target_arch = "aarch64")]
mod neon;
mod once;
mod quantised;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

pub use matrix::{Matrix, STRIP};
pub use once::fused_once;
pub use quantised::{QuantisedMatrix, quantise};

/// Number of lanes.
pub const WIDTH: usize = 16;

/// Sixteen numbers in one cache line.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub struct Line(pub [f32; WIDTH]);

const _: () = assert!(size_of::<Line>() == 64 && align_of::<Line>() == 64);

impl Line {
    /// All lanes zero.
    pub const ZERO: Self = Self([0.0; WIDTH]);
}

/// The operations of one instruction set. The value is the proof that the machine has it.
pub trait Lanes: Copy {
    /// Sixteen numbers in registers.
    type V: Copy;

    /// How many of them can be summed up in registers at once, beside what is read meanwhile.
    const SUMS: usize;

    /// The same number in every lane.
    fn splat(self, value: f32) -> Self::V;
    /// Reads a line.
    fn load(self, line: &Line) -> Self::V;
    /// Writes a line.
    fn store(self, v: Self::V, line: &mut Line);
    /// a + b.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// a - b.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// a b.
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    /// a / b.
    fn div(self, a: Self::V, b: Self::V) -> Self::V;
    /// The larger of a and b; either where one is NaN.
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// a b + c, rounded once or twice: for bounds only.
    fn fused(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// a b + c, rounded once on every machine; slow where there is no instruction for it.
    fn fused_once(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// One bit for each lane where a > b; none where one is NaN.
    fn above(self, a: Self::V, b: Self::V) -> u32;
    /// Sum of all lanes as a tree: lane i and i + 8, then i + 4, i + 2, i + 1.
    fn sum(self, v: Self::V) -> f32;
    /// Hints that a line will be read soon.
    fn prefetch(self, line: &Line);
}

/// Work that is compiled for every instruction set. `run` and all it calls must be marked
/// `#[inline(always)]`: what is not inlined is compiled without the instructions.
pub trait Kernel {
    /// What the work gives.
    type Output;
    /// Does the work.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// A set of vector instructions that this machine is known to have.
///
/// Results do not depend on it, only speed does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
    Scalar,
}

impl InstructionSet {
    /// The fastest set of this machine.
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self(Kind::Scalar))
    }

    /// Every set of this machine, fastest first; the last is plain scalar code.
    pub fn available() -> impl Iterator<Item = Self> {
        let kinds = [
            #[cfg(target_arch = "x86_64")]
            std::arch::is_x86_feature_detected!("avx512f").then_some(Kind::Avx512),
            #[cfg(target_arch = "x86_64")]
            (std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("fma"))
            .then_some(Kind::Avx2),
            #[cfg(target_arch = "aarch64")]
            std::arch::is_aarch64_feature_detected!("neon").then_some(Kind::Neon),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Kind::Simd128),
            Some(Kind::Scalar),
        ];
        kinds.into_iter().flatten().map(Self)
    }

    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => "simd128",
            Kind::Scalar => "scalar",
        }
    }

    /// Runs the work with these instructions.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            // SAFETY: this value exists only where `available` found AVX-512F.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { avx512::run(kernel) },
            // SAFETY: this value exists only where `available` found AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { avx2::run(kernel) },
            // SAFETY: this value exists only where `available` found NEON.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => unsafe { neon::run(kernel) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => simd128::run(kernel),
            Kind::Scalar => kernel.run(scalar::Scalar),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on awkward numbers, as bits; `fused` is left out, it may round differently.
    struct Everything;

    impl Kernel for Everything {
        type Output = Vec<u32>;

        #[inline(always)]
        fn run<L: Lanes>(self, l: L) -> Vec<u32> {
            let a =
                Line(std::array::from_fn(|i| 0.1 + 1.7 * i as f32 - 0.003 * (i * i * i) as f32));
            let b = Line(std::array::from_fn(|i| 1.3e-3 * (i as f32 - 7.4) * (i as f32 + 0.1)));
            let (va, vb) = (l.load(&a), l.load(&b));
            let mut bits = Vec::new();
            let results = [
                l.add(va, vb),
                l.sub(va, vb),
                l.mul(va, vb),
                l.div(va, vb),
                l.max(va, vb),
                l.fused_once(va, vb, l.mul(va, va)),
                l.fused_once(va, vb, l.sub(l.splat(0.0), l.mul(va, vb))),
            ];
            for v in results {
                let mut line = Line::ZERO;
                l.store(v, &mut line);
                bits.extend(line.0.map(f32::to_bits));
                bits.push(l.sum(v).to_bits());
            }
            bits.push(l.above(va, vb));
            bits.push(l.above(va, l.splat(f32::NAN)));
            l.prefetch(&a);
            bits
        }
    }

    #[test]
    fn every_instruction_set_rounds_like_the_scalar_twin() {
        let expected = InstructionSet(Kind::Scalar).run(Everything);
        for set in InstructionSet::available() {
            assert_eq!(set.run(Everything), expected, "{}", set.name());
        }
    }

    /// 1 + 2^-24 loses its small part, so the order of additions shows in the result.
    #[test]
    fn the_sum_is_a_tree_of_halves() {
        struct Sum(Line);
        impl Kernel for Sum {
            type Output = f32;
            #[inline(always)]
            fn run<L: Lanes>(self, l: L) -> f32 {
                l.sum(l.load(&self.0))
            }
        }
        let tiny = 2.0_f32.powi(-24);
        // Lane 8 joins lane 0 first and is lost; lanes 1 and 9 join each other and survive.
        let mut line = Line::ZERO;
        (line.0[0], line.0[8], line.0[1], line.0[9]) = (1.0, tiny, tiny, tiny);
        for set in InstructionSet::available() {
            assert_eq!(set.run(Sum(line)), 1.0 + 2.0 * tiny, "{}", set.name());
        }
    }
}
