//! A clip put on another skeleton, so that corpora with several actors become one library.
//!
//! Rotations are copied joint by joint: as they are between skeletons that differ in proportions
//! only, else against the T-pose both share. The body is scaled by the length of its legs, set on
//! the floor, and its feet are kept where they stand.

use crate::{
    clip::Clip,
    contact_detection::{self, ContactConfig},
    foot_planting::plant,
    joint::JointId,
    joint_motion::JointMotion,
    joint_tree::{id, path_from_root},
    kinematics::JointTransforms,
    math::{slerp, unit},
    object_retarget::{Carrier, carry_objects},
    pose::PoseRef,
    reference_pose::reference_rotations,
    roles::{Role, Roles},
    side::Side,
    skeleton::Skeleton,
    standing::misfit,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Bones of equally named joints may point apart by up to this angle (its cosine, 25 degrees) for
/// their rotations to be copied as they are.
const SAME_DIRECTION: f32 = 0.906;

/// Bones shorter than this, in metres, have no direction worth comparing.
const SHORT_BONE: f32 = 0.03;

/// Why a clip cannot be put on another skeleton.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RetargetError {
    /// Legs are needed on both sides to scale the body and to plant its feet.
    #[error(
        "clip '{clip}' cannot be retargeted: the {whose} skeleton has no {}; name these joints by \
         their roles",
        .roles.join(", ")
    )]
    MissingRoles {
        /// Name of the clip.
        clip: String,
        /// `source` or `target`.
        whose: &'static str,
        /// The roles nobody plays.
        roles: Vec<&'static str>,
    },
    /// Legs without length.
    #[error("clip '{clip}' cannot be retargeted: the legs of the {whose} skeleton have no length")]
    NoLegs {
        /// Name of the clip.
        clip: String,
        /// `source` or `target`.
        whose: &'static str,
    },
    /// Joint axes differ, and there is no pose in which both bodies are known to stand alike.
    #[error(
        "clip '{clip}' cannot be retargeted: the {whose} skeleton has no reference pose (at rest \
         joint '{joint}' {problem}); name a frame or a file in which it stands in a T-pose under \
         `reference` in a manifest, or import takes on it that stand and walk"
    )]
    NoReference {
        /// Name of the clip.
        clip: String,
        /// `source` or `target`.
        whose: &'static str,
        /// The joint that gives it away.
        joint: String,
        /// What is wrong with it.
        problem: &'static str,
    },
}

/// Puts a clip on the skeleton `target`.
///
/// Paths on the ground are scaled by the ratio of the leg lengths; feet rest at the height at which
/// those of the source do. A clip that is on that skeleton already comes back as it is. Skeletons
/// whose joint axes differ must both be at rest in a pose in which a body stands, as
/// [`crate::standing`] tells; [`crate::shared_reference`] finds one where it can.
pub fn retarget(clip: &Clip, target: &Arc<Skeleton>) -> Result<Clip, RetargetError> {
    if clip.skeleton.same_shape(target, 1e-6) {
        return Ok(Clip { skeleton: Arc::clone(target), ..clip.clone() });
    }
    let scale = leg_length(target, &clip.name, "target")?
        / leg_length(&clip.skeleton, &clip.name, "source")?;
    if needs_reference(&clip.skeleton, target) {
        check_reference(&clip.skeleton, &clip.name, "source")?;
        check_reference(target, &clip.name, "target")?;
    }
    let motion = JointMotion::of(clip);
    let floor = clip.floor.unwrap_or_else(|| contact_detection::estimate_floor(&motion));
    let contacts = clip
        .contacts
        .clone()
        .unwrap_or_else(|| contact_detection::detect(&motion, floor, &ContactConfig::default()));
    let mut result = Clip {
        skeleton: Arc::clone(target),
        root_positions: Vec::with_capacity(clip.len()),
        rotations: Vec::with_capacity(clip.len() * target.len()),
        floor: Some(floor),
        ..clip.clone()
    };
    copy_rotations(clip, &mut result);
    place_hips(&motion, floor, scale, &mut result);
    let risen = contact_detection::estimate_floor(&JointMotion::of(&result));
    result.root_positions.iter_mut().for_each(|root| root.y -= risen);
    plant(&mut result, &motion, &contacts);
    // Toe joints stand as high above the ground as they did: a sole below them needs its room.
    let rest = contact_detection::estimate_floor(&motion) - floor;
    result.root_positions.iter_mut().for_each(|root| root.y += rest);
    if !clip.objects.is_empty() {
        let target = &JointMotion::of(&result);
        let carrier = Carrier { source: &motion, floor, scale, target };
        result.objects = carry_objects(clip, &carrier);
    }
    result.root_positions.iter_mut().for_each(|root| root.y += floor);
    let objects = result.objects.iter_mut().flat_map(|track| &mut track.frames);
    objects.for_each(|object| object.position.y += floor);
    Ok(result)
}

