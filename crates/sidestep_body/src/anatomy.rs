//! The flesh of a skeleton: trunk, yoke, arms, legs and neck as limbs, placed by the joint roles.
//!
//! Lengths are those of the skeleton. Girths are those of an adult, in metres of a person whose leg,
//! hip to ankle, is [`ADULT_LEG`] long; so is what a skeleton lacks.

use crate::{
    Build,
    binding::{Chain, Limb},
    tube::{Station, Tube},
};
use glam::Vec3;
use sidestep_motion::{JointId, Role, Side, Skeleton, kinematics::JointTransforms};

/// Leg length of the person the girths are given for: a height of about 1.75 m.
const ADULT_LEG: f32 = 0.86;

/// Half the distance of that person's shoulders.
const USUAL_SHOULDER: f32 = 0.18;

const LEG: [Station; 14] = [
    [-0.06, 0.074, 0.086, -0.006],
    [0.0, 0.080, 0.091, -0.004],
    [0.2, 0.083, 0.092, 0.004],
    [0.5, 0.071, 0.078, 0.007],
    [0.8, 0.057, 0.061, 0.005],
    [0.93, 0.052, 0.057, 0.004],
    [1.0, 0.050, 0.056, 0.003],
    [1.07, 0.048, 0.053, 0.0],
    [1.2, 0.050, 0.056, -0.008],
    [1.35, 0.052, 0.059, -0.013],
    [1.6, 0.043, 0.047, -0.010],
    [1.8, 0.034, 0.038, -0.006],
    [1.95, 0.032, 0.037, -0.003],
    [2.05, 0.032, 0.038, 0.0],
];
const ARM: [Station; 12] = [
    [-0.1, 0.036, 0.044, 0.0],
    [0.03, 0.044, 0.051, 0.0],
    [0.22, 0.049, 0.054, 0.002],
    [0.5, 0.046, 0.050, 0.004],
    [0.8, 0.039, 0.042, 0.001],
    [0.93, 0.037, 0.038, 0.0],
    [1.0, 0.037, 0.037, -0.001],
    [1.1, 0.039, 0.039, 0.0],
    [1.25, 0.041, 0.040, 0.0],
    [1.5, 0.036, 0.034, 0.0],
    [1.8, 0.025, 0.029, 0.0],
    [2.06, 0.021, 0.028, 0.0],
];
/// Places are shares of the way from between the hip joints to the base of the neck; half widths
/// from -1 to 0 are shares of what is measured at the hips, those below of what is at the chest.
const TRUNK: [Station; 11] = [
    [-0.10, 0.60, 0.076, -0.008],
    [-0.03, 0.90, 0.103, -0.013],
    [0.07, 1.00, 0.112, -0.013],
    [0.19, 0.95, 0.102, -0.003],
    [0.33, 0.84, 0.094, 0.006],
    [0.48, 0.87, 0.099, 0.010],
    [0.63, 0.96, 0.112, 0.010],
    [0.76, 1.00, 0.114, 0.006],
    [0.87, 0.93, 0.097, -0.002],
    [0.95, 0.72, 0.078, -0.010],
    [1.02, 0.46, 0.062, -0.012],
];

/// How thick the parts of a build are, as shares of the tables above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Girths {
    pub(crate) trunk: f32,
    pub(crate) waist: f32,
    pub(crate) arm: f32,
    pub(crate) leg: f32,
    pub(crate) neck: f32,
    pub(crate) hand: f32,
    pub(crate) bust: f32,
}

impl Girths {
    fn of(build: Build) -> Self {
        match build {
            Build::Fuller => {
                Self { trunk: 1.0, waist: 1.0, arm: 1.0, leg: 1.0, neck: 1.0, hand: 1.0, bust: 0.0 }
            }
            Build::Slimmer => Self {
                trunk: 0.91,
                waist: 0.87,
                arm: 0.84,
                leg: 0.94,
                neck: 0.84,
                hand: 0.92,
                bust: 1.0,
            },
        }
    }
}

