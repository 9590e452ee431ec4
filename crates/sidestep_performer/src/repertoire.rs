//! The programme: which takes the actor performs.
//!
//! Whatever turns or leans one way is also performed the other way round, so that the library is
//! balanced. Free play fills the gaps: commands that change every second, as in a game of tag.

use crate::{
    chance::Chance,
    script::{AGILE, Act, BRISK, Take},
};
use sidestep_motion::Side;

/// Change of speed of a body of 70 kg by pushes of 20, 40 and 65 newton seconds.
const PUSH_SPEEDS: [f64; 3] = [20.0 / 70.0, 40.0 / 70.0, 65.0 / 70.0];
/// Usual length of one take of free play.
const PLAY_SECS: f64 = 5.5;

/// All takes of a performance; `play` scales the length of the free play.
pub(crate) fn repertoire(seed: u64, play: f64) -> Vec<Take> {
    let mut takes = vec![
        take("idle", 0.0, vec![Act::stand(5.0)]),
        take("walk_speeds", 0.0, walk_speeds()),
        take("run_speeds", 0.0, run_speeds()),
        take("crouch", 0.0, crouched()),
        take("walk_back", 0.0, backwards()),
    ];
    takes.extend(both("walk_starts_stops", 0.0, &starts_and_stops("walk", &[0.7, 1.2, 1.8])));
    takes.extend(both("run_starts_stops", 0.0, &starts_and_stops("run", &[3.0])));
    takes.extend(both("walk_turns", 0.6, &arcs("walk", 1.2, &[35.0, 70.0, 110.0])));
    takes.extend(both("run_turns", 0.9, &arcs("run", 2.7, &[40.0, 75.0])));
    takes.extend(both("walk_pivots", 0.6, &pivots("walk_pivot", 1.35, &[90.0, 180.0, 135.0])));
    takes.extend(both("run_pivots", 0.9, &pivots("run_pivot", 2.7, &[90.0, 180.0])));
    takes.extend(both("spot_turns", 0.2, &spot_turns()));
    takes.extend(both("side_steps", 0.2, &side_steps()));
    takes.extend(both("strafes", 0.4, &strafes()));
    for (speed, name) in PUSH_SPEEDS.into_iter().zip(["push_weak", "push_medium", "push_strong"]) {
        takes.push(take(name, 0.1, pushes(speed)));
    }
    takes.extend(free_play(seed, play));
    takes
}

/// Hands that reach all around the front of the body, standing and walking.
pub(crate) fn reaches() -> Vec<Take> {
    let punch = |act: Act, outward: f64, upward: f64| {
        Act { label: "reach", ..act }.reach(Side::Left, outward, upward)
    };
    let mut standing = vec![Act::stand(0.4)];
    let mut walking = vec![walk(0.8, 1.0)];
    for upward in [-30.0, -15.0, 0.0, 15.0, 30.0] {
        for outward in [-30.0, -10.0, 10.0, 30.0, 50.0] {
            standing.push(punch(Act::stand(0.8), outward, upward));
        }
        walking.push(punch(walk(1.1, 1.0), 0.3 * upward, upward));
    }
    standing.push(Act::stand(0.4));
    let mut takes: Vec<Take> = both("reach_standing", 0.0, &standing).into();
    takes.extend(both("reach_walking", 0.3, &walking));
    takes
}

/// Walks that look elsewhere than they lead: sideways, backwards, and spinning along a straight course.
pub(crate) fn spins() -> Vec<Take> {
    let walk = |secs, speed| Act::new("spin_walk", secs, speed).effort(BRISK);
    let mut takes: Vec<Take> = Vec::new();
    for (index, rate) in [60.0, 90.0, 120.0, 150.0, 180.0].into_iter().enumerate() {
        // Three whole turns, so that every direction of the body is met on both feet.
        let secs = 3.0 * 360.0 / rate;
        let acts = [walk(0.9, 1.0), walk(secs, 1.0).drift(0.0).spin(rate), walk(0.6, 1.0)];
        takes.extend(both(&format!("spin_walk_{}", index + 1), 0.5, &acts));
    }
    let aside = |secs, speed, degrees| Act::new("strafe", secs, speed).drift(degrees).effort(BRISK);
    let angles = [30.0, 60.0, 90.0, 120.0, 150.0, 180.0];
    let acts: Vec<Act> = angles.into_iter().map(|degrees| aside(1.6, 1.0, degrees)).collect();
    takes.extend(both("walk_aside", 0.3, &acts));
    takes
}

