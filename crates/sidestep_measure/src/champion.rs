//! Which of several controllers stands best, from what `response` found of each.
//!
//! Quickness counts only as far as it is honest: what breaks a bar for feet, turns, pops, jerks or limbs
//! stands behind all that break none, and among those that break some the one that breaks them least.

use crate::{looks::TURN_GATE, response::Response};

/// Farthest that feet may turn in a stance, in degrees, and creep, in millimetres.
const FEET: (f32, f32) = (25.0, 15.0);

/// Planted feet may turn so many times as fast as the source's, or so fast, in degrees a second.
const PLANTED: (f32, f32) = (1.25, 25.0);

/// Largest ratio of accelerations to those of the source.
const POPS: f32 = 1.3;

/// Largest ratio of jerks to those of the source.
const JERKS: f32 = 1.0;

/// How lively limbs may be beside the source's.
const LIVELY: (f32, f32) = (0.85, 1.15);

/// A figure that is at most so many times a rival's is better for everybody to see.
const BETTER: f32 = 0.9;

/// A bar that is missed by this share counts as broken; by less, for a part: the same controller tried with
/// other inputs is off by as much.
const CLEARLY: f32 = 0.03;

/// How a controller stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The bars it breaks, in words.
    pub broken: Vec<String>,
    /// By how much, each as a share of the bar, added up.
    pub excess: f32,
    /// How many are broken, those that are missed by a hair for a part.
    pub breaches: f32,
    /// Response, jerk, skate, swivel and distance to the data as one figure; less is better.
    pub cost: f32,
}

impl Standing {
    /// How a controller stands that was found to respond like this.
    pub fn of(found: &Response) -> Self {
        let looks = &found.looks;
        let (feet, source) = (&looks.feet.shown, &looks.feet.source);
        let mut standing = Self { broken: Vec::new(), excess: 0.0, breaches: 0.0, cost: 0.0 };
        for condition in looks.foot_conditions.iter().filter(|condition| !condition.holds) {
            let (least, most) = condition.limit;
            let bar = least.filter(|least| condition.value < *least).unwrap_or(most);
            standing.breaks(condition.name, condition.value, bar);
        }
        let planted = (PLANTED.0 * source.planted_yaw_deg_per_s).max(PLANTED.1);
        standing.at_most("planted_yaw_deg_per_s", feet.planted_yaw_deg_per_s, planted);
        standing.at_most("swivel_p95_deg", feet.swivel_p95_deg, FEET.0);
        standing.at_most("creep_p95_mm", feet.creep_p95_mm, FEET.1);
        standing.at_most("pop_ratio", looks.pop_ratio, POPS);
        standing.at_most("jerk_ratio", found.jerk_ratio, JERKS);
        let turns = looks.half_second_turn_p50_p95_p99_deg;
        let of_source = looks.source_half_second_turn_p50_p95_p99_deg;
        for (index, name) in [(1, "half_second_turn_p95_deg"), (2, "half_second_turn_p99_deg")] {
            standing.at_most(name, turns[index], TURN_GATE * of_source[index]);
        }
        standing.at_most("liveliness", looks.liveliness, LIVELY.1);
        if looks.liveliness < LIVELY.0 {
            standing.breaks("liveliness", looks.liveliness, LIVELY.0);
        }
        if found.never_fraction > 0.0 {
            standing.broken.push(format!("never_fraction {:.3}", found.never_fraction));
            standing.excess += 5.0 * found.never_fraction;
            standing.breaches += 1.0;
        }
        // Products of powers, so that the units do not matter: half the time is worth as much as
        // a quarter of the jerk.
        let log = |value: f32, least: f32| sidestep_motion::math::ln(value.max(least));
        standing.cost = log(found.censored_avg_secs, 0.1)
            + 0.5 * log(found.jerk_ratio, 0.1)
            + 0.25 * log(found.skate_cm_per_s, 0.1)
            + 0.25 * log(feet.swivel_p95_deg, 5.0)
            + 0.25 * log(found.nearest_distance, 0.1);
        standing
    }

    /// How it stands beside a rival that was given the same library and the same inputs: no figure may be
    /// worse than the rival's, and two shall be better. Other inputs move figures by 2 %, so there is nothing to
    /// be given away here.
    pub fn beside(found: &Response, rival: &Response) -> Self {
        let mut standing = Self::of(found);
        standing.compare(&compared(found), &compared(rival));
        let nearest = (found.nearest_distance, rival.nearest_distance);
        standing.at_most("nearest_distance beside the rival's", nearest.0, nearest.1);
        standing
    }

