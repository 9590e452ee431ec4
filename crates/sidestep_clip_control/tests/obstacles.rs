//! Obstacles that a goal names are kept clear of, by values learnt over few cycles.

#![cfg(feature = "fit")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep_clip_control::{ClipControl, ClipControlConfig, ClipController, Task};
use sidestep_control::{
    Ability, Character, Controller, Disc, Goal, GroundPoint, Manner, Method, Obstacles, Pace,
    Start, Travel,
};
use sidestep_motion::{GroundTransform, MotionLibrary, contact_detection::ContactConfig};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

fn built(tasks: &[Task]) -> Arc<ClipController> {
    let clips = perform(&PerformerConfig::default());
    let library = MotionLibrary::from_clips(&clips[..8], &ContactConfig::default()).unwrap();
    let mut config = ClipControlConfig { tasks: tasks.to_vec(), ..ClipControlConfig::default() };
    config.fit.navigate_cycles = 12;
    config.fit.obstacle_cycles = 6;
    config.fit.spin_cycles = 16;
    config.fit.moving_cycles = 6;
    config.fit.moving_samples = 5;
    config.fit.beside = vec![0.0];
    (config.fit.along, config.fit.across) = (vec![-1.4, 0.0], vec![0.0]);
    config.fit.tolerance = 1e-2;
    Arc::new(ClipControl::build(&Arc::new(library), &config, &mut |_| {}).unwrap())
}

/// How near the root comes to a disc five metres down the line, and how far it gets in twelve seconds.
fn walk(controller: &Arc<ClipController>, minds: bool) -> (f32, f32) {
    let centre = GroundPoint::new(0.0, 5.0);
    let line = Travel::Line {
        through: GroundPoint::default(),
        heading: 0.0,
        pace: Pace::ANY,
        facing: None,
    };
    let mut goal = Goal::from(line);
    if minds {
        goal.obstacles = Obstacles::new(&[Disc::still(centre, 0.35)]).unwrap();
    }
    let mut character = Character::new(controller, Start::Rest(GroundTransform::IDENTITY));
    let mut nearest = f32::INFINITY;
    for _ in 0..12 * 30 {
        character.advance(&goal, 1.0 / 30.0);
        nearest = nearest.min(GroundPoint::of(character.ground()).distance(centre));
    }
    (nearest, character.ground().z)
}

#[test]
fn a_fixed_obstacle_is_walked_around() {
    let controller = built(&[Task::Direction, Task::Navigate, Task::Fixed]);
    assert!(controller.abilities().has(Ability::Obstacles));
    let (through, free) = walk(&controller, false);
    let (around, made) = walk(&controller, true);
    assert!(through < 0.35, "the way leads through the obstacle: {through}");
    assert!(around > 0.45, "kept {around} m clear");
    assert!(made > 0.7 * free, "{made} of {free} m");
}

/// How near the root comes to a disc that comes towards it, and how far it gets in ten seconds.
fn meet(controller: &Arc<ClipController>, minds: bool) -> (f32, f32) {
    let mut character = Character::new(controller, Start::Rest(GroundTransform::IDENTITY));
    let mut nearest = f32::INFINITY;
    for frame in 0..10 * 30 {
        let secs = frame as f32 / 30.0;
        let centre = GroundPoint::new(0.05, 9.0 - 1.2 * secs);
        let mut goal = Goal::from(Travel::Move { heading: 0.0, pace: Pace::ANY, facing: None });
        if minds {
            let velocity = GroundPoint::new(0.0, -1.2);
            goal.obstacles = Obstacles::new(&[Disc { centre, radius: 0.35, velocity }]).unwrap();
        }
        character.advance(&goal, 1.0 / 30.0);
        nearest = nearest.min(GroundPoint::of(character.ground()).distance(centre));
    }
    (nearest, character.ground().z)
}

#[test]
fn a_moving_obstacle_is_let_by() {
    let controller = built(&[Task::Direction, Task::Moving]);
    let (through, free) = meet(&controller, false);
    let (around, made) = meet(&controller, true);
    assert!(through < 0.35, "they would have met: {through}");
    assert!(around > 0.55, "kept {around} m clear");
    assert!(made > 0.7 * free, "{made} of {free} m");
}

#[test]
fn spinning_is_the_only_manner_that_is_served() {
    let controller = built(&[Task::Direction, Task::Spin]);
    let mut goal = Goal::walk(0.0, 1.0);
    goal.manner = Manner::new(&[("spin-left", 1.0)]).unwrap();
    assert!(!controller.lacks(&goal).has(Ability::Manner));
    let mut character = Character::new(&controller, Start::Rest(GroundTransform::IDENTITY));
    (0..4 * 30).for_each(|_| {
        character.advance(&goal, 1.0 / 30.0);
    });
    assert!(character.ground().z > 1.0, "it goes on: {:?}", character.ground());
    goal.manner = Manner::new(&[("upright", 1.0)]).unwrap();
    assert!(controller.lacks(&goal).has(Ability::Manner));
    let without = built(&[Task::Direction]);
    goal.manner = Manner::new(&[("spin-left", 1.0)]).unwrap();
    assert!(without.lacks(&goal).has(Ability::Manner));
}
