//! Stories of the stage: no socket, no clock.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use sidestep_viewer::stage::{
    StageError,
    event::Event,
    frame::{self, FrameHead},
    measures::Figures,
    play::Play,
    wish::Wish,
};
use support::{catalogue, no_clock, setting};

fn walk(heading: f32) -> Event {
    let wish = Wish::Move { heading, speed: Some(1.3), gait: None, facing: None };
    Event::Wish { wish, actor: None, clock: None }
}

fn push(newtons: f32) -> Event {
    Event::Push { actor: 0, joint: 3, force: [newtons, 0.0, 0.0], secs: 0.2 }
}

fn play(world: &str, controllers: &[&str]) -> Play {
    Play::new(&setting(world, controllers), &catalogue()).unwrap()
}

fn run(play: &mut Play, ticks: u32) {
    for _ in 0..ticks {
        play.advance(&no_clock);
    }
}

/// The frame without the figures, which are computed now and then.
fn bits(play: &Play) -> Vec<u8> {
    let mut bytes = Vec::new();
    let figures = vec![Figures::default(); play.stage().actors().len()];
    frame::write(play.stage(), &FrameHead::default(), &figures, &mut bytes);
    bytes
}

/// A run in which much happens, with the bits of every tick.
fn eventful(play: &mut Play) -> Vec<Vec<u8>> {
    let mut seen = vec![bits(play)];
    for tick in 0..400 {
        let event = match tick {
            10 => Some(walk(0.0)),
            120 => Some(push(300.0)),
            150 => Some(Event::Grab { actor: 1, joint: 3, at: [1.0, 1.2, 2.0] }),
            200 => Some(Event::Release { actor: 1 }),
            241 => Some(walk(2.0)),
            300 => Some(Event::Swap { actor: 0, controller: "p_clips".to_owned() }),
            _ => None,
        };
        if let Some(event) = event {
            play.happen(&event).unwrap();
        }
        play.advance(&no_clock);
        seen.push(bits(play));
    }
    seen
}

#[test]
fn a_wish_moves_every_actor() {
    let mut play = play("floor", &["p_matching", "p_clips"]);
    let before: Vec<_> = play.stage().actors().iter().map(|a| a.character.ground()).collect();
    play.happen(&walk(0.0)).unwrap();
    run(&mut play, 180);
    for (actor, before) in play.stage().actors().iter().zip(before) {
        let way = actor.character.ground().z - before.z;
        assert!((1.5..5.0).contains(&way), "{} went {way} m in 3 s", actor.entry.id);
    }
}

#[test]
fn seeking_back_and_forth_gives_identical_bits() {
    let mut play = play("floor", &["p_matching", "p_clips"]);
    let seen = eventful(&mut play);
    for tick in [399, 0, 130, 121, 400, 305, 299, 60, 59, 61, 200, 201, 400] {
        play.seek(tick, &no_clock);
        assert_eq!(play.stage().tick(), tick);
        assert!(bits(&play) == seen[tick as usize], "tick {tick} differs");
    }
}

#[test]
fn a_replay_has_the_same_bits() {
    let mut play = play("floor", &["p_matching", "p_clips"]);
    let seen = eventful(&mut play);
    let recording = play.recording().unwrap();
    let text = serde_json::to_string(&recording).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    assert_eq!(recording, read);
    let mut again = Play::replay(&read, None, &catalogue()).unwrap();
    for (tick, seen) in seen.iter().enumerate().take(400) {
        assert!(again.is_replaying());
        assert!(bits(&again) == *seen, "tick {tick} differs");
        again.advance(&no_clock);
    }
    assert!(!again.is_replaying() && bits(&again) == seen[400]);
    assert_eq!(again.recording().unwrap(), recording);
}

