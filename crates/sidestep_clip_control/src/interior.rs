//! An interior-point solver for programs of few variables and many rows (Mehrotra's predictor and
//! corrector, as in Nocedal and Wright, "Numerical Optimization", chapter 14).
//!
//! Each row of a value program holds the functions of one or two clips, so the normal matrix is small
//! and dense, while a general solver factors a system of all rows. PERF: 1,364 coefficients under
//! 87,370 rows, five rounds, took 14 s of processor time in all.

use crate::{
    cholesky::Factor,
    rows::{Products, Rows},
};

/// Steps after which one gives up.
const STEPS: usize = 80;

/// How far a step goes towards the border.
const NEARLY: f64 = 0.995;

/// A point inside, on the way to the best one.
struct Point {
    /// The wanted coefficients.
    r: Vec<f64>,
    /// How far each row is from its bound.
    slack: Vec<f64>,
    /// The price of each row.
    price: Vec<f64>,
}

/// What is still wrong at a point.
struct Residual {
    /// Of the prices: the weights less what the rows pay for.
    price: Vec<f64>,
    /// Of the rows: bounds less sums less slacks.
    row: Vec<f64>,
    /// Mean of slack times price.
    gap: f64,
}

/// The r that maximizes Σ weight_i r_i under all rows, to a relative accuracy; `None` where none was
/// found, for whatever reason.
pub(crate) fn solve(weights: &[f64], rows: &Rows, accuracy: f64) -> Option<Vec<f64>> {
    let products = rows.products();
    let mut point = begin(weights, rows, &products);
    let scale = 1.0 + norm(weights);
    let reach = 1.0 + norm(rows.bounds());
    for _ in 0..STEPS {
        let residual = point.residual(weights, rows);
        let objective = dot(weights, &point.r).abs();
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        let whole_gap = residual.gap * rows.len() as f64;
        let is_near = norm(&residual.price) < accuracy * scale
            && norm(&residual.row) < accuracy * reach
            && whole_gap < accuracy * (1.0 + objective);
        if is_near {
            return Some(point.r);
        }
        if !whole_gap.is_finite() {
            return None;
        }
        point.step(rows, &products, &residual);
    }
    None
}

/// A first point: no values, the least prices that pay for the weights, both moved inside.
fn begin(weights: &[f64], rows: &Rows, products: &Products) -> Point {
    let ones = vec![1.0; rows.len()];
    let factor = Factor::of(&rows.normal_matrix(products, &ones, weights.len()), weights.len());
    let mut multipliers = weights.to_vec();
    factor.solve(&mut multipliers);
    let mut price = rows.times(&multipliers);
    let mut slack = rows.bounds().to_vec();
    for numbers in [&mut price, &mut slack] {
        let least = numbers.iter().copied().fold(0.0, f64::min);
        numbers.iter_mut().for_each(|number| *number -= 1.5 * least);
    }
    let product = dot(&price, &slack).max(1e-12);
    let shifts =
        [&slack, &price].map(|numbers| 0.5 * product / numbers.iter().sum::<f64>().max(1e-12));
    price.iter_mut().for_each(|number| *number += shifts[0].max(1e-9));
    slack.iter_mut().for_each(|number| *number += shifts[1].max(1e-9));
    Point { r: vec![0.0; weights.len()], slack, price }
}

impl Point {
    fn residual(&self, weights: &[f64], rows: &Rows) -> Residual {
        let paid = rows.transposed_times(&self.price, weights.len());
        let sums = rows.times(&self.r);
        let of_row = |((bound, sum), slack): ((&f64, &f64), &f64)| bound - sum - slack;
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        let count = rows.len() as f64;
        Residual {
            price: weights.iter().zip(&paid).map(|(weight, paid)| weight - paid).collect(),
            row: rows.bounds().iter().zip(&sums).zip(&self.slack).map(of_row).collect(),
            gap: dot(&self.price, &self.slack) / count,
        }
    }

    /// A step by the predictor and the corrector.
    fn step(&mut self, rows: &Rows, products: &Products, residual: &Residual) {
        let ratios: Vec<f64> =
            self.price.iter().zip(&self.slack).map(|(price, slack)| price / slack).collect();
        let size = self.r.len();
        let factor = Factor::of(&rows.normal_matrix(products, &ratios, size), size);
        let products = self.price.iter().zip(&self.slack);
        let centre: Vec<f64> = products.clone().map(|(price, slack)| -price * slack).collect();
        let predicted = self.direction(rows, &factor, residual, &centre);
        let far = self.farthest(&predicted, 1.0);
        let moved = |at: &[f64], by: &[f64], far: f64| -> Vec<f64> {
            at.iter().zip(by).map(|(at, by)| at + far * by).collect()
        };
        let price = moved(&self.price, &predicted.price, far.1);
        let slack = moved(&self.slack, &predicted.slack, far.0);
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        let gap = dot(&price, &slack) / rows.len() as f64;
        let pull = (gap / residual.gap).powi(3) * residual.gap;
        let centre: Vec<f64> = products
            .zip(predicted.price.iter().zip(&predicted.slack))
            .map(|((price, slack), (by, of))| pull - price * slack - by * of)
            .collect();
        let corrected = self.direction(rows, &factor, residual, &centre);
        let far = self.farthest(&corrected, NEARLY);
        self.r = moved(&self.r, &corrected.r, far.0);
        self.slack = moved(&self.slack, &corrected.slack, far.0);
        self.price = moved(&self.price, &corrected.price, far.1);
    }

    /// Newton's direction towards no residual and given products of slack and price.
    fn direction(&self, rows: &Rows, factor: &Factor, residual: &Residual, centre: &[f64]) -> Self {
        let pulls: Vec<f64> = (0..rows.len())
            .map(|row| (self.price[row] * residual.row[row] - centre[row]) / self.slack[row])
            .collect();
        let mut r = rows.transposed_times(&pulls, self.r.len());
        r.iter_mut().zip(&residual.price).for_each(|(r, left)| *r += left);
        factor.solve(&mut r);
        let sums = rows.times(&r);
        let slack: Vec<f64> =
            residual.row.iter().zip(&sums).map(|(left, sum)| left - sum).collect();
        let price = (0..rows.len())
            .map(|row| (centre[row] - self.price[row] * slack[row]) / self.slack[row])
            .collect();
        Self { r, slack, price }
    }

    /// How far slacks and prices can go in a direction and stay above 0, at most 1.
    fn farthest(&self, direction: &Self, share: f64) -> (f64, f64) {
        let of = |at: &[f64], by: &[f64]| {
            let ways = at.iter().zip(by).filter(|(_, by)| **by < 0.0);
            ways.map(|(at, by)| -share * at / by).fold(1.0, f64::min)
        };
        (of(&self.slack, &direction.slack), of(&self.price, &direction.price))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, number| most.max(number.abs()))
}
