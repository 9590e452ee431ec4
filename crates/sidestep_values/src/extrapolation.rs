//! Where a sequence of sweeps leads, from a few of them.
//!
//! Where a character may stand or walk on for ever, values creep towards their limit at the pace of
//! the discount, in a few directions of their space. Reduced rank extrapolation (Sidi, "Vector
//! Extrapolation Methods with Applications", SIAM 2017, chapter 1) mixes the last sweeps such that
//! their changes cancel as well as they can. For a fixed policy, whose sweeps are linear, that is the
//! step of GMRES. Sums are taken in a fixed order, so the bits do not depend on the threads.

use sidestep_parallel::prelude::*;

/// Values that are summed together.
const CHUNK: usize = 1024;

/// Numbers that are summed side by side.
const LANES: usize = 8;

/// Keeps the shares of nearly equal changes small, as a part of their squares.
const DAMPING: f64 = 1e-8;

/// Writes the limit of a path of values, each swept from the one before.
pub fn extrapolate(path: &[Vec<f32>], out: &mut [f32]) {
    let Some((last, path)) = path.split_last() else { return };
    out.copy_from_slice(last);
    let Some(shares) = shares(path, last) else { return };
    out.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, out)| {
        let last = &last[chunk * CHUNK..];
        // The share of the last is what the others leave.
        for (share, of) in shares.iter().zip(path.iter().skip(1)) {
            for ((out, of), last) in out.iter_mut().zip(&of[chunk * CHUNK..]).zip(last) {
                *out += share * (of - last);
            }
        }
    });
}

/// The shares, adding up to 1, of all but the first values of a path that give the least change.
fn shares(path: &[Vec<f32>], last: &[f32]) -> Option<Vec<f32>> {
    let steps = path.len();
    let chunks: Vec<usize> = (0..last.len()).step_by(CHUNK).collect();
    let products: Vec<Vec<f64>> =
        chunks.par_iter().map(|from| products(path, last, *from)).collect();
    let mut matrix = vec![0.0; steps * steps];
    for of_chunk in &products {
        matrix.iter_mut().zip(of_chunk).for_each(|(sum, product)| *sum += product);
    }
    let trace: f64 = matrix.iter().step_by(steps + 1).sum();
    matrix.iter_mut().step_by(steps + 1).for_each(|square| *square += DAMPING * trace);
    let shares = solve(matrix, vec![1.0; steps])?;
    let sum: f64 = shares.iter().sum();
    (sum.is_finite() && sum > 0.0)
        .then(|| shares.iter().map(|share| (share / sum) as f32).collect())
}

/// The products of all pairs of changes along a path, over the chunk that begins at `from`.
fn products(path: &[Vec<f32>], last: &[f32], from: usize) -> Vec<f64> {
    let steps = path.len();
    let mut changes = vec![[0.0; CHUNK]; steps];
    let after = path.iter().skip(1).map(Vec::as_slice).chain([last]);
    for ((changes, before), after) in changes.iter_mut().zip(path).zip(after) {
        for ((change, before), after) in changes.iter_mut().zip(&before[from..]).zip(&after[from..])
        {
            *change = after - before;
        }
    }
    let mut products = vec![0.0; steps * steps];
    for a in 0..steps {
        for b in 0..=a {
            let product = product(&changes[a], &changes[b]);
            products[a * steps + b] = product;
            products[b * steps + a] = product;
        }
    }
    products
}

fn product(a: &[f32; CHUNK], b: &[f32; CHUNK]) -> f64 {
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().map(|sum| f64::from(*sum)).sum()
}

/// Solves a small system by elimination; none where the matrix is not positive.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for pivot in 0..size {
        let (until, after) = matrix.split_at_mut((pivot + 1) * size);
        let row = &until[pivot * size..];
        if row[pivot].is_nan() || row[pivot] <= 0.0 {
            return None;
        }
        for (below, of) in after.chunks_exact_mut(size).enumerate() {
            let factor = of[pivot] / row[pivot];
            of.iter_mut().zip(row).for_each(|(of, row)| *of -= factor * row);
            right[pivot + 1 + below] -= factor * right[pivot];
        }
    }
    for pivot in (0..size).rev() {
        let row = &matrix[pivot * size..][..size];
        let known: f64 = row[pivot + 1..].iter().zip(&right[pivot + 1..]).map(|(a, x)| a * x).sum();
        right[pivot] = (right[pivot] - known) / row[pivot];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each number goes towards 1 / (1 - rate) at its rate. Two rates need three steps.
    #[test]
    fn the_limit_of_a_few_rates_is_found_from_a_few_steps() {
        let rates = [0.9_f32, 0.5];
        let rate = |index: usize| rates[index % 2];
        let mut path = vec![vec![0.0_f32; 2500]];
        for step in 0..3 {
            let next = path[step].iter().enumerate().map(|(i, x)| 1.0 + rate(i) * x).collect();
            path.push(next);
        }
        let mut found = vec![0.0; 2500];
        extrapolate(&path, &mut found);
        for (index, found) in found.iter().enumerate() {
            let limit = 1.0 / (1.0 - rate(index));
            assert!((found / limit - 1.0).abs() < 1e-2, "{index}: {found} for {limit}");
        }
    }

    #[test]
    fn values_at_rest_stay() {
        let path = vec![vec![7.0; 10]; 4];
        let mut found = vec![0.0; 10];
        extrapolate(&path, &mut found);
        assert_eq!(found, vec![7.0; 10]);
    }
}
