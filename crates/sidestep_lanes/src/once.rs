//! a b + c rounded once, for machines that have no instruction for it.

/// a b + c, rounded once: the bits of the fused instructions of other machines.
///
/// The product is exact in 64 bits. Where the sum is not, its last bit is made odd, so that the rounding to
/// 32 bits sees on which side of it the exact sum lies (Boldo and Melquiond, *Emulation of a FMA and
/// correctly rounded sums: proved algorithms using rounding to odd*, 2008).
///
/// ```
/// use sidestep_lanes::fused_once;
/// let (a, b) = (1.0 + f32::EPSILON, 1.0 - f32::EPSILON);
/// // 1 - 2^-46, whose small part a product on its own loses.
/// assert_eq!(a * b - 1.0, 0.0);
/// assert_eq!(fused_once(a, b, -1.0), -f32::EPSILON * f32::EPSILON);
/// ```
#[inline(always)]
pub fn fused_once(a: f32, b: f32, c: f32) -> f32 {
    let (product, c) = (f64::from(a) * f64::from(b), f64::from(c));
    let sum = product + c;
    // What the sum lost, exactly (Knuth's two-sum).
    let of_product = sum - c;
    let lost = (product - of_product) + (c - (sum - of_product));
    let bits = sum.to_bits();
    let is_even = bits & 1 == 0;
    // A neighbour farther from 0 has larger bits, one nearer to it has smaller ones.
    let outwards = (lost > 0.0) == (sum > 0.0);
    let odd = if outwards { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    // What NaN and infinite sums lose is NaN, which is neither above nor below 0.
    let is_inexact = lost.abs() > 0.0;
    f64::from_bits(if is_inexact && is_even { odd } else { bits }) as f32
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the oracle, on a machine that has the instruction")]
mod tests {
    use super::*;

    /// Numbers of every size, among them those that nearly cancel and those too small for whole bits.
    #[test]
    fn it_has_the_bits_of_the_library() {
        let mut bits = 1_u64;
        let mut next = || {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            (bits >> 32) as u32
        };
        for i in 0..400_000_u32 {
            let mut number = |spread: u32| {
                let random = next();
                let exponent = 127 - spread / 2 + (random >> 9) % spread;
                f32::from_bits((random & 0x807f_ffff) | exponent << 23)
            };
            let spread = [2, 30, 60, 250][i as usize % 4];
            let (a, b) = (number(spread), number(spread));
            let near = f32::from_bits((-a * b).to_bits().wrapping_add(i % 3));
            let tiny = f32::from_bits(i % 500);
            for c in [number(spread), near, tiny, -tiny, 0.0] {
                let (found, expected) = (fused_once(a, b, c), a.mul_add(b, c));
                assert!(
                    found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(),
                    "{a:e} * {b:e} + {c:e}: {found:e}, {expected:e}"
                );
            }
        }
    }

    /// The exact sum lies just above the middle between two numbers; a sum in 64 bits lands on it.
    #[test]
    fn one_rounding_is_not_two() {
        let (a, b) = (1.0 + f32::EPSILON, 1.0 + 2.0_f32.powi(-23));
        let c = 2.0_f32.powi(30);
        assert_eq!(fused_once(a, b, c).to_bits(), a.mul_add(b, c).to_bits());
        let (c, half, tiny) = (1.0_f32, 2.0_f32.powi(-12), 2.0_f32.powi(-60));
        // 2^-24 (1 + 2^-48): half a step above 1, and a little.
        let above = half + half * tiny;
        assert_eq!(fused_once(half, half, c), 1.0);
        assert_eq!(fused_once(half, half, c + f32::EPSILON), 1.0 + 2.0 * f32::EPSILON);
        assert_eq!(fused_once(above, half, c), half.mul_add(above, c));
        for bad in [f32::NAN, f32::INFINITY] {
            assert!(!fused_once(bad, 1.0, 1.0).is_finite());
        }
        assert_eq!(fused_once(1.0, 1.0, f32::NEG_INFINITY), f32::NEG_INFINITY);
    }
}
