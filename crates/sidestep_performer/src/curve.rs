//! Smooth curves over time: ramps, quintics, Gaussian smoothing and the two-point solver.

use glam::{DVec2, DVec3};

/// Rate at which everything is computed before frames are taken out of it.
pub(crate) const TICK_HZ: f64 = 240.0;
/// Seconds of one tick.
pub(crate) const TICK: f64 = 1.0 / TICK_HZ;
/// Ticks from one frame to the next.
pub(crate) const TICKS_PER_FRAME: usize = 4;

/// The tick nearest to a time.
pub(crate) fn ticks(secs: f64) -> usize {
    (secs * TICK_HZ).round().max(0.0) as usize
}

/// The time of a tick.
pub(crate) fn secs(ticks: usize) -> f64 {
    ticks as f64 * TICK
}

/// The tick nearest to a time that is also a frame.
pub(crate) fn frame_tick(secs: f64) -> usize {
    let frame = TICKS_PER_FRAME;
    (ticks(secs) + frame / 2) / frame * frame
}

/// From `a` to `b`.
pub(crate) fn lerp(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// How far `x` has gone from `low` to `high`, within [0, 1].
pub(crate) fn ramp(low: f64, high: f64, x: f64) -> f64 {
    ((x - low) / (high - low)).clamp(0.0, 1.0)
}

/// As [`ramp`], with slope and curvature zero at both ends.
pub(crate) fn smooth_ramp(low: f64, high: f64, x: f64) -> f64 {
    let s = ramp(low, high, x);
    s * s * s * (10.0 + s * (6.0 * s - 15.0))
}

/// A value from a table of (x, y) rows with x rising, straight between rows and flat outside.
pub(crate) fn table(rows: &[(f64, f64)], x: f64) -> f64 {
    let next = rows.partition_point(|row| row.0 < x);
    match (next.checked_sub(1).map(|i| rows[i]), rows.get(next)) {
        (Some(a), Some(b)) => lerp(a.1, b.1, ramp(a.0, b.0, x)),
        (Some(row), None) => row.1,
        (None, Some(row)) => row.1,
        (None, None) => 0.0,
    }
}

/// The angle brought into (−π, π].
pub(crate) fn wrap(radians: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let turned = radians - TAU * (radians / TAU).round();
    if turned <= -PI { turned + TAU } else { turned }
}

/// The unit vector on the ground (x, z) that a heading points along.
pub(crate) fn forward(heading: f64) -> DVec2 {
    DVec2::new(libm::sin(heading), libm::cos(heading))
}

/// The unit vector on the ground to the left of a heading.
pub(crate) fn leftward(heading: f64) -> DVec2 {
    DVec2::new(libm::cos(heading), -libm::sin(heading))
}

/// A point of the ground lifted to a height.
pub(crate) fn at_height(ground: DVec2, height: f64) -> DVec3 {
    DVec3::new(ground.x, height, ground.y)
}

/// The place on the ground under a point.
pub(crate) fn on_ground(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

/// Value, speed and acceleration at one end of a curve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knot {
    pub(crate) value: f64,
    pub(crate) speed: f64,
    pub(crate) acceleration: f64,
}

impl Knot {
    pub(crate) fn new(value: f64, speed: f64, acceleration: f64) -> Self {
        Self { value, speed, acceleration }
    }

    pub(crate) fn rest(value: f64) -> Self {
        Self::new(value, 0.0, 0.0)
    }
}

/// The polynomial of degree five between two knots: the least jerk that joins them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quintic([f64; 6]);

impl Quintic {
    /// From `a` to `b` in `duration` seconds.
    pub(crate) fn new(a: Knot, b: Knot, duration: f64) -> Self {
        let d = duration.max(1e-6);
        let (c0, c1, c2) = (a.value, a.speed, 0.5 * a.acceleration);
        // What is left to reach in value, speed and acceleration, each scaled to a unit duration.
        let p = b.value - c0 - d * (c1 + d * c2);
        let v = d * (b.speed - c1 - 2.0 * d * c2);
        let w = d * d * (b.acceleration - 2.0 * c2);
        let (d3, d4, d5) = (d * d * d, d * d * d * d, d * d * d * d * d);
        Self([
            c0,
            c1,
            c2,
            (10.0 * p - 4.0 * v + 0.5 * w) / d3,
            (-15.0 * p + 7.0 * v - w) / d4,
            (6.0 * p - 3.0 * v + 0.5 * w) / d5,
        ])
    }

    /// The value `t` seconds after the first knot.
    pub(crate) fn at(&self, t: f64) -> f64 {
        let c = &self.0;
        c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * (c[4] + t * c[5]))))
    }
}