/// Whether rotations can be copied only against a pose that both skeletons share.
pub fn needs_reference(source: &Skeleton, target: &Skeleton) -> bool {
    !source.same_shape(target, 1e-6) && same_names(source, target).is_none()
}

fn check_reference(
    skeleton: &Skeleton,
    clip: &str,
    whose: &'static str,
) -> Result<(), RetargetError> {
    misfit(skeleton).map_or(Ok(()), |misfit| {
        let (clip, joint, problem) = (clip.to_owned(), misfit.joint, misfit.problem);
        Err(RetargetError::NoReference { clip, whose, joint, problem })
    })
}

/// Mean length of both legs from hip to ankle, along the bones.
fn leg_length(skeleton: &Skeleton, clip: &str, whose: &'static str) -> Result<f32, RetargetError> {
    let needed = Side::BOTH
        .into_iter()
        .flat_map(|side| [Role::Thigh(side), Role::Shank(side), Role::Foot(side)]);
    let missing: Vec<&'static str> =
        needed.filter(|role| skeleton.roles().get(*role).is_none()).map(Role::name).collect();
    if !missing.is_empty() {
        return Err(RetargetError::MissingRoles { clip: clip.to_owned(), whose, roles: missing });
    }
    let chain = |from: Role, to: Role| chain_length(skeleton, from, to).unwrap_or(0.0);
    let leg = |side| {
        chain(Role::Thigh(side), Role::Shank(side)) + chain(Role::Shank(side), Role::Foot(side))
    };
    let length = 0.5 * (leg(Side::Left) + leg(Side::Right));
    if length > 1e-3 {
        Ok(length)
    } else {
        Err(RetargetError::NoLegs { clip: clip.to_owned(), whose })
    }
}

/// Length of the bones that lead from one role to another below it.
fn chain_length(skeleton: &Skeleton, from: Role, to: Role) -> Option<f32> {
    let (from, to) = (skeleton.roles().get(from)?, skeleton.roles().get(to)?);
    let path = path_from_root(skeleton.joints(), to);
    let start = path.iter().position(|joint| *joint == from)?;
    Some(path[start + 1..].iter().map(|joint| skeleton.bone_length(*joint)).sum())
}

fn copy_rotations(clip: &Clip, result: &mut Clip) {
    let target = Arc::clone(&result.skeleton);
    match same_names(&clip.skeleton, &target) {
        Some(from) => {
            for frame in 0..clip.len() {
                let pose = clip.pose(frame);
                let local = |(joint, from): (usize, &Option<JointId>)| match from {
                    Some(from) => pose.rotations[from.index()],
                    None => target.joints()[joint].rest,
                };
                result.rotations.extend(from.iter().enumerate().map(local));
            }
        }
        None => {
            let copier = Copier::new(&clip.skeleton, &target);
            let mut source = JointTransforms::new(clip.skeleton.len());
            let mut world = Vec::with_capacity(target.len());
            for frame in 0..clip.len() {
                source.compute(&clip.skeleton, clip.pose(frame));
                copier.copy(&source.rotations, &mut world, &mut result.rotations);
            }
        }
    }
}

/// For each joint of the target the source joint of its name, if the skeletons differ in
/// proportions alone: names, parents and directions of bones agree, so joint axes do.
fn same_names(source: &Skeleton, target: &Skeleton) -> Option<Vec<Option<JointId>>> {
    let name = |skeleton: &Skeleton, joint: JointId| skeleton.joint(joint).name.clone();
    let parent = |skeleton: &Skeleton, joint: JointId| {
        skeleton.joint(joint).parent.map(|parent| name(skeleton, parent))
    };
    let agrees = |a: JointId, b: JointId| {
        let (joint_a, joint_b) = (source.joint(a), target.joint(b));
        let (x, y) = (joint_a.offset, joint_b.offset);
        let short = joint_a.parent.is_none() || x.length().min(y.length()) < SHORT_BONE;
        parent(source, a) == parent(target, b)
            && (short || x.dot(y) > SAME_DIRECTION * x.length() * y.length())
    };
    let from: Vec<Option<JointId>> =
        target.joints().iter().map(|joint| source.find(&joint.name)).collect();
    let is_end = |index: usize| target.children(id(index)).next().is_none();
    let fits = from.iter().enumerate().all(|(index, from)| match from {
        Some(from) => agrees(*from, id(index)),
        // A fingertip or the like may be missing, a joint that carries others may not.
        None => is_end(index),
    });
    fits.then_some(from)
}

/// How one target joint gets its world rotation.
enum Follow {
    /// Turns as a joint of the source does: `world = source * correction`.
    Source { joint: JointId, correction: Quat },
    /// Turns between two other target joints, as the middle of a spine does.
    Between { below: JointId, above: JointId, share: f32 },
    /// Stays as it is in the T-pose against its parent.
    Parent { local: Quat },
}

