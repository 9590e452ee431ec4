//! How fast something grows: the exponent of a power law, by least squares on logarithms.

use sidestep_motion::math::ln;

/// The b of y = a·xᵇ that fits best; `None` of fewer than two different sizes or amounts that are not
/// above zero.
///
/// ```
/// let square = sidestep_benchmark::exponent(&[(10.0, 3.0), (20.0, 12.0), (40.0, 48.0)]).unwrap();
/// assert!((square - 2.0).abs() < 1e-4);
/// ```
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    if points.iter().any(|(x, y)| *x <= 0.0 || *y <= 0.0) {
        return None;
    }
    let logs: Vec<(f64, f64)> =
        points.iter().map(|(x, y)| (f64::from(ln(*x as f32)), f64::from(ln(*y as f32)))).collect();
    let count = logs.iter().map(|_| 1.0).sum::<f64>();
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = logs.iter().map(|point| (point.0 - x) * (point.0 - x)).sum();
    let both: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (spread > 1e-6).then(|| both / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_grow_has_no_exponent_or_none_above_zero() {
        assert!(exponent(&[(10.0, 5.0), (1000.0, 5.0)]).unwrap().abs() < 1e-6);
        assert_eq!(exponent(&[(10.0, 5.0)]), None);
        assert_eq!(exponent(&[(10.0, 5.0), (20.0, 0.0)]), None);
    }
}
