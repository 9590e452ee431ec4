//! Columns that stand and columns that move: steered around by section 6.2 of the mobility-map thesis.

use crate::stage::{
    shape::Shape,
    world::{Me, World},
    worlds::{
        Listing,
        columns::{Columns, shape},
    },
};
use glam::Vec2;
use sidestep_control::{Goal, GroundPoint};
use sidestep_motion::GroundTransform;

pub(crate) const LISTING: Listing = Listing {
    id: "obstacles",
    title: "Obstacles",
    says: "Walk through and see the way bend around the columns; drag any of them into the way.",
    wishes: &["move", "reach", "stand", "line", "path"],
    needs: &[],
    wants: &[],
    make: |_, _| Ok(Box::new(Obstacles::new())),
};

/// Where the columns stand: x, z, radius.
const STANDING: [(f32, f32, f32); 5] =
    [(0.2, 4.0, 0.5), (-2.2, 6.0, 0.4), (2.6, 6.5, 0.6), (-1.0, 9.5, 0.5), (1.6, 11.0, 0.4)];

/// Columns that go to and fro: x, z, how far along x and z, and seconds for a way.
const MOVING: [(f32, f32, f32, f32, f32); 3] =
    [(-3.5, 2.0, 7.0, 0.0, 7.0), (4.0, 8.0, -8.0, 0.0, 9.0), (-4.5, 4.0, 0.0, 8.0, 8.0)];

/// How high they are and their colours: standing ones, moving ones.
const LOOKS: [(f32, &str); 2] = [(1.3, "#6b7a8f"), (1.7, "#d1a054")];

#[derive(Clone)]
struct Obstacles {
    columns: Columns,
    /// Where each moving one turns back, and how far it has come on its way, in seconds.
    rounds: [(Vec2, f32); MOVING.len()],
    shapes: Vec<Shape>,
}

impl Obstacles {
    fn new() -> Self {
        let standing = STANDING.map(|(x, z, radius)| (Vec2::new(x, z), radius));
        let moving = MOVING.map(|(x, z, ..)| (Vec2::new(x, z), 0.35));
        let columns = Columns::standing(standing.into_iter().chain(moving));
        let drawn = columns.all.iter().enumerate();
        let shapes = drawn.map(|(index, column)| {
            shape(index, column, LOOKS[usize::from(index >= STANDING.len())])
        });
        let mut world = Self {
            shapes: shapes.collect(),
            columns,
            rounds: moving.map(|(centre, _)| (centre, 0.0)),
        };
        world.tick(0.0);
        world
    }
}

impl World for Obstacles {
    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    fn steer(&mut self, plan: &Goal, me: &Me) -> Goal {
        self.columns.steer(plan, me)
    }

    fn detour(&self, index: usize) -> Option<GroundPoint> {
        self.columns.detour(index)
    }

    fn block(&self, _: &Me, to: GroundTransform) -> Option<GroundTransform> {
        self.columns.block(to)
    }

    fn tick(&mut self, secs: f32) -> bool {
        for (index, (_, _, dx, dz, period)) in MOVING.into_iter().enumerate() {
            let (home, elapsed) = &mut self.rounds[index];
            *elapsed = (*elapsed + secs) % (2.0 * period);
            let (share, sign) = match *elapsed / period {
                there if there <= 1.0 => (there, 1.0),
                back => (2.0 - back, -1.0),
            };
            let way = Vec2::new(dx, dz);
            let number = STANDING.len() + index;
            let column = &mut self.columns.all[number];
            column.centre = *home + way * share;
            column.velocity = way * (sign / period);
            self.shapes[number].at = [column.centre.x, 0.0, column.centre.y];
        }
        true
    }

    fn drag(&mut self, shape: u32, to: GroundPoint) -> bool {
        let Some(index) = self.shapes.iter().position(|known| known.id == shape) else {
            return false;
        };
        let to = Vec2::new(to.x, to.z);
        match index.checked_sub(STANDING.len()) {
            Some(moving) => self.rounds[moving].0 += to - self.columns.all[index].centre,
            None => {
                self.columns.all[index].centre = to;
                self.shapes[index].at = [to.x, 0.0, to.y];
            }
        }
        self.tick(0.0)
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}
