//! The index over rows: how it is built, and how a row is bounded and compared.
//!
//! Rows are summarized by their principal coordinates ([`crate::projection`]) and grouped into boxes
//! ([`crate::boxes`]). Full comparisons use the rows as they were given, in one fixed order of
//! additions.

use crate::{
    best::{Best, Margin, unpack},
    boxes::{Boxes, Heads, gather_heads, kd_order, stack_boxes},
    lanes::{InstructionSet, Lanes, Line, WIDTH},
    projection::{Projection, Summary},
    scratch::Query,
};

/// How an index searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexConfig {
    /// How much a search looks at before it is content.
    pub effort: Effort,
    /// Vector instructions to use; results do not depend on them.
    pub instructions: InstructionSet,
}

/// How much a search looks at before it is content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Everything that could be nearer: the result is exact.
    Exact,
    /// The nearest so many groups of sixteen rows, at least one. This bounds the time of a search
    /// in very many rows, at the price of a few neighbours: in 33,000 rows 32 groups find 98 to 99
    /// of 100, in a million 128 do.
    Groups(usize),
}

impl Default for IndexConfig {
    fn default() -> Self {
        Self { effort: Effort::Exact, instructions: InstructionSet::best() }
    }
}

/// The slot of rows that an index does not hold.
pub(crate) const UNLISTED: u32 = u32::MAX;

/// Why rows cannot be indexed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum IndexError {
    /// The numbers do not come out even.
    #[error("{values} values are not rows of {dims} dimensions")]
    Shape {
        /// Numbers given.
        values: usize,
        /// Numbers a row should have.
        dims: usize,
    },
    /// More rows than a row number can count.
    #[error("{rows} rows are more than one index holds; split them")]
    TooMany {
        /// Rows given.
        rows: usize,
    },
    /// A row is NaN or infinite.
    #[error("row {row} has a value in dimension {dim} that is not finite; leave the row out")]
    NotFinite {
        /// Number of the row.
        row: usize,
        /// Where in the row.
        dim: usize,
    },
}

/// An immutable index over rows of numbers that finds the rows nearest to a query.
#[derive(Clone, Debug)]
pub struct NearestIndex {
    pub(crate) dims: usize,
    pub(crate) config: IndexConfig,
    projection: Projection,
    /// Row number of each slot; slots are the rows in kd order.
    pub(crate) rows: Vec<u32>,
    /// Slot of each row, `UNLISTED` where it has none.
    pub(crate) slots: Vec<u32>,
    /// Levels of boxes, the first around groups of sixteen slots, the last a single group.
    pub(crate) levels: Vec<Vec<Boxes>>,
    pub(crate) heads: Vec<Heads>,
    tails: Vec<Line>,
    /// The rows as given, in kd order, padded with zeros to whole lines.
    pub(crate) full: Vec<Line>,
    /// The largest slack of a row's summary.
    slack: f32,
}

impl NearestIndex {
    /// Indexes `rows`, `dims` numbers each, one after another.
    ///
    /// ```
    /// use sidestep_features::{IndexConfig, NearestIndex, SearchScratch};
    /// let rows = [0.0, 0.0, 3.0, 4.0, 1.0, 0.0];
    /// let index = NearestIndex::build(&rows, 2, IndexConfig::default())?;
    /// let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
    /// index.search(&[0.0, 0.0], 2, &mut scratch, &mut found);
    /// let found: Vec<_> = found.iter().map(|n| (n.row, n.distance_squared)).collect();
    /// assert_eq!(found, [(0, 0.0), (2, 1.0)]);
    /// # Ok::<(), sidestep_features::IndexError>(())
    /// ```
    pub fn build(rows: &[f32], dims: usize, config: IndexConfig) -> Result<Self, IndexError> {
        check(rows, dims)?;
        let (projection, summaries) = Projection::fit(rows, dims);
        let order = kd_order(&summaries);
        let mut slots = vec![0; order.len()];
        for (slot, row) in (0..).zip(&order) {
            slots[*row as usize] = slot;
        }
        let heads = gather_heads(&summaries, &order);
        let lines = dims.div_ceil(WIDTH);
        let mut full = vec![Line::ZERO; order.len() * lines];
        for (row, padded) in order.iter().zip(full.chunks_exact_mut(lines)) {
            pad(&rows[*row as usize * dims..][..dims], padded);
        }
        Ok(Self {
            dims,
            config,
            levels: stack_boxes(&heads),
            heads,
            tails: order.iter().map(|row| summaries[*row as usize].tail).collect(),
            full,
            slack: summaries.iter().map(|summary| summary.slack).fold(0.0, f32::max),
            projection,
            rows: order,
            slots,
        })
    }

    /// Indexes some of `rows`, which keep their numbers: only those listed are found.
    ///
    /// ```
    /// use sidestep_features::{IndexConfig, NearestIndex, SearchScratch};
    /// let rows = [0.0, 0.0, 3.0, 4.0, 1.0, 0.0];
    /// let index = NearestIndex::build_listed(&rows, 2, &[1, 2], IndexConfig::default())?;
    /// let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
    /// index.search(&[0.0, 0.0], 2, &mut scratch, &mut found);
    /// let found: Vec<_> = found.iter().map(|n| (n.row, n.distance_squared)).collect();
    /// assert_eq!(found, [(2, 1.0), (1, 25.0)]);
    /// # Ok::<(), sidestep_features::IndexError>(())
    /// ```
    ///
    /// # Panics
    /// Where a row is listed that is not there.
    pub fn build_listed(
        rows: &[f32],
        dims: usize,
        listed: &[u32],
        config: IndexConfig,
    ) -> Result<Self, IndexError> {
        check(rows, dims)?;
        let row = |row: &u32| &rows[*row as usize * dims..][..dims];
        let values: Vec<f32> = listed.iter().flat_map(row).copied().collect();
        let mut index = Self::build(&values, dims, config)?;
        index.slots = vec![UNLISTED; rows.len() / dims];
        for (slot, row) in (0..).zip(&mut index.rows) {
            *row = listed[*row as usize];
            index.slots[*row as usize] = slot;
        }
        Ok(index)
    }

