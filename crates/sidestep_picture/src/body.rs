//! The body as a set of balls wrapped in hulls: limbs are tapered capsules, the trunk two hulls.
//!
//! Film strips and the animated page draw the same body. Where a skeleton lacks roles its joints
//! are drawn as plain bones, so any skeleton can be seen.

use crate::subject::Subject;
use glam::{Vec2, Vec3};
use sidestep_body::Body as Mesh;
use sidestep_motion::{
    JointId, Pose, Role, Side, Skeleton,
    kinematics::joint_positions,
    math::{cos, sin},
};

/// Leg length (thigh and shank) of the body whose measures stand below, in metres.
const REFERENCE_LEG: f32 = 0.84;

/// The body of a skeleton.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The parts of the body.
    pub(crate) shapes: Vec<Shape>,
    places: Vec<Place>,
    /// Size against a person of 1.75 m.
    pub(crate) size: f32,
    feet: [Option<FootPoints>; 2],
    /// What is drawn instead of the hulls where it is known how joints are turned.
    pub(crate) mesh: Option<Mesh>,
}

/// A ball of the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    /// Its centre, as an index into [`Body::centres`].
    pub(crate) centre: usize,
    /// Radius in metres.
    pub(crate) radius: f32,
}

/// The convex hull of some balls.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The balls inside.
    pub(crate) balls: Vec<Ball>,
    /// Side of the body, or its middle.
    pub(crate) side: Option<Side>,
}

/// Where balls are, given the points of a frame (see `Subject::points`).
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Point(usize),
    Between { a: usize, b: usize, share: f32 },
    Along { from: usize, to: usize, metres: f32 },
    Beyond { from: usize, to: usize, metres: f32 },
    Heel { ankle: usize, ball: usize, along: f32, up: f32 },
    Nose { from: usize, to: usize, up: f32, ahead: f32 },
}

#[derive(Clone, Copy, Debug)]
struct FootPoints {
    ankle: usize,
    ball: usize,
}

impl Body {
    /// The body of whoever is shown.
    pub(crate) fn of(subject: &Subject) -> Self {
        // Height of the body in the first frame, or its width where that is larger.
        let points = if subject.is_empty() { &[] } else { subject.points(0) };
        let low = points.iter().copied().fold(Vec3::splat(f32::INFINITY), Vec3::min);
        let high = points.iter().copied().fold(Vec3::splat(f32::NEG_INFINITY), Vec3::max);
        Self::new(&subject.skeleton, (high - low).max_element())
    }

    /// The same with its skin on, where a human is recognised.
    pub(crate) fn skinned(subject: &Subject) -> Self {
        Self { mesh: subject.mesh(), ..Self::of(subject) }
    }

    /// The body of a skeleton; `stature` is the height used where the legs are not known.
    fn new(skeleton: &Skeleton, stature: f32) -> Self {
        let mut builder = Builder::new(skeleton, stature);
        builder.trunk();
        builder.head();
        for side in Side::BOTH {
            builder.arm(side);
            builder.leg(side);
        }
        builder.plain_bones();
        let feet = Side::BOTH.map(|side| builder.foot_points(side));
        let (shapes, places) = (builder.shapes, builder.places);
        Self { shapes, places, size: builder.size, feet, mesh: None }
    }

    /// The places where balls are, each once; `heading` says where the nose points.
    pub(crate) fn centres(&self, points: &[Vec3], heading: f32) -> Vec<Vec3> {
        self.places.iter().map(|place| place.centre(points, heading)).collect()
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.places.len()
    }

    /// Every ball of every part.
    pub(crate) fn balls(&self) -> impl Iterator<Item = &Ball> {
        self.shapes.iter().flat_map(|shape| &shape.balls)
    }

    /// Ankle and ball of a foot, where the roles are known.
    pub(crate) fn foot(&self, side: Side, points: &[Vec3]) -> Option<(Vec3, Vec3)> {
        let foot = self.feet[side.index()]?;
        Some((points[foot.ankle], points[foot.ball]))
    }
}