fn take(name: &str, cut_secs: f64, acts: Vec<Act>) -> Take {
    Take { name: name.to_owned(), acts, cut_secs }
}

/// A take and the same with left and right exchanged.
fn both(name: &str, cut_secs: f64, acts: &[Act]) -> [Take; 2] {
    let mirrored = acts.iter().map(|act| act.mirrored()).collect();
    [
        take(&format!("{name}_1"), cut_secs, acts.to_vec()),
        take(&format!("{name}_2"), cut_secs, mirrored),
    ]
}

fn walk(secs: f64, speed: f64) -> Act {
    Act::new("walk", secs, speed)
}

fn run(secs: f64, speed: f64) -> Act {
    Act::new("run", secs, speed)
}

fn walk_speeds() -> Vec<Act> {
    let mut acts = vec![Act::stand(0.5)];
    acts.extend([0.5, 0.8, 1.1, 1.4, 1.7, 2.0, 1.3].map(|speed| walk(1.4, speed)));
    acts.push(Act::stand(1.0));
    acts
}

fn run_speeds() -> Vec<Act> {
    let mut acts = vec![walk(0.8, 1.4)];
    acts.extend([2.4, 3.2, 4.0, 2.8].map(|speed| run(1.5, speed)));
    acts.push(walk(1.0, 1.5));
    acts
}

fn crouched() -> Vec<Act> {
    let act = |secs, speed| Act::new("crouch", secs, speed).crouch(1.0);
    vec![
        Act::stand(0.3),
        act(1.4, 0.9),
        act(1.0, 0.9).bend(50.0),
        act(1.0, 0.9).bend(-50.0),
        act(0.8, 0.0),
        Act::stand(0.6),
    ]
}

fn backwards() -> Vec<Act> {
    let act = |secs, speed| Act::new("walk_back", secs, speed).drift(180.0);
    vec![
        Act::stand(0.3),
        act(1.5, 0.6),
        act(1.8, 1.1),
        Act::stand(0.9),
        act(1.2, 0.8).effort(AGILE),
        walk(1.2, 1.3).drift(0.0).effort(AGILE),
    ]
}

fn starts_and_stops(label: &'static str, speeds: &[f64]) -> Vec<Act> {
    let mut acts = vec![Act::stand(0.3)];
    for speed in speeds {
        let secs = if *speed > 2.2 { 1.7 } else { 1.25 };
        acts.push(Act::new(label, secs, *speed).lead(Side::Left));
        acts.push(Act { effort: if *speed > 2.2 { BRISK } else { 3.2 }, ..Act::stand(1.15) });
    }
    acts
}

fn arcs(label: &'static str, speed: f64, rates: &[f64]) -> Vec<Act> {
    let mut acts = vec![Act::new(label, 1.0, speed).effort(BRISK)];
    for (i, rate) in rates.iter().enumerate() {
        let way = if i % 2 == 0 { 1.0 } else { -1.0 };
        acts.push(Act {
            label: "turn",
            ..Act::new(label, 1.5, speed).bend(way * rate).effort(BRISK)
        });
    }
    acts
}

fn pivots(label: &'static str, speed: f64, angles: &[f64]) -> Vec<Act> {
    let mut acts = vec![Act::new("walk", 0.9, speed.min(2.0)).effort(BRISK)];
    if speed > 2.2 {
        acts = vec![run(1.4, speed)];
    }
    let secs = if speed > 2.2 { 1.7 } else { 1.15 };
    for (i, angle) in angles.iter().enumerate() {
        let way = if i % 2 == 0 { 1.0 } else { -1.0 };
        acts.push(Act::new(label, secs, speed).turn(way * angle).effort(AGILE));
    }
    acts
}

