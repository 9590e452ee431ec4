//! Roles from the shape of the reference pose, for skeletons whose names say nothing.
//!
//! Legs are the symmetric pair of chains that reaches lowest, arms the pair that reaches widest,
//! the head ends the chain that reaches highest. In each limb the two longest bones in a row are
//! its upper and lower part. Y must be up in the reference pose.

use crate::{
    joint::{Joint, JointId},
    joint_tree::{common_ancestor, hangs_from, id, path_from_root, rest_positions},
    role::{Role, Roles},
    side::Side,
};
use glam::Vec3;

/// Chains whose lengths differ by more than this share are no pair.
const ASYMMETRY: f32 = 0.2;

/// Fills in the roles of the legs that are still empty.
pub(crate) fn legs(joints: &[Joint], roles: &mut Roles) {
    let body = Body::at_rest(joints);
    let lowest = |chain: &Chain| -body.reach(chain).y;
    let Some((a, b)) = best_pair(&body, &body.leaves(), lowest) else { return };
    let (Some(limb_a), Some(limb_b)) = (body.limb(&a), body.limb(&b)) else { return };
    let left_is_a = (body.positions[limb_a.upper.index()] - body.positions[limb_b.upper.index()])
        .dot(left_by_toes(&body, &limb_a, &limb_b))
        > 0.0;
    let sides = if left_is_a { Side::BOTH } else { [Side::Right, Side::Left] };
    for (side, limb) in sides.into_iter().zip([limb_a, limb_b]) {
        fill(roles, Role::Thigh(side), Some(limb.upper));
        fill(roles, Role::Shank(side), Some(limb.lower));
        fill(roles, Role::Foot(side), limb.end);
        fill(roles, Role::Toe(side), limb.after);
    }
}

/// Fills in the roles of arms, neck and head that are still empty; the legs must be known.
pub(crate) fn arms_and_head(joints: &[Joint], roles: &mut Roles) {
    let body = Body::at_rest(joints);
    let thighs = Side::BOTH.map(|side| roles.get(Role::Thigh(side)));
    let [Some(left_thigh), Some(right_thigh)] = thighs else { return };
    let across = body.positions[left_thigh.index()] - body.positions[right_thigh.index()];
    let Some(left) = (across * Vec3::new(1.0, 0.0, 1.0)).try_normalize() else { return };
    let mut leaves = body.leaves();
    let in_leg = |leaf: &JointId| {
        [left_thigh, right_thigh].iter().any(|thigh| hangs_from(joints, *leaf, *thigh))
    };
    leaves.retain(|leaf| !in_leg(leaf));
    let width = |chain: &Chain| body.reach(chain).dot(left).abs();
    let mut above = None;
    if let Some((a, b)) = best_pair(&body, &leaves, width) {
        above = Some(common_ancestor(joints, a.leaf(), b.leaf()));
        let side = |chain: &Chain| {
            if body.reach(chain).dot(left) > 0.0 { Side::Left } else { Side::Right }
        };
        for chain in [&a, &b] {
            fill_arm(roles, side(chain), body.limb(chain));
        }
        leaves.retain(|leaf| {
            let hangs = |chain: &Chain| hangs_from(joints, *leaf, chain.joints[0]);
            !hangs(&a) && !hangs(&b)
        });
    }
    fill_head(&body, roles, &leaves, above);
}

fn fill_arm(roles: &mut Roles, side: Side, limb: Option<Limb>) {
    let Some(limb) = limb else { return };
    fill(roles, Role::Clavicle(side), limb.before);
    fill(roles, Role::UpperArm(side), Some(limb.upper));
    fill(roles, Role::Forearm(side), Some(limb.lower));
    fill(roles, Role::Hand(side), limb.end);
}

/// The chain that reaches highest from the chest: its first joint is the neck, its last the head.
fn fill_head(body: &Body<'_>, roles: &mut Roles, leaves: &[JointId], chest: Option<JointId>) {
    let Some(chest) = chest else { return };
    let height = |leaf: &JointId| body.end_of(*leaf).y;
    let above = leaves.iter().filter(|leaf| hangs_from(body.joints, **leaf, chest));
    let Some(top) = above.max_by(|a, b| height(a).total_cmp(&height(b))) else { return };
    let path = path_from_root(body.joints, *top);
    let from = path.iter().position(|joint| *joint == chest).map_or(0, |at| at + 1);
    match &path[from..] {
        [] => {}
        [head] => fill(roles, Role::Head, Some(*head)),
        [neck, .., head] => {
            fill(roles, Role::Neck, Some(*neck));
            fill(roles, Role::Head, Some(*head));
        }
    }
}

/// Gives an empty role to a joint that plays none yet.
fn fill(roles: &mut Roles, role: Role, joint: Option<JointId>) {
    let is_free = |joint: &JointId| Role::ALL.into_iter().all(|r| roles.get(r) != Some(*joint));
    if roles.get(role).is_none()
        && let Some(joint) = joint.filter(is_free)
    {
        roles.set(role, Some(joint));
    }
}

