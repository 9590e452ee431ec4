//! Figure 8: the functions of the basis of fixed obstacles over where the obstacle is, and the value that they
//! add up to.

use crate::pictures::{beside, write_picture};
use anyhow::Result;
use glam::Vec2;
use sidestep_clip_control::{ClipController, Task, ValueTable, task::State};
use sidestep_picture::{Colour, Paint, Rect, Svg, Type};
use std::path::Path;

/// Cells of a panel along each side, their width in pixels, and panels in a row.
const CELLS: u8 = 21;
const CELL: f32 = 4.0;
const PANELS: usize = 7;

/// Room between panels, for their numbers.
const GAP: f32 = 26.0;

/// Room for the title.
const TITLE: f32 = 34.0;

/// Places are drawn so far to all sides, in metres: as far as they are sampled.
const REACH: f64 = 2.0;

/// Draws the figure beside other pictures, where the controller has learnt fixed obstacles.
pub(crate) fn draw(path: &Path, controller: &ClipController) -> Result<()> {
    let table = controller.tables.iter().find(|table| table.task == Task::Fixed);
    let Some(table) = table else { return Ok(()) };
    write_picture(&beside(path, "bases"), &figure(table))
}

fn figure(table: &ValueTable) -> Svg {
    let states: Vec<State> = (0..CELLS)
        .rev()
        .flat_map(|row| {
            (0..CELLS).map(move |column| {
                let place = |cell: u8| REACH * (2.0 * f64::from(cell) / f64::from(CELLS - 1) - 1.0);
                // Ahead is up and left is left.
                State { u: place(row), v: -place(column), ..State::default() }
            })
        })
        .collect();
    let width = table.basis.len();
    let mut functions = vec![vec![0.0; states.len()]; width];
    let (mut room, mut values) = (vec![0.0; width], vec![0.0; states.len()]);
    for (at, state) in states.iter().enumerate() {
        table.basis.write(&state.point(), &mut room);
        functions.iter_mut().zip(&room).for_each(|(own, value)| own[at] = *value);
        values[at] = table.value(0, false, state, &mut room);
    }
    // With the heading along the path all functions of its higher powers are nothing.
    functions.retain(|own| own.iter().any(|value| value.abs() > 1e-9));
    let side = f32::from(CELLS) * CELL;
    let rows = (functions.len() + 1).div_ceil(PANELS);
    let corner = |panel: usize| {
        let (column, row) = (panel % PANELS, panel / PANELS);
        Vec2::new(12.0 + column as f32 * (side + GAP), TITLE + row as f32 * (side + GAP))
    };
    let size = corner(PANELS * rows - 1) + Vec2::new(side + 12.0, side + GAP);
    let mut svg = Svg::new(size.x, size.y, "Basis functions of fixed obstacles and their sum");
    let title = "Basis of fixed obstacles over where the obstacle is (4 m wide, ahead is up), and the value of a clip";
    svg.text(Vec2::new(12.0, 20.0), title, &Type::new(12.0, Colour::INK));
    let names = (1..=functions.len()).map(|number| format!("({number})"));
    let names = names.chain(["value".to_owned()]);
    for (panel, (name, own)) in names.zip(functions.iter().chain([&values])).enumerate() {
        draw_panel(&mut svg, corner(panel), &name, own);
    }
    svg
}

/// One function: dark where it is large.
fn draw_panel(svg: &mut Svg, corner: Vec2, name: &str, values: &[f64]) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let span = if most - least > 1e-9 { most - least } else { 1.0 };
    for (at, value) in values.iter().enumerate() {
        let share = ((value - least) / span) as f32;
        let place = corner
            + CELL * Vec2::new((at % usize::from(CELLS)) as f32, (at / usize::from(CELLS)) as f32);
        let cell = Rect::new(place.x, place.y, CELL + 0.3, CELL + 0.3);
        svg.rect(cell, 0.0, &Paint::fill(Colour::PANEL.mix(Colour::INK, 0.08 + 0.84 * share)));
    }
    let under = corner + Vec2::new(0.0, f32::from(CELLS) * CELL + 13.0);
    svg.text(under, name, &Type::new(10.0, Colour::GREY));
}
