//! Spin and avoid (Treuille et al. 2007, Figure 1): one spins along a line until columns stand up in the way.

use crate::stage::{
    shape::{Shape, ShapeKind},
    wish::Wish,
    world::{Me, World, side_by_side},
    worlds::{
        Listing,
        columns::{Columns, DrawnColumns},
    },
};
use glam::Vec2;
use sidestep_control::{Ability, Goal, GroundPoint, Manner, Travel};
use sidestep_motion::{GroundTransform, math::wrap_angle};
use std::f32::consts::{FRAC_PI_2, PI};

pub(crate) const LISTING: Listing = Listing {
    id: "spin",
    title: "Spin and avoid",
    says: "Walk along the line: they spin until a column stands up in the way, get around it and spin on. Drag the columns.",
    wishes: &["line", "move", "stand"],
    needs: &[],
    wants: &["manner", "obstacles"],
    make: |_, _| Ok(Box::new(Spin::new())),
};

/// Radius of a column: the obstacle that clip control learns by, in metres.
const RADIUS: f32 = 0.35;

/// How high a column is, in metres, and its colour.
const LOOK: (f32, &str) = (1.3, "#b5544d");

/// A column stands up so far ahead of the first actor, and so far beside the line, by turns, in metres.
const AHEAD: f32 = 3.5;
const BESIDE: [f32; 4] = [0.0, 0.25, -0.1, -0.25];

/// It is put away once it is so far behind, in metres.
const BEHIND: f32 = 2.5;

/// So far one spins freely before the next column stands up, in metres.
const FREE: f32 = 7.0;

/// Where columns wait: to the left of the line, within reach of the hand.
const WAITS: f32 = 3.0;

/// The line is drawn so far to both sides of the first actor, in metres.
const LINE: f32 = 60.0;

/// The number of the line among the shapes.
const LINE_ID: u32 = 10;

#[derive(Clone)]
struct Spin {
    drawn: DrawnColumns,
    manner: Manner,
    /// How far the first actor is along +Z, and how many columns have stood up.
    along: f32,
    stood_up: usize,
    /// Where the next one stands up, unless a hand has put one there.
    next_at: f32,
}

impl Spin {
    fn new() -> Self {
        let waiting = [(Vec2::new(WAITS, 0.5), RADIUS), (Vec2::new(WAITS, 2.0), RADIUS)];
        let mut drawn = DrawnColumns::new(Columns::standing(waiting.into_iter()), LOOK);
        drawn.shapes.push(Shape {
            id: LINE_ID,
            kind: ShapeKind::Line,
            points: vec![[0.0, -LINE], [0.0, LINE]],
            colour: "#f2a541",
            ..Shape::default()
        });
        let manner = Manner::new(&[("spin-left", 1.0)]).unwrap_or_default();
        Self { drawn, manner, along: 0.0, stood_up: 0, next_at: FREE - AHEAD }
    }

    fn put(&mut self, index: usize, to: Vec2) {
        self.drawn.put(index, to);
        self.drawn.tell();
    }

    /// Whether a column is in somebody's way.
    fn is_up(&self, index: usize) -> bool {
        self.drawn.columns.all[index].centre.x.abs() < 0.5 * WAITS
    }
}

impl World for Spin {
    fn shapes(&self) -> &[Shape] {
        &self.drawn.shapes
    }

    /// Directions along the line mean the line, each on its own.
    fn plan(&self, wish: &Wish, me: &Me) -> Goal {
        let (Wish::Move { heading, .. } | Wish::Line { heading, .. }) = wish else {
            return wish.to_goal(me.offset);
        };
        let back = wrap_angle(*heading).abs() > FRAC_PI_2;
        let heading = if back { PI } else { 0.0 };
        let through = GroundPoint::new(me.offset.0, 0.0);
        let pace = wish.pace();
        let mut goal = Goal::from(Travel::Line { through, heading, pace, facing: None });
        if me.abilities.has(Ability::Manner) {
            goal.manner = self.manner.clone();
        }
        goal
    }

    fn start(&self, index: usize, count: usize) -> GroundTransform {
        side_by_side(index, count)
    }

    fn steer(&mut self, plan: &Goal, me: &Me) -> Goal {
        self.drawn.mind(plan, me)
    }

    fn detour(&self, index: usize) -> Option<GroundPoint> {
        self.drawn.columns.detour(index)
    }

    fn block(&self, _: &Me, to: GroundTransform) -> Option<GroundTransform> {
        self.drawn.columns.block(to)
    }

    fn notice(&mut self, me: &Me) {
        if me.index == 0 {
            self.along = me.ground.z;
        }
    }

    fn tick(&mut self, _: f32) -> bool {
        let mut moved = false;
        for index in 0..self.drawn.columns.all.len() {
            if self.is_up(index)
                && (self.drawn.columns.all[index].centre.y - self.along).abs() > BEHIND + AHEAD
            {
                let place = Vec2::new(WAITS, self.along + 1.5);
                self.put(index, place);
                moved = true;
            }
        }
        let free = (0..self.drawn.columns.all.len()).find(|index| !self.is_up(*index));
        if let Some(index) = free.filter(|_| self.along > self.next_at) {
            let beside = BESIDE[self.stood_up % BESIDE.len()];
            self.put(index, Vec2::new(beside, self.along + AHEAD));
            self.stood_up += 1;
            self.next_at = self.along + AHEAD + FREE;
            moved = true;
        }
        moved
    }

    fn drag(&mut self, shape: u32, to: GroundPoint) -> bool {
        let Some(index) = self.drawn.find(shape) else { return false };
        self.put(index, Vec2::new(to.x, to.z));
        true
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}