    /// Number of rows that can be found.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Numbers in a row.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// How it searches.
    pub fn config(&self) -> IndexConfig {
        self.config
    }

    /// The same index searching in another way.
    pub fn with_config(self, config: IndexConfig) -> Self {
        Self { config, ..self }
    }

    /// The row of that number, or `None` where the index does not hold it.
    pub fn find_row(&self, row: u32) -> Option<&[f32]> {
        let is_listed = self.slots.get(row as usize).is_some_and(|slot| *slot != UNLISTED);
        is_listed.then(|| self.row(row))
    }

    /// One row as it was given.
    ///
    /// # Panics
    /// Where the index does not hold it.
    pub fn row(&self, row: u32) -> &[f32] {
        &bytemuck::cast_slice(self.lines_of(self.slots[row as usize]))[..self.dims]
    }

    /// Bytes of all tables together.
    pub fn bytes(&self) -> usize {
        let boxes: usize = self.levels.iter().map(|level| size_of_val(level.as_slice())).sum();
        boxes
            + size_of_val(self.heads.as_slice())
            + size_of_val(self.tails.as_slice())
            + size_of_val(self.full.as_slice())
            + size_of_val(self.rows.as_slice())
            + size_of_val(self.slots.as_slice())
    }

    /// Whether there is anything to find; a query of another size is a mistake of the program.
    #[inline(always)]
    pub(crate) fn accepts(&self, query: &[f32], k: usize) -> bool {
        assert_eq!(query.len(), self.dims, "a query must have the dimensions of the rows");
        // Without an early exit this is a few vector instructions.
        let is_finite = query.iter().fold(true, |finite, x| finite & x.is_finite());
        k > 0 && !self.is_empty() && is_finite
    }

    /// What bounds must allow for with this query.
    #[inline(always)]
    pub(crate) fn margin(&self, summary: &Summary) -> Margin {
        Margin {
            // The sums over lines, over 32 coordinates, and the operations around them.
            relative: (self.dims as f32 / WIDTH as f32 + 48.0) * f32::EPSILON,
            slack: summary.slack + self.slack,
        }
    }

    #[inline(always)]
    pub(crate) fn lines_of(&self, slot: u32) -> &[Line] {
        let lines = self.dims.div_ceil(WIDTH);
        &self.full[slot as usize * lines..][..lines]
    }

    /// Makes a query ready.
    #[inline(always)]
    pub(crate) fn prepare<L: Lanes>(&self, l: L, values: &[f32], query: &mut Query) {
        query.lines.resize(self.dims.div_ceil(WIDTH), Line::ZERO);
        pad(values, &mut query.lines);
        query.summary = self.projection.summarize(l, values);
    }

    /// The squared distance of the summaries of a query and a slot, given that of their heads.
    #[inline(always)]
    pub(crate) fn bound<L: Lanes>(&self, l: L, query: &Query, slot: u32, head_squared: f32) -> f32 {
        let off = l.sub(l.load(&self.tails[slot as usize]), l.load(&query.summary.tail));
        head_squared + l.sum(l.mul(off, off))
    }

    /// Compares the pending rows in full, those of the least bound first, and forgets them.
    #[inline(always)]
    pub(crate) fn compare_pending<L: Lanes>(
        &self,
        l: L,
        query: &Query,
        pending: &mut Vec<u64>,
        best: &mut Best,
    ) {
        if pending.len() > 1 {
            pending.sort_unstable();
        }
        for (bound, slot) in pending.drain(..).map(unpack) {
            if bound > best.limit() {
                break;
            }
            let distance = distance_squared(l, &query.lines, self.lines_of(slot));
            best.offer(self.rows[slot as usize], distance);
        }
    }
}

/// The squared distance that results report: each lane sums every sixteenth dimension in order, then
/// lanes are added as a tree. The order is part of the contract, it makes results equal everywhere.
#[inline(always)]
pub(crate) fn distance_squared<L: Lanes>(l: L, a: &[Line], b: &[Line]) -> f32 {
    let mut sum = l.splat(0.0);
    for (a, b) in a.iter().zip(b) {
        let off = l.sub(l.load(a), l.load(b));
        sum = l.add(sum, l.mul(off, off));
    }
    l.sum(sum)
}

/// Copies a row into whole lines; what is over stays as it was, zero.
#[inline(always)]
fn pad(values: &[f32], lines: &mut [Line]) {
    bytemuck::cast_slice_mut::<Line, f32>(lines)[..values.len()].copy_from_slice(values);
}

fn check(rows: &[f32], dims: usize) -> Result<(), IndexError> {
    if dims == 0 || !rows.len().is_multiple_of(dims) {
        return Err(IndexError::Shape { values: rows.len(), dims });
    }
    let count = rows.len() / dims;
    if u32::try_from(count).is_err() {
        return Err(IndexError::TooMany { rows: count });
    }
    match rows.iter().position(|x| !x.is_finite()) {
        None => Ok(()),
        Some(at) => Err(IndexError::NotFinite { row: at / dims, dim: at % dims }),
    }
}
