//! Which nodes are the body: the skin that looks most human, or the nodes that move.

use super::{document::Document, tree::TreeNode};
use crate::{detect, options::ImportOptions};
use glam::Vec3;
use sidestep_motion::{Joint, JointId, Role, Roles, Side};

/// Skins looked at, the largest first: a character has a few, a bomb has thousands.
const MOST_SKINS: usize = 32;

/// Nodes that are joints, parents first, all below the first.
pub(super) type JointNodes = Vec<usize>;

/// Every set of nodes that may be a body, best first guess by size.
pub(super) fn candidates(document: &Document<'_>, nodes: &[TreeNode]) -> Vec<JointNodes> {
    let in_range = |i: &usize| *i < nodes.len();
    let mut sets: Vec<Vec<usize>> = document
        .root
        .skins
        .iter()
        .map(|skin| skin.joints.iter().map(|joint| joint.value()).filter(in_range).collect())
        .collect();
    if sets.is_empty() {
        let channels = document.root.animations.iter().flat_map(|animation| &animation.channels);
        let mut moved: Vec<usize> =
            channels.map(|channel| channel.target.node.value()).filter(in_range).collect();
        moved.sort_unstable();
        moved.dedup();
        sets.push(moved);
    }
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    sets.truncate(MOST_SKINS);
    sets.iter().map(|set| closed(nodes, set)).filter(|set| !set.is_empty()).collect()
}

/// The candidate with the most roles of a body, then the most joints.
pub(super) fn most_human(
    nodes: &[TreeNode],
    candidates: Vec<JointNodes>,
    options: &ImportOptions,
) -> Option<JointNodes> {
    let roles = |set: &JointNodes| Role::ALL.len() - roles(nodes, set, options).missing().count();
    let scored = candidates.into_iter().map(|set| (roles(&set), set));
    // The first of equals stays, which is the larger.
    let better = |a: (usize, JointNodes), b: (usize, JointNodes)| if b.0 > a.0 { b } else { a };
    scored.reduce(better).map(|(_, set)| set)
}

/// The joints from the hips down, where other joints stand above them; names of those left out.
pub(super) fn below_hips(
    nodes: &[TreeNode],
    set: &JointNodes,
    options: &ImportOptions,
) -> Option<(JointNodes, Vec<String>)> {
    let roles = roles(nodes, set, options);
    let hips = roles.get(Role::Hips).filter(|hips| hips.index() > 0)?;
    let mut is_below = vec![false; set.len()];
    let place = places(nodes, set);
    for (i, node) in set.iter().enumerate() {
        let parent = nodes[*node].parent.and_then(|parent| place[parent]);
        is_below[i] = i == hips.index() || parent.is_some_and(|parent| is_below[parent]);
    }
    let legs = Side::BOTH.map(|side| roles.get(Role::Thigh(side)));
    if legs.into_iter().flatten().any(|thigh| !is_below[thigh.index()]) {
        return None;
    }
    let kept = |below: bool| set.iter().zip(&is_below).filter(move |(_, b)| **b == below);
    let left_out = kept(false).map(|(node, _)| nodes[*node].name.clone()).collect();
    Some((kept(true).map(|(node, _)| *node).collect(), left_out))
}

/// A joint of a leg that hangs outside the hips while the leg below them lacks it, as in rigs whose
/// feet are handles of a solver: its name and its role.
pub(super) fn leg_outside(
    nodes: &[TreeNode],
    set: &JointNodes,
    below: &JointNodes,
    options: &ImportOptions,
) -> Option<(String, String)> {
    let (all, kept) = (roles(nodes, set, options), roles(nodes, below, options));
    let parts = |side| [Role::Shank(side), Role::Foot(side)];
    Side::BOTH.into_iter().flat_map(parts).find_map(|role| {
        let node = set[all.get(role)?.index()];
        let is_lost = kept.get(role).is_none() && !below.contains(&node);
        is_lost.then(|| (nodes[node].name.clone(), role.name().replace('_', " ")))
    })
}

