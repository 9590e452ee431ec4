//! Nothing allocates in the frame loop: counted, not believed.

mod stage;

use sidestep_allocations::{Counting, count};
use sidestep_control::{Animate, Character, Controller, Goal, Start};
use sidestep_motion::GroundTransform;
use sidestep_motion_field::{FieldConfig, Follower, FollowerConfig, MotionField, Search};
use std::sync::Arc;

#[global_allocator]
static COUNTING: Counting = Counting;

/// From the very first step on: every buffer has its size when the character begins.
#[test]
fn the_frame_loop_does_not_allocate() {
    let library = stage::library();
    let local = FieldConfig { search: Search::Local, ..FieldConfig::paper() };
    for config in [FieldConfig::paper(), local] {
        does_not_allocate(MotionField::build(&library, &config).unwrap());
    }
    does_not_allocate(Follower::build(&library, &FollowerConfig::agile()).unwrap());
    assert!(count() > 0, "the counter counts");
}

fn does_not_allocate<C: Controller + 'static>(controller: C) {
    let start = Start::Rest(GroundTransform::IDENTITY);
    let mut character: Box<dyn Animate> = Box::new(Character::new(&Arc::new(controller), start));
    let mut snapshot = character.snapshot();
    let before = count();
    for frame in 0..2600_u16 {
        let speed = 0.4 + 0.1 * f32::from(frame % 23);
        character.advance(&Goal::walk(f32::from(frame / 20), speed), 1.0 / 30.0);
        character.advance(&Goal::FREE, 1.0 / 30.0);
        if frame % 50 == 0 {
            character.correct_root(GroundTransform::new(1.0, 0.0, f32::from(frame)));
        }
        if frame % 400 == 0 {
            character.restore(&snapshot).expect("its own snapshot");
            character.snapshot_into(&mut snapshot);
        }
    }
    assert_eq!(count() - before, 0);
}
