//! What value iteration is given: transitions, rewards, and where transitions lead in the task.

use crate::{
    grid::{Between, Grid, TurnAssist, sideways, turned},
    transitions::Transitions,
};
use sidestep_motion::{GroundTransform, math::sin_cos};

/// What value iteration needs to know.
pub(crate) struct Problem<'a> {
    pub(crate) transitions: &'a Transitions,
    pub(crate) grid: Grid,
    pub(crate) rewards: &'a [f32],
    pub(crate) discount: f32,
    pub(crate) leads: &'a Leads,
    /// Evaluations between improvements.
    pub(crate) evaluations: usize,
    pub(crate) tolerance: f32,
}

impl Problem<'_> {
    /// The values of the state a transition leads to, at all cells.
    pub(crate) fn mix(&self, values: &[f32], transition: usize, mixed: &mut [f32]) {
        let cells = self.grid.cells();
        mixed.fill(0.0);
        for (anchor, share) in self.transitions.reached(transition) {
            let of_anchor = &values[*anchor as usize * cells..][..cells];
            for (sum, value) in mixed.iter_mut().zip(of_anchor) {
                *sum += share * value;
            }
        }
    }

    /// Where a transition leads from a heading of the grid.
    pub(crate) fn lead(&self, transition: usize, heading: usize) -> Between {
        self.leads.led[transition * self.grid.headings + heading].between()
    }

    /// What the turning costs that is added to a transition from a heading of the grid.
    pub(crate) fn charge(&self, transition: usize, heading: usize) -> f32 {
        let charges = self.leads.charges_of(transition, self.grid.headings);
        charges.get(heading).copied().unwrap_or(0.0)
    }

    /// Metres to the left of the line that a transition leads from a heading of the grid.
    pub(crate) fn moved(&self, transition: usize, heading: usize) -> f32 {
        sideways(self.leads.directions[heading], self.transitions.ways[transition])
    }
}

/// Where a transition leads from a heading of the grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Led {
    pub(crate) low: u16,
    pub(crate) high: u16,
    pub(crate) share: f32,
}

/// Where all transitions lead from all headings: the same in every sweep and for every command.
pub(crate) struct Leads {
    /// Sine and cosine of each heading.
    pub(crate) directions: Vec<(f32, f32)>,
    pub(crate) led: Vec<Led>,
    /// What the turning costs that is added on each; empty where it costs nothing.
    pub(crate) charges: Vec<f32>,
}

impl Leads {
    pub(crate) fn new(transitions: &Transitions, headings: usize, assist: &TurnAssist) -> Self {
        let grid = Grid::directions(headings);
        let thetas: Vec<f32> = (0..headings).map(|heading| grid.point(heading).theta).collect();
        let lead = |(way, theta): (&GroundTransform, &f32)| {
            let to = grid.heading(turned(*theta, *way, assist).0);
            Led { low: to.low as u16, high: to.high as u16, share: to.share }
        };
        let of_way = |way| thetas.iter().map(move |theta| lead((way, theta)));
        let charge =
            |way: &GroundTransform, theta: &f32| assist.cost(turned(*theta, *way, assist).1);
        let charges = match assist.price > 0.0 {
            true => {
                let ways = transitions.ways.iter();
                ways.flat_map(|way| thetas.iter().map(move |theta| charge(way, theta))).collect()
            }
            false => Vec::new(),
        };
        Self {
            charges,
            led: transitions.ways.iter().flat_map(of_way).collect(),
            directions: thetas.iter().map(|theta| sin_cos(*theta)).collect(),
        }
    }
}

impl Leads {
    /// What the turning costs that is added to a transition, for each of the headings; nothing where
    /// it costs nothing.
    pub(crate) fn charges_of(&self, transition: usize, headings: usize) -> &[f32] {
        let from = transition * headings;
        self.charges.get(from..from + headings).unwrap_or_default()
    }
}

impl Led {
    pub(crate) fn between(self) -> Between {
        Between { low: self.low.into(), high: self.high.into(), share: self.share }
    }
}
