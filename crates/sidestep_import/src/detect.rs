//! What a file does not say: its unit, its up axis, where its reference pose is.

use crate::{
    error::ImportError,
    options::{DetectedUp, ImportOptions, Note, Setting, UpAxis},
    posture,
    raw::RawMotion,
};
use glam::{Quat, Vec3};
use sidestep_motion::{Joint, JointId, Role, Roles, Side};
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI};

/// Units that motion files are written in. Their ranges of leg length do not overlap.
const UNITS: [(&str, f64); 6] = [
    ("metres", 1.0),
    ("centimetres", 0.01),
    ("millimetres", 0.001),
    ("inches", 0.0254),
    ("feet", 0.3048),
    ("CMU units of 1/0.45 inch", 0.0254 / 0.45),
];
/// Thigh and shank of a person, from a child to a giant, in metres.
const LEG_M: std::ops::RangeInclusive<f64> = 0.6..=1.2;
/// Thigh and shank of a middling person, in metres.
const USUAL_LEG_M: f64 = 0.85;
/// No joint turns this far in one frame, in radians.
const LEAP: f32 = 0.35;
/// A joint of a pose that is held turns less than this in one frame, in radians.
const HELD: f32 = 0.05;
/// Frames looked at to find the up axis.
const SAMPLES: usize = 16;

/// The roles of the joints: detected, then as the user says.
pub(crate) fn roles(
    file: &str,
    joints: &[Joint],
    options: &ImportOptions,
) -> Result<Roles, ImportError> {
    let mut roles = Roles::detect(joints);
    for (role, name) in &options.roles {
        let Some(index) = joints.iter().position(|joint| joint.name == *name) else {
            let names: Vec<&str> =
                joints.iter().take(40).map(|joint| joint.name.as_str()).collect();
            return Err(ImportError::Option {
                file: file.to_owned(),
                what: format!("no joint is named '{name}', which should be {}", role.name()),
                remedy: format!("the joints are {}", names.join(", ")),
            });
        };
        roles.set(*role, u16::try_from(index).ok().map(JointId));
    }
    Ok(roles)
}

/// Metres in one unit of the file.
pub(crate) fn unit_m(
    raw: &RawMotion,
    roles: &Roles,
    options: &ImportOptions,
    notes: &mut Vec<Note>,
) -> f64 {
    let leg = posture::leg_length(&raw.joints, roles).map(f64::from).filter(|leg| *leg > 0.0);
    let fits = |unit: f64| leg.is_none_or(|leg| LEG_M.contains(&(unit * leg)));
    match (options.unit_m.map(f64::from), raw.unit_m, leg) {
        (Some(unit), _, _) => {
            if !fits(unit) {
                let leg_m = unit * leg.unwrap_or_default();
                let message = format!("with {unit} m a unit the legs are {leg_m:.3} m long");
                notes.push(Note::warning(message, "check the unit").settled_by(Setting::Unit));
            }
            unit
        }
        (None, Some(unit), _) if fits(unit) => {
            let note = Note::info(format!("unit: {unit:.6} m, as the file says"));
            notes.push(note.settled_by(Setting::Unit));
            unit
        }
        (None, _, Some(leg)) => unit_by_leg(leg, notes),
        (None, _, None) => {
            let message = "no leg was found to tell the unit by; metres were assumed";
            let note = Note::warning(message, "give the unit, or the roles of thighs and feet");
            notes.push(note.settled_by(Setting::Unit));
            1.0
        }
    }
}

fn unit_by_leg(leg: f64, notes: &mut Vec<Note>) -> f64 {
    let fits = UNITS.iter().find(|(_, unit)| LEG_M.contains(&(unit * leg)));
    match fits {
        Some((name, unit)) => {
            let long = unit * leg;
            let note = Note::info(format!("unit: {name}, by legs of {long:.3} m"));
            notes.push(note.settled_by(Setting::Unit));
            *unit
        }
        None => {
            let unit = USUAL_LEG_M / leg;
            let message = format!(
                "no known unit gives legs of a person; 1 unit was taken as {unit:.6} m, \
                 so that they are {USUAL_LEG_M} m long"
            );
            notes.push(Note::warning(message, "give the unit").settled_by(Setting::Unit));
            unit
        }
    }
}

