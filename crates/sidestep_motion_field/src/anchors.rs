//! Temporal compression: which states store values, and how the others get theirs (eq. 14).

use crate::states::States;

/// The states that store values.
#[derive(Clone, Debug)]
pub(crate) struct Anchors {
    /// Row of each anchor, in order.
    rows: Vec<u32>,
    /// For each row the anchor before it, and the share of the next one.
    of_row: Vec<(u32, f32)>,
}

impl Anchors {
    /// Every `every`-th state of each clip, and its last.
    pub(crate) fn new(states: &States, every: usize) -> Self {
        let every = u32::try_from(every.max(1)).unwrap_or(u32::MAX);
        let mut anchors = Self { rows: Vec::new(), of_row: Vec::with_capacity(states.len()) };
        let mut start = 0;
        for row in (0..).take(states.len()) {
            if !states.has_next(row) {
                anchors.push_clip(start, row, every);
                start = row + 1;
            }
        }
        anchors
    }

    fn push_clip(&mut self, first: u32, last: u32, every: u32) {
        let base = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        for row in first..=last {
            let number = (row - first) / every;
            let before = first + number * every;
            let next = (before + every).min(last);
            let share =
                if row == before { 0.0 } else { (row - before) as f32 / (next - before) as f32 };
            // The last state is an anchor of its own, unless its turn has come anyway.
            let is_end = row == last && row != before;
            if row == before || is_end {
                self.rows.push(row);
            }
            self.of_row.push(if is_end {
                (base + number + 1, 0.0)
            } else {
                (base + number, share)
            });
        }
    }

    /// Number of anchors.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Row of each anchor.
    pub(crate) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The anchors whose values make up those of a row, with their shares.
    pub(crate) fn of(&self, row: u32) -> [(u32, f32); 2] {
        let (anchor, share) = self.of_row[row as usize];
        let next = if share > 0.0 { anchor + 1 } else { anchor };
        [(anchor, 1.0 - share), (next, share)]
    }
}
