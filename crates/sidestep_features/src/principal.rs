//! The directions in which rows vary most.
//!
//! Only the first few are needed, and any orthonormal set keeps the search exact: a better one only
//! makes it faster. So this is orthogonal iteration on the covariance of a sample, twenty lines in
//! f64, rather than a full eigensolver. Same bits on every machine: no sine, no fused operation.

/// Rows whose covariance is taken, at most; evenly spread over all.
const SAMPLE: usize = 4096;

/// Rounds of iteration. Directions that are still mixed then have nearly equal variance.
const ROUNDS: usize = 24;

/// `count` orthonormal directions of the most variance, one after another, each of `dims` numbers.
///
/// `rows` are finite, `dims` each; `count` is at most `dims`.
pub(crate) fn principal_directions(
    rows: &[f32],
    dims: usize,
    mean: &[f32],
    count: usize,
) -> Vec<f64> {
    let covariance = covariance(rows, dims, mean);
    let mut directions = scattered(count * dims);
    orthonormalize(&mut directions, dims);
    let mut next = vec![0.0; count * dims];
    for _ in 0..ROUNDS {
        for (from, to) in directions.chunks_exact(dims).zip(next.chunks_exact_mut(dims)) {
            for (row, value) in covariance.chunks_exact(dims).zip(to) {
                *value = dot(row, from);
            }
        }
        std::mem::swap(&mut directions, &mut next);
        orthonormalize(&mut directions, dims);
    }
    directions
}

/// Mean of all rows.
pub(crate) fn mean(rows: &[f32], dims: usize) -> Vec<f32> {
    let mut sums = vec![0.0_f64; dims];
    for row in rows.chunks_exact(dims) {
        for (sum, x) in sums.iter_mut().zip(row) {
            *sum += f64::from(*x);
        }
    }
    let count = (rows.len() / dims).max(1) as f64;
    sums.iter().map(|sum| (sum / count) as f32).collect()
}

/// The covariance plus a trace of the identity, so that no direction ever vanishes under it.
fn covariance(rows: &[f32], dims: usize, mean: &[f32]) -> Vec<f64> {
    let count = rows.len() / dims;
    let stride = count.div_ceil(SAMPLE).max(1);
    let mut matrix = vec![0.0; dims * dims];
    let mut centred = vec![0.0; dims];
    for row in rows.chunks_exact(dims).step_by(stride) {
        for ((c, x), m) in centred.iter_mut().zip(row).zip(mean) {
            *c = f64::from(*x) - f64::from(*m);
        }
        for (i, line) in matrix.chunks_exact_mut(dims).enumerate() {
            let scale = centred[i];
            for (cell, c) in line[i..].iter_mut().zip(&centred[i..]) {
                *cell += scale * c;
            }
        }
    }
    for i in 0..dims {
        for j in 0..i {
            matrix[i * dims + j] = matrix[j * dims + i];
        }
    }
    let trace: f64 = (0..dims).map(|i| matrix[i * dims + i]).sum();
    let trace = if trace > 0.0 { 1e-9 * trace / dims as f64 } else { 1.0 };
    for i in 0..dims {
        matrix[i * dims + i] += trace;
    }
    matrix
}

/// Numbers in (-1, 1) without a pattern: splitmix64 from a fixed seed.
fn scattered(count: usize) -> Vec<f64> {
    let mut state = 0_u64;
    let next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Gram-Schmidt, each direction twice so that rounding leaves no trace of the earlier ones.
fn orthonormalize(directions: &mut [f64], dims: usize) {
    let count = directions.len() / dims;
    for i in 0..count {
        let (before, rest) = directions.split_at_mut(i * dims);
        let current = &mut rest[..dims];
        for _ in 0..2 {
            normalize(current);
            for earlier in before.chunks_exact(dims) {
                let overlap = dot(earlier, current);
                for (c, e) in current.iter_mut().zip(earlier) {
                    *c -= overlap * e;
                }
            }
        }
        normalize(current);
    }
}

fn normalize(direction: &mut [f64]) {
    let length = dot(direction, direction).sqrt();
    let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
    direction.iter_mut().for_each(|x| *x *= scale);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a4.remainder().iter().zip(b4.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a4.zip(b4) {
        for i in 0..4 {
            sums[i] += x[i] * y[i];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on the line through (3, 4), a little off it: the first direction is (0.6, 0.8).
    #[test]
    fn finds_the_long_axis() {
        let rows: Vec<f32> = (-5..=5)
            .flat_map(|i| {
                let (t, off) = (i as f32, if i % 2 == 0 { 0.01 } else { -0.01 });
                [3.0 * t - 4.0 * off, 4.0 * t + 3.0 * off]
            })
            .collect();
        let directions = principal_directions(&rows, 2, &mean(&rows, 2), 2);
        let sign = directions[0].signum();
        assert!((sign * directions[0] - 0.6).abs() < 1e-3, "{directions:?}");
        assert!((sign * directions[1] - 0.8).abs() < 1e-3, "{directions:?}");
    }

    #[test]
    fn directions_are_orthonormal_even_without_variance() {
        for rows in [vec![1.0_f32; 12 * 7], (0..12 * 7).map(|i| (i % 5) as f32).collect()] {
            let directions = principal_directions(&rows, 7, &mean(&rows, 7), 7);
            for (i, a) in directions.chunks_exact(7).enumerate() {
                for (j, b) in directions.chunks_exact(7).enumerate() {
                    let expected = f64::from(u8::from(i == j));
                    assert!((dot(a, b) - expected).abs() < 1e-13, "{i} {j}");
                }
            }
        }
    }
}