/// Where things are, and the limbs that all parts of a body are cut from.
#[derive(Debug)]
pub(crate) struct Anatomy<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) stance: &'a JointTransforms,
    pub(crate) build: Build,
    pub(crate) girths: Girths,
    /// Size against the person the girths are given for.
    pub(crate) scale: f32,
    pub(crate) trunk: Limb,
    pub(crate) neck: Limb,
    pub(crate) yokes: Vec<Limb>,
    pub(crate) arms: Vec<Limb>,
    pub(crate) legs: Vec<Limb>,
    /// Middle of the head, and the joint that moves it.
    pub(crate) head: (Vec3, JointId),
}

impl<'a> Anatomy<'a> {
    /// The flesh of a skeleton that stands as `stance` says; none where it is not human.
    pub(crate) fn of(
        skeleton: &'a Skeleton,
        stance: &'a JointTransforms,
        build: Build,
    ) -> Option<Self> {
        let frame = Frame::of(skeleton, stance, Girths::of(build))?;
        let trunk = frame.trunk()?;
        let neck = frame.neck();
        let carriers = |side| [frame.yoke(side), frame.flank(side)];
        let yokes = Side::BOTH.into_iter().flat_map(carriers).flatten().collect();
        let arms = Side::BOTH.into_iter().filter_map(|side| frame.arm(side)).collect();
        let legs = Side::BOTH.into_iter().filter_map(|side| frame.leg(side)).collect();
        Some(Self {
            skeleton,
            stance,
            build,
            girths: frame.girths,
            scale: frame.scale,
            trunk,
            neck,
            yokes,
            arms,
            legs,
            head: (frame.head_middle(), frame.head_joint()),
        })
    }

    /// The joint of a role.
    pub(crate) fn joint(&self, role: Role) -> Option<JointId> {
        self.skeleton.roles().get(role)
    }

    /// The place of a role's joint.
    pub(crate) fn place(&self, role: Role) -> Option<Vec3> {
        self.joint(role).map(|joint| self.stance.position(joint))
    }

    /// All limbs that say how cloth moves.
    pub(crate) fn limbs(&self) -> Vec<&Limb> {
        let middle = [&self.trunk, &self.neck];
        let pairs = [&self.yokes, &self.arms, &self.legs];
        middle.into_iter().chain(pairs.into_iter().flatten()).collect()
    }
}

/// What is measured before there are limbs.
struct Frame<'a> {
    skeleton: &'a Skeleton,
    stance: &'a JointTransforms,
    girths: Girths,
    scale: f32,
    hips: JointId,
    chest: JointId,
    /// Between the hip joints.
    crotch: Vec3,
    hip_half: f32,
    shoulder_half: f32,
    neck_base: Vec3,
}

impl<'a> Frame<'a> {
    fn of(skeleton: &'a Skeleton, stance: &'a JointTransforms, girths: Girths) -> Option<Self> {
        let place = |role| skeleton.roles().get(role).map(|joint| stance.position(joint));
        let pair =
            |role: fn(Side) -> Role| Some((place(role(Side::Left))?, place(role(Side::Right))?));
        let leg = |side| {
            let [thigh, shank, foot] =
                [Role::Thigh, Role::Shank, Role::Foot].map(|role| place(role(side)));
            Some(thigh?.distance(shank?) + shank?.distance(foot?))
        };
        let scale = leg(Side::Left)?.max(leg(Side::Right)?) / ADULT_LEG;
        if !(1e-3..1e3).contains(&scale) {
            return None;
        }
        let (left_hip, right_hip) = pair(Role::Thigh)?;
        let crotch = 0.5 * (left_hip + right_hip);
        let hips = skeleton.roles().get(Role::Hips)?;
        let top = [Role::Head, Role::Neck, Role::Chest]
            .into_iter()
            .find_map(|role| skeleton.roles().get(role));
        let shoulders = pair(Role::UpperArm);
        let shoulder_half =
            shoulders.map_or(0.18 * scale, |(left, right)| 0.5 * left.distance(right));
        let chest =
            skeleton.roles().get(Role::Chest).or(skeleton.roles().get(Role::Spine)).unwrap_or(hips);
        let mut frame = Self {
            skeleton,
            stance,
            girths,
            scale,
            hips,
            chest,
            crotch,
            hip_half: 0.5 * left_hip.distance(right_hip),
            shoulder_half,
            neck_base: crotch + Vec3::Y * (0.56 * scale),
        };
        frame.neck_base = frame.find_neck_base(shoulders, top);
        Some(frame)
    }

