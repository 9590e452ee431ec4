//! Nothing allocates in the frame loop: counted, not believed.

mod stage;

use sidestep_allocations::{Counting, count};
use sidestep_control::{Animate, Character, Goal, Start};
use sidestep_motion::GroundTransform;
use sidestep_motion_field::{FieldConfig, build};
use std::sync::Arc;

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn the_frame_loop_does_not_allocate() {
    let library = stage::library();
    for config in [FieldConfig::paper(), FieldConfig::agile()] {
        let field = Arc::new(build(&library, &config).unwrap());
        let start = Start::Rest(GroundTransform::IDENTITY);
        let mut character: Box<dyn Animate> = Box::new(Character::new(&field, start));
        // The first searches size their buffers.
        for frame in 0..30_u16 {
            character.advance(&Goal::walk(f32::from(frame / 5), 1.4), 1.0 / 30.0);
        }
        let before = count();
        for frame in 0..300_u16 {
            character.advance(&Goal::walk(f32::from(frame / 20), 1.4), 1.0 / 30.0);
            character.advance(&Goal::Free, 1.0 / 30.0);
            character.correct_root(GroundTransform::new(1.0, 0.0, f32::from(frame)));
        }
        assert_eq!(count() - before, 0);
    }
    assert!(count() > 0, "the counter counts");
}
