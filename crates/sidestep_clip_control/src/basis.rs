//! Bases of value functions (section 6) as values that one can compose: polynomials, Gaussian bumps,
//! products of them and sums of products, written as the paper writes them:
//! `P2(x) P2(theta)`, `A2(theta) + W(theta)`, `P4(u) P2(v) P2(theta) + G[0,1.5,4](u) G[-1,-1,1](v) P2(theta)`.

pub use crate::family::{Family, Point, Product, VARIABLES, Variable};

use crate::horner::{Horner, as_horner};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The most functions a basis may have.
const MOST_FUNCTIONS: usize = 512;

/// A sum of products.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Basis {
    products: Vec<Product>,
    horner: Option<Horner>,
}

/// A text that is no basis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the basis '{text}' is none: {what}; write it like `P2(x) P2(theta) + G[-2,2,5](u)`")]
pub struct BasisError {
    /// The text.
    pub text: String,
    /// What is wrong.
    pub what: String,
}

impl Basis {
    /// A sum of products.
    pub fn new(products: Vec<Product>) -> Self {
        Self { horner: as_horner(&products), products }
    }

    /// How it is evaluated by Horner's rule, where it can be.
    pub(crate) fn horner(&self) -> Option<&Horner> {
        self.horner.as_ref()
    }

    /// How many functions it has.
    pub fn len(&self) -> usize {
        let of_product =
            |product: &Product| product.iter().map(|(family, _)| family.len()).product::<usize>();
        self.products.iter().map(of_product).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether some function depends on a variable.
    pub fn has(&self, variable: Variable) -> bool {
        self.products.iter().flatten().any(|(_, own)| *own == variable)
    }

    /// The same basis with the single bumps of a variable moved by some way.
    #[must_use]
    pub fn with_bumps_moved(&self, moved: Variable, by: f64) -> Self {
        let family = |&(family, variable): &(Family, Variable)| match family {
            Family::Bumps { from, to, count: 1 } if variable == moved => {
                (Family::Bumps { from: from + by, to: to + by, count: 1 }, variable)
            }
            _ => (family, variable),
        };
        Self::new(
            self.products.iter().map(|product| product.iter().map(family).collect()).collect(),
        )
    }

    /// Writes the values of all its functions at a point, in order, and answers how many there are.
    pub fn write(&self, point: &Point, out: &mut [f64]) -> usize {
        let mut count = 0;
        for product in &self.products {
            let first = count;
            out[first] = 1.0;
            count += 1;
            for (family, variable) in product {
                let x = point[*variable as usize];
                let made = count - first;
                // Every function so far times every function of the family, the last one first so
                // that none is overwritten before it is used.
                for index in (0..family.len()).rev() {
                    let factor = family.at(index, *variable, x);
                    for old in 0..made {
                        out[first + index * made + old] = out[first + old] * factor;
                    }
                }
                count = first + made * family.len();
            }
        }
        count
    }

    /// The sum of all functions, each times its coefficient. `room` has a place for each function.
    #[inline]
    pub fn value(&self, coefficients: &[f64], point: &Point, room: &mut [f64]) -> f64 {
        if let Some(horner) = &self.horner {
            return horner.value(coefficients, point);
        }
        let count = self.write(point, room);
        room[..count].iter().zip(coefficients).map(|(f, r)| f * r).sum()
    }
}

impl FromStr for Basis {
    type Err = BasisError;

