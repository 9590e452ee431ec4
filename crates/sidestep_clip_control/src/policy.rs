//! The policies: greedy (eq. 6) and near-optimal (eq. 10), over all cycles of the wanted gait.

use crate::{
    blend::Played,
    controller::ClipController,
    gaits::STANDING,
    table::ValueTable,
    task::{Aim, Costs, State, Task, move_cost, state_cost},
    wish::Wish,
};
use sidestep_motion::{GroundTransform, Side};

/// A situation in which the next cycle is chosen, seen as if the present one began on its left foot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    pub(crate) cycle: u32,
    pub(crate) state: State,
    pub(crate) aim: Aim,
    pub(crate) task: Task,
    pub(crate) gait: usize,
    /// A passage that is being left, and how much of it is shown.
    pub(crate) leaving: Option<(u32, f32)>,
}

/// A cycle that could come next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) cycle: u32,
    pub(crate) costs: Costs,
    /// What is to come, α V(X'), or the cost of the next state where the policy is greedy.
    pub(crate) future: f64,
}

impl Candidate {
    pub(crate) fn total(&self) -> f64 {
        self.costs.sum() + self.future
    }
}

/// Tables around an aim and how much each counts: values are blended along separable dimensions
/// (section 5.4), of which there are at most two.
#[derive(Clone, Copy)]
pub(crate) struct Blended<'a> {
    tables: &'a [ValueTable],
    /// Places among the tables, and shares that sum to 1.
    parts: [(usize, f64); 4],
}

impl ClipController {
    /// The situation of a played cycle that is at its border at `ground`.
    pub(crate) fn situation(
        &self,
        wish: &Wish,
        played: Played,
        ground: GroundTransform,
    ) -> Situation {
        let (state, aim) = (wish.state(ground), wish.aim());
        let on_right = self.repertoire.side(played, 0) == Side::Right;
        let (state, aim) = if on_right { (state.mirrored(), aim.mirrored()) } else { (state, aim) };
        Situation {
            cycle: played.cycle,
            state,
            aim,
            task: wish.task.0,
            gait: wish.gait as usize,
            leaving: None,
        }
    }

    /// The best next cycle, the first of equals.
    pub(crate) fn choose(&self, situation: &Situation, room: &mut [f64]) -> Option<u32> {
        let steps = self.config.run.look_ahead;
        if situation.task.has_obstacle() && steps > 1 && !self.config.greedy {
            return self.choose_ahead(situation, steps, room);
        }
        let mut best: Option<(u32, f64)> = None;
        self.each_candidate(situation, room, |candidate| {
            let total = candidate.total();
            if best.is_none_or(|(_, least)| total < least) {
                best = Some((candidate.cycle, total));
            }
        });
        best.map(|(cycle, _)| cycle)
    }

    /// Looks at every cycle that may come next.
    pub(crate) fn each_candidate(
        &self,
        situation: &Situation,
        room: &mut [f64],
        mut look: impl FnMut(Candidate),
    ) {
        let Situation { cycle, state, aim, task, gait, leaving } = situation;
        let (moves, flips) = (self.moves.from(*cycle), self.moves.flips(*cycle));
        let turned = (libm::sin(state.theta), libm::cos(state.theta));
        let Some(blended) = self.blended(*task, *gait, aim) else { return };
        let next_aim = if flips { aim.mirrored() } else { *aim };
        let costs = &self.config.costs;
        for (place, &member) in blended.members().iter().enumerate() {
            let step = &moves[member as usize];
            let mut own = move_cost(*task, *gait == STANDING, state, step, aim, costs);
            if let Some((left, shown)) = leaving {
                let unlike = self.moves.entries_unlike(*left, member) * shown;
                own.physics += costs.physics * f64::from(unlike);
            }
            let next = state.after_with(turned, step, flips, aim);
            let future = if self.config.greedy {
                state_cost(*task, &next, &next_aim, costs).sum()
            } else {
                let known = next.within(self.config.fit.reach);
                self.config.fit.discount * blended.value(place, &known, &next_aim, room)
            };
            look(Candidate { cycle: member, costs: own, future });
        }
    }

    /// The tables around an aim.
    pub(crate) fn blended(&self, task: Task, gait: usize, aim: &Aim) -> Option<Blended<'_>> {
        let tables = self.tables_of(task, gait);
        let wanted = task.coordinates(aim);
        let hats = [0, 1].map(|axis| {
            let known = tables.iter().map(|table| task.coordinates(&table.aim)[axis]);
            Hat::around(known, wanted[axis])
        });
        let [Some(first), Some(second)] = hats else { return None };
        let mut parts = [(0, 0.0); 4];
        let mut count = 0;
        for (place, table) in tables.iter().enumerate() {
            let [a, b] = task.coordinates(&table.aim);
            let share = first.share(a) * second.share(b);
            if share > 0.0 && count < parts.len() {
                parts[count] = (place, share);
                count += 1;
            }
        }
        (count > 0).then_some(Blended { tables, parts })
    }
}

impl Blended<'_> {
    /// The cycles that may come next.
    pub(crate) fn members(&self) -> &[u32] {
        &self.tables[self.parts[0].0].members
    }

    /// The value of a state under an aim.
    pub(crate) fn value(&self, place: usize, state: &State, aim: &Aim, room: &mut [f64]) -> f64 {
        let mirrored = aim.is_mirrored();
        let parts = self.parts.iter().filter(|(_, share)| *share > 0.0);
        let parts = parts.map(|(table, share)| (&self.tables[*table], share));
        // PERF: bumps are dear, and only those of fixed obstacles differ from table to table.
        let first = &self.tables[self.parts[0].0];
        if first.task == Task::Moving {
            let width = first.basis.write(&state.point(), room);
            let functions = &room[..width];
            return parts.map(|(table, share)| share * table.sum(place, mirrored, functions)).sum();
        }
        parts.map(|(table, share)| share * table.value(place, mirrored, state, room)).sum()
    }
}

/// The hat function along a separable dimension: the numbers below and above, and where between.
#[derive(Clone, Copy)]
struct Hat {
    low: f64,
    high: f64,
    share: f64,
}

impl Hat {
    /// Between the nearest two of some numbers; the last one beyond all.
    fn around(known: impl Iterator<Item = f64> + Clone, wanted: f64) -> Option<Self> {
        let below = known.clone().filter(|number| *number <= wanted + 1e-9).reduce(f64::max);
        let above = known.filter(|number| *number >= wanted - 1e-9).reduce(f64::min);
        let (low, high) = (below.or(above)?, above.or(below)?);
        let share = if high > low { ((wanted - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
        Some(Self { low, high, share })
    }

    fn share(&self, at: f64) -> f64 {
        let of_low = if (at - self.low).abs() < 1e-9 { 1.0 - self.share } else { 0.0 };
        let of_high = if (at - self.high).abs() < 1e-9 { self.share } else { 0.0 };
        of_low + of_high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hats_share_between_the_nearest_two() {
        let known = [-1.4, 0.0, 1.4];
        let shares = |wanted: f64| {
            let hat = Hat::around(known.into_iter(), wanted).expect("some are known");
            known.map(|at| hat.share(at))
        };
        assert_eq!(shares(0.0), [0.0, 1.0, 0.0]);
        let [low, middle, high] = shares(0.35);
        assert!(low == 0.0 && (middle - 0.75).abs() < 1e-12 && (high - 0.25).abs() < 1e-12);
        // Beyond all that is known the last one counts.
        assert_eq!(shares(9.0), [0.0, 0.0, 1.0]);
        assert_eq!(shares(-9.0), [1.0, 0.0, 0.0]);
    }
}
