//! What a character may be told to do, and what is rewarded (eqs. 16 and 17, and what they lack).

use crate::{
    config::TaskConfig,
    grid::{Grid, TaskPoint},
    states::States,
};
use glam::Vec3;
use sidestep_motion::math::sin_cos;
use std::f32::consts::TAU;

/// Slower than this is standing, in metres a second.
const STANDING: f32 = 0.3;

/// Speeds closer than this are not told apart, in metres a second.
const LEAST_BETWEEN: f32 = 0.1;

/// Facing is served where at least one of this many moving states goes sideways or backwards.
const LEAST_SIDEWAYS: usize = 25;

/// One thing to do, for which values are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Command {
    /// Speed to travel at; `None` where it does not matter.
    pub(crate) speed: Option<f32>,
    /// Way to travel, against the wanted facing.
    pub(crate) bearing: f32,
    /// Cost of a metre off the line.
    pub(crate) line_weight: f32,
    /// Cost of a velocity that is off by one metre a second.
    pub(crate) velocity_weight: f32,
}

impl Command {
    /// The reward of being in the state of a row at a point of the task.
    pub(crate) fn reward(&self, velocity: Vec3, point: TaskPoint) -> f32 {
        let theta = point.theta.abs();
        let line = self.line_weight * point.offset.abs();
        let Some(speed) = self.speed else { return -theta - line };
        let off = if self.line_weight > 0.0 {
            // On the way to a line the direction is free, the speed is not.
            (velocity.length() - speed).abs()
        } else {
            let (sin, cos) = sin_cos(point.theta + self.bearing);
            (velocity - Vec3::new(sin, 0.0, cos) * speed).length()
        };
        -theta - line - self.velocity_weight * off
    }
}

/// The speeds for which values are stored: spread over those of the data, with standing as zero.
pub(crate) fn speeds(states: &States, config: &TaskConfig) -> Vec<f32> {
    let rows = (0..).take(states.len());
    let mut moving: Vec<f32> = rows.map(|row| states.velocity(row).length()).collect();
    moving.retain(|speed| *speed > STANDING);
    moving.sort_by(f32::total_cmp);
    let mut speeds = vec![0.0];
    if moving.is_empty() || config.speeds < 2 {
        return speeds;
    }
    let last = moving.len() - 1;
    // From the 5th to the 98th percentile.
    let (least, most) = (moving[last / 20], moving[last - last / 50]);
    for step in 0..config.speeds - 1 {
        let speed = match config.speeds {
            2 => moving[last / 2],
            n => least + (most - least) * step as f32 / (n - 2) as f32,
        };
        if speeds.last().is_none_or(|before| speed > before + LEAST_BETWEEN) {
            speeds.push(speed);
        }
    }
    speeds
}

/// The ways to travel against the facing for which values are stored.
pub(crate) fn bearings(states: &States, config: &TaskConfig) -> Vec<f32> {
    let rows = (0..).take(states.len()).map(|row| states.velocity(row));
    let (mut moving, mut sideways) = (0_usize, 0_usize);
    for velocity in rows.filter(|velocity| velocity.length() > STANDING) {
        moving += 1;
        sideways += usize::from(velocity.z < 0.5 * velocity.length());
    }
    let can_face = sideways * LEAST_SIDEWAYS > moving;
    let count = if can_face { config.facings.max(1) } else { 1 };
    (0..count).map(|index| TAU * index as f32 / count as f32).collect()
}

/// The rewards of all anchors at all cells of the grid.
pub(crate) fn rewards(states: &States, rows: &[u32], command: &Command, grid: &Grid) -> Vec<f32> {
    let points: Vec<TaskPoint> = (0..grid.cells()).map(|cell| grid.point(cell)).collect();
    let of_row = |row: &u32| {
        let velocity = states.velocity(*row);
        points.iter().map(move |point| command.reward(velocity, *point))
    };
    rows.iter().flat_map(of_row).collect()
}
