//! Loops that run on all threads where the feature `parallel` is on, and one after the other where it
//! is off: a game that only loads controllers needs no threads and no crate that makes them.
//!
//! What it loops over it must never know.
//!
//! With the feature, [`prelude`] is that of rayon. Without it, it has the part of it that this
//! workspace uses, in the same words, on one thread. Results are gathered in order either way, so
//! that the bits are the same.

/// What loops need, to be imported whole.
pub mod prelude {
    #[cfg(not(feature = "parallel"))]
    pub use crate::in_order::{IntoParallelIterator, ParallelSlice, ParallelSliceMut};
    #[cfg(feature = "parallel")]
    pub use rayon::prelude::*;
}

#[cfg(any(not(feature = "parallel"), test))]
pub mod in_order;
