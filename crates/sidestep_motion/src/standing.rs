//! Is the rest pose of a skeleton one that a standing body takes?
//!
//! Files often call a pose "zero" in which all bones lie along one axis. Bones in such a pose say
//! nothing about how a joint is turned about them, so nothing can be copied against it. What a
//! standing body shares with every T-pose, A-pose and pose at ease is asked for here.

use crate::{
    joint_tree::rest_positions,
    math::{acos, atan2},
    roles::Role,
    side::Side,
    skeleton::Skeleton,
};
use glam::Vec3;

/// Bones shorter than this, in metres, have no direction.
const SHORT_BONE: f32 = 0.005;

/// Legs hang within this angle (its cosine, 45 degrees) of straight down.
const LEGS_DOWN: f32 = 0.7;

/// Spine and neck rise within 60 degrees (cosine) of straight up.
const TRUNK_UP: f32 = 0.5;

/// A foot points at least so far ahead (sine of 10 degrees), and its toe lies not above the ankle by
/// more than this (sine of 20 degrees).
const FOOT_AHEAD: f32 = 0.17;
const TOE_ABOVE: f32 = 0.34;

/// Collar bones lead out (cosine of 72 degrees).
const COLLAR_OUT: f32 = 0.3;

/// Upper arms neither point up (sine of 30 degrees), nor ahead or back (sine of 50 degrees), nor into
/// the body (sine of 20 degrees).
const ARM_UP: f32 = 0.5;
const ARM_AHEAD: f32 = 0.77;
const ARM_INTO_BODY: f32 = -0.34;

/// Elbows bend by at most 60 degrees (cosine).
const ARM_STRAIGHT: f32 = 0.5;

/// A bone that points where no standing body's does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The joint at which the bone begins.
    pub joint: String,
    /// What is wrong with it, such as `points up`.
    pub problem: &'static str,
}

/// The first bone of the rest pose that no standing body has, from the legs up; `None` where the
/// rest pose can serve as a reference. Parts that the skeleton lacks are not asked for.
pub fn misfit(skeleton: &Skeleton) -> Option<Misfit> {
    let rest = Rest { skeleton, positions: rest_positions(skeleton.joints()) };
    let hips = Side::BOTH.map(|side| rest.place(Role::Thigh(side)));
    let [Some(left_hip), Some(right_hip)] = hips else { return None };
    let Some(axes) = rest.axes(left_hip, right_hip) else {
        return rest.found(Role::Thigh(Side::Left), "has no hip beside it");
    };
    Side::BOTH
        .into_iter()
        .find_map(|side| rest.leg(side, &axes))
        .or_else(|| rest.trunk(&axes))
        .or_else(|| Side::BOTH.into_iter().find_map(|side| rest.arm(side, &axes)))
}

/// How far the arms of the rest pose hang below the horizontal, in radians: 0 in a T-pose, a half to
/// one in an A-pose. `None` without arms.
pub fn arm_angle(skeleton: &Skeleton) -> Option<f32> {
    let rest = Rest { skeleton, positions: rest_positions(skeleton.joints()) };
    let hips = Side::BOTH.map(|side| rest.place(Role::Thigh(side)));
    let axes = rest.axes(hips[0]?, hips[1]?)?;
    let angle = |side: Side| {
        let arm = rest.bone(Role::UpperArm(side), Role::Hand(side))?;
        Some(acos(arm.dot(axes.up)) - std::f32::consts::FRAC_PI_2)
    };
    Some(0.5 * (angle(Side::Left)? + angle(Side::Right)?))
}

/// The directions of a body.
struct Axes {
    up: Vec3,
    left: Vec3,
    forward: Vec3,
}

struct Rest<'a> {
    skeleton: &'a Skeleton,
    positions: Vec<Vec3>,
}

impl Rest<'_> {
    fn place(&self, role: Role) -> Option<Vec3> {
        self.skeleton.roles().get(role).map(|joint| self.positions[joint.index()])
    }

    /// The unit vector from one role to another; `None` where one is missing or they coincide.
    fn bone(&self, from: Role, to: Role) -> Option<Vec3> {
        let bone = self.place(to)? - self.place(from)?;
        if bone.length() > SHORT_BONE { bone.try_normalize() } else { None }
    }

    fn axes(&self, left_hip: Vec3, right_hip: Vec3) -> Option<Axes> {
        let hips = 0.5 * (left_hip + right_hip);
        let top = [Role::Neck, Role::Head, Role::Chest].into_iter().find_map(|r| self.place(r));
        let feet = Side::BOTH.map(|side| self.place(Role::Foot(side)));
        let up = match (top, feet) {
            (Some(top), _) => top - hips,
            (None, [Some(left), Some(right)]) => hips - 0.5 * (left + right),
            _ => return None,
        };
        let up = up.try_normalize()?;
        let left = (left_hip - right_hip).reject_from_normalized(up);
        let left = if left.length() > SHORT_BONE { left.try_normalize()? } else { return None };
        Some(Axes { up, left, forward: left.cross(up) })
    }

    fn found(&self, role: Role, problem: &'static str) -> Option<Misfit> {
        let joint = self.skeleton.roles().get(role)?;
        Some(Misfit { joint: self.skeleton.joint(joint).name.clone(), problem })
    }

    fn leg(&self, side: Side, axes: &Axes) -> Option<Misfit> {
        for (from, to) in
            [(Role::Thigh(side), Role::Shank(side)), (Role::Shank(side), Role::Foot(side))]
        {
            if self.bone(from, to).is_some_and(|bone| bone.dot(-axes.up) < LEGS_DOWN) {
                return self.found(from, "does not hang down");
            }
        }
        let foot = self.bone(Role::Foot(side), Role::Toe(side))?;
        let (ahead, aside) = (foot.dot(axes.forward), foot.dot(axes.left));
        // Toes turn out by a quarter of a turn at the most.
        let points_ahead = ahead > FOOT_AHEAD && atan2(aside.abs(), ahead) < 1.0;
        match points_ahead && foot.dot(axes.up) < TOE_ABOVE {
            true => None,
            false => self.found(Role::Foot(side), "does not point ahead"),
        }
    }

    fn trunk(&self, axes: &Axes) -> Option<Misfit> {
        let bones =
            [(Role::Spine, Role::Chest), (Role::Chest, Role::Neck), (Role::Neck, Role::Head)];
        let bent = |(from, to): &(Role, Role)| {
            self.bone(*from, *to).is_some_and(|bone| bone.dot(axes.up) < TRUNK_UP)
        };
        let (from, _) = bones.into_iter().find(bent)?;
        self.found(from, "does not rise upwards")
    }

    fn arm(&self, side: Side, axes: &Axes) -> Option<Misfit> {
        let out = if side == Side::Left { axes.left } else { -axes.left };
        let collar = self.bone(Role::Clavicle(side), Role::UpperArm(side));
        if collar.is_some_and(|collar| collar.dot(out) < COLLAR_OUT) {
            return self.found(Role::Clavicle(side), "does not lead out to the shoulder");
        }
        let upper = self.bone(Role::UpperArm(side), Role::Forearm(side))?;
        let is_off = upper.dot(axes.up) > ARM_UP
            || upper.dot(axes.forward).abs() > ARM_AHEAD
            || upper.dot(out) < ARM_INTO_BODY;
        if is_off {
            return self.found(Role::UpperArm(side), "neither hangs nor is held out");
        }
        let lower = self.bone(Role::Forearm(side), Role::Hand(side))?;
        let is_straight = lower.dot(upper) > ARM_STRAIGHT;
        if is_straight { None } else { self.found(Role::Forearm(side), "is bent") }
    }
}
