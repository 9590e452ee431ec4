//! What a matched character does on the synthetic performer.

mod actor;

use actor::{MATCHER, at_rest};
use glam::Vec3;
use proptest::prelude::*;
use sidestep_control::{
    BodyState, Character, Controller, Goal, GroundPoint, Output, Pace, Problem, Start, Travel,
};
use sidestep_matching::{BuildError, MatchingConfig, MotionMatcher, build};
use sidestep_motion::{
    FrameId, GroundTransform,
    math::{from_rotation_vector, wrap_angle},
};
use std::ops::Range;

type Walker = Character<MotionMatcher>;

fn run(character: &mut Walker, goal: &Goal, secs: f32) {
    for _ in 0..(secs * 30.0) as u32 {
        character.advance(goal, 1.0 / 30.0);
    }
}

/// The mean velocity over the next second.
fn velocity(character: &mut Walker, goal: &Goal) -> Vec3 {
    let from = character.ground().position();
    run(character, goal, 1.0);
    character.ground().position() - from
}

fn forward(heading: f32) -> Vec3 {
    GroundTransform::new(0.0, 0.0, heading).forward()
}

fn off(character: &Walker, heading: f32) -> f32 {
    wrap_angle(character.ground().heading - heading).abs().to_degrees()
}

#[test]
fn it_turns_to_any_heading_and_keeps_the_speed() {
    for degrees in [0.0_f32, 60.0, -60.0, 120.0, -120.0, 179.0] {
        let mut character = at_rest();
        run(&mut character, &Goal::walk(0.0, 1.4), 3.0);
        let heading = degrees.to_radians();
        let goal = Goal::walk(heading, 1.4);
        run(&mut character, &goal, 2.0);
        assert!(off(&character, heading) < 1.0, "{degrees}: off by {}", off(&character, heading));
        let speed = velocity(&mut character, &goal).dot(forward(heading));
        // Found are 1.37 to 1.71 m/s.
        assert!((speed - 1.4).abs() < 0.35, "{degrees}: {speed} m/s");
    }
}

#[test]
fn it_stops_and_turns_on_the_spot() {
    let mut character = at_rest();
    run(&mut character, &Goal::walk(0.5, 1.6), 3.0);
    run(&mut character, &Goal::STAND, 1.5);
    let way = velocity(&mut character, &Goal::STAND).length();
    assert!(way < 0.1, "{way} m in a second of standing");
    let turn = Goal::from(Travel::Stand { facing: Some(-1.5) });
    run(&mut character, &turn, 3.0);
    assert!(off(&character, -1.5) < 8.0, "off by {}", off(&character, -1.5));
}

#[test]
fn it_looks_another_way_than_it_goes() {
    for (heading, facing) in [(1.57, 0.0), (-1.57, 0.0), (3.1, 0.0), (0.8, 0.0)] {
        let pace = Pace::speed(0.8);
        let goal = Goal::from(Travel::Move { heading, pace, facing: Some(facing) });
        let mut character = at_rest();
        run(&mut character, &goal, 3.0);
        assert!(off(&character, facing) < 1.0, "{heading}: off by {}", off(&character, facing));
        let speed = velocity(&mut character, &goal).dot(forward(heading));
        // Found are 0.40 (aslant) to 1.12 m/s (backwards) of the 0.8 that are asked for.
        assert!(speed > 0.35, "towards {heading}: {speed} m/s");
    }
}

#[test]
fn it_reaches_a_place() {
    let mut character = at_rest();
    let target = GroundPoint::new(2.5, 2.0);
    run(&mut character, &Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY }), 8.0);
    let distance = GroundPoint::of(character.ground()).distance(target);
    assert!(distance < 0.3, "{distance} m from the place");
}

/// However the goal whirls, no half second turns further than the actor did, save a tenth.
#[test]
fn it_turns_no_faster_than_the_actor() {
    let library = MATCHER.library();
    let turns = |headings: &[f32]| {
        let steps: Vec<f32> = headings.windows(2).map(|h| wrap_angle(h[1] - h[0])).collect();
        steps.windows(15).map(|half| half.iter().sum::<f32>().abs()).fold(0.0, f32::max)
    };
    let headings = |frames: Range<u32>| -> Vec<f32> {
        frames.map(|frame| library.ground(FrameId(frame)).heading).collect()
    };
    let clips = library.clips().iter();
    let actor = clips.map(|clip| turns(&headings(clip.frames.clone()))).fold(0.0, f32::max);
    let mut character = at_rest();
    let mut whirled = Vec::new();
    for frame in 0..1500_u16 {
        let goal = Goal::walk(f32::from(frame / 7) * 2.0, 1.4);
        character.advance(&goal, 1.0 / 30.0);
        whirled.push(character.ground().heading);
    }
    let furthest = turns(&whirled);
    assert!(furthest < 1.1 * actor, "{furthest} of {actor}");
    assert!(furthest > 0.5 * actor, "{furthest} of {actor}");
}

