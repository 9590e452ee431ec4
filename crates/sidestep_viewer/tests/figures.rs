//! The live figures are those of the benchmark: the same run is given to both.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use sidestep_control::{Goal, Start};
use sidestep_measure::{
    FootFigures,
    quality::{ContactFigures, jerks},
    response::met,
    run::Run,
    statistics::{percentile, ratio},
};
use sidestep_motion::{JointMotion, facing::smoothed_headings};
use sidestep_viewer::stage::{
    event::Event,
    measures::{Figures, ResponseState, WINDOW_FRAMES},
    play::Play,
    wish::Wish,
    world::side_by_side,
};
use support::{catalogue, no_clock, setting};

const HOLD_FRAMES: usize = 90;
const RUN_FRAMES: usize = 210;

/// Three seconds in one direction, then another one.
fn live(controller: &str, heading: f32, speed: f32) -> (Play, Figures) {
    let mut play = Play::new(&setting("floor", &[controller]), &catalogue()).unwrap();
    for (heading, frames) in [(0.0, HOLD_FRAMES), (heading, RUN_FRAMES)] {
        let wish = Wish::Move { heading, speed: Some(speed), gait: None, facing: None };
        play.happen(&Event::Wish { wish, actor: None, clock: None }).unwrap();
        for _ in 0..2 * frames {
            play.advance(&no_clock);
        }
    }
    play.refresh_figures();
    let figures = play.figures()[0];
    (play, figures)
}

#[test]
fn live_figures_agree_with_the_benchmark() {
    let catalogue = catalogue();
    let source = catalogue.library("p").unwrap().prepare();
    let speed = source.median_speed;
    for (controller, heading) in [("p_matching", 1.2), ("p_matching", -2.5), ("p_clips", 0.9)] {
        let entry = catalogue.controller(controller).unwrap();
        let mut character = entry.spawn(Start::Rest(side_by_side(0, 1)));
        let goal = |heading| Goal::walk(heading, speed);
        let run = Run::record(&mut *character, HOLD_FRAMES + RUN_FRAMES, |frame, _| {
            goal(if frame < HOLD_FRAMES { 0.0 } else { heading })
        });
        let (_, figures) = live(controller, heading, speed);

        let joints = run.motion.skeleton.len();
        let last = run.motion.positions.len().saturating_sub(WINDOW_FRAMES * joints);
        let window =
            JointMotion { positions: run.motion.positions[last..].to_vec(), ..run.motion.clone() };
        let mut contacts = ContactFigures::default();
        contacts.add(&window, &window);
        let mut jerk = Vec::new();
        jerks(&window, &mut jerk);
        let jerk_ratio = ratio(percentile(jerk, 0.95), source.jerk_p95);
        let headings = smoothed_headings(&run.motion);
        let met = met(&run.motion, &headings, HOLD_FRAMES, &goal(heading), speed);

        let near = |a: f32, b: f32| (a - b).abs() <= 1e-4 * b.abs();
        let skate = contacts.skate_cm_per_s();
        assert!(near(figures.skate_cm_per_s, skate), "{controller}: {figures:?}, {skate}");
        assert!(near(figures.jerk_ratio, jerk_ratio), "{controller}: {figures:?}, {jerk_ratio}");
        let mut feet = FootFigures::default();
        feet.add(&window);
        let feet = feet.figures();
        assert_eq!(figures.planted_yaw_deg_per_s, feet.planted_yaw_deg_per_s, "{controller}");
        assert_eq!(figures.swivel_p95_deg, feet.swivel_p95_deg, "{controller}");
        assert_eq!(figures.source_swivel_p95_deg, source.feet.swivel_p95_deg, "{controller}");
        assert!(figures.distance.is_finite() && figures.distance > 0.0, "{figures:?}");
        match met.settled {
            Some(frame) => {
                assert_eq!(figures.turn_state, ResponseState::Settled, "{controller}");
                assert_eq!(figures.turn_secs, frame as f32 / 30.0, "{controller}");
            }
            None => assert_eq!(figures.turn_state, ResponseState::Never, "{controller}"),
        }
    }
}

#[test]
fn the_response_clock_runs_and_stops() {
    catalogue().library("p").unwrap().prepare();
    let mut play = Play::new(&setting("floor", &["p_matching"]), &catalogue()).unwrap();
    let state = |play: &mut Play, ticks: u32| {
        for _ in 0..ticks {
            play.advance(&no_clock);
        }
        play.refresh_figures();
        play.figures()[0].turn_state
    };
    assert_eq!(state(&mut play, 120), ResponseState::Idle);
    let wish = Wish::Move { heading: 0.5, speed: None, gait: None, facing: None };
    play.happen(&Event::Wish { wish, actor: None, clock: None }).unwrap();
    assert_eq!(state(&mut play, 60), ResponseState::Running);
    assert!((play.figures()[0].turn_secs - 1.0).abs() < 1e-6);
    assert_ne!(state(&mut play, 400), ResponseState::Running);
    play.happen(&Event::Wish { wish: Wish::STAND, actor: None, clock: None }).unwrap();
    assert_eq!(state(&mut play, 10), ResponseState::Idle);
}

#[test]
fn a_start_is_timed_apart_from_a_turn() {
    catalogue().library("p").unwrap().prepare();
    let mut play = Play::new(&setting("floor", &["p_matching"]), &catalogue()).unwrap();
    let mut run = |wish: Option<Wish>, ticks: u32| {
        if let Some(wish) = wish {
            play.happen(&Event::Wish { wish, actor: None, clock: None }).unwrap();
        }
        for _ in 0..ticks {
            play.advance(&no_clock);
        }
        play.refresh_figures();
        let figures = play.figures()[0];
        (figures.start_state, figures.turn_state, figures.start_secs)
    };
    let walk = |heading, speed| Some(Wish::Move { heading, speed, gait: None, facing: None });
    run(None, 120);
    let (start, turn, _) = run(walk(0.0, None), 6);
    assert_eq!((start, turn), (ResponseState::Running, ResponseState::Idle));
    let (start, turn, took) = run(None, 240);
    assert_eq!((start, turn), (ResponseState::Settled, ResponseState::Idle));
    assert!(took > 0.0 && took < 4.0, "{took}");
    let (start, turn, same) = run(walk(0.0, Some(1.0)), 30);
    assert_eq!((start, turn, same), (ResponseState::Settled, ResponseState::Idle, took));
    let (start, turn, _) = run(walk(1.0, Some(1.0)), 30);
    assert_eq!((start, turn), (ResponseState::Settled, ResponseState::Running));
}

#[test]
fn figures_are_the_same_after_seeking() {
    catalogue().library("p").unwrap().prepare();
    let (mut play, figures) = live("p_matching", 1.2, 1.3);
    let end = play.stage().tick();
    play.seek(100, &no_clock);
    assert_ne!(play.figures()[0], figures);
    play.seek(end, &no_clock);
    assert_eq!(play.figures()[0], figures);
}
