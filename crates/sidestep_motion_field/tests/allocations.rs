//! Nothing allocates in the frame loop: counted, not believed.
#![allow(unsafe_code, reason = "a global allocator cannot be written without it")]

mod stage;

use sidestep_control::{Animate, Character, Goal, Start};
use sidestep_motion::GroundTransform;
use sidestep_motion_field::{FieldConfig, Search, build};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    sync::Arc,
};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer comes from `System.alloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// From the very first step on: every buffer has its size when the character begins.
#[test]
fn the_frame_loop_does_not_allocate() {
    let library = stage::library();
    let local = FieldConfig { search: Search::Local, ..FieldConfig::paper() };
    for config in [FieldConfig::paper(), local, FieldConfig::agile()] {
        let field = Arc::new(build(&library, &config).unwrap());
        let start = Start::Rest(GroundTransform::IDENTITY);
        let mut character: Box<dyn Animate> = Box::new(Character::new(&field, start));
        let mut snapshot = character.snapshot();
        let before = allocations();
        for frame in 0..2600_u16 {
            let speed = 0.4 + 0.1 * f32::from(frame % 23);
            character.advance(&Goal::walk(f32::from(frame / 20), speed), 1.0 / 30.0);
            character.advance(&Goal::Free, 1.0 / 30.0);
            if frame % 50 == 0 {
                character.correct_root(GroundTransform::new(1.0, 0.0, f32::from(frame)));
            }
            if frame % 400 == 0 {
                character.restore(&snapshot).unwrap();
                character.snapshot_into(&mut snapshot);
            }
        }
        assert_eq!(allocations() - before, 0, "{:?}", config.search);
    }
    assert!(allocations() > 0, "the counter counts");
}
