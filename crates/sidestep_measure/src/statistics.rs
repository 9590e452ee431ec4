//! The few statistics the measures use.

/// Mean of some values; zero of none.
pub fn mean(values: &[f32]) -> f32 {
    let sum: f64 = values.iter().map(|value| f64::from(*value)).sum();
    (sum / values.len().max(1) as f64) as f32
}

/// The value below which `share` (0 to 1) of the values lie, by the nearest rank; zero of none.
///
/// ```
/// use sidestep_measure::statistics::percentile;
/// assert_eq!(percentile(vec![4.0, 1.0, 3.0, 2.0], 0.5), 2.0);
/// assert_eq!(percentile(vec![4.0, 1.0, 3.0, 2.0], 1.0), 4.0);
/// ```
pub fn percentile(mut values: Vec<f32>, share: f64) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let rank = (share.clamp(0.0, 1.0) * values.len() as f64).ceil() as usize;
    let index = rank.saturating_sub(1).min(values.len() - 1);
    *values.select_nth_unstable_by(index, f32::total_cmp).1
}

/// Part over whole; zero of nothing.
pub fn fraction(part: usize, whole: usize) -> f32 {
    (part as f64 / whole.max(1) as f64) as f32
}

/// `a` over `b`, or zero where `b` is.
pub fn ratio(a: f32, b: f32) -> f32 {
    if b > 0.0 { a / b } else { 0.0 }
}
