//! The lines of courts, and what stands on them.

use crate::stage::shape::{Shape, ShapeKind};
use sidestep_motion::math::{cos, sin};
use std::{
    f32::consts::{FRAC_PI_2, PI},
    fmt::Write,
};

const LINE: &str = "#8d7a5f";
const IRON: &str = "#d2541b";
const BOARD: &str = "#dfe5ee";
const POST: &str = "#4b5563";

/// Width of lines, in metres.
const WIDE: f32 = 0.05;

/// The shape on which the score is written, and the room for what stands there.
const SCORE: u32 = 1;
const LETTERS: usize = 32;

/// Half a basketball court by the rules of FIBA: the ring over the origin, the court along +Z.
pub(super) fn half_court_shapes() -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut line = |points: Vec<[f32; 2]>| push(&mut shapes, points);
    line(vec![[-7.5, -1.575], [7.5, -1.575], [7.5, 12.425], [-7.5, 12.425], [-7.5, -1.575]]);
    line(vec![[-2.45, -1.575], [-2.45, 4.225], [2.45, 4.225], [2.45, -1.575]]);
    line(arc([0.0, 4.225], 1.8, (-FRAC_PI_2, FRAC_PI_2)));
    line(arc([0.0, 12.425], 1.8, (FRAC_PI_2, PI + FRAC_PI_2)));
    let mut three = vec![[-6.6, -1.575]];
    three.extend(arc([0.0, 0.0], 6.75, (-1.359, 1.359)));
    three.push([6.6, -1.575]);
    line(three);
    shapes.push(Shape {
        id: 60,
        kind: ShapeKind::Ring,
        at: [0.0, 3.05, 0.0],
        size: vec![0.234, 0.02],
        colour: IRON,
        ..Shape::default()
    });
    shapes.push(panel(61, [0.0, 2.9, -0.4], [1.8, 1.05, 0.05], BOARD));
    shapes.push(panel(62, [0.0, 0.0, -1.7], [0.14, 3.2, 0.14], POST));
    shapes.push(panel(63, [0.0, 3.1, -1.05], [0.1, 0.1, 1.3], POST));
    shapes.push(label([0.0, 4.2, -0.4]));
    shapes
}

/// A tennis court by the rules for singles: the net over the origin, the court along Z.
pub(super) fn tennis_shapes() -> Vec<Shape> {
    let mut shapes = Vec::new();
    let (half, service, side) = (11.885, 6.4, 4.115);
    let mut line = |points: Vec<[f32; 2]>| push(&mut shapes, points);
    line(vec![[-side, -half], [side, -half], [side, half], [-side, half], [-side, -half]]);
    for z in [-service, service] {
        line(vec![[-side, z], [side, z]]);
    }
    line(vec![[0.0, -service], [0.0, service]]);
    shapes.push(panel(61, [0.0, 0.0, 0.0], [10.0, 0.95, 0.03], BOARD));
    for (id, x) in [(62, -5.0), (63, 5.0)] {
        shapes.push(panel(id, [x, 0.0, 0.0], [0.08, 1.07, 0.08], POST));
    }
    shapes.push(label([0.0, 2.0, 0.0]));
    shapes
}

/// Writes the points that were made. Room for it was made with the shape.
pub(super) fn set_score(shapes: &mut [Shape], points: u32) {
    write_label(shapes, points, "points");
}

/// Writes how many balls were met in a row.
pub(super) fn set_rally(shapes: &mut [Shape], rally: u32) {
    write_label(shapes, rally, "in a row");
}

fn write_label(shapes: &mut [Shape], number: u32, what: &str) {
    let Some(label) = shapes.iter_mut().find(|shape| shape.id == SCORE) else { return };
    label.text.clear();
    // Writing into a string cannot fail.
    let _ = write!(label.text, "{number} {what}");
}

fn label(at: [f32; 3]) -> Shape {
    let text = String::with_capacity(LETTERS);
    Shape { id: SCORE, kind: ShapeKind::Label, at, colour: IRON, text, ..Shape::default() }
}

fn panel(id: u32, at: [f32; 3], size: [f32; 3], colour: &'static str) -> Shape {
    Shape { id, kind: ShapeKind::Panel, at, size: size.to_vec(), colour, ..Shape::default() }
}

fn push(shapes: &mut Vec<Shape>, points: Vec<[f32; 2]>) {
    let id = 10 + u32::try_from(shapes.len()).unwrap_or(0);
    let (kind, size, colour) = (ShapeKind::Path, vec![WIDE], LINE);
    shapes.push(Shape { id, kind, points, size, colour, ..Shape::default() });
}

/// Part of a circle, between two headings.
fn arc([x, z]: [f32; 2], radius: f32, (from, to): (f32, f32)) -> Vec<[f32; 2]> {
    let point = |step: u8| {
        let heading = from + (to - from) * f32::from(step) / 32.0;
        [x + radius * sin(heading), z + radius * cos(heading)]
    };
    (0..=32).map(point).collect()
}
