//! A run beside the library that it is to be judged against, both on the library's skeleton.
//!
//! A run of another body cannot be held against the library as it is: joints have other distances, feet
//! other lengths. It is brought onto the library's skeleton. Bringing the library onto the run's was tried:
//! feet, twists and pops of a run that came from the library's own body were three times as far off.

use glam::Vec3;
use sidestep_motion::{
    Clip, JointMotion, MotionLibrary, Skeleton,
    retarget::{RetargetError, retarget},
    shared_reference::{self, Settlement},
};
use std::sync::Arc;

/// Bones may differ by this share and still be those of the library.
const SAME_BONE: f32 = 0.01;

/// Why a run cannot be held against a library.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BesideError {
    /// A table of places lacks a joint.
    #[error(
        "there is no joint '{joint}', which the library has; a table of positions cannot be retargeted: \
         give a BVH or GLB of the run"
    )]
    NoJoint {
        /// The joint of the library.
        joint: String,
    },
    /// It cannot be retargeted onto the library's skeleton.
    #[error(transparent)]
    Retarget(#[from] RetargetError),
}

/// A run, and what it is held against.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The places of the library's joints.
    pub run: JointMotion,
    /// How it came there, where it was on another skeleton.
    pub carried: Option<Carried>,
}

/// How a run of another body came onto the library's skeleton.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The run on its own skeleton: contacts are looked at there, because carrying moves feet.
    pub own: JointMotion,
    /// Whether its file has no pose in which the body is known to stand, so that one was fitted to the
    /// motion. Bones then point some degrees elsewhere than they did.
    pub is_fitted: bool,
}

impl Beside {
    /// A table of places: joints go by their names.
    pub fn of_table(
        joints: &[&str],
        rate_hz: f32,
        places: &[Vec3],
        library: &MotionLibrary,
    ) -> Result<Self, BesideError> {
        let skeleton = library.skeleton();
        let order = order(joints, skeleton).map_err(|joint| BesideError::NoJoint { joint })?;
        Ok(ordered(skeleton, rate_hz, places, joints.len(), &order).into())
    }

    /// A clip: joints go by their names where the bones are the library's, else it is retargeted.
    pub fn of_clip(clip: Clip, library: &MotionLibrary) -> Result<Self, BesideError> {
        let skeleton = library.skeleton();
        let joints: Vec<&str> =
            clip.skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
        if let Ok(order) = order(&joints, skeleton)
            && same_bones(&clip.skeleton, skeleton, &order)
        {
            let places = JointMotion::of(&clip).positions;
            return Ok(ordered(skeleton, clip.rate_hz, &places, joints.len(), &order).into());
        }
        carried(clip, skeleton)
    }
}

impl From<JointMotion> for Beside {
    /// A run on the library's skeleton.
    fn from(run: JointMotion) -> Self {
        Self { run, carried: None }
    }
}

fn carried(run: Clip, skeleton: &Arc<Skeleton>) -> Result<Beside, BesideError> {
    let own = JointMotion::of(&run);
    let mut target = Arc::clone(skeleton);
    let mut clips = [run];
    let settled = shared_reference::settle(&mut clips, &mut target);
    let is_fitted = settled.iter().any(|settled| settled.how == Settlement::Fitted);
    let on_target = retarget(&clips[0], &target)?;
    let run = JointMotion { skeleton: Arc::clone(skeleton), ..JointMotion::of(&on_target) };
    Ok(Beside { run, carried: Some(Carried { own, is_fitted }) })
}

/// Where each joint of the library stands among these, or the first that is missing.
fn order(joints: &[&str], skeleton: &Skeleton) -> Result<Vec<usize>, String> {
    let find = |name: &str| joints.iter().position(|other| *other == name);
    let wanted = skeleton.joints().iter();
    wanted.map(|joint| find(&joint.name).ok_or_else(|| joint.name.clone())).collect()
}

fn same_bones(ours: &Skeleton, library: &Skeleton, order: &[usize]) -> bool {
    let lengths = library.joints().iter().zip(order).skip(1);
    let size: f32 = library.joints().iter().skip(1).map(|joint| joint.offset.length()).sum();
    lengths.into_iter().all(|(joint, index)| {
        let apart = joint.offset.length() - ours.joints()[*index].offset.length();
        apart.abs() <= SAME_BONE * (joint.offset.length() + 0.02 * size)
    })
}

fn ordered(
    skeleton: &Arc<Skeleton>,
    rate_hz: f32,
    places: &[Vec3],
    joints: usize,
    order: &[usize],
) -> JointMotion {
    let mut motion = JointMotion::new(skeleton, rate_hz, places.len() / joints.max(1));
    for frame in places.chunks_exact(joints.max(1)) {
        motion.positions.extend(order.iter().map(|index| frame[*index]));
    }
    motion
}
