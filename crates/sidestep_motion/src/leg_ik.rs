//! Analytic two-bone inverse kinematics of a leg: puts an ankle where it shall be.
//!
//! The knee is turned about its hinge until the ankle is as far from the hip as the target, then
//! the whole leg swings on the shortest arc. The present bend of the knee is therefore carried
//! along, and a target at the present ankle changes nothing.
//!
//! Three things make knees pop in games, and each has its answer here: a target beyond reach
//! (eased, see [`SOFT_ZONE`]), a straight leg, whose bend direction is noise (the hinge axis of
//! the skeleton takes over), and a knee that captured data bends slightly the wrong way (the
//! hinge axis again, with a smooth return).

use crate::{
    joint::JointId,
    joint_tree::hangs_from,
    kinematics::JointTransforms,
    math::{acos, atan2, from_rotation_vector, rotation_between, unit},
    pose::Pose,
    roles::Role,
    side::Side,
    skeleton::Skeleton,
};
use glam::{Quat, Vec3};

/// Share of the leg's length over which a target near full stretch is eased.
///
/// A share `z` short of full stretch the knee moves sqrt(1 / (8 z)) times as far as the ankle; 0.02
/// keeps that at 2.5, unless the pose to start from is stretched further already.
pub const SOFT_ZONE: f32 = 0.02;

/// Sharpest bend of a knee that is not already bent further: 150 degrees of flexion.
const COS_LEAST_KNEE_ANGLE: f64 = 0.866_025_4;

/// Sines of the flexion between which the bend of the pose replaces the hinge axis of the skeleton:
/// 3 and 9 degrees. Below, the direction of a bend is noise.
const BEND_TRUST: (f64, f64) = (0.05, 0.15);

/// The joints of one leg and what its rest pose tells about knee and toes.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// The hip joint.
    pub thigh: JointId,
    /// The knee.
    pub shank: JointId,
    /// The ankle.
    pub foot: JointId,
    /// Axis about which the knee bends by positive angles, in the thigh joint's space.
    pub knee_axis: Vec3,
    /// The ball of the foot, where the skeleton has one.
    pub toe: Option<Toe>,
}

/// The toe joint of a leg.
#[derive(Clone, Debug, PartialEq)]
pub struct Toe {
    /// The ball of the foot.
    pub joint: JointId,
    /// Where the toes point, a unit vector in the joint's space.
    pub direction: Vec3,
    /// Height over length of the toes in the rest pose, in which the foot stands flat.
    pub rest_slope: f32,
}

/// Where an ankle shall be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnkleTarget {
    /// World position.
    pub position: Vec3,
    /// World rotation of the foot; `None` keeps the present one.
    pub rotation: Option<Quat>,
}

/// Where an ankle came to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// World position of the ankle.
    pub position: Vec3,
    /// Distance to the target, in metres; `f32::MAX` for a target that is not finite.
    pub miss: f32,
}

impl Leg {
    /// The leg of one side by the skeleton's roles, where it has all three joints.
    pub fn of(skeleton: &Skeleton, side: Side) -> Option<Self> {
        let role = |role| skeleton.roles().get(role);
        let (thigh, shank) = (role(Role::Thigh(side))?, role(Role::Shank(side))?);
        Self::new(skeleton, thigh, shank, role(Role::Foot(side))?, role(Role::Toe(side)))
    }

    /// A leg of given joints; `None` where they do not hang from each other or have no length.
    ///
    /// Joints between them are allowed as long as they do not move.
    pub fn new(
        skeleton: &Skeleton,
        thigh: JointId,
        shank: JointId,
        foot: JointId,
        toe: Option<JointId>,
    ) -> Option<Self> {
        let below =
            |low: JointId, high: JointId| low != high && hangs_from(skeleton.joints(), low, high);
        if !(below(shank, thigh) && below(foot, shank)) {
            return None;
        }
        let rest = JointTransforms::of_rest(skeleton);
        let [hip, knee, ankle] = [thigh, shank, foot].map(|joint| rest.position(joint));
        if hip.distance(knee) < 1e-4 || knee.distance(ankle) < 1e-4 {
            return None;
        }
        let toe = toe.filter(|toe| below(*toe, foot));
        let world_axis = rest_knee_axis(skeleton, &rest, [hip, knee, ankle], toe.unwrap_or(foot));
        let knee_axis = rest.rotation(thigh).conjugate() * world_axis;
        let toe = toe.and_then(|joint| Toe::new(skeleton, &rest, joint));
        Some(Self { thigh, shank, foot, knee_axis, toe })
    }
}

