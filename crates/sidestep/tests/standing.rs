//! Standing is a state that every method enters, keeps, and leaves when it is asked.

#![cfg(not(target_family = "wasm"))]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod methods;

use glam::Vec3;
use methods::{build, library};
use sidestep::{
    control::{Animate, Goal, Push, Travel},
    motion::{GroundTransform, Role, Side, kinematics::JointTransforms, math::wrap_angle},
};
use sidestep_push::PushConfig;
use std::f32::consts::TAU;

const METHODS: [&str; 6] = ["clips", "matching", "follower", "field", "mobility", "clip-control"];
const TICK_SECS: f32 = 1.0 / 30.0;

/// Advances for so long and tells where the root and the ankles were after each tick.
fn watch(body: &mut dyn Animate, goal: &Goal, secs: f32) -> Vec<[Vec3; 3]> {
    let skeleton = std::sync::Arc::clone(body.skeleton());
    let feet = Side::BOTH.map(|side| skeleton.roles().get(Role::Foot(side)).unwrap());
    let mut transforms = JointTransforms::new(skeleton.len());
    let mut seen = Vec::new();
    let mut left = secs;
    while left > 0.0 {
        left -= TICK_SECS;
        let pose = body.advance(goal, TICK_SECS);
        transforms.compute(&skeleton, pose.as_ref());
        let [left, right] = feet.map(|foot| transforms.position(foot));
        seen.push([pose.root_position, left, right]);
    }
    seen
}

fn farthest(seen: &[[Vec3; 3]], which: usize) -> f32 {
    seen.iter().map(|places| places[which].distance(seen[0][which])).fold(0.0, f32::max)
}

#[test]
fn every_method_stops_stays_and_goes_again() {
    let library = library();
    for method in METHODS {
        let controller = build(method, &library);
        for after in [1.0, 1.2, 1.4, 1.6, 1.8] {
            let mut body = controller.spawn(GroundTransform::IDENTITY);
            watch(&mut *body, &Goal::walk(0.4, 1.3), after);
            let stop = watch(&mut *body, &Goal::STAND, 1.2);
            let way = farthest(&stop, 0);
            assert!(way < 0.9, "{method} goes on for {way} m after {after} s");
            let stays = watch(&mut *body, &Goal::STAND, 6.0);
            let [root, left, right] = [0, 1, 2].map(|which| farthest(&stays, which));
            assert!(root < 0.05, "{method} drifts by {root} m");
            assert!(left.max(right) < 0.005, "{method}: feet creep by {left} and {right} m");
            let goes = watch(&mut *body, &Goal::walk(0.4, 1.3), 2.0);
            let way = farthest(&goes, 0);
            assert!(way > 0.8, "{method} is {way} m from where it stood after 2 s");
        }
    }
}

/// A field that mixed what starts with what stands would be drawn back to rest.
#[test]
fn a_field_gets_going_whatever_the_way() {
    let controller = build("field", &library());
    for direction in 0..24_u8 {
        let heading = f32::from(direction) * (TAU / 24.0);
        let mut body = controller.spawn(GroundTransform::IDENTITY);
        watch(&mut *body, &Goal::STAND, 1.0);
        let goes = watch(&mut *body, &Goal::walk(heading, 1.3), 0.9);
        let speeds = goes.windows(7).map(|of| of[6][0].distance(of[0][0]) / (6.0 * TICK_SECS));
        let fastest = speeds.fold(0.0, f32::max);
        assert!(fastest > 0.78, "{heading}: no faster than {fastest} m/s after 0.9 s");
    }
}

/// A foot that comes to rest is lifted over the floor; one that stands is not dragged.
#[test]
fn feet_step_to_where_they_stand() {
    let library = library();
    for method in METHODS {
        let mut body = build(method, &library).spawn(GroundTransform::IDENTITY);
        watch(&mut *body, &Goal::walk(0.0, 1.3), 1.5);
        let stop = watch(&mut *body, &Goal::STAND, 1.5);
        let rest = *stop.last().unwrap();
        for side in [1, 2] {
            let pairs = stop.windows(2);
            let dragged = pairs.filter(|pair| {
                let way = (pair[1][side] - pair[0][side]).with_y(0.0).length();
                let low = pair.iter().all(|places| places[side].y < rest[side].y + 0.004);
                low && way > 0.012
            });
            let ticks = dragged.count();
            assert!(ticks <= 1, "{method}: a foot slides over the floor for {ticks} ticks");
        }
    }
}

/// In the middle of coming to rest a character can be sent, and goes on with equal bits.
#[test]
fn coming_to_rest_survives_a_snapshot() {
    let controller = build("matching", &library());
    let mut body = controller.spawn(GroundTransform::IDENTITY);
    watch(&mut *body, &Goal::walk(0.0, 1.3), 1.5);
    watch(&mut *body, &Goal::STAND, 0.3);
    let mut other = controller.spawn(GroundTransform::IDENTITY);
    other.restore(&body.snapshot()).unwrap();
    for goal in [Goal::STAND, Goal::walk(1.0, 1.0)] {
        assert_eq!(watch(&mut *body, &goal, 1.0), watch(&mut *other, &goal, 1.0));
    }
}

#[test]
fn a_body_that_stands_can_be_pushed_and_stands_again() {
    let library = library();
    for method in METHODS {
        let pushable = build(method, &library).pushable(PushConfig::default()).unwrap();
        let mut body = pushable.spawn(GroundTransform::IDENTITY);
        let before = watch(&mut *body, &Goal::STAND, 1.0);
        let joint = body.skeleton().roles().get(Role::Chest).unwrap();
        let force_newtons = Vec3::new(250.0, 0.0, 0.0);
        assert!(body.push(&Push { joint, force_newtons, duration_secs: 0.2 }));
        let pushed = watch(&mut *body, &Goal::STAND, 3.0);
        let moved = pushed.iter().map(|places| places[0].x - before[0][0].x).fold(0.0, f32::max);
        assert!(moved > 0.03, "{method} does not feel the push: {moved} m");
        let stays = watch(&mut *body, &Goal::STAND, 3.0);
        let drift = farthest(&stays, 0);
        assert!(drift < 0.05, "{method} is restless after a push: {drift} m");
    }
}

/// Whatever the library holds of turns on the spot, a body turns by steps and not as a statue.
#[test]
fn a_body_that_stands_turns_with_its_feet() {
    let library = library();
    for method in METHODS {
        let mut body = build(method, &library).spawn(GroundTransform::IDENTITY);
        watch(&mut *body, &Goal::STAND, 0.5);
        let facing = body.ground().heading + 2.5;
        let goal = Goal::from(Travel::Stand { facing: Some(facing) });
        let turn = watch(&mut *body, &goal, 3.0);
        let off = wrap_angle(body.ground().heading - facing).abs();
        assert!(off < 0.2, "{method} looks {off} rad past");
        assert!(farthest(&turn, 0) < 0.3, "{method} leaves its place");
        for side in [1, 2] {
            let rest = turn.last().unwrap()[side].y;
            let highest = turn.iter().map(|places| places[side].y).fold(0.0, f32::max);
            assert!(highest > rest + 0.015, "{method}: a foot is not lifted");
            let pairs = turn.windows(2);
            let dragged = pairs.filter(|pair| {
                let low = pair.iter().all(|places| places[side].y < rest + 0.004);
                low && (pair[1][side] - pair[0][side]).with_y(0.0).length() > 0.012
            });
            assert!(dragged.count() <= 1, "{method}: a foot is dragged round");
        }
    }
}
