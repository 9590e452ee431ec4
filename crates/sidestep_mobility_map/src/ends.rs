//! Choosing by the ends of ways alone, as the thesis does (section 5.2).
//!
//! Where an option ends is in the map, so nothing is walked: its place is turned into the world and
//! scored. What is farther from the target than the best option so far is worth is not scored at all.
//!
//! PERF: on a map of CMU corpus B (50 options of a state) this takes an eighth of the time of walking
//! the tree of ways; looking cells of place up by binary search, in growing circles around the target,
//! took a tenth more than walking the tree.

use crate::{
    construction::MobilityMap,
    cost::Intent,
    map::MapOption,
    search::{Candidate, Way},
    spot::Spot,
};
use sidestep_pose_graph::StateId;

impl MobilityMap {
    /// The option with the best end; of equal ones the first.
    pub(crate) fn best_end(
        &self,
        state: StateId,
        start: Spot,
        intent: Intent,
    ) -> Option<Candidate> {
        let mut best: Option<(f32, &MapOption)> = None;
        for option in self.table.options_of(state) {
            let [x, z] = option.place();
            let least = self.distance_part(start.then(Spot { x, z, ..Spot::ORIGIN }), intent);
            if best.is_none_or(|(score, _)| least < score) {
                let score = self.end_score(option, start, intent);
                if best.is_none_or(|(least, _)| score < least) {
                    best = Some((score, option));
                }
            }
        }
        best.map(|(score, option)| self.candidate(state, option, score))
    }

    /// Hands over every option with its score.
    pub(crate) fn consider_ends(
        &self,
        state: StateId,
        start: Spot,
        intent: Intent,
        consider: &mut dyn FnMut(Candidate),
    ) {
        for option in self.table.options_of(state) {
            consider(self.candidate(state, option, self.end_score(option, start, intent)));
        }
    }

    /// Where a way to the end of an option ends, by the map; `None` where the way is another one.
    pub(crate) fn end_of(&self, state: StateId, way: Way, start: Spot) -> Option<Spot> {
        let Way::Run(run) = way else { return None };
        let option = self.table.options_of(state).iter().find(|option| option.run == run)?;
        Some(start.then(Spot::of(option.ground())))
    }

    fn candidate(&self, state: StateId, option: &MapOption, score: f32) -> Candidate {
        let run = self.table.runs_of(state)[usize::from(option.run)];
        Candidate::to_end(option.run, u32::from(run.frames), score)
    }

    /// Eq. 5.1.
    fn end_score(&self, option: &MapOption, start: Spot, intent: Intent) -> f32 {
        self.paper_parts(start.then(Spot::of(option.ground())), intent).iter().sum()
    }

    /// The two parts of eq. 5.1, in metres and degrees.
    pub(crate) fn paper_parts(&self, spot: Spot, intent: Intent) -> [f32; 2] {
        let to = match intent {
            Intent::Arrive { target, .. } => [target.x - spot.x, target.z - spot.z],
            Intent::Travel { direction, .. } => direction.map(|part| part * 1e3),
            Intent::Free | Intent::Stand { .. } => return [0.0; 2],
        };
        let turn = spot.angle_to(to[0], to[1]).to_degrees();
        [self.distance_part(spot, intent), self.config.steering.cost.per_degree * turn]
    }

    fn distance_part(&self, spot: Spot, intent: Intent) -> f32 {
        match intent {
            Intent::Arrive { target, .. } => {
                let (dx, dz) = (target.x - spot.x, target.z - spot.z);
                self.config.steering.cost.per_metre * (dx * dx + dz * dz).sqrt()
            }
            _ => 0.0,
        }
    }
}
