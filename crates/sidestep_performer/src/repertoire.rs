//! The programme: which takes the actor performs.

use crate::script::{Act, Take};
use sidestep_motion::Side;

/// All takes of a performance.
pub(crate) fn repertoire(seed: u64, play: f64) -> Vec<Take> {
    let _ = (seed, play);
    let take = |name: &str, acts: Vec<Act>| Take { name: name.to_owned(), acts, cut_secs: 0.0 };
    vec![
        take(
            "walk_normal",
            vec![Act::stand(0.8), Act::new("walk", 4.0, 1.4).lead(Side::Left), Act::stand(1.5)],
        ),
        take(
            "walk_slow",
            vec![Act::stand(0.8), Act::new("walk", 4.0, 0.7).lead(Side::Right), Act::stand(1.5)],
        ),
        take(
            "run",
            vec![Act::stand(0.8), Act::new("run", 3.5, 3.6).lead(Side::Left), Act::stand(2.0)],
        ),
        take(
            "turn180",
            vec![
                Act::stand(0.8),
                Act::new("walk", 2.0, 1.4),
                Act::new("pivot", 2.0, 1.4).turn(180.0).effort(6.8),
                Act::stand(1.5),
            ],
        ),
        take(
            "run180",
            vec![
                Act::stand(0.8),
                Act::new("run", 2.0, 3.2),
                Act::new("pivot", 2.0, 3.2).turn(180.0).effort(6.8),
                Act::stand(1.5),
            ],
        ),
        take(
            "side",
            vec![Act::stand(0.8), Act::new("side", 3.0, 0.7).drift(90.0), Act::stand(1.5)],
        ),
        take(
            "push",
            vec![
                Act::stand(0.8),
                Act::stand(2.5).push(0.0, 0.9).effort(2.5),
                Act::stand(2.5).push(90.0, 0.6).effort(2.5),
            ],
        ),
        take(
            "spot",
            vec![
                Act::stand(0.8),
                Act::new("spin", 1.5, 0.0).turn(90.0),
                Act::new("spin", 1.5, 0.0).turn(-180.0).effort(6.8),
            ],
        ),
        take(
            "back",
            vec![Act::stand(0.8), Act::new("back", 3.0, 0.9).drift(180.0), Act::stand(1.5)],
        ),
        take(
            "crouch",
            vec![Act::stand(0.8), Act::new("crouch", 3.0, 0.9).crouch(1.0), Act::stand(1.5)],
        ),
        take(
            "circle",
            vec![Act::stand(0.8), Act::new("run", 3.5, 3.0).bend(90.0), Act::stand(1.5)],
        ),
    ]
}
