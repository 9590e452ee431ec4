//! The actor's body: a person of 1.75 m, and the skeleton the clips are performed on.
//!
//! Lengths follow the segment ratios of Drillis and Contini (1966) as printed in Winter,
//! "Biomechanics and Motor Control of Human Movement", fig. 4.1, rounded to half centimetres.

use glam::{Quat, Vec3};
use sidestep_motion::{Joint, JointId, Side, Skeleton};
use std::sync::{Arc, LazyLock};

/// Height of the root joint above the floor when the legs are straight.
pub(crate) const ROOT_HEIGHT: f64 = HIP_DROP + THIGH + SHANK + ANKLE_HEIGHT;
/// How far the hip joints lie below the root joint.
pub(crate) const HIP_DROP: f64 = 0.06;
/// Half the distance between the hip joints.
pub(crate) const HIP_HALF_WIDTH: f64 = 0.09;
/// Hip joint to knee.
pub(crate) const THIGH: f64 = 0.43;
/// Knee to ankle.
pub(crate) const SHANK: f64 = 0.43;
/// Height of the ankle above the floor when the foot is flat.
pub(crate) const ANKLE_HEIGHT: f64 = 0.075;
/// Height of the ball of the foot above the floor when the foot is flat.
pub(crate) const BALL_HEIGHT: f64 = 0.02;
/// How far the ball of the foot lies ahead of the ankle.
pub(crate) const BALL_AHEAD: f64 = 0.135;
/// Ball of the foot to the tip of the toes.
pub(crate) const TOE_LENGTH: f64 = 0.07;
/// How far the middle of the sole lies ahead of the ankle: where a standing body puts its weight.
pub(crate) const SOLE_MIDDLE_AHEAD: f64 = 0.065;

/// Numbers of the joints in the skeleton, in its order.
pub(crate) mod joint {
    use sidestep_motion::Side;

    pub(crate) const HIPS: usize = 0;
    pub(crate) const SPINE: usize = 1;
    pub(crate) const SPINE1: usize = 2;
    pub(crate) const NECK: usize = 3;
    pub(crate) const HEAD: usize = 4;
    pub(crate) const COUNT: usize = 21;

    pub(crate) fn shoulder(side: Side) -> usize {
        5 + 4 * side.index()
    }

    pub(crate) fn thigh(side: Side) -> usize {
        13 + 4 * side.index()
    }
}

/// +1 for the left side of the body, −1 for the right: the sign of its x axis.
pub(crate) fn sign(side: Side) -> f64 {
    match side {
        Side::Left => 1.0,
        Side::Right => -1.0,
    }
}

/// The skeleton of every clip: 21 joints in a T-pose with unturned rests, facing +Z.
pub fn skeleton() -> Arc<Skeleton> {
    static SKELETON: LazyLock<Arc<Skeleton>> = LazyLock::new(|| {
        Arc::new(Skeleton::new(joints()).expect("the joints stand parents first and are finite"))
    });
    Arc::clone(&SKELETON)
}

fn joints() -> Vec<Joint> {
    let mut joints = vec![
        joint("Hips", None, [0.0, ROOT_HEIGHT, 0.0]),
        joint("Spine", Some(0), [0.0, 0.09, -0.01]),
        joint("Spine1", Some(1), [0.0, 0.2, 0.0]),
        joint("Neck", Some(2), [0.0, 0.21, -0.005]),
        with_tip(joint("Head", Some(3), [0.0, 0.09, 0.02]), [0.0, 0.19, 0.0]),
    ];
    for side in Side::BOTH {
        joints.extend(arm(side));
    }
    for side in Side::BOTH {
        joints.extend(leg(side));
    }
    joints
}

fn arm(side: Side) -> [Joint; 4] {
    let (name, out) = (side_name(side), sign(side));
    let first = joint::shoulder(side);
    let shoulder = [0.035 * out, 0.15, 0.01];
    [
        joint(&format!("{name}Shoulder"), Some(2), shoulder),
        joint(&format!("{name}Arm"), Some(first), [0.145 * out, 0.0, -0.02]),
        joint(&format!("{name}ForeArm"), Some(first + 1), [0.285 * out, 0.0, 0.0]),
        with_tip(
            joint(&format!("{name}Hand"), Some(first + 2), [0.255 * out, 0.0, 0.0]),
            [0.17 * out, 0.0, 0.0],
        ),
    ]
}

fn leg(side: Side) -> [Joint; 4] {
    let (name, out) = (side_name(side), sign(side));
    let first = joint::thigh(side);
    let ball = [0.0, BALL_HEIGHT - ANKLE_HEIGHT, BALL_AHEAD];
    [
        joint(&format!("{name}UpLeg"), Some(0), [HIP_HALF_WIDTH * out, -HIP_DROP, 0.0]),
        joint(&format!("{name}Leg"), Some(first), [0.0, -THIGH, 0.0]),
        joint(&format!("{name}Foot"), Some(first + 1), [0.0, -SHANK, 0.0]),
        with_tip(joint(&format!("{name}ToeBase"), Some(first + 2), ball), [0.0, 0.0, TOE_LENGTH]),
    ]
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Left => "Left",
        Side::Right => "Right",
    }
}

fn joint(name: &str, parent: Option<usize>, offset: [f64; 3]) -> Joint {
    Joint {
        name: name.to_owned(),
        parent: parent.map(|parent| JointId(parent as u16)),
        offset: vec3(offset),
        rest: Quat::IDENTITY,
        tip: None,
    }
}

fn with_tip(joint: Joint, tip: [f64; 3]) -> Joint {
    Joint { tip: Some(vec3(tip)), ..joint }
}

fn vec3(v: [f64; 3]) -> Vec3 {
    Vec3::new(v[0] as f32, v[1] as f32, v[2] as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::{Pose, Role, kinematics::JointTransforms};

    #[test]
    fn is_a_person_of_one_metre_seventy_five_with_every_role() {
        let skeleton = skeleton();
        assert_eq!(skeleton.len(), joint::COUNT);
        assert_eq!(skeleton.roles().missing().collect::<Vec<Role>>(), []);
        let mut pose = Pose::identity(skeleton.len());
        pose.root_position = skeleton.joints()[0].offset;
        let mut transforms = JointTransforms::new(skeleton.len());
        transforms.compute(&skeleton, pose.as_ref());
        let head = skeleton.find("Head").unwrap();
        assert!((transforms.tip(&skeleton, head).y - 1.775).abs() < 0.03);
        let ankle = transforms.position(skeleton.find("LeftFoot").unwrap());
        assert!((f64::from(ankle.y) - ANKLE_HEIGHT).abs() < 1e-6 && ankle.x > 0.0);
    }
}
