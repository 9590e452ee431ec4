//! How a body gives way to the hand that holds a part of it: the limb follows, then the trunk.
//!
//! The pull is a force. A limb follows it as far as its length and its shoulder allow; what it does
//! not take up turns the trunk, against its stiffness and within bounds, so that no pull turns a body
//! over.

use crate::{damped::Damped, stance::Stance};
use glam::Vec3;
use sidestep_control::saved_value;
use sidestep_motion::{
    JointId, Pose, Role, Side,
    kinematics::{JointTransforms, set_world_rotation},
    leg_ik::{self, AnkleTarget, Leg},
    math::{from_rotation_vector, rotation_between},
};

/// An arm that is pulled by so many newtons is half of the way from hanging to stretched along the pull.
const ARM_STIFFNESS: f32 = 45.0;

/// Newtons for each metre that a foot is, beyond what it takes to lift it.
const LEG_STIFFNESS: (f32, f32) = (350.0, 40.0);

/// How far a foot is led at the most, in metres.
const FARTHEST: f32 = 0.4;

/// How far an arm that turns round goes out of its way, to the side and ahead.
const DETOUR: [f32; 2] = [0.5, 0.35];

/// Newton metres for each radian that the trunk turns: over, and about the vertical.
const TRUNK_STIFFNESS: [f32; 2] = [260.0, 120.0];

/// How far the trunk turns at the most, in radians: over, and about the vertical.
const MOST_TURN: [f32; 2] = [0.55, 0.7];

/// The same of the neck, where the head is held.
const NECK: [f32; 2] = [45.0, 0.45];

/// Half-lives of a limb, of the trunk and of the force that is felt, in seconds.
const HALF_LIVES: [f32; 3] = [0.16, 0.12, 0.08];

/// How far behind the shoulders and to the other side an arm goes, as components of its direction.
const SHOULDER: [f32; 2] = [-0.5, -0.45];

/// What a pull does to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Give {
    /// The part that is held, or was last.
    pub(crate) joint: JointId,
    /// The force that is felt, in newtons.
    pub(crate) force: Damped,
    /// How far a foot is led, in metres; of an arm, how far it is stretched along the pull, from 0 to 1.
    reach: Damped,
    /// How the trunk is turned, as a rotation vector.
    turn: Damped,
    /// And the neck.
    nod: Damped,
}

saved_value!(Give { joint, force, reach, turn, nod });

/// The limb that a joint is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limb {
    /// An arm, from the elbow on.
    Arm(Side),
    /// A leg, from the knee on.
    Leg(Side),
    /// Head and neck.
    Head,
    /// All else.
    Trunk,
}

impl Give {
    /// A body that has not given way yet.
    pub(crate) fn new(joint: JointId) -> Self {
        let none = Damped::default();
        Self { joint, force: none, reach: none, turn: none, nod: none }
    }

    /// The limb that is held.
    pub(crate) fn limb(&self, stance: &Stance) -> Limb {
        limb_of(stance, self.joint)
    }

    /// How far a foot is led from where it stands.
    pub(crate) fn foot(&self, stance: &Stance, side: Side) -> Vec3 {
        if self.limb(stance) == Limb::Leg(side) { self.reach.value } else { Vec3::ZERO }
    }

    /// How much is left of all that, in metres, more or less.
    pub(crate) fn left(&self) -> f32 {
        let turned = self.turn.value.length() + self.nod.value.length();
        self.reach.value.length() + 0.5 * turned + 0.1 * self.turn.velocity.length()
    }