impl Toe {
    fn new(skeleton: &Skeleton, rest: &JointTransforms, joint: JointId) -> Option<Self> {
        let world_from_toe = rest.rotation(joint);
        let parent = skeleton.joint(joint).parent?;
        let from_ankle = rest.position(joint) - rest.position(parent);
        let tip = skeleton.joint(joint).tip.map(|tip| world_from_toe * tip);
        // Without a tip the toes are taken to go on level from the ball of the foot.
        let level = Vec3::new(from_ankle.x, 0.0, from_ankle.z);
        let world = tip.and_then(Vec3::try_normalize).or_else(|| level.try_normalize())?;
        Some(Self { joint, direction: world_from_toe.conjugate() * world, rest_slope: world.y })
    }
}

/// Turns thigh and shank so that the ankle reaches `target`, and the foot so that it keeps its
/// world rotation or takes the target's.
///
/// `transforms` must hold `pose`, and hold it again afterwards. Targets within reach are met; those
/// beyond it are eased towards full stretch, those closer than a knee folds likewise. Never
/// allocates; a target that is not finite leaves the leg as it is.
pub fn solve(
    skeleton: &Skeleton,
    leg: &Leg,
    target: &AnkleTarget,
    pose: &mut Pose,
    transforms: &mut JointTransforms,
) -> Reached {
    let limb = [leg.thigh, leg.shank, leg.foot].map(|j| transforms.position(j));
    if !target.position.is_finite() {
        return Reached { position: limb[2], miss: f32::MAX };
    }
    let (swing, bend) = turns(leg, transforms, limb, target.position);
    let kept_foot =
        target.rotation.filter(|q| q.is_finite()).map_or(transforms.rotation(leg.foot), unit);
    turn_in_world(skeleton, transforms, leg.thigh, swing, pose);
    turn_in_world(skeleton, transforms, leg.shank, bend, pose);
    if let Some(parent) = skeleton.joint(leg.foot).parent {
        let world_from_parent = swing * bend * transforms.rotation(parent);
        pose.rotations[leg.foot.index()] = unit(world_from_parent.conjugate() * kept_foot);
    }
    update_below(skeleton, leg.thigh, pose, transforms);
    let position = transforms.position(leg.foot);
    Reached { position, miss: position.distance(target.position).min(f32::MAX) }
}

/// Turns thigh and shank so that what is held straight on from them, `beyond` metres past the foot, reaches
/// `target`; the foot, which holds it, turns along. A racket in a hand, for one.
///
/// As [`solve`] otherwise; gives where the end came to be.
pub fn solve_beyond(
    skeleton: &Skeleton,
    leg: &Leg,
    (target, beyond): (Vec3, f32),
    pose: &mut Pose,
    transforms: &mut JointTransforms,
) -> Reached {
    let [hip, knee, ankle] = [leg.thigh, leg.shank, leg.foot].map(|j| transforms.position(j));
    let end = ankle + (ankle - knee).normalize_or_zero() * beyond;
    if !target.is_finite() {
        return Reached { position: end, miss: f32::MAX };
    }
    let (swing, bend) = turns(leg, transforms, [hip, knee, end], target);
    turn_in_world(skeleton, transforms, leg.thigh, swing, pose);
    turn_in_world(skeleton, transforms, leg.shank, bend, pose);
    update_below(skeleton, leg.thigh, pose, transforms);
    let [knee, ankle] = [leg.shank, leg.foot].map(|j| transforms.position(j));
    let position = ankle + (ankle - knee).normalize_or_zero() * beyond;
    Reached { position, miss: position.distance(target).min(f32::MAX) }
}