    fn from_str(text: &str) -> Result<Self, BasisError> {
        let fail = |what: String| BasisError { text: text.to_owned(), what };
        let products: Result<Vec<Product>, String> = text.split('+').map(product).collect();
        let basis = Self::new(products.map_err(fail)?);
        match basis.len() {
            0 => Err(fail("it has no function".to_owned())),
            count if count > MOST_FUNCTIONS => {
                Err(fail(format!("it has {count} functions, more than {MOST_FUNCTIONS}")))
            }
            _ => Ok(basis),
        }
    }
}

fn product(text: &str) -> Result<Product, String> {
    let mut product = Product::new();
    let mut left = text.trim();
    while !left.is_empty() {
        let (factor, rest) =
            left.split_once(')').ok_or_else(|| format!("'{left}' lacks a closing bracket"))?;
        let (family, variable) =
            factor.split_once('(').ok_or_else(|| format!("'{factor}' names no variable"))?;
        let variable = Variable::ALL.into_iter().find(|known| known.name() == variable.trim());
        let variable = variable
            .ok_or_else(|| format!("'{factor})' is of no variable there is: x, theta, u, v"))?;
        if product.iter().any(|(_, own)| *own == variable) {
            return Err(format!("'{}' stands twice in one product", variable.name()));
        }
        product.push((family_of(family.trim())?, variable));
        left = rest.trim();
    }
    if product.is_empty() { Err("a product is empty".to_owned()) } else { Ok(product) }
}

fn family_of(text: &str) -> Result<Family, String> {
    match text {
        "K" => return Ok(Family::Kink),
        "W" => return Ok(Family::Wave),
        _ => {}
    }
    let degree = |letter: char| {
        let degree = text.strip_prefix(letter)?.trim().parse::<usize>();
        Some(degree.map_err(|_| format!("'{text}' has no degree like {letter}2")))
    };
    if let Some(degree) = degree('P') {
        return degree.map(Family::Powers);
    }
    if let Some(degree) = degree('A') {
        return degree.map(Family::Amounts);
    }
    let numbers = text.strip_prefix("G[").and_then(|rest| rest.strip_suffix(']'));
    let numbers =
        numbers.ok_or_else(|| format!("'{text}' is none of P2, A2, G[-2,2,5], K and W"))?;
    let parts: Vec<&str> = numbers.split(',').map(str::trim).collect();
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    match *parts {
        [from, to, count] => {
            let (from, to, count) = (number(from), number(to), count.parse::<usize>().ok());
            match (from, to, count.filter(|count| *count > 0)) {
                (Some(from), Some(to), Some(count)) => Ok(Family::Bumps { from, to, count }),
                _ => Err(format!("'{text}' does not hold two numbers and a count")),
            }
        }
        _ => Err(format!("'{text}' does not hold two numbers and a count")),
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, product) in self.products.iter().enumerate() {
            if index > 0 {
                write!(f, " + ")?;
            }
            for (place, (family, variable)) in product.iter().enumerate() {
                let space = if place > 0 { " " } else { "" };
                match family {
                    Family::Powers(degree) => write!(f, "{space}P{degree}({})", variable.name())?,
                    Family::Amounts(degree) => write!(f, "{space}A{degree}({})", variable.name())?,
                    Family::Kink => write!(f, "{space}K({})", variable.name())?,
                    Family::Wave => write!(f, "{space}W({})", variable.name())?,
                    Family::Bumps { from, to, count } => {
                        write!(f, "{space}G[{from},{to},{count}]({})", variable.name())?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for Basis {
    type Error = BasisError;

    fn try_from(text: String) -> Result<Self, BasisError> {
        text.parse()
    }
}

impl From<Basis> for String {
    fn from(basis: Basis) -> Self {
        basis.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn the_bases_of_table_1_have_their_sizes() {
        for (text, count) in [
            ("P2(x) P2(theta)", 9),
            ("P2(theta)", 3),
            ("P4(u) P2(v) P2(theta) + G[0,1.5,4](u) G[-1,-1,1](v) P2(theta)", 57),
            ("P2(theta) + G[-2,2,5](u) G[-2,2,5](v) P2(theta)", 78),
        ] {
            let basis: Basis = text.parse().expect("a basis");
            assert_eq!(basis.len(), count, "{text}");
            assert_eq!(basis.to_string(), text);
        }
    }

    #[test]
    fn functions_are_what_the_formulas_say() {
        let basis: Basis = "P1(x) P2(theta) + G[0,3,2](u)".parse().expect("a basis");
        let mut out = [0.0; 8];
        assert_eq!(basis.write(&[1.0, PI / 2.0, 1.0, 0.0], &mut out), 8);
        // 1, x/2, then times θ/π, then times its square; then the bumps at 0 and 3.
        let near = libm::exp(-0.5);
        let far = libm::exp(-2.0);
        let wanted = [1.0, 0.5, 0.5, 0.25, 0.25, 0.125, near, far];
        assert!(out.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{out:?}");
        let one: Basis = "G[1.5,1.5,1](v)".parse().expect("one bump");
        assert!((one.value(&[2.0], &[0.0, 0.0, 0.0, 1.5], &mut [0.0]) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn horners_rule_gives_the_same_sum() {
        for text in ["P2(x) P3(theta) + K(theta) + K(x)", "P1(x) A2(theta) + W(theta) + K(x)"] {
            let basis: Basis = text.parse().expect("a basis");
            assert_eq!(basis.to_string(), text);
            assert!(basis.horner().is_some());
            let coefficients: Vec<f64> = (0..14).map(|i| f64::from(i * i % 7) - 2.5).collect();
            let (point, mut room) = ([0.7, -1.1, 0.0, 0.0], [0.0; 14]);
            let width = basis.write(&point, &mut room);
            let quick = basis.value(&coefficients[..width], &point, &mut [0.0; 14]);
            let plain: f64 = room[..width].iter().zip(&coefficients).map(|(f, r)| f * r).sum();
            assert!((quick - plain).abs() < 1e-12, "{text}: {quick} {plain}");
        }
    }

    #[test]
    fn a_wave_leans_to_one_side_and_meets_itself_where_headings_wrap() {
        let basis: Basis = "A2(theta) + W(theta)".parse().expect("a basis");
        let value =
            |theta: f64, r: &[f64; 4]| basis.value(r, &[0.0, theta, 0.0, 0.0], &mut [0.0; 4]);
        // 1 + 2 |t| + 3 t² + 4 t (1 - |t|), with t = θ/π.
        let r = [1.0, 2.0, 3.0, 4.0];
        assert!((value(PI / 2.0, &r) - 3.75).abs() < 1e-12);
        assert!((value(-PI / 2.0, &r) - 1.75).abs() < 1e-12);
        assert!((value(PI, &r) - value(-PI, &r)).abs() < 1e-12);
    }

    #[test]
    fn nonsense_is_named() {
        for text in ["", "P2", "P2(y)", "Px(x)", "G[1,2](u)", "P2(x) P2(x)", "P40(u) P40(v)"] {
            let error = text.parse::<Basis>().expect_err(text);
            assert!(error.to_string().contains("write it like"), "{error}");
        }
    }
}