fn spot_turns() -> Vec<Act> {
    let act = |degrees: f64, secs: f64, effort: f64| {
        Act::new("spot_turn", secs, 0.0).turn(degrees).effort(effort)
    };
    vec![
        Act::stand(0.3),
        act(45.0, 0.8, 3.0),
        act(-90.0, 1.0, BRISK),
        act(135.0, 1.0, AGILE),
        act(180.0, 1.1, AGILE),
        // Three quarters of a turn in one go, as a player spins past another.
        act(0.0, 0.85, AGILE).bend(320.0),
        Act::stand(0.6),
    ]
}

fn side_steps() -> Vec<Act> {
    let act = |secs, speed, way| Act::new("side_step", secs, speed).drift(way * 90.0).effort(BRISK);
    vec![
        Act::stand(0.3),
        act(1.5, 0.45, 1.0),
        act(1.3, 0.75, -1.0),
        act(1.3, 0.9, 1.0).effort(4.5),
        Act::stand(0.7),
    ]
}

fn strafes() -> Vec<Act> {
    let act = |secs, speed, degrees| Act::new("strafe", secs, speed).drift(degrees).effort(BRISK);
    vec![
        walk(0.6, 1.1),
        act(1.1, 1.1, 45.0),
        act(1.1, 0.9, 135.0),
        act(1.0, 1.0, -45.0),
        // Travel keeps its course while the body turns all the way round to walking backwards.
        act(1.4, 1.1, 0.0).spin(110.0),
    ]
}

/// Pushes from eight directions, most of them while standing and a few while walking.
fn pushes(speed_change: f64) -> Vec<Act> {
    let secs = 0.72 + 0.75 * speed_change;
    let mut acts = vec![Act::stand(0.2)];
    for (i, degrees) in
        [0.0, 180.0, 90.0, -90.0, 45.0, -45.0, 135.0, -135.0].into_iter().enumerate()
    {
        let act = if i % 4 == 3 { walk(secs, 1.0) } else { Act::stand(secs) };
        acts.push(Act { label: "push", ..act.push(degrees, speed_change).effort(2.1) });
    }
    acts
}

/// A child playing tag: a new command every second or so, followed as quickly as a body can.
fn free_play(seed: u64, play: f64) -> Vec<Take> {
    let mut chance = Chance::new(seed, u64::MAX);
    let secs = PLAY_SECS * play;
    let mut takes = Vec::new();
    let kinds = [("tag_walk_a", 0.9, 1.8), ("tag_walk_b", 0.7, 1.5), ("tag_run", 2.0, 3.2)];
    for (name, low, high) in kinds {
        let acts = tag(&mut chance, name, secs, (low, high));
        takes.extend(both(name, 0.5, &acts));
    }
    let acts = tag_strafe(&mut chance, secs);
    takes.extend(both("tag_strafe", 0.3, &acts));
    takes
}

fn tag(chance: &mut Chance, name: &str, secs: f64, (low, high): (f64, f64)) -> Vec<Act> {
    let label = if high > 2.2 { "tag_run" } else { "tag_walk" };
    let first = Act::new(label, if name == "tag_run" { 1.1 } else { 0.9 }, low);
    let mut acts = vec![first.effort(BRISK)];
    let mut left = secs;
    while left > 0.0 {
        // Every sixth command is a stop; the turns cover the whole circle evenly.
        let stops = chance.happens(0.15);
        let hold = chance.between(0.65, 1.5) + if high > 2.2 { 0.35 } else { 0.0 };
        let turn = chance.signed() * 180.0;
        let speed = if stops { 0.0 } else { chance.between(low, high) };
        acts.push(Act::new(label, hold, speed).turn(turn).effort(AGILE));
        left -= hold;
    }
    acts
}

fn tag_strafe(chance: &mut Chance, secs: f64) -> Vec<Act> {
    let mut acts = vec![Act::stand(0.4)];
    let mut left = secs;
    while left > 0.0 {
        let hold = chance.between(0.6, 1.2);
        let drift = chance.pick(&[0.0, 45.0, 90.0, 135.0, 180.0, -135.0, -90.0, -45.0]);
        let speed = chance.between(0.5, 1.0);
        let turn = if chance.happens(0.4) { chance.signed() * 120.0 } else { 0.0 };
        acts.push(Act::new("tag_strafe", hold, speed).drift(drift).turn(turn).effort(6.0));
        left -= hold;
    }
    acts
}
