//! A reference pose from the motion itself, where a file has none.
//!
//! However its joints are turned, a body that stands or walks has its bones where a body's are: the
//! trunk upright, feet flat while they stand, and hinges tell how a limb is turned about its bone,
//! for knees bend back and elbows forward. From frames of standing and walking the T-pose is put
//! together in which all of that holds.

use crate::{
    clip::Clip,
    joint::{Joint, JointId},
    kinematics::JointTransforms,
    math::{rotation_between, unit},
    roles::Role,
    side::Side,
    skeleton::Skeleton,
    standing::{Misfit, misfit},
    standing_frames::{StandingFrames, most_upright},
};
use glam::{Mat3, Quat, Vec3};

/// Standing or walking that is needed, and each foot flat on the ground, in seconds.
const LEAST_SECS: f32 = 1.0;
const LEAST_FLAT_SECS: f32 = 0.2;

/// A hinge is known once it is bent by this on average (its sine), and always to the same side.
const LEAST_BEND: f32 = 0.1;
const SAME_SIDE: f32 = 0.6;

/// Limbs within 60 degrees (cosine) of hanging tell their twist by their mean.
const HANGING: f32 = 0.5;

/// Why no reference pose could be fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// The takes hold other things than standing and walking.
    #[error(
        "its takes hold {found_secs:.1} s of standing or walking upright, and {LEAST_SECS:.0} s are \
         needed to find a reference pose in them"
    )]
    TooLittle {
        /// What there is.
        found_secs: f32,
    },
    /// A foot that is never flat on the ground.
    #[error(
        "joint '{joint}' stands flat for {found_secs:.2} s, and {LEAST_FLAT_SECS} s are needed to \
         find a reference pose"
    )]
    NeverFlat {
        /// The ankle.
        joint: String,
        /// How long it stands flat.
        found_secs: f32,
    },
    /// What came out is no body that stands.
    #[error("in the pose fitted to its takes joint '{}' {}", .0.joint, .0.problem)]
    NoBody(Misfit),
}

/// The skeleton of the clips, which must be on one of one shape, with a T-pose at rest that is
/// fitted to the frames in which they stand or walk.
pub fn fit(clips: &[&Clip]) -> Result<Skeleton, FitError> {
    let Some(first) = clips.first() else { return Err(FitError::TooLittle { found_secs: 0.0 }) };
    let skeleton = &first.skeleton;
    let frames: Vec<StandingFrames> = clips.iter().map(|clip| StandingFrames::of(clip)).collect();
    let found_secs = frames.iter().map(StandingFrames::secs).sum();
    if found_secs < LEAST_SECS {
        return Err(FitError::TooLittle { found_secs });
    }
    for side in Side::BOTH {
        let found_secs = frames.iter().map(|frames| frames.flat_secs(side)).sum();
        let foot = skeleton.roles().get(Role::Foot(side));
        if let Some(foot) = foot.filter(|_| found_secs < LEAST_FLAT_SECS) {
            let joint = skeleton.joint(foot).name.clone();
            return Err(FitError::NeverFlat { joint, found_secs });
        }
    }
    let evidence = Evidence::gather(skeleton, clips, &frames);
    let fitted = with_rest(skeleton, &evidence.pose(skeleton));
    match misfit(&fitted) {
        Some(misfit) => Err(FitError::NoBody(misfit)),
        None => Ok(fitted),
    }
}

/// The skeleton with other rotations at rest, given in the world.
fn with_rest(skeleton: &Skeleton, world: &[Quat]) -> Skeleton {
    let joint = |(joint, turned): (&Joint, &Quat)| {
        let above = joint.parent.map_or(Quat::IDENTITY, |parent| world[parent.index()]);
        Joint { rest: unit(above.conjugate() * *turned), ..joint.clone() }
    };
    let joints = skeleton.joints().iter().zip(world).map(joint).collect();
    let turned = Skeleton::new(joints).map(|turned| turned.with_roles(skeleton.roles().clone()));
    // Finite rotations make a skeleton of the joints of one.
    turned.unwrap_or_else(|_| skeleton.clone())
}