    /// The point on the way from hips to head that is a little higher than the shoulders.
    fn find_neck_base(&self, shoulders: Option<(Vec3, Vec3)>, top: Option<JointId>) -> Vec3 {
        let s = self.scale;
        let head =
            top.map_or(self.neck_base + Vec3::Y * (0.1 * s), |joint| self.stance.position(joint));
        let height = match shoulders {
            Some((left, right)) => 0.5 * (left.y + right.y) + 0.05 * s,
            None => self.crotch.y + 0.8 * (head.y - self.crotch.y),
        };
        let height = height.clamp(self.crotch.y + 0.40 * s, self.crotch.y + 0.75 * s);
        let way = top.and_then(|top| path_down(self.skeleton, self.hips, top)).unwrap_or_default();
        let places: Vec<Vec3> = way.iter().map(|joint| self.stance.position(*joint)).collect();
        let crossing = places.windows(2).find(|pair| pair[1].y >= height && pair[0].y < height);
        let flat = match crossing {
            Some(pair) => pair[0].lerp(pair[1], (height - pair[0].y) / (pair[1].y - pair[0].y)),
            None => shoulders.map_or(head, |(left, right)| 0.5 * (left + right)),
        };
        // A neck leans a little, a back is not long enough to lean more.
        let lean = Vec3::new(flat.x - self.crotch.x, 0.0, flat.z - self.crotch.z);
        self.crotch.with_y(height) + lean.clamp_length_max(0.12 * s)
    }

    fn joint(&self, role: Role) -> Option<JointId> {
        self.skeleton.roles().get(role)
    }

    fn place(&self, role: Role) -> Option<Vec3> {
        self.joint(role).map(|joint| self.stance.position(joint))
    }

    fn trunk(&self) -> Option<Limb> {
        let s = self.scale;
        let girth = self.girths;
        let hips =
            (self.hip_half.clamp(0.07 * s, 0.11 * s) + 0.070 * s) * (0.5 + 0.5 * girth.trunk);
        let chest = self.chest_half();
        let stations = TRUNK.map(|[place, width, depth, shift]| {
            // The hips go over into the chest at the waist, which is the slimmest.
            let upper = ((place - 0.1) / 0.45).clamp(0.0, 1.0);
            let waist = 1.0
                - (1.0 - girth.waist / girth.trunk) * (1.0 - ((place - 0.36) / 0.3).abs()).max(0.0);
            let bust = girth.bust * 0.014 * s * (1.0 - ((place - 0.68) / 0.16).abs()).max(0.0);
            let measured = hips + (chest - hips) * upper;
            let depth = depth * s * girth.trunk * waist + 0.5 * bust;
            [place, width * measured * waist, depth, shift * s + 0.5 * bust]
        });
        let tube =
            Tube::new(&[self.crotch, self.neck_base], Vec3::Z, &stations).squared(0.35).ended(0.7);
        let path = path_down(self.skeleton, self.hips, self.chest)?;
        let later: Vec<(JointId, Vec3)> =
            path[1..].iter().map(|joint| (*joint, self.above_pelvis(*joint))).collect();
        let chain = Chain::along(&tube, self.hips, &later, 0.09 * s);
        Some(Limb { tube, chain, side: 0.0 })
    }