    /// Lets `secs` pass under a force on the part that is held, of a body whose joints are `at` and
    /// whose arms are free to follow or not.
    pub(crate) fn advance(
        &mut self,
        stance: &Stance,
        newtons: Vec3,
        (at, is_loose): (&JointTransforms, bool),
        secs: f32,
    ) {
        let limb = self.limb(stance);
        let [limb_secs, trunk_secs, force_secs] = HALF_LIVES;
        self.force.follow(newtons, force_secs, secs);
        let force = self.force.value;
        let reach = match limb {
            Limb::Arm(side) if is_loose => {
                let frame = ShoulderFrame::of(stance, side, at);
                let way = frame.map_or(force, |frame| frame.within(force.normalize_or_zero()));
                way.normalize_or_zero() * (force.length() / (force.length() + ARM_STIFFNESS))
            }
            Limb::Leg(_) => {
                let (stiffness, free) = LEG_STIFFNESS;
                let taken = force.clamp_length_max((force.length() - free).max(0.0));
                (taken / stiffness).clamp_length_max(FARTHEST)
            }
            Limb::Arm(_) | Limb::Head | Limb::Trunk => Vec3::ZERO,
        };
        self.reach.follow(reach, limb_secs, secs);
        let held = at.position(self.joint);
        let about = |pivot: Vec3| (held - pivot).cross(force);
        let is_leg = matches!(limb, Limb::Leg(_));
        let torque = if is_leg { Vec3::ZERO } else { about(at.positions[0]) };
        self.turn.follow(bounded(torque), trunk_secs, secs);
        let nod = stance.neck.filter(|_| limb == Limb::Head);
        let nod = nod.map_or(Vec3::ZERO, |neck| about(at.position(neck)) / NECK[0]);
        self.nod.follow(nod.clamp_length_max(NECK[1]), trunk_secs, secs);
    }

    /// Turns the trunk of a pose. `at` must hold it, and holds it again afterwards.
    pub(crate) fn turn_trunk(&self, stance: &Stance, pose: &mut Pose, at: &mut JointTransforms) {
        for (joint, share) in &stance.trunk {
            turn_joint(stance, *joint, self.turn.value * *share, pose, at);
        }
        if let Some(neck) = stance.neck {
            // The head stays upright where it can: it is not the neck that is pulled.
            let upright = -0.4 * self.turn.value;
            turn_joint(stance, neck, self.nod.value + upright, pose, at);
        }
    }

    /// Leads the arm that is held, likewise.
    pub(crate) fn lead_arm(&self, stance: &Stance, pose: &mut Pose, at: &mut JointTransforms) {
        let Limb::Arm(side) = self.limb(stance) else { return };
        let Some(arm) = &stance.arms[side.index()] else { return };
        if self.reach.value.length_squared() < 1e-8 {
            return;
        }
        let holds_elbow = self.joint == arm.shank;
        let shoulder = at.position(arm.thigh);
        let end = if holds_elbow { arm.shank } else { arm.foot };
        let hangs = at.position(end) - shoulder;
        let length = at.position(arm.shank).distance(shoulder)
            + if holds_elbow { 0.0 } else { at.position(end).distance(at.position(arm.shank)) };
        let (Some(from), Some(pull)) = (hangs.try_normalize(), self.reach.value.try_normalize())
        else {
            return;
        };
        let Some(frame) = ShoulderFrame::of(stance, side, at) else { return };
        let share = self.reach.value.length().min(1.0);
        let out = frame.outward * DETOUR[0] + frame.forward * DETOUR[1];
        // The way from hanging to a pull straight up leads round the side.
        let halfway = |to: Vec3| (from + to + out * (1.0 - from.dot(to))).normalize_or(to);
        let left = 1.0 - share;
        let bent = from * left * left + halfway(pull) * 2.0 * left * share + pull * share * share;
        let to = bent.normalize_or(from);
        let between = halfway(to);
        let swing = |from: Vec3, to: Vec3, pose: &mut Pose, at: &mut JointTransforms| {
            let turned = rotation_between(from, to) * at.rotation(arm.thigh);
            set_world_rotation(pose, at, &stance.skeleton, arm.thigh, turned);
            at.compute(&stance.skeleton, pose.as_ref());
        };
        swing(from, between, pose, at);
        swing(between, to, pose, at);
        if !holds_elbow {
            let far = hangs.length() + share * (0.985 * length - hangs.length()).max(0.0);
            let place = shoulder + to * far;
            lead_hand(stance, arm, place.with_y(place.y.max(0.05)), pose, at);
        }
    }

