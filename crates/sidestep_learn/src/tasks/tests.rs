//! What is asked for, of bodies that go, stand and play.

use super::*;
use sidestep_court::KeyAction;
use sidestep_neural::{ALL_GOALS, GOAL_CHANNELS};

/// A body that walks straight ahead for ten minutes, but for a step back now and then.
fn mostly_ahead() -> Data {
    let mut data = Data::default();
    data.episodes.push(0..18_000);
    let mut z = 0.0;
    for frame in 0..18_000 {
        z += if frame % 900 < 810 { 0.04 } else { -0.04 };
        data.bank.roots.extend([0.0, z, 0.0]);
        data.phases.push(0.0);
        data.qualities.push([0.5; QUALITIES.len()]);
        data.travels.push((0.0, 1.2));
    }
    data
}

/// Share of the stretches that begin with a goal at least half a metre behind.
fn behind(even: f32) -> f32 {
    let config = LearnConfig { batch: 200, even, ..LearnConfig::default() };
    let (data, part) = (mostly_ahead(), config.schedule.0[0]);
    let batch = Tasks::new(&config, 30.0).next(&data, part);
    let is_behind = |b: &usize| {
        batch.aims[b * AIM_NUMBERS + 1] < data.bank.roots[3 * batch.start[*b] as usize + 1] - 0.5
    };
    (0..200).filter(is_behind).count() as f32 / 200.0
}

/// A body that stands for three seconds and walks for three, over and over.
fn stop_and_go() -> Data {
    let mut data = mostly_ahead();
    let mut z = 0.0;
    for frame in 0..18_000 {
        let goes = frame % 180 >= 90;
        z += if goes { 0.04 } else { 0.0 };
        data.bank.roots[3 * frame + 1] = z;
        data.travels[frame].1 = if goes { 1.2 } else { 0.0 };
    }
    data
}

/// Share of all steps of the first batches that are told of a goal more than a metre away by bodies that
/// go on standing for a second.
fn waiting(config: &LearnConfig) -> f32 {
    let (data, part) = (stop_and_go(), config.schedule.0[0]);
    let mut tasks = Tasks::new(config, 30.0);
    let (mut waits, mut stands) = (0.0, 0.0);
    for _ in 0..8 {
        let batch = tasks.next(&data, part);
        for (place, aim) in batch.aims.chunks_exact(AIM_NUMBERS).enumerate() {
            let at = batch.start[place % config.batch] as usize + place / config.batch;
            if data.travels[at..at + 30].iter().all(|(_, speed)| *speed == 0.0) {
                stands += 1.0;
                waits += if aim[1] > data.bank.roots[3 * at + 1] + 1.0 { 1.0 } else { 0.0 };
            }
        }
    }
    waits / stands
}

#[test]
fn who_is_asked_to_go_does_not_wait() {
    let config = |prompt| LearnConfig { batch: 100, prompt, ..LearnConfig::default() };
    let (as_usual, promptly) = (waiting(&config(0.0)), waiting(&config(1.0)));
    assert!(promptly < 0.5 * as_usual, "{as_usual} {promptly}");
}

#[test]
fn a_place_is_held_while_the_body_stands_there() {
    let held = |hold| {
        let config = LearnConfig { batch: 100, prompt: 1.0, hold, ..LearnConfig::default() };
        let (data, part) = (stop_and_go(), config.schedule.0[0]);
        let mut tasks = Tasks::new(&config, 30.0);
        let due = |aim: &[f32]| aim[4] == 0.0;
        let batches = (0..8).map(|_| tasks.next(&data, part));
        batches.map(|b| b.aims.chunks_exact(AIM_NUMBERS).filter(|a| due(a)).count()).sum()
    };
    let [never, always]: [usize; 2] = [held(0.0), held(1.0)];
    assert!(never == 0 && always > 100, "{never} {always}");
}

#[test]
fn some_goals_go_ahead_of_the_body() {
    // Steps after which as much time is left as before.
    let kept = |led| {
        let config = LearnConfig { batch: 100, led, redraw: 0.0, ..LearnConfig::default() };
        let (data, part) = (mostly_ahead(), config.schedule.0[0]);
        let batch = Tasks::new(&config, 30.0).next(&data, part);
        let left = |place: usize| batch.aims[place * AIM_NUMBERS + 4];
        (0..2300).filter(|place| left(*place) == left(place + 100)).count()
    };
    let [never, half]: [usize; 2] = [kept(0.0), kept(0.5)];
    assert!(never == 0 && half > 300, "{never} {half}");
}

#[test]
fn rare_goals_are_found() {
    let (as_usual, evenly) = (behind(0.0), behind(1.0));
    assert!(as_usual < 0.15 && evenly > 2.0 * as_usual, "{as_usual} {evenly}");
}

/// A pass every three seconds along a heading of 0.5, asked for by its moment: told are the action, mostly the
/// way of the ball and the time, and nobody is asked for what is not there.
#[test]
fn moments_are_asked_for_with_what_selects_them() {
    let mut data = mostly_ahead();
    data.actions = vec![5; data.phases.len()];
    let pass = |frame| Moment {
        frame,
        action: KeyAction::Pass,
        throw: Some(0.5),
        place: None,
        height: 1.2,
    };
    data.moments = (90..17_900).step_by(90).map(pass).collect();
    let actions = "basketball".to_owned();
    let config = LearnConfig { batch: 100, actions, action_goals: 1.0, ..LearnConfig::default() };
    let batch = Tasks::new(&config, 30.0).next(&data, config.schedule.0[0]);
    let count = batch.aims.len() / AIM_NUMBERS;
    let share = |holds: &dyn Fn(usize) -> bool| {
        (0..count).filter(|place| holds(*place)).count() as f32 / count as f32
    };
    let index = |wanted| GOAL_CHANNELS.iter().position(|channel| *channel == wanted).unwrap();
    let channel = |place: usize, wanted| place * ALL_GOALS + index(wanted);
    let is_pass = GoalChannel::Action(KeyAction::Pass.index());
    let thrown = share(&|place| batch.aims[place * AIM_NUMBERS + 3] == 0.5);
    assert!(thrown > 0.9, "{thrown}: the aim is the way of the ball");
    let wished = share(&|place| {
        let at = channel(place, is_pass);
        batch.select[at] == 1.0 && batch.given[at] > 1.0
    });
    assert!((0.85..1.0).contains(&wished), "{wished}");
    let shot = GoalChannel::Action(KeyAction::Shoot.index());
    assert_eq!(share(&|place| batch.given[channel(place, shot)] > 0.0), 0.0);
    let aimed = share(&|place| batch.select[channel(place, GoalChannel::DirectionCos)] == 1.0);
    assert!((0.7..0.97).contains(&aimed), "{aimed}");
}