    /// The place of a joint of the spine; the pelvis itself belongs to the hips.
    fn above_pelvis(&self, joint: JointId) -> Vec3 {
        let place = self.stance.position(joint);
        place.with_y(place.y.max(self.crotch.y + 0.1 * self.scale))
    }

    fn head_joint(&self) -> JointId {
        self.joint(Role::Head).or(self.joint(Role::Neck)).unwrap_or(self.chest)
    }

    /// Above the neck by what a neck can be long, wherever the skeleton has its joint.
    fn head_middle(&self) -> Vec3 {
        let s = self.scale;
        let joint = self.place(Role::Head).unwrap_or(self.neck_base + Vec3::Y * (0.08 * s));
        let rise = (joint.y + 0.085 * s - self.neck_base.y).clamp(0.135 * s, 0.165 * s);
        let ahead = (joint.z - self.neck_base.z + 0.02 * s).clamp(0.0, 0.06 * s);
        self.neck_base + Vec3::new(0.0, rise, ahead)
    }

    fn neck(&self) -> Limb {
        let (s, g) = (self.scale, self.girths.neck);
        let stations = [
            [-0.35, 0.066, 0.062, 0.0],
            [0.0, 0.060, 0.060, 0.0],
            [0.4, 0.053, 0.056, 0.0],
            [1.0, 0.053, 0.058, 0.0],
        ];
        let stations = stations.map(|[at, w, d, f]| [at, w * s * g, d * s * g, f]);
        let top = self.head_middle() - Vec3::new(0.0, 0.045, 0.022) * s;
        let base = self.neck_base - Vec3::Z * (0.008 * s);
        let tube = Tube::new(&[base, top], Vec3::Z, &stations);
        let head = self.head_joint();
        let path = path_down(self.skeleton, self.chest, head).unwrap_or_else(|| vec![head]);
        let count = path.len().saturating_sub(1).max(1);
        // The joints of a neck share it evenly: their places differ too much between skeletons.
        let even = |i: usize| base.lerp(top, small(i) / small(count + 1) * 1.2 - 0.1);
        let later: Vec<(JointId, Vec3)> =
            path.iter().enumerate().skip(1).map(|(i, joint)| (*joint, even(i))).collect();
        let chain = Chain::along(&tube, path[0], &later, 0.03 * s);
        Limb { tube, chain, side: 0.0 }
    }

    /// From the neck to the shoulder: what a collar bone carries.
    fn yoke(&self, side: Side) -> Option<Limb> {
        let s = self.scale;
        let arm = self.joint(Role::UpperArm(side))?;
        let shoulder = self.stance.position(arm);
        let holder = self.skeleton.joint(arm).parent.unwrap_or(self.chest);
        // Shoulders far out are as much thicker there, else a raised arm leaves a hollow beside the neck.
        let wide = (self.shoulder_half / (USUAL_SHOULDER * s)).clamp(1.0, 1.4);
        let g = 0.4 + 0.6 * self.girths.arm;
        let inner = self.neck_base + Vec3::new(0.0, -0.018, -0.012) * s;
        let stations = [
            [0.1, 0.052, 0.060, 0.0],
            [0.55, 0.044 * wide, 0.058, 0.0],
            [1.0, 0.040 * wide, 0.049, 0.0],
        ];
        let stations = stations.map(|[at, w, d, f]| [at, w * s * g, d * s * g, f]);
        let tube = Tube::new(&[inner, shoulder], Vec3::Z, &stations);
        let middle = inner.lerp(shoulder, 0.45);
        let later: &[(JointId, Vec3)] =
            if holder == self.chest { &[] } else { &[(holder, middle)] };
        let chain = Chain::along(&tube, self.chest, later, 0.06 * s);
        Some(Limb { tube, chain, side: 0.0 })
    }

