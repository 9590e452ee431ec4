//! What characters of a mobility map do on the synthetic performer.

mod actor;

use actor::{WHOLE as MAP, at_rest};
use sidestep_control::{
    BodyState, Character, Controller, Gait, Goal, GroundPoint, Output, Pace, Path, Start, Travel,
};
use sidestep_mobility_map::{
    Join, MapConfig, MobilityConfig, MobilityMap, SteeringConfig, build_map,
};
use sidestep_motion::{FrameId, GroundTransform, math::wrap_angle};
use std::sync::Arc;

type Walker = Character<MobilityMap>;

/// It stops where the data stops: 0.22 m from these places at the farthest, 0.11 m where it has a facing to take.
const STOPS: f32 = 0.25;

fn run(character: &mut Walker, goal: &Goal, secs: f32) {
    for _ in 0..(secs * 30.0) as u32 {
        character.advance(goal, 1.0 / 30.0);
    }
}

fn reach(x: f32, z: f32) -> Goal {
    Goal::from(Travel::Reach { target: GroundPoint::new(x, z), facing: None, pace: Pace::ANY })
}

fn distance(character: &Walker, x: f32, z: f32) -> f32 {
    GroundPoint::of(character.ground()).distance(GroundPoint::new(x, z))
}

fn off_degrees(character: &Walker, heading: f32) -> f32 {
    wrap_angle(character.ground().heading - heading).abs().to_degrees()
}

#[test]
fn it_reaches_places_all_around_and_stays() {
    for (x, z) in [(0.0, 4.0), (-3.0, -3.0), (4.0, -1.0), (0.7, 0.0), (0.0, -0.8), (-0.4, 0.5)] {
        let mut character = at_rest();
        run(&mut character, &reach(x, z), 8.0);
        let left = distance(&character, x, z);
        assert!(left < STOPS, "{left} m from ({x}, {z})");
        run(&mut character, &reach(x, z), 4.0);
        let left = distance(&character, x, z);
        assert!(left < STOPS, "{left} m from ({x}, {z}) four seconds later");
    }
}

#[test]
fn a_new_target_interrupts_the_way_to_the_old_one() {
    let mut character = at_rest();
    run(&mut character, &reach(0.0, 6.0), 1.5);
    let before = distance(&character, -3.0, 1.0);
    run(&mut character, &reach(-3.0, 1.0), 2.5);
    assert!(distance(&character, -3.0, 1.0) < before - 0.8, "still on the old way");
    assert!(distance(&character, 0.0, 6.0) > 3.0, "it has been at the old target");
    run(&mut character, &reach(-3.0, 1.0), 5.0);
    assert!(distance(&character, -3.0, 1.0) < STOPS);
}

#[test]
fn it_arrives_as_it_should_face() {
    for facing in [0.0, 2.0, -1.5] {
        let target = GroundPoint::new(1.0, 2.5);
        let goal = Goal::from(Travel::Reach { target, facing: Some(facing), pace: Pace::ANY });
        let mut character = at_rest();
        run(&mut character, &goal, 12.0);
        let left = distance(&character, 1.0, 2.5);
        assert!(left < STOPS, "facing {facing}: {left} m away");
        let off = off_degrees(&character, facing);
        assert!(off < 15.0, "facing {facing}: off by {off} degrees");
    }
}

#[test]
fn it_takes_any_direction_and_keeps_it() {
    for degrees in [0.0_f32, 60.0, -60.0, 120.0, -120.0, 179.0] {
        let heading = degrees.to_radians();
        let mut character = at_rest();
        run(&mut character, &Goal::walk(0.0, 1.2), 3.0);
        run(&mut character, &Goal::walk(heading, 1.2), 2.5);
        let from = character.ground().position();
        run(&mut character, &Goal::walk(heading, 1.2), 1.0);
        let way = character.ground().position() - from;
        let speed = way.dot(GroundTransform::new(0.0, 0.0, heading).forward());
        let off = off_degrees(&character, heading);
        assert!(off < 3.0 && (speed - 1.2).abs() < 0.15, "{degrees}: off {off}, {speed} m/s");
    }
}

