//! The built-in body: a plain mannequin grown around any human skeleton.
//!
//! Limbs are tubes with the thickness of an average adult, scaled by the length of the legs, and
//! bend where the joints are. The left limbs and the right ones have a colour each, face and soles
//! are dark, so that a picture shows at once where the front is.
//!
//! Widths are half axes in metres of a person whose leg, hip to ankle, is [`ADULT_LEG`] long.

use super::{
    chain::{Chain, path_down},
    surface::{Binding, Paint, Ring, Surface, Tube},
};
use glam::Vec3;
use sidestep_motion::{JointId, Role, Side, Skeleton};

/// Leg length of the person the widths are given for: a height of about 1.75 m.
const ADULT_LEG: f32 = 0.86;

/// Place along a limb (whole numbers are its joints), half width, half depth, shift to the front.
type Station = [f32; 4];

const LEG: [Station; 13] = [
    [0.0, 0.078, 0.088, 0.0],
    [0.2, 0.082, 0.090, 0.005],
    [0.5, 0.072, 0.078, 0.007],
    [0.8, 0.057, 0.060, 0.004],
    [0.9, 0.053, 0.056, 0.003],
    [0.96, 0.052, 0.055, 0.003],
    [1.0, 0.051, 0.054, 0.002],
    [1.04, 0.050, 0.053, 0.0],
    [1.12, 0.049, 0.053, -0.004],
    [1.35, 0.053, 0.060, -0.014],
    [1.65, 0.042, 0.046, -0.010],
    [1.85, 0.034, 0.038, -0.004],
    [2.0, 0.033, 0.040, 0.0],
];
const ARM: [Station; 11] = [
    [0.0, 0.053, 0.054, 0.0],
    [0.2, 0.051, 0.053, 0.0],
    [0.55, 0.044, 0.047, 0.003],
    [0.85, 0.037, 0.039, 0.0],
    [0.94, 0.036, 0.038, 0.0],
    [1.0, 0.035, 0.037, 0.0],
    [1.06, 0.036, 0.038, 0.0],
    [1.25, 0.039, 0.041, 0.0],
    [1.5, 0.035, 0.037, 0.0],
    [1.8, 0.026, 0.029, 0.0],
    [2.0, 0.022, 0.028, 0.0],
];
/// Places are shares of the way from between the hip joints to the base of the neck; half widths
/// are shares of what is measured at hips and shoulders.
const TORSO: [Station; 10] = [
    [-0.09, 0.58, 0.090, -0.005],
    [-0.02, 0.95, 0.114, -0.008],
    [0.08, 1.00, 0.116, -0.006],
    [0.24, 0.92, 0.100, 0.004],
    [0.40, 0.85, 0.095, 0.008],
    [0.56, 0.93, 0.106, 0.008],
    [0.71, 1.02, 0.118, 0.006],
    [0.82, 1.04, 0.110, 0.0],
    [0.91, 0.88, 0.090, -0.004],
    [0.98, 0.58, 0.070, -0.006],
];
const HAND: [Station; 6] = [
    [0.0, 0.027, 0.020, 0.0],
    [0.2, 0.036, 0.019, 0.0],
    [0.45, 0.043, 0.017, 0.0],
    [0.65, 0.040, 0.014, 0.0],
    [0.85, 0.033, 0.011, 0.0],
    [0.96, 0.024, 0.009, 0.0],
];

/// The body of `skeleton`, standing as `positions` say; capsules where it is not human.
pub(super) fn grow(skeleton: &Skeleton, positions: &[Vec3]) -> Surface {
    let mut body = Body::new(skeleton, positions);
    if body.is_human() {
        body.torso();
        body.neck();
        body.head();
        for side in Side::BOTH {
            body.leg(side);
            body.foot(side);
            body.arm(side);
            body.hand(side);
        }
    }
    if body.surface.vertices.is_empty() {
        body.capsules();
    }
    body.surface.finish();
    body.surface
}

struct Body<'a> {
    skeleton: &'a Skeleton,
    positions: &'a [Vec3],
    left: Vec3,
    forward: Vec3,
    scale: f32,
    /// The line of the torso and the joint of the chest.
    trunk: Option<(Chain, JointId)>,
    surface: Surface,
}