/// How a limb of hip, knee and end swings and bends for its end to reach a target.
fn turns(leg: &Leg, transforms: &JointTransforms, limb: [Vec3; 3], target: Vec3) -> (Quat, Quat) {
    let [hip, knee, end] = limb;
    let bend = bend_knee(leg, transforms, limb, target);
    let bent = knee + bend * (end - knee);
    let swing = match direction(target - hip) {
        Some(towards) => rotation_between(bent - hip, towards),
        None => Quat::IDENTITY,
    };
    (swing, bend)
}

/// Turns the whole leg about the line from hip to ankle by `angle`, seen from above and
/// counterclockwise where that is positive: the knee goes round, ankle and foot stay as they are.
///
/// `transforms` must hold `pose`, and hold it again afterwards.
pub fn roll(
    skeleton: &Skeleton,
    leg: &Leg,
    angle: f32,
    pose: &mut Pose,
    transforms: &mut JointTransforms,
) {
    let Some(up) = direction(transforms.position(leg.thigh) - transforms.position(leg.foot)) else {
        return;
    };
    if !angle.is_finite() {
        return;
    }
    let turn = from_rotation_vector(up * angle);
    let kept_foot = transforms.rotation(leg.foot);
    turn_in_world(skeleton, transforms, leg.thigh, turn, pose);
    if let Some(parent) = skeleton.joint(leg.foot).parent {
        let world_from_parent = turn * transforms.rotation(parent);
        pose.rotations[leg.foot.index()] = unit(world_from_parent.conjugate() * kept_foot);
    }
    update_below(skeleton, leg.thigh, pose, transforms);
}

/// The target with the heel raised about the ball of the foot, as far as the leg needs to reach it,
/// and no further than `most` radians: the ball stays where the target has it.
///
/// A target within reach, or of a leg without toe joint, is given back as it is.
pub fn raise_heel(
    leg: &Leg,
    target: AnkleTarget,
    most: f32,
    transforms: &JointTransforms,
) -> AnkleTarget {
    let Some(toe) = &leg.toe else { return target };
    let [hip, knee, ankle] = [leg.thigh, leg.shank, leg.foot].map(|j| transforms.position(j));
    let full = f64::from(hip.distance(knee) + knee.distance(ankle));
    let present = f64::from(hip.distance(ankle));
    let wanted = f64::from(hip.distance(target.position));
    let eased = ease_reach(wanted, present, full);
    if !target.position.is_finite() || wanted <= eased {
        return target;
    }
    let reach = eased as f32;
    let rotation = target.rotation.unwrap_or_else(|| transforms.rotation(leg.foot));
    let turned = rotation * transforms.rotation(leg.foot).conjugate();
    let along = turned * (transforms.position(toe.joint) - ankle);
    let Some(axis) = direction(Vec3::new(along.z, 0.0, -along.x)) else { return target };
    let ball = target.position + along;
    let (to_hip, to_ankle) = (hip - ball, -along);
    // Raised by an angle a, the ankle lies at a distance from the hip whose square is
    // fixed - 2 (cosine cos a + sine sin a).
    let cosine = to_hip.dot(to_ankle);
    let sine = to_hip.dot(axis.cross(to_ankle));
    let fixed = to_hip.length_squared() + to_ankle.length_squared();
    let needed = 0.5 * (fixed - reach * reach);
    let radius = (cosine * cosine + sine * sine).sqrt().max(1e-9);
    let nearest = atan2(sine, cosine);
    let angle = nearest - acos((needed / radius).clamp(-1.0, 1.0));
    if !angle.is_finite() || angle <= 0.0 {
        return target;
    }
    let raise = from_rotation_vector(axis * angle.min(most));
    AnkleTarget { position: ball + raise * to_ankle, rotation: Some(raise * rotation) }
}

/// Turns the toe joint towards lying as flat as in the rest pose, `amount` (0 to 1) of the way.
///
/// The toes keep their direction seen from above. `transforms` must hold `pose`, and hold it
/// again afterwards. A leg without toe joint is left as it is.
pub fn flatten_toe(
    skeleton: &Skeleton,
    leg: &Leg,
    amount: f32,
    pose: &mut Pose,
    transforms: &mut JointTransforms,
) {
    let Some(toe) = &leg.toe else { return };
    let now = transforms.rotation(toe.joint) * toe.direction;
    // Toes that point straight up or down have no direction from above.
    let Some(level) = Vec3::new(now.x, 0.0, now.z).try_normalize() else { return };
    let slope = toe.rest_slope;
    let flat = level * (1.0 - slope * slope).max(0.0).sqrt() + Vec3::Y * slope;
    let amount = if amount.is_finite() { amount.clamp(0.0, 1.0) } else { 0.0 };
    let turn = crate::math::slerp(Quat::IDENTITY, rotation_between(now, flat), amount);
    turn_in_world(skeleton, transforms, toe.joint, turn, pose);
    update_below(skeleton, toe.joint, pose, transforms);
}

