//! What is tried next: the defaults, then settings all over the ranges, then ever nearer to the best.
//!
//! Trial by trial it depends on the seed and on what was found before, and on nothing else, so that a
//! search of so many trials finds the same wherever and however often it was interrupted.

use crate::tunables::Tunable;
use sidestep_motion::chance::Chance;

/// Every other trial looks near the best one found so far, once so many were made.
const ROVING: usize = 8;

/// How far it looks at first, as a share of the range, and how fast that shrinks.
const NEAR: f64 = 0.25;

/// See [`NEAR`].
const SHRINKS_OVER: f64 = 40.0;

/// Values for a trial. `best` are those of the best one so far, `defaults` those of nobody's choice.
pub fn propose(
    tunables: &[Tunable],
    (seed, trial): (u64, usize),
    defaults: &[f64],
    best: &[f64],
) -> Vec<f64> {
    if trial == 0 {
        return defaults.to_vec();
    }
    let mut chance = Chance::new(seed, trial as u64);
    let roves = trial < ROVING || trial % 4 == 0;
    let from = if roves { defaults } else { best };
    // At least one setting is another, whatever chance says of the rest.
    let sure = chance.below(tunables.len());
    let mut values = Vec::with_capacity(tunables.len());
    for (index, tunable) in tunables.iter().enumerate() {
        let (least, most) = tunable.range;
        let changes = chance.unit() < 0.4 || index == sure;
        let drawn = f64::from(chance.unit());
        let value = match (changes, roves) {
            (false, _) => from[index],
            (true, true) => rounded(least + (most - least) * drawn),
            (true, false) => {
                let reach = NEAR / (1.0 + count(trial) / SHRINKS_OVER);
                let moved = from[index] + (most - least) * reach * (2.0 * drawn - 1.0);
                rounded(moved.clamp(least, most))
            }
        };
        values.push(value);
    }
    values
}

/// Three digits that count: settings are read by people.
fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

fn count(trial: usize) -> f64 {
    trial as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: [Tunable; 2] = [
        Tunable { pointer: "/a", range: (0.0, 1.0) },
        Tunable { pointer: "/b", range: (10.0, 20.0) },
    ];

    #[test]
    fn trials_stay_in_range_and_depend_on_seed_and_number_alone() {
        let (defaults, best) = ([0.5, 12.0], [0.9, 19.0]);
        assert_eq!(propose(&TWO, (1, 0), &defaults, &best), defaults);
        let mut stale = 0;
        for trial in 1..200 {
            let values = propose(&TWO, (1, trial), &defaults, &best);
            assert_eq!(propose(&TWO, (1, trial), &defaults, &best), values);
            assert!((0.0..=1.0).contains(&values[0]) && (10.0..=20.0).contains(&values[1]));
            let from = if trial < 8 || trial % 4 == 0 { defaults } else { best };
            stale += usize::from(values == from);
        }
        // A step that is smaller than what three digits tell is rare.
        assert!(stale <= 4, "{stale} trials try nothing new");
        assert_ne!(
            propose(&TWO, (2, 1), &defaults, &best),
            propose(&TWO, (1, 1), &defaults, &best)
        );
    }

    #[test]
    fn later_trials_look_nearer_to_the_best() {
        let far = |trials: std::ops::Range<usize>| {
            let of = |trial| (propose(&TWO, (1, trial), &[0.5, 15.0], &[0.5, 15.0])[0] - 0.5).abs();
            trials.filter(|trial| trial % 4 != 0).map(of).fold(0.0, f64::max)
        };
        assert!(far(300..400) < 0.5 * far(9..60), "{} {}", far(300..400), far(9..60));
    }
}