impl<'a> Body<'a> {
    fn new(skeleton: &'a Skeleton, positions: &'a [Vec3]) -> Self {
        let surface = Surface::default();
        let (left, forward) = (Vec3::X, Vec3::Z);
        let mut body =
            Self { skeleton, positions, left, forward, scale: 1.0, trunk: None, surface };
        let pair = body.place(Role::Thigh(Side::Left)).zip(body.place(Role::Thigh(Side::Right)));
        let across = pair.map_or(Vec3::X, |(left, right)| left - right);
        body.left = flat(across).unwrap_or(Vec3::X);
        body.forward = body.left.cross(Vec3::Y);
        let leg = body.chain(Role::Thigh(Side::Left), Role::Foot(Side::Left));
        body.scale = leg.map_or(1.0, |leg| leg.length() / ADULT_LEG);
        body.trunk = body.find_trunk();
        body
    }

    fn is_human(&self) -> bool {
        let legs = [Role::Thigh, Role::Shank, Role::Foot].map(|role| Side::BOTH.map(role));
        legs.as_flattened().iter().all(|role| self.joint(*role).is_some())
            && self.joint(Role::Hips).is_some()
    }

    fn torso(&mut self) {
        let Some((chain, _)) = self.trunk.clone() else { return };
        let hips_width = self.half_width(Role::Thigh).unwrap_or(0.09) + 0.076 * self.scale;
        let shoulders = self.half_width(Role::UpperArm).unwrap_or(0.18 * self.scale);
        let chest_width = (0.86 * shoulders).max(0.8 * hips_width);
        let (length, scale) = (chain.length(), self.scale);
        let rings = TORSO.map(|[place, width, depth, shift]| {
            let measured = hips_width + (chest_width - hips_width) * (place * 1.6).clamp(0.0, 1.0);
            let half = [width * measured, depth * scale];
            ring(&chain, place * length, half, shift * scale, self.forward, 0.5 * length)
        });
        self.surface.add(tube(Paint::Body, 2.5, 0.45), &rings);
    }

    /// The neck: moved by the chest below, by the head above and by what is between in between.
    fn neck(&mut self) {
        let (Some((_, chest)), Some(base), Some(head)) =
            (&self.trunk, self.neck_base(), self.joint(Role::Head))
        else {
            return;
        };
        let below_head = self.skeleton.joint(head).parent.unwrap_or(head);
        let middle = if below_head == *chest { head } else { below_head };
        let top = self.positions[head.index()] + self.forward * (0.008 * self.scale);
        // From the top of the chest to the middle of the head: half width, half depth.
        let stations = [
            (-0.25, *chest, 0.064, 0.064),
            (0.25, *chest, 0.058, 0.060),
            (0.6, middle, 0.054, 0.057),
            (1.0, head, 0.052, 0.056),
            (1.35, head, 0.050, 0.054),
        ];
        let direction = (top - base).try_normalize().unwrap_or(Vec3::Y);
        let front = across(self.forward, direction);
        let rings = stations.map(|(place, joint, width, depth)| Ring {
            center: base + (top - base) * place,
            side: direction.cross(front) * (width * self.scale),
            front: front * (depth * self.scale),
            binding: Binding::rigid(joint),
        });
        self.surface.add(tube(Paint::Body, 2.0, 0.3), &rings);
    }

    fn head(&mut self) {
        let Some(head) = self.joint(Role::Head) else { return };
        let (base, scale) = (self.positions[head.index()], self.scale);
        let up = Vec3::Y * scale;
        let center = base + up * 0.075 + self.forward * (0.020 * scale);
        // Chin to crown: height over the centre, half width, half depth, shift to the front.
        let skull = [
            [-0.095, 0.036, 0.040, 0.026],
            [-0.070, 0.052, 0.062, 0.018],
            [-0.035, 0.064, 0.080, 0.006],
            [0.010, 0.073, 0.092, 0.0],
            [0.050, 0.074, 0.094, -0.004],
            [0.085, 0.062, 0.080, -0.008],
        ];
        let face = [
            [-0.012, 0.040, 0.030, 0.060],
            [-0.004, 0.052, 0.038, 0.060],
            [0.012, 0.057, 0.041, 0.060],
            [0.028, 0.052, 0.038, 0.060],
            [0.036, 0.040, 0.030, 0.060],
        ];
        self.upright(Paint::Body, head, center, &skull);
        self.upright(Paint::Dark, head, center, &face);
        let nose = [[-0.050, 0.011, 0.016, 0.086], [-0.020, 0.007, 0.012, 0.090]];
        self.upright(Paint::Body, head, center, &nose);
    }

    fn leg(&mut self, side: Side) {
        let Some(chain) = self.chain(Role::Thigh(side), Role::Foot(side)) else { return };
        self.limb(&chain, Role::Shank(side), paint(side), &LEG);
    }

