//! Characters of every method feel a hit, and a harder one more.

#![cfg(not(target_family = "wasm"))]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod methods;

use glam::Vec3;
use methods::{build, library};
use sidestep::{
    control::{Animate, Goal, Push},
    motion::{GroundTransform, Role, kinematics::JointTransforms},
};
use sidestep_push::PushConfig;

const METHODS: [&str; 5] = ["clips", "matching", "follower", "mobility", "clip-control"];
const TICK_SECS: f32 = 1.0 / 30.0;
const WATCHED_TICKS: usize = 18;
const HIT_SECS: f32 = 0.2;

/// Where the chest is in each tick after a hit from the side, in newtons.
fn chest_after(body: &mut dyn Animate, goal: &Goal, newtons: f32) -> Vec<Vec3> {
    let skeleton = std::sync::Arc::clone(body.skeleton());
    let joint = skeleton.roles().get(Role::Chest).unwrap();
    let from = body.snapshot();
    let force_newtons = body.ground().transform_vector(Vec3::X) * newtons;
    assert!(body.push(&Push { joint, force_newtons, duration_secs: HIT_SECS }));
    let mut transforms = JointTransforms::new(skeleton.len());
    let mut seen = Vec::new();
    for _ in 0..WATCHED_TICKS {
        transforms.compute(&skeleton, body.advance(goal, TICK_SECS).as_ref());
        seen.push(transforms.position(joint));
    }
    body.restore(&from).unwrap();
    seen
}

#[test]
fn a_harder_hit_moves_further_whatever_the_method() {
    let library = library();
    for method in METHODS {
        let controller = build(method, &library).pushable(PushConfig::default()).unwrap();
        for goal in [Goal::STAND, Goal::walk(0.3, 1.2)] {
            let mut body = controller.spawn(GroundTransform::IDENTITY);
            for _ in 0..45 {
                body.advance(&goal, TICK_SECS);
            }
            let unhit = chest_after(&mut *body, &goal, 1e-3);
            let moved = [100.0, 300.0, 900.0].map(|newtons| {
                let hit = chest_after(&mut *body, &goal, newtons);
                hit.iter().zip(&unhit).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
            });
            let is_felt = moved[0] > 0.02 && moved[0] < moved[1] && moved[1] < moved[2];
            assert!(is_felt, "{method}, {:?}: {moved:?} m", goal.travel);
        }
    }
}
