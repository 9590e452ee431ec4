//! A maze: a click becomes a way through it.

use crate::{
    catalogue::Catalogue,
    stage::{
        MOST_ACTORS, Setting, StageError,
        shape::{Shape, ShapeKind},
        wish::Wish,
        world::{Me, World},
        worlds::{
            Listing,
            walls::{Course, KEEPS, course, slide_along_walls},
        },
    },
};
use glam::{Vec2, Vec3};
use sidestep_control::{Goal, GroundPoint, Travel};
use sidestep_motion::{GroundTransform, math::atan2};
use sidestep_navigate::{Maze as Ways, MazeConfig, maze_drawing};
use std::sync::Arc;

pub(crate) const LISTING: Listing = Listing {
    id: "maze",
    title: "Maze",
    says: "Click anywhere: the way through is found and walked. Steered by hand, it keeps off the walls.",
    wishes: &["reach", "move", "stand", "path"],
    needs: &[],
    wants: &[],
    make,
};

/// Rooms on each side.
const ROOMS: usize = 5;

/// Side of a room, and thickness of what is between them, in metres.
const METRES: f32 = 2.0;

/// Height of the walls, in metres: above the knee, and low enough to look over.
const HEIGHT: f32 = 0.7;

/// How far ahead on its way a body aims, in metres.
const AHEAD: f32 = 1.6;

/// Nearer than this to its end, in metres, the way is over and the place is to be reached.
const NEAR_END: f32 = 1.2;

/// Metres from the middle of a foot to its side.
const SHOE: f32 = 0.05;

/// Places nearer than this to where a click was, in metres, are where it was.
const SAME_PLACE: f32 = 0.3;

#[derive(Clone)]
struct Maze {
    ways: Arc<Ways>,
    shapes: Arc<[Shape]>,
    /// Who was led straight into a wall and stands before it.
    stopped: [bool; MOST_ACTORS],
}

fn make(setting: &Setting, _: &Catalogue) -> Result<Box<dyn World>, StageError> {
    let drawing = maze_drawing(ROOMS, setting.seed);
    let config = MazeConfig { clearance: KEEPS, ..MazeConfig::default() };
    let ways = Ways::from_text(&drawing, METRES, config)
        .map_err(|_| StageError::Wrong("the maze could not be laid out"))?;
    let shapes = blocks(&drawing).into();
    Ok(Box::new(Maze { ways: Arc::new(ways), shapes, stopped: Default::default() }))
}

impl World for Maze {
    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// In the first room, a step apart.
    fn start(&self, index: usize, _: usize) -> GroundTransform {
        let column = [0.0, 0.6, -0.6][index % 3];
        let row = if index < 3 { 0.3 } else { -0.4 };
        GroundTransform::new(1.5 * METRES + column, 1.5 * METRES + row, 0.0)
    }

    fn plan(&self, wish: &Wish, me: &Me) -> Goal {
        let goal = wish.to_goal((0.0, 0.0));
        let Travel::Reach { target, pace, facing } = goal.travel else { return goal };
        let here = GroundPoint::of(me.ground);
        let place = self.ways.nearest_reachable(here, target);
        match place.and_then(|place| self.ways.path(here, place)) {
            Ok(path) => goal.with_travel(Travel::Path { path, pace, facing }),
            // Where it is, or nowhere that can be left: stay.
            Err(_) => Goal::STAND,
        }
    }

