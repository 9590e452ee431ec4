//! Cholesky's factorization of a dense symmetric matrix, by tiles, on all threads.
//!
//! Programs of thousands of coefficients spend nearly all of their time here. Every tile is worked on
//! by one thread in one order and nothing is fused, so bits are equal on every machine.

use sidestep_lanes::{InstructionSet, Kernel, Lanes};
use sidestep_parallel::prelude::*;

/// Numbers along a side of a tile.
const TILE: usize = 64;

/// Rows and columns that are updated at a time, in registers.
const STRIP: (usize, usize) = (4, 16);

/// Pivots smaller than this share of what they were hold nothing but rounding: such a direction is
/// left alone.
const LEAST_PIVOT: f64 = 1e-14;

/// What stands for such a pivot.
const HUGE: f64 = 1e64;

/// One tile, row by row.
type Tile = [f64; TILE * TILE];

/// A lower triangular factor L of a matrix L Lᵀ.
pub(crate) struct Factor {
    /// The tiles of each row of tiles, up to the diagonal.
    rows: Vec<Vec<Tile>>,
}

impl Factor {
    /// Factors a symmetric matrix given by its lower half, row by row; `size` numbers to a row.
    pub(crate) fn of(matrix: &[f64], size: usize) -> Self {
        let mut rows: Vec<Vec<Tile>> =
            (0..size.div_ceil(TILE)).map(|row| tiles_of(matrix, size, row)).collect();
        let machine = InstructionSet::best();
        for step in 0..rows.len() {
            let (above, below) = rows.split_at_mut(step + 1);
            let Some(diagonal) = above[step].last_mut() else { break };
            factor_tile(diagonal);
            below.par_iter_mut().for_each(|row| divide(&mut row[step], diagonal));
            let columns: Vec<Tile> = below.iter().map(|row| transposed(&row[step])).collect();
            below.par_iter_mut().for_each(|row| {
                let (done, open) = row.split_at_mut(step + 1);
                for (tile, column) in open.iter_mut().zip(&columns) {
                    machine.run(Subtract { from: tile, left: &done[step], right: column });
                }
            });
        }
        Self { rows }
    }

    /// Solves L Lᵀ x = b in place.
    pub(crate) fn solve(&self, b: &mut [f64]) {
        let size = b.len();
        let mut x = b.to_vec();
        x.resize(self.rows.len() * TILE, 0.0);
        for (row, tiles) in self.rows.iter().enumerate() {
            for i in 0..TILE {
                let at = row * TILE + i;
                let known: f64 = tiles[..row]
                    .iter()
                    .zip(x.chunks_exact(TILE))
                    .map(|(tile, x)| dot(&tile[i * TILE..(i + 1) * TILE], x))
                    .sum();
                let own = &tiles[row][i * TILE..];
                let near = dot(&own[..i], &x[row * TILE..at]);
                x[at] = (x[at] - known - near) / own[i];
            }
        }
        for (row, tiles) in self.rows.iter().enumerate().rev() {
            for i in (0..TILE).rev() {
                let at = row * TILE + i;
                let solved = x[at] / tiles[row][i * TILE + i];
                x[at] = solved;
                for (column, tile) in tiles.iter().enumerate() {
                    let end = if column == row { i } else { TILE };
                    let below = &mut x[column * TILE..column * TILE + end];
                    let factors = &tile[i * TILE..i * TILE + end];
                    below.iter_mut().zip(factors).for_each(|(x, l)| *x -= l * solved);
                }
            }
        }
        b.copy_from_slice(&x[..size]);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A row of tiles of a matrix; what lies outside is the identity.
fn tiles_of(matrix: &[f64], size: usize, row: usize) -> Vec<Tile> {
    let tile = |column: usize| {
        let mut tile = [0.0; TILE * TILE];
        for i in 0..TILE {
            let at = row * TILE + i;
            let (from, to) = (column * TILE, ((column + 1) * TILE).min(size));
            if at < size {
                tile[i * TILE..i * TILE + to - from]
                    .copy_from_slice(&matrix[at * size + from..at * size + to]);
            } else if row == column {
                tile[i * TILE + i] = 1.0;
            }
        }
        tile
    };
    (0..=row).map(tile).collect()
}

fn transposed(tile: &Tile) -> Tile {
    let mut out = [0.0; TILE * TILE];
    for i in 0..TILE {
        for j in 0..TILE {
            out[j * TILE + i] = tile[i * TILE + j];
        }
    }
    out
}

/// The factor of one tile, in place; its upper half is of no meaning.
fn factor_tile(tile: &mut Tile) {
    for j in 0..TILE {
        let (above, own) = tile.split_at_mut(j * TILE);
        let own = &mut own[..TILE];
        for k in 0..j {
            let row = &above[k * TILE..k * TILE + TILE];
            own[k] = (own[k] - dot(&own[..k], &row[..k])) / row[k];
        }
        let left = own[j] - dot(&own[..j], &own[..j]);
        let is_sound = left > LEAST_PIVOT * own[j].abs() && left.is_finite();
        own[j] = if is_sound { left.sqrt() } else { HUGE };
    }
}

/// Turns a tile A into A L⁻ᵀ.
fn divide(tile: &mut Tile, diagonal: &Tile) {
    for row in tile.chunks_exact_mut(TILE) {
        for j in 0..TILE {
            let factors = &diagonal[j * TILE..j * TILE + TILE];
            row[j] = (row[j] - dot(&row[..j], &factors[..j])) / factors[j];
        }
    }
}

/// Takes the product of two tiles from a third; the right one comes transposed.
struct Subtract<'a> {
    from: &'a mut Tile,
    left: &'a Tile,
    right: &'a Tile,
}

impl Kernel for Subtract<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let (height, width) = STRIP;
        for i in (0..TILE).step_by(height) {
            for j in (0..TILE).step_by(width) {
                let mut sums = [[0.0; STRIP.1]; STRIP.0];
                for k in 0..TILE {
                    let right = &self.right[k * TILE + j..k * TILE + j + width];
                    for (row, sums) in sums.iter_mut().enumerate() {
                        let left = self.left[(i + row) * TILE + k];
                        sums.iter_mut().zip(right).for_each(|(sum, right)| *sum += left * right);
                    }
                }
                for (row, sums) in sums.iter().enumerate() {
                    let at = (i + row) * TILE + j;
                    let from = &mut self.from[at..at + width];
                    from.iter_mut().zip(sums).for_each(|(from, sum)| *from -= sum);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::chance::Chance;

    /// A random matrix R Rᵀ + 1, times known numbers, gives these numbers back.
    #[test]
    fn what_was_multiplied_is_found() {
        let size = 150;
        let mut chance = Chance::new(3, 0);
        let mut draw = || f64::from(chance.between(-1.0, 1.0));
        let root: Vec<f64> = (0..size * size).map(|_| draw()).collect();
        let row = |i: usize| &root[i * size..(i + 1) * size];
        let at = |i: usize, j: usize| dot(row(i), row(j)) + f64::from(u8::from(i == j));
        let matrix: Vec<f64> = (0..size * size).map(|n| at(n / size, n % size)).collect();
        let wanted: Vec<f64> = (0..size).map(|_| draw()).collect();
        let mut b: Vec<f64> =
            (0..size).map(|i| dot(&matrix[i * size..(i + 1) * size], &wanted)).collect();
        Factor::of(&matrix, size).solve(&mut b);
        let worst = b.iter().zip(&wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-9, "{worst}");
    }
}