impl Place {
    fn centre(self, points: &[Vec3], heading: f32) -> Vec3 {
        let direction = |from: usize, to: usize| (points[to] - points[from]).normalize_or(Vec3::Y);
        match self {
            Self::Point(point) => points[point],
            Self::Between { a, b, share } => points[a].lerp(points[b], share),
            Self::Along { from, to, metres } => points[from] + direction(from, to) * metres,
            Self::Beyond { from, to, metres } => points[to] + direction(from, to) * metres,
            Self::Heel { ankle, ball, along, up } => {
                // The frame of a foot that does not roll: along the foot, and upwards from it.
                let ahead = direction(ankle, ball);
                let left = Vec3::Y.cross(ahead).normalize_or_zero();
                points[ankle] + ahead * along + ahead.cross(left) * up
            }
            Self::Nose { from, to, up, ahead } => {
                let axis = direction(from, to);
                let forward = Vec3::new(sin(heading), 0.0, cos(heading));
                let forward = (forward - axis * forward.dot(axis)).normalize_or_zero();
                points[from] + axis * up + forward * ahead
            }
        }
    }
}

struct Builder<'a> {
    skeleton: &'a Skeleton,
    size: f32,
    places: Vec<Place>,
    shapes: Vec<Shape>,
    /// Whether the bone that leads to a joint is part of some shape.
    covered: Vec<bool>,
}

impl<'a> Builder<'a> {
    fn new(skeleton: &'a Skeleton, stature: f32) -> Self {
        let covered = vec![false; skeleton.len()];
        let size = size_of(skeleton).unwrap_or(stature / 1.75);
        let size = if size.is_finite() && size > 1e-6 { size } else { 1.0 };
        Self { skeleton, size, places: Vec::new(), shapes: Vec::new(), covered }
    }

    fn role(&self, role: Role) -> Option<usize> {
        self.skeleton
            .roles()
            .get(role)
            .map(JointId::index)
            .filter(|joint| *joint < self.covered.len())
    }

