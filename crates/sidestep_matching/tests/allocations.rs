//! Nothing allocates in the frame loop: counted, not believed.

mod actor;

use sidestep_allocations::{Counting, count};
use sidestep_control::Goal;
use sidestep_motion::GroundTransform;

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn the_frame_loop_does_not_allocate() {
    let mut character = actor::at_rest();
    let before = count();
    for frame in 0..2000_u16 {
        let goal =
            if frame % 300 < 250 { Goal::walk(f32::from(frame / 20), 1.4) } else { Goal::FREE };
        character.advance(&goal, 1.0 / 60.0);
        if frame % 500 == 400 {
            character.correct_root(GroundTransform::new(1.0, 0.0, f32::from(frame)));
        }
    }
    let after = count();
    assert_eq!(after - before, 0);
    assert!(after > 0, "the counter counts");
}