/// Smooths a curve with a Gaussian of `sigma_secs`; the ends are held.
pub(crate) fn smooth(values: &[f64], sigma_secs: f64) -> Vec<f64> {
    let sigma = sigma_secs * TICK_HZ;
    let reach = ticks(3.0 * sigma_secs);
    if reach == 0 {
        return values.to_vec();
    }
    let weight = |i: usize| libm::exp(-0.5 * (i as f64 / sigma) * (i as f64 / sigma));
    let half: Vec<f64> = (0..=reach).map(weight).collect();
    let total = half[0] + 2.0 * half[1..].iter().sum::<f64>();
    let last = values.len() - 1;
    let smoothed = |at: usize| {
        let mut sum = half[0] * values[at];
        for (i, weight) in half.iter().enumerate().skip(1) {
            sum += weight * (values[at.saturating_sub(i)] + values[(at + i).min(last)]);
        }
        sum / total
    };
    (0..values.len()).map(smoothed).collect()
}

/// [`smooth`] for places on the ground.
pub(crate) fn smooth_ground(values: &[DVec2], sigma_secs: f64) -> Vec<DVec2> {
    let x = smooth(&values.iter().map(|v| v.x).collect::<Vec<_>>(), sigma_secs);
    let z = smooth(&values.iter().map(|v| v.y).collect::<Vec<_>>(), sigma_secs);
    x.into_iter().zip(z).map(|(x, z)| DVec2::new(x, z)).collect()
}

/// The rate of change of a curve, by central differences.
pub(crate) fn rate(values: &[f64]) -> Vec<f64> {
    let last = values.len() - 1;
    let slope = |at: usize| {
        let (a, b) = (at.saturating_sub(1), (at + 1).min(last));
        (values[b] - values[a]) / secs((b - a).max(1))
    };
    (0..values.len()).map(slope).collect()
}

/// Solves ẍ = stiffness · x − load with both ends of x given, on the ticks.
///
/// The three-band system of second differences; it is diagonally dominant for stiffness ≥ 0, so
/// elimination without pivoting is stable.
pub(crate) fn solve_two_point(stiffness: &[f64], load: &[f64], ends: (f64, f64)) -> Vec<f64> {
    let n = stiffness.len();
    let square = TICK * TICK;
    let mut above = vec![0.0; n];
    let mut x = vec![0.0; n];
    x[0] = ends.0;
    for i in 1..n - 1 {
        let pivot = -2.0 - stiffness[i] * square - above[i - 1];
        above[i] = 1.0 / pivot;
        x[i] = (-load[i] * square - x[i - 1]) / pivot;
    }
    x[n - 1] = ends.1;
    for i in (1..n - 1).rev() {
        x[i] -= above[i] * x[i + 1];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quintic_meets_both_knots() {
        let (a, b) = (Knot::new(1.0, -2.0, 3.0), Knot::new(0.5, 0.7, -9.81));
        let curve = Quintic::new(a, b, 0.4);
        let h = 1e-4;
        for (knot, t) in [(a, 0.0), (b, 0.4)] {
            let speed = (curve.at(t + h) - curve.at(t - h)) / (2.0 * h);
            let acceleration = (curve.at(t + h) - 2.0 * curve.at(t) + curve.at(t - h)) / (h * h);
            assert!((curve.at(t) - knot.value).abs() < 1e-12);
            assert!((speed - knot.speed).abs() < 1e-4);
            assert!((acceleration - knot.acceleration).abs() < 1e-3);
        }
    }

    #[test]
    fn two_point_solution_is_the_catenary() {
        // ẍ = x with x(0) = x(2) = cosh 1 is x = cosh(t − 1).
        let n = ticks(2.0) + 1;
        let end = libm::cosh(1.0);
        let x = solve_two_point(&vec![1.0; n], &vec![0.0; n], (end, end));
        assert!((x[n / 2] - 1.0).abs() < 1e-5);
        assert!((x[n / 4] - libm::cosh(0.5)).abs() < 1e-5);
    }

    #[test]
    fn table_is_straight_between_rows_and_flat_outside() {
        let rows = [(1.0, 10.0), (2.0, 20.0)];
        assert_eq!(
            [0.0, 1.0, 1.5, 2.0, 9.0].map(|x| table(&rows, x)),
            [10.0, 10.0, 15.0, 20.0, 20.0]
        );
    }

    #[test]
    fn smoothing_keeps_straight_lines() {
        let line: Vec<f64> = (0..500).map(f64::from).collect();
        assert!((smooth(&line, 0.1)[250] - 250.0).abs() < 1e-9);
        assert!((wrap(4.0) - (4.0 - std::f64::consts::TAU)).abs() < 1e-12);
    }
}
