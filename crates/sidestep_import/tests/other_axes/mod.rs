//! The same motion on joints with other axes. Tests of the command take it from here too.

use glam::{Quat, Vec3};
use sidestep_motion::{
    Clip, Joint, JointId, Skeleton,
    math::{from_rotation_vector, rotation_between},
};
use std::sync::Arc;

/// Axes that lay the first bone of every joint along +X, each joint twisted in its own way.
pub(crate) fn along_x(skeleton: &Skeleton) -> Vec<Quat> {
    let axes = |index: usize| {
        let id = JointId(u16::try_from(index).expect("a few joints"));
        let child = skeleton.children(id).next().map(|child| skeleton.joint(child).offset);
        let bone = child.or(skeleton.joint(id).tip).unwrap_or(Vec3::X);
        let twist = from_rotation_vector(Vec3::X * (0.7 * index as f32));
        rotation_between(Vec3::X, bone.normalize_or(Vec3::X)) * twist
    };
    (0..skeleton.len()).map(axes).collect()
}

/// A clip on a body of `scale` whose joints have other axes: `axes` of each, in its old ones.
pub(crate) fn rebased(clip: &Clip, scale: f32, axes: &[Quat]) -> Clip {
    let above = |joint: &Joint| joint.parent.map_or(Quat::IDENTITY, |parent| axes[parent.index()]);
    let joint = |(joint, own): (&Joint, &Quat)| Joint {
        offset: above(joint).conjugate() * joint.offset * scale,
        tip: joint.tip.map(|tip| own.conjugate() * tip * scale),
        ..joint.clone()
    };
    let joints = clip.skeleton.joints();
    let skeleton = Skeleton::new(joints.iter().zip(axes).map(joint).collect());
    let turned = |(index, rotation): (usize, &Quat)| {
        let index = index % joints.len();
        above(&joints[index]).conjugate() * *rotation * axes[index]
    };
    Clip {
        skeleton: Arc::new(skeleton.expect("joints in order")),
        root_positions: clip.root_positions.iter().map(|place| *place * scale).collect(),
        rotations: clip.rotations.iter().enumerate().map(turned).collect(),
        ..clip.clone()
    }
}