/// The up axis of the file, as far as it was detected, and the roles that fit it.
pub(crate) fn up_and_roles(
    file: &str,
    raw: &RawMotion,
    options: &ImportOptions,
    notes: &mut Vec<Note>,
) -> Result<(DetectedUp, Roles), ImportError> {
    if let Some(axis) = options.up {
        let roles = roles(file, &turned_up(raw, axis), options)?;
        return Ok((DetectedUp { axis, is_sure: true }, roles));
    }
    // Geometry tells roles only in a body that stands upright, so each axis is tried.
    for guess in [UpAxis::Y, UpAxis::Z, UpAxis::X] {
        let roles = roles(file, &turned_up(raw, guess), options)?;
        if let Some(axis) = up_by_pose(raw, &roles) {
            let note = Note::info(format!("up axis: {}, by its T-pose", axis.name()));
            notes.push(note.settled_by(Setting::Up));
            return Ok((DetectedUp { axis, is_sure: true }, roles));
        }
        let Some((up, clear)) = up_by_motion(raw, &roles) else { continue };
        let note = if clear {
            Note::info(format!("up axis: {}, by the way from feet to head", up.name()))
        } else {
            let message = format!("the body is upright in no axis; {} was taken as up", up.name());
            Note::warning(message, "give the up axis")
        };
        notes.push(note.settled_by(Setting::Up));
        return Ok((DetectedUp { axis: up, is_sure: false }, roles));
    }
    let message = "no head and feet were found to tell the up axis by; +Y was assumed";
    let note = Note::warning(message, "give the up axis, or the roles of head and feet");
    notes.push(note.settled_by(Setting::Up));
    let up = DetectedUp { axis: UpAxis::Y, is_sure: false };
    Ok((up, roles(file, &turned_up(raw, UpAxis::Y), options)?))
}

/// The rotation that brings a file's up axis onto +Y.
pub(crate) fn y_up_from(up: UpAxis) -> Quat {
    match (up.axis, up.negative) {
        (1, false) => Quat::IDENTITY,
        (1, true) => Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        (0, false) => Quat::from_xyzw(0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2),
        (0, true) => Quat::from_xyzw(0.0, 0.0, -FRAC_1_SQRT_2, FRAC_1_SQRT_2),
        (_, false) => Quat::from_xyzw(-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2),
        (_, true) => Quat::from_xyzw(FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2),
    }
}

/// Notes which way the body faces in its reference pose, and roles that nobody plays.
pub(crate) fn note_body(joints: &[Joint], roles: &Roles, notes: &mut Vec<Note>) {
    let rest: Vec<Quat> = joints.iter().map(|joint| joint.rest).collect();
    if let Some(left) = posture::leftwards(&posture::positions(joints, &rest), roles) {
        // forward = left × up, and its angle against +Z.
        let heading = sidestep_motion::math::atan2(-left.z, left.x);
        notes.push(Note::info(format!(
            "in the reference pose the body faces {}",
            facing_name(heading)
        )));
    }
    let needed = |role: &Role| {
        let sided: [fn(Side) -> Role; 3] = [Role::Thigh, Role::Shank, Role::Foot];
        let legs = Side::BOTH.into_iter().flat_map(|side| sided.map(|part| part(side)));
        [Role::Hips, Role::Head].into_iter().chain(legs).any(|needed| needed == *role)
    };
    let (bad, fine): (Vec<Role>, Vec<Role>) = roles.missing().partition(needed);
    let names =
        |roles: &[Role]| roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(", ");
    if !bad.is_empty() {
        let message = format!("no joint was found for {}", names(&bad));
        notes.push(Note::warning(message, "name these joints under roles"));
    }
    if !fine.is_empty() {
        notes.push(Note::info(format!("the skeleton has no {}", names(&fine))));
    }
}

