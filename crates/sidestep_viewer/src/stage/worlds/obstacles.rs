//! Columns that stand and columns that move: steered around by section 6.2 of the mobility-map thesis.

use crate::stage::{
    MOST_ACTORS,
    shape::{Shape, ShapeKind},
    world::{Me, World},
    worlds::{Listing, walls::push_out_of},
};
use glam::Vec2;
use sidestep_control::{Goal, GroundPoint, Pace, Travel};
use sidestep_motion::{
    GroundTransform,
    math::{atan2, cos, sin},
};
use sidestep_navigate::{Cylinder, SteerConfig, SteerToAvoid};

pub(crate) const LISTING: Listing = Listing {
    id: "obstacles",
    title: "Obstacles",
    says: "Walk through and see the way bend around the columns; drag any of them into the way.",
    wishes: &["move", "reach", "stand", "line", "path"],
    needs: &[],
    make: |_, _| Ok(Box::new(Obstacles::new())),
};

/// How far along a direction or a way a body aims, in metres.
const AHEAD: f32 = 6.0;

/// Nearer than this, in metres, a place is simply to be reached.
const NEAR_END: f32 = 1.0;

/// Where the columns stand: x, z, radius.
const STANDING: [(f32, f32, f32); 5] =
    [(0.2, 4.0, 0.5), (-2.2, 6.0, 0.4), (2.6, 6.5, 0.6), (-1.0, 9.5, 0.5), (1.6, 11.0, 0.4)];

/// Columns that go to and fro: x, z, how far along x and z, and seconds for a way.
const MOVING: [(f32, f32, f32, f32, f32); 3] =
    [(-3.5, 2.0, 7.0, 0.0, 7.0), (4.0, 8.0, -8.0, 0.0, 9.0), (-4.5, 4.0, 0.0, 8.0, 8.0)];

#[derive(Clone)]
struct Obstacles {
    columns: Vec<Cylinder>,
    /// Where each moving one turns back, and how far it has come on its way, in seconds.
    rounds: [(Vec2, f32); MOVING.len()],
    shapes: Vec<Shape>,
    steering: [SteerToAvoid; MOST_ACTORS],
}

impl Obstacles {
    fn new() -> Self {
        let standing = STANDING.map(|(x, z, radius)| (Vec2::new(x, z), radius));
        let moving = MOVING.map(|(x, z, ..)| (Vec2::new(x, z), 0.35));
        let column = |(centre, radius): &(Vec2, f32)| Cylinder {
            centre: *centre,
            radius: *radius,
            velocity: Vec2::ZERO,
        };
        let columns: Vec<Cylinder> = standing.iter().chain(&moving).map(column).collect();
        let shapes = columns.iter().enumerate().map(|(index, column)| shape(index, column));
        let mut world = Self {
            shapes: shapes.collect(),
            columns,
            rounds: moving.map(|(centre, _)| (centre, 0.0)),
            steering: Default::default(),
        };
        world.tick(0.0);
        world
    }

    /// Nothing to go around: the goal as it is.
    fn straight(&mut self, plan: &Goal, me: &Me) -> Goal {
        self.steering[me.index % MOST_ACTORS] = SteerToAvoid::default();
        plan.clone()
    }

    /// Where to go so as to get to `target` without touching anything.
    fn around(&mut self, target: Vec2, pace: Pace, me: &Me) -> f32 {
        let here = Vec2::new(me.ground.x, me.ground.z);
        let speed = pace.speed.unwrap_or(me.usual_speed);
        let steering = &mut self.steering[me.index % MOST_ACTORS];
        let aim = steering.steer(here, speed, target, &self.columns, &SteerConfig::default());
        atan2(aim.x - here.x, aim.y - here.y)
    }
}

impl World for Obstacles {
    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    fn steer(&mut self, plan: &Goal, me: &Me) -> Goal {
        let here = GroundPoint::of(me.ground);
        let (target, pace, facing) = match &plan.travel {
            Travel::Free | Travel::Stand { .. } => return self.straight(plan, me),
            Travel::Move { pace: Pace { speed: Some(speed), .. }, .. } if *speed <= 0.0 => {
                return self.straight(plan, me);
            }
            Travel::Move { heading, pace, facing } => (ahead(here, *heading), *pace, *facing),
            Travel::Line { through, heading, pace, facing } => {
                let (s, c) = (sin(*heading), cos(*heading));
                let along = (here.x - through.x) * s + (here.z - through.z) * c;
                let on_line = GroundPoint::new(through.x + along * s, through.z + along * c);
                (ahead(on_line, *heading), *pace, *facing)
            }
            Travel::Reach { target, pace, .. } => (*target, *pace, None),
            Travel::Path { path, pace, facing } => {
                (path.at(path.nearest(here).along + 0.5 * AHEAD), *pace, *facing)
            }
            _ => return self.straight(plan, me),
        };
        let is_near = here.distance(target) < NEAR_END;
        match plan.travel {
            Travel::Reach { .. } if is_near => self.straight(plan, me),
            Travel::Path { .. } if is_near => {
                self.straight(&plan.with_travel(Travel::Reach { target, pace, facing }), me)
            }
            _ => {
                let heading = self.around(Vec2::new(target.x, target.z), pace, me);
                plan.with_travel(Travel::Move { heading, pace, facing })
            }
        }
    }

    fn detour(&self, index: usize) -> Option<GroundPoint> {
        let temporary = self.steering.get(index)?.temporary()?;
        Some(GroundPoint::new(temporary.x, temporary.y))
    }

    fn block(&self, _: &Me, to: GroundTransform) -> Option<GroundTransform> {
        push_out_of(&self.columns, to)
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
            let column = &mut self.columns[number];
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
            Some(moving) => self.rounds[moving].0 += to - self.columns[index].centre,
            None => {
                self.columns[index].centre = to;
                self.shapes[index].at = [to.x, 0.0, to.y];
            }
        }
        self.tick(0.0)
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}

fn ahead(from: GroundPoint, heading: f32) -> GroundPoint {
    GroundPoint::new(from.x + AHEAD * sin(heading), from.z + AHEAD * cos(heading))
}

fn shape(index: usize, column: &Cylinder) -> Shape {
    let moves = index >= STANDING.len();
    Shape {
        id: u32::try_from(index).unwrap_or(0) + 1,
        kind: ShapeKind::Cylinder,
        at: [column.centre.x, 0.0, column.centre.y],
        size: vec![column.radius, if moves { 1.7 } else { 1.3 }],
        colour: if moves { "#d1a054" } else { "#6b7a8f" },
        draggable: true,
        ..Shape::default()
    }
}
