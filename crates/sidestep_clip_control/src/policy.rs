//! The policies: greedy (eq. 6) and near-optimal (eq. 10), over all cycles of the wanted gait.

use crate::{
    blend::Played,
    controller::ClipController,
    gaits::STANDING,
    table::ValueTable,
    task::{Aim, Costs, State, Task, move_cost, state_cost, wrap},
    wish::Wish,
};
use sidestep_motion::{GroundTransform, Side};
use std::f64::consts::PI;

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

/// Two tables and how much the second counts: values are blended along separable dimensions.
#[derive(Clone, Copy)]
pub(crate) struct Blended<'a> {
    pub(crate) tables: [&'a ValueTable; 2],
    pub(crate) share: f64,
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
        for (place, &member) in blended.tables[0].members.iter().enumerate() {
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
                self.config.fit.discount * blended.value(place, &next, &next_aim, room)
            };
            look(Candidate { cycle: member, costs: own, future });
        }
    }

    /// The tables on both sides of an aim.
    pub(crate) fn blended(&self, task: Task, gait: usize, aim: &Aim) -> Option<Blended<'_>> {
        let tables = self.tables_of(task, gait);
        let torso = wrap(aim.torso).abs();
        let after = tables.iter().position(|table| table.aim.torso >= torso - 1e-9);
        let last = tables.len().checked_sub(1)?;
        let (low, high) = match after {
            Some(0) => (0, 0),
            Some(after) => (after - 1, after),
            None => (last, last),
        };
        let (from, to) = (tables[low].aim.torso, tables[high].aim.torso);
        let share = if to > from { ((torso - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
        Some(Blended { tables: [&tables[low], &tables[high]], share })
    }
}

impl Blended<'_> {
    /// The value of a state under an aim.
    pub(crate) fn value(&self, place: usize, state: &State, aim: &Aim, room: &mut [f64]) -> f64 {
        let mirrored = wrap(aim.torso) < 0.0 && wrap(aim.torso).abs() < PI;
        let low = self.tables[0].value(place, mirrored, state, room);
        if self.share <= 0.0 {
            return low;
        }
        let high = self.tables[1].value(place, mirrored, state, room);
        low + self.share * (high - low)
    }
}