/// Whether the first pose is a T-pose put before the motion: no body leaves it in one frame.
pub(crate) fn is_lone_reference(joints: &[Joint], roles: &Roles, poses: &[&[Quat]]) -> bool {
    let [first, second, ..] = poses else { return false };
    let is_t = |pose| posture::is_t_pose(joints, roles, pose);
    posture::largest_turn(first, second) > LEAP && is_t(first) && !is_t(second)
}

/// Whether a pose at an end of a file is no moment of a movement: it is held, or a leap away from
/// the frame beside it.
pub(crate) fn is_held_or_alone(pose: &[Quat], beside: &[Quat]) -> bool {
    let turn = posture::largest_turn(pose, beside);
    !(HELD..LEAP).contains(&turn)
}

fn turned_up(raw: &RawMotion, up: UpAxis) -> Vec<Joint> {
    let mut joints = raw.joints.clone();
    if let Some(reference) = &raw.reference {
        for (joint, rotation) in joints.iter_mut().zip(&reference.rotations) {
            joint.rest = *rotation;
        }
    }
    if let Some(root) = joints.first_mut() {
        root.rest = y_up_from(up) * root.rest;
    }
    joints
}

/// The axis nearest to the way from feet to head, over some frames, and whether it is clear.
fn up_by_motion(raw: &RawMotion, roles: &Roles) -> Option<(UpAxis, bool)> {
    let step = (raw.len() / SAMPLES).max(1);
    let of_pose = |pose: &[Quat]| posture::upwards(&posture::positions(&raw.joints, pose), roles);
    let mut sum = Vec3::ZERO;
    let mut count = 0.0;
    for frame in (0..raw.len()).step_by(step) {
        if let Some(up) = of_pose(raw.pose(frame)) {
            sum += up;
            count += 1.0;
        }
    }
    if sum.abs().max_element() < 0.7 * count || count == 0.0 {
        // Nobody stands in these frames: the reference pose must do.
        let zero = vec![Quat::IDENTITY; raw.joints.len()];
        let reference = raw.reference.as_ref().map_or(&zero, |reference| &reference.rotations);
        let up = of_pose(reference)?;
        return Some((nearest_axis(up), up.abs().max_element() > 0.7));
    }
    Some((nearest_axis(sum), true))
}

/// The axis along which the body stands in a T-pose that is part of the motion. Nobody lies in one,
/// whatever the rest of a take shows.
fn up_by_pose(raw: &RawMotion, roles: &Roles) -> Option<UpAxis> {
    let reference = raw.reference.as_ref().filter(|reference| reference.is_frame)?;
    if !posture::is_t_pose(&raw.joints, roles, &reference.rotations) {
        return None;
    }
    let up = posture::upwards(&posture::positions(&raw.joints, &reference.rotations), roles)?;
    (up.abs().max_element() > 0.9).then(|| nearest_axis(up))
}

fn nearest_axis(vector: Vec3) -> UpAxis {
    let size = vector.abs();
    let axis = match () {
        () if size.y >= size.z && size.y >= size.x => 1,
        () if size.z >= size.x => 2,
        () => 0,
    };
    UpAxis { axis, negative: vector[axis] < 0.0 }
}

fn facing_name(heading: f32) -> String {
    let quarter = (heading / FRAC_PI_2).round();
    let off = (heading - quarter * FRAC_PI_2).abs().to_degrees();
    if off > 20.0 {
        return format!("{:.0} degrees left of +Z", heading.to_degrees());
    }
    let name = match heading {
        _ if heading.abs() < 0.25 * PI => "+Z",
        _ if heading.abs() > 0.75 * PI => "-Z",
        _ if heading > 0.0 => "+X",
        _ => "-X",
    };
    name.to_owned()
}