/// The mean of rotations, summed as they come.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: Quat,
    first: Option<Quat>,
}

impl Mean {
    fn add(&mut self, rotation: Quat) {
        match self.first {
            None => (self.first, self.sum) = (Some(rotation), rotation),
            Some(first) if first.dot(rotation) < 0.0 => self.sum += -rotation,
            Some(_) => self.sum += rotation,
        }
    }

    fn get(&self) -> Option<Quat> {
        self.first.map(|first| if self.sum.length() > 1e-3 { unit(self.sum) } else { first })
    }
}

/// What the frames tell.
struct Evidence {
    /// Turn of the root against the heading and of every joint against its parent, standing tall.
    posture: Vec<Mean>,
    limbs: Vec<Limb>,
    /// Turns of foot and toe against the heading while the foot is flat.
    feet: [[Mean; 2]; 2],
    /// From the hips to the top of the trunk, against the heading, standing tall.
    trunk: Vec3,
}

impl Evidence {
    fn gather(skeleton: &Skeleton, clips: &[&Clip], frames: &[StandingFrames]) -> Self {
        let mut evidence = Self {
            posture: vec![Mean::default(); skeleton.len()],
            limbs: Limb::all(skeleton),
            feet: [[Mean::default(); 2]; 2],
            trunk: Vec3::ZERO,
        };
        let tall = most_upright(frames);
        let mut transforms = JointTransforms::new(skeleton.len());
        for (clip, frames) in clips.iter().zip(frames) {
            for frame in 0..clip.len() {
                let lean = frames.leans[frame];
                let flat = Side::BOTH.map(|side| frames.is_flat(frame, side));
                if lean.is_none() && flat == [false, false] {
                    continue;
                }
                transforms.compute(skeleton, clip.pose(frame));
                let level = frames.without_heading(frame);
                if lean.is_some() {
                    evidence.limbs.iter_mut().for_each(|limb| limb.add(&transforms, level));
                }
                if lean.is_some_and(|lean| lean <= tall) {
                    evidence.add_posture(&clip.pose(frame).rotations[1..], &transforms, level);
                    evidence.trunk += level * frames.trunk(frame);
                }
                evidence.add_feet(skeleton, flat, &transforms, level);
            }
        }
        evidence
    }

    fn add_posture(&mut self, locals: &[Quat], transforms: &JointTransforms, level: Quat) {
        self.posture[0].add(level * transforms.rotations[0]);
        self.posture[1..].iter_mut().zip(locals).for_each(|(mean, local)| mean.add(*local));
    }

    fn add_feet(
        &mut self,
        skeleton: &Skeleton,
        flat: [bool; 2],
        transforms: &JointTransforms,
        level: Quat,
    ) {
        for side in Side::BOTH.into_iter().filter(|side| flat[side.index()]) {
            let parts = [Role::Foot(side), Role::Toe(side)];
            for (mean, part) in self.feet[side.index()].iter_mut().zip(parts) {
                if let Some(joint) = skeleton.roles().get(part) {
                    mean.add(level * transforms.rotation(joint));
                }
            }
        }
    }

    /// The T-pose: world rotations of all joints, facing +Z.
    fn pose(&self, skeleton: &Skeleton) -> Vec<Quat> {
        let upright = match self.trunk.try_normalize() {
            Some(trunk) => rotation_between(trunk, Vec3::Y),
            None => Quat::IDENTITY,
        };
        let mut world: Vec<Quat> = Vec::with_capacity(skeleton.len());
        for (index, joint) in skeleton.joints().iter().enumerate() {
            let id = crate::joint_tree::id(index);
            let above = joint.parent.map_or(upright, |parent| world[parent.index()]);
            let mean = above * self.posture[index].get().unwrap_or(joint.rest);
            world.push(unit(self.known(skeleton, id, &world).unwrap_or(mean)));
        }
        world
    }

