//! Gait as a parameter of the task: how far each state is from going in a gait, in rewards.
//!
//! A gait does not depend on direction, so one number for each anchor says what must be paid until a
//! character goes in it, solved by the same value iteration as commands are. It is added to the value
//! of a command, so that a gait goes with every speed, direction, facing and line, and a library of
//! several gaits grows by one number for each anchor and gait, where a command takes one for each
//! heading. The sum is not the value of both wishes at once, but an upper bound of it.

use crate::{
    anchors::Anchors,
    config::Policy,
    core::Core,
    grid::{Grid, TurnAssist},
    integration::Weighted,
    problem::{Leads, Problem},
    states::States,
    transitions::Transitions,
    values::ValueFunction,
};
use sidestep_control::{FrameGaits, Gait, Gaits};

/// A wrong gait costs as much as a velocity that is off by this much, in metres a second.
const WRONG_GAIT: f32 = 2.0;

/// What the field knows of gaits.
#[derive(Clone, Debug)]
pub(crate) struct GaitTask {
    /// The gait of every frame of the core's library.
    pub(crate) frames: FrameGaits,
    /// The gaits that are told apart and their values, one for each anchor; empty where the library
    /// holds but one gait or where pace is not controlled.
    tables: Vec<(Gait, Vec<f32>)>,
    /// Cost of a frame in a wrong gait.
    price: f32,
}

impl GaitTask {
    /// Without its values.
    pub(crate) fn new(core: &Core) -> Self {
        let frames = FrameGaits::of(&core.library);
        let task = &core.config.task;
        let is_paced = task.speeds > 0 && task.velocity_weight > 0.0;
        let held = frames.held();
        let told = held.iter().filter(|_| is_paced && held.len() > 1);
        let tables = told.map(|gait| (gait, Vec::new())).collect();
        Self { frames, tables, price: WRONG_GAIT * task.velocity_weight }
    }

    /// Solves for the values of all gaits.
    pub(crate) fn solve(&mut self, core: &Core, anchors: &Anchors, transitions: &Transitions) {
        if self.tables.is_empty() {
            return;
        }
        let grid = Grid::directions(1);
        let leads = Leads::new(transitions, 1, &TurnAssist::default());
        let task = &core.config.task;
        for number in 0..self.tables.len() {
            let (gait, _) = self.tables[number];
            let reward = |row: &u32| self.reward(&core.states, *row, gait);
            let rewards: Vec<f32> = anchors.rows().iter().map(reward).collect();
            let problem = Problem {
                transitions,
                grid,
                rewards: &rewards,
                discount: task.discount,
                leads: &leads,
                evaluations: task.evaluations,
                tolerance: task.tolerance,
            };
            self.tables[number].1 = ValueFunction::solve(&problem, None).0.values;
        }
    }

    /// All values, one gait after another, for those who save them.
    pub(crate) fn values(&self) -> Vec<f32> {
        self.tables.iter().flat_map(|(_, values)| values.iter().copied()).collect()
    }

    /// How many values there should be.
    pub(crate) fn expected(&self, anchors: &Anchors) -> usize {
        self.tables.len() * anchors.len()
    }

    /// Takes values computed before; without any, gaits are not told apart, as in older files.
    pub(crate) fn take(&mut self, values: &[f32], anchors: &Anchors) {
        if values.is_empty() {
            self.tables.clear();
        }
        for ((_, own), values) in self.tables.iter_mut().zip(values.chunks(anchors.len().max(1))) {
            *own = values.to_vec();
        }
    }

    /// The gaits that can be asked for.
    pub(crate) fn served(&self, core: &Core) -> Gaits {
        let has_pace = core.config.task.speeds > 0 && core.config.task.velocity_weight > 0.0;
        match self.tables.len() {
            // Where there is but one, it goes in that.
            0 if has_pace && self.frames.held().len() == 1 => self.frames.held(),
            _ => self.tables.iter().map(|(gait, _)| *gait).collect(),
        }
    }

    /// The number of a gait, where it is told from others.
    pub(crate) fn number(&self, gait: Option<Gait>) -> Option<usize> {
        let gait = gait?;
        self.tables.iter().position(|(own, _)| *own == gait)
    }

    /// How good it is for a gait to be in a state with these neighbours.
    pub(crate) fn value(
        &self,
        (core, anchors): (&Core, &Anchors),
        number: usize,
        neighbors: &[Weighted],
    ) -> f32 {
        let (gait, values) = &self.tables[number];
        if core.config.policy == Policy::Greedy {
            let reward = |n: &Weighted| n.weight * self.reward(&core.states, n.row, *gait);
            return neighbors.iter().map(reward).sum();
        }
        let mut sum = 0.0;
        for neighbor in neighbors {
            for (anchor, share) in anchors.of(neighbor.row) {
                if share > 0.0 {
                    sum += neighbor.weight * share * values[anchor as usize];
                }
            }
        }
        sum
    }

    /// Bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        let values = self.tables.iter().map(|(_, values)| size_of_val(values.as_slice()));
        self.frames.bytes() + values.sum::<usize>()
    }

    fn reward(&self, states: &States, row: u32, gait: Gait) -> f32 {
        // The foot lock holds a crouch, whatever the frames do: who would follow captured dips would
        // go where those lead, often sideways.
        let is_right = gait == Gait::Crouch || self.frames.at(states.frame(row)) == Some(gait);
        if is_right { 0.0 } else { -self.price }
    }
}
