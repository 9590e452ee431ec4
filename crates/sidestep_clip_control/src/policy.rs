//! The policies: greedy (eq. 6) and near-optimal (eq. 10), over all cycles of the wanted gait.

use crate::{
    blend::Played,
    controller::ClipController,
    gaits::STANDING,
    moves::Move,
    scan::Scan,
    situation::Situation,
    table::ValueTable,
    task::{Aim, Costs, State, Task, move_cost, state_cost},
    wish::Wish,
};
use sidestep_lanes::{Line, WIDTH};
use sidestep_motion::{GroundTransform, Side};

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

/// Room to decide in.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    /// For the functions of a basis.
    pub(crate) functions: Vec<f64>,
    /// For a total of each cycle.
    pub(crate) totals: Vec<Line>,
}

impl Rooms {
    /// Room for the decisions of a controller.
    pub(crate) fn of(controller: &ClipController) -> Self {
        let tables = &controller.tables;
        let widest = tables.iter().map(|table| table.basis.len()).max().unwrap_or(1);
        let most = tables.iter().map(|table| table.members.len()).max().unwrap_or(0);
        Self { functions: vec![0.0; widest], totals: vec![Line::ZERO; most.div_ceil(WIDTH)] }
    }

    /// Bytes of it.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.functions) + size_of_val(&*self.totals)
    }
}

/// A situation in which all that may come next is looked at.
struct Looking<'a> {
    controller: &'a ClipController,
    situation: &'a Situation,
    blended: Blended<'a>,
    moves: &'a [Move],
    flips: bool,
    next_aim: Aim,
    /// Sine and cosine of the heading.
    turned: (f64, f64),
}

impl<'a> Looking<'a> {
    fn new(controller: &'a ClipController, situation: &'a Situation) -> Option<Self> {
        let Situation { cycle, state, aim, task, gait, .. } = situation;
        let flips = controller.moves.flips(*cycle);
        Some(Self {
            controller,
            situation,
            blended: controller.blended(*task, *gait, aim)?,
            moves: controller.moves.from(*cycle),
            flips,
            next_aim: if flips { aim.mirrored() } else { *aim },
            turned: (libm::sin(state.theta), libm::cos(state.theta)),
        })
    }

    /// One cycle that may come next, with all its costs.
    #[inline]
    fn candidate(&self, place: usize, member: u32, room: &mut [f64]) -> Candidate {
        let Situation { state, aim, task, gait, leaving, .. } = self.situation;
        let config = &self.controller.config;
        let step = &self.moves[member as usize];
        let mut own = move_cost(*task, *gait == STANDING, state, step, aim, &config.costs);
        if let Some((left, shown)) = leaving {
            let unlike = self.controller.moves.entries_unlike(*left, member) * shown;
            own.physics += config.costs.physics * f64::from(unlike);
        }
        let next = state.after_with(self.turned, step, self.flips, aim);
        let future = if config.greedy {
            state_cost(*task, &next, &self.next_aim, &config.costs).sum()
        } else {
            let known = next.within(config.fit.reach);
            config.fit.discount * self.blended.value(place, &known, &self.next_aim, room)
        };
        Candidate { cycle: member, costs: own, future }
    }

    /// The same by lanes, where one table counts alone and is made for them.
    fn scan(&self) -> Option<Scan<'_>> {
        let Self { controller, situation, blended, moves, flips, next_aim, .. } = self;
        let alone = blended.alone().filter(|_| !controller.config.greedy)?;
        let (table, lanes) = controller.lanes_of(situation.task, situation.gait, alone)?;
        Some(Scan {
            situation,
            moves,
            glances: controller.moves.glances(situation.cycle),
            flips: *flips,
            left: situation.leaving.map(|(left, shown)| (controller.moves.entries(left), shown)),
            members: &table.members,
            table: lanes,
            mirrored: next_aim.is_mirrored() && !table.aim.is_even(),
            costs: &controller.config.costs,
            discount: controller.config.fit.discount,
        })
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
    pub(crate) fn choose(&self, situation: &Situation, room: &mut Rooms) -> Option<u32> {
        let steps = self.config.run.look_ahead;
        if situation.task.has_obstacle() && steps > 1 && !self.config.greedy {
            return self.choose_ahead(situation, steps, room);
        }
        let looking = Looking::new(self, situation)?;
        let Rooms { functions, totals } = room;
        let mut best: Option<(u32, f64)> = None;
        let mut consider = |place: usize, member: u32| {
            let total = looking.candidate(place, member, functions).total();
            if best.is_none_or(|(_, least)| total < least) {
                best = Some((member, total));
            }
        };
        let members = looking.blended.members();
        let Some(scan) = looking.scan() else {
            members.iter().enumerate().for_each(|(place, member)| consider(place, *member));
            return best.map(|(cycle, _)| cycle);
        };
        let most = scan.run(self.instructions, totals);
        for (block, (some, line)) in members.chunks(WIDTH).zip(totals.iter()).enumerate() {
            for (lane, member) in some.iter().enumerate() {
                if line.0[lane] <= most {
                    consider(block * WIDTH + lane, *member);
                }
            }
        }
        best.map(|(cycle, _)| cycle)
    }

    /// The best next cycle by looking at each, without lanes.
    #[cfg(test)]
    pub(crate) fn choose_plainly(&self, situation: &Situation, room: &mut Rooms) -> Option<u32> {
        let mut best: Option<(u32, f64)> = None;
        self.each_candidate(situation, room, |candidate| {
            if best.is_none_or(|(_, least)| candidate.total() < least) {
                best = Some((candidate.cycle, candidate.total()));
            }
        });
        best.map(|(cycle, _)| cycle)
    }

    /// Looks at every cycle that may come next.
    pub(crate) fn each_candidate(
        &self,
        situation: &Situation,
        room: &mut Rooms,
        mut look: impl FnMut(Candidate),
    ) {
        let Some(looking) = Looking::new(self, situation) else { return };
        for (place, &member) in looking.blended.members().iter().enumerate() {
            look(looking.candidate(place, member, &mut room.functions));
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
    /// The place of the only table that counts.
    fn alone(&self) -> Option<usize> {
        let others = self.parts[1..].iter().all(|(_, share)| *share == 0.0);
        others.then_some(self.parts[0].0)
    }

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
