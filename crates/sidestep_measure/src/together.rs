//! How players play together: passes, shots and rule breaks of minutes of basketball by chance, rallies over a net.
//!
//! Everything is read from what is shown: the ball, the hands that hold it, the feet.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ},
    settings::Settings,
    statistics::{fraction, percentile},
};
use serde::Serialize;
use sidestep_control::Animate;
use sidestep_game::{Pickup, Players, SeenPlayer, Tennis};
use sidestep_motion::GroundTransform;

/// How many play basketball.
const PLAYERS: usize = 4;

/// Frames of a minute.
const MINUTE: usize = 60 * FRAMES_PER_SEC;

/// What `measure pickup` reports: basketball by chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PickupFigures {
    /// Minutes played, by four players.
    pub minutes: usize,
    /// Players on the court.
    pub players: usize,
    /// Passes in a minute.
    pub passes_per_min: f32,
    /// Shots in a minute.
    pub shots_per_min: f32,
    /// Rules that were broken, in all minutes.
    pub rule_breaks: u32,
    /// Share of the passes that came into the hands they were meant for.
    pub received_fraction: f32,
    /// Share of the shots that fell through the hoop.
    pub scored_fraction: f32,
    /// Share of the throws whose hand let go of itself.
    pub let_go_fraction: f32,
    /// Loose balls that were fetched, in a minute.
    pub picked_up_per_min: f32,
    /// Balls that were lost, in a minute.
    pub dropped_per_min: f32,
    /// Balls that had to be thrown in from outside, in a minute.
    pub thrown_in_per_min: f32,
    /// How far the ball was from the hands that took it, in the median.
    pub taken_from_p50_m: f32,
}

/// What `measure tennis` reports: two players over a net.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TennisFigures {
    /// Minutes played.
    pub minutes: usize,
    /// Balls that came to somebody.
    pub strokes: u32,
    /// Share of them that were met within 15 cm and 0.1 s.
    pub met_fraction: f32,
    /// Rallies that were over.
    pub rallies: u32,
    /// Balls met in a row, in the median.
    pub rally_length_p50: f32,
}

/// Makes a character that stands at a place.
pub(crate) type Spawn<'a> = &'a dyn Fn(GroundTransform) -> Box<dyn Animate>;

/// Lets four players play basketball for as many minutes as the settings say.
pub fn pickup(spawn: Spawn<'_>, settings: &Settings) -> PickupFigures {
    let starts = (0..PLAYERS).map(|index| Pickup::start(index, PLAYERS));
    let mut players = Players::spawn(starts, spawn);
    let seen: Vec<SeenPlayer> = (0..PLAYERS).map(|player| players.seen(player)).collect();
    let mut game = Pickup::new(&seen, None, RATE_HZ, settings.seed);
    let mut taken_from = Vec::new();
    for _ in 0..settings.n * MINUTE {
        for player in 0..PLAYERS {
            let seen = players.seen(player);
            game.see(player, seen);
        }
        game.tick(1.0 / RATE_HZ);
        let happened = game.game().happened();
        taken_from.extend(happened.taken.map(|_| happened.taken_from));
        for player in 0..PLAYERS {
            players.advance(player, game.goal(player), 1.0 / RATE_HZ);
        }
    }
    let counts = *game.game().counts();
    let per_min = |count: u32| fraction(count as usize, settings.n);
    let share = |part: u32, all: u32| fraction(part as usize, all as usize);
    let throws = counts.passes + counts.shots;
    PickupFigures {
        minutes: settings.n,
        players: PLAYERS,
        passes_per_min: per_min(counts.passes),
        shots_per_min: per_min(counts.shots),
        rule_breaks: counts.breaks,
        received_fraction: share(counts.received, counts.passes + counts.thrown_in),
        scored_fraction: share(counts.scored, counts.shots),
        let_go_fraction: share(throws - counts.forced, throws),
        picked_up_per_min: per_min(counts.picked_up),
        dropped_per_min: per_min(counts.dropped),
        thrown_in_per_min: per_min(counts.thrown_in),
        taken_from_p50_m: percentile(taken_from, 0.5),
    }
}

/// Lets two players play tennis for as many minutes as the settings say.
pub fn tennis(spawn: Spawn<'_>, settings: &Settings) -> TennisFigures {
    let mut players = Players::spawn((0..2).map(Tennis::start), spawn);
    let mut game = Tennis::new(settings.seed);
    for _ in 0..settings.n * MINUTE {
        for player in 0..2 {
            let seen = players.seen(player);
            game.see(player, seen);
        }
        game.tick(1.0 / RATE_HZ);
        for player in 0..2 {
            players.advance(player, game.goal(player), 1.0 / RATE_HZ);
        }
    }
    let (strokes, met) = game.strokes();
    TennisFigures {
        minutes: settings.n,
        strokes,
        met_fraction: fraction(met as usize, strokes as usize),
        rallies: game.rallies(),
        rally_length_p50: game.median_rally().unwrap_or(0.0),
    }
}
