//! Columns that come one's way, and that a visitor takes in the hand: moving obstacles (Treuille et al. 2007,
//! section 6).

use crate::stage::{
    TICK_SECS,
    shape::Shape,
    world::{Me, World},
    worlds::{
        Listing,
        columns::{Columns, DrawnColumns},
    },
};
use glam::Vec2;
use sidestep_control::{Goal, GroundPoint};
use sidestep_motion::{GroundTransform, math::exp};

pub(crate) const LISTING: Listing = Listing {
    id: "moving",
    title: "Moving obstacles",
    says: "Walk on while columns cross; take one in the hand and push or throw it into the way.",
    wishes: &["move", "line", "stand"],
    needs: &[],
    wants: &["obstacles"],
    make: |_, _| Ok(Box::new(Moving::new())),
};

/// Radius of a column: the obstacle that clip control learns by, in metres.
const RADIUS: f32 = 0.35;

/// How high a column is, in metres, and its colour.
const LOOK: (f32, &str) = (1.7, "#d1a054");

/// Where columns begin and how they move: x, z, and metres a second along both.
const BEGIN: [(f32, f32, f32, f32); 5] = [
    (0.2, 6.0, 0.0, -0.7),
    (4.0, 3.0, -1.0, 0.2),
    (-5.0, 5.0, 0.9, -0.2),
    (2.5, 8.5, -0.2, -0.6),
    (-3.0, -4.0, 0.3, 1.1),
];

/// No column is thrown faster, in metres a second.
const FASTEST: f32 = 1.4;

/// Whoever is this far from the first actor, along x or z, comes back from the other side, in metres.
const FAR: f32 = 9.0;

/// A hand that has not moved for so many ticks has let go.
const HOLDS_TICKS: u32 = 12;

/// Time over which the velocity of a hand is smoothed.
const HAND_SECS: f32 = 0.12;

#[derive(Clone)]
struct Moving {
    drawn: DrawnColumns,
    /// Which one is in the hand, where it was a tick ago, and for how many ticks it was not moved.
    hand: Option<(usize, Vec2, u32)>,
    /// Where the first actor is.
    here: Vec2,
}

impl Moving {
    fn new() -> Self {
        let mut columns =
            Columns::standing(BEGIN.map(|(x, z, ..)| (Vec2::new(x, z), RADIUS)).into_iter());
        for (column, (_, _, vx, vz)) in columns.all.iter_mut().zip(BEGIN) {
            column.velocity = Vec2::new(vx, vz);
        }
        Self { drawn: DrawnColumns::new(columns, LOOK), hand: None, here: Vec2::ZERO }
    }

    /// The column in the hand moves as the hand does; let go, it flies on.
    fn follow_hand(&mut self) {
        let Some((index, was, still)) = self.hand else { return };
        let column = &mut self.drawn.columns.all[index];
        let keep = exp(-TICK_SECS / HAND_SECS);
        let velocity = (column.centre - was) / TICK_SECS;
        column.velocity = keep * column.velocity + (1.0 - keep) * velocity;
        self.hand = (still < HOLDS_TICKS).then_some((index, column.centre, still + 1));
        if self.hand.is_none() {
            column.velocity = column.velocity.clamp_length_max(FASTEST);
        }
    }
}

impl World for Moving {
    fn shapes(&self) -> &[Shape] {
        &self.drawn.shapes
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
            self.here = Vec2::new(me.ground.x, me.ground.z);
        }
    }

    fn tick(&mut self, secs: f32) -> bool {
        self.follow_hand();
        let held = self.hand.map(|(index, ..)| index);
        for index in (0..BEGIN.len()).filter(|index| held != Some(*index)) {
            let column = &self.drawn.columns.all[index];
            let to = column.centre + column.velocity * secs;
            self.drawn.put(index, self.here + (to - self.here).map(beyond));
        }
        self.drawn.tell();
        true
    }

    fn drag(&mut self, shape: u32, to: GroundPoint) -> bool {
        let Some(index) = self.drawn.find(shape) else { return false };
        let to = Vec2::new(to.x, to.z);
        let was = match self.hand {
            Some((held, was, _)) if held == index => was,
            // Taking hold is no throw.
            _ => {
                self.drawn.columns.all[index].velocity = Vec2::ZERO;
                to
            }
        };
        self.drawn.put(index, to);
        self.hand = Some((index, was, 0));
        true
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}

/// A way along one axis, from the other side where it is too far.
fn beyond(way: f32) -> f32 {
    if way.abs() <= FAR { way } else { way - 2.0 * FAR * way.signum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_flies_on_as_the_hand_moved_it_and_no_faster_than_one_walks() {
        let mut world = Moving::new();
        let along = |tick: u16| GroundPoint::new(f32::from(tick) * 0.01, 2.0);
        for tick in 0..60 {
            assert!(world.drag(1, along(tick)));
            world.tick(TICK_SECS);
        }
        let held = world.drawn.columns.all[0];
        assert!((held.velocity.x - 0.6).abs() < 0.01, "{held:?}");
        // Whoever keeps clear by itself knows where it is going.
        assert!((world.drawn.told().discs()[0].velocity.x - 0.6).abs() < 0.01);
        world.drag(1, GroundPoint::new(3.0, 2.0));
        for _ in 0..40 {
            world.tick(TICK_SECS);
        }
        let thrown = world.drawn.columns.all[0];
        assert!(thrown.velocity.length() <= FASTEST + 1e-4, "{thrown:?}");
        assert!(!world.drag(99, GroundPoint::default()), "there is no such column");
    }

    #[test]
    fn what_is_left_behind_comes_from_ahead() {
        let mut world = Moving::new();
        world.here = Vec2::new(0.0, 100.0);
        for _ in 0..20 {
            world.tick(TICK_SECS);
        }
        let near = world.drawn.columns.all.iter().filter(|it| (it.centre.y - 100.0).abs() <= FAR);
        assert_eq!(near.count(), BEGIN.len());
    }
}