#[test]
fn another_controller_plays_the_same_recording() {
    let mut first = play("floor", &["p_matching"]);
    first.happen(&walk(1.0)).unwrap();
    run(&mut first, 120);
    let recording = first.recording().unwrap();
    let other = ["p_clips".to_owned()];
    let mut again = Play::replay(&recording, Some(&other), &catalogue()).unwrap();
    run(&mut again, 120);
    assert_eq!(again.stage().actors()[0].entry.id, "p_clips");
    assert_eq!(again.stage().actors()[0].state.wish, first.stage().actors()[0].state.wish);
}

#[test]
fn what_is_done_in_the_past_forgets_the_future() {
    let mut play = play("floor", &["p_matching"]);
    play.happen(&walk(0.0)).unwrap();
    run(&mut play, 300);
    play.seek(100, &no_clock);
    assert_eq!((play.from(), play.to()), (0, 300));
    play.happen(&walk(1.5)).unwrap();
    assert_eq!(play.to(), 100);
    run(&mut play, 100);
    assert_eq!((play.to(), play.recording().unwrap().events.len()), (200, 2));
    let seen = bits(&play);
    play.seek(0, &no_clock);
    play.seek(200, &no_clock);
    assert!(bits(&play) == seen);
}

#[test]
fn a_push_moves_the_body_and_it_recovers() {
    let mut pushed = play("floor", &["p_matching"]);
    let mut left_alone = play("floor", &["p_matching"]);
    run(&mut pushed, 30);
    run(&mut left_alone, 30);
    pushed.happen(&push(400.0)).unwrap();
    assert_eq!(pushed.stage().actors()[0].push_newtons(), 400.0);
    let hips = |play: &Play| play.stage().actors()[0].transforms.positions[0];
    let mut furthest = 0.0_f32;
    for _ in 0..60 {
        run(&mut pushed, 1);
        run(&mut left_alone, 1);
        furthest = furthest.max((hips(&pushed) - hips(&left_alone)).x);
    }
    assert!(furthest > 0.05, "the push moved it by {furthest} m");
    assert_eq!(pushed.stage().actors()[0].push_newtons(), 0.0);
}

#[test]
fn a_grabbed_hand_comes_towards_the_pointer() {
    let mut play = play("floor", &["p_matching"]);
    run(&mut play, 10);
    let joint = 3_u16;
    let place = |play: &Play| play.stage().actors()[0].transforms.positions[usize::from(joint)];
    let at = place(&play) + glam::Vec3::new(0.4, 0.0, 0.0);
    let before = place(&play).distance(at);
    play.happen(&Event::Grab { actor: 0, joint, at: at.to_array() }).unwrap();
    run(&mut play, 60);
    assert!(play.stage().actors()[0].push_newtons() > 1.0);
    let after = place(&play).distance(at);
    assert!(after < before, "{before} m away at first, then {after}");
    play.happen(&Event::Release { actor: 0 }).unwrap();
    run(&mut play, 1);
    assert_eq!(play.stage().actors()[0].push_newtons(), 0.0);
}

