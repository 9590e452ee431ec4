//! Studies of value functions: how many functions (Figure 7) and how many samples they need.
//!
//! All are over a few cycles that stand for the gait of the library's usual speed.

use crate::{
    choice::representatives,
    config::ClipControlConfig,
    controller::ClipController,
    fit::{FitReport, Problem, fit},
    planning::turns_cost,
    program::ProgramError,
    table::ValueTable,
    task::{Aim, State, Task},
};
use std::f64::consts::TAU;

/// Cycles of a study.
const CYCLES: usize = 48;

/// Cycles over which costs are compared.
const COUNTS: [usize; 5] = [8, 16, 32, 64, 128];

/// Degrees of Figure 7.
const DEGREES: usize = 10;

/// Headings that are sampled there: the highest degree has eleven coefficients.
const SAMPLES: usize = 24;

/// Headings at which values are compared.
const HEADINGS: u32 = 72;

/// A task over few cycles.
#[derive(Clone, Debug)]
pub struct Study<'a> {
    pub(crate) controller: &'a ClipController,
    pub(crate) task: Task,
    pub(crate) gait: usize,
    pub(crate) members: Vec<u32>,
    pub(crate) aim: Aim,
}

impl<'a> Study<'a> {
    /// That of a task which travels; `None` where the library does not.
    pub fn new(controller: &'a ClipController, task: Task) -> Option<Self> {
        Self::over(controller, task, CYCLES)
    }

    /// The same over so many cycles at the most.
    fn over(controller: &'a ClipController, task: Task, cycles: usize) -> Option<Self> {
        let gait = controller.gaits.at_speed(controller.usual_speed)?;
        let all = &controller.gaits.members[gait];
        let members = representatives(&controller.repertoire, all, cycles);
        let aim = Aim { speed: f64::from(controller.usual_speed), ..Aim::default() };
        Some(Self { controller, task, gait, members, aim })
    }

    /// How many cycles it is over.
    pub fn clips(&self) -> usize {
        self.members.len()
    }

    /// Learns its table with some settings.
    pub fn fit(&self, config: &ClipControlConfig) -> Result<(ValueTable, FitReport), ProgramError> {
        fit(&Problem {
            moves: &self.controller.moves,
            members: self.members.clone(),
            task: self.task,
            gait: self.gait,
            aim: self.aim,
            basis: config.basis_for(self.task, &self.aim),
            config,
        })
    }

    /// Figure 7: how far values by polynomials of degree 1 to 10 are from those of degree 10, as the sum of
    /// squared differences over the sum of squares.
    pub fn degree_errors(&self) -> Result<Vec<f64>, ProgramError> {
        let mut values = Vec::new();
        for degree in 1..=DEGREES {
            let mut config = self.controller.config.clone();
            let unsolved = |_| ProgramError::Unsolved {
                table: format!("degree {degree}"),
                status: "no such basis".to_owned(),
            };
            config.fit.direction = format!("P{degree}(theta)").parse().map_err(unsolved)?;
            config.fit.direction_samples = SAMPLES;
            config.fit.near.clear();
            values.push(self.values(&self.fit(&config)?.0));
        }
        let Some(best) = values.last() else { return Ok(Vec::new()) };
        let whole: f64 = best.iter().map(|value| value * value).sum();
        let error = |own: &Vec<f64>| {
            let squares = own.iter().zip(best).map(|(a, b)| (a - b) * (a - b));
            squares.sum::<f64>() / whole.max(1e-12)
        };
        Ok(values.iter().map(error).collect())
    }

    /// The values of all cycles at headings all around.
    fn values(&self, table: &ValueTable) -> Vec<f64> {
        let mut room = vec![0.0; table.basis.len()];
        let headings =
            (0..HEADINGS).map(|index| TAU * (f64::from(index) / f64::from(HEADINGS) - 0.5));
        headings
            .flat_map(|theta| (0..self.members.len()).map(move |place| (place, theta)))
            .map(|(place, theta)| {
                table.value(place, false, &State { theta, ..State::default() }, &mut room)
            })
            .collect()
    }

    /// What a turn costs on average by how many cycles there are to choose from.
    pub fn clip_costs(&self, n: usize, seed: u64) -> Result<Vec<(usize, f64)>, ProgramError> {
        let mut costs = Vec::new();
        for study in
            COUNTS.iter().filter_map(|count| Self::over(self.controller, self.task, *count))
        {
            if costs.last().is_some_and(|(clips, _)| *clips == study.clips()) {
                break;
            }
            let (table, _) = study.fit(&self.controller.config)?;
            let whole = turns_cost(&self.controller.with_table(table), (n, seed));
            #[expect(clippy::cast_precision_loss, reason = "a mean")]
            costs.push((study.clips(), whole / n.max(1) as f64));
        }
        Ok(costs)
    }

    /// What turns cost by values learnt from half of the samples, over what they cost by all of them.
    pub fn half_cost_ratio(&self, n: usize, seed: u64) -> Result<f64, ProgramError> {
        let mut costs = [0.0; 2];
        for (cost, keep) in costs.iter_mut().zip([0.5, 1.0]) {
            let mut config = self.controller.config.clone();
            config.fit.keep = keep;
            let (table, _) = self.fit(&config)?;
            *cost = turns_cost(&self.controller.with_table(table), (n, seed));
        }
        Ok(costs[0] / costs[1].max(1e-9))
    }
}
