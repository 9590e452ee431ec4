//! The types of control, proved on the plainest controller.

mod walker;

use glam::{Vec2, Vec3};
use sidestep_clip_player::{ClipPlayer, ClipPlayerConfig, build};
use sidestep_control::{
    Animate, Character, Controller, Goal, GroundPoint, Pace, Path, Problem, Push, Script, Start,
};
use sidestep_motion::{
    Contacts, GroundTransform, JointId, Role, Side, kinematics::JointTransforms, math::wrap_angle,
};
use std::sync::Arc;

const SCRIPT: &str = "
    0.0 stand
    1.0 move heading=0 speed=1.4
    3.0 move heading=90 speed=1.2
    5.5 stand
    7.0 reach x=0 z=0
    10.0 end";

fn player() -> Arc<ClipPlayer> {
    Arc::new(build(&walker::library(), &ClipPlayerConfig::default()).expect("a playable library"))
}

fn at_rest(player: &Arc<ClipPlayer>) -> Character<ClipPlayer> {
    Character::new(player, Start::Rest(GroundTransform::IDENTITY))
}

/// FNV-1a over the bits of all numbers: one flipped bit changes it.
fn hash(clip: &sidestep_motion::Clip) -> u64 {
    let roots = clip.root_positions.iter().flat_map(|p| p.to_array());
    let rotations = clip.rotations.iter().flat_map(|q| q.to_array());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in roots.chain(rotations).flat_map(|value| value.to_bits().to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

#[test]
fn ten_seconds_are_the_same_bits_every_time() {
    let script = Script::parse(SCRIPT).unwrap();
    let first = script.record(&mut at_rest(&player()), 30.0);
    let second = script.record(&mut at_rest(&player()), 30.0);
    assert_eq!(first.len(), 301);
    assert_eq!(hash(&first), hash(&second));
}

#[test]
fn rollback_in_the_middle_changes_nothing() {
    let script = Script::parse(SCRIPT).unwrap();
    let straight = script.record(&mut at_rest(&player()), 30.0);
    let mut character: Box<dyn Animate> = Box::new(at_rest(&player()));
    let mut frames = vec![character.pose().clone()];
    for frame in 0..300_u16 {
        let snapshot = character.snapshot();
        if frame % 7 == 3 {
            // A guess about the player that proves wrong.
            for _ in 0..5 {
                character.advance(&Goal::walk(-2.0, 3.0), 1.0 / 30.0);
            }
            character.restore(&snapshot).unwrap();
        }
        character.advance(script.goal_at(f32::from(frame) / 30.0), 1.0 / 30.0);
        frames.push(character.pose().clone());
    }
    for (index, pose) in frames.iter().enumerate() {
        assert_eq!(pose.as_ref(), straight.pose(index), "frame {index}");
    }
}

#[test]
fn two_half_advances_are_one() {
    let (mut whole, mut halves) = (at_rest(&player()), at_rest(&player()));
    for frame in 0..300_u16 {
        let goal = Goal::walk(f32::from(frame / 40), 1.2);
        whole.advance(&goal, 1.0 / 30.0);
        halves.advance(&goal, 0.5 / 30.0);
        let middle = halves.pose().clone();
        halves.advance(&goal, 0.5 / 30.0);
        assert_eq!(whole.pose(), halves.pose());
        assert_eq!(whole.ground(), halves.ground());
        let way = whole.pose().root_position.distance(middle.root_position);
        assert!(way < 0.05, "the pose between is near: {way} m");
    }
}

#[test]
fn root_deltas_add_up_to_the_way() {
    let mut character = at_rest(&player());
    let mut at = character.ground();
    for frame in 0..200_u16 {
        character.advance(&Goal::walk(f32::from(frame) * 0.02, 1.4), 1.0 / 47.0);
        at = at * character.root_delta();
    }
    let there = character.ground();
    assert!(at.position().distance(there.position()) < 1e-3);
    assert!(wrap_angle(at.heading - there.heading).abs() < 1e-3);
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
    let reach = Goal::Reach { target, facing: None, pace: Pace::ANY };
    for _ in 0..300 {
        character.advance(&reach, 1.0 / 30.0);
    }
    let distance = GroundPoint::of(character.ground()).distance(target);
    assert!(distance < 0.6, "{distance} m from the place");

    let points = [(0.0, 0.0), (0.0, 3.0), (3.0, 3.0)].map(|(x, z)| GroundPoint::new(x, z));
    let path = Goal::Path { path: Path::new(&points).unwrap(), pace: Pace::ANY, facing: None };
    let mut character = at_rest(&player());
    for _ in 0..400 {
        character.advance(&path, 1.0 / 30.0);
    }
    let distance = GroundPoint::of(character.ground()).distance(points[2]);
    assert!(distance < 0.7, "{distance} m from the end of the path");
}

#[test]
fn a_correction_carries_all_of_it() {
    let (mut free, mut moved) = (at_rest(&player()), at_rest(&player()));
    let goal = |turn: f32| Goal::walk(turn + 0.4, 1.4);
    for _ in 0..50 {
        free.advance(&goal(0.0), 1.0 / 60.0);
        moved.advance(&goal(0.0), 1.0 / 60.0);
    }
    let by = GroundTransform::new(5.0, -3.0, 1.0);
    moved.correct_root(by * moved.ground());
    for _ in 0..120 {
        free.advance(&goal(0.0), 1.0 / 60.0);
        moved.advance(&goal(1.0), 1.0 / 60.0);
        let expected = by * free.ground();
        let error = expected.position().distance(moved.ground().position());
        assert!(error < 5e-3, "{error}");
        let mut pose = free.pose().clone();
        by.transform_pose(&mut pose);
        assert!(pose.root_position.distance(moved.pose().root_position) < 5e-3);
    }
}

#[test]
fn garbage_is_clamped_and_reported_and_never_leaves() {
    let mut character = at_rest(&player());
    let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38, -1e38, 0.0, 1e-40, 7.0];
    let pick = |index: u32, salt: u32| {
        let mixed = index.wrapping_mul(2_654_435_761).wrapping_add(salt.wrapping_mul(40_503));
        values[(mixed >> 13) as usize % values.len()]
    };
    for index in 0..1000 {
        let (a, b, c) = (pick(index, 1), pick(index, 2), pick(index, 3));
        let pace = Pace::speed(c);
        let goal = match index % 5 {
            0 => Goal::Move { heading: a, pace, facing: Some(b) },
            1 => Goal::Line { through: GroundPoint::new(a, b), heading: c, pace, facing: None },
            2 => Goal::Reach { target: GroundPoint::new(a, b), facing: Some(c), pace },
            3 => Goal::Stand { facing: Some(a) },
            _ => Goal::walk(b, a),
        };
        character.advance(&goal, pick(index, 4).min(0.1));
        if index % 50 == 0 {
            character.correct_root(GroundTransform::new(a, b, c));
            let force_newtons = Vec3::new(a, b, c);
            let push = Push { joint: JointId(999), force_newtons, duration_secs: a };
            assert!(!character.push(&push));
        }
        assert!(character.pose().is_finite() && character.ground().is_finite());
        assert!(character.root_delta().is_finite());
    }
    character.advance(&Goal::walk(f32::NAN, 1.0), f32::NAN);
    assert!(character.problems().has(Problem::GoalNotFinite));
    assert!(character.problems().has(Problem::TimeInvalid));
    character.advance(&Goal::STAND, 1.0 / 30.0);
    assert!(character.problems().is_empty());
}

#[test]
fn a_snapshot_of_another_controller_is_refused() {
    let mut one: Box<dyn Animate> = Box::new(at_rest(&player()));
    let other: Box<dyn Animate> = Box::new(at_rest(&player()));
    assert!(one.restore(&other.snapshot()).is_err());
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