#[test]
fn no_hand_lifts_a_body_off_the_ground() {
    let mut play = play("floor", &["p_matching"]);
    run(&mut play, 10);
    for joint in [0, 8] {
        let place = play.stage().actors()[0].transforms.positions[usize::from(joint)];
        let at = place + glam::Vec3::new(0.3, 0.6, -0.3);
        play.happen(&Event::Grab { actor: 0, joint, at: at.to_array() }).unwrap();
        let mut highest = 0.0_f32;
        for _ in 0..120 {
            run(&mut play, 1);
            highest = highest.max(play.stage().actors()[0].transforms.positions[0].y);
        }
        assert!(highest < 1.1, "joint {joint}: the hips went up to {highest} m");
        play.happen(&Event::Release { actor: 0 }).unwrap();
        run(&mut play, 120);
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_not_recorded() {
    let catalogue = catalogue();
    let error = |world: &str, controllers: &[&str]| {
        Play::new(&setting(world, controllers), &catalogue).err().unwrap().to_string()
    };
    assert!(error("moon", &["p_clips"]).starts_with("there is no world 'moon'; there are floor"));
    assert!(error("floor", &["x"]).contains("there are p_clips, p_matching"));
    assert!(error("floor", &[]).contains("1 to 6"));
    assert!(error("floor", &["p_clips"; 7]).contains("7 given"));
    let mut play = play("floor", &["p_clips"]);
    let release = play.happen(&Event::Release { actor: 5 });
    assert_eq!(release, Err(StageError::Actor { index: 5, count: 1 }));
    assert!(play.happen(&push(f32::NAN)).is_err());
    let far = Event::Push { actor: 0, joint: 999, force: [1.0; 3], secs: 0.1 };
    assert!(play.happen(&far).is_err());
    assert!(play.happen(&Event::Drag { shape: 1, x: 0.0, z: 0.0 }).is_err());
    assert!(play.recording().unwrap().events.is_empty());
    run(&mut play, 10);
}

#[test]
fn a_long_stage_stays_bounded_and_exact() {
    let mut play = play("floor", &["p_clips"]);
    for turn in 0..130_u8 {
        play.happen(&walk(f32::from(turn))).unwrap();
        run(&mut play, 300);
    }
    assert!(play.to() > 36_000 && play.from() > 0, "{} to {}", play.from(), play.to());
    assert!(play.saved_moments() <= 168, "{}", play.saved_moments());
    assert!(play.recording().unwrap_err().to_string().contains("ten minutes"));
    let seen = bits(&play);
    let (from, to) = (play.from(), play.to());
    play.seek(0, &no_clock);
    assert_eq!(play.stage().tick(), from);
    play.seek(to, &no_clock);
    assert!(bits(&play) == seen);
}

/// The narrowest that a body came to any column of the world.
fn nearest_column(play: &Play) -> f32 {
    let ground = play.stage().actors()[0].character.ground();
    let columns = play.stage().shapes().into_iter().filter(|shape| shape.id < 1_000);
    let distance = |shape: sidestep_viewer::stage::shape::Shape| {
        let (dx, dz) = (shape.at[0] - ground.x, shape.at[2] - ground.z);
        (dx * dx + dz * dz).sqrt() - shape.size[0]
    };
    columns.map(distance).fold(f32::INFINITY, f32::min)
}

#[test]
fn columns_are_walked_around_and_never_through() {
    let mut play = play("obstacles", &["p_matching"]);
    play.happen(&walk(0.0)).unwrap();
    let mut least = f32::INFINITY;
    for _ in 0..600 {
        run(&mut play, 1);
        least = least.min(nearest_column(&play));
    }
    assert!(least > 0.24, "came within {least} m of a column");
    let ground = play.stage().actors()[0].character.ground();
    assert!(ground.z > 6.0, "stuck at {ground:?}");
}

#[test]
fn a_dragged_column_stays_where_it_was_put_and_seeking_knows() {
    let mut play = play("obstacles", &["p_clips"]);
    run(&mut play, 70);
    let at = |play: &Play, id: u32| {
        play.stage().shapes().into_iter().find(|shape| shape.id == id).unwrap().at
    };
    let before = at(&play, 1);
    play.happen(&Event::Drag { shape: 1, x: 5.0, z: -3.0 }).unwrap();
    run(&mut play, 70);
    assert_eq!(at(&play, 1), [5.0, 0.0, -3.0]);
    let moving = at(&play, 6);
    play.seek(65, &no_clock);
    assert_eq!(at(&play, 1), before);
    play.seek(140, &no_clock);
    assert_eq!((at(&play, 1), at(&play, 6)), ([5.0, 0.0, -3.0], moving));
}

#[test]
fn a_click_in_the_maze_is_reached() {
    let mut play = play("maze", &["p_matching"]);
    // The room at the other side, and back to another one.
    let wish = Wish::Reach { x: 3.0, z: 15.0, facing: None, speed: Some(1.2), gait: None };
    play.happen(&Event::Wish { wish, actor: None, clock: None }).unwrap();
    let walls: Vec<_> = play.stage().shapes().into_iter().filter(|s| s.id < 1_000).collect();
    let mut left = f32::INFINITY;
    for _ in 0..3_600 {
        run(&mut play, 1);
        let ground = play.stage().actors()[0].character.ground();
        for wall in &walls {
            let (dx, dz) = ((ground.x - wall.at[0]).abs(), (ground.z - wall.at[2]).abs());
            let inside = dx < 0.5 * wall.size[0] && dz < 0.5 * wall.size[2];
            assert!(!inside, "inside a wall at {ground:?}");
        }
        left = ((ground.x - 3.0).powi(2) + (ground.z - 15.0).powi(2)).sqrt();
        if left < 0.5 {
            break;
        }
    }
    assert!(left < 0.5, "{left} m are left after a minute");
}

#[test]
fn a_click_on_a_wall_goes_to_the_nearest_place_and_says_so() {
    let mut play = play("maze", &["p_matching"]);
    let mut click = |x: f32, z: f32| {
        let wish = Wish::Reach { x, z, facing: None, speed: Some(1.2), gait: None };
        play.happen(&Event::Wish { wish: wish.clone(), actor: None, clock: None }).unwrap();
        let goal = play.stage().shapes().into_iter().find(|shape| shape.id == 1_000);
        (goal.map(|goal| (goal.at[0], goal.at[2])), play.stage().remark(&wish).is_some())
    };
    assert_eq!(click(3.0, 15.0), (Some((3.0, 15.0)), false), "a room");
    let (goal, is_told) = click(3.0, 1.0);
    let (x, z) = goal.unwrap();
    assert!(
        is_told && (x - 3.0).abs() < 0.2 && (2.4..2.9).contains(&z),
        "the outer wall: {goal:?}"
    );
    let (goal, is_told) = click(-40.0, 3.0);
    let (x, z) = goal.unwrap();
    assert!(is_told && (2.4..2.9).contains(&x) && (z - 3.0).abs() < 0.2, "outside: {goal:?}");
}

#[test]
fn watching_again_keeps_the_future() {
    let mut play = play("floor", &["p_matching"]);
    play.happen(&walk(0.5)).unwrap();
    run(&mut play, 200);
    play.happen(&walk(2.0)).unwrap();
    run(&mut play, 200);
    let end = play.stage().actors()[0].character.ground();
    play.seek(120, &no_clock);
    play.watch_again();
    assert!(play.is_replaying() && play.to() == 400);
    run(&mut play, 280);
    assert!(!play.is_replaying() && play.to() == 400);
    assert_eq!(play.stage().actors()[0].character.ground(), end);
    // Whoever steers meanwhile takes over.
    play.seek(120, &no_clock);
    play.watch_again();
    run(&mut play, 10);
    play.happen(&walk(-1.0)).unwrap();
    assert!(!play.is_replaying() && play.to() == 130);
}

#[test]
fn the_line_is_met_and_can_be_turned() {
    let mut play = play("line", &["p_matching"]);
    let wish =
        Wish::Line { x: 0.0, z: 0.0, heading: 1.6, speed: Some(1.2), gait: None, facing: None };
    play.happen(&Event::Wish { wish, actor: None, clock: None }).unwrap();
    run(&mut play, 480);
    let ground = play.stage().actors()[0].character.ground();
    assert!(ground.z.abs() < 0.4 && ground.x > 2.0, "{ground:?}");
    play.happen(&Event::Drag { shape: 1, x: 0.0, z: 3.0 }).unwrap();
    run(&mut play, 480);
    let ground = play.stage().actors()[0].character.ground();
    assert!((ground.z - 3.0).abs() < 0.4, "{ground:?}");
}

#[test]
fn a_crowd_needs_a_map_and_says_so() {
    let error = Play::new(&setting("crowd", &["p_clips"]), &catalogue()).err().unwrap();
    assert!(error.to_string().contains("mobility map"), "{error}");
}
