//! The two curves of an LSTM, with equal bits on every machine.
//!
//! The hyperbolic tangent is the quotient of two polynomials that Eigen and its heirs use: additions,
//! products and one division, each rounded on its own. So it has a form for sixteen numbers at a
//! time with the very same bits, and differs from the true curve by less than 5e-7.

/// Beyond this the tangent is 1 to the last bit but one.
pub(crate) const BOUND: f32 = 7.905_311;

/// Factors of the odd polynomial above the line, highest power first.
pub(crate) const ABOVE: [f32; 7] = [
    -2.760_768_5e-16,
    2.000_188e-13,
    -8.604_672e-11,
    5.122_297_2e-8,
    1.485_722_4e-5,
    6.372_619_4e-4,
    4.893_524_6e-3,
];

/// Factors of the even polynomial below the line, highest power first.
pub(crate) const BELOW: [f32; 4] = [1.198_258_4e-6, 1.185_347e-4, 2.268_434_7e-3, 4.893_525e-3];

/// Hyperbolic tangent.
///
/// ```
/// use sidestep_network::tanh;
/// assert_eq!(tanh(0.0), 0.0);
/// assert!((tanh(1.0) - 0.761_594_2).abs() < 5e-7);
/// ```
#[inline]
pub fn tanh(x: f32) -> f32 {
    // Written so that NaN comes out as it went in: a guard further on will see it.
    let x = if x > BOUND { BOUND } else { x };
    let x = if x < -BOUND { -BOUND } else { x };
    let square = x * x;
    let above = polynomial(&ABOVE, square);
    let below = polynomial(&BELOW, square);
    x * above / below
}

/// The logistic curve 1 / (1 + exp(-x)), as a tangent of half the number.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    tanh(0.5 * x) * 0.5 + 0.5
}

#[inline]
fn polynomial(factors: &[f32], x: f32) -> f32 {
    let mut sum = factors[0];
    for factor in &factors[1..] {
        sum = sum * x + factor;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curves_are_close_to_the_true_ones() {
        for i in -4000..=4000 {
            let x = i as f32 * 0.005;
            let exact = f64::from(x).tanh();
            assert!((f64::from(tanh(x)) - exact).abs() < 5e-7, "{x}");
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!((f64::from(sigmoid(x)) - exact).abs() < 5e-7, "{x}");
        }
    }

    #[test]
    fn far_away_they_stay_within_their_bounds() {
        assert!(tanh(f32::INFINITY) <= 1.0 && tanh(f32::INFINITY) > 0.999_999);
        assert!(sigmoid(-f32::MAX).abs() < 1e-6);
        assert!(tanh(f32::NAN).is_nan());
    }
}
