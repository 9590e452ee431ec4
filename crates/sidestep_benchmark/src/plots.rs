//! Plots of a report: how soon a method answers against what that costs in looks and time.

use crate::{bootstrap::Interval, figures::figure, row::Row};
use glam::Vec2;
use sidestep_picture::{Scatter, ScatterPoint, Svg, scatter};

/// The input whose response is plotted, and the one whose looks are.
pub(crate) const ANSWERS: &str = "direction steps";
pub(crate) const LOOKS: &str = "random player";

/// Figures of looks that the response is plotted against.
const AGAINST: [&str; 3] = ["planted_yaw_deg_per_s", "skate_cm_per_s", "jerk_ratio"];

const SIZE: Vec2 = Vec2::new(560.0, 360.0);

/// Response against planted feet, skate, jerk and cost, of the rows of one library.
pub(crate) fn frontiers(rows: &[&Row]) -> Vec<Svg> {
    let mut plots: Vec<Svg> = AGAINST.iter().map(|name| against(rows, name)).collect();
    plots.push(against_cost(rows));
    plots
}

fn response<'a>(rows: &[&'a Row]) -> Vec<(&'a Row, Interval)> {
    let of = |row: &&'a Row| Some((*row, *row.figure("censored_avg_secs")?));
    rows.iter().filter(|row| row.input == ANSWERS).filter_map(of).collect()
}

fn against(rows: &[&Row], name: &str) -> Svg {
    let looks = |entry: &str| {
        let mut found = rows.iter().filter(|row| row.input == LOOKS && row.entry() == entry);
        found.next().and_then(|row| row.figure(name))
    };
    let point = |(row, secs): (&Row, Interval)| {
        let looks = looks(&row.entry())?;
        Some(ScatterPoint {
            name: row.entry(),
            at: vector(looks.mean, secs.mean),
            range: (vector(looks.low, secs.low), vector(looks.high, secs.high)),
        })
    };
    let title = figure(name).map_or(name, |figure| figure.title);
    draw(title, response(rows).into_iter().filter_map(point).collect())
}

fn against_cost(rows: &[&Row]) -> Svg {
    let point = |(row, secs): (&Row, Interval)| {
        let step = row.cost?.step_us;
        Some(ScatterPoint {
            name: row.entry(),
            at: vector(step, secs.mean),
            range: (vector(step, secs.low), vector(step, secs.high)),
        })
    };
    draw("one step (µs)", response(rows).into_iter().filter_map(point).collect())
}

fn draw(x_title: &str, points: Vec<ScatterPoint>) -> Svg {
    scatter(&Scatter {
        title: format!("settles (s) against {x_title}"),
        x_title: x_title.to_owned(),
        y_title: "settles (s)".to_owned(),
        points,
        size: SIZE,
    })
}

fn vector(x: f64, y: f64) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}
