//! Nothing allocates in the frame loop: counted, not believed.

mod walker;

use sidestep_allocations::{Counting, count};
use sidestep_clip_player::{ClipPlayerConfig, build};
use sidestep_control::{Animate, Character, Goal, Start};
use sidestep_motion::GroundTransform;
use std::sync::Arc;

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn the_frame_loop_does_not_allocate() {
    let player = Arc::new(build(&walker::library(), &ClipPlayerConfig::default()).unwrap());
    let start = Start::Rest(GroundTransform::IDENTITY);
    let mut character: Box<dyn Animate> = Box::new(Character::new(&player, start));
    let before = count();
    for frame in 0..1000_u16 {
        character.advance(&Goal::walk(f32::from(frame / 20), 1.4), 1.0 / 60.0);
        character.correct_root(GroundTransform::new(1.0, 0.0, f32::from(frame)));
    }
    assert_eq!(count() - before, 0);
    assert!(count() > 0, "the counter counts");
}