    /// The rotation of a joint whose place in a T-pose is known.
    fn known(&self, skeleton: &Skeleton, joint: JointId, world: &[Quat]) -> Option<Quat> {
        for side in Side::BOTH {
            let parts = [Role::Foot(side), Role::Toe(side)].map(|role| skeleton.roles().get(role));
            if let Some(part) = parts.iter().position(|part| *part == Some(joint)) {
                return self.feet[side.index()][part].get();
            }
        }
        self.limbs.iter().find_map(|limb| match joint {
            _ if joint == limb.upper => limb.upper_pose(),
            _ if joint == limb.lower => {
                Some(*world.get(limb.upper.index())? * limb.lower_in_upper.get()?)
            }
            _ => None,
        })
    }
}

/// Two bones with a hinge between them, and what the frames tell of them.
struct Limb {
    upper: JointId,
    lower: JointId,
    end: JointId,
    /// Where the upper bone points in the T-pose, and to which side the lower one bends.
    along: Vec3,
    bends: Vec3,
    /// The upper bone in the space of its joint, summed.
    bone: Vec3,
    /// Where the lower bone bends to in the space of the upper joint, weighted by how far.
    bend: Vec3,
    bent: f32,
    frames: f32,
    /// The lower joint in the upper one's space with the hinge stretched.
    lower_in_upper: Mean,
    /// The upper joint against the heading, made to hang down.
    hanging: Mean,
}

impl Limb {
    fn all(skeleton: &Skeleton) -> Vec<Self> {
        let role = |role| skeleton.roles().get(role);
        let mut limbs = Vec::new();
        for side in Side::BOTH {
            let out = if side == Side::Left { Vec3::X } else { Vec3::NEG_X };
            let leg = [Role::Thigh(side), Role::Shank(side), Role::Foot(side)].map(role);
            let arm = [Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)].map(role);
            for (limb, along, bends) in [(leg, Vec3::NEG_Y, Vec3::NEG_Z), (arm, out, Vec3::Z)] {
                if let [Some(upper), Some(lower), Some(end)] = limb {
                    limbs.push(Self::new([upper, lower, end], along, bends));
                }
            }
        }
        limbs
    }

    fn new([upper, lower, end]: [JointId; 3], along: Vec3, bends: Vec3) -> Self {
        Self {
            upper,
            lower,
            end,
            along,
            bends,
            bone: Vec3::ZERO,
            bend: Vec3::ZERO,
            bent: 0.0,
            frames: 0.0,
            lower_in_upper: Mean::default(),
            hanging: Mean::default(),
        }
    }

    fn add(&mut self, transforms: &JointTransforms, level: Quat) {
        let [start, hinge, end] =
            [self.upper, self.lower, self.end].map(|joint| transforms.position(joint));
        let (Some(upper), Some(lower)) =
            ((hinge - start).try_normalize(), (end - hinge).try_normalize())
        else {
            return;
        };
        let turned = transforms.rotation(self.upper);
        self.bone += turned.conjugate() * upper;
        let bend = lower.reject_from_normalized(upper);
        self.bend += turned.conjugate() * bend;
        self.bent += bend.length();
        self.frames += 1.0;
        let stretched = rotation_between(lower, upper) * transforms.rotation(self.lower);
        self.lower_in_upper.add(turned.conjugate() * stretched);
        let direction = level * upper;
        if direction.dot(Vec3::NEG_Y) > HANGING {
            self.hanging.add(rotation_between(direction, Vec3::NEG_Y) * level * turned);
        }
    }

    /// The upper joint in the T-pose: turned by its hinge, else as it hangs on average.
    fn upper_pose(&self) -> Option<Quat> {
        let bone = self.bone.try_normalize()?;
        let is_hinge =
            self.bent > LEAST_BEND * self.frames && self.bend.length() > SAME_SIDE * self.bent;
        if is_hinge && let Some(bend) = self.bend.reject_from_normalized(bone).try_normalize() {
            let body_from_axes =
                Mat3::from_cols(self.along, self.bends, self.along.cross(self.bends));
            let joint_from_axes = Mat3::from_cols(bone, bend, bone.cross(bend));
            return Some(Quat::from_mat3(&(body_from_axes * joint_from_axes.transpose())));
        }
        let hanging = self.hanging.get()?;
        Some(rotation_between(hanging * bone, self.along) * hanging)
    }
}
