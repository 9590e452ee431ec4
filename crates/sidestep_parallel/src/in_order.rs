//! The words of rayon on one thread.

use std::slice;

/// Things to be done one after the other.
#[derive(Clone, Debug)]
pub struct InOrder<I>(I);

/// What can be gone through.
pub trait IntoParallelIterator: IntoIterator + Sized {
    /// Goes through all of it.
    fn into_par_iter(self) -> InOrder<Self::IntoIter> {
        InOrder(self.into_iter())
    }
}

impl<I: IntoIterator> IntoParallelIterator for I {}

/// Slices that can be gone through.
pub trait ParallelSlice<T> {
    /// Goes through the items.
    fn par_iter(&self) -> InOrder<slice::Iter<'_, T>>;

    /// Goes through pieces of a size, the last of which may be shorter.
    fn par_chunks(&self, size: usize) -> InOrder<slice::Chunks<'_, T>>;

    /// Goes through pieces of a size; what is left at the end is left out.
    fn par_chunks_exact(&self, size: usize) -> InOrder<slice::ChunksExact<'_, T>>;
}

/// Slices that can be gone through and changed.
pub trait ParallelSliceMut<T> {
    /// Goes through the items.
    fn par_iter_mut(&mut self) -> InOrder<slice::IterMut<'_, T>>;

    /// Goes through pieces of a size, the last of which may be shorter.
    fn par_chunks_mut(&mut self, size: usize) -> InOrder<slice::ChunksMut<'_, T>>;

    /// Goes through pieces of a size; what is left at the end is left out.
    fn par_chunks_exact_mut(&mut self, size: usize) -> InOrder<slice::ChunksExactMut<'_, T>>;
}

impl<T> ParallelSlice<T> for [T] {
    fn par_iter(&self) -> InOrder<slice::Iter<'_, T>> {
        InOrder(self.iter())
    }

    fn par_chunks(&self, size: usize) -> InOrder<slice::Chunks<'_, T>> {
        InOrder(self.chunks(size))
    }

    fn par_chunks_exact(&self, size: usize) -> InOrder<slice::ChunksExact<'_, T>> {
        InOrder(self.chunks_exact(size))
    }
}

impl<T> ParallelSliceMut<T> for [T] {
    fn par_iter_mut(&mut self) -> InOrder<slice::IterMut<'_, T>> {
        InOrder(self.iter_mut())
    }

    fn par_chunks_mut(&mut self, size: usize) -> InOrder<slice::ChunksMut<'_, T>> {
        InOrder(self.chunks_mut(size))
    }

    fn par_chunks_exact_mut(&mut self, size: usize) -> InOrder<slice::ChunksExactMut<'_, T>> {
        InOrder(self.chunks_exact_mut(size))
    }
}

impl<I: Iterator> InOrder<I> {
    /// With their numbers.
    pub fn enumerate(self) -> InOrder<std::iter::Enumerate<I>> {
        InOrder(self.0.enumerate())
    }

    /// Side by side with others.
    pub fn zip<J: IntoIterator>(self, other: J) -> InOrder<std::iter::Zip<I, J::IntoIter>> {
        InOrder(self.0.zip(other))
    }

    /// Of one thread, any piece is large enough.
    #[must_use]
    pub fn with_min_len(self, _: usize) -> Self {
        self
    }

    /// Makes something of each.
    pub fn map<T>(self, make: impl FnMut(I::Item) -> T) -> InOrder<impl Iterator<Item = T>> {
        InOrder(self.0.map(make))
    }

    /// Makes something of each, in a room that is furnished once.
    pub fn map_init<R, T>(
        self,
        furnish: impl Fn() -> R,
        make: impl Fn(&mut R, I::Item) -> T,
    ) -> InOrder<impl Iterator<Item = T>> {
        let mut room = None;
        InOrder(self.0.map(move |item| make(room.get_or_insert_with(&furnish), item)))
    }

    /// Does something with each.
    pub fn for_each(self, act: impl FnMut(I::Item)) {
        self.0.for_each(act);
    }

    /// Makes one of all.
    pub fn reduce(
        self,
        neutral: impl Fn() -> I::Item,
        join: impl Fn(I::Item, I::Item) -> I::Item,
    ) -> I::Item {
        self.0.fold(neutral(), join)
    }

    /// Gathers all.
    pub fn collect<C: FromIterator<I::Item>>(self) -> C {
        self.0.collect()
    }
}

impl<I: Iterator> IntoIterator for InOrder<I> {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{IntoParallelIterator, ParallelSlice, ParallelSliceMut};

    #[test]
    fn all_is_done_in_order_in_one_room() {
        let numbers = [1, 2, 3, 4, 5];
        let sums: Vec<i32> = numbers
            .par_iter()
            .map_init(
                || 0,
                |sum, number| {
                    *sum += number;
                    *sum
                },
            )
            .collect();
        assert_eq!(sums, [1, 3, 6, 10, 15]);
        let pairs: Vec<usize> = numbers.par_chunks(2).map(<[i32]>::len).collect();
        assert_eq!(pairs, [2, 2, 1]);
        let whole = numbers.par_chunks_exact(2).enumerate().map(|(at, pair)| at + pair.len());
        assert_eq!(whole.reduce(|| 0, usize::max), 3);
        let mut doubled = numbers;
        doubled.par_iter_mut().zip(&numbers).with_min_len(9).for_each(|(sum, n)| *sum += n);
        assert_eq!(doubled, [2, 4, 6, 8, 10]);
        doubled
            .par_chunks_mut(3)
            .zip(numbers.par_chunks(3))
            .for_each(|(a, b)| a.copy_from_slice(b));
        assert_eq!(doubled, numbers);
        doubled.par_chunks_exact_mut(4).for_each(|four| four.reverse());
        assert_eq!(doubled, [4, 3, 2, 1, 5]);
        assert_eq!((0..3).into_par_iter().map(|n| n * n).collect::<Vec<_>>(), [0, 1, 4]);
    }
}
