//! Exact nearest rows of a table: the index, and the search of one query.
//!
//! Rows are summarized by their principal coordinates ([`crate::projection`]) and grouped into boxes
//! ([`crate::boxes`]). A search walks down the boxes, nearest first, and passes over every box and
//! every row whose summary proves it too far. What is left is compared in full, on the rows as they
//! were given, in one fixed order of additions: so the result equals that of comparing all rows, bit
//! for bit, on every machine.

use crate::{
    best::{Best, Margin, Neighbor},
    boxes::{Boxes, Heads, box_distances, gather_heads, head_distances, kd_order, stack_boxes},
    lanes::{InstructionSet, Kernel, Lanes, Line, WIDTH},
    projection::{Projection, Summary},
};

/// How an index searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndexConfig {
    /// 1 gives exact searches. With less, a row is already passed over when its bound exceeds this
    /// part of the squared distance to be beaten: faster, and now and then a neighbour is missed.
    pub bound_scale: f32,
    /// Vector instructions to use; results do not depend on them.
    pub instructions: InstructionSet,
}

impl Default for IndexConfig {
    fn default() -> Self {
        Self { bound_scale: 1.0, instructions: InstructionSet::best() }
    }
}

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
    /// The scale is no usable number.
    #[error("the bound scale is {scale}; it must lie above 0 and not above 1")]
    Scale {
        /// What was given.
        scale: f32,
    },
}

/// An immutable index over rows of numbers that finds the rows nearest to a query.
#[derive(Clone, Debug)]
pub struct NearestIndex {
    dims: usize,
    config: IndexConfig,
    projection: Projection,
    /// Row number of each slot; slots are the rows in kd order.
    rows: Vec<u32>,
    /// Slot of each row.
    slots: Vec<u32>,
    /// Levels of boxes, the first around groups of sixteen slots, the last a single group.
    levels: Vec<Vec<Boxes>>,
    heads: Vec<Heads>,
    tails: Vec<Line>,
    /// The rows as given, in kd order, padded with zeros to whole lines.
    full: Vec<Line>,
    /// The largest slack of a row's summary.
    slack: f32,
}

/// Buffers of a search, reused from query to query so that none allocates.
#[derive(Clone, Debug)]
pub struct SearchScratch {
    pub(crate) query: Query,
    pub(crate) best: Best,
    stack: Vec<u64>,
}

/// A query made ready: padded to whole lines, and summarized.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) lines: Vec<Line>,
    pub(crate) summary: Summary,
}

impl Default for SearchScratch {
    fn default() -> Self {
        Self {
            query: Query { lines: Vec::new(), summary: Summary::ZERO },
            best: Best::default(),
            stack: Vec::new(),
        }
    }
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
        check(rows, dims, &config)?;
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

    /// Number of rows.
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
    pub fn with_config(self, config: IndexConfig) -> Result<Self, IndexError> {
        check_scale(&config)?;
        Ok(Self { config, ..self })
    }

    /// One row as it was given.
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

    /// Finds the `k` rows nearest to `query`, nearest first, ties by row number.
    ///
    /// Fewer are found where the index has fewer, and none for a query that is not finite. Made for
    /// `k` up to 64; larger ones work, at a cost that grows with the square. Does not allocate once
    /// `scratch` and `out` are large enough.
    ///
    /// # Panics
    /// Where `query` has not as many numbers as a row.
    pub fn search(
        &self,
        query: &[f32],
        k: usize,
        scratch: &mut SearchScratch,
        out: &mut Vec<Neighbor>,
    ) {
        out.clear();
        if self.accepts(query, k) {
            self.config.instructions.run(SearchOne { index: self, query, k, scratch });
            out.extend(scratch.best.neighbors());
        }
    }

    /// The same as [`Self::search`] by comparing all rows: the oracle and the yardstick.
    ///
    /// # Panics
    /// Where `query` has not as many numbers as a row.
    pub fn search_all(
        &self,
        query: &[f32],
        k: usize,
        scratch: &mut SearchScratch,
        out: &mut Vec<Neighbor>,
    ) {
        out.clear();
        if self.accepts(query, k) {
            self.config.instructions.run(CompareAll { index: self, query, k, scratch });
            out.extend(scratch.best.neighbors());
        }
    }

    /// Whether there is anything to find; a query of another size is a mistake of the program.
    pub(crate) fn accepts(&self, query: &[f32], k: usize) -> bool {
        assert_eq!(query.len(), self.dims, "a query must have the dimensions of the rows");
        k > 0 && !self.is_empty() && query.iter().all(|x| x.is_finite())
    }

    /// What bounds must allow for with this query.
    #[inline(always)]
    pub(crate) fn margin(&self, summary: &Summary) -> Margin {
        Margin {
            // The sums over lines, over 32 coordinates, and the operations around them.
            relative: (self.dims as f32 / WIDTH as f32 + 48.0) * f32::EPSILON,
            slack: summary.slack + self.slack,
            scale: self.config.bound_scale,
        }
    }

    #[inline(always)]
    fn lines_of(&self, slot: u32) -> &[Line] {
        let lines = self.dims.div_ceil(WIDTH);
        &self.full[slot as usize * lines..][..lines]
    }

    #[inline(always)]
    fn prepare<L: Lanes>(&self, l: L, values: &[f32], query: &mut Query) {
        query.lines.resize(self.dims.div_ceil(WIDTH), Line::ZERO);
        pad(values, &mut query.lines);
        query.summary = self.projection.summarize(l, values);
    }

