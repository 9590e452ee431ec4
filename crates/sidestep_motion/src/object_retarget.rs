//! Objects brought along when a clip is put on another skeleton.

use crate::{
    clip::Clip,
    joint::JointId,
    joint_motion::JointMotion,
    object::{Held, Object, ObjectTrack},
    roles::Role,
    skeleton::Skeleton,
};
use glam::Vec3;

/// Ends of a flight lower than this above the floor do not tell how to stretch it.
const LOW: f32 = 0.05;

/// How a clip was put on another skeleton.
pub(crate) struct Carrier<'a> {
    /// Joints of the source.
    pub(crate) source: &'a JointMotion,
    /// Height of the source's floor; that of the result is 0.
    pub(crate) floor: f32,
    /// Lengths of the result over those of the source.
    pub(crate) scale: f32,
    /// Joints of the result.
    pub(crate) target: &'a JointMotion,
}

/// The objects of a clip on its new skeleton.
///
/// What is held stays where it was against the joints that hold it. What is free flies the scaled
/// path, stretched so that it leaves and meets the joints of the new body; heights are stretched from
/// the floor up, so that a ball still bounces on it. An object keeps its size: a ball is no larger
/// for a larger player.
pub(crate) fn carry_objects(clip: &Clip, carrier: &Carrier<'_>) -> Vec<ObjectTrack> {
    clip.objects.iter().map(|track| carrier.track(track)).collect()
}

impl Carrier<'_> {
    fn track(&self, track: &ObjectTrack) -> ObjectTrack {
        let start = track.start as usize;
        let held = |(index, object): (usize, &Object)| self.held(start + index, *object);
        let held: Vec<Option<Object>> = track.frames.iter().enumerate().map(held).collect();
        let radius = track.kind.radius;
        // The frame and the stretch of a frame in which it is held.
        let end = |index: usize| {
            let scaled = self.scaled(track.frames[index], radius);
            Some((index, Stretch::between(scaled, held[index]?, radius)))
        };
        let mut frames = Vec::with_capacity(track.frames.len());
        for (index, object) in track.frames.iter().enumerate() {
            if let Some(placed) = held[index] {
                frames.push(placed);
                continue;
            }
            let before = (0..index).rev().find_map(end);
            let after = (index..held.len()).find_map(end);
            let stretch = Stretch::at(index, before, after);
            frames.push(stretch.apply(self.scaled(*object, radius), radius));
        }
        ObjectTrack { kind: track.kind.clone(), start: track.start, frames }
    }

    /// An object that is held, against the joints that hold it on the new skeleton.
    fn held(&self, frame: usize, object: Object) -> Option<Object> {
        let rename = |joint| counterpart(&self.source.skeleton, &self.target.skeleton, joint);
        let held_by = object.held_by.renamed(rename);
        // Joints of the source that the target lacks do not count on either side.
        let known = object.held_by.joints().filter(|joint| rename(*joint).is_some());
        let from = middle(self.source.frame(frame), known)?;
        let to = middle(self.target.frame(frame), held_by.joints())?;
        Some(Object { position: to + (object.position - from), held_by, ..object })
    }

    /// A free object scaled with the body, its lowest point with the floor.
    fn scaled(&self, object: Object, radius: f32) -> Object {
        let flat = object.position * self.scale;
        let height = object.position.y - self.floor - radius;
        let position = Vec3::new(flat.x, radius + height * self.scale, flat.z);
        Object { position, held_by: Held::Free, ..object }
    }
}

/// What leads from a scaled place to where the new body holds the object.
#[derive(Clone, Copy)]
struct Stretch {
    aside: Vec3,
    height: f32,
}

impl Stretch {
    const NONE: Self = Self { aside: Vec3::ZERO, height: 1.0 };

    fn between(scaled: Object, placed: Object, radius: f32) -> Self {
        let aside = (placed.position - scaled.position).with_y(0.0);
        let (from, to) = (scaled.position.y - radius, placed.position.y - radius);
        Self { aside, height: if from > LOW && to > LOW { to / from } else { 1.0 } }
    }

    /// The stretch in flight, between those of its two ends.
    #[expect(clippy::cast_precision_loss, reason = "a count of frames")]
    fn at(index: usize, before: Option<(usize, Self)>, after: Option<(usize, Self)>) -> Self {
        match (before, after) {
            (Some((from, a)), Some((to, b))) => {
                let share = (index - from) as f32 / (to - from) as f32;
                Self {
                    aside: a.aside.lerp(b.aside, share),
                    height: a.height + (b.height - a.height) * share,
                }
            }
            (Some((_, one)), None) | (None, Some((_, one))) => one,
            (None, None) => Self::NONE,
        }
    }

    fn apply(self, object: Object, radius: f32) -> Object {
        let mut position = object.position + self.aside;
        position.y = radius + (object.position.y - radius) * self.height;
        Object { position, ..object }
    }
}

/// The joint of the target that plays the role of a source joint, else the one of its name.
fn counterpart(source: &Skeleton, target: &Skeleton, joint: JointId) -> Option<JointId> {
    let plays = |role: &Role| source.roles().get(*role) == Some(joint);
    match Role::ALL.into_iter().rev().find(plays) {
        Some(role) => target.roles().get(role),
        None => target.find(&source.joint(joint).name),
    }
}

/// The mean place of some joints; `None` for none.
fn middle(positions: &[Vec3], joints: impl Iterator<Item = JointId>) -> Option<Vec3> {
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    for joint in joints {
        sum += *positions.get(joint.index())?;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}