    fn arm(&mut self, side: Side) {
        let (Some(shoulder), Some(hand)) =
            (self.joint(Role::UpperArm(side)), self.joint(Role::Hand(side)))
        else {
            return;
        };
        let holder = self.skeleton.joint(shoulder).parent.unwrap_or(shoulder);
        let end = self.positions[shoulder.index()];
        if let Some(neck) = self.neck_base() {
            // The trapezius slopes from the neck to the shoulder, the chest fills what is below it.
            let slope = [neck, end].map(|place| place - Vec3::Y * (0.012 * self.scale));
            let chest = [neck.lerp(end, 0.3), neck.lerp(end, 0.74)];
            let chest = chest.map(|place| place - Vec3::Y * (0.06 * self.scale));
            let thin = [[0.046, 0.050], [0.040, 0.043]].map(|half| half.map(|x| x * self.scale));
            let thick = [[0.080, 0.088], [0.052, 0.062]].map(|half| half.map(|x| x * self.scale));
            self.capsule(Paint::Body, holder, slope, thin);
            self.capsule(Paint::Body, holder, chest, thick);
        }
        if let Some(chain) = self.chain_of(shoulder, hand) {
            self.limb(&chain, Role::Forearm(side), paint(side), &ARM);
        }
    }

    fn limb(&mut self, chain: &Chain, bend: Role, paint: Paint, stations: &[Station]) {
        let middle = self.joint(bend).map_or(0.5 * chain.length(), |joint| chain.arc_of(joint));
        let scale = self.scale;
        let to_ring = |[place, width, depth, shift]: &Station| {
            let (upper, lower) = (place.min(1.0), (place - 1.0).max(0.0));
            let arc = upper * middle + lower * (chain.length() - middle);
            let half = [width * scale, depth * scale];
            ring(chain, arc, half, shift * scale, self.forward, 0.06 * scale)
        };
        let rings: Vec<Ring> = stations.iter().map(to_ring).collect();
        self.surface.add(tube(paint, 2.0, 0.9), &rings);
    }

    fn hand(&mut self, side: Side) {
        let (Some(hand), Some(elbow)) =
            (self.joint(Role::Hand(side)), self.joint(Role::Forearm(side)))
        else {
            return;
        };
        let (wrist, scale) = (self.positions[hand.index()], self.scale);
        let onward = (wrist - self.positions[elbow.index()]).try_normalize().unwrap_or(Vec3::NEG_Y);
        let straight = || Chain::rigid(hand, wrist, wrist + onward * scale);
        let fingers = self.longest_finger(hand).and_then(|tip| self.chain_of(hand, tip));
        let Some(chain) = fingers.or_else(straight) else { return };
        let chain = chain.with_length(0.185 * scale);
        let along = chain.direction(0.05 * scale, 0.04 * scale);
        // Palms look down from outstretched arms and at the thighs from hanging ones.
        let inward = if side == Side::Left { -self.left } else { self.left };
        let palm = across(Vec3::NEG_Y + 0.4 * inward, along);
        let rings = HAND.map(|[place, width, depth, _]| {
            let half = [width * scale, depth * scale];
            ring(&chain, place * chain.length(), half, 0.0, palm, 0.02 * scale)
        });
        self.surface.add(tube(Paint::Body, 2.4, 0.8), &rings);
        let thumbward = across(self.forward - 0.3 * Vec3::Y, along);
        let thumb = [[0.03, 0.022], [0.085, 0.056]]
            .map(|[a, b]| wrist + (along * a + thumbward * b) * scale);
        self.capsule(Paint::Body, hand, thumb, [[0.014 * scale; 2], [0.011 * scale; 2]]);
    }

