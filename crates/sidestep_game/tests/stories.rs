//! Minutes of play between puppets: what a game makes of players who do as they are told, and of those who do not.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use sidestep_control::Travel;
use sidestep_game::{Board, Command, Counts, Pickup, Plan, Players, Tennis};
use std::sync::Arc;
use support::{RATE_HZ, TICK, puppet, spawn};

fn team(count: usize, is_able: bool, has_ball: bool) -> Players {
    let puppet = puppet(is_able, has_ball);
    let starts = (0..count).map(|index| Pickup::start(index, count));
    Players::spawn(starts, &|at| spawn(&puppet, at))
}

/// Plays for so many seconds; the ball's way comes with what happened.
fn play(players: &mut Players, game: &mut Pickup, secs: u16) -> Vec<glam::Vec3> {
    let mut balls = Vec::new();
    for _ in 0..secs * 30 {
        for player in 0..players.len() {
            let seen = players.seen(player);
            game.see(player, seen);
        }
        game.tick(TICK);
        balls.push(game.game().ball().position());
        for player in 0..players.len() {
            players.advance(player, game.goal(player), TICK);
        }
    }
    balls
}

fn pickup(players: &mut Players, led: Option<usize>, seed: u64) -> Pickup {
    let starts: Vec<_> = (0..players.len()).map(|player| players.seen(player)).collect();
    Pickup::new(&starts, led, RATE_HZ, seed)
}

#[test]
fn four_players_pass_and_shoot_by_themselves() {
    let mut players = team(4, true, true);
    let mut game = pickup(&mut players, None, 1);
    play(&mut players, &mut game, 600);
    let counts = *game.game().counts();
    assert!(counts.passes >= 60 && counts.shots >= 30, "six and three a minute: {counts:?}");
    assert!(counts.received * 10 >= counts.passes * 9, "{counts:?}");
    assert!(counts.scored * 4 >= counts.shots && counts.scored < counts.shots, "{counts:?}");
    assert!(counts.points >= 2 * counts.scored && counts.points <= 3 * counts.scored);
    // Shots are followed by somebody who fetches the ball; less than one ball in a minute gets away from all.
    assert!(counts.picked_up * 10 >= counts.shots * 9 && counts.thrown_in <= 10, "{counts:?}");
}

#[test]
fn the_ball_never_leaps() {
    let mut players = team(3, true, true);
    let mut game = pickup(&mut players, None, 2);
    let mut thrown_in = 0;
    for _ in 0..240 {
        let balls = play(&mut players, &mut game, 1);
        let leaps = balls.windows(2).filter(|pair| pair[0].distance(pair[1]) > 0.75).count();
        // A ball that is thrown in from outside is another one.
        let now = game.game().counts().thrown_in;
        assert!(leaps == 0 || now > thrown_in, "{leaps} leaps in {:?}", game.game().ball());
        thrown_in = now;
    }
}