    /// From the ribs up to the shoulder: without it a raised arm bends like a hose.
    fn flank(&self, side: Side) -> Option<Limb> {
        let s = self.scale;
        let shoulder = self.place(Role::UpperArm(side))?;
        let ribs = self.crotch.lerp(self.neck_base, 0.52)
            + Vec3::X * (sign(side) * 0.60 * self.chest_half());
        let top = shoulder - Vec3::new(sign(side) * 0.035, 0.035, 0.0) * s;
        // Short arms leave little room between their sleeves and the ribs.
        let arm = self.place(Role::Forearm(side))?.distance(shoulder);
        let room = (arm / (0.27 * s)).clamp(0.4, 1.0);
        let stations =
            [[0.0, 0.040, 0.060, 0.0], [0.6, 0.048, 0.066, 0.0], [1.0, 0.036, 0.050, 0.0]];
        let stations =
            stations.map(|[at, w, d, f]| [at, w * s * room, d * s * self.girths.trunk, f]);
        let tube = Tube::new(&[ribs, top], Vec3::Z, &stations);
        Some(Limb { tube, chain: Chain::rigid(self.chest), side: 0.0 })
    }

    /// Half the width of the chest.
    fn chest_half(&self) -> f32 {
        let s = self.scale;
        (0.82 * self.shoulder_half).clamp(0.135 * s, 0.168 * s) * self.girths.trunk
    }

    fn arm(&self, side: Side) -> Option<Limb> {
        let roles = [Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)];
        let mut limb = self.limb(roles, &ARM, self.girths.arm, [0.055, 0.045])?;
        limb.side = sign(side);
        Some(limb)
    }

    fn leg(&self, side: Side) -> Option<Limb> {
        let roles = [Role::Thigh(side), Role::Shank(side), Role::Foot(side)];
        let mut limb = self.limb(roles, &LEG, self.girths.leg, [0.075, 0.06])?;
        limb.side = sign(side);
        Some(limb)
    }

    /// A limb of two bones; what carries it moves its beginning.
    fn limb(
        &self,
        roles: [Role; 3],
        table: &[Station],
        girth: f32,
        reaches: [f32; 2],
    ) -> Option<Limb> {
        let s = self.scale;
        let [Some(top), Some(_), Some(end)] = roles.map(|role| self.joint(role)) else {
            return None;
        };
        let [Some(a), Some(b), Some(c)] = roles.map(|role| self.place(role)) else { return None };
        if a.distance(b) < 0.05 * s || b.distance(c) < 0.05 * s {
            return None;
        }
        let stations: Vec<Station> =
            table.iter().map(|[at, w, d, f]| [*at, w * s * girth, d * s * girth, f * s]).collect();
        let tube = Tube::new(&[a, b, c], Vec3::Z, &stations);
        let holder = self.skeleton.joint(top).parent.unwrap_or(top);
        let path = path_down(self.skeleton, top, end)?;
        let later: Vec<(JointId, Vec3)> = path[..path.len() - 1]
            .iter()
            .map(|joint| (*joint, self.stance.position(*joint)))
            .collect();
        let chain = Chain::along(&tube, holder, &later, 0.5 * (reaches[0] + reaches[1]) * s);
        Some(Limb { tube, chain, side: 0.0 })
    }
}

/// The joints from `top` to `bottom`, both included; none where one does not hang from the other.
pub(crate) fn path_down(
    skeleton: &Skeleton,
    top: JointId,
    bottom: JointId,
) -> Option<Vec<JointId>> {
    let mut path = vec![bottom];
    let mut joint = bottom;
    while joint != top {
        joint = skeleton.joint(joint).parent?;
        path.push(joint);
    }
    path.reverse();
    Some(path)
}

/// 1 for the left, -1 for the right.
pub(crate) fn sign(side: Side) -> f32 {
    if side == Side::Left { 1.0 } else { -1.0 }
}

fn small(n: usize) -> f32 {
    n as f32
}
