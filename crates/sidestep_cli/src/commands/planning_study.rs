//! `sidestep measure planning`: what values gain over greed (Figure 5), how many functions (Figure 7) and
//! samples they need, what a decision costs, and what a grid of values would cost instead.

use crate::{
    args_measure::Measure,
    commands::basis_figure,
    pictures::{beside, write_picture},
};
use anyhow::{Context, Result};
use cpu_time::{ProcessTime, ThreadTime};
use glam::Vec2;
use serde_json::{Value, json};
use sidestep_clip_control::{ClipController, Planning, Sampled, Study, Task, decisions, planning};
use sidestep_picture::{LineChart, Series, line_chart};
use std::path::Path;

/// Changes of direction where nothing else is said.
const CHANGES: usize = 500;

/// Decisions that are timed, and how often; the best time counts.
const DECISIONS: usize = 2000;
const REPETITIONS: usize = 5;

/// Runs the measure.
pub(crate) fn measure(args: &Measure, controller: &ClipController) -> Result<Value> {
    let lacks = "it has no values for going in a direction";
    let n = args.n.unwrap_or(CHANGES);
    let found = planning(controller, n, args.seed).context(lacks)?;
    let study = Study::new(controller, Task::Direction).context(lacks)?;
    let errors = study.degree_errors()?;
    let clip_costs = study.clip_costs(n, args.seed)?;
    if let Some(path) = &args.picture {
        draw(path, &found, &errors)?;
        draw_clip_costs(path, &clip_costs)?;
        basis_figure::draw(path, controller)?;
    }
    let (decision_us, clips) = decision_us(controller, args.seed).context(lacks)?;
    Ok(json!({
        "n": found.n,
        "planned_not_worse_fraction": found.planned_not_worse_fraction,
        "planned_cost_ratio": found.planned_cost_ratio,
        "step_costs": found.curves,
        "degree_errors": errors,
        "clip_costs": clip_costs,
        "half_samples_cost_ratio": study.half_cost_ratio(n, args.seed)?,
        "decision_us": decision_us,
        "decision_clips": clips,
        "sampled": sampled(controller, n, args.seed)?,
    }))
}

/// The best mean time of a decision, and over how many clips.
fn decision_us(controller: &ClipController, seed: u64) -> Option<(f64, usize)> {
    let mut best = (f64::INFINITY, 0);
    for _ in 0..REPETITIONS {
        let start = ThreadTime::now();
        let (clips, _) = decisions(controller, DECISIONS, seed)?;
        let us = 1e6 * start.elapsed().as_secs_f64() / DECISIONS as f64;
        best = (us.min(best.0), clips);
    }
    Some(best)
}

/// Navigation by a fitted table and by values on a grid: processor time, bytes, and what both cost.
fn sampled(controller: &ClipController, n: usize, seed: u64) -> Result<Value> {
    let study = Study::new(controller, Task::Navigate).context("nothing travels")?;
    let start = ProcessTime::now();
    let (table, report) = study.fit(controller.config())?;
    let fit_secs = start.elapsed().as_secs_f64();
    let start = ProcessTime::now();
    let grid = Sampled::learn(&study);
    let grid_secs = start.elapsed().as_secs_f64();
    let ratio = grid.bytes() as f64 / table.bytes().max(1) as f64;
    Ok(json!({
        "clips": study.clips(),
        "fit_secs": fit_secs,
        "fit_rounds": report.rounds,
        "fit_bytes": table.bytes(),
        "grid_secs": grid_secs,
        "grid_sweeps": grid.sweeps,
        "grid_bytes": grid.bytes(),
        "bytes_ratio": ratio,
        "fit_cost_over_grid_cost": study.cost_ratio(&table, &grid, n, seed),
    }))
}

/// Figure 7 and the curves of Figure 5, in two files of one name.
fn draw(path: &Path, found: &Planning, errors: &[f64]) -> Result<()> {
    let degrees = errors.iter().zip(1..).map(|(error, d)| Vec2::new(d as f32, *error as f32));
    let series = vec![Series { name: "error".into(), points: degrees.collect() }];
    let title = "Values by polynomials of the heading, against degree 10";
    write(path, &LineChart::new(title, "degree", "relative error", series))?;
    let curve = |which: usize, name: &str| {
        let points = found.curves.iter().zip(1..);
        let points = points.map(|(costs, step)| Vec2::new(step as f32, costs[which] as f32));
        Series { name: name.into(), points: points.collect() }
    };
    let series = vec![curve(0, "planned"), curve(1, "greedy")];
    let title = "Cost of each step after turning round";
    write(&beside(path, "steps"), &LineChart::new(title, "step", "cost", series))
}

/// What turns cost by how many clips there are.
fn draw_clip_costs(path: &Path, costs: &[(usize, f64)]) -> Result<()> {
    let points = costs.iter().map(|(clips, cost)| Vec2::new(*clips as f32, *cost as f32));
    let series = vec![Series { name: "planned".into(), points: points.collect() }];
    let title = "Cost of turning round by how many clips there are";
    write(&beside(path, "clips"), &LineChart::new(title, "clips", "cost", series))
}

fn write(path: &Path, chart: &LineChart) -> Result<()> {
    write_picture(path, &line_chart(chart))
}
