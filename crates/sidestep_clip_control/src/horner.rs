//! Bases that are evaluated by Horner's rule: powers of deviation and heading, kinks and waves. Those are the
//! ones that decisions read most.

use crate::family::{Family, HALF_RANGES, Point, Product, VARIABLES, Variable, wave};

/// A product of powers of deviation and heading, and single functions: evaluated by Horner's rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Horner {
    pub(crate) x_degree: usize,
    /// Whether the powers are those of the amount of the heading.
    pub(crate) of_amount: bool,
    /// How many functions are powers.
    pub(crate) powers: usize,
    pub(crate) singles: Vec<(Single, Variable)>,
}

/// A function that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Single {
    /// [`Family::Kink`].
    Kink,
    /// [`Family::Wave`].
    Wave,
}

pub(crate) fn as_horner(products: &[Product]) -> Option<Horner> {
    let (first, rest) = products.split_first()?;
    let (x_degree, theta) = match **first {
        [(theta, Variable::Theta)] => (0, theta),
        [(Family::Powers(x), Variable::X), (theta, Variable::Theta)] => (x, theta),
        _ => return None,
    };
    let (theta_degree, of_amount) = match theta {
        Family::Powers(degree) => (degree, false),
        Family::Amounts(degree) => (degree, true),
        _ => return None,
    };
    let single = |product: &Product| match **product {
        [(Family::Kink, variable @ (Variable::X | Variable::Theta))] => {
            Some((Single::Kink, variable))
        }
        [(Family::Wave, Variable::Theta)] => Some((Single::Wave, Variable::Theta)),
        _ => None,
    };
    let singles: Option<Vec<(Single, Variable)>> = rest.iter().map(single).collect();
    let powers = (x_degree + 1) * (theta_degree + 1);
    Some(Horner { x_degree, of_amount, powers, singles: singles? })
}

impl Horner {
    /// How many functions there are.
    pub(crate) fn width(&self) -> usize {
        self.powers + self.singles.len()
    }

    /// What deviation and heading are multiplied by.
    pub(crate) fn scales() -> [f64; 2] {
        [reciprocal(0), reciprocal(1)]
    }

    /// Σ r_kj x^j θ^k, and the single functions.
    #[inline]
    pub(crate) fn value(&self, coefficients: &[f64], point: &Point) -> f64 {
        // PERF: no division in the innermost loop of a decision.
        let scaled = |variable: usize| point[variable] * reciprocal(variable);
        let (x, theta) = (scaled(0), scaled(1));
        let (powers, singles) = coefficients.split_at(self.powers.min(coefficients.len()));
        let of_x = |row: &[f64]| row.iter().rev().fold(0.0, |sum, r| sum * x + r);
        let base = if self.of_amount { theta.abs() } else { theta };
        let smooth = powers.rchunks(self.x_degree + 1).fold(0.0, |sum, row| sum * base + of_x(row));
        let alone = self.singles.iter().zip(singles).map(|((single, variable), r)| {
            let x = scaled(*variable as usize);
            r * match single {
                Single::Kink => x.abs(),
                Single::Wave => wave(x),
            }
        });
        smooth + alone.sum::<f64>()
    }
}

/// One over half of a range.
#[inline]
fn reciprocal(variable: usize) -> f64 {
    const RECIPROCALS: [f64; VARIABLES] =
        [1.0 / HALF_RANGES[0], 1.0 / HALF_RANGES[1], 1.0 / HALF_RANGES[2], 1.0 / HALF_RANGES[3]];
    RECIPROCALS[variable]
}