    /// A ball whose radius is given for a person of 1.75 m.
    fn ball(&mut self, place: Place, radius: f32) -> Ball {
        let known = self.places.iter().position(|other| *other == place);
        let centre = known.unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        });
        Ball { centre, radius: radius * self.size }
    }

    fn shape(&mut self, side: Option<Side>, balls: &[(Place, f32)]) {
        let balls = balls.iter().map(|(place, radius)| self.ball(*place, *radius)).collect();
        self.shapes.push(Shape { balls, side });
    }

    /// Pelvis and chest meet at the waist, so that twist and bend are seen.
    fn trunk(&mut self) {
        use Place::{Between, Point};
        let thighs = Side::BOTH.map(|side| self.role(Role::Thigh(side)));
        let arms = Side::BOTH.map(|side| self.role(Role::UpperArm(side)));
        let ([Some(left), Some(right)], [Some(left_arm), Some(right_arm)]) = (thighs, arms) else {
            return;
        };
        let hips = self.role(Role::Hips).unwrap_or(0);
        let top = self.role(Role::Neck).or(self.role(Role::Chest)).unwrap_or(hips);
        let waist = Between { a: hips, b: top, share: 0.34 };
        let ribs = Between { a: hips, b: top, share: 0.68 };
        self.shape(None, &[(Point(left), 0.078), (Point(right), 0.078), (waist, 0.092)]);
        let left_top = Between { a: left_arm, b: right_arm, share: 0.06 };
        let right_top = Between { a: right_arm, b: left_arm, share: 0.06 };
        self.shape(None, &[(waist, 0.092), (ribs, 0.118), (left_top, 0.058), (right_top, 0.058)]);
        for joint in [left, right, left_arm, right_arm, top] {
            self.cover(joint, 0);
        }
    }

    fn head(&mut self) {
        let Some(head) = self.role(Role::Head) else { return };
        let neck = self.role(Role::Neck).or(self.role(Role::Chest));
        let below = neck.or(self.parent(head)).unwrap_or(head);
        let s = self.size;
        let (from, to) = match self.end_of(head) {
            Some(end) => (head, end),
            None => (below, head),
        };
        let base = if from == head { 0.0 } else { self.length(below, head) };
        let along = |metres: f32| Place::Along { from, to, metres: base + metres * s };
        // Necks begin low in some skeletons: the lower half is hidden in the chest anyway.
        let throat = Place::Between { a: below, b: head, share: 0.5 };
        self.shape(None, &[(throat, 0.047), (along(0.03), 0.047)]);
        // The nose is part of the hull, so that a face shows which way it looks.
        let nose = Place::Nose { from, to, up: base + 0.085 * s, ahead: 0.102 * s };
        self.shape(None, &[(along(0.07), 0.07), (along(0.115), 0.092), (nose, 0.012)]);
        let tip = Place::Nose { from, to, up: base + 0.085 * s, ahead: 0.09 * s };
        self.shape(None, &[(tip, 0.015)]);
        self.cover(head, below);
        self.cover_below(head);
    }

    fn arm(&mut self, side: Side) {
        let roles = [Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)];
        let [Some(arm), Some(forearm), Some(hand)] = roles.map(|role| self.role(role)) else {
            return;
        };
        self.limb(side, arm, forearm, 0.05, 0.039);
        self.limb(side, forearm, hand, 0.039, 0.028);
        let metres = 0.085 * self.size;
        let fingers = match self.end_of(hand) {
            Some(to) => Place::Along { from: hand, to, metres },
            None => Place::Beyond { from: forearm, to: hand, metres },
        };
        self.shape(Some(side), &[(Place::Point(hand), 0.031), (fingers, 0.026)]);
        self.cover_below(hand);
    }

    fn leg(&mut self, side: Side) {
        let roles = [Role::Thigh(side), Role::Shank(side), Role::Foot(side)];
        let [Some(thigh), Some(shank), Some(foot)] = roles.map(|role| self.role(role)) else {
            return;
        };
        self.limb(side, thigh, shank, 0.083, 0.058);
        self.limb(side, shank, foot, 0.058, 0.038);
        let toe = self.role(Role::Toe(side)).or(self.end_of(foot));
        if let Some(toe) = toe {
            self.foot(side, foot, toe);
        }
        self.cover_below(foot);
    }

    fn foot(&mut self, side: Side, ankle: usize, ball: usize) {
        let (along, up) = self.heel_in_foot(ankle, ball);
        let heel = Place::Heel { ankle, ball, along, up };
        let points = [(Place::Point(ankle), 0.038), (heel, 0.032), (Place::Point(ball), 0.03)];
        self.shape(Some(side), &points);
        if ball >= self.skeleton.len() {
            return;
        }
        let metres = 0.055 * self.size;
        let tip = match self.end_of(ball) {
            Some(end) => Place::Point(end),
            None => Place::Beyond { from: ankle, to: ball, metres },
        };
        self.shape(Some(side), &[(Place::Point(ball), 0.03), (tip, 0.022)]);
    }

    /// The heel, from the ankle, along the foot and upwards from it, as in the reference pose.
    ///
    /// In the plane of the standing foot the ankle is the origin, the ball of the foot lies `ahead`
    /// and `drop` below it, and the heel a little behind the ankle at the height of the ball.
    fn heel_in_foot(&self, ankle: usize, ball: usize) -> (f32, f32) {
        let rest = rest_points(self.skeleton);
        let foot = rest[ball] - rest[ankle];
        let (mut ahead, mut drop) = (Vec2::new(foot.x, foot.z).length(), -foot.y);
        let length = foot.length().max(1e-6);
        if drop < 0.0 || ahead < 0.4 * length {
            (ahead, drop) = (0.87 * length, 0.5 * length);
        }
        let (toward, upward) = (Vec2::new(ahead, -drop) / length, Vec2::new(drop, ahead) / length);
        let heel = Vec2::new(-0.045 * self.size, -drop);
        (heel.dot(toward), heel.dot(upward))
    }

    fn limb(&mut self, side: Side, from: usize, to: usize, thick: f32, thin: f32) {
        self.shape(Some(side), &[(Place::Point(from), thick), (Place::Point(to), thin)]);
        self.cover(to, from);
    }

    /// Every bone no shape covers, and the tips of bones nobody covers.
    fn plain_bones(&mut self) {
        let radius = if self.shapes.is_empty() { 0.022 } else { 0.013 };
        let joints = self.skeleton.len();
        for joint in 0..joints {
            if self.covered[joint] {
                continue;
            }
            let side = self.side_of(joint);
            if let Some(parent) = self.parent(joint) {
                let bone = [(Place::Point(parent), radius), (Place::Point(joint), radius)];
                self.shape(side, &bone);
            }
            if self.has_tip(joint) {
                let bone = [(Place::Point(joint), radius), (Place::Point(joints + joint), radius)];
                self.shape(side, &bone);
            }
        }
        if self.shapes.is_empty() {
            self.shape(None, &[(Place::Point(0), 0.05)]);
        }
    }

    fn foot_points(&self, side: Side) -> Option<FootPoints> {
        let ankle = self.role(Role::Foot(side)).or(self.role(Role::Toe(side)))?;
        let ball = self.role(Role::Toe(side)).or(self.end_of(ankle)).unwrap_or(ankle);
        Some(FootPoints { ankle, ball })
    }

    fn parent(&self, joint: usize) -> Option<usize> {
        self.skeleton.joints()[joint].parent.map(JointId::index)
    }

    fn has_tip(&self, joint: usize) -> bool {
        self.skeleton.joints()[joint].tip.is_some_and(|tip| tip.length() > 1e-3 * self.size)
    }

    fn length(&self, from: usize, to: usize) -> f32 {
        let rest = rest_points(self.skeleton);
        rest[from].distance(rest[to])
    }

    /// The point a joint's own bone leads to: its tip, or its first child that is not at its place.
    fn end_of(&self, joint: usize) -> Option<usize> {
        if self.has_tip(joint) {
            return Some(self.skeleton.len() + joint);
        }
        let far = |child: &(usize, &sidestep_motion::Joint)| {
            child.1.parent.is_some_and(|parent| parent.index() == joint)
                && child.1.offset.length() > 1e-3 * self.size
        };
        self.skeleton.joints().iter().enumerate().find(far).map(|(child, _)| child)
    }

    /// Marks the bones between a joint and the one it hangs from.
    fn cover(&mut self, joint: usize, ancestor: usize) {
        let mut at = joint;
        while at != ancestor {
            self.covered[at] = true;
            match self.parent(at) {
                Some(parent) => at = parent,
                None => return,
            }
        }
        self.covered[0] = true;
    }

    /// Marks all bones that hang from a joint.
    fn cover_below(&mut self, joint: usize) {
        let mut below = vec![false; self.skeleton.len()];
        below[joint] = true;
        self.covered[joint] = true;
        for child in joint + 1..self.skeleton.len() {
            if self.parent(child).is_some_and(|parent| below[parent]) {
                below[child] = true;
                self.covered[child] = true;
            }
        }
    }

    /// The side of the nearest joint towards the root whose role has one.
    fn side_of(&self, joint: usize) -> Option<Side> {
        let mut at = Some(joint);
        while let Some(here) = at {
            let sided = |side: &Side| {
                use Role::{Clavicle, Foot, Forearm, Hand, Shank, Thigh, Toe, UpperArm};
                let roles = [Clavicle, UpperArm, Forearm, Hand, Thigh, Shank, Foot, Toe];
                roles.iter().any(|role| self.role(role(*side)) == Some(here))
            };
            if let Some(side) = Side::BOTH.into_iter().find(sided) {
                return Some(side);
            }
            at = self.parent(here);
        }
        None
    }
}