/// The body's left by the way the toes point; +X where there are none.
fn left_by_toes(body: &Body<'_>, a: &Limb, b: &Limb) -> Vec3 {
    let toe = |limb: &Limb| match limb.end {
        Some(ankle) => body.end_of(limb.after.unwrap_or(ankle)) - body.positions[ankle.index()],
        None => Vec3::ZERO,
    };
    let forward = (toe(a) + toe(b)) * Vec3::new(1.0, 0.0, 1.0);
    forward.try_normalize().map_or(Vec3::X, |forward| Vec3::Y.cross(forward))
}

/// The two chains of one shape that meet at one joint and together score highest.
fn best_pair(
    body: &Body<'_>,
    leaves: &[JointId],
    score: impl Fn(&Chain) -> f32,
) -> Option<(Chain, Chain)> {
    let mut best: Option<(f32, Chain, Chain)> = None;
    for (index, a) in leaves.iter().enumerate() {
        for b in &leaves[index + 1..] {
            let Some((a, b)) = body.pair(*a, *b) else { continue };
            let total = score(&a) + score(&b);
            if total > 1e-4 && best.as_ref().is_none_or(|(best, _, _)| total > *best + 1e-6) {
                best = Some((total, a, b));
            }
        }
    }
    best.map(|(_, a, b)| (a, b))
}

/// Joints from below a fork to a leaf; at least one.
struct Chain {
    fork: JointId,
    joints: Vec<JointId>,
}

impl Chain {
    fn leaf(&self) -> JointId {
        self.joints.last().copied().unwrap_or(self.fork)
    }
}

/// The joints around the two longest bones in a row of a chain.
struct Limb {
    before: Option<JointId>,
    upper: JointId,
    lower: JointId,
    end: Option<JointId>,
    after: Option<JointId>,
}

struct Body<'a> {
    joints: &'a [Joint],
    positions: Vec<Vec3>,
    ends: Vec<Vec3>,
}

impl<'a> Body<'a> {
    fn at_rest(joints: &'a [Joint]) -> Self {
        let positions = rest_positions(joints);
        let rotations = crate::joint_tree::rest_rotations(joints);
        let end = |index: usize| {
            positions[index] + rotations[index] * joints[index].tip.unwrap_or(Vec3::ZERO)
        };
        let ends = (0..joints.len()).map(end).collect();
        Self { joints, positions, ends }
    }

    fn leaves(&self) -> Vec<JointId> {
        let is_leaf = |index: &usize| !self.joints.iter().any(|j| j.parent == Some(id(*index)));
        (1..self.joints.len()).filter(is_leaf).map(id).collect()
    }

    fn end_of(&self, joint: JointId) -> Vec3 {
        self.ends[joint.index()]
    }

    /// From the fork to the end of the chain.
    fn reach(&self, chain: &Chain) -> Vec3 {
        self.end_of(chain.leaf()) - self.positions[chain.fork.index()]
    }

    fn length(&self, chain: &Chain) -> f32 {
        chain.joints.iter().map(|joint| self.joints[joint.index()].offset.length()).sum()
    }

    /// The chains of two leaves from where they fork, if they look like mirror images.
    fn pair(&self, a: JointId, b: JointId) -> Option<(Chain, Chain)> {
        let fork = common_ancestor(self.joints, a, b);
        let chain = |leaf| {
            let path = path_from_root(self.joints, leaf);
            let from = path.iter().position(|joint| *joint == fork).map_or(0, |at| at + 1);
            Chain { fork, joints: path[from..].to_vec() }
        };
        let (a, b) = (chain(a), chain(b));
        let (length_a, length_b) = (self.length(&a), self.length(&b));
        let alike = (length_a - length_b).abs() <= ASYMMETRY * length_a.max(length_b);
        let same_size = a.joints.len() == b.joints.len() && a.joints.len() >= 2;
        // Mirror images reach apart: the part in which they agree is not the whole.
        let apart = (self.reach(&a) - self.reach(&b)).length() > 0.05 * length_a.max(length_b);
        (alike && same_size && apart).then_some((a, b))
    }

    fn limb(&self, chain: &Chain) -> Option<Limb> {
        let joints = &chain.joints;
        let place = |index: usize| joints.get(index).map(|joint| self.positions[joint.index()]);
        let end = self.end_of(chain.leaf());
        let bone = |index: usize| match (place(index), place(index + 1)) {
            (Some(from), Some(to)) => (to - from).length(),
            (Some(from), None) => (end - from).length(),
            _ => 0.0,
        };
        let length = |index: usize| bone(index) + bone(index + 1);
        let candidates = 0..joints.len().checked_sub(1)?;
        // The first of equals: the joint nearer to the trunk.
        let upper = candidates
            .fold(0, |best, index| if length(index) > length(best) + 1e-6 { index } else { best });
        Some(Limb {
            before: upper.checked_sub(1).map(|before| joints[before]),
            upper: joints[upper],
            lower: joints[upper + 1],
            end: joints.get(upper + 2).copied(),
            after: joints.get(upper + 3).copied(),
        })
    }
}
