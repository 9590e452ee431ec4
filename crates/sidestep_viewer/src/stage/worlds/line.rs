//! A painted line to get onto: the second task of the motion-field paper, by hand.

use crate::stage::{
    shape::{Shape, ShapeKind},
    wish::Wish,
    world::{Me, World, side_by_side},
    worlds::Listing,
};
use sidestep_control::{Goal, GroundPoint, Travel};
use sidestep_motion::{
    GroundTransform,
    math::{atan2, cos, sin, wrap_angle},
};
use std::f32::consts::FRAC_PI_2;

pub(crate) const LISTING: Listing = Listing {
    id: "line",
    title: "Line",
    says: "Send them onto the line and drag it away or turn it by its end: they get back onto it.",
    wishes: &["line", "move", "stand", "free"],
    needs: &[],
    wants: &[],
    make: |_, _| Ok(Box::new(Line::new(GroundPoint::new(0.0, 0.0), FRAC_PI_2))),
};

const LINE: u32 = 1;
const HANDLE: u32 = 2;

/// Metres from the middle of the line to its handle.
const ARM: f32 = 3.0;

#[derive(Clone)]
struct Line {
    through: GroundPoint,
    heading: f32,
    shapes: Vec<Shape>,
}

impl Line {
    fn new(through: GroundPoint, heading: f32) -> Self {
        let along =
            |metres: f32| [through.x + metres * sin(heading), through.z + metres * cos(heading)];
        let [x, z] = along(ARM);
        let line = Shape {
            id: LINE,
            kind: ShapeKind::Line,
            at: [through.x, 0.0, through.z],
            heading,
            points: vec![along(-60.0), along(60.0)],
            colour: "#f2a541",
            draggable: true,
            ..Shape::default()
        };
        let handle = Shape {
            id: HANDLE,
            kind: ShapeKind::Disc,
            at: [x, 0.0, z],
            size: vec![0.3],
            colour: "#f2a541",
            draggable: true,
            text: "turn".to_owned(),
            ..Shape::default()
        };
        Self { through, heading, shapes: vec![line, handle] }
    }
}

impl World for Line {
    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Beside the line, looking along +Z across it.
    fn start(&self, index: usize, count: usize) -> GroundTransform {
        let place = side_by_side(index, count);
        GroundTransform { z: -2.0, ..place }
    }

    /// The line meant is the painted one, in the direction that is nearer to the one wished for.
    fn plan(&self, wish: &Wish, me: &Me) -> Goal {
        let Wish::Line { heading, facing, .. } = wish else { return wish.to_goal(me.offset) };
        let back = wrap_angle(heading - self.heading).abs() > FRAC_PI_2;
        let heading = if back { wrap_angle(self.heading + 2.0 * FRAC_PI_2) } else { self.heading };
        // Each on a line of its own, as far from the painted one as it began from the middle.
        let apart = me.offset.0;
        let across = self.heading - FRAC_PI_2;
        let through = GroundPoint::new(
            self.through.x + apart * sin(across),
            self.through.z + apart * cos(across),
        );
        Travel::Line { through, heading, pace: wish.pace(), facing: *facing }.into()
    }

    fn drag(&mut self, shape: u32, to: GroundPoint) -> bool {
        match shape {
            LINE => *self = Self::new(to, self.heading),
            HANDLE => {
                let heading = atan2(to.x - self.through.x, to.z - self.through.z);
                *self = Self::new(self.through, heading);
            }
            _ => return false,
        }
        true
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}