/// The turn of the shank, in the world, that brings the ankle as far from the hip as the target.
fn bend_knee(
    leg: &Leg,
    transforms: &JointTransforms,
    [hip, knee, ankle]: [Vec3; 3],
    target: Vec3,
) -> Quat {
    let (thigh, shank) = ((knee - hip).as_dvec3(), (ankle - knee).as_dvec3());
    let (thigh_length, shank_length) = (thigh.length(), shank.length());
    let product = thigh_length * shank_length;
    if product < 1e-8 {
        return Quat::IDENTITY;
    }
    let full = thigh_length + shank_length;
    let present = (thigh + shank).length().min(full);
    let squares = thigh_length * thigh_length + shank_length * shank_length;
    let shortest = (squares - 2.0 * product * COS_LEAST_KNEE_ANGLE).max(0.0).sqrt();
    let wanted = (target.as_dvec3() - hip.as_dvec3()).length();
    let distance = soften(wanted, present, shortest, full);

    let hinge = transforms.rotation(leg.thigh) * leg.knee_axis;
    let axis = bend_axis((knee - hip).cross(ankle - knee), product, hinge);
    let axis64 = axis.as_dvec3();
    // Turning the shank by a about the axis makes thigh · shank = along + cosine cos a + sine sin a.
    let along = thigh.dot(axis64) * shank.dot(axis64);
    let cosine = thigh.dot(shank) - along;
    let sine = thigh.dot(axis64.cross(shank));
    let radius = (cosine * cosine + sine * sine).sqrt();
    if radius < 1e-9 {
        return Quat::IDENTITY;
    }
    // By the law of cosines, written so that distance = present gives thigh · shank to the bit.
    let needed = thigh.dot(shank) + 0.5 * (distance - present) * (distance + present);
    let straight = libm::atan2(sine, cosine);
    let flexion = libm::acos(((needed - along) / radius).clamp(-1.0, 1.0));
    let flexion = flexion * flexion_sign(straight, distance, present, full);
    let angle = (straight + flexion) as f32;
    from_rotation_vector(axis * angle)
}

/// +1, except for a knee that bends the wrong way (`straight` > 0: it takes a turn forward to
/// straighten it), which keeps its bend at the present distance and comes round as the target nears.
///
/// The way round passes through the straight leg, so on it the ankle misses by up to the little
/// that separates a leg bent so slightly from full stretch.
fn flexion_sign(straight: f64, distance: f64, present: f64, full: f64) -> f64 {
    if straight <= 0.0 {
        return 1.0;
    }
    let slack = (full - present).max(1e-9);
    2.0 * smoothstep((present - distance) / (3.0 * slack)) - 1.0
}

/// The axis of the knee's bend: that of the pose where the knee is clearly bent, else the hinge's.
fn bend_axis(cross: Vec3, product: f64, hinge: Vec3) -> Vec3 {
    let Some(of_pose) = cross.try_normalize() else { return hinge };
    let (from, to) = BEND_TRUST;
    let sine = f64::from(cross.length()) / product;
    let trust = smoothstep((sine - from) / (to - from)) as f32;
    if trust >= 1.0 {
        return of_pose;
    }
    let aligned = if of_pose.dot(hinge) < 0.0 { -of_pose } else { of_pose };
    hinge.lerp(aligned, trust).normalize_or(hinge)
}

