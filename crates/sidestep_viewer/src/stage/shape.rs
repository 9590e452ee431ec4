//! What stands in a world or is drawn on its ground, as the page is told.

use serde::Serialize;
use sidestep_control::{Goal, GroundPoint, Travel};
use sidestep_motion::math::{cos, sin};

/// Shapes that show what an actor is after have this number and more.
pub const GOAL_SHAPES: u32 = 1_000;

/// Shapes that show where an actor heads for on its way around something: this number and more.
pub const DETOUR_SHAPES: u32 = 1_100;

/// Something to draw.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Shape {
    /// Its number, of one world.
    pub id: u32,
    /// What it is.
    pub kind: ShapeKind,
    /// Its middle, on the ground for everything that stands there.
    pub at: [f32; 3],
    /// Width, height and depth of a box; radius and height of a cylinder; radius of a disc.
    pub size: Vec<f32>,
    /// Turn about the vertical.
    pub heading: f32,
    /// Points `[x, z]` of a line or a path.
    pub points: Vec<[f32; 2]>,
    /// Its colour, `#rrggbb`.
    pub colour: &'static str,
    /// Whether it can be moved.
    pub draggable: bool,
    /// What is written there.
    pub text: String,
}

/// The kinds of shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShapeKind {
    /// A block.
    #[default]
    Box,
    /// A block that is no wall: a board, a net, a post; `at` is the middle of its underside.
    Panel,
    /// A ring that lies in the air: radius, and that of its iron.
    Ring,
    /// A round column.
    Cylinder,
    /// A straight line on the ground.
    Line,
    /// A spot on the ground.
    Disc,
    /// A way on the ground.
    Path,
    /// A word.
    Label,
}

/// Where an actor heads for on its way around something.
pub fn of_detour(place: GroundPoint, actor: usize, colour: &'static str) -> Shape {
    Shape {
        id: DETOUR_SHAPES + u32::try_from(actor).unwrap_or(0),
        kind: ShapeKind::Disc,
        at: [place.x, 0.0, place.z],
        size: vec![0.1],
        colour,
        ..Shape::default()
    }
}

/// What an actor is after: the spot, the line or the path of its goal, if it has one.
pub fn of_goal(goal: &Goal, actor: usize, colour: &'static str) -> Option<Shape> {
    let id = GOAL_SHAPES + u32::try_from(actor).unwrap_or(0);
    let base = Shape { id, colour, ..Shape::default() };
    match &goal.travel {
        Travel::Reach { target, facing, .. } => Some(Shape {
            kind: ShapeKind::Disc,
            at: [target.x, 0.0, target.z],
            size: vec![0.25],
            heading: facing.unwrap_or(0.0),
            ..base
        }),
        Travel::Line { through, heading, .. } => {
            let (dx, dz) = (50.0 * sin(*heading), 50.0 * cos(*heading));
            let points = vec![[through.x - dx, through.z - dz], [through.x + dx, through.z + dz]];
            let at = [through.x, 0.0, through.z];
            Some(Shape { kind: ShapeKind::Line, at, points, heading: *heading, ..base })
        }
        Travel::Path { path, .. } => {
            let points: Vec<[f32; 2]> = path.points().iter().map(|p| [p.x, p.z]).collect();
            let end = path.end();
            Some(Shape { kind: ShapeKind::Path, at: [end.x, 0.0, end.z], points, ..base })
        }
        _ => None,
    }
}
