//! Columns in the way: how actors get around them, each as well as its controller can.

use crate::stage::{
    MOST_ACTORS,
    shape::{Shape, ShapeKind},
    world::Me,
    worlds::walls::push_out_of,
};
use glam::Vec2;
use sidestep_control::{Ability, Disc, Goal, GroundPoint, Obstacles, Pace, Travel};
use sidestep_motion::{
    GroundTransform,
    math::{atan2, cos, sin},
};
use sidestep_navigate::{Cylinder, SteerConfig, SteerToAvoid};

/// How far along a direction or a way a body aims, in metres.
const AHEAD: f32 = 6.0;

/// Nearer than this, in metres, a place is simply to be reached.
const NEAR_END: f32 = 1.0;

/// Columns that stand or move, and how each actor gets around them.
#[derive(Clone, Default)]
pub(super) struct Columns {
    pub(super) all: Vec<Cylinder>,
    steering: [SteerToAvoid; MOST_ACTORS],
}

impl Columns {
    /// Columns at rest.
    pub(super) fn standing(places: impl Iterator<Item = (Vec2, f32)>) -> Self {
        let column = |(centre, radius)| Cylinder { centre, radius, velocity: Vec2::ZERO };
        Self { all: places.map(column).collect(), steering: Default::default() }
    }

    /// As things that a controller keeps clear of by itself.
    fn discs(&self) -> Obstacles {
        let point = |place: Vec2| GroundPoint::new(place.x, place.y);
        let disc = |column: &Cylinder| Disc {
            centre: point(column.centre),
            radius: column.radius,
            velocity: point(column.velocity),
        };
        let discs: Vec<Disc> = self.all.iter().map(disc).collect();
        Obstacles::new(&discs).unwrap_or_default()
    }

    /// The goal with what is in the way, for controllers that keep clear by themselves; others are
    /// steered around it.
    fn mind(&mut self, plan: &Goal, me: &Me, discs: &Obstacles) -> Goal {
        if !me.abilities.has(Ability::Obstacles) {
            return self.steer(plan, me);
        }
        let mut goal = self.straight(plan, me);
        goal.obstacles = discs.clone();
        goal
    }

    /// Where an actor heads for on its way around something, if it does.
    pub(super) fn detour(&self, index: usize) -> Option<GroundPoint> {
        let temporary = self.steering.get(index)?.temporary()?;
        Some(GroundPoint::new(temporary.x, temporary.y))
    }

    /// Where a body ends that would step into a column.
    pub(super) fn block(&self, to: GroundTransform) -> Option<GroundTransform> {
        push_out_of(&self.all, to)
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
        let aim = steering.steer(here, speed, target, &self.all, &SteerConfig::default());
        atan2(aim.x - here.x, aim.y - here.y)
    }

    /// The goal bent around the columns (section 6.2 of the mobility-map thesis).
    pub(super) fn steer(&mut self, plan: &Goal, me: &Me) -> Goal {
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
}

/// Columns as a world shows them, and as controllers know them that keep clear by themselves.
#[derive(Clone, Default)]
pub(super) struct DrawnColumns {
    pub(super) columns: Columns,
    /// The shapes of the columns, in their order, then any others of the world.
    pub(super) shapes: Vec<Shape>,
    discs: Obstacles,
}

impl DrawnColumns {
    /// These columns, all of one height and colour.
    pub(super) fn new(columns: Columns, look: (f32, &'static str)) -> Self {
        let drawn = columns.all.iter().enumerate();
        let shapes = drawn.map(|(index, column)| shape(index, column, look)).collect();
        Self { discs: columns.discs(), columns, shapes }
    }

    /// Puts a column somewhere; controllers hear of it by [`Self::tell`].
    pub(super) fn put(&mut self, index: usize, to: Vec2) {
        self.columns.all[index].centre = to;
        self.shapes[index].at = [to.x, 0.0, to.y];
    }

    /// Has controllers know where columns are now. It allocates: once a tick, not for each actor.
    pub(super) fn tell(&mut self) {
        self.discs = self.columns.discs();
    }

    /// What controllers know.
    #[cfg(test)]
    pub(super) fn told(&self) -> &Obstacles {
        &self.discs
    }

    /// The column that a shape shows.
    pub(super) fn find(&self, shape: u32) -> Option<usize> {
        let index = self.shapes.iter().position(|known| known.id == shape)?;
        (index < self.columns.all.len()).then_some(index)
    }

    /// See [`Columns::mind`].
    pub(super) fn mind(&mut self, plan: &Goal, me: &Me) -> Goal {
        self.columns.mind(plan, me, &self.discs)
    }
}

fn ahead(from: GroundPoint, heading: f32) -> GroundPoint {
    GroundPoint::new(from.x + AHEAD * sin(heading), from.z + AHEAD * cos(heading))
}

/// A column as it is drawn; its number becomes its name in messages.
pub(super) fn shape(
    index: usize,
    column: &Cylinder,
    (height, colour): (f32, &'static str),
) -> Shape {
    Shape {
        id: u32::try_from(index).unwrap_or(0) + 1,
        kind: ShapeKind::Cylinder,
        at: [column.centre.x, 0.0, column.centre.y],
        size: vec![column.radius, height],
        colour,
        draggable: true,
        ..Shape::default()
    }
}
