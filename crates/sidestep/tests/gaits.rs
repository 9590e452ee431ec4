//! Gaits as wishes, whatever the method: served where the data has them, reported where it has not,
//! reached by a bridge where no take leads there.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod methods;

use methods::{build, library};
use sidestep::{
    BuiltController,
    control::{Ability, FrameGaits, Gait, Gaits, Goal, Pace, Travel, notices::lacking},
    decode_controller, encode_controller,
    motion::{
        Clip, GroundTransform, MotionLibrary, contact_detection::ContactConfig, resample::resample,
    },
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

const METHODS: [&str; 4] = ["clips", "matching", "follower", "mobility"];
const FRAME_SECS: f32 = 1.0 / 30.0;

/// Frames of a clip as a clip of its own.
fn cut(clip: &Clip, name: &str, from_secs: f32, to_secs: f32) -> Clip {
    let frame = |secs: f32| (secs * clip.rate_hz) as usize;
    let mut part = Clip {
        name: name.to_owned(),
        root_positions: Vec::new(),
        rotations: Vec::new(),
        labels: Vec::new(),
        contacts: clip.contacts.as_ref().map(|all| all[frame(from_secs)..frame(to_secs)].to_vec()),
        ..clip.clone()
    };
    (frame(from_secs)..frame(to_secs)).for_each(|frame| part.push(clip.pose(frame)));
    part
}

/// Even walks and even runs of the performer, with the ways from one to the other cut out.
fn islands() -> Arc<MotionLibrary> {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let named = |name: &str| clips.iter().find(|clip| clip.name == name).unwrap();
    let parts = [
        cut(named("walk_speeds"), "walk", 2.0, 7.5),
        cut(named("walk_turns_1"), "walk_left", 0.0, 4.5),
        cut(named("walk_turns_2"), "walk_right", 0.0, 4.5),
        cut(named("run_speeds"), "run", 3.0, 6.3),
        cut(named("run_turns_1"), "run_left", 0.3, 3.0),
        cut(named("run_turns_2"), "run_right", 0.3, 3.0),
    ];
    let parts = parts.map(|clip| resample(&clip, 30.0));
    Arc::new(MotionLibrary::from_clips(&parts, &ContactConfig::default()).unwrap())
}

/// Walks for 3 s and runs for 5 s, or the other way round; answers the speed of the last second.
fn speed_after(controller: &BuiltController, first: Gait, then: Gait) -> f32 {
    let mut character = controller.spawn(GroundTransform::IDENTITY);
    let go = |gait| Goal::from(Travel::Move { heading: 0.0, pace: Pace::gait(gait), facing: None });
    for _ in 0..90 {
        character.advance(&go(first), FRAME_SECS);
    }
    for _ in 0..120 {
        character.advance(&go(then), FRAME_SECS);
    }
    let from = character.ground();
    for _ in 0..30 {
        character.advance(&go(then), FRAME_SECS);
        assert!(character.problems().is_empty(), "{:?}", character.problems());
    }
    character.ground().position().distance(from.position())
}

#[test]
fn a_wish_to_run_is_served_and_taken_back() {
    let library = library();
    let gaits = FrameGaits::of(&library);
    let (walk, run) = (gaits.usual_speed(Gait::Walk), gaits.usual_speed(Gait::Run));
    let between = 0.5 * (walk + run);
    assert!(run > walk + 1.0, "{walk} {run}");
    for method in METHODS {
        let built = build(method, &library);
        let controller = decode_controller(Arc::new(encode_controller(&built))).unwrap();
        let running = speed_after(&controller, Gait::Walk, Gait::Run);
        assert!(running > between, "{method} runs at {running} m/s, walks at {walk}");
        let walking = speed_after(&controller, Gait::Run, Gait::Walk);
        assert!(walking < between, "{method} walks at {walking} m/s, runs at {run}");
    }
}

#[test]
fn a_gait_without_data_is_reported() {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let walks: Vec<Clip> = clips
        .iter()
        .filter(|clip| clip.name.starts_with("walk_"))
        .map(|clip| resample(clip, 30.0))
        .collect();
    let library = Arc::new(MotionLibrary::from_clips(&walks, &ContactConfig::default()).unwrap());
    for method in METHODS {
        let controller = build(method, &library);
        let mut character = controller.spawn(GroundTransform::IDENTITY);
        assert_eq!(character.gaits(), Gaits::of(&[Gait::Walk]), "{method}");
        let go =
            |gait| Goal::from(Travel::Move { heading: 0.0, pace: Pace::gait(gait), facing: None });
        character.advance(&go(Gait::Walk), FRAME_SECS);
        assert!(character.problems().is_empty(), "{method}: {:?}", character.problems());
        character.advance(&go(Gait::Run), FRAME_SECS);
        assert!(character.unserved().has(Ability::Gait), "{method}");
        let notices = controller.notices();
        assert!(notices.iter().any(|said| said.contains("a wish to run")), "{method}: {notices:?}");
    }
}

#[test]
fn islands_are_named_and_reached_all_the_same() {
    let library = islands();
    let gaits = FrameGaits::of(&library);
    assert_eq!(gaits.held(), Gaits::of(&[Gait::Walk, Gait::Run]));
    let between = 0.5 * (gaits.usual_speed(Gait::Walk) + gaits.usual_speed(Gait::Run));
    let mut lost = Vec::new();
    for method in METHODS {
        let built = build(method, &library);
        let notices = built.notices();
        let says = |words: &str| notices.iter().any(|said| said.contains(words));
        assert!(says("no take leads from walk to run nor back"), "{method}: {notices:?}");
        assert!(says("no standing in the data"), "{method}: {notices:?}");
        let controller = decode_controller(Arc::new(encode_controller(&built))).unwrap();
        let running = speed_after(&controller, Gait::Walk, Gait::Run);
        let walking = speed_after(&controller, Gait::Run, Gait::Walk);
        if running < between || walking > between {
            lost.push(format!("{method} runs at {running} m/s and walks at {walking}"));
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

/// With all its takes the performer lacks nothing but a way between some gaits.
#[test]
fn a_whole_library_is_not_talked_about() {
    let notices = build("matching", &library()).notices();
    assert!(!notices.iter().any(|said| said.contains("no standing")), "{notices:?}");
    assert!(!notices.iter().any(|said| said.contains("no range")), "{notices:?}");
}

/// Who never turned is said to, before anybody wonders why the character does not.
#[test]
fn data_without_turns_is_told() {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let clips: Vec<Clip> = clips.iter().map(|clip| resample(clip, 30.0)).collect();
    let library_of = |clips: &[Clip]| {
        Arc::new(MotionLibrary::from_clips(clips, &ContactConfig::default()).unwrap())
    };
    let told = |notices: &[String]| notices.iter().any(|said| said.contains("hardly a turn"));
    let straight = clips.iter().find(|clip| clip.name == "walk_speeds").unwrap();
    let straight = library_of(std::slice::from_ref(straight));
    for method in METHODS {
        let notices = build(method, &straight).notices();
        assert!(told(&notices), "{method}: {notices:?}");
    }
    let whole = library_of(&clips);
    let gaits = FrameGaits::of(&whole);
    let notices = lacking(&whole, &gaits, gaits.held());
    assert!(!told(&notices), "{notices:?}");
}
