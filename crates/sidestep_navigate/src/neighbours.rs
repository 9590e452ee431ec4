//! Who is near: points in hashed cells, rebuilt every frame without allocating.

use crate::cell::Cell;
use glam::Vec2;

/// Points sorted by cell. Its answers come in an order that depends on the points alone.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    cell: f32,
    mask: u32,
    /// Where the points of each bucket begin; one entry more than there are buckets.
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    position: Vec2,
    index: u32,
}

impl Neighbours {
    /// Takes up new points. `cell` should be about the radius that will be asked for, in metres.
    pub fn rebuild(&mut self, cell: f32, positions: &[Vec2]) {
        self.cell = if cell > 1e-3 { cell } else { 1e-3 };
        let buckets = (2 * positions.len()).next_power_of_two().max(16);
        {
            self.mask = (buckets - 1) as u32;
        }
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        self.entries.clear();
        self.entries.resize(positions.len(), Entry::default());
        for position in positions {
            let bucket = self.bucket(self.cell_of(*position));
            self.starts[bucket] += 1;
        }
        // Running sums point behind each bucket; filling from the back leaves them at its start.
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        for (index, position) in positions.iter().enumerate().rev() {
            let bucket = self.bucket(self.cell_of(*position));
            self.starts[bucket] -= 1;
            let entry = Entry { position: *position, index: index as u32 };
            self.entries[self.starts[bucket] as usize] = entry;
        }
    }

    /// Calls `visit` with the number and place of every point within `radius` of `centre`.
    pub fn each_within(&self, centre: Vec2, radius: f32, mut visit: impl FnMut(usize, Vec2)) {
        if self.entries.is_empty() || !centre.is_finite() {
            return;
        }
        let reach = Vec2::splat(radius);
        let (low, high) = (self.cell_of(centre - reach), self.cell_of(centre + reach));
        for z in low.z..=high.z {
            for x in low.x..=high.x {
                let cell = Cell::new(x, z);
                let bucket = self.bucket(cell);
                let entries = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
                for entry in &self.entries[entries] {
                    let near = entry.position.distance_squared(centre) <= radius * radius;
                    // Other cells may share the bucket; their points are met on their own turn.
                    if near && self.cell_of(entry.position) == cell {
                        visit(entry.index as usize, entry.position);
                    }
                }
            }
        }
    }

    fn cell_of(&self, position: Vec2) -> Cell {
        Cell::of((position / self.cell).floor())
    }

    fn bucket(&self, cell: Cell) -> usize {
        // Primes of Teschner et al., "Optimized spatial hashing" (2003).
        let hash = cell.x.cast_unsigned().wrapping_mul(73_856_093)
            ^ cell.z.cast_unsigned().wrapping_mul(19_349_663);
        ((hash ^ (hash >> 15)) & self.mask) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_finds_what_a_plain_scan_finds(
            points in prop::collection::vec((-20.0_f32..20.0, -20.0_f32..20.0), 0..200),
            centre in (-25.0_f32..25.0, -25.0_f32..25.0),
            radius in 0.0_f32..9.0,
        ) {
            let points: Vec<Vec2> = points.into_iter().map(Vec2::from).collect();
            let centre = Vec2::from(centre);
            let mut neighbours = Neighbours::default();
            neighbours.rebuild(2.0, &points);
            let mut found = Vec::new();
            neighbours.each_within(centre, radius, |index, place| {
                assert_eq!(place, points[index]);
                found.push(index);
            });
            found.sort_unstable();
            let near = |i: &usize| points[*i].distance_squared(centre) <= radius * radius;
            let expect: Vec<usize> = (0..points.len()).filter(near).collect();
            prop_assert_eq!(found, expect);
        }
    }
}