    /// Offers one slot whose head alone is `head_squared` from the query's.
    #[inline(always)]
    pub(crate) fn refine<L: Lanes>(
        &self,
        l: L,
        query: &Query,
        (slot, head_squared): (u32, f32),
        best: &mut Best,
    ) {
        let off = l.sub(l.load(&self.tails[slot as usize]), l.load(&query.summary.tail));
        let bound = head_squared + l.sum(l.mul(off, off));
        if bound > best.limit() {
            return;
        }
        let distance = distance_squared(l, &query.lines, self.lines_of(slot));
        best.offer(self.rows[slot as usize], distance);
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

struct SearchOne<'a> {
    index: &'a NearestIndex,
    query: &'a [f32],
    k: usize,
    scratch: &'a mut SearchScratch,
}

impl Kernel for SearchOne<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Self { index, query: values, k, scratch } = self;
        let SearchScratch { query, best, stack } = scratch;
        index.prepare(l, values, query);
        best.reset(k.min(index.len()), index.margin(&query.summary));
        stack.clear();
        stack.push(pack(0.0, index.levels.len() - 1, 0));
        while let Some(entry) = stack.pop() {
            let (distance, level, group) = unpack(entry);
            if distance > best.limit() {
                continue;
            }
            descend(l, index, query, (level, group), (best, stack));
        }
    }
}

/// Looks into one group: its boxes go onto the stack, nearest on top, or its rows are compared.
#[inline(always)]
fn descend<L: Lanes>(
    l: L,
    index: &NearestIndex,
    query: &Query,
    (level, group): (usize, usize),
    (best, stack): (&mut Best, &mut Vec<u64>),
) {
    let boxes = &index.levels[level][group];
    let distances = box_distances(l, boxes, &query.summary.head);
    let below = if level == 0 { index.heads.len() } else { index.levels[level - 1].len() };
    let present = (below - group * WIDTH).min(WIDTH);
    let mut near = !l.above(distances, l.splat(best.limit())) & ((1_u32 << present) - 1);
    let mut line = Line::ZERO;
    l.store(distances, &mut line);
    let from = stack.len();
    while near != 0 {
        let lane = near.trailing_zeros() as usize;
        near &= near - 1;
        let entry = pack(line.0[lane], level, group * WIDTH + lane);
        let mut at = stack.len();
        stack.push(entry);
        while at > from && stack[at - 1] < entry {
            stack[at] = stack[at - 1];
            at -= 1;
        }
        stack[at] = entry;
    }
    if level > 0 {
        for entry in &mut stack[from..] {
            *entry -= LEVEL;
        }
        return;
    }
    while stack.len() > from {
        let (distance, _, group) = unpack(stack.pop().unwrap_or_default());
        if distance > best.limit() {
            stack.truncate(from);
            return;
        }
        compare_group(l, index, query, group, best);
    }
}

/// Compares the sixteen rows of a group.
#[inline(always)]
fn compare_group<L: Lanes>(
    l: L,
    index: &NearestIndex,
    query: &Query,
    group: usize,
    best: &mut Best,
) {
    let (sums, bounds) = head_distances(l, &index.heads[group], &query.summary.head);
    let from = group * WIDTH;
    let present = (index.len() - from).min(WIDTH);
    let mut near = !l.above(bounds, l.splat(best.limit())) & ((1_u32 << present) - 1);
    if near == 0 {
        return;
    }
    let (mut sum_line, mut bound_line) = (Line::ZERO, Line::ZERO);
    l.store(sums, &mut sum_line);
    l.store(bounds, &mut bound_line);
    while near != 0 {
        let lane = near.trailing_zeros() as usize;
        near &= near - 1;
        if bound_line.0[lane] > best.limit() {
            continue;
        }
        index.refine(l, query, (slot_number(from + lane), sum_line.0[lane]), best);
    }
}

struct CompareAll<'a> {
    index: &'a NearestIndex,
    query: &'a [f32],
    k: usize,
    scratch: &'a mut SearchScratch,
}

impl Kernel for CompareAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Self { index, query: values, k, scratch } = self;
        let SearchScratch { query, best, .. } = scratch;
        index.prepare(l, values, query);
        best.reset(k.min(index.len()), index.margin(&query.summary));
        let lines = index.dims.div_ceil(WIDTH);
        for (row, full) in index.rows.iter().zip(index.full.chunks_exact(lines)) {
            best.offer(*row, distance_squared(l, &query.lines, full));
        }
    }
}

const LEVEL: u64 = 1 << 28;

/// A group to look into: the nearer, the smaller. A level has fewer than 2^28 groups of 2^32 rows.
#[inline(always)]
fn pack(distance_squared: f32, level: usize, group: usize) -> u64 {
    u64::from(distance_squared.to_bits()) << 32 | level as u64 * LEVEL | group as u64
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the parts of a packed group")]
fn unpack(entry: u64) -> (f32, usize, usize) {
    let place = entry as u32;
    (f32::from_bits((entry >> 32) as u32), (place >> 28) as usize, (place & 0x0fff_ffff) as usize)
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "an index has at most u32::MAX rows")]
pub(crate) fn slot_number(slot: usize) -> u32 {
    slot as u32
}

/// Copies a row into whole lines; what is over stays as it was, zero.
#[inline(always)]
fn pad(values: &[f32], lines: &mut [Line]) {
    bytemuck::cast_slice_mut::<Line, f32>(lines)[..values.len()].copy_from_slice(values);
}

fn check(rows: &[f32], dims: usize, config: &IndexConfig) -> Result<(), IndexError> {
    check_scale(config)?;
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

fn check_scale(config: &IndexConfig) -> Result<(), IndexError> {
    let scale = config.bound_scale;
    if scale > 0.0 && scale <= 1.0 { Ok(()) } else { Err(IndexError::Scale { scale }) }
}
