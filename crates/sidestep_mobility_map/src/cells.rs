//! Which options lead near a place: an index that takes no room.
//!
//! The options of a state are sorted by the cell of place and heading they end in, so that those of
//! a neighbourhood lie in a few stretches that binary search finds.

use crate::map::MapOption;
use sidestep_motion::{GroundTransform, math::wrap_angle};
use std::f32::consts::{PI, TAU};

/// Side of a cell, in metres.
pub const CELL_METRES: f32 = 0.25;

/// Cells of a whole turn.
pub const HEADING_CELLS: i32 = 12;

/// A cell: its numbers along z and x, then that of the heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// Along z.
    pub z: i32,
    /// Along x.
    pub x: i32,
    /// Of the heading, from 0 to [`HEADING_CELLS`].
    pub heading: i32,
}

impl Cell {
    /// The cell that holds a place and heading.
    pub fn of(ground: GroundTransform) -> Self {
        let place = |metres: f32| floor(metres / CELL_METRES);
        #[expect(clippy::cast_precision_loss, reason = "a dozen")]
        let turn = floor((wrap_angle(ground.heading) + PI) / TAU * HEADING_CELLS as f32);
        Self { z: place(ground.z), x: place(ground.x), heading: turn.rem_euclid(HEADING_CELLS) }
    }
}

/// Puts options in the order of their cells.
pub(crate) fn sort_by_cell(options: &mut [MapOption]) {
    options.sort_by_key(|option| (Cell::of(option.ground()), option.to));
}

/// The options, sorted by cell, that end within `radius` metres and `turn` radians of `around`.
///
/// Only cells that touch the neighbourhood are looked at.
pub fn options_near(
    options: &[MapOption],
    around: GroundTransform,
    radius: f32,
    turn: f32,
) -> impl Iterator<Item = &MapOption> {
    let corner = |side: f32| GroundTransform::new(around.x + side, around.z + side, 0.0);
    let (low, high) = (Cell::of(corner(-radius)), Cell::of(corner(radius)));
    let rows = low.z..=high.z;
    let stretches = rows.map(move |z| {
        let from = options.partition_point(|o| {
            let cell = Cell::of(o.ground());
            (cell.z, cell.x) < (z, low.x)
        });
        let to = options.partition_point(|o| {
            let cell = Cell::of(o.ground());
            (cell.z, cell.x) <= (z, high.x)
        });
        &options[from..to.max(from)]
    });
    stretches.flatten().filter(move |option| {
        let ground = option.ground();
        let (dx, dz) = (ground.x - around.x, ground.z - around.z);
        dx * dx + dz * dz <= radius * radius
            && wrap_angle(ground.heading - around.heading).abs() <= turn
    })
}

#[expect(clippy::cast_possible_truncation, reason = "casts of floats are cut")]
fn floor(value: f32) -> i32 {
    value.floor() as i32
}
