//! Steered into walls by hand, a body stops or walks along them: no leg is inside, nobody strides on
//! the spot.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use glam::Vec3;
use sidestep_motion::{Role, Side, chance::Chance};
use sidestep_viewer::{
    catalogue::Catalogue,
    stage::{event::Event, play::Play, shape::Shape, wish::Wish},
};
use std::{f32::consts::PI, sync::Arc};
use support::{catalogue, no_clock, setting, walkers};

/// Ticks between two directions, and how many directions are tried.
const HELD_TICKS: usize = 150;
const DIRECTIONS: usize = 48;

/// Ankles and toes, left and right.
const FEET: [Role; 4] = [
    Role::Foot(Side::Left),
    Role::Foot(Side::Right),
    Role::Toe(Side::Left),
    Role::Toe(Side::Right),
];

/// What was seen while somebody was steered about in the maze.
#[derive(Debug, Default)]
struct Seen {
    ticks: usize,
    /// Ticks with an ankle or toe inside a wall.
    inside: usize,
    /// The deepest, in metres.
    deepest: f32,
    /// Seconds in which the body strode more than 0.3 m and got less than a third of that: the rest was
    /// taken by a wall. Who turns on the spot by steps strides nowhere.
    on_the_spot: usize,
    /// Metres gone in all.
    way: f32,
}

fn steer_about(catalogue: &Arc<Catalogue>, controller: &str) -> Seen {
    let mut play = Play::new(&setting("maze", &[controller]), catalogue).unwrap();
    let walls: Vec<Shape> = play.stage().shapes().into_iter().filter(|s| s.id < 1_000).collect();
    let mut chance = Chance::new(7, 0);
    let mut seen = Seen::default();
    for _ in 0..DIRECTIONS {
        let heading = chance.between(-PI, PI);
        let wish = Wish::Move { heading, speed: Some(1.2), gait: None, facing: None };
        play.happen(&Event::Wish { wish, actor: None, clock: None }).unwrap();
        let mut strode = 0.0;
        let mut went = 0.0;
        for tick in 1..=HELD_TICKS {
            let root = place(&play);
            play.advance(&no_clock);
            let now = feet_of(&play);
            let delta = play.stage().actors()[0].character.root_delta();
            strode += delta.position().length();
            went += place(&play).distance(root);
            seen.way += place(&play).distance(root);
            let depth = now.iter().map(|foot| depth(*foot, &walls)).fold(0.0, f32::max);
            seen.ticks += 1;
            seen.inside += usize::from(depth > 0.0);
            seen.deepest = seen.deepest.max(depth);
            if tick.is_multiple_of(60) {
                seen.on_the_spot += usize::from(strode > 0.3 && went < 0.33 * strode);
                (strode, went) = (0.0, 0.0);
            }
        }
    }
    seen
}

fn place(play: &Play) -> Vec3 {
    let ground = play.stage().actors()[0].character.ground();
    Vec3::new(ground.x, 0.0, ground.z)
}

fn feet_of(play: &Play) -> Vec<Vec3> {
    let actor = &play.stage().actors()[0];
    let roles = actor.character.skeleton().roles();
    let joint = |role: &Role| actor.transforms.positions[usize::from(roles.get(*role).unwrap().0)];
    FEET.iter().map(joint).collect()
}

/// How deep a point is inside a wall, in metres; 0 outside.
fn depth(point: Vec3, walls: &[Shape]) -> f32 {
    let depth = |wall: &Shape| {
        let x = 0.5 * wall.size[0] - (point.x - wall.at[0]).abs();
        let z = 0.5 * wall.size[2] - (point.z - wall.at[2]).abs();
        x.min(z).max(0.0)
    };
    walls.iter().map(depth).fold(0.0, f32::max)
}

#[test]
fn nobody_is_inside_a_wall_or_strides_on_the_spot() {
    for (catalogue, controller) in
        [(catalogue(), "p_clips"), (catalogue(), "p_matching"), (walkers(), "w_field")]
    {
        let seen = steer_about(&catalogue, controller);
        println!("{controller}: {seen:?}");
        assert_eq!(seen.inside, 0, "{controller}: {seen:?}");
        assert_eq!(seen.on_the_spot, 0, "{controller}: {seen:?}");
        assert!(seen.way > 20.0, "{controller} hardly moves: {seen:?}");
    }
}
