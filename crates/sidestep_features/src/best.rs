//! The list of the nearest rows found so far, and the limit beyond which no row can join it.

/// A row of the table and its squared distance to the query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbor {
    /// Number of the row.
    pub row: u32,
    /// Squared distance, summed in one fixed order on every machine.
    pub distance_squared: f32,
}

/// The nearest rows in ascending order of distance, then of row number.
///
/// Distance and row are packed into one integer: the bits of a non-negative f32 order like the
/// number, so one comparison settles both.
#[derive(Clone, Debug, Default)]
pub(crate) struct Best {
    keys: Vec<u64>,
    /// Keys that are yet to be sorted.
    unsorted: Vec<u64>,
    /// Squared distance in summaries above which a row cannot join.
    limit: f32,
    margin: Margin,
}

/// What separates a bound that was computed from one that holds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Margin {
    /// Relative error of squared distances of rows and of summaries together.
    pub(crate) relative: f32,
    /// Distance by which the summaries of query and row may be off.
    pub(crate) slack: f32,
}

impl Margin {
    /// The limit on squared distances of summaries for rows as near as `distance_squared`.
    #[inline(always)]
    pub(crate) fn limit(self, distance_squared: f32) -> f32 {
        let reach = distance_squared.sqrt() * (1.0 + self.relative) + self.slack;
        // The last term covers squares so small that they lose all their bits.
        reach * reach * (1.0 + self.relative) + 1e-30
    }
}

const EMPTY: u64 = u64::MAX;

/// Keys whose ranks are counted side by side.
const RANKED: usize = 8;

impl Best {
    pub(crate) fn with_room(k: usize) -> Self {
        let unsorted = Vec::with_capacity(k.next_multiple_of(RANKED));
        Self { keys: Vec::with_capacity(k), unsorted, ..Self::default() }
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.keys.capacity() + self.unsorted.capacity()) * size_of::<u64>()
    }

    /// Forgets everything and makes room for `k` rows, at least one.
    #[inline(always)]
    pub(crate) fn reset(&mut self, k: usize, margin: Margin) {
        self.keys.clear();
        self.keys.resize(k, EMPTY);
        self.limit = f32::INFINITY;
        self.margin = margin;
    }

    /// Goes on from the keys of an earlier list, which was full.
    #[inline(always)]
    pub(crate) fn restore(&mut self, keys: &[u64], margin: Margin) {
        self.keys.clear();
        self.keys.extend_from_slice(keys);
        self.margin = margin;
        self.limit = self.farthest().map_or(f32::INFINITY, |distance| margin.limit(distance));
    }

    /// Begins a list of rows that all belong to it.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.unsorted.clear();
    }

    /// Adds a row to the list that was begun.
    #[inline(always)]
    pub(crate) fn add(&mut self, row: u32, distance_squared: f32) {
        self.unsorted.push(pack(distance_squared, row));
    }

    /// Makes the rows added the list. Sorting by rank has no branches to guess wrong.
    #[inline(always)]
    pub(crate) fn complete(&mut self, margin: Margin) {
        let Self { keys, unsorted, .. } = self;
        let count = unsorted.len();
        unsorted.resize(count.next_multiple_of(RANKED), EMPTY);
        keys.clear();
        keys.resize(count, EMPTY);
        for key in &unsorted[..count] {
            keys[rank(unsorted, *key)] = *key;
        }
        self.margin = margin;
        self.limit = self.farthest().map_or(f32::INFINITY, |distance| margin.limit(distance));
    }

    /// The list as integers that order like it.
    #[inline(always)]
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Finds nothing, and passes over what is farther than `limit` in squared distance of summaries.
    #[inline(always)]
    pub(crate) fn reset_to_limit(&mut self, limit: f32) {
        self.keys.clear();
        self.limit = limit;
    }

    /// Squared distance of the farthest row found, once as many are found as were asked for.
    #[inline(always)]
    pub(crate) fn farthest(&self) -> Option<f32> {
        self.keys.last().filter(|key| **key != EMPTY).map(|key| unpack(*key).0)
    }

    /// Squared distance of summaries above which a row can be passed over.
    #[inline(always)]
    pub(crate) fn limit(&self) -> f32 {
        self.limit
    }

    /// Takes the row in where it belongs among the nearest.
    #[inline(always)]
    pub(crate) fn offer(&mut self, row: u32, distance_squared: f32) {
        let key = pack(distance_squared, row);
        let Some(last) = self.keys.len().checked_sub(1) else { return };
        if key >= self.keys[last] {
            return;
        }
        let mut at = last;
        while at > 0 && self.keys[at - 1] > key {
            self.keys[at] = self.keys[at - 1];
            at -= 1;
        }
        self.keys[at] = key;
        if self.keys[last] != EMPTY {
            self.limit = self.margin.limit(unpack(self.keys[last]).0);
        }
    }

    /// The rows found.
    #[inline(always)]
    pub(crate) fn neighbors(&self) -> impl Iterator<Item = Neighbor> + '_ {
        let found = self.keys.iter().filter(|key| **key != EMPTY);
        found
            .map(|key| unpack(*key))
            .map(|(distance_squared, row)| Neighbor { row, distance_squared })
    }
}

/// How many keys are less than this one.
#[inline(always)]
fn rank(keys: &[u64], key: u64) -> usize {
    let mut rank = 0;
    for keys in keys.as_chunks::<RANKED>().0 {
        for other in keys {
            rank += usize::from(*other < key);
        }
    }
    rank
}

/// A squared distance and a number in one integer, which orders by distance first.
#[inline(always)]
pub(crate) fn pack(distance_squared: f32, number: u32) -> u64 {
    u64::from(distance_squared.to_bits()) << 32 | u64::from(number)
}

/// The squared distance and the number.
#[inline(always)]
pub(crate) fn unpack(packed: u64) -> (f32, u32) {
    (f32::from_bits((packed >> 32) as u32), packed as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_nearest_and_breaks_ties_by_row() {
        let mut best = Best::default();
        best.reset(3, Margin { relative: 0.0, slack: 0.0 });
        for (row, d) in [(7, 2.0), (9, 1.0), (3, 2.0), (5, 2.0), (1, 3.0), (0, f32::INFINITY)] {
            best.offer(row, d);
        }
        let rows: Vec<u32> = best.neighbors().map(|n| n.row).collect();
        assert_eq!(rows, [9, 3, 5]);
        assert!((best.limit() - 2.0).abs() < 1e-6);
    }

    #[test]
    fn rows_added_at_once_are_listed_as_if_offered() {
        let rows = [(7, 2.0), (9, 1.0), (3, 2.0), (5, 0.5), (1, 3.0), (8, 0.0), (2, 7.0), (4, 4.0)];
        for count in 1..=rows.len() {
            let margin = Margin { relative: 1e-6, slack: 0.01 };
            let (mut offered, mut added) = (Best::default(), Best::default());
            offered.reset(count, margin);
            added.begin();
            for (row, d) in &rows[..count] {
                offered.offer(*row, *d);
                added.add(*row, *d);
            }
            added.complete(margin);
            assert_eq!(added.keys(), offered.keys());
            assert_eq!(added.limit(), offered.limit());
        }
    }

    #[test]
    fn a_list_that_is_not_full_has_no_limit() {
        let mut best = Best::default();
        best.reset(2, Margin { relative: 0.0, slack: 0.0 });
        best.offer(4, 1.0);
        assert_eq!(best.limit(), f32::INFINITY);
        assert_eq!(best.neighbors().count(), 1);
    }
}
