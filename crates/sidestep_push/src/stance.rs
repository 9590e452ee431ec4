//! How a body of the library stands, and what it stands with: the pose that a held body keeps to.

use crate::{balance::centre_of_mass, body_plan::BodyPlan, passage::Passages};
use glam::{Quat, Vec3};
use sidestep_motion::{
    FrameId, JointId, MotionLibrary, Pose, Role, Side, Skeleton, kinematics::JointTransforms,
    leg_ik::Leg,
};
use sidestep_performer::{Standing, clearance};
use std::sync::Arc;

/// A body that stands at the origin and faces +Z.
#[derive(Clone, Debug)]
pub(crate) struct Stance {
    pub(crate) skeleton: Arc<Skeleton>,
    pub(crate) pose: Pose,
    /// Its joints.
    pub(crate) at: JointTransforms,
    pub(crate) legs: [Leg; 2],
    /// Upper arm, elbow and hand, as a leg whose knee bends the other way.
    pub(crate) arms: [Option<Leg>; 2],
    /// The ball of each foot, in the space of the ankle.
    pub(crate) balls: [Vec3; 2],
    /// Its centre of mass.
    pub(crate) centre: Vec3,
    /// From hip to ankle along the bones.
    pub(crate) leg_length: f32,
    /// How high each joint is at the least.
    pub(crate) clearance: Vec<f32>,
    /// Joints that a pull turns in the trunk: root, spine and chest, each with its share.
    pub(crate) trunk: Vec<(JointId, f32)>,
    /// The neck.
    pub(crate) neck: Option<JointId>,
    /// How the data falls and gets up.
    pub(crate) passages: Passages,
}

impl Stance {
    /// The best there is in a library; `None` where the skeleton has no two legs, or never both feet
    /// on the floor.
    pub(crate) fn of(library: &MotionLibrary, plan: &BodyPlan) -> Option<Self> {
        let skeleton = library.skeleton();
        let [left, right] = Side::BOTH.map(|side| Leg::of(skeleton, side));
        let legs = [left?, right?];
        let frame = standing_frame(library, &legs)?;
        let mut pose = library.pose(frame).to_pose();
        library.ground(frame).inverse().transform_pose(&mut pose);
        let mut at = JointTransforms::new(skeleton.len());
        at.compute(skeleton, pose.as_ref());
        let [hip, knee, ankle] =
            [legs[0].thigh, legs[0].shank, legs[0].foot].map(|joint| at.position(joint));
        let balls = [0, 1].map(|side: usize| plan.feet[side].map_or(Vec3::Z * 0.1, |f| f.ball));
        let roles = skeleton.roles();
        Some(Self {
            arms: Side::BOTH.map(|side| arm(skeleton, side)),
            centre: centre_of_mass(plan, &at),
            leg_length: hip.distance(knee) + knee.distance(ankle),
            clearance: clearance(skeleton, &at),
            trunk: trunk(skeleton),
            passages: Passages::of(library, pose.root_position.y),
            neck: roles.get(Role::Neck).or_else(|| roles.get(Role::Head)),
            skeleton: Arc::clone(skeleton),
            pose,
            at,
            legs,
            balls,
        })
    }

    /// What postures bend.
    pub(crate) fn standing(&self) -> Standing<'_> {
        Standing {
            skeleton: &self.skeleton,
            pose: self.pose.as_ref(),
            at: &self.at,
            clearance: &self.clearance,
        }
    }

    /// Where an ankle stands, and how its foot is turned.
    pub(crate) fn ankle(&self, side: Side) -> (Vec3, Quat) {
        let foot = self.legs[side.index()].foot;
        (self.at.position(foot), self.at.rotation(foot))
    }

    /// The middle between ankles and balls of both feet, on the floor.
    pub(crate) fn middle(&self) -> Vec3 {
        let ends = Side::BOTH.map(|side| {
            let (place, rotation) = self.ankle(side);
            place + 0.5 * (rotation * self.balls[side.index()])
        });
        (0.5 * (ends[0] + ends[1])).with_y(0.0)
    }
}

/// The frame with both feet down that is stillest, tallest and has its feet side by side.
fn standing_frame(library: &MotionLibrary, legs: &[Leg; 2]) -> Option<FrameId> {
    let skeleton = library.skeleton();
    let hands = Side::BOTH.map(|side| skeleton.roles().get(Role::Hand(side)));
    let [mut now, mut then] = [(); 2].map(|()| JointTransforms::new(skeleton.len()));
    let mut heights: Vec<f32> = (0_u32..)
        .take(library.len())
        .map(|frame| library.pose(FrameId(frame)).root_position.y)
        .collect();
    heights.sort_by(f32::total_cmp);
    let tall = *heights.get(heights.len() * 4 / 5)?;
    let mut best: Option<(FrameId, f32)> = None;
    for frame in (1_u32..).take(library.len().saturating_sub(1)) {
        let (id, earlier) = (FrameId(frame), FrameId(frame - 1));
        let is_down = Side::BOTH.iter().all(|side| library.contacts(id).get(*side));
        if !is_down || library.clip_of(id) != library.clip_of(earlier) {
            continue;
        }
        now.compute(skeleton, library.pose(id));
        then.compute(skeleton, library.pose(earlier));
        let way =
            now.positions.iter().zip(&then.positions).map(|(a, b)| a.distance(*b)).sum::<f32>()
                / skeleton.len() as f32;
        let apart = now.position(legs[0].foot) - now.position(legs[1].foot);
        let apart = library.ground(id).inverse().transform_vector(apart);
        let hips = now.position(legs[0].thigh).distance(now.position(legs[1].thigh));
        let root = now.positions[0].y;
        let hands = hands.iter().flatten().map(|hand| now.position(*hand).y - root);
        let cost = way * library.rate_hz() / 0.1
            + (root - tall).abs() / 0.04
            + apart.z.abs() / 0.12
            + (apart.x - 1.3 * hips).abs() / 0.1
            + (hands.fold(0.0, f32::max) - 0.1).max(0.0) / 0.05;
        if best.is_none_or(|(_, least)| cost < least) {
            best = Some((id, cost));
        }
    }
    best.map(|(frame, _)| frame)
}

/// An arm, whose elbow bends towards the front.
fn arm(skeleton: &Skeleton, side: Side) -> Option<Leg> {
    let role = |role| skeleton.roles().get(role);
    let (upper, fore) = (role(Role::UpperArm(side))?, role(Role::Forearm(side))?);
    let arm = Leg::new(skeleton, upper, fore, role(Role::Hand(side))?, None)?;
    let knee_axis = -arm.knee_axis;
    Some(Leg { knee_axis, ..arm })
}

/// The joints that a pull turns, from the root up.
fn trunk(skeleton: &Skeleton) -> Vec<(JointId, f32)> {
    let roles = skeleton.roles();
    let mut trunk = vec![(JointId(0), 0.3)];
    for (role, share) in [(Role::Spine, 0.3), (Role::Chest, 0.4)] {
        if let Some(joint) = roles.get(role).filter(|joint| joint.index() > 0) {
            trunk.push((joint, share));
        }
    }
    let total: f32 = trunk.iter().map(|(_, share)| share).sum();
    trunk.iter().map(|(joint, share)| (*joint, share / total)).collect()
}
