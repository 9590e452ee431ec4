//! Rows to search in, and the plainest search there is.

#![allow(dead_code, reason = "each test uses a part of this")]

use sidestep_features::Neighbor;

/// Numbers without a pattern: splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Uniform in 0..n.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// Roughly normal, of variance one.
    pub(crate) fn normal(&mut self) -> f32 {
        (0..12).map(|_| self.unit()).sum::<f32>() - 6.0
    }
}

/// Smooth walks through a space of few dimensions, seen in many: what rows of motion look like.
///
/// The walks visit the same regions again and again, with variances that fall like those of motion
/// capture (99 % in about 30 coordinates). Walks are `length` rows long.
pub(crate) fn walks(count: usize, dims: usize, length: usize, random: &mut Random) -> Vec<f32> {
    const INTRINSIC: usize = 30;
    let mixing: Vec<f32> = (0..INTRINSIC * dims).map(|_| random.normal()).collect();
    let scales: [f32; INTRINSIC] = std::array::from_fn(|i| 0.8_f32.powi(i as i32));
    let mut rows = Vec::with_capacity(count * dims);
    let (mut place, mut speed) = ([0.0_f32; INTRINSIC], [0.0_f32; INTRINSIC]);
    for row in 0..count {
        if row % length == 0 {
            place = std::array::from_fn(|_| random.normal());
            speed = [0.0; INTRINSIC];
        }
        for i in 0..INTRINSIC {
            speed[i] = 0.9 * speed[i] + 0.04 * random.normal() - 0.01 * place[i];
            place[i] += speed[i];
        }
        for d in 0..dims {
            let mixed: f32 =
                (0..INTRINSIC).map(|i| scales[i] * place[i] * mixing[i * dims + d]).sum();
            rows.push(mixed / (dims as f32).sqrt() + 0.002 * random.normal());
        }
    }
    rows
}

/// Sixteen sums, each over every sixteenth dimension in order, then added as a tree of halves.
pub(crate) fn distance_squared(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 16];
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        let off = a - b;
        sums[i % 16] += off * off;
    }
    for half in [8, 4, 2, 1] {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
    }
    sums[0]
}

/// All rows sorted by distance, then by number; the first `k` of them.
pub(crate) fn nearest(rows: &[f32], dims: usize, query: &[f32], k: usize) -> Vec<Neighbor> {
    let mut all: Vec<Neighbor> = (0..)
        .zip(rows.chunks_exact(dims))
        .map(|(row, values)| Neighbor { row, distance_squared: distance_squared(query, values) })
        .collect();
    all.sort_by(|a, b| a.distance_squared.total_cmp(&b.distance_squared).then(a.row.cmp(&b.row)));
    all.truncate(k);
    all
}
