//! Gaits by speed (section 6): standing, slow, normal and fast walks, and runs. Adjacent gaits share
//! the cycles at their border; turns belong to the gaits that they lead from and to as well, for
//! people slow down when they turn, and starts and stops to what they lead to.

use crate::{
    cycle::{Cycle, CycleKind},
    repertoire::Repertoire,
    settings::GaitConfig,
};
use sidestep_control::Gait;

pub use crate::settings::GAITS;

/// Names of the gaits, slowest first.
pub const GAIT_NAMES: [&str; GAITS] = ["standing", "slow_walk", "walk", "fast_walk", "run"];

/// The paper's clips of each gait, for reports.
pub const PAPERS_CLIPS: [usize; GAITS] = [18, 87, 124, 65, 90];

/// The gait of standing.
pub const STANDING: usize = 0;

/// Which cycles go in which gait.
#[derive(Clone, Debug, PartialEq)]
pub struct GaitSets {
    /// Numbers of cycles, of each gait, in order; empty where the gait is not offered.
    pub members: [Vec<u32>; GAITS],
    /// How many cycles each gait has by speed alone, each counted once.
    pub counts: [usize; GAITS],
    /// Median speed of each.
    pub speeds: [f32; GAITS],
    borders: [f32; GAITS - 1],
}

impl GaitSets {
    /// Those of a repertoire.
    pub fn of(repertoire: &Repertoire, config: &GaitConfig) -> Self {
        let cycles = &repertoire.cycles;
        let own: Vec<usize> = cycles.iter().map(|cycle| class(cycle, &config.borders)).collect();
        let mut members: [Vec<u32>; GAITS] = Default::default();
        let mut counts = [0; GAITS];
        for (number, cycle) in (0_u32..).zip(cycles) {
            counts[own[number as usize]] += 1;
            let near = neighbours(cycles, number);
            let near: Vec<usize> = near.map(|neighbour| own[neighbour as usize]).collect();
            for (gait, members) in members.iter_mut().enumerate() {
                if belongs(cycle, own[number as usize], &near, gait, config) {
                    members.push(number);
                }
            }
        }
        let speeds = std::array::from_fn(|gait| median_speed(cycles, &members[gait]));
        for (gait, members) in members.iter_mut().enumerate() {
            let least = if gait == STANDING { 1 } else { config.least_cycles };
            if members.len() < least {
                members.clear();
            }
        }
        Self { members, counts, speeds, borders: config.borders }
    }

    /// How many of some cycles each gait has by speed alone.
    pub fn count(&self, repertoire: &Repertoire, cycles: &[u32]) -> [usize; GAITS] {
        let mut counts = [0; GAITS];
        for number in cycles {
            counts[class(repertoire.cycle(*number), &self.borders)] += 1;
        }
        counts
    }

    /// Whether a gait can be gone in.
    pub fn has(&self, gait: usize) -> bool {
        !self.members[gait].is_empty()
    }

    /// The gait to go in at a speed: that of the speed, or the nearest one there is.
    pub fn at_speed(&self, speed: f32) -> Option<usize> {
        let wanted = 1 + self.borders[1..].iter().filter(|border| speed >= **border).count();
        (1..GAITS).filter(|gait| self.has(*gait)).min_by(|a, b| {
            let far = |gait: usize| (gait.abs_diff(wanted), (self.speeds[gait] - speed).abs());
            let (a, b) = (far(*a), far(*b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
    }

    /// The gait to go in where a gait is named: the one with most cycles among its walks or runs.
    pub fn named(&self, gait: Gait) -> Option<usize> {
        let among: &[usize] = match gait {
            Gait::Walk => &[2, 1, 3],
            Gait::Run => &[4],
            _ => &[],
        };
        let offered = among.iter().copied().filter(|gait| self.has(*gait));
        offered.max_by_key(|gait| self.members[*gait].len())
    }
}

/// The gait of a cycle by its speed.
fn class(cycle: &Cycle, borders: &[f32; GAITS - 1]) -> usize {
    match cycle.kind {
        CycleKind::Stand | CycleKind::TurnInPlace => STANDING,
        _ => 1 + borders[1..].iter().filter(|border| cycle.speed >= **border).count(),
    }
}

fn belongs(cycle: &Cycle, own: usize, near: &[usize], gait: usize, config: &GaitConfig) -> bool {
    if own == gait {
        return true;
    }
    let (low, high) = (config.borders[gait.saturating_sub(1)], config.borders.get(gait));
    let shares = |border: f32| (cycle.speed / border - 1.0).abs() < config.overlap;
    match (cycle.kind, gait) {
        (CycleKind::Stop, STANDING) => true,
        (CycleKind::Stand, _) | (_, STANDING) => false,
        (CycleKind::Start | CycleKind::Stop, _) => near.contains(&gait),
        _ => {
            let at_border = own.abs_diff(gait) == 1
                && own != STANDING
                && if gait > own {
                    shares(low)
                } else {
                    high.is_some_and(|border| shares(*border))
                };
            let turns = cycle.turn.abs() > config.turning && near.contains(&gait);
            at_border || turns
        }
    }
}

/// Cycles shortly before and after one, of the same take.
fn neighbours(cycles: &[Cycle], number: u32) -> impl Iterator<Item = u32> {
    let here = &cycles[number as usize];
    let reach = 3 * (here.moments[4] - here.moments[0]);
    let near = move |other: &u32| {
        let there = &cycles[*other as usize];
        *other != number && there.moments[2].abs_diff(here.moments[2]) < reach
    };
    let count = u32::try_from(cycles.len()).unwrap_or(u32::MAX);
    (number.saturating_sub(6)..(number + 7).min(count)).filter(near)
}

fn median_speed(cycles: &[Cycle], members: &[u32]) -> f32 {
    let mut speeds: Vec<f32> =
        members.iter().map(|number| cycles[*number as usize].speed).collect();
    speeds.sort_by(f32::total_cmp);
    speeds.get(speeds.len() / 2).copied().unwrap_or(0.0)
}
