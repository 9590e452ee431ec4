//! Do feet and shoulders fit the way the body travels? Motion that was put on a skeleton without a
//! true reference pose keeps its ways and ruins its limbs: feet stand on their tips or point
//! backwards, shoulders are drawn up or twisted.

use crate::{
    clip_view::{ClipView, level, quantile},
    finding::{Finding, Severity},
    travel::Travel,
};
use glam::Vec3;
use sidestep_motion::{
    MotionLibrary, Role, Side, Skeleton,
    kinematics::JointTransforms,
    math::{asin, atan2, wrap_angle},
    standing::misfit,
};

/// Walking ahead: faster than this, in metres a second, within 35 degrees of where the hips point.
const LEAST_SPEED: f32 = 0.4;
const AHEAD: f32 = 0.6;

/// Seconds of it that are needed to judge.
const LEAST_SECS: f32 = 1.0;

/// How far a foot that stands may point aside, and how far it may be pitched from where it is flat,
/// in radians: 60 and 30 degrees.
const FOOT_ASIDE: f32 = 1.05;
const FOOT_PITCHED: f32 = 0.52;

/// No foot is flat with its toe joint steeper below its ankle, or higher above it: 75 and 15 degrees.
const STEEPEST: f32 = -1.31;
const HIGHEST: f32 = 0.26;

/// How far shoulders may be turned against the travel, tilted, or lifted against the rest pose, in
/// radians: 45, 20 and 35 degrees.
const SHOULDERS_TURNED: f32 = 0.785;
const SHOULDERS_TILTED: f32 = 0.35;
const SHOULDER_LIFTED: f32 = 0.61;

/// Horizontal part of a bone below which it has no direction on the ground.
const SHORTEST: f32 = 0.1;

const REMEDY: &str = "It looks retargeted without a true reference pose: name a frame or a file in \
    which its skeleton stands in a T-pose (`reference` in the manifest) and import again.";

const ONE_FOOT_REMEDY: &str = "The other foot stands as it should, so the reference pose is true and \
    the foot itself was captured badly: repair its rotations in the source, or leave this stretch out.";