/// Size against a person of 1.75 m, from the legs.
fn size_of(skeleton: &Skeleton) -> Option<f32> {
    let rest = rest_points(skeleton);
    let roles = skeleton.roles();
    let at = |role: Role| roles.get(role).and_then(|joint| rest.get(joint.index()).copied());
    let lengths = Side::BOTH.map(|side| {
        let (thigh, shank) = (at(Role::Thigh(side))?, at(Role::Shank(side))?);
        Some(thigh.distance(shank) + shank.distance(at(Role::Foot(side))?))
    });
    let leg = lengths.into_iter().flatten().fold(0.0, f32::max);
    (leg > 0.0).then_some(leg / REFERENCE_LEG)
}

/// Joints, then tips, in the reference pose with the root at the origin.
fn rest_points(skeleton: &Skeleton) -> Vec<Vec3> {
    let rotations = skeleton.joints().iter().map(|joint| joint.rest).collect();
    let pose = Pose { root_position: Vec3::ZERO, rotations };
    let mut points = joint_positions(skeleton, pose.as_ref());
    let tips: Vec<Vec3> = {
        let mut transforms = sidestep_motion::kinematics::JointTransforms::new(skeleton.len());
        transforms.compute(skeleton, pose.as_ref());
        let tip = |(index, joint): (usize, &sidestep_motion::Joint)| {
            let tip = joint.tip.unwrap_or(Vec3::ZERO);
            transforms.positions[index] + transforms.rotations[index] * tip
        };
        skeleton.joints().iter().enumerate().map(tip).collect()
    };
    points.extend(tips);
    points
}
