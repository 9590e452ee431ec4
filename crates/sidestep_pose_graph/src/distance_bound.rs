//! A lower bound of the distance of poses that is quick to work out for many of them.
//!
//! The angle between two rotations is at least their chord, and leaving joints out only lowers the
//! sum; so a few joints and no arc sine give a bound, and few pairs of frames need the whole distance.
//! The loops are plain, over as many poses as fit a vector register, and compilers make vector
//! instructions of them.

use crate::pose_distance::{PoseTable, QUATERNION, VECTOR, nearer_chord_squared, square};
use std::ops::Range;

/// Poses compared in one go.
pub(crate) const LANES: usize = 8;

/// Joints that count less than this, as a share of the one that counts most, are left out.
const LEAST_WEIGHT: f32 = 0.2;

/// What the bound sees of every frame.
#[derive(Clone, Debug)]
pub(crate) struct BoundTable {
    /// Row by row: quaternions, then velocities, the root's last.
    rows: Vec<f32>,
    angle_weights: Vec<f32>,
}

/// Some consecutive rows side by side, in groups of [`LANES`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// Group by group, number by number.
    values: Vec<[f32; LANES]>,
}

impl BoundTable {
    pub(crate) fn new(table: &PoseTable) -> Self {
        let weights = table.angle_weights();
        let joints = weights.len();
        let least = LEAST_WEIGHT * weights.iter().copied().fold(0.0, f32::max);
        let counting: Vec<usize> = (0..joints).filter(|joint| weights[*joint] >= least).collect();
        let mut rows = Vec::new();
        for frame in 0..table.len() {
            let (turns, velocities) = table.row(frame).split_at(joints * QUATERNION);
            for joint in &counting {
                rows.extend_from_slice(&turns[joint * QUATERNION..][..QUATERNION]);
            }
            for joint in counting.iter().chain([&joints]) {
                rows.extend_from_slice(&velocities[joint * VECTOR..][..VECTOR]);
            }
        }
        Self { rows, angle_weights: counting.iter().map(|joint| weights[*joint]).collect() }
    }

    fn width(&self) -> usize {
        self.angle_weights.len() * (QUATERNION + VECTOR) + VECTOR
    }

    fn row(&self, frame: usize) -> &[f32] {
        &self.rows[frame * self.width()..][..self.width()]
    }

    /// Bounds of the distances of one frame to all columns, appended in the order of their frames.
    pub(crate) fn bounds(&self, frame: usize, columns: &Columns, out: &mut Vec<[f32; LANES]>) {
        let row = self.row(frame);
        let groups = columns.values.chunks_exact(self.width());
        out.extend(groups.map(|group| self.group_bounds(row, group)));
    }

    fn group_bounds(&self, row: &[f32], group: &[[f32; LANES]]) -> [f32; LANES] {
        let turns = self.angle_weights.len() * QUATERNION;
        let (row_turns, row_velocities) = row.split_at(turns);
        let (group_turns, group_velocities) = group.split_at(turns);
        let mut bounds = [0.0_f32; LANES];
        let turns = group_turns.as_chunks::<QUATERNION>().0;
        let pairs = row_turns.as_chunks::<QUATERNION>().0.iter().zip(turns);
        for ((row, column), weight) in pairs.zip(&self.angle_weights) {
            for (lane, bound) in bounds.iter_mut().enumerate() {
                let squares = square(row[0] - column[0][lane])
                    + square(row[1] - column[1][lane])
                    + square(row[2] - column[2][lane])
                    + square(row[3] - column[3][lane]);
                *bound += weight * nearer_chord_squared(squares).sqrt();
            }
        }
        let velocities = group_velocities.as_chunks::<VECTOR>().0;
        for (row, column) in row_velocities.as_chunks::<VECTOR>().0.iter().zip(velocities) {
            for (lane, bound) in bounds.iter_mut().enumerate() {
                let squares = square(row[0] - column[0][lane])
                    + square(row[1] - column[1][lane])
                    + square(row[2] - column[2][lane]);
                *bound += squares.sqrt();
            }
        }
        bounds
    }
}

impl Columns {
    /// Takes the rows of `frames`; lanes left over are zeros.
    pub(crate) fn load(&mut self, table: &BoundTable, frames: Range<usize>) {
        self.values.clear();
        self.values.resize(table.width() * frames.len().div_ceil(LANES), [0.0; LANES]);
        for (place, frame) in frames.enumerate() {
            let group = &mut self.values[place / LANES * table.width()..][..table.width()];
            for (values, value) in group.iter_mut().zip(table.row(frame)) {
                values[place % LANES] = *value;
            }
        }
    }
}
