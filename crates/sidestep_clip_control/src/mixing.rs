//! Which mix comes next: of the best cycles each is tried with its neighbours, in several shares.
//!
//! Values are those of cycles, read between the two of a mix, so a mix is chosen by one step of what it does
//! and by the values of what may follow either.

use crate::{
    candidate::{Best, Candidate, Chosen, Rooms},
    controller::ClipController,
    moves::{Move, Moves},
    played::{Played, Room},
    policy::Looking,
    situation::Situation,
};

/// Shares that are tried, and how far from the best of them more are.
const SHARES: [f32; 3] = [0.25, 0.5, 0.75];
const FINER: [f32; 2] = [0.125, 0.0625];

impl Moves {
    /// The move from one mix to another.
    #[inline]
    pub(crate) fn leading(&self, from: Chosen, to: Chosen) -> Move {
        let towards = |cycle: u32| {
            let own = self.between(from.cycle, cycle);
            from.mixed.map_or(*own, |(other, share)| own.towards(self.between(other, cycle), share))
        };
        let own = towards(to.cycle);
        to.mixed.map_or(own, |(other, share)| {
            let mut step = own.towards(&towards(other), share);
            step.unlikeness = (step.unlikeness - self.spread(to.cycle, other, share)).max(0.0);
            step
        })
    }

    /// Where a mix sets its second foot, to the left of its first one and ahead of it.
    pub(crate) fn stride_of(&self, chosen: Chosen) -> [f32; 2] {
        let own = self.stride(chosen.cycle);
        chosen.mixed.map_or(own, |(other, share)| {
            let other = self.stride(other);
            [0, 1].map(|axis| own[axis] + (other[axis] - own[axis]) * share)
        })
    }

    /// By how much a mix is nearer to any third motion than the mean of both: distances are squared.
    fn spread(&self, cycle: u32, other: u32, share: f32) -> f32 {
        share * (1.0 - share) * self.entries_unlike(cycle, other)
    }
}

impl Looking<'_> {
    /// A mix of two cycles that may come next; each by its place and number.
    fn mix(
        &self,
        [(place, member), (other_place, other)]: [(usize, u32); 2],
        share: f32,
        room: &mut [f64],
    ) -> Candidate {
        let moves = &self.controller.moves;
        let chosen = Chosen { cycle: member, mixed: Some((other, share)) };
        let step = moves.leading(self.situation.played(), chosen);
        let entries = self.situation.leaving.map(|(left, _)| {
            let [a, b] = [member, other].map(|number| moves.entries_unlike(left, number));
            (a + (b - a) * share - moves.spread(member, other, share)).max(0.0)
        });
        let (mut costs, next) = self.costs(&step, entries);
        costs.stone = self.off_stone(|moves| moves.stride_of(chosen));
        let future = self.greedy(&next).unwrap_or_else(|| {
            let share = f64::from(share);
            (1.0 - share) * self.value(place, &next, room)
                + share * self.value(other_place, &next, room)
        });
        Candidate { chosen, costs, future }
    }

    /// The best of the best cycles and of their mixes with their neighbours.
    pub(crate) fn mixes(&self, best: &Best, mixed: usize, functions: &mut [f64]) -> Option<Chosen> {
        let (_, mut least) = best.found[0]?;
        if mixed > 0 {
            for (place, own) in best.found.into_iter().flatten() {
                self.with_neighbours((place, own.chosen.cycle), functions, &mut least);
            }
        }
        Some(least.chosen)
    }

    fn with_neighbours(&self, own: (usize, u32), functions: &mut [f64], least: &mut Candidate) {
        let members = self.blended.members();
        for other in self.controller.moves.neighbours(own.1) {
            let Ok(place) = members.binary_search(&other) else { continue };
            let pair = [own, (place, other)];
            let mut best: Option<(f32, f64)> = None;
            let mut attempt = |share: f32, best: &mut Option<(f32, f64)>| {
                let candidate = self.mix(pair, share, functions);
                let total = candidate.total();
                if best.is_none_or(|(_, least)| total < least) {
                    *best = Some((share, total));
                }
                if total < least.total() {
                    *least = candidate;
                }
            };
            SHARES.into_iter().for_each(|share| attempt(share, &mut best));
            for step in FINER {
                let Some((share, _)) = best else { break };
                attempt(share - step, &mut best);
                attempt(share + step, &mut best);
            }
        }
    }
}

impl Situation {
    /// What plays.
    pub(crate) fn played(&self) -> Chosen {
        Chosen { cycle: self.cycle, mixed: self.mixed }
    }
}

impl ClipController {
    /// A mix that may come next, with all its costs; `None` where a cycle alone was chosen.
    pub(crate) fn candidate_mix(
        &self,
        situation: &Situation,
        chosen: Chosen,
        rooms: &mut Rooms,
    ) -> Option<Candidate> {
        let (other, share) = chosen.mixed?;
        let looking = Looking::new(self, situation)?;
        let place = |cycle: u32| looking.blended.members().binary_search(&cycle).ok();
        let pair = [(place(chosen.cycle)?, chosen.cycle), (place(other)?, other)];
        Some(looking.mix(pair, share, &mut rooms.functions))
    }

    /// What is chosen as it has to be played after what is played.
    pub(crate) fn played(&self, from: Played, chosen: Chosen, room: &mut Room) -> Played {
        let alone = self.repertoire.after(from, chosen.cycle);
        match chosen.mixed {
            Some((other, share)) => self.repertoire.mixed(alone, other, share, room),
            None => alone,
        }
    }
}