    /// The same in another place of the world.
    pub(crate) fn turned(self, turn: impl Fn(Vec3) -> Vec3 + Copy) -> Self {
        Self {
            joint: self.joint,
            force: self.force.turned(turn),
            reach: self.reach.turned(turn),
            turn: self.turn.turned(turn),
            nod: self.nod.turned(turn),
        }
    }
}

/// Puts a hand at a place; it goes along with its forearm.
fn lead_hand(stance: &Stance, arm: &Leg, to: Vec3, pose: &mut Pose, at: &mut JointTransforms) {
    let local = pose.rotations[arm.foot.index()];
    let target = AnkleTarget { position: to, rotation: None };
    leg_ik::solve(&stance.skeleton, arm, &target, pose, at);
    pose.rotations[arm.foot.index()] = local;
    at.compute(&stance.skeleton, pose.as_ref());
}

/// The limb of a joint: a finger is part of its arm, a toe of its leg.
fn limb_of(stance: &Stance, joint: JointId) -> Limb {
    let skeleton = &stance.skeleton;
    let role = |role| skeleton.roles().get(role);
    let mut above = (joint.index() < skeleton.len()).then_some(joint);
    while let Some(one) = above {
        for side in Side::BOTH {
            let arm = &stance.arms[side.index()];
            if arm.as_ref().is_some_and(|arm| one == arm.shank || one == arm.foot) {
                return Limb::Arm(side);
            }
            let leg = &stance.legs[side.index()];
            if one == leg.shank || one == leg.foot {
                return Limb::Leg(side);
            }
        }
        if Some(one) == role(Role::Head) || Some(one) == role(Role::Neck) {
            return Limb::Head;
        }
        above = skeleton.joint(one).parent;
    }
    Limb::Trunk
}

/// How a torque turns the trunk.
fn bounded(torque: Vec3) -> Vec3 {
    let over = (torque.with_y(0.0) / TRUNK_STIFFNESS[0]).clamp_length_max(MOST_TURN[0]);
    over.with_y((torque.y / TRUNK_STIFFNESS[1]).clamp(-MOST_TURN[1], MOST_TURN[1]))
}

/// Turns a joint in the world, and all that hangs from it.
fn turn_joint(
    stance: &Stance,
    joint: JointId,
    by: Vec3,
    pose: &mut Pose,
    at: &mut JointTransforms,
) {
    if by.length_squared() < 1e-10 {
        return;
    }
    let turned = from_rotation_vector(by) * at.rotation(joint);
    set_world_rotation(pose, at, &stance.skeleton, joint, turned);
    at.compute(&stance.skeleton, pose.as_ref());
}

/// The axes of a shoulder.
struct ShoulderFrame {
    outward: Vec3,
    forward: Vec3,
}

impl ShoulderFrame {
    fn of(stance: &Stance, side: Side, at: &JointTransforms) -> Option<Self> {
        let [Some(left), Some(right)] = &stance.arms else { return None };
        let [left, right] = [at.position(left.thigh), at.position(right.thigh)];
        let across = (left - right).try_normalize()?;
        let up = 0.5 * (left + right) - at.positions[0];
        let forward = across.cross(up).try_normalize()?;
        let outward = if side == Side::Left { across } else { -across };
        Some(Self { outward, forward })
    }

    /// A direction as far as the shoulder lets the arm go: not far behind the back, nor across. It jumps
    /// where the pull leads up, back and across at once, so only what follows it smoothly is shown.
    fn within(&self, mut direction: Vec3) -> Vec3 {
        // An arm that is pulled straight back goes down and out, one pulled across goes ahead.
        let [back, across] = SHOULDER;
        let ways = [
            (self.forward, back, self.outward - Vec3::Y),
            (self.outward, across, self.forward - 0.3 * Vec3::Y),
        ];
        for (axis, least, instead) in ways {
            let along = direction.dot(axis);
            if along < least {
                let rest = direction - along * axis + 2.0 * (least - along) * instead;
                let rest = (rest - rest.dot(axis) * axis).normalize_or(Vec3::NEG_Y);
                direction = axis * least + rest * (1.0 - least * least).sqrt();
            }
        }
        direction.normalize_or(Vec3::NEG_Y)
    }
}