#[test]
fn the_same_seed_gives_the_same_bits() {
    let run = |seed| {
        let mut players = team(4, true, true);
        let mut game = pickup(&mut players, None, seed);
        play(&mut players, &mut game, 60)
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

/// Hands that neither let go nor take: the ball is taken out of them, and thrown in again and again.
#[test]
fn players_who_do_nothing_are_played_around() {
    let mut players = team(3, false, true);
    let mut game = pickup(&mut players, None, 3);
    play(&mut players, &mut game, 120);
    let counts = *game.game().counts();
    assert!(counts.forced >= 1 && counts.received == 0 && counts.thrown_in >= 3, "{counts:?}");
}

/// Who has hands and no ball of his own can play as well: any controller can.
#[test]
fn players_without_a_ball_of_their_own_play() {
    let mut players = team(4, true, false);
    let mut game = pickup(&mut players, None, 4);
    play(&mut players, &mut game, 120);
    let counts = *game.game().counts();
    assert!(counts.passes >= 8 && counts.shots >= 4 && counts.forced == 0, "{counts:?}");
    assert!(counts.received * 10 >= counts.passes * 7, "{counts:?}");
}

#[test]
fn who_is_under_control_throws_when_told_and_gets_the_ball_when_asking() {
    let mut players = team(3, true, true);
    let mut game = pickup(&mut players, Some(0), 5);
    game.lead(&Travel::STAND);
    play(&mut players, &mut game, 10);
    assert_eq!(game.game().ball().holder, Some(0), "nobody throws for him");
    assert_eq!(game.game().counts(), &Counts::default());
    assert!(game.command(Command::Pass) && !game.command(Command::Catch));
    play(&mut players, &mut game, 2);
    assert_eq!(game.game().counts().passes, 1);
    assert!(!game.command(Command::Shoot), "he has no ball");
    assert!(game.command(Command::Catch));
    let mut has_it = false;
    for _ in 0..8 {
        play(&mut players, &mut game, 1);
        has_it |= game.game().ball().holder == Some(0);
        if !has_it {
            game.command(Command::Catch);
        }
    }
    assert!(has_it, "{:?}", game.game().ball());
    let shots = game.game().counts().shots;
    assert!(game.command(Command::Shoot));
    play(&mut players, &mut game, 2);
    assert_eq!(game.game().counts().shots, shots + 1);
}

#[test]
fn one_player_alone_shoots_and_fetches() {
    let mut players = team(1, true, true);
    let mut game = pickup(&mut players, None, 6);
    play(&mut players, &mut game, 120);
    let counts = *game.game().counts();
    assert!(counts.shots >= 3 && counts.picked_up >= 3 && counts.passes == 0, "{counts:?}");
}

const PLAN: &str = include_str!("../plans/give-and-go.toml");

#[test]
fn a_plan_is_acted_out_in_time() {
    let plan = Arc::new(Plan::parse(PLAN).unwrap());
    let puppet = puppet(true, true);
    let starts = (0..plan.players.len()).map(|player| plan.start(player));
    let mut players = Players::spawn(starts, &|at| spawn(&puppet, at));
    let (clips, board) = Board::act(&plan, &mut players, RATE_HZ);
    assert_eq!(clips.len(), 4);
    assert!(clips.iter().all(|clip| clip.len() == 600 && clip.check().is_ok()));
    assert_eq!(board.arrivals().len(), plan.passes.len());
    for arrival in board.arrivals() {
        let late = (arrival.secs - arrival.planned_secs).abs();
        assert!(arrival.is_received && late < 0.2 && arrival.off < 0.3, "{arrival:?}");
    }
    let counts = board.game().counts();
    assert_eq!(counts.shots as usize, plan.shots.len());
    assert_eq!(counts.scored, counts.shots, "shots of a plan fall through");
    // Everybody is where the plan has him, but for who fetches the last ball.
    for (player, clip) in clips.iter().enumerate().take(3) {
        let end = clip.root_positions[599];
        let place = plan.place(player, plan.secs);
        assert!(glam::Vec2::new(end.x, end.z).distance(place) < 0.6, "{player}: {end}");
    }
}

/// Rackets that are where the ball is asked for meet it again and again; those that are not end every rally.
#[test]
fn two_players_rally() {
    let rally = |meets: bool| {
        let mut game = Tennis::new(1);
        for _ in 0..60 * 120 {
            for player in 0..2 {
                let mut seen = sidestep_game::SeenPlayer::at(Tennis::start(player));
                let toward = game.goal(player).action.as_ref().and_then(|action| action.toward);
                if let Some(sidestep_control::Toward::Point(place)) = toward.filter(|_| meets) {
                    seen.racket = place;
                }
                game.see(player, seen);
            }
            game.tick(1.0 / 60.0);
            if let Some(ball) = game.ball() {
                assert!(ball.is_finite() && ball.z.abs() < 40.0, "{ball}");
            }
        }
        game
    };
    let game = rally(true);
    let (strokes, met) = game.strokes();
    assert!(strokes > 50 && met + 8 > strokes, "{strokes} {met} {:?}", game.rallies());
    let game = rally(false);
    assert_eq!(game.median_rally(), Some(0.0));
    assert!(game.rallies() > 20 && game.strokes().1 == 0, "{:?}", game.strokes());
}

#[test]
fn a_character_is_left_as_it_was_by_a_rehearsal() {
    let mut players = team(1, true, true);
    let before = players.seen(0);
    let goal = sidestep_control::Goal::walk(0.0, 1.0);
    let later = players.rehearse(0, &goal, 30, TICK);
    assert!(later.ground.z - before.ground.z > 3.0, "{later:?}");
    assert_eq!(players.seen(0).ground, before.ground);
    assert_eq!(players.character(0).rate_hz(), RATE_HZ);
}
