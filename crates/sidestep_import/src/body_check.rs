//! Can the joints be those of a body? A cartoon's rig has legs that hang from handles, or limbs of
//! lengths that no scale makes human; read as a body it would come out mangled.

use crate::{
    error::{ImportError, Place},
    posture::chain_length,
};
use sidestep_motion::{Joint, JointId, Role, Roles, Side};

/// Legs over the way from hips to head: 1.3 in adults, less in small children.
const LEG_OVER_TRUNK: std::ops::Range<f32> = 0.4..4.0;
/// The longer leg over the shorter one.
const LEGS_ALIKE: f32 = 1.5;

/// Refuses joints that play the parts of a body but cannot be one. Parts that are missing are not
/// its business.
pub(crate) fn check(file: &str, joints: &[Joint], roles: &Roles) -> Result<(), ImportError> {
    for side in Side::BOTH {
        let leg = [Role::Thigh(side), Role::Shank(side), Role::Foot(side)];
        let arm = [Role::UpperArm(side), Role::Forearm(side), Role::Hand(side)];
        for limb in [leg, arm] {
            for pair in limb.windows(2) {
                check_hangs(file, joints, roles, pair[0], pair[1])?;
            }
        }
    }
    check_lengths(file, joints, roles)
}

fn check_hangs(
    file: &str,
    joints: &[Joint],
    roles: &Roles,
    above: Role,
    below: Role,
) -> Result<(), ImportError> {
    let (Some(upper), Some(lower)) = (roles.get(above), roles.get(below)) else { return Ok(()) };
    if upper != lower && chain_length(joints, upper, lower).is_some() {
        return Ok(());
    }
    let upper = &joints[upper.index()].name;
    let what = format!(
        "it is taken for the {}, but does not hang from '{upper}', the {}: this is no body",
        spoken(below),
        spoken(above)
    );
    Err(refused(file, joints, lower, what))
}

fn check_lengths(file: &str, joints: &[Joint], roles: &Roles) -> Result<(), ImportError> {
    let way = |from: Role, to: Role| chain_length(joints, roles.get(from)?, roles.get(to)?);
    let leg = |side| way(Role::Thigh(side), Role::Foot(side));
    let (Some(left), Some(right)) = (leg(Side::Left), leg(Side::Right)) else { return Ok(()) };
    let thigh = |side| roles.get(Role::Thigh(side)).unwrap_or(JointId(0));
    let (short, long) = (left.min(right), left.max(right));
    if long > LEGS_ALIKE * short {
        let side = if left > right { Side::Left } else { Side::Right };
        let times = long / short.max(f32::MIN_POSITIVE);
        let what = format!("this leg is {times:.1} times as long as the other: this is no body");
        return Err(refused(file, joints, thigh(side), what));
    }
    let Some(trunk) = way(Role::Hips, Role::Head).filter(|trunk| *trunk > 0.0) else {
        return Ok(());
    };
    let ratio = 0.5 * (left + right) / trunk;
    if LEG_OVER_TRUNK.contains(&ratio) {
        return Ok(());
    }
    let what = format!(
        "the legs are {ratio:.2} times as long as the way from hips to head, and a person's 1.3 \
         times: this is no body"
    );
    Err(refused(file, joints, thigh(Side::Left), what))
}

fn spoken(role: Role) -> String {
    role.name().replace('_', " ")
}

fn refused(file: &str, joints: &[Joint], joint: JointId, what: String) -> ImportError {
    ImportError::Absurd {
        place: Place::new(file, 0).at_joint(&joints[joint.index()].name),
        what,
        remedy: "name the joints of the body under roles in a manifest, or leave the file out"
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    /// Hips, spine, head and two legs; `shank` and `thigh` are the lengths of the left one's bones.
    fn body(thigh: f32, shank: f32, foot_parent: u16) -> Vec<Joint> {
        let joint = |name: &str, parent: Option<u16>, offset: Vec3| Joint {
            name: name.to_owned(),
            parent: parent.map(JointId),
            offset,
            rest: Quat::IDENTITY,
            tip: None,
        };
        vec![
            joint("Hips", None, Vec3::ZERO),
            joint("Spine", Some(0), Vec3::Y * 0.3),
            joint("Head", Some(1), Vec3::Y * 0.35),
            joint("LeftUpLeg", Some(0), Vec3::X * 0.1),
            joint("LeftLeg", Some(3), Vec3::Y * -thigh),
            joint("LeftFoot", Some(foot_parent), Vec3::Y * -shank),
            joint("RightUpLeg", Some(0), Vec3::X * -0.1),
            joint("RightLeg", Some(6), Vec3::Y * -0.42),
            joint("RightFoot", Some(7), Vec3::Y * -0.42),
        ]
    }

    fn said(joints: &[Joint]) -> String {
        let result = check("robot.bvh", joints, &Roles::detect(joints));
        result.map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn a_body_passes() {
        assert_eq!(said(&body(0.42, 0.42, 4)), "");
    }

    #[test]
    fn a_foot_that_hangs_from_the_root_is_named() {
        let said = said(&body(0.42, 0.84, 0));
        assert!(
            said.starts_with("robot.bvh, joint 'LeftFoot': it is taken for the left foot"),
            "{said}"
        );
        assert!(said.contains("'LeftLeg', the left shank") && said.contains("roles"), "{said}");
    }

    #[test]
    fn legs_of_a_toy_are_refused() {
        let uneven = said(&body(0.9, 0.9, 4));
        assert!(uneven.contains("'LeftUpLeg': this leg is 2.1 times"), "{uneven}");
        let mut stumps = body(0.1, 0.1, 4);
        stumps[7].offset *= 0.24;
        stumps[8].offset *= 0.24;
        let said = said(&stumps);
        assert!(said.contains("0.31 times as long as the way from hips to head"), "{said}");
    }
}
