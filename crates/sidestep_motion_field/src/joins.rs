//! Which rows may be followed from each row.

/// A row that may be followed, and what that costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) row: u32,
    pub(crate) cost: f32,
}

/// The joins of all rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Joins {
    /// Where those of each row begin, and the end.
    starts: Vec<u32>,
    choices: Vec<Choice>,
}

impl Joins {
    /// Joins of no row yet.
    pub(crate) fn with_room(joins: usize) -> Self {
        Self { starts: vec![0], choices: Vec::with_capacity(joins) }
    }

    /// Adds the joins of the next row.
    pub(crate) fn push(&mut self, choices: impl Iterator<Item = Choice>) {
        self.choices.extend(choices);
        self.starts.push(u32::try_from(self.choices.len()).unwrap_or(u32::MAX));
    }

    /// The rows that may be followed from a row, the nearest first, without that row itself.
    pub(crate) fn from(&self, row: u32) -> &[Choice] {
        let at = |index: usize| self.starts.get(index).map_or(0, |start| *start as usize);
        self.choices.get(at(row as usize)..at(row as usize + 1)).unwrap_or_default()
    }

    /// How many joins each row has, and all their rows, for those who save them.
    pub(crate) fn rows(&self) -> (Vec<u32>, Vec<u32>) {
        let counts = self.starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        (counts, self.choices.iter().map(|choice| choice.row).collect())
    }

    /// Bytes of the table.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.starts.as_slice()) + size_of_val(self.choices.as_slice())
    }
}
