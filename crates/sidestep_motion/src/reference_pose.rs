//! One common pose for any body: upright, facing +Z, legs down, arms sideways, feet forward.
//!
//! Joint axes differ from skeleton to skeleton, and the zero pose of some is no pose a body could
//! take. What they share is this T-pose; it is built from roles and bone directions alone.

use crate::{
    joint::JointId,
    joint_tree::{hangs_from, id, rest_rotations},
    math::{atan2, from_rotation_vector, rotation_between, unit},
    roles::Role,
    side::Side,
    skeleton::Skeleton,
};
use glam::{Mat3, Quat, Vec3};

/// A spine within this angle of +Y (cosine) stands upright: the axis of the file is then more
/// exact than the line through a curved back.
const UPRIGHT: f32 = 0.9;

/// Bones within 60 degrees (cosine) of where they belong are in a pose a body can take. A leg that
/// stands has a flat foot, and collar bones and toes are left as they are.
const PLAUSIBLE: f32 = 0.5;

/// World rotation of every joint in the T-pose.
pub fn reference_rotations(skeleton: &Skeleton) -> Vec<Quat> {
    let mut body = Body { skeleton, rotations: rest_rotations(skeleton.joints()) };
    body.turn(JointId(0), body.to_upright());
    for side in Side::BOTH {
        body.straighten_leg(side);
        body.straighten_arm(side);
    }
    body.rotations
}

struct Body<'a> {
    skeleton: &'a Skeleton,
    rotations: Vec<Quat>,
}

impl Body<'_> {
    fn joint(&self, role: Role) -> Option<JointId> {
        self.skeleton.roles().get(role)
    }

    fn positions(&self) -> Vec<Vec3> {
        let mut positions: Vec<Vec3> = Vec::with_capacity(self.skeleton.len());
        for joint in self.skeleton.joints() {
            let place = joint.parent.map_or(Vec3::ZERO, |parent| {
                positions[parent.index()] + self.rotations[parent.index()] * joint.offset
            });
            positions.push(place);
        }
        positions
    }

    /// The unit vector from one role to another.
    fn direction(&self, from: Role, to: Role) -> Option<Vec3> {
        let positions = self.positions();
        let place = |role| self.joint(role).map(|joint| positions[joint.index()]);
        (place(to)? - place(from)?).try_normalize()
    }

    /// Turns a joint and everything below it about the world's axes.
    fn turn(&mut self, joint: JointId, turn: Quat) {
        for index in 0..self.rotations.len() {
            if hangs_from(self.skeleton.joints(), id(index), joint) {
                self.rotations[index] = unit(turn * self.rotations[index]);
            }
        }
    }

    /// The turn that lets the body face +Z with +Y up.
    fn to_upright(&self) -> Quat {
        let positions = self.positions();
        let place = |role| self.joint(role).map(|joint| positions[joint.index()]);
        let thighs = Side::BOTH.map(|side| place(Role::Thigh(side)));
        let [Some(left_hip), Some(right_hip)] = thighs else { return Quat::IDENTITY };
        let hips = 0.5 * (left_hip + right_hip);
        let above = [Role::Neck, Role::Head, Role::Chest].into_iter().find_map(place);
        let ankle = place(Role::Foot(Side::Left)).unwrap_or(hips);
        let up = above.map_or(hips - ankle, |above| above - hips).normalize_or(Vec3::Y);
        let up = if up.y > UPRIGHT { Vec3::Y } else { up };
        let left = (left_hip - right_hip).reject_from_normalized(up);
        let Some(left) = left.try_normalize() else { return Quat::IDENTITY };
        unit(Quat::from_mat3(&Mat3::from_cols(left, up, left.cross(up)))).conjugate()
    }

    fn straighten_leg(&mut self, side: Side) {
        let roles = [Role::Thigh(side), Role::Shank(side), Role::Foot(side), Role::Toe(side)];
        let [Some(thigh), Some(shank), Some(foot), _] = roles.map(|role| self.joint(role)) else {
            return;
        };
        let Some(down) = self.direction(roles[0], roles[1]) else { return };
        let toe = self.direction(roles[2], roles[3]);
        if down.dot(Vec3::NEG_Y) > PLAUSIBLE {
            self.swing_down(thigh, foot, down);
            if let Some(down) = self.direction(roles[1], roles[2]) {
                self.swing_down(shank, foot, down);
            }
        } else {
            self.turn(thigh, leg_turn(down, toe.unwrap_or(Vec3::Z)));
        }
        if let Some(toe) = self.direction(roles[2], roles[3]) {
            self.turn(foot, from_rotation_vector(Vec3::Y * -atan2(toe.x, toe.z)));
        }
        self.level_toes(side);
    }

    fn level_toes(&mut self, side: Side) {
        let Some(toe) = self.joint(Role::Toe(side)) else { return };
        let tip = self.skeleton.joint(toe).tip.and_then(Vec3::try_normalize);
        if let Some(now) = tip.map(|tip| self.rotations[toe.index()] * tip)
            && now.dot(Vec3::Z) < PLAUSIBLE
        {
            self.turn(toe, rotation_between(now, Vec3::Z));
        }
    }

    /// Lets a bone hang down without turning the foot.
    fn swing_down(&mut self, joint: JointId, foot: JointId, direction: Vec3) {
        let swing = rotation_between(direction, Vec3::NEG_Y);
        self.turn(joint, swing);
        self.turn(foot, swing.conjugate());
    }

    fn straighten_arm(&mut self, side: Side) {
        let sideways = if side == Side::Left { Vec3::X } else { Vec3::NEG_X };
        let clavicle = (Role::Clavicle(side), Role::UpperArm(side));
        let arm = [(clavicle.1, Role::Forearm(side)), (Role::Forearm(side), Role::Hand(side))];
        for (from, to) in std::iter::once(clavicle).chain(arm) {
            let (Some(joint), Some(now)) = (self.joint(from), self.direction(from, to)) else {
                continue;
            };
            let is_shrug = from == clavicle.0 && now.dot(sideways) > PLAUSIBLE;
            if !is_shrug {
                self.turn(joint, rotation_between(now, sideways));
            }
        }
    }
}

/// The turn that lets a leg hang down with its toes forward, wherever both pointed before.
fn leg_turn(down: Vec3, toe: Vec3) -> Quat {
    let Some(forward) = toe.reject_from_normalized(down).try_normalize() else {
        return rotation_between(down, Vec3::NEG_Y);
    };
    let up = -down;
    unit(Quat::from_mat3(&Mat3::from_cols(up.cross(forward), up, forward))).conjugate()
}
