//! Means with intervals by resampling (the percentile bootstrap), from a fixed seed.

use serde::Serialize;
use sidestep_motion::chance::Chance;

/// Resamples of an interval.
const RESAMPLES: usize = 1000;

/// Draws them.
const SEED: u64 = 7001;

/// A mean and where 95 of 100 resampled means lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The mean of all.
    pub mean: f64,
    /// 2.5 of 100 means of resampled values are lower.
    pub low: f64,
    /// 2.5 of 100 are higher.
    pub high: f64,
    /// How many values there are.
    pub n: usize,
}

/// The mean of some values with its interval; `None` of none.
///
/// ```
/// let found = sidestep_benchmark::interval(&[1.0, 3.0]).unwrap();
/// assert_eq!((found.mean, found.low, found.high, found.n), (2.0, 1.0, 3.0, 2));
/// ```
pub fn interval(values: &[f64]) -> Option<Interval> {
    if values.is_empty() {
        return None;
    }
    let mut chance = Chance::new(SEED, 0);
    let resample = |_| {
        let sum: f64 = values.iter().map(|_| values[chance.below(values.len())]).sum();
        sum / count(values.len())
    };
    let mut means: Vec<f64> = (0..RESAMPLES).map(resample).collect();
    means.sort_by(f64::total_cmp);
    let at = |share: usize| means[(RESAMPLES * share / 1000).min(RESAMPLES - 1)];
    let mean = values.iter().sum::<f64>() / count(values.len());
    Some(Interval { mean, low: at(25), high: at(975), n: values.len() })
}

fn count(values: usize) -> f64 {
    values as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 400 values from a uniform distribution the mean is 0.5 ± 1.96 · 0.2887 / 20.
    #[test]
    fn an_interval_is_as_wide_as_theory_says() {
        let mut chance = Chance::new(3, 0);
        let values: Vec<f64> = (0..400).map(|_| f64::from(chance.unit())).collect();
        let found = interval(&values).unwrap();
        let half = 0.5 * (found.high - found.low);
        assert!((half - 0.0283).abs() < 0.004, "{found:?}");
        assert!(found.low < found.mean && found.mean < found.high);
        assert_eq!(interval(&values), Some(found), "the same values give the same interval");
    }

    #[test]
    fn nothing_has_no_mean_and_one_value_no_spread() {
        assert_eq!(interval(&[]), None);
        let one = interval(&[4.0]).unwrap();
        assert_eq!((one.low, one.mean, one.high), (4.0, 4.0, 4.0));
    }
}
