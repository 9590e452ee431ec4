//! Is this a human body, in metres, upright, with all its parts known?

use crate::{
    clip_view::{ClipView, quantile},
    finding::{Change, Finding, Severity},
};
use glam::Vec3;
use sidestep_motion::{MotionLibrary, Role, Side};

/// Lengths of thigh and shank together that a person may have, in metres: child to giant.
const LEG_LENGTHS: std::ops::Range<f32> = 0.45..1.25;

/// The leg of an average adult, in metres.
const AVERAGE_LEG: f32 = 0.82;

/// Units that motion files are written in, in metres.
const UNITS: [(&str, f32); 7] = [
    ("millimetres", 0.001),
    ("centimetres", 0.01),
    ("inches", 0.0254),
    ("the CMU unit of 0.0564 m", 0.056_444_4),
    ("decimetres", 0.1),
    ("feet", 0.3048),
    ("metres, though they were taken for centimetres", 100.0),
];

/// Checks roles, units and the up axis of a whole library.
pub(crate) fn check(library: &MotionLibrary, clips: &[ClipView<'_>]) -> Vec<Finding> {
    let mut findings = roles(library);
    findings.extend(units(library, clips));
    findings.extend(up_axis(clips));
    findings
}

fn roles(library: &MotionLibrary) -> Vec<Finding> {
    let is_vital =
        |role: &Role| matches!(role, Role::Hips | Role::Thigh(_) | Role::Shank(_) | Role::Foot(_));
    let missing: Vec<Role> = library.skeleton().roles().missing().collect();
    let names = |vital: bool| {
        let named: Vec<&str> =
            missing.iter().filter(|role| is_vital(role) == vital).map(|role| role.name()).collect();
        (!named.is_empty()).then(|| named.join(", "))
    };
    let vital = names(true).map(|names| {
        let message =
            format!("No joint was found for {names}; contacts, headings and leg IK need them.");
        Finding::new(Severity::Error, message, "Name the joints of these roles in the manifest.")
    });
    let others = names(false).map(|names| {
        let message = format!("No joint was found for {names}.");
        let remedy = "Name the joints of these roles in the manifest if the skeleton has them.";
        Finding::new(Severity::Note, message, remedy)
    });
    vital.into_iter().chain(others).collect()
}

fn units(library: &MotionLibrary, clips: &[ClipView<'_>]) -> Option<Finding> {
    let leg = leg_length(library).or_else(|| hip_height(clips))?;
    if LEG_LENGTHS.contains(&leg) || leg < 1e-6 {
        return None;
    }
    let error = |unit: &(&str, f32)| (unit.1 * leg / AVERAGE_LEG - 1.0).abs();
    let best = UNITS.iter().min_by(|a, b| error(a).total_cmp(&error(b)))?;
    let is_known = LEG_LENGTHS.contains(&(best.1 * leg));
    let guess = match is_known {
        true => format!("the file seems to be in {}", best.0),
        false => format!("one unit seems to be {:.4} m", AVERAGE_LEG / leg),
    };
    let unit_m = match is_known {
        // Read a hundredfold too small: what was taken for a centimetre is a metre.
        true if best.1 > 1.0 => 1.0,
        true => best.1,
        false => AVERAGE_LEG / leg,
    };
    let message = format!("The legs are {leg:.2} m long, which is no human: {guess}.");
    let remedy = "Give the unit in the manifest and import again.";
    let finding = Finding::new(Severity::Error, message, remedy);
    Some(finding.cured_by(format!("Take a unit as {unit_m:.4} m"), Change::UnitM(unit_m)))
}

/// Thigh and shank, mean of both sides.
fn leg_length(library: &MotionLibrary) -> Option<f32> {
    let skeleton = library.skeleton();
    let lengths: Vec<f32> = Side::BOTH
        .iter()
        .filter_map(|side| {
            let (shank, foot) = (
                skeleton.roles().get(Role::Shank(*side))?,
                skeleton.roles().get(Role::Foot(*side))?,
            );
            Some(skeleton.bone_length(shank) + skeleton.bone_length(foot))
        })
        .collect();
    match lengths[..] {
        [] => None,
        [one] => Some(one),
        [left, right, ..] => Some(0.5 * (left + right)),
    }
}

/// Median height of the root above the floor: about as much as a leg.
fn hip_height(clips: &[ClipView<'_>]) -> Option<f32> {
    let heights = |clip: &ClipView<'_>| {
        (0..clip.len()).map(|frame| clip.motion.frame(frame)[0].y).collect::<Vec<_>>()
    };
    quantile(&mut clips.iter().flat_map(heights).collect::<Vec<_>>(), 0.5)
}

fn up_axis(clips: &[ClipView<'_>]) -> Option<Finding> {
    let (mut sum, mut frames) = (Vec3::ZERO, 0.0);
    for clip in clips {
        for frame in 0..clip.len() {
            sum += long_axis(clip, frame)?;
            frames += 1.0;
        }
    }
    let mean = sum / frames;
    let (size, name) =
        [(mean.x, "+X"), (-mean.x, "-X"), (mean.z, "+Z"), (-mean.z, "-Z"), (-mean.y, "-Y")]
            .into_iter()
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
    // A library of falls may lie on average, but not always along one axis.
    if mean.y > 0.5 || size < 0.7 {
        return None;
    }
    let message =
        format!("From the hips to the head the body points along {name}, not up along +Y.");
    let remedy = format!("Give the up axis in the manifest (up = \"{name}\") and import again.");
    let finding = Finding::new(Severity::Error, message, remedy);
    Some(finding.cured_by(format!("Take {name} as up"), Change::Up(name)))
}

/// Unit vector from the hips to the head, or to what is known of the trunk.
fn long_axis(clip: &ClipView<'_>, frame: usize) -> Option<Vec3> {
    let top = [Role::Head, Role::Neck, Role::Chest, Role::Spine]
        .into_iter()
        .find_map(|role| clip.role(role))?;
    let hips = clip.role(Role::Hips)?;
    Some((clip.position(frame, top) - clip.position(frame, hips)).normalize_or_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{empty, library, scaled_skeleton, skeleton, straight_walk};
    use glam::Quat;
    use sidestep_motion::{Clip, Joint, Pose, Skeleton};
    use std::sync::Arc;

    fn messages(clip: Clip) -> Vec<String> {
        let library = library(&[clip]);
        check(&library, &ClipView::all(&library)).into_iter().map(|f| f.message).collect()
    }

    fn standing(skeleton: &Arc<Skeleton>, rotation: Quat) -> Clip {
        let mut clip = empty("stand", skeleton);
        let mut pose = Pose::identity(skeleton.len());
        pose.rotations[0] = rotation;
        (0..30).for_each(|_| clip.push(pose.as_ref()));
        clip
    }

    #[test]
    fn a_walk_in_metres_is_fine() {
        // The test skeleton has no collar bones, and that is all there is to say.
        let messages = messages(straight_walk("walk"));
        assert!(messages.iter().all(|message| message.contains("clavicle")), "{messages:?}");
    }

    #[test]
    fn centimetres_and_the_cmu_unit_are_told() {
        let said = messages(standing(&scaled_skeleton(100.0), Quat::IDENTITY));
        assert!(said.iter().any(|m| m.contains("in centimetres")), "{said:?}");
        let said = messages(standing(&scaled_skeleton(1.0 / 0.056_444_4), Quat::IDENTITY));
        assert!(said.iter().any(|m| m.contains("CMU unit")), "{said:?}");
        let said = messages(standing(&scaled_skeleton(1.0 / 0.0254), Quat::IDENTITY));
        assert!(said.iter().any(|m| m.contains("inches")), "{said:?}");
    }

    #[test]
    fn a_body_along_z_is_told() {
        let tipped = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let said = messages(standing(&skeleton(), tipped));
        assert!(said.iter().any(|m| m.contains("along +Z")), "{said:?}");
    }

    #[test]
    fn missing_legs_are_an_error() {
        let joint = |index: usize| Joint {
            name: format!("bead{index}"),
            parent: (index > 0).then_some(sidestep_motion::JointId(0)),
            offset: Vec3::ZERO,
            rest: Quat::IDENTITY,
            tip: None,
        };
        let beads = Arc::new(Skeleton::new((0..2).map(joint).collect()).unwrap());
        let said = messages(standing(&beads, Quat::IDENTITY));
        assert!(said.iter().any(|m| m.contains("left_thigh")), "{said:?}");
    }
}
