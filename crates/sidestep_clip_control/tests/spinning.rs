//! Spinning navigation: who saw a body spin along a straight course does so too, and walks on after.

#![cfg(feature = "fit")]

mod seen;

use sidestep_clip_control::{ClipControl, ClipControlConfig, Task};
use sidestep_control::{Animate, Character, Goal, Manner, Method, Start};
use sidestep_motion::{GroundTransform, math::wrap_angle};
use std::sync::Arc;

#[test]
fn a_spinning_walk_spins_and_keeps_its_course() {
    let config = ClipControlConfig {
        tasks: vec![Task::Direction, Task::Spin],
        ..ClipControlConfig::default()
    };
    let built =
        ClipControl::build(&seen::library(&["spin_walk", "walk_aside"]), &config, &mut |_| {})
            .expect("a controller");
    let mut character = Character::new(&Arc::new(built), Start::Rest(GroundTransform::IDENTITY));
    let mut goal = Goal::walk(0.0, 1.0);
    let turned_by = |character: &mut dyn Animate, goal: &Goal, secs: u32| {
        let start = character.ground();
        let (mut turned, mut heading) = (0.0, start.heading);
        for _ in 0..60 * secs {
            character.advance(goal, 1.0 / 60.0);
            turned += wrap_angle(character.ground().heading - heading);
            heading = character.ground().heading;
        }
        let end = character.ground();
        (turned, end.x - start.x, end.z - start.z)
    };
    turned_by(&mut character, &goal, 2);
    goal.manner = Manner::new(&[("spin-left", 0.6)]).expect("a manner");
    let (turned, aside, ahead) = turned_by(&mut character, &goal, 10);
    assert!(turned > 8.0, "it turns {turned} rad in 10 s, 18 are asked for");
    assert!(ahead > 4.0 && aside.abs() < 0.4 * ahead, "it goes {ahead} m ahead, {aside} m aside");
    goal.manner = Manner::default();
    turned_by(&mut character, &goal, 3);
    let (turned, _, ahead) = turned_by(&mut character, &goal, 3);
    assert!(turned.abs() < 0.5 && ahead > 1.5, "then it walks on: {turned} rad, {ahead} m");
}
