//! The rigid segments of a body: which joints they hold, where they lie, how heavy they are.

use glam::Vec3;
use sidestep_motion::{JointId, Role, Side, Skeleton, kinematics::JointTransforms};

/// Mass of each segment as a share of the body's, and the role at its far end (Winter,
/// "Biomechanics and motor control of human movement", table 4.1).
const SEGMENTS: [(Role, f32, Option<Role>); 17] = {
    use Role::*;
    use Side::{Left, Right};
    [
        (Hips, 0.142, Some(Spine)),
        (Spine, 0.139, Some(Chest)),
        (Chest, 0.216, Some(Neck)),
        (Neck, 0.081, Some(Head)),
        (Head, 0.081, None),
        (UpperArm(Left), 0.028, Some(Forearm(Left))),
        (UpperArm(Right), 0.028, Some(Forearm(Right))),
        (Forearm(Left), 0.016, Some(Hand(Left))),
        (Forearm(Right), 0.016, Some(Hand(Right))),
        (Hand(Left), 0.006, None),
        (Hand(Right), 0.006, None),
        (Thigh(Left), 0.1, Some(Shank(Left))),
        (Thigh(Right), 0.1, Some(Shank(Right))),
        (Shank(Left), 0.0465, Some(Foot(Left))),
        (Shank(Right), 0.0465, Some(Foot(Right))),
        (Foot(Left), 0.0145, Some(Toe(Left))),
        (Foot(Right), 0.0145, Some(Toe(Right))),
    ]
};

/// A segment shorter than this is taken as that long, in metres: some joints coincide.
const LEAST_LENGTH: f32 = 0.08;

/// Density of the body, in kg/m³; it sets how thick a segment is.
const DENSITY: f32 = 1000.0;

/// The segments of a skeleton, parents first.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyPlan {
    /// All segments; the first holds the root.
    pub segments: Vec<Segment>,
    /// The segment that each joint is part of.
    pub segment_of: Vec<usize>,
    /// The segment of each foot.
    pub feet: [Option<Foot>; 2],
}

/// A rigid part of the body. Its space is that of its joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The joint about which it turns.
    pub joint: JointId,
    /// The segment it hangs from.
    pub parent: Option<usize>,
    /// Its mass.
    pub mass_kg: f32,
    /// Its far end; it begins at its joint.
    pub end: Vec3,
    /// How thick it is, as a capsule, in metres.
    pub radius: f32,
    /// Whether it is part of the trunk.
    pub is_trunk: bool,
}

/// A foot and the point it rolls about besides the ankle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// Its segment.
    pub segment: usize,
    /// The ball of the foot, seen from the ankle.
    pub ball: Vec3,
}

impl BodyPlan {
    /// The segments of a skeleton by its roles; joints without a segment of their own move along
    /// with the one above them.
    pub fn new(skeleton: &Skeleton, mass_kg: f32) -> Self {
        let rest = JointTransforms::of_rest(skeleton);
        let mut shares: Vec<(Option<f32>, Option<Role>)> = vec![(None, None); skeleton.len()];
        let roles = skeleton.roles();
        for (role, share, end) in SEGMENTS {
            // The neck carries the head with it, where there is one.
            let is_carried = role == Role::Head && roles.get(Role::Neck).is_some();
            if let Some(joint) = roles.get(role).filter(|_| !is_carried) {
                let slot = &mut shares[joint.index()];
                slot.0 = Some(slot.0.unwrap_or(0.0) + share);
                slot.1 = end;
            }
        }
        shares[0].0.get_or_insert(0.142);
        let total: f32 = shares.iter().filter_map(|(share, _)| *share).sum();
        let mut plan = Self { segments: Vec::new(), segment_of: Vec::new(), feet: [None; 2] };
        for (index, joint) in skeleton.joints().iter().enumerate() {
            let above = joint.parent.map(|parent| plan.segment_of[parent.index()]);
            let (share, end_role) = shares[index];
            let Some(share) = share else {
                plan.segment_of.push(above.unwrap_or(0));
                continue;
            };
            let id = JointId(u16::try_from(index).unwrap_or(u16::MAX));
            let far = end_role.and_then(|role| roles.get(role)).filter(|far| *far != id);
            let end = end_of(skeleton, &rest, id, far);
            let mass_kg = mass_kg * share / total;
            let radius = (mass_kg / (DENSITY * std::f32::consts::PI * end.length())).sqrt();
            plan.segment_of.push(plan.segments.len());
            let trunk = [Role::Hips, Role::Spine, Role::Chest];
            let is_trunk = index == 0 || trunk.iter().any(|role| roles.get(*role) == Some(id));
            let parent = above;
            plan.segments.push(Segment { joint: id, parent, mass_kg, end, radius, is_trunk });
        }
        plan.feet = Side::BOTH.map(|side| {
            let joint = roles.get(Role::Foot(side))?;
            let segment = plan.segment_of[joint.index()];
            Some(Foot { segment, ball: plan.segments[segment].end })
        });
        plan
    }
}

/// Where a segment ends, in the space of its joint.
fn end_of(
    skeleton: &Skeleton,
    rest: &JointTransforms,
    joint: JointId,
    far: Option<JointId>,
) -> Vec3 {
    let at = |point: Vec3| rest.rotation(joint).conjugate() * (point - rest.position(joint));
    let end = match far {
        Some(far) => at(rest.position(far)),
        None => match skeleton.joint(joint).tip {
            Some(tip) => tip,
            None => {
                let child = skeleton.children(joint).next();
                child.map_or(Vec3::ZERO, |child| skeleton.joint(child).offset)
            }
        },
    };
    let along = end.try_normalize().unwrap_or_else(|| rest.rotation(joint).conjugate() * Vec3::Y);
    along * end.length().max(LEAST_LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_performer_has_a_whole_body() {
        let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
        let skeleton = &clips[0].skeleton;
        let plan = BodyPlan::new(skeleton, 70.0);
        let mass: f32 = plan.segments.iter().map(|segment| segment.mass_kg).sum();
        assert!((mass - 70.0).abs() < 1e-3);
        assert!(plan.feet.iter().all(Option::is_some));
        assert!(plan.segments.len() >= 14, "{}", plan.segments.len());
        let thigh = skeleton.roles().get(Role::Thigh(Side::Left)).expect("a thigh");
        let thigh = plan.segments[plan.segment_of[thigh.index()]];
        // A tenth of 70 kg, as long as a thigh is.
        assert!((thigh.mass_kg - 7.0).abs() < 0.5, "{}", thigh.mass_kg);
        assert!((0.3..0.6).contains(&thigh.end.length()), "{}", thigh.end.length());
        for (index, segment) in plan.segments.iter().enumerate() {
            assert!(segment.parent.is_none_or(|parent| parent < index));
        }
    }
}