    /// One figure to rank by; less is better.
    pub fn rank(&self) -> f32 {
        self.cost + 0.3 * self.breaches + 3.0 * self.excess
    }

    fn compare(&mut self, own: &[(&str, f32)], rival: &[(&str, f32)]) {
        let mut ratios = Vec::with_capacity(own.len());
        for ((name, value), (_, of_rival)) in own.iter().zip(rival) {
            self.at_most(&format!("{name} beside the rival's"), *value, *of_rival);
            ratios.push(value / of_rival.max(1e-6));
        }
        // Two shall be better: the second best of all is.
        ratios.sort_by(f32::total_cmp);
        if let Some(second) = ratios.get(1) {
            self.at_most("second best figure over the rival's", *second, BETTER);
        }
    }

    fn at_most(&mut self, name: &str, value: f32, bar: f32) {
        if value > bar {
            self.breaks(name, value, bar);
        }
    }

    fn breaks(&mut self, name: &str, value: f32, bar: f32) {
        self.broken.push(format!("{name} {value:.3} (bar {bar:.3})"));
        let excess = ((value - bar) / bar.abs().max(0.02)).abs().min(3.0);
        self.excess += excess;
        self.breaches += (excess / CLEARLY).min(1.0);
    }
}

/// Whether every bar for feet is kept: only so much quickness is honest.
pub fn holds_feet(found: &Response) -> bool {
    let (feet, source) = (&found.looks.feet.shown, &found.looks.feet.source);
    let planted = (PLANTED.0 * source.planted_yaw_deg_per_s).max(PLANTED.1);
    found.looks.foot_conditions.iter().all(|condition| condition.holds)
        && feet.planted_yaw_deg_per_s <= planted
        && feet.swivel_p95_deg <= FEET.0
        && feet.creep_p95_mm <= FEET.1
}

/// The figures that are held against a rival's. Below the least of each nobody sees a difference.
pub fn compared(found: &Response) -> [(&'static str, f32); 4] {
    [
        ("response", found.censored_avg_secs),
        ("skate", found.skate_cm_per_s.max(0.1)),
        ("jerk", found.jerk_ratio),
        ("swivel", found.looks.feet.shown.swivel_p95_deg.max(1.0)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(broken: &[(f32, f32)], cost: f32) -> Standing {
        let mut standing = Standing { broken: Vec::new(), excess: 0.0, breaches: 0.0, cost };
        broken.iter().for_each(|(value, bar)| standing.breaks("a bar", *value, *bar));
        standing
    }

    /// Whatever is quick by breaking a bar stands behind what is half as quick and breaks none.
    #[test]
    fn honesty_comes_before_quickness() {
        let honest = standing(&[], 0.0);
        let quick = standing(&[(40.0, 25.0)], -sidestep_motion::math::ln(2.0));
        assert!(honest.rank() < quick.rank());
        assert!(standing(&[(26.0, 25.0)], 0.0).rank() < standing(&[(50.0, 25.0)], 0.0).rank());
        assert!(standing(&[(0.5, 0.85)], 0.0).excess > 0.4, "too little is as bad as too much");
        assert!(standing(&[], -0.1).rank() < honest.rank());
        assert!(standing(&[(25.01, 25.0)], -0.1).rank() < honest.rank(), "a hair is no breach");
    }

    /// Who is quicker than the rival and jerks more stands behind who is as good in all and better in two.
    #[test]
    fn nothing_is_worse_than_the_rivals() {
        let rival = [("response", 0.8), ("skate", 0.6), ("jerk", 0.8), ("swivel", 20.0)];
        let beside = |response: f32, skate: f32, jerk: f32, swivel: f32| {
            let mut standing = standing(&[], 0.0);
            let own =
                [("response", response), ("skate", skate), ("jerk", jerk), ("swivel", swivel)];
            standing.compare(&own, &rival);
            standing
        };
        assert_eq!(beside(0.8, 0.5, 0.8, 18.0).broken, Vec::<String>::new());
        assert_eq!(
            beside(0.5, 0.5, 0.83, 18.0).broken,
            ["jerk beside the rival's 0.830 (bar 0.800)"]
        );
        assert_eq!(beside(0.8, 0.5, 0.8, 19.0).broken.len(), 1, "better in one alone");
        assert!(beside(0.8, 0.5, 0.8, 18.0).rank() < beside(0.8, 0.6, 0.8, 20.0).rank());
    }
}
