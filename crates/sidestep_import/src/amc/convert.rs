//! From an ASF with its AMC to a clip.

use super::{
    motion::{self, Amc},
    skeleton::{Asf, AsfJoint, Dof, degrees, parse_skeleton},
};
use crate::{
    error::{ImportError, Place},
    finish::{self, base_name, stem},
    options::{ImportOptions, Imported, Note, Reference},
    raw::{self, MAX_COORDINATE, RawMotion, ReferencePose},
    rotation::{about, align},
    scan::{self, text},
    timing,
};
use glam::{DVec3, Quat};
use sidestep_motion::{Joint, JointId, math::unit};

/// The rate of the CMU database; AMC files do not tell theirs.
const USUAL_RATE_HZ: f64 = 120.0;

/// What is asked for where no ASF has a name that tells: the only one beside the file.
const ONLY_ASF: &str = "*.asf";

/// Reads an AMC file, with the ASF that `companion` gives, into a clip in metres, Y up.
pub fn read(
    file_name: &str,
    bytes: &[u8],
    options: &ImportOptions,
    companion: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Imported, ImportError> {
    let mut notes = Vec::new();
    let (asf_name, asf_bytes) = find_skeleton(file_name, bytes, options, companion)?;
    let asf = parse_skeleton(&asf_name, &asf_bytes)?;
    let amc = motion::parse(file_name, bytes, &asf)?;
    note_skeleton(&asf_name, &asf, &mut notes);
    let rate_hz = options.rate_hz.map_or(USUAL_RATE_HZ, f64::from);
    if options.rate_hz.is_none() {
        let message = format!("AMC files do not tell their rate; {USUAL_RATE_HZ} Hz was assumed");
        notes.push(Note::warning(message, "give the true rate"));
    }
    let drop = options.drop_first_frames.unwrap_or(0);
    let timing = timing::choose(file_name, options, (amc.len(), rate_hz), drop)?;
    timing::note_short_file(options, (amc.len(), rate_hz), drop, &mut notes);
    raw::check_size(file_name, asf.joints.len(), amc.channels)?;
    let axes: Vec<Quat> = asf.joints.iter().map(axis_rotation).collect();
    let mut raw = RawMotion {
        joints: joints(&asf),
        unit_m: asf.length.filter(|length| *length > 0.0).map(|length| 0.0254 / length),
        root_positions: Vec::new(),
        rotations: Vec::new(),
        timing,
        reference: reference(file_name, &asf, &amc, &axes, options)?,
        moved: None,
    };
    let joints = asf.joints.len();
    let selection = timing.selection;
    for frame in (selection.first..selection.end).step_by(selection.step) {
        let values = amc.frame(frame);
        let position = root_position(&asf.joints[0], values);
        if position.abs().max_element() > MAX_COORDINATE {
            return Err(ImportError::Absurd {
                place: Place::new(file_name, 0).at_joint(&asf.joints[0].name),
                what: format!("the root stands at {position} in frame {frame}"),
                remedy: "repair the file".to_owned(),
            });
        }
        let mut rotations = pose(&asf, &amc, &axes, frame);
        if let Some(start) = raw.rotations.len().checked_sub(joints) {
            align(&mut rotations, &raw.rotations[start..]);
        }
        raw.root_positions.push(position);
        raw.rotations.append(&mut rotations);
    }
    let (clip, up) = finish::finish(file_name, raw, options, &mut notes)?;
    Ok(Imported { clips: vec![clip], notes, up })
}

/// The ASF: as the options say, as the AMC says, by the usual names, or the only one there is.
fn find_skeleton(
    file: &str,
    bytes: &[u8],
    options: &ImportOptions,
    companion: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<(String, Vec<u8>), ImportError> {
    let stem = stem(file);
    let subject = stem.split('_').next().unwrap_or(stem);
    let mut names = match &options.skeleton_file {
        Some(name) => vec![name.clone()],
        None => vec![format!("{stem}.asf"), format!("{subject}.asf")],
    };
    if options.skeleton_file.is_none() {
        names.extend(named_skeleton(bytes));
    }
    for name in &names {
        if let Some(bytes) = companion(name) {
            return Ok((name.clone(), bytes));
        }
    }
    if options.skeleton_file.is_none()
        && let Some(bytes) = companion(ONLY_ASF)
    {
        return Ok(("the only ASF file beside it".to_owned(), bytes));
    }
    Err(ImportError::Companion { file: file.to_owned(), companion: names.join(" or ") })
}

/// `#!OML:ASF F:\folder\name.ASF`, which CMU files begin with.
fn named_skeleton(bytes: &[u8]) -> Option<String> {
    let (_, line) = scan::lines(bytes).next()?;
    let path = text(line.strip_prefix(b"#!OML:ASF")?);
    Some(base_name(&path).to_owned()).filter(|name| !name.is_empty())
}

fn note_skeleton(asf_name: &str, asf: &Asf, notes: &mut Vec<Note>) {
    notes.push(Note::info(format!("skeleton: {asf_name}")));
    if !asf.loose.is_empty() {
        let message =
            format!("bones that hang from nothing were left out: {}", asf.loose.join(", "));
        notes.push(Note::warning(message, "check the :hierarchy of the ASF file"));
    }
    let moved: Vec<&str> = asf.joints[1..]
        .iter()
        .filter(|joint| joint.dofs.iter().any(|dof| !matches!(dof, Dof::Rotation(_))))
        .map(|joint| joint.name.as_str())
        .collect();
    if !moved.is_empty() {
        let message =
            format!("bones change their length or place, which was left out: {}", moved.join(", "));
        notes.push(Note::warning(message, "export with fixed bone lengths"));
    }
}

/// Joints at the starts of the bones: each hangs at the end of its parent's bone.
fn joints(asf: &Asf) -> Vec<Joint> {
    let end = |bone: &AsfJoint| DVec3::from_array(bone.bone).as_vec3();
    let is_leaf = |index: usize| !asf.joints.iter().any(|joint| joint.parent == Some(index));
    let joint = |(index, bone): (usize, &AsfJoint)| Joint {
        name: bone.name.clone(),
        parent: bone.parent.and_then(|parent| u16::try_from(parent).ok()).map(JointId),
        offset: bone.parent.map(|parent| end(&asf.joints[parent])).unwrap_or_default(),
        rest: Quat::IDENTITY,
        tip: is_leaf(index).then(|| end(bone)),
    };
    asf.joints.iter().enumerate().map(joint).collect()
}

fn axis_rotation(joint: &AsfJoint) -> Quat {
    joint
        .axis
        .iter()
        .fold(Quat::IDENTITY, |turned, (axis, degrees)| about(*axis, *degrees) * turned)
}

fn root_position(root: &AsfJoint, values: &[f64]) -> DVec3 {
    let mut position = DVec3::ZERO;
    for (dof, value) in root.dofs.iter().zip(values) {
        if let Dof::Translation(axis) = *dof {
            position[axis] = *value;
        }
    }
    position
}

/// C · M · C⁻¹ of every joint; the first degree of freedom turns first.
fn pose(asf: &Asf, amc: &Amc, axes: &[Quat], frame: usize) -> Vec<Quat> {
    let values = amc.frame(frame);
    let joints = asf.joints.iter().zip(axes).zip(&amc.first_channels);
    joints
        .map(|((joint, axis), first)| {
            let mut turned = Quat::IDENTITY;
            for (dof, value) in joint.dofs.iter().zip(&values[*first..]) {
                if let Dof::Rotation(axis) = *dof {
                    turned = about(axis, degrees(*value, amc.radians)) * turned;
                }
            }
            unit(*axis * turned * axis.conjugate())
        })
        .collect()
}

/// An ASF describes a base pose, which is what it means by zero; a frame can be named instead.
fn reference(
    file: &str,
    asf: &Asf,
    amc: &Amc,
    axes: &[Quat],
    options: &ImportOptions,
) -> Result<Option<ReferencePose>, ImportError> {
    match &options.reference {
        Reference::Auto | Reference::Zero => {
            let rotations = vec![Quat::IDENTITY; asf.joints.len()];
            let source = "the base pose of the ASF file".to_owned();
            Ok(Some(ReferencePose { rotations, source, is_frame: false }))
        }
        Reference::Frame(frame) if *frame < amc.len() => {
            let (rotations, source) =
                (pose(asf, amc, axes, *frame), format!("frame {frame} of the file"));
            Ok(Some(ReferencePose { rotations, source, is_frame: true }))
        }
        other => Err(ImportError::Option {
            file: file.to_owned(),
            what: format!("{other:?} cannot be the reference of {} frames of AMC", amc.len()),
            remedy: "name a frame of the file, or \"zero\" for the base pose".to_owned(),
        }),
    }
}
