//! The policies: greedy (eq. 6) and near-optimal (eq. 10), over all cycles of the wanted gait.

use crate::{
    candidate::{Best, Candidate, Chosen, Rooms},
    controller::ClipController,
    gaits::STANDING,
    moves::{Move, Moves},
    played::Played,
    scan::Scan,
    situation::Situation,
    table::ValueTable,
    task::{Aim, Costs, State, Task, move_cost, state_cost},
    wish::Wish,
};
use sidestep_lanes::WIDTH;
use sidestep_motion::{GroundTransform, Side};

/// A situation in which all that may come next is looked at.
pub(crate) struct Looking<'a> {
    pub(crate) controller: &'a ClipController,
    pub(crate) situation: &'a Situation,
    pub(crate) blended: Blended<'a>,
    moves: &'a [Move],
    /// Those from what is mixed with the present cycle, and its share.
    mixed: Option<(&'a [Move], f32)>,
    flips: bool,
    next_aim: Aim,
    /// Sine and cosine of the heading.
    turned: (f64, f64),
}

impl<'a> Looking<'a> {
    pub(crate) fn new(controller: &'a ClipController, situation: &'a Situation) -> Option<Self> {
        let Situation { cycle, mixed, state, aim, task, gait, .. } = situation;
        let flips = controller.moves.flips(*cycle);
        Some(Self {
            controller,
            situation,
            blended: controller.blended(*task, *gait, aim)?,
            moves: controller.moves.from(*cycle),
            mixed: mixed.map(|(other, share)| (controller.moves.from(other), share)),
            flips,
            next_aim: if flips { aim.mirrored() } else { *aim },
            turned: (libm::sin(state.theta), libm::cos(state.theta)),
        })
    }

    /// The move to one cycle that may come next.
    #[inline]
    pub(crate) fn step(&self, member: u32) -> Move {
        let own = &self.moves[member as usize];
        let mixed = self.mixed.map(|(moves, share)| own.towards(&moves[member as usize], share));
        mixed.unwrap_or(*own)
    }

    /// One cycle that may come next, with all its costs.
    #[inline]
    fn candidate(&self, place: usize, member: u32, room: &mut [f64]) -> Candidate {
        let step = self.step(member);
        let leaving = self.situation.leaving;
        let entries = leaving.map(|(left, _)| self.controller.moves.entries_unlike(left, member));
        let (mut costs, next) = self.costs(&step, entries);
        costs.stone = self.off_stone(|moves| moves.stride(member));
        let future = match self.greedy(&next) {
            Some(future) => future,
            None => self.value(place, &next, room),
        };
        Candidate { chosen: Chosen::alone(member), costs, future }
    }

    /// The costs of a move and where it leads; `entries` is how unlike its entry is to one that is left.
    #[inline]
    pub(crate) fn costs(&self, step: &Move, entries: Option<f32>) -> (Costs, State) {
        let Situation { state, aim, task, gait, leaving, .. } = self.situation;
        let costs = &self.controller.config.costs;
        let mut own = move_cost(*task, *gait == STANDING, state, step, aim, costs);
        if let Some((unlike, (_, shown))) = entries.zip(*leaving) {
            own.physics += costs.physics * f64::from(unlike * shown);
        }
        (own, state.after_with(self.turned, step, self.flips, aim))
    }

    /// What a step costs that ends somewhere, where it should end on a point.
    #[inline]
    pub(crate) fn off_stone(&self, stride: impl Fn(&Moves) -> [f32; 2]) -> f64 {
        let Some([left, ahead]) = self.situation.stone else { return 0.0 };
        let [to_left, on] = stride(&self.controller.moves);
        self.controller.config.costs.stone * f64::from((to_left - left).hypot(on - ahead))
    }

    /// What is to come where the policy is greedy.
    #[inline]
    pub(crate) fn greedy(&self, next: &State) -> Option<f64> {
        let config = &self.controller.config;
        let cost = || state_cost(self.situation.task, next, &self.next_aim, &config.costs).sum();
        config.greedy.then(cost)
    }

    /// α V(X').
    #[inline]
    pub(crate) fn value(&self, place: usize, next: &State, room: &mut [f64]) -> f64 {
        let fit = &self.controller.config.fit;
        let known = next.within(fit.reach);
        fit.discount * self.blended.value(place, &known, &self.next_aim, room)
    }

    /// The same by lanes, where one table counts alone and is made for them.
    fn scan(&self) -> Option<Scan<'_>> {
        let Self { controller, situation, blended, moves, mixed, flips, next_aim, .. } = self;
        let serves = !controller.config.greedy && situation.stone.is_none();
        let alone = blended.alone().filter(|_| serves)?;
        let (table, lanes) = controller.lanes_of(situation.task, situation.gait, alone)?;
        Some(Scan {
            situation,
            moves,
            glances: controller.moves.glances(situation.cycle),
            mixed: mixed.zip(situation.mixed).map(|((moves, share), (other, _))| {
                (moves, controller.moves.glances(other), share)
            }),
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

impl Looking<'_> {
    /// The best cycles, by lanes where those serve.
    fn best(&self, room: &mut Rooms, best: &mut Best) {
        let Rooms { functions, totals } = room;
        let Some(scan) = self.scan() else { return self.best_plainly(functions, best) };
        let members = self.blended.members();
        let margin = scan.run(self.controller.instructions, totals);
        let most = best.rough_limit(members, totals, margin);
        for (block, (some, line)) in members.chunks(WIDTH).zip(totals.iter()).enumerate() {
            for (lane, member) in some.iter().enumerate() {
                if line.0[lane] <= most {
                    let place = block * WIDTH + lane;
                    best.offer(place, self.candidate(place, *member, functions));
                }
            }
        }
    }

    fn best_plainly(&self, functions: &mut [f64], best: &mut Best) {
        for (place, member) in self.blended.members().iter().enumerate() {
            best.offer(place, self.candidate(place, *member, functions));
        }
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
            mixed: played.mixed.map(|mixed| (mixed.other, mixed.share)),
            state,
            aim,
            task: wish.task.0,
            gait: wish.gait as usize,
            leaving: None,
            stone: None,
        }
    }

    /// The best next cycle, the first of equals, or a mix of one of the best with a neighbour of its.
    pub(crate) fn choose(&self, situation: &Situation, room: &mut Rooms) -> Option<Chosen> {
        let steps = self.config.run.look_ahead;
        if situation.task.has_obstacle() && steps > 1 && !self.config.greedy {
            return self.choose_ahead(situation, steps, room).map(Chosen::alone);
        }
        let looking = Looking::new(self, situation)?;
        let mixed = self.mixed_of(situation);
        let mut best = Best::of(mixed);
        looking.best(room, &mut best);
        looking.mixes(&best, mixed, &mut room.functions)
    }

    /// How many of the best cycles are tried with their neighbours.
    fn mixed_of(&self, situation: &Situation) -> usize {
        let run = &self.config.run;
        if situation.stone.is_some() { run.mixed_steps } else { run.mixed }
    }

    /// The best next cycle by looking at each, without lanes.
    #[cfg(test)]
    pub(crate) fn choose_plainly(&self, situation: &Situation, room: &mut Rooms) -> Option<Chosen> {
        let looking = Looking::new(self, situation)?;
        let mixed = self.mixed_of(situation);
        let mut best = Best::of(mixed);
        looking.best_plainly(&mut room.functions, &mut best);
        looking.mixes(&best, mixed, &mut room.functions)
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
