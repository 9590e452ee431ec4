//! Leaps between rows of a field that no join connects: which there are, and what they cost.

/// Leaps, in the order of the rows they leave.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Leaps {
    leaps: Vec<Leap>,
}

/// A leap from a row to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leap {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) cost: f32,
}

impl Leaps {
    pub(crate) fn new(mut leaps: Vec<Leap>) -> Self {
        leaps.sort_by_key(|leap| (leap.from, leap.to));
        Self { leaps }
    }

    /// Pairs of rows, one after another, for those who save them.
    pub(crate) fn pairs(&self) -> Vec<u32> {
        self.leaps.iter().flat_map(|leap| [leap.from, leap.to]).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.leaps.len()
    }

    /// The leaps that leave a row.
    pub(crate) fn from(&self, row: u32) -> impl Iterator<Item = Leap> + '_ {
        let first = self.leaps.partition_point(|leap| leap.from < row);
        self.leaps[first..].iter().take_while(move |leap| leap.from == row).copied()
    }

    /// Whether there is a leap from one row to another.
    pub(crate) fn has(&self, from: u32, to: u32) -> bool {
        self.from(from).any(|leap| leap.to == to)
    }
}