    fn foot(&mut self, side: Side) {
        let Some(ankle) = self.joint(Role::Foot(side)) else { return };
        let (top, scale) = (self.positions[ankle.index()], self.scale);
        let toe = self.joint(Role::Toe(side));
        let ball_place = toe.map(|toe| self.positions[toe.index()]);
        let ahead = ball_place.and_then(|ball| flat(ball - top)).unwrap_or(self.forward);
        let reach = ball_place.map_or(0.0, |ball| (ball - top).dot(ahead)).max(0.10 * scale);
        let height = ball_place.map_or(0.0, |ball| top.y - ball.y + 0.025 * scale);
        let height = height.clamp(0.06 * scale, 0.13 * scale);
        let heel = top - Vec3::Y * height - ahead * (0.062 * scale);
        let length = reach + 0.062 * scale + 0.075 * scale;
        let ball = length - 0.075 * scale;
        let layout = Foot { ankle, toe: toe.unwrap_or(ankle), heel, ahead, length, ball };
        // Share of the length, half width, height of the upper side, shift to the inside.
        let outline = [
            [0.03, 0.026, 0.052],
            [0.12, 0.034, 0.075],
            [0.27, 0.036, (height + 0.008) / scale],
            [0.45, 0.038, 0.068],
            [0.62, 0.045, 0.050],
            [0.78, 0.047, 0.040],
            [0.90, 0.040, 0.032],
            [0.97, 0.026, 0.026],
        ];
        self.shoe(paint(side), &layout, &outline.map(|[at, width, top]| [at, width, 0.008, top]));
        self.shoe(
            Paint::Dark,
            &layout,
            &outline.map(|[at, width, _]| [at, width + 0.004, 0.0, 0.016]),
        );
    }

    /// Rings across the foot: share of the length, half width, lower and upper side.
    fn shoe(&mut self, paint: Paint, foot: &Foot, outline: &[Station]) {
        let scale = self.scale;
        let to_ring = |[at, width, low, high]: &Station| {
            let arc = at * foot.length;
            let center = foot.heel + foot.ahead * arc + Vec3::Y * (0.5 * (low + high) * scale);
            let t = (0.5 + (arc - foot.ball) / (0.05 * scale)).clamp(0.0, 1.0);
            let binding = match foot.toe == foot.ankle {
                true => Binding::rigid(foot.ankle),
                false => Binding { joints: [foot.ankle, foot.toe], second: t },
            };
            let front = Vec3::Y * (0.5 * (high - low) * scale);
            Ring { center, side: foot.ahead.cross(Vec3::Y) * (width * scale), front, binding }
        };
        let rings: Vec<Ring> = outline.iter().map(to_ring).collect();
        self.surface.add(tube(paint, 2.8, 0.35), &rings);
    }

    /// Rings about the vertical through `center`, moved by one joint.
    fn upright(&mut self, paint: Paint, joint: JointId, center: Vec3, stations: &[Station]) {
        let scale = self.scale;
        let to_ring = |[height, width, depth, shift]: &Station| Ring {
            center: center + (Vec3::Y * *height + self.forward * *shift) * scale,
            side: self.left * (width * scale),
            front: self.forward * (depth * scale),
            binding: Binding::rigid(joint),
        };
        let rings: Vec<Ring> = stations.iter().map(to_ring).collect();
        self.surface.add(tube(paint, 2.0, 0.5), &rings);
    }

    fn capsule(&mut self, paint: Paint, joint: JointId, ends: [Vec3; 2], halves: [[f32; 2]; 2]) {
        let Some(chain) = Chain::rigid(joint, ends[0], ends[1]) else { return };
        let arcs = [0.0, chain.length()];
        let rings = [0, 1].map(|i| ring(&chain, arcs[i], halves[i], 0.0, self.forward, 0.01));
        self.surface.add(tube(paint, 2.0, 1.0), &rings);
    }

    /// A capsule for every bone and tip: what is left where the roles are unknown.
    fn capsules(&mut self) {
        for (child, joint) in self.skeleton.joints().iter().enumerate() {
            let Some(parent) = joint.parent else { continue };
            let ends = [self.positions[parent.index()], self.positions[child]];
            let radius = (0.18 * ends[0].distance(ends[1])).clamp(0.01, 0.08);
            self.capsule(Paint::Body, parent, ends, [[radius; 2], [0.7 * radius; 2]]);
        }
        if self.surface.vertices.is_empty() {
            let at = self.positions[0];
            self.capsule(Paint::Body, JointId(0), [at, at + Vec3::Y * 0.1], [[0.05; 2]; 2]);
        }
    }

    /// The line from between the hip joints to the base of the neck, and the joint of the chest.
    fn find_trunk(&self) -> Option<(Chain, JointId)> {
        let (hips, head) =
            (self.joint(Role::Hips)?, self.joint(Role::Head).or(self.joint(Role::Neck))?);
        let path = path_down(self.skeleton, hips, head)?;
        let shoulder = self.joint(Role::UpperArm(Side::Left)).unwrap_or(head);
        let arm = path_down(self.skeleton, hips, shoulder)?;
        // The chest is the last joint that head and arms share.
        let shared = path.iter().zip(&arm).take_while(|(a, b)| a == b).count().max(1);
        let joints = path[..shared].to_vec();
        let mut places: Vec<Vec3> =
            joints.iter().map(|joint| self.positions[joint.index()]).collect();
        let hip_joints = Side::BOTH.map(|side| self.place(Role::Thigh(side)));
        if let [Some(left), Some(right)] = hip_joints {
            places[0] = 0.5 * (left + right);
        }
        let chest = joints[shared - 1];
        let chain = Chain::new(joints, places, self.above_shoulders(hips, head)?)?;
        Some((chain, chest))
    }