#[test]
fn it_stops_and_turns_on_the_spot() {
    let mut character = at_rest();
    run(&mut character, &Goal::walk(0.5, 1.2), 3.0);
    run(&mut character, &Goal::STAND, 2.0);
    let (place, heading) = (GroundPoint::of(character.ground()), character.ground().heading);
    run(&mut character, &Goal::STAND, 3.0);
    assert!(distance(&character, place.x, place.z) < 0.1, "it wanders about");
    let facing = wrap_angle(heading + 2.0);
    run(&mut character, &Goal::from(Travel::Stand { facing: Some(facing) }), 4.0);
    assert!(off_degrees(&character, facing) < 20.0, "{}", off_degrees(&character, facing));
}

#[test]
fn it_follows_a_path_without_cutting_its_corner_much() {
    let points = [(0.0, 0.0), (0.0, 4.0), (4.0, 4.0)].map(|(x, z)| GroundPoint::new(x, z));
    let path = Path::new(&points).expect("a path");
    let goal = Goal::from(Travel::Path { path: path.clone(), pace: Pace::ANY, facing: None });
    let mut character = at_rest();
    let mut farthest = 0.0_f32;
    for _ in 0..12 * 30 {
        character.advance(&goal, 1.0 / 30.0);
        farthest = farthest.max(path.nearest(GroundPoint::of(character.ground())).distance);
    }
    assert!(distance(&character, 4.0, 4.0) < STOPS, "it has not come to the end");
    // Whole steps of the data cut the corner by 0.73 m.
    assert!(farthest < 0.8, "{farthest} m off the path");
}

#[test]
fn a_gait_that_is_not_there_does_no_harm() {
    let pace = Pace { speed: Some(5.0), gait: Some(Gait::Crouch) };
    let goal = Goal::from(Travel::Move { heading: 1.0, pace, facing: Some(-1.0) });
    let mut character = at_rest();
    run(&mut character, &goal, 5.0);
    assert!(character.pose().is_finite());
}

#[test]
fn it_takes_up_any_body_where_it_is() {
    let library = MAP.library();
    for frame in [40, 300, 777, 1500] {
        let ground = library.ground(FrameId(frame));
        let (before, now) = (library.pose(FrameId(frame - 1)), library.pose(FrameId(frame)));
        let secs = library.frame_secs();
        let body = BodyState { before: before.to_pose(), now: now.to_pose(), secs, ground };
        let mut character = Character::new(&MAP, Start::State(&body));
        assert_eq!(character.pose(), &body.now);
        let mut out = Output::new(library.skeleton().len());
        let mut memory = MAP.begin(Start::State(&body), &mut out);
        assert!(MAP.disturb(&mut memory, &body, &mut out));
        let was = character.pose().clone();
        character.advance(&Goal::FREE, secs);
        let moved = character.pose().root_position.distance(was.root_position);
        assert!(moved < 0.12, "frame {frame}: {moved} m in a tick");
    }
}

#[test]
fn the_blend_of_the_thesis_works_too() {
    let steering = SteeringConfig::paper();
    assert_eq!(steering.join, Join::Blend);
    let config = MobilityConfig { steering, ..MAP.config().clone() };
    let map =
        MobilityMap::from_parts(MAP.library(), MAP.graph().clone(), MAP.table().clone(), &config);
    let map = Arc::new(map.expect("a map"));
    let mut character = Character::new(&map, Start::Rest(GroundTransform::IDENTITY));
    run(&mut character, &reach(0.0, 5.0), 6.0);
    assert!(distance(&character, 0.0, 5.0) < 1.5, "{}", distance(&character, 0.0, 5.0));
}

#[test]
fn the_map_is_the_same_for_any_number_of_threads() {
    let config = MapConfig { most_states: 150, ..MapConfig::default() };
    let made = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| build_map(MAP.library(), MAP.graph(), &config))
    };
    assert_eq!(made(1), made(3));
}
