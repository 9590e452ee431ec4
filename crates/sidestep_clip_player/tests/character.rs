//! What a character does whose controller plays clips.

mod walker;

use glam::{Vec2, Vec3};
use sidestep_clip_player::{ClipPlayer, ClipPlayerConfig, build};
use sidestep_control::{Character, Controller, Goal, GroundPoint, Pace, Path, Start, Travel};
use sidestep_motion::{Contacts, GroundTransform, Role, Side, kinematics::JointTransforms};
use std::sync::Arc;

fn player() -> Arc<ClipPlayer> {
    Arc::new(build(&walker::library(), &ClipPlayerConfig::default()).expect("a playable library"))
}

fn at_rest(player: &Arc<ClipPlayer>) -> Character<ClipPlayer> {
    Character::new(player, Start::Rest(GroundTransform::IDENTITY))
}

#[test]
fn it_goes_where_it_is_told() {
    for degrees in [0.0_f32, 90.0, -90.0, 179.0] {
        let heading = degrees.to_radians();
        let mut character = at_rest(&player());
        for _ in 0..150 {
            character.advance(&Goal::walk(heading, 1.4), 1.0 / 30.0);
        }
        let from = character.ground();
        for _ in 0..60 {
            character.advance(&Goal::walk(heading, 1.4), 1.0 / 30.0);
        }
        let way = character.ground().position() - from.position();
        let along = way.dot(GroundTransform::new(0.0, 0.0, heading).forward());
        assert!(along > 2.0, "{degrees}: {along} m of 2.8 m");
    }
}

#[test]
fn it_reaches_a_place_and_follows_a_path() {
    let mut character = at_rest(&player());
    let target = GroundPoint::new(2.5, 2.0);
    let reach = Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY });
    for _ in 0..300 {
        character.advance(&reach, 1.0 / 30.0);
    }
    let distance = GroundPoint::of(character.ground()).distance(target);
    assert!(distance < 0.6, "{distance} m from the place");

    let points = [(0.0, 0.0), (0.0, 3.0), (3.0, 3.0)].map(|(x, z)| GroundPoint::new(x, z));
    let path = Goal::from(Travel::Path {
        path: Path::new(&points).unwrap(),
        pace: Pace::ANY,
        facing: None,
    });
    let mut character = at_rest(&player());
    for _ in 0..400 {
        character.advance(&path, 1.0 / 30.0);
    }
    let distance = GroundPoint::of(character.ground()).distance(points[2]);
    assert!(distance < 0.7, "{distance} m from the end of the path");
}

/// Horizontal speed of the slower of ankle and toe, frame by frame, and the fastest foot of all.
#[test]
fn planted_feet_stay_and_nothing_pops() {
    let player = player();
    let mut character = at_rest(&player);
    let skeleton = Arc::clone(player.skeleton());
    let joint = |role| skeleton.roles().get(role).unwrap();
    let feet = Side::BOTH.map(|side| [joint(Role::Foot(side)), joint(Role::Toe(side))]);
    let mut transforms = JointTransforms::new(skeleton.len());
    let mut last: Option<([[Vec3; 2]; 2], Contacts)> = None;
    let (mut slid, mut planted, mut fastest) = (0.0_f32, 0_u16, 0.0_f32);
    for frame in 0..900_u16 {
        character.advance(&Goal::walk(f32::from(frame / 60) * 1.3, 1.3), 1.0 / 30.0);
        transforms.compute(&skeleton, character.pose().as_ref());
        let now = feet.map(|joints| joints.map(|joint| transforms.position(joint)));
        for side in Side::BOTH {
            let Some((last, contacts)) = last else { continue };
            let way = |point: usize| now[side.index()][point] - last[side.index()][point];
            fastest = fastest.max(way(0).length() * 30.0);
            if contacts.get(side) && character.contacts().get(side) {
                let flat = |way: Vec3| Vec2::new(way.x, way.z).length();
                slid += flat(way(0)).min(flat(way(1)));
                planted += 1;
            }
        }
        last = Some((now, character.contacts()));
    }
    let skate = 30.0 * 100.0 * slid / f32::from(planted);
    println!("skate {skate} cm/s over {planted} feet, fastest {fastest} m/s");
    assert!(planted > 500);
    assert!(skate < 3.0, "{skate} cm/s");
    assert!(fastest < 6.0, "{fastest} m/s");
}