/// The distance aimed at for a target `wanted` away: itself within reach, eased at both ends.
///
/// The zone of ease begins where the leg is now if that is already inside, so that the present
/// ankle is always reached.
fn soften(wanted: f64, present: f64, shortest: f64, full: f64) -> f64 {
    let zone = f64::from(SOFT_ZONE) * full;
    let ease = |past: f64| 1.0 - libm::exp(-past / zone);
    let high = comfortable(present, full);
    if wanted > high {
        return high + (full - high) * ease(wanted - high);
    }
    let floor = shortest.min(present);
    let low = (floor + zone).min(present);
    if wanted < low {
        return low - (low - floor) * ease(low - wanted);
    }
    wanted
}

/// How far a leg reaches in comfort: up to the zone of ease, or to where it is now. Of the two the
/// greater, but rounded off where they meet: a leg that follows first the one and then the other
/// would stop in between for a moment, and its knee would pop.
fn comfortable(present: f64, full: f64) -> f64 {
    let zone = f64::from(SOFT_ZONE) * full;
    let (middle, half) = (0.5 * (full - zone + present), 0.5 * (full - zone - present));
    // Rounded off less and less towards full stretch, where no leg locks that is not locked already.
    let inside = (-2.0 * half / zone).clamp(0.0, 1.0);
    let rounding = 0.25 * zone * (1.0 - inside * inside);
    (middle + (half * half + rounding * rounding).sqrt()).min(full).max(present)
}

/// The distance at which an ankle is wanted, held back smoothly to what is comfortable.
fn ease_reach(wanted: f64, present: f64, full: f64) -> f64 {
    let begin = ((1.0 - f64::from(SOFT_ZONE)) * full).max(present);
    let zone = comfortable(present, full) - begin;
    if wanted <= begin || zone <= 0.0 {
        return wanted.min(begin);
    }
    begin + zone * (1.0 - libm::exp((begin - wanted) / zone))
}

fn smoothstep(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The direction of a vector of any finite length.
fn direction(vector: Vec3) -> Option<Vec3> {
    let long = vector.as_dvec3();
    (long.length() > 1e-6).then(|| (long / long.length()).as_vec3())
}

/// Turns a joint by a world rotation; its parent must not have turned since `transforms`, or only
/// together with the joint.
fn turn_in_world(
    skeleton: &Skeleton,
    transforms: &JointTransforms,
    joint: JointId,
    turn: Quat,
    pose: &mut Pose,
) {
    let world_from_parent =
        skeleton.joint(joint).parent.map_or(Quat::IDENTITY, |parent| transforms.rotation(parent));
    let local = world_from_parent.conjugate() * turn * transforms.rotation(joint);
    pose.rotations[joint.index()] = unit(local);
}

/// Forward kinematics of `first` and all joints after it, among which are all below it.
fn update_below(
    skeleton: &Skeleton,
    first: JointId,
    pose: &Pose,
    transforms: &mut JointTransforms,
) {
    for index in first.index()..skeleton.len() {
        let joint = &skeleton.joints()[index];
        let Some(parent) = joint.parent else { continue };
        let world_from_parent = transforms.rotation(parent);
        transforms.positions[index] =
            transforms.position(parent) + world_from_parent * joint.offset;
        transforms.rotations[index] = world_from_parent * pose.rotations[index];
    }
}

/// The knee's axis in the rest pose: a knee bends towards where the foot points, else towards where
/// the body faces.
fn rest_knee_axis(
    skeleton: &Skeleton,
    rest: &JointTransforms,
    [hip, knee, ankle]: [Vec3; 3],
    toe: JointId,
) -> Vec3 {
    let leg = (ankle - hip).normalize_or(Vec3::NEG_Y);
    let foot_end =
        if rest.position(toe) == ankle { rest.tip(skeleton, toe) } else { rest.position(toe) };
    let thighs = Side::BOTH.map(|side| skeleton.roles().get(Role::Thigh(side)));
    let body_forward = match thighs {
        [Some(left), Some(right)] => (rest.position(left) - rest.position(right)).cross(Vec3::Y),
        _ => Vec3::Z,
    };
    for forward in [foot_end - ankle, body_forward, Vec3::Z] {
        let axis = forward.normalize_or_zero().cross(leg);
        if axis.length() > 0.3 {
            return axis.normalize_or(Vec3::X);
        }
    }
    (knee - hip).cross(ankle - knee).try_normalize().unwrap_or_else(|| leg.any_orthonormal_vector())
}