    fn remark(&self, wish: &Wish, plan: &Goal) -> Option<&'static str> {
        let Wish::Reach { x, z, .. } = wish else { return None };
        let Travel::Path { path, .. } = &plan.travel else { return None };
        let is_elsewhere = path.end().distance(GroundPoint::new(*x, *z)) > SAME_PLACE;
        is_elsewhere.then_some("No way leads there: it goes to the nearest place it can reach.")
    }

    fn steer(&mut self, plan: &Goal, me: &Me) -> Goal {
        if let Travel::Move { heading, .. } = plan.travel {
            return self.by_hand(plan, heading, me);
        }
        self.stopped[me.index % MOST_ACTORS] = false;
        let Travel::Path { path, pace, facing } = &plan.travel else { return plan.clone() };
        let here = GroundPoint::of(me.ground);
        let target = path.end();
        if here.distance(target) < NEAR_END {
            return plan.with_travel(Travel::Reach { target, pace: *pace, facing: *facing });
        }
        let aim = self.ways.aim(path, here, AHEAD);
        let heading = atan2(aim.x - here.x, aim.z - here.z);
        plan.with_travel(Travel::Move { heading, pace: *pace, facing: None })
    }

    fn block(&self, me: &Me, to: GroundTransform) -> Option<GroundTransform> {
        slide_along_walls(self.ways.obstacles(), me.ground, to)
    }

    fn out_of(&self, point: Vec3) -> Vec2 {
        let place = Vec2::new(point.x, point.z);
        self.shapes.iter().map(|shape| out_of_block(shape, place)).fold(Vec2::ZERO, |a, b| a + b)
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}

impl Maze {
    /// A direction as far as walls let it: along them, or to a halt before them.
    fn by_hand(&mut self, plan: &Goal, wanted: f32, me: &Me) -> Goal {
        let stopped = &mut self.stopped[me.index % MOST_ACTORS];
        let here = Vec2::new(me.ground.x, me.ground.z);
        let course = course(self.ways.obstacles(), here, (wanted, me.speed), *stopped);
        *stopped = course == Course::Stop;
        let Travel::Move { pace, facing, .. } = &plan.travel else { return plan.clone() };
        match course {
            Course::Free => plan.clone(),
            Course::Stop => plan.with_travel(Travel::Stand { facing: *facing }),
            Course::Along(heading) => {
                plan.with_travel(Travel::Move { heading, pace: *pace, facing: *facing })
            }
        }
    }
}

/// The shortest way out of a block, for a point inside of it or nearer than a shoe is wide.
fn out_of_block(shape: &Shape, place: Vec2) -> Vec2 {
    let apart = place - Vec2::new(shape.at[0], shape.at[2]);
    let half = Vec2::new(0.5 * shape.size[0], 0.5 * shape.size[2]) + SHOE;
    let depth = half - apart.abs();
    match depth.min_element() {
        least if least <= 0.0 => Vec2::ZERO,
        _ if depth.x < depth.y => Vec2::new(depth.x * apart.x.signum(), 0.0),
        _ => Vec2::new(0.0, depth.y * apart.y.signum()),
    }
}

/// One block for every unbroken run of a row.
fn blocks(drawing: &str) -> Vec<Shape> {
    let mut blocks = Vec::new();
    for (z, row) in drawing.lines().enumerate() {
        let mut x = 0;
        for part in row.split_inclusive('.') {
            let solid = part.trim_end_matches('.').len();
            if solid > 0 {
                blocks.push(block(blocks.len(), (x, z), solid));
            }
            x += part.len();
        }
    }
    blocks
}

fn block(number: usize, (x, z): (usize, usize), solid: usize) -> Shape {
    let middle = |at: usize, size: usize| (at as f32 + 0.5 * size as f32) * METRES;
    Shape {
        id: u32::try_from(number).unwrap_or(0) + 1,
        kind: ShapeKind::Box,
        at: [middle(x, solid), 0.0, middle(z, 1)],
        size: vec![solid as f32 * METRES, HEIGHT, METRES],
        colour: "#8796ab",
        ..Shape::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_what_is_solid() {
        let blocks = blocks("##.#\n...#");
        let all: Vec<_> = blocks.iter().map(|b| (b.at[0], b.at[2], b.size[0])).collect();
        assert_eq!(all, [(2.0, 1.0, 4.0), (7.0, 1.0, 2.0), (7.0, 3.0, 2.0)]);
    }
}
