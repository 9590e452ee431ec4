//! Looking some steps ahead around obstacles, which the paper does not.
//!
//! Value programs bound values from below, and few smooth functions cut the peak of an obstacle off:
//! one sees too late that a way leads through it. So the next steps are tried out with their exact costs
//! (eqs. 4 and 5), always going on from the best few, and the value function stands for what comes
//! after them. An obstacle that comes towards one passes by between two borders of clips, so it counts
//! where it is nearest during a step.

use crate::{
    candidate::Rooms,
    controller::ClipController,
    situation::Situation,
    task::{Aim, Costs, State, state_cost, swept_cost},
};

/// Ways that are followed at a time.
const WAYS: usize = 24;

/// A way so far.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// Its first cycle, and the one that it has come to.
    first: u32,
    cycle: u32,
    state: State,
    aim: Aim,
    /// What was paid, and with what is to come.
    paid: f64,
    total: f64,
}

/// The best few ways, best first.
#[derive(Clone, Copy, Debug)]
struct Ways {
    ways: [Way; WAYS],
    count: usize,
}

impl Ways {
    fn none() -> Self {
        Self { ways: [Way::default(); WAYS], count: 0 }
    }

    fn as_slice(&self) -> &[Way] {
        &self.ways[..self.count]
    }

    /// Takes a way in where it is among the best; of equals the first stays.
    fn offer(&mut self, way: Way) {
        if self.count == WAYS && way.total >= self.ways[WAYS - 1].total {
            return;
        }
        let at = self.as_slice().partition_point(|other| other.total <= way.total);
        self.count = (self.count + 1).min(WAYS);
        self.ways.copy_within(at..self.count - 1, at + 1);
        self.ways[at] = way;
    }
}

impl ClipController {
    /// The first cycle of the best way of some steps.
    pub(crate) fn choose_ahead(
        &self,
        situation: &Situation,
        steps: usize,
        room: &mut Rooms,
    ) -> Option<u32> {
        let discount = self.config.fit.discount;
        let here = Way {
            cycle: situation.cycle,
            state: situation.state,
            aim: situation.aim,
            ..Way::default()
        };
        let mut ways = Ways::none();
        ways.offer(here);
        let mut weight = 1.0;
        for step in 0..steps {
            let mut longer = Ways::none();
            for way in ways.as_slice() {
                self.lengthen(situation, way, (step, weight), room, &mut longer);
            }
            ways = longer;
            weight *= discount;
        }
        ways.as_slice().first().map(|way| way.first)
    }

    /// Every way that is one step longer.
    fn lengthen(
        &self,
        situation: &Situation,
        way: &Way,
        (step, weight): (usize, f64),
        room: &mut Rooms,
        longer: &mut Ways,
    ) {
        let costs = &self.config.costs;
        let Way { cycle, state, aim, .. } = *way;
        let is_first = step == 0;
        let leaving = situation.leaving.filter(|_| is_first);
        let mixed = situation.mixed.filter(|_| is_first);
        let at = Situation { cycle, mixed, state, aim, leaving, ..*situation };
        let flips = self.moves.flips(cycle);
        let next_aim = if flips { aim.mirrored() } else { aim };
        self.each_candidate(&at, room, |candidate| {
            let step = self.moves.leading(at.played(), candidate.chosen);
            let next = state.after(&step, false, &aim);
            let swept = swept_cost(&state, &next, costs);
            let next = if flips { next.mirrored() } else { next };
            let there = Costs { obstacle: swept, ..state_cost(at.task, &next, &next_aim, costs) };
            let there = there.sum();
            let to_come = candidate.future.max(self.config.fit.discount * there);
            let paid = way.paid + weight * candidate.costs.sum();
            longer.offer(Way {
                first: if is_first { candidate.chosen.cycle } else { way.first },
                cycle: candidate.chosen.cycle,
                state: next,
                aim: next_aim,
                paid: paid + weight * self.config.fit.discount * there,
                total: paid + weight * to_come,
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_ways_stay_in_order() {
        let mut ways = Ways::none();
        for number in 0..100_u32 {
            let total = f64::from((number * 37) % 101);
            ways.offer(Way { first: number, total, ..Way::default() });
        }
        let totals: Vec<f64> = ways.as_slice().iter().map(|way| way.total).collect();
        let mut all: Vec<f64> = (0..100_u32).map(|n| f64::from((n * 37) % 101)).collect();
        all.sort_by(f64::total_cmp);
        assert_eq!(totals, all[..WAYS]);
    }
}