/// Checks every clip that walks.
pub(crate) fn check(
    library: &MotionLibrary,
    clips: &[ClipView<'_>],
    travels: &[Travel],
) -> Vec<Finding> {
    let bearings: Vec<Option<Bearing>> =
        clips.iter().zip(travels).map(|(clip, travel)| Bearing::of(clip, travel)).collect();
    let usual = Usual::of(library.skeleton(), &bearings);
    let mut findings = Vec::new();
    for (clip, bearing) in clips.iter().zip(&bearings) {
        let Some(bearing) = bearing else { continue };
        let told = bearing.feet(&usual).into_iter().chain(bearing.shoulders(&usual));
        findings.extend(told.map(|finding| finding.in_clip(clip.name())));
    }
    findings
}

/// How a body bears itself while it walks ahead: medians, by side where there are two.
struct Bearing {
    /// Direction of the foot in contact against the travel, and its slope.
    foot_yaw: [Option<f32>; 2],
    foot_pitch: [Option<f32>; 2],
    /// Turn of the line of the shoulders against the travel, and its slope.
    turned: Option<f32>,
    tilted: Option<f32>,
    /// Slope from neck to shoulder against the trunk.
    lifted: [Option<f32>; 2],
}

impl Bearing {
    fn of(clip: &ClipView<'_>, travel: &Travel) -> Option<Self> {
        let way = |frame: usize| clip.grounds[frame].heading + travel.directions[frame];
        // Shoulders that are twisted take the heading with them, hips do not.
        let is_ahead = |frame: usize| {
            let left = bone(clip, frame, Role::Thigh(Side::Right), Role::Thigh(Side::Left))?;
            Some(wrap_angle(yaw(left.cross(Vec3::Y))? - way(frame)).abs() < AHEAD)
        };
        let is_walking =
            |frame: &usize| travel.speeds[*frame] > LEAST_SPEED && is_ahead(*frame) == Some(true);
        let walking: Vec<usize> = (0..clip.len()).filter(is_walking).collect();
        let enough = |values: Vec<f32>| {
            if clip.secs(values.len()) < LEAST_SECS { None } else { median(values) }
        };
        let over = |of: &dyn Fn(usize) -> Option<f32>| {
            enough(walking.iter().filter_map(|frame| of(*frame)).collect())
        };
        let foot = |frame: usize, side: Side| {
            let bone = bone(clip, frame, Role::Foot(side), Role::Toe(side))?;
            clip.contacts[frame].get(side).then_some(bone)
        };
        let shoulders =
            |frame| bone(clip, frame, Role::UpperArm(Side::Right), Role::UpperArm(Side::Left));
        if walking.is_empty() {
            return None;
        }
        Some(Self {
            foot_yaw: Side::BOTH
                .map(|side| over(&|f| Some(wrap_angle(yaw(foot(f, side)?)? - way(f))))),
            foot_pitch: Side::BOTH.map(|side| over(&|f| Some(asin(foot(f, side)?.y)))),
            turned: over(&|f| {
                let left = shoulders(f)?;
                Some(wrap_angle(yaw(left.cross(Vec3::Y))? - way(f)))
            }),
            tilted: over(&|f| Some(asin(shoulders(f)?.y))),
            lifted: Side::BOTH.map(|side| {
                over(&|f| lifted(side, &|role| Some(clip.position(f, clip.role(role)?))))
            }),
        })
    }

    fn feet(&self, usual: &Usual) -> Option<Finding> {
        let [left, right] = Side::BOTH.map(|side| self.foot(side, usual));
        let (severity, remedy) = match (&left, &right) {
            // A false reference pose ruins both: where one foot stands well, it is true.
            (Some(_), None) if self.foot_pitch[1].is_some() => (Severity::Warning, ONE_FOOT_REMEDY),
            (None, Some(_)) if self.foot_pitch[0].is_some() => (Severity::Warning, ONE_FOOT_REMEDY),
            _ => (Severity::Error, REMEDY),
        };
        left.or(right).map(|message| Finding::new(severity, message, remedy))
    }

    /// What is wrong with a foot.
    fn foot(&self, side: Side, usual: &Usual) -> Option<String> {
        let name = match side {
            Side::Left => "left",
            Side::Right => "right",
        };
        let index = side.index();
        if let Some(yaw) = self.foot_yaw[index].filter(|yaw| yaw.abs() > FOOT_ASIDE) {
            return Some(format!(
                "The {name} foot points {:.0} degrees off the way the body walks while it stands.",
                yaw.abs().to_degrees()
            ));
        }
        let pitch = self.foot_pitch[index]?;
        let usual = usual.foot_pitch[index];
        let off = usual.map_or(0.0, |usual| (pitch - usual).abs());
        if off <= FOOT_PITCHED && (STEEPEST..HIGHEST).contains(&pitch) {
            return None;
        }
        let flat = usual.map_or_else(String::new, |usual| {
            format!(", where it is flat at {:.0}", usual.to_degrees())
        });
        Some(format!("The {name} foot stands pitched by {:.0} degrees{flat}.", pitch.to_degrees()))
    }

    fn shoulders(&self, usual: &Usual) -> Option<Finding> {
        let tell = |message: String| Some(Finding::new(Severity::Warning, message, REMEDY));
        if let Some(turned) = self.turned.filter(|turned| turned.abs() > SHOULDERS_TURNED) {
            return tell(format!(
                "The shoulders are turned {:.0} degrees off the way the body walks.",
                turned.abs().to_degrees()
            ));
        }
        if let Some(tilted) = self.tilted.filter(|tilted| tilted.abs() > SHOULDERS_TILTED) {
            return tell(format!(
                "One shoulder is higher than the other, by {:.0} degrees.",
                tilted.abs().to_degrees()
            ));
        }
        for (side, name) in [(Side::Left, "left"), (Side::Right, "right")] {
            let (now, then) = (self.lifted[side.index()], usual.lifted[side.index()]);
            let Some(off) = now.zip(then).map(|(now, then)| now - then) else { continue };
            if off.abs() > SHOULDER_LIFTED {
                let (how, degrees) =
                    (if off > 0.0 { "up" } else { "down" }, off.abs().to_degrees());
                return tell(format!(
                    "The {name} shoulder is drawn {how} by {degrees:.0} degrees."
                ));
            }
        }
        None
    }
}

/// What is usual on the library's skeleton: its rest pose where a body stands in it, else the median
/// of the clips.
struct Usual {
    foot_pitch: [Option<f32>; 2],
    lifted: [Option<f32>; 2],
}

impl Usual {
    fn of(skeleton: &Skeleton, bearings: &[Option<Bearing>]) -> Self {
        if misfit(skeleton).is_none() {
            return Self::at_rest(skeleton);
        }
        let known = || bearings.iter().flatten();
        Self {
            foot_pitch: [0, 1]
                .map(|side| median(known().filter_map(|b| b.foot_pitch[side]).collect())),
            lifted: [0, 1].map(|side| median(known().filter_map(|b| b.lifted[side]).collect())),
        }
    }

    fn at_rest(skeleton: &Skeleton) -> Self {
        let rest = JointTransforms::of_rest(skeleton);
        let place = |role| skeleton.roles().get(role).map(|joint| rest.position(joint));
        let pitch = |side| {
            let foot = place(Role::Toe(side))? - place(Role::Foot(side))?;
            Some(asin(foot.try_normalize()?.y))
        };
        Self {
            foot_pitch: Side::BOTH.map(pitch),
            lifted: Side::BOTH.map(|side| lifted(side, &place)),
        }
    }
}

/// The slope of the way from the neck to a shoulder against the trunk.
fn lifted(side: Side, place: &dyn Fn(Role) -> Option<Vec3>) -> Option<f32> {
    let neck = place(Role::Neck).or_else(|| place(Role::Head))?;
    let hips = 0.5 * (place(Role::Thigh(Side::Left))? + place(Role::Thigh(Side::Right))?);
    let up = (neck - hips).try_normalize()?;
    Some(asin((place(Role::UpperArm(side))? - neck).try_normalize()?.dot(up)))
}

fn bone(clip: &ClipView<'_>, frame: usize, from: Role, to: Role) -> Option<Vec3> {
    let (from, to) = (clip.role(from)?, clip.role(to)?);
    (clip.position(frame, to) - clip.position(frame, from)).try_normalize()
}

/// Direction on the ground; `None` of what stands upright.
fn yaw(direction: Vec3) -> Option<f32> {
    let is_level = level(direction).length() > SHORTEST;
    is_level.then(|| atan2(direction.x, direction.z))
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    quantile(&mut values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk, turn_joint};
    use glam::Quat;
    use sidestep_motion::Clip;
    use std::f32::consts::PI;

    fn found(clip: Clip) -> Vec<Finding> {
        let library = library(&[clip, straight_walk("clean")]);
        let clips = ClipView::all(&library);
        let travels: Vec<Travel> = clips.iter().map(Travel::of).collect();
        check(&library, &clips, &travels)
    }

    /// A walk with joints turned in every frame, applied before their own rotations.
    fn with_turned(joints: &[&str], turn: Quat) -> Clip {
        let mut clip = straight_walk("spoilt");
        for joint in joints {
            (0..clip.len()).for_each(|frame| turn_joint(&mut clip, frame, joint, turn));
        }
        clip
    }

    fn only(findings: &[Finding]) -> &Finding {
        let [finding] = findings else { panic!("{findings:?}") };
        assert_eq!(finding.clip.as_deref(), Some("spoilt"));
        finding
    }

    #[test]
    fn a_walk_is_fine() {
        assert_eq!(found(straight_walk("walk")), []);
    }

    /// Whether a finding says that the reference pose is at fault.
    fn doubts_reference(finding: &Finding) -> bool {
        finding.remedy.contains("`reference` in the manifest")
    }

    #[test]
    fn feet_that_point_backwards_are_told() {
        let found = found(with_turned(&["LeftFoot", "RightFoot"], Quat::from_rotation_y(PI)));
        let finding = only(&found);
        let message = &finding.message;
        assert!(message.starts_with("The left foot points 1") && message.contains("degrees off"));
        assert!(finding.severity == Severity::Error && doubts_reference(finding), "{finding:?}");
    }

    #[test]
    fn feet_on_their_tips_are_told() {
        let found = found(with_turned(&["LeftFoot", "RightFoot"], Quat::from_rotation_x(0.9)));
        let finding = only(&found);
        assert!(finding.severity == Severity::Error && doubts_reference(finding), "{finding:?}");
    }

    /// As in a take whose left foot was lost by the cameras for ten seconds.
    #[test]
    fn one_foot_that_is_off_is_no_fault_of_the_reference_pose() {
        for (joint, side) in [("LeftFoot", "left"), ("RightFoot", "right")] {
            let found = found(with_turned(&[joint], Quat::from_rotation_x(0.9)));
            let finding = only(&found);
            let message = &finding.message;
            assert!(
                message.contains(&format!("The {side} foot stands pitched by -7")),
                "{message}"
            );
            assert!(message.contains("where it is flat at -27"), "{message}");
            assert_eq!(finding.severity, Severity::Warning);
            assert!(!doubts_reference(finding), "{finding:?}");
            assert!(finding.remedy.contains("captured badly"), "{finding:?}");
        }
    }

    #[test]
    fn twisted_and_tilted_shoulders_are_told() {
        let turned = found(with_turned(&["Spine1"], Quat::from_rotation_y(1.2)));
        assert!(only(&turned).message.contains("shoulders are turned"), "{turned:?}");
        assert!(doubts_reference(only(&turned)), "{turned:?}");
        let tilted = found(with_turned(&["Spine1"], Quat::from_rotation_z(0.6)));
        assert!(only(&tilted).message.contains("higher than the other"), "{tilted:?}");
    }
}
