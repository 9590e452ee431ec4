//! Where the policy of a field leads, over all goals.

use crate::{
    config::Policy,
    flow::Flow,
    graph::Graph,
    grid::{Between, Grid, TurnAssist, turned},
    moves::heads,
    task::{Command, rewards},
    transitions::Transitions,
    values::ValueFunction,
};
use sidestep_parallel::prelude::*;

/// The graph of the actions that the policy takes for some goal: any command, any heading.
pub(crate) fn by_policy(flow: &Flow, transitions: &Transitions) -> Graph {
    let tables: Vec<Table> =
        flow.repertoire.commands.iter().map(|of| Table::new(flow, of)).collect();
    let rows: Vec<usize> = (0..flow.core.states.len()).collect();
    let lists = rows.par_iter().map(|row| {
        let mut taken = 0_u64;
        for table in &tables {
            taken |= table.taken(&flow.planned, transitions, *row);
        }
        let actions = (0..transitions.actions).filter(|action| taken & (1 << action) != 0);
        heads(&flow.core, transitions, actions.map(|action| (*row, action)))
    });
    Graph::new(lists.collect())
}

/// The command to go straight on at the middle of these speeds, or the nearest to it there is.
pub(crate) fn ahead_at(flow: &Flow, from: f32, to: f32) -> &(Command, ValueFunction) {
    let off = |of: &(Command, ValueFunction)| match of.0.speed {
        Some(speed) => (speed - 0.5 * (from + to)).abs() + of.0.bearing.abs(),
        None => 0.0,
    };
    let commands = &flow.repertoire.commands;
    let nearest = commands.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    nearest.unwrap_or(&commands[0])
}

/// The values of one command at all rows.
pub(crate) struct Table {
    grid: Grid,
    values: Vec<f32>,
    discount: f32,
}

impl Table {
    pub(crate) fn new(flow: &Flow, (command, function): &(Command, ValueFunction)) -> Self {
        let core = &flow.core;
        let grid = function.grid;
        let rows: Vec<u32> = (0..).take(core.states.len()).collect();
        if core.config.policy == Policy::Greedy {
            let values = rewards(&core.states, &rows, command, &grid);
            return Self { grid, values, discount: 1.0 };
        }
        let cells = grid.cells();
        let mut values = vec![0.0; rows.len() * cells];
        for (row, values) in rows.iter().zip(values.chunks_exact_mut(cells)) {
            for (anchor, share) in flow.anchors.of(*row) {
                let of = &function.values[anchor as usize * cells..][..cells];
                values.iter_mut().zip(of).for_each(|(sum, value)| *sum += share * value);
            }
        }
        Self { grid, values, discount: core.config.task.discount }
    }

    /// Values of a row at all cells.
    fn of(&self, row: u32) -> &[f32] {
        let cells = self.grid.cells();
        &self.values[row as usize * cells..][..cells]
    }

    /// How much less a row is worth where the direction is `theta` off than where it is right.
    pub(crate) fn cost_of_turning(&self, row: u32, theta: f32) -> f32 {
        let values = self.of(row);
        between(values, self.grid.heading(0.0)) - between(values, self.grid.heading(theta))
    }

    /// The actions that are best for some heading, a bit for each.
    fn taken(&self, assist: &TurnAssist, transitions: &Transitions, row: usize) -> u64 {
        let mut best = vec![(f32::NEG_INFINITY, 0); self.grid.cells()];
        let mut mixed = vec![0.0; self.grid.cells()];
        for action in 0..transitions.actions {
            let transition = row * transitions.actions + action;
            mixed.fill(0.0);
            for (reached, share) in transitions.reached(transition) {
                let values = self.of(*reached).iter();
                mixed.iter_mut().zip(values).for_each(|(sum, value)| *sum += share * value);
            }
            let way = transitions.ways[transition];
            for (cell, best) in best.iter_mut().enumerate() {
                let (theta, added) = turned(self.grid.point(cell).theta, way, assist);
                let cost = transitions.costs[transition] + assist.cost(added);
                let value = self.discount * between(&mixed, self.grid.heading(theta)) - cost;
                if value > best.0 {
                    *best = (value, action);
                }
            }
        }
        best.iter().fold(0, |taken, (_, action)| taken | 1 << action)
    }
}

fn between(values: &[f32], to: Between) -> f32 {
    values[to.low] + (values[to.high] - values[to.low]) * to.share
}