    /// The place on the way from hips to head that is a little higher than the shoulders.
    fn above_shoulders(&self, hips: JointId, head: JointId) -> Option<Vec3> {
        let spine = self.chain_of(hips, head)?;
        let shoulders = Side::BOTH.map(|side| self.place(Role::UpperArm(side)));
        let [Some(left), Some(right)] = shoulders else {
            return Some(spine.point(0.8 * spine.length()));
        };
        let height = 0.5 * (left.y + right.y) + 0.03 * self.scale;
        let shares =
            (60..=90).map(|percent| spine.point(0.01 * f32::from(percent as u8) * spine.length()));
        let mut places: Vec<Vec3> = shares.collect();
        let end = places.pop();
        places.into_iter().find(|place| place.y >= height).or(end)
    }

    /// Where the neck leaves the torso.
    fn neck_base(&self) -> Option<Vec3> {
        self.trunk.as_ref().map(|(chain, _)| chain.point(chain.length()))
    }

    /// The joint below the hand that is farthest from it.
    fn longest_finger(&self, hand: JointId) -> Option<JointId> {
        let wrist = self.positions[hand.index()];
        let mut below = vec![hand];
        let mut farthest = None;
        while let Some(joint) = below.pop() {
            let distance = self.positions[joint.index()].distance(wrist);
            if joint != hand && farthest.is_none_or(|(best, _)| distance > best) {
                farthest = Some((distance, joint));
            }
            below.extend(self.skeleton.children(joint));
        }
        farthest.map(|(_, joint)| joint)
    }

    fn half_width(&self, role: fn(Side) -> Role) -> Option<f32> {
        let [left, right] = Side::BOTH.map(|side| self.place(role(side)));
        Some(0.5 * left?.distance(right?))
    }

    fn joint(&self, role: Role) -> Option<JointId> {
        self.skeleton.roles().get(role)
    }

    fn place(&self, role: Role) -> Option<Vec3> {
        self.joint(role).map(|joint| self.positions[joint.index()])
    }

    fn chain(&self, top: Role, bottom: Role) -> Option<Chain> {
        self.chain_of(self.joint(top)?, self.joint(bottom)?)
    }

    fn chain_of(&self, top: JointId, bottom: JointId) -> Option<Chain> {
        Chain::between(self.skeleton, self.positions, top, bottom)
    }
}

struct Foot {
    ankle: JointId,
    toe: JointId,
    /// The hindmost point of the sole.
    heel: Vec3,
    ahead: Vec3,
    length: f32,
    /// Where the toes bend, from the heel.
    ball: f32,
}

fn ring(chain: &Chain, arc: f32, half: [f32; 2], shift: f32, front: Vec3, reach: f32) -> Ring {
    let direction = chain.direction(arc, 0.25 * reach);
    let front = across(front, direction);
    Ring {
        center: chain.point(arc) + front * shift,
        side: direction.cross(front) * half[0],
        front: front * half[1],
        binding: chain.binding(arc, reach),
    }
}

/// The part of `wish` that stands upright on `direction`, or another upright where there is none.
fn across(wish: Vec3, direction: Vec3) -> Vec3 {
    let upright = |v: Vec3| (v - direction * v.dot(direction)).try_normalize();
    let clear = |v: &Vec3| v.cross(direction).length() > 0.2;
    let candidates = [wish, Vec3::Y, Vec3::Z, Vec3::X];
    candidates.into_iter().filter(clear).find_map(upright).unwrap_or(Vec3::Z)
}

fn flat(v: Vec3) -> Option<Vec3> {
    Vec3::new(v.x, 0.0, v.z).try_normalize()
}

fn tube(paint: Paint, squareness: f32, roundness: f32) -> Tube {
    Tube { paint, squareness, roundness }
}

fn paint(side: Side) -> Paint {
    match side {
        Side::Left => Paint::Left,
        Side::Right => Paint::Right,
    }
}
