//! Cells of place and heading: options that end in the same one are as good as each other, and the
//! options of a state are kept in the order of their cells.

use crate::map::MapOption;
use sidestep_motion::{GroundTransform, math::wrap_angle};
use std::f32::consts::{PI, TAU};

/// Side of a cell, in metres.
const CELL_METRES: f32 = 0.25;

/// Cells of a whole turn.
const HEADING_CELLS: i32 = 12;

/// A cell: its numbers along z and x, then that of the heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    /// Along z.
    z: i32,
    /// Along x.
    x: i32,
    /// Of the heading, from 0 to [`HEADING_CELLS`].
    heading: i32,
}

impl Cell {
    /// The cell that holds a place and heading.
    pub(crate) fn of(ground: GroundTransform) -> Self {
        let place = |metres: f32| floor(metres / CELL_METRES);
        let turn = floor((wrap_angle(ground.heading) + PI) / TAU * HEADING_CELLS as f32);
        Self { z: place(ground.z), x: place(ground.x), heading: turn.rem_euclid(HEADING_CELLS) }
    }
}

/// Puts options in the order of their cells.
pub(crate) fn sort_by_cell(options: &mut [MapOption]) {
    options.sort_by_key(|option| (Cell::of(option.ground()), option.to));
}

fn floor(value: f32) -> i32 {
    value.floor() as i32
}
