//! Navigation with the torso beside the path: who saw a body walk aside does so along a line too.

#![cfg(feature = "fit")]

mod seen;

use sidestep_clip_control::{ClipControl, ClipControlConfig, Task};
use sidestep_control::{Ability, Character, Goal, GroundPoint, Method, Pace, Start, Travel};
use sidestep_motion::{GroundTransform, math::wrap_angle};
use std::{f32::consts::FRAC_PI_2, sync::Arc};

#[test]
fn a_body_looks_aside_and_keeps_to_its_line() {
    let mut config =
        ClipControlConfig { tasks: vec![Task::Navigate], ..ClipControlConfig::default() };
    config.fit.torsos = vec![0.0, f64::from(FRAC_PI_2)];
    config.fit.navigate_cycles = 24;
    let built = ClipControl::build(&seen::library(&["walk_aside"]), &config, &mut |_| {})
        .expect("a controller");
    let controller = Arc::new(built);
    let mut character = Character::new(&controller, Start::Rest(GroundTransform::IDENTITY));
    // Who has learnt lines alone serves them, with the body turned.
    let line = Travel::Line {
        through: GroundPoint::new(0.5, 0.0),
        heading: 0.0,
        pace: Pace::speed(0.8),
        facing: Some(FRAC_PI_2),
    };
    let goal = Goal::from(line);
    for _ in 0..60 * 5 {
        character.advance(&goal, 1.0 / 60.0);
    }
    let unserved = character.unserved();
    assert!(!unserved.has(Ability::Line), "it has learnt lines");
    assert!(!unserved.has(Ability::Facing), "it has learnt to look aside");
    let (mut off_path, mut off_torso) = (0.0, 0.0);
    for _ in 0..60 * 5 {
        character.advance(&goal, 1.0 / 60.0);
        let ground = character.ground();
        off_path += (ground.x - 0.5).abs() / 300.0;
        off_torso += wrap_angle(ground.heading - FRAC_PI_2).abs() / 300.0;
    }
    assert!(off_path < 0.3, "{off_path} m off the line");
    assert!(off_torso < 0.35, "{off_torso} rad off the facing");
}
