//! Counts the allocations of each thread, so that "does not allocate" is counted and not believed.
//!
//! A test or a program makes [`Counting`] its allocator and asks [`count`] before and after:
//!
//! ```
//! use sidestep_allocations::{Counting, count};
//!
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//!
//! let before = count();
//! let boxed = Box::new(7);
//! assert_eq!(count() - before, 1);
//! # drop(boxed);
//! ```

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The allocator of the system, with a count for each thread.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

/// Allocations of this thread so far; growing a buffer in place is one.
pub fn count() -> u64 {
    COUNT.with(Cell::get)
}

fn count_one() {
    // A thread that is ending has no count any more, and nobody left to read it.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

#[expect(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: every call is handed on to the allocator of the system unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller's promises are the ones the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