/// Detected roles, corrected by the user as far as the set has the joints they name.
fn roles(nodes: &[TreeNode], set: &JointNodes, options: &ImportOptions) -> Roles {
    let joints = joints_at_rest(nodes, set);
    detect::roles("", &joints, options).unwrap_or_else(|_| Roles::detect(&joints))
}

/// The joints as they stand in the file, without scales: enough to tell what each is to the body.
pub(super) fn joints_at_rest(nodes: &[TreeNode], set: &JointNodes) -> Vec<Joint> {
    let place = places(nodes, set);
    let joint = |(i, node): (usize, &usize)| {
        let node = &nodes[*node];
        let parent = if i == 0 { None } else { node.parent.and_then(|parent| place[parent]) };
        Joint {
            name: node.name.clone(),
            parent: parent.and_then(|parent| u16::try_from(parent).ok()).map(JointId),
            offset: if i == 0 { Vec3::ZERO } else { node.rest.translation },
            rest: node.rest.rotation,
            tip: node.tip.or_else(|| end_of_bone(nodes, node, &place)),
        }
    };
    set.iter().enumerate().map(joint).collect()
}

/// An only child that is no joint, no thing and has nothing below it marks the end of a bone.
fn end_of_bone(nodes: &[TreeNode], node: &TreeNode, place: &[Option<usize>]) -> Option<Vec3> {
    let [child] = node.children.as_slice() else { return None };
    let end = &nodes[*child];
    let is_end = place[*child].is_none() && !end.is_thing && end.children.is_empty();
    Some(end.rest.translation).filter(|tip| is_end && tip.length() > 0.0)
}

/// The number of each node in the set.
fn places(nodes: &[TreeNode], set: &JointNodes) -> Vec<Option<usize>> {
    let mut places = vec![None; nodes.len()];
    for (i, node) in set.iter().enumerate() {
        places[*node] = Some(i);
    }
    places
}

/// The members of the tree that has most of them, with all nodes between them and their lowest
/// common ancestor, in the order of the members as far as parents come first.
fn closed(nodes: &[TreeNode], members: &[usize]) -> JointNodes {
    let mut below = vec![0_usize; nodes.len()];
    let mut is_member = vec![false; nodes.len()];
    for member in members {
        is_member[*member] = true;
    }
    let order = parents_first(nodes);
    for i in order.iter().rev() {
        below[*i] += usize::from(is_member[*i]);
        if let Some(parent) = nodes[*i].parent {
            below[parent] += below[*i];
        }
    }
    let roots = order.iter().filter(|i| nodes[**i].parent.is_none());
    let Some(root) = roots.copied().reduce(|a, b| if below[b] > below[a] { b } else { a }) else {
        return Vec::new();
    };
    let all = below[root];
    if all == 0 {
        return Vec::new();
    }
    let mut top = root;
    while let Some(child) = nodes[top].children.iter().find(|child| below[**child] == all) {
        if is_member[top] {
            break;
        }
        top = *child;
    }
    let mut is_taken = vec![false; nodes.len()];
    let mut set = Vec::new();
    for member in members {
        take_with_ancestors(nodes, *member, top, &mut is_taken, &mut set);
    }
    set
}

fn take_with_ancestors(
    nodes: &[TreeNode],
    member: usize,
    top: usize,
    is_taken: &mut [bool],
    set: &mut JointNodes,
) {
    let mut path = Vec::new();
    let mut node = member;
    loop {
        if is_taken[node] {
            break;
        }
        path.push(node);
        if node == top {
            break;
        }
        match nodes[node].parent {
            Some(parent) => node = parent,
            // A member of another tree.
            None => return,
        }
    }
    for node in path.into_iter().rev() {
        is_taken[node] = true;
        set.push(node);
    }
}

fn parents_first(nodes: &[TreeNode]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..nodes.len()).filter(|i| nodes[*i].parent.is_none()).collect();
    let mut next = 0;
    while next < order.len() {
        order.extend(&nodes[order[next]].children);
        next += 1;
    }
    order
}
