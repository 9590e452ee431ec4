//! Variables of states and families of functions of one variable: what bases are made of.

use std::f64::consts::PI;

/// Width of a bump: σ² = 2 throughout the paper.
const BUMP_SQUARE: f64 = 2.0;

/// Polynomials are taken of variables divided by these, so that programs are well scaled: half of the
/// interval that is sampled. The functions that they span are the same.
pub(crate) const HALF_RANGES: [f64; VARIABLES] = [2.0, PI, 2.0, 2.0];

/// How many variables there are.
pub const VARIABLES: usize = 4;

/// Continuous parts of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    /// Deviation from the path to the left, in metres.
    X,
    /// Heading against the path, in radians.
    Theta,
    /// How far ahead along the path the obstacle is, in metres.
    U,
    /// How far to the left of the character the obstacle is, in metres.
    V,
}

/// The values of the variables.
pub type Point = [f64; VARIABLES];

/// Functions of one variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    /// The powers up to a degree: P_N.
    Powers(usize),
    /// Bumps evenly spaced: G_{a,b,N}. One bump stands at a, for N - 1 would divide by zero.
    Bumps {
        /// The first bump.
        from: f64,
        /// The last one.
        to: f64,
        /// How many.
        count: usize,
    },
    /// The amount |x|, which the paper does not have: costs of eqs. 4 and 5 have a kink where they are
    /// least, and so do values; powers of a low degree are flat there.
    Kink,
    /// The powers of the amount up to a degree, kink included; not in the paper.
    Amounts(usize),
    /// One wave, x (1 - |x|), odd and zero at both ends of the range: what headings to the left cost more
    /// than those to the right. Unlike an odd power it does not jump where headings wrap. Not in the paper.
    Wave,
}

/// A product of families of different variables.
pub type Product = Vec<(Family, Variable)>;

impl Variable {
    /// Every variable, in the order of a [`Point`].
    pub const ALL: [Self; VARIABLES] = [Self::X, Self::Theta, Self::U, Self::V];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Theta => "theta",
            Self::U => "u",
            Self::V => "v",
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

impl Family {
    /// How many functions it has.
    pub fn len(self) -> usize {
        match self {
            Self::Powers(degree) | Self::Amounts(degree) => degree + 1,
            Self::Bumps { count, .. } => count,
            Self::Kink | Self::Wave => 1,
        }
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub(crate) fn at(self, index: usize, variable: Variable, x: f64) -> f64 {
        match self {
            Self::Powers(_) => power(x / HALF_RANGES[variable.index()], index),
            Self::Amounts(_) => power((x / HALF_RANGES[variable.index()]).abs(), index),
            Self::Kink => (x / HALF_RANGES[variable.index()]).abs(),
            Self::Wave => wave(x / HALF_RANGES[variable.index()]),
            Self::Bumps { from, to, count } => {
                #[expect(clippy::cast_precision_loss, reason = "a few bumps")]
                let share = if count > 1 { index as f64 / (count - 1) as f64 } else { 0.0 };
                let off = x - (from + share * (to - from));
                libm::exp(-off * off / BUMP_SQUARE)
            }
        }
    }
}

fn power(x: f64, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * x)
}

pub(crate) fn wave(x: f64) -> f64 {
    x * (1.0 - x.abs())
}
