//! Shoes: an upper of leather on a flat sole, bending where the toes do.

use crate::{
    Cloth,
    anatomy::{Anatomy, sign},
    binding::{Chain, Limb},
    detail::Cells,
    part::Part,
    tube::{Station, Tube},
};
use glam::Vec3;
use sidestep_motion::{Role, Side};

/// Share of the length, half width, height of the upper side.
const UPPER: [[f32; 3]; 9] = [
    [0.02, 0.022, 0.050],
    [0.08, 0.032, 0.074],
    [0.17, 0.037, 0.092],
    [0.30, 0.038, 0.088],
    [0.45, 0.039, 0.072],
    [0.62, 0.044, 0.054],
    [0.78, 0.047, 0.045],
    [0.91, 0.041, 0.038],
    [0.98, 0.028, 0.031],
];
/// How far heel and toes reach beyond ankle and ball.
const HEEL: f32 = 0.058;
const TOES: f32 = 0.078;
/// Height of the ball's joint above the ground.
const BALL_HEIGHT: f32 = 0.025;

/// What moves a shoe: foot and toes. None where there is no foot.
pub(crate) fn last(anatomy: &Anatomy<'_>, side: Side) -> Option<Limb> {
    let layout = Layout::of(anatomy, side)?;
    let tube = layout.tube(&UPPER.map(|[at, width, top]| [at, width, 0.0, top]));
    let ankle = anatomy.joint(Role::Foot(side))?;
    let ball = layout.heel + layout.ahead * layout.ball;
    let chain = match anatomy.joint(Role::Toe(side)) {
        Some(toe) => Chain::along(&tube, ankle, &[(toe, ball)], 0.028 * layout.scale),
        None => Chain::rigid(ankle),
    };
    Some(Limb { tube, chain, side: sign(side) })
}

/// Upper and sole of a shoe that `last` moves.
pub(crate) fn shoe<'a>(
    anatomy: &'a Anatomy<'a>,
    side: Side,
    last: &'a Limb,
    cells: &Cells,
) -> Vec<Part<'a>> {
    let Some(layout) = Layout::of(anatomy, side) else { return Vec::new() };
    let s = layout.scale;
    let piece = |cloth: Cloth, tubes: Vec<Tube>| Part {
        cloth,
        tubes,
        flow: 0.025 * s,
        cell: cells.shoe * s,
        cut: None,
        ends: Vec::new(),
        limbs: vec![last],
        softness: 0.02 * s,
    };
    let upper = layout.tube(&UPPER.map(|[at, width, top]| [at, width, 0.006, top])).squared(0.35);
    let sole = layout.tube(&UPPER.map(|[at, width, _]| [at, width + 0.0045, 0.0, 0.021]));
    let collar = layout.collar();
    let mut parts = vec![piece(Cloth::Shoes, vec![upper, collar])];
    if cells.has_features {
        parts.push(piece(Cloth::Soles, vec![sole.squared(0.6)]));
    }
    parts
}

struct Layout {
    /// The hindmost point of the sole.
    heel: Vec3,
    ankle: Vec3,
    ahead: Vec3,
    length: f32,
    /// Where the toes bend, from the heel.
    ball: f32,
    scale: f32,
}

impl Layout {
    fn of(anatomy: &Anatomy<'_>, side: Side) -> Option<Self> {
        let s = anatomy.scale;
        let ankle = anatomy.place(Role::Foot(side))?;
        let toe = anatomy.place(Role::Toe(side));
        let flat = |v: Vec3| v.with_y(0.0).try_normalize();
        let ahead = toe.and_then(|toe| flat(toe - ankle)).unwrap_or(Vec3::Z);
        // Toe joints that look backward or stand above the ankle are no guide.
        let ahead = if ahead.z > 0.5 { ahead } else { Vec3::Z };
        let reach = toe.map_or(0.0, |toe| (toe - ankle).dot(ahead)).clamp(0.11 * s, 0.16 * s);
        let height = toe.map_or(0.08 * s, |toe| ankle.y - toe.y + BALL_HEIGHT * s);
        let height = height.clamp(0.065 * s, 0.11 * s);
        let heel = ankle - Vec3::Y * height - ahead * (HEEL * s);
        let length = reach + (HEEL + TOES) * s;
        Some(Self { heel, ankle, ahead, length, ball: reach + HEEL * s, scale: s })
    }

    /// A tube from heel to toes: share of the length, half width, lower and upper side.
    fn tube(&self, outline: &[[f32; 4]]) -> Tube {
        let s = self.scale;
        let station = |[at, width, low, high]: &[f32; 4]| -> Station {
            [*at, width * s, 0.5 * (high - low) * s, 0.5 * (high + low) * s]
        };
        let stations: Vec<Station> = outline.iter().map(station).collect();
        Tube::new(&[self.heel, self.heel + self.ahead * self.length], Vec3::Y, &stations).ended(0.6)
    }

    /// Up into the leg of the trousers.
    fn collar(&self) -> Tube {
        let s = self.scale;
        let low = self.heel + self.ahead * (HEEL * s) + Vec3::Y * (0.055 * s);
        let high = self.ankle + Vec3::Y * (0.03 * s);
        let stations = [[0.0, 0.034 * s, 0.042 * s, 0.0], [1.0, 0.032 * s, 0.036 * s, 0.0]];
        Tube::new(&[low, high.max(low + Vec3::Y * (0.02 * s))], self.ahead, &stations)
    }
}
