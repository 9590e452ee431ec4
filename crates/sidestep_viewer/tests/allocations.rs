//! The frame loop of the stage allocates nothing once it runs: counted, not believed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use sidestep_allocations::{Counting, count};
use sidestep_viewer::stage::{
    Setting, Stage,
    event::Event,
    frame::{self, FrameHead},
    measures::Figures,
    play::Play,
    wish::Wish,
};
use support::{no_clock, setting, walkers};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn walk(heading: f32) -> Event {
    let wish = Wish::Move { heading, speed: Some(1.3), gait: None, facing: None };
    Event::Wish { wish, actor: None, clock: None }
}

/// Allocations of ten seconds of ticks and frames after some seconds of the same.
fn of_ticks(setting: &Setting, warm_up: u32) -> u64 {
    let mut stage = Stage::new(setting, &walkers()).unwrap();
    let figures = vec![Figures::default(); stage.actors().len()];
    let mut buffer = Vec::new();
    let mut allocations = 0;
    for tick in 0..warm_up + 600 {
        if tick % 97 == 0 {
            stage.apply(&walk(tick as f32)).unwrap();
        }
        let before = count();
        stage.advance(&no_clock);
        frame::write(&stage, &FrameHead::default(), &figures, &mut buffer);
        allocations += if tick < warm_up { 0 } else { count() - before };
    }
    allocations
}

#[test]
fn one_character_in_every_world() {
    for world in ["floor", "line", "maze", "obstacles", "court", "tennis", "tactics"] {
        assert_eq!(of_ticks(&setting(world, &["w_field"]), 300), 0, "{world}");
    }
}

#[test]
fn four_controllers_side_by_side() {
    let all = ["w_clips", "w_matching", "w_field", "w_mobility"];
    assert_eq!(of_ticks(&setting("floor", &all), 300), 0);
}

#[test]
fn a_crowd_of_a_thousand() {
    // On one thread, whose allocations are counted.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let crowd = Setting {
        count: Some(1_000),
        scene: Some("field".to_owned()),
        ..setting("crowd", &["w_matching"])
    };
    // Buffers grow until the crowd has been at its densest.
    assert_eq!(pool.install(|| of_ticks(&crowd, 900)), 0);
}

/// A stage with a past keeps it: a moment every second, and frames for the figures in room that is
/// there from the beginning. In between nothing is allocated.
#[test]
fn a_past_costs_allocations_only_where_it_is_kept() {
    let mut play = Play::new(&setting("floor", &["w_matching", "w_clips"]), &walkers()).unwrap();
    play.happen(&walk(1.0)).unwrap();
    for tick in 1..=900_u32 {
        let before = count();
        play.advance(&no_clock);
        let allocated = count() - before;
        let is_kept = tick.is_multiple_of(60);
        assert!(tick < 300 || is_kept || allocated == 0, "tick {tick}: {allocated}");
    }
}
