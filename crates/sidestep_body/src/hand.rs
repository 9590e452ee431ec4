//! Hands with fingers, a little bent as hands are that hold nothing.

use crate::{
    Cloth,
    anatomy::{Anatomy, sign},
    binding::{Chain, Limb},
    detail::Cells,
    part::Part,
    tube::{Station, Tube, across},
};
use glam::Vec3;
use sidestep_motion::{Role, Side, math::sin_cos};

const PALM: [Station; 6] = [
    [-0.1, 0.026, 0.019, 0.0],
    [0.1, 0.029, 0.018, 0.0],
    [0.4, 0.037, 0.018, 0.0],
    [0.75, 0.041, 0.015, 0.0],
    [0.95, 0.040, 0.012, 0.0],
    [1.02, 0.036, 0.009, 0.0],
];
const PALM_LENGTH: f32 = 0.098;
/// Place across the palm, where it begins along the hand, length, thickness: index to little finger.
const FINGERS: [[f32; 4]; 4] = [
    [0.0295, 0.092, 0.074, 0.0092],
    [0.0100, 0.096, 0.083, 0.0096],
    [-0.0098, 0.093, 0.076, 0.0090],
    [-0.0285, 0.086, 0.060, 0.0080],
];
/// How far the three bones of a finger turn towards the palm, in radians.
const CURL: [f32; 3] = [0.22, 0.55, 0.80];

/// What moves a hand: one joint. None where there is no hand.
pub(crate) fn hold(anatomy: &Anatomy<'_>, side: Side) -> Option<Limb> {
    let hand = anatomy.joint(Role::Hand(side))?;
    let shape = Shape::of(anatomy, side)?;
    Some(Limb { tube: shape.palm(), chain: Chain::rigid(hand), side: sign(side) })
}

/// The hand that `hold` moves.
pub(crate) fn hand<'a>(
    anatomy: &'a Anatomy<'a>,
    side: Side,
    hold: &'a Limb,
    cells: &Cells,
) -> Option<Part<'a>> {
    let shape = Shape::of(anatomy, side)?;
    let mut tubes = vec![shape.palm()];
    if cells.has_features {
        tubes.extend(shape.fingers());
        tubes.push(shape.thumb());
    } else {
        tubes = vec![shape.mitten()];
    }
    Some(Part {
        cloth: Cloth::Skin,
        tubes,
        flow: 0.008 * shape.scale,
        cell: cells.hand * shape.scale,
        cut: None,
        ends: Vec::new(),
        limbs: vec![hold],
        softness: 0.02 * shape.scale,
    })
}

struct Shape {
    wrist: Vec3,
    along: Vec3,
    /// Where the palm looks.
    palm: Vec3,
    thumbward: Vec3,
    scale: f32,
}

impl Shape {
    fn of(anatomy: &Anatomy<'_>, side: Side) -> Option<Self> {
        let wrist = anatomy.place(Role::Hand(side))?;
        let along = (wrist - anatomy.place(Role::Forearm(side))?).try_normalize()?;
        // Outstretched hands look down, hanging ones at the thighs: the thumb is ahead.
        let thumbward = across(Vec3::Z, along);
        let palm = along.cross(thumbward) * sign(side);
        Some(Self { wrist, along, palm, thumbward, scale: anatomy.scale * anatomy.girths.hand })
    }

    fn at(&self, along: f32, across: f32, palm: f32) -> Vec3 {
        self.wrist + (self.along * along + self.thumbward * across + self.palm * palm) * self.scale
    }

    fn palm(&self) -> Tube {
        let s = self.scale;
        let stations = PALM.map(|[at, w, d, f]| [at, w * s, d * s, f * s]);
        let line = [self.wrist, self.at(PALM_LENGTH, 0.0, 0.0)];
        Tube::new(&line, self.palm, &stations).squared(0.3)
    }

    /// Palm and fingers in one, for who is seen from afar.
    fn mitten(&self) -> Tube {
        let s = self.scale;
        let stations = PALM.map(|[at, w, d, f]| [at, w * s, (d + 0.004) * s, f * s]);
        let line = [self.wrist, self.at(1.7 * PALM_LENGTH, 0.0, 0.01)];
        Tube::new(&line, self.palm, &stations)
    }

    fn fingers(&self) -> impl Iterator<Item = Tube> + '_ {
        FINGERS.into_iter().map(|[across, start, length, thick]| {
            // Fingers spread a little from the middle one.
            let spread = 0.16 * (across - 0.01) / 0.03;
            let mut points = vec![self.at(start - 0.02, across, 0.0)];
            let (mut along, mut deep, mut aside) = (start, 0.001, across);
            for (share, angle) in [0.46, 0.30, 0.24].into_iter().zip(CURL) {
                points.push(self.at(along, aside, deep));
                let (sine, cosine) = sin_cos(angle);
                along += share * length * cosine;
                deep += share * length * sine;
                aside += share * length * spread;
            }
            points.push(self.at(along, aside, deep));
            self.rod(&points, thick, 0.78 * thick)
        })
    }

    fn thumb(&self) -> Tube {
        let points = [
            self.at(0.018, 0.018, 0.004),
            self.at(0.052, 0.045, 0.014),
            self.at(0.079, 0.055, 0.022),
            self.at(0.101, 0.057, 0.032),
        ];
        self.rod(&points, 0.0145, 0.0095)
    }

    fn rod(&self, points: &[Vec3], from: f32, to: f32) -> Tube {
        let s = self.scale;
        let last = (points.len() - 1) as f32;
        let stations = [[0.0, from * s, from * s, 0.0], [last, to * s, to * s, 0.0]];
        Tube::new(points, self.palm, &stations)
    }
}
