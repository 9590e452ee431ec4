//! Nothing allocates in the frame loop: counted, not believed.
#![allow(unsafe_code, reason = "a global allocator cannot be written without it")]

mod actor;

use sidestep_control::{Character, Goal, GroundPoint, Pace, Start, Travel};
use sidestep_motion::GroundTransform;
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
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

#[test]
fn the_frame_loop_does_not_allocate() {
    let first = Character::new(&actor::SMALL, Start::Rest(GroundTransform::IDENTITY));
    // Room is the same in a copy.
    let mut character = first.clone();
    let before = ALLOCATIONS.with(Cell::get);
    for frame in 0..3000_u16 {
        let part = f32::from(frame / 100);
        let target = GroundPoint::new(part.rem_euclid(7.0) - 3.0, part.rem_euclid(5.0) - 2.0);
        let goal = match frame / 100 % 5 {
            0 => Goal::FREE,
            1 => Goal::walk(part, 1.2),
            2 => Goal::from(Travel::Stand { facing: Some(part) }),
            _ => Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY }),
        };
        character.advance(&goal, 1.0 / 30.0);
        if frame % 500 == 400 {
            character.correct_root(GroundTransform::new(1.0, 0.0, f32::from(frame)));
        }
    }
    let after = ALLOCATIONS.with(Cell::get);
    assert_eq!(after - before, 0);
    assert!(after > 0, "the counter counts");
}
