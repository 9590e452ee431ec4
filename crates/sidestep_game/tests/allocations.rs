//! A tick of a game allocates nothing: counted, not believed.

mod support;

use sidestep_allocations::{Counting, count};
use sidestep_game::{Pickup, Players, SeenPlayer, Tennis};
use support::{RATE_HZ, TICK, puppet, spawn};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn no_tick_allocates() {
    let puppet = puppet(true, true);
    let starts = (0..4).map(|index| Pickup::start(index, 4));
    let mut players = Players::spawn(starts, &|at| spawn(&puppet, at));
    let seen: Vec<SeenPlayer> = (0..4).map(|player| players.seen(player)).collect();
    let mut game = Pickup::new(&seen, None, RATE_HZ, 1);
    let mut tennis = Tennis::new(1);
    let before = count();
    for _ in 0..3_000 {
        for player in 0..4 {
            let seen = players.seen(player);
            game.see(player, seen);
        }
        game.tick(TICK);
        tennis.tick(TICK);
        for player in 0..4 {
            players.advance(player, game.goal(player), TICK);
        }
    }
    assert_eq!(count() - before, 0);
    assert!(game.game().counts().passes > 3);
}
