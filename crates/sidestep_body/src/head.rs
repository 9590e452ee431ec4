//! Head, face, hair and neck.

use crate::{
    Build, Cloth,
    anatomy::Anatomy,
    binding::Limb,
    detail::Cells,
    part::Part,
    tube::{Station, Tube},
};
use glam::Vec3;

/// Height over the middle of the head, half width, half depth, shift to the front, chin to crown.
const SKULL: [Station; 7] = [
    [-0.100, 0.024, 0.026, 0.056],
    [-0.086, 0.041, 0.043, 0.041],
    [-0.060, 0.056, 0.064, 0.023],
    [-0.022, 0.066, 0.082, 0.008],
    [0.015, 0.072, 0.093, -0.001],
    [0.045, 0.0735, 0.096, -0.006],
    [0.070, 0.069, 0.091, -0.008],
];

/// Head and neck, hair and eyes; `still` moves what the head's joint alone moves.
pub(crate) fn head<'a>(anatomy: &'a Anatomy<'a>, still: &'a Limb, cells: &Cells) -> Vec<Part<'a>> {
    let s = anatomy.scale;
    let face = Face { middle: anatomy.head.0, scale: s };
    let mut skin = vec![anatomy.neck.tube.clone(), face.skull()];
    if cells.has_features {
        skin.extend(face.features());
    }
    let piece = |cloth: Cloth, tubes: Vec<Tube>, flow: f32| Part {
        cloth,
        tubes,
        flow: flow * s,
        cell: cells.head * s,
        cut: None,
        ends: Vec::new(),
        limbs: vec![still],
        softness: 0.02 * s,
    };
    let mut parts =
        vec![Part { limbs: vec![&anatomy.neck, still], ..piece(Cloth::Skin, skin, 0.022) }];
    parts.extend(face.hair(anatomy.build, |tubes| piece(Cloth::Hair, tubes, 0.03)));
    if cells.has_features {
        let eyes = face
            .eyes()
            .map(|eye| Part { cell: 0.4 * cells.head * s, ..piece(Cloth::Dark, vec![eye], 0.0) });
        parts.extend(eyes);
    }
    parts
}

/// The shape whose nearness makes a vertex move with the head alone.
pub(crate) fn still(anatomy: &Anatomy<'_>) -> Limb {
    let face = Face { middle: anatomy.head.0, scale: anatomy.scale };
    Limb {
        tube: face.skull().inflated(0.01 * anatomy.scale),
        chain: crate::binding::Chain::rigid(anatomy.head.1),
        side: 0.0,
    }
}

struct Face {
    middle: Vec3,
    scale: f32,
}

impl Face {
    fn at(&self, left: f32, up: f32, front: f32) -> Vec3 {
        self.middle + Vec3::new(left, up, front) * self.scale
    }

    fn skull(&self) -> Tube {
        let s = self.scale;
        // One piece of one metre, so that places are heights.
        let line = [self.middle, self.middle + Vec3::Y * s];
        let stations = SKULL.map(|[at, w, d, f]| [at, w * s, d * s, f * s]);
        Tube::new(&line, Vec3::Z, &stations).ended(0.75)
    }

    /// Nose and ears.
    fn features(&self) -> Vec<Tube> {
        let s = self.scale;
        let rod = |from: Vec3, to: Vec3, thick: [f32; 2]| {
            let stations =
                [[0.0, thick[0] * s, thick[0] * s, 0.0], [1.0, thick[1] * s, thick[1] * s, 0.0]];
            Tube::new(&[from, to], Vec3::Z, &stations)
        };
        let nose = [self.at(0.0, 0.012, 0.085), self.at(0.0, -0.028, 0.098)];
        let mut features = vec![rod(nose[0], nose[1], [0.005, 0.0095])];
        for side in [1.0, -1.0] {
            let ear = [[0.0, 0.005 * s, 0.010 * s, 0.0], [1.0, 0.006 * s, 0.015 * s, 0.0]];
            let ends =
                [self.at(0.069 * side, -0.016, -0.004), self.at(0.0755 * side, 0.016, -0.010)];
            features.push(Tube::new(&ends, Vec3::Z, &ear));
        }
        features
    }

    fn eyes(&self) -> [Tube; 2] {
        [1.0, -1.0].map(|side| {
            let s = self.scale;
            let stations = [[0.0, 0.0075 * s, 0.0055 * s, 0.0], [1.0, 0.0075 * s, 0.0055 * s, 0.0]];
            let ends =
                [self.at(0.026 * side, 0.0075, 0.0835), self.at(0.034 * side, 0.0075, 0.0805)];
            Tube::new(&ends, Vec3::Z, &stations)
        })
    }

    /// Short, or longer and gathered behind.
    fn hair<'a>(&self, build: Build, piece: impl Fn(Vec<Tube>) -> Part<'a>) -> Vec<Part<'a>> {
        let s = self.scale;
        let cap = self.skull().inflated(0.009 * s);
        let hairline = |front: f32, nape: f32| {
            let (a, b) = (self.at(0.0, front, 0.085), self.at(0.0, nape, -0.095));
            let way = (a - b).try_normalize().unwrap_or(Vec3::Z);
            (a, Vec3::X.cross(way).try_normalize().unwrap_or(Vec3::NEG_Y))
        };
        match build {
            Build::Fuller => {
                vec![Part { cut: Some(hairline(0.070, -0.045)), ..piece(vec![cap]) }]
            }
            Build::Slimmer => {
                let knot = [[0.0, 0.026 * s, 0.026 * s, 0.0], [1.0, 0.024 * s, 0.024 * s, 0.0]];
                let ends = [self.at(0.0, 0.030, -0.105), self.at(0.0, 0.018, -0.125)];
                let knot = Tube::new(&ends, Vec3::Y, &knot);
                let cap = cap.inflated(0.004 * s);
                let long = Part { cut: Some(hairline(0.072, -0.075)), ..piece(vec![cap]) };
                vec![long, piece(vec![knot])]
            }
        }
    }
}