#[test]
fn joins_do_not_pop() {
    let mut character = at_rest();
    let mut last = character.pose().clone();
    for frame in 0..900_u16 {
        character.advance(&Goal::walk(f32::from(frame / 40) * 2.0, 1.4), 1.0 / 30.0);
        let pose = character.pose();
        let way = pose.root_position.distance(last.root_position);
        assert!(way * 30.0 < 4.0, "the root moves {way} m in frame {frame}");
        for (a, b) in pose.rotations.iter().zip(&last.rotations) {
            let turn = sidestep_motion::math::angle_between(*a, *b).to_degrees();
            assert!(turn < 40.0, "a joint turns by {turn} degrees in frame {frame}");
        }
        last.copy_from(pose.as_ref());
    }
}

/// A body that is moved aside at 1.2 m/s goes on aside at first.
#[test]
fn it_goes_on_from_a_body_that_was_moved() {
    let joints = MATCHER.library().skeleton().len();
    let mut out = Output::new(joints);
    let mut memory = MATCHER.begin(Start::Rest(GroundTransform::IDENTITY), &mut out);
    let before = out.pose.clone();
    let mut now = before.clone();
    now.root_position.x += 0.04;
    let body = BodyState { before, now, secs: 1.0 / 30.0, ground: out.ground };
    assert!(MATCHER.disturb(&mut memory, &body, &mut out));
    assert_eq!(out.pose, body.now);
    MATCHER.step(&mut memory, &Goal::STAND, &mut out);
    let way = out.pose.root_position - body.now.root_position;
    assert!(way.x > 0.02 && way.x < 0.045 && way.z.abs() < 0.01, "{way}");
}

#[test]
fn settings_that_make_no_sense_are_refused_by_name() {
    let config = MatchingConfig { join_secs: f32::NAN, ..MatchingConfig::default() };
    let error = build(MATCHER.library(), &config).unwrap_err();
    assert!(error.to_string().contains("join_secs"), "{error}");
    let config = MatchingConfig { least_left_secs: 1e4, ..MatchingConfig::default() };
    let error = build(MATCHER.library(), &config).unwrap_err();
    assert_eq!(error, BuildError::TooShort { secs: 1e4 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_state_and_no_command_breaks_it(at in 0.0_f32..1.0, wild in prop::array::uniform8(-3.0_f32..3.0),
        goals in prop::collection::vec((any::<f32>(), any::<f32>(), any::<Option<f32>>()), 20)) {
        let library = MATCHER.library();
        let frame = 1 + (at * (library.len() - 1) as f32) as u32;
        let mut state = BodyState {
            before: library.pose(FrameId(frame - 1)).to_pose(),
            now: library.pose(FrameId(frame)).to_pose(),
            secs: wild[7].abs() + 1e-6,
            ground: GroundTransform::new(wild[0], wild[1], wild[2]),
        };
        state.now.root_position += Vec3::new(wild[3], wild[4], wild[5]);
        let turn = from_rotation_vector(Vec3::new(wild[5], wild[6], wild[3]));
        state.now.rotations.iter_mut().for_each(|rotation| *rotation = turn * *rotation);
        let mut character = Character::new(&MATCHER, Start::State(&state));
        for (heading, speed, facing) in goals {
            let goal = Goal::from(Travel::Move { heading, pace: Pace::speed(speed), facing });
            character.advance(&goal, 0.1);
            prop_assert!(character.pose().is_finite() && character.ground().is_finite());
            prop_assert!(!character.problems().has(Problem::PoseNotFinite));
        }
        run(&mut character, &Goal::walk(0.0, 1.4), 3.0);
        prop_assert!(off(&character, 0.0) < 10.0, "{}", off(&character, 0.0));
    }
}