/// Copies rotations against the T-pose of both skeletons.
struct Copier<'a> {
    target: &'a Skeleton,
    follows: Vec<Follow>,
}

impl<'a> Copier<'a> {
    fn new(source: &Skeleton, target: &'a Skeleton) -> Self {
        let source_rest = reference_rotations(source);
        let target_rest = reference_rotations(target);
        let matches = matches(source, target);
        let follow = |(index, matched): (usize, &Option<JointId>)| {
            if let Some(joint) = *matched {
                let correction = source_rest[joint.index()].conjugate() * target_rest[index];
                return Follow::Source { joint, correction };
            }
            between(target, id(index)).unwrap_or_else(|| {
                let parent = target.joints()[index].parent;
                let above = parent.map_or(Quat::IDENTITY, |parent| target_rest[parent.index()]);
                Follow::Parent { local: above.conjugate() * target_rest[index] }
            })
        };
        Self { target, follows: matches.iter().enumerate().map(follow).collect() }
    }

    /// Appends the local rotations of one frame; `world` is a buffer.
    fn copy(&self, source: &[Quat], world: &mut Vec<Quat>, rotations: &mut Vec<Quat>) {
        let from_source = |joint: JointId| match &self.follows[joint.index()] {
            Follow::Source { joint, correction } => Some(source[joint.index()] * *correction),
            _ => None,
        };
        world.clear();
        for (follow, joint) in self.follows.iter().zip(self.target.joints()) {
            let parent = joint.parent.map_or(Quat::IDENTITY, |parent| world[parent.index()]);
            let turned = match follow {
                Follow::Source { joint, correction } => source[joint.index()] * *correction,
                Follow::Between { below, above, share } => {
                    match (from_source(*below), from_source(*above)) {
                        (Some(below), Some(above)) => slerp(below, above, *share),
                        _ => parent,
                    }
                }
                Follow::Parent { local } => parent * *local,
            };
            world.push(unit(turned));
            rotations.push(unit(parent.conjugate() * turned));
        }
    }
}

/// For each target joint the source joint of the same role, else one of the same name that plays
/// no role.
fn matches(source: &Skeleton, target: &Skeleton) -> Vec<Option<JointId>> {
    let by_name = |index: usize| {
        let joint = source.find(&target.joints()[index].name)?;
        let is_free = role_of(source.roles(), joint).is_none();
        is_free.then_some(joint)
    };
    let one = |index: usize| match role_of(target.roles(), id(index)) {
        Some(role) => source.roles().get(role),
        None if index == 0 => Some(JointId(0)),
        None => by_name(index),
    };
    (0..target.len()).map(one).collect()
}

fn role_of(roles: &Roles, joint: JointId) -> Option<Role> {
    // A trunk of one joint is spine and chest: the chest says where it ends.
    Role::ALL.into_iter().rev().find(|role| roles.get(*role) == Some(joint))
}

/// The place of a joint on the way from spine to chest or from neck to head.
#[expect(clippy::cast_precision_loss, reason = "a handful of joints")]
fn between(target: &Skeleton, joint: JointId) -> Option<Follow> {
    let role = |role| target.roles().get(role);
    [(Role::Spine, Role::Chest), (Role::Neck, Role::Head)].into_iter().find_map(|(low, high)| {
        let (below, above) = (role(low)?, role(high)?);
        let path = path_from_root(target.joints(), above);
        let place = |joint| path.iter().position(|on_path| *on_path == joint);
        let (from, at) = (place(below)?, place(joint)?);
        let to = path.len() - 1;
        let share = (at as f32 - from as f32) / (to as f32 - from as f32);
        (from < at && at < to).then_some(Follow::Between { below, above, share })
    })
}

/// Places the root so that the middle of the hip joints follows the scaled one of the source.
///
/// Hip joints rather than roots are matched, for the root of a pelvis is anywhere in it.
fn place_hips(motion: &JointMotion, floor: f32, scale: f32, result: &mut Clip) {
    let target = Arc::clone(&result.skeleton);
    let joints = target.len();
    let middle = |roles: &Roles, positions: &[Vec3]| {
        let hips = Side::BOTH.map(|side| roles.get(Role::Thigh(side)));
        match hips {
            [Some(left), Some(right)] => 0.5 * (positions[left.index()] + positions[right.index()]),
            _ => positions[0],
        }
    };
    let mut transforms = JointTransforms::new(joints);
    for frame in 0..motion.len() {
        let hips = middle(motion.skeleton.roles(), motion.frame(frame));
        let rotations = &result.rotations[frame * joints..(frame + 1) * joints];
        transforms.compute(&target, PoseRef { root_position: Vec3::ZERO, rotations });
        let wanted = (hips - Vec3::Y * floor) * scale;
        result.root_positions.push(wanted - middle(target.roles(), &transforms.positions));
    }
}
