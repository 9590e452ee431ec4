//! The skeleton of a doll, small enough to be understood at a glance. Tests of other crates take it from here.

use glam::{Quat, Vec3};
use sidestep_motion::{Joint, JointId, Skeleton};
use std::sync::Arc;

/// Hips and two legs, with thighs and shanks of `bone` metres and knees `bend` metres ahead of hips and ankles, and
/// arms of one joint each where it has any.
pub(crate) fn skeleton(bone: f32, bend: f32, has_arms: bool) -> Arc<Skeleton> {
    let joint = |name: &str, parent: Option<u16>, offset: Vec3| Joint {
        name: name.to_owned(),
        parent: parent.map(JointId),
        offset,
        rest: Quat::IDENTITY,
        tip: None,
    };
    let mut joints = vec![joint("Hips", None, Vec3::ZERO)];
    for (side, x, thigh) in [("Left", 0.1, 1), ("Right", -0.1, 5)] {
        joints.push(joint(&format!("{side}UpLeg"), Some(0), Vec3::new(x, 0.0, 0.0)));
        joints.push(joint(&format!("{side}Leg"), Some(thigh), Vec3::new(0.0, -bone, bend)));
        joints.push(joint(&format!("{side}Foot"), Some(thigh + 1), Vec3::new(0.0, -bone, -bend)));
        joints.push(joint(&format!("{side}ToeBase"), Some(thigh + 2), Vec3::new(0.0, -0.06, 0.13)));
    }
    if has_arms {
        joints.push(joint("LeftArm", Some(0), Vec3::new(0.2, 0.5, 0.0)));
        joints.push(joint("RightArm", Some(0), Vec3::new(-0.2, 0.5, 0.0)));
    }
    Arc::new(Skeleton::new(joints).expect("joints in order"))
}
