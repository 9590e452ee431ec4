//! From motion in a file's own unit and axes to a clip in metres, Y up, with all that is noted.

use crate::{
    body_check, detect,
    error::{ImportError, Place},
    options::{DetectedUp, FrameLabel, ImportOptions, LabelSpan, Note},
    posture,
    raw::{RawMotion, ReferencePose},
    timing::{self, Timing},
};
use glam::{Quat, Vec3};
use sidestep_motion::{
    Clip, ClipError, Contacts, Joint, Label, Provenance, Roles, Side, Skeleton,
    ball::{self, BallConfig},
    math::{atan2, from_rotation_vector, unit},
};
use std::sync::Arc;

/// Farther from the origin than this no motion was ever captured; the unit must be wrong.
const FARTHEST_M: f64 = 1e5;
/// No bone is longer.
const LONGEST_M: f64 = 1e3;

/// Makes a clip of what a reader found; tells the axis it took as up as well.
pub(crate) fn finish(
    file: &str,
    mut raw: RawMotion,
    options: &ImportOptions,
    notes: &mut Vec<Note>,
) -> Result<(Clip, DetectedUp), ImportError> {
    let (up, roles) = detect::up_and_roles(file, &raw, options, notes)?;
    body_check::check(file, &raw.joints, &roles)?;
    let unit_m = detect::unit_m(&raw, &roles, options, notes);
    note_moved_offsets(&raw, unit_m, notes);
    let y_up = detect::y_up_from(up.axis);
    note_t_pose_ends(&raw, &roles, notes);
    set_rest(&mut raw, &roles, y_up, notes);
    detect::note_body(&raw.joints, &roles, notes);
    scale_joints(file, &mut raw.joints, unit_m)?;
    turn_roots(&mut raw, y_up);
    let root_positions = root_positions(file, &raw, y_up, unit_m)?;
    let skeleton = Skeleton::new(raw.joints)
        .map_err(|source| ImportError::Skeleton { file: file.to_owned(), source })?;
    let labels = labels(options, &raw.timing, root_positions.len());
    let contacts = contacts(&labels, root_positions.len(), notes);
    let mut clip = Clip {
        name: clip_name(file, options),
        skeleton: Arc::new(skeleton.with_roles(roles)),
        rate_hz: raw.timing.rate_hz as f32,
        root_positions,
        rotations: raw.rotations,
        labels,
        contacts,
        objects: Vec::new(),
        floor: options.floor_m,
        provenance: Provenance {
            source: base_name(file).to_owned(),
            licence: options.licence.clone(),
            performer: options.performer.clone(),
        },
    };
    match clip.check() {
        Err(ClipError::Empty { .. }) => {
            let message = "the clip is empty: there is a skeleton but no frame";
            notes.push(Note::warning(message, "leave the file out, or export its motion again"));
            Ok((clip, up))
        }
        Err(source) => Err(ImportError::Clip { file: file.to_owned(), source }),
        Ok(()) => {
            add_ball(&mut clip, notes);
            Ok((clip, up))
        }
    }
}

/// Adds the ball that the labels of hands speak of, and says that nobody recorded it.
fn add_ball(clip: &mut Clip, notes: &mut Vec<Note>) {
    clip.objects = ball::synthesise(clip, &BallConfig::default());
    if !clip.objects.is_empty() {
        clip.provenance.source = format!("{}; {}", clip.provenance.source, ball::SYNTHESISED);
        let message = "no ball was recorded: where hands are labelled one was put into them, and \
                       let fly and bounce between two contacts";
        notes.push(Note::info(message));
    }
}

/// The name of a file without its folders.
pub(crate) fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// The name of a file without folders and ending.
pub(crate) fn stem(file: &str) -> &str {
    let base = base_name(file);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
}

fn clip_name(file: &str, options: &ImportOptions) -> String {
    options.name.clone().unwrap_or_else(|| stem(file).to_owned())
}

fn note_moved_offsets(raw: &RawMotion, unit_m: f64, notes: &mut Vec<Note>) {
    if let Some((farthest, joint)) = &raw.moved {
        let message = format!(
            "joints move in their parents' space; each got its mean place, at most {:.4} m off \
             (joint '{joint}')",
            farthest * unit_m
        );
        notes.push(Note::warning(message, "export with fixed bone lengths if that is too much"));
    }
}

fn note_t_pose_ends(raw: &RawMotion, roles: &Roles, notes: &mut Vec<Note>) {
    let is_t = |frame: &usize| posture::is_t_pose(&raw.joints, roles, raw.pose(*frame));
    let leading = (0..raw.len()).take_while(is_t).count();
    let trailing = (leading..raw.len()).rev().take_while(is_t).count();
    for (count, where_, key) in [(leading, "first", "start"), (trailing, "last", "end")] {
        if count > 0 {
            let secs = count as f64 / raw.timing.rate_hz;
            let message = format!("the {where_} {count} frames ({secs:.2} s) hold a T-pose");
            notes.push(Note::warning(message, format!("cut them off with `{key}`")));
        }
    }
}

/// Sets the rest rotations: those of the reference pose, upright and facing +Z, or zero ones.
fn set_rest(raw: &mut RawMotion, roles: &Roles, y_up: Quat, notes: &mut Vec<Note>) {
    let zero = vec![Quat::IDENTITY; raw.joints.len()];
    let (rotations, note) = match raw.reference.take() {
        Some(ReferencePose { rotations, source, .. }) => {
            let note = Note::info(format!("reference pose: {source}"));
            (face_forward(&raw.joints, roles, rotations, y_up), note)
        }
        None => {
            let note = zero_note(&raw.joints, roles, &zero);
            (zero, note)
        }
    };
    notes.push(note);
    for (joint, rotation) in raw.joints.iter_mut().zip(rotations) {
        joint.rest = rotation;
    }
    if let Some(root) = raw.joints.first_mut() {
        root.rest = unit(y_up * root.rest);
    }
}

fn zero_note(joints: &[Joint], roles: &Roles, zero: &[Quat]) -> Note {
    if posture::is_t_pose(joints, roles, zero) {
        return Note::info("reference pose: all rotations zero, which is a T-pose");
    }
    match posture::a_pose_angle(joints, roles, zero) {
        Some(angle) => Note::info(format!(
            "reference pose: all rotations zero, which is an A-pose with arms {:.0} degrees down",
            angle.to_degrees()
        )),
        None => Note::warning(
            "no T-pose or A-pose was found; all rotations zero was taken as the reference pose",
            "nothing, unless other skeletons are mixed in: then one is fitted to the motion, and \
             naming a frame or a file as `reference` in a manifest is surer",
        ),
    }
}

/// Turns a pose about the vertical so that it faces +Z once Y is up.
fn face_forward(joints: &[Joint], roles: &Roles, mut pose: Vec<Quat>, y_up: Quat) -> Vec<Quat> {
    let Some(left) = posture::leftwards(&posture::positions(joints, &pose), roles) else {
        return pose;
    };
    let left = y_up * left;
    let heading = atan2(-left.z, left.x);
    let back = from_rotation_vector(Vec3::Y * -heading);
    if let Some(root) = pose.first_mut() {
        *root = y_up.conjugate() * back * y_up * *root;
    }
    pose
}

fn scale_joints(file: &str, joints: &mut [Joint], unit_m: f64) -> Result<(), ImportError> {
    let scale = |v: Vec3| (v.as_dvec3() * unit_m).as_vec3();
    for joint in joints {
        let tip = joint.tip.unwrap_or(Vec3::ZERO);
        let longest = joint.offset.length().max(tip.length());
        let longest_m = f64::from(longest) * unit_m;
        if longest_m.is_nan() || longest_m > LONGEST_M {
            return Err(too_large(file, &joint.name, longest_m, "long"));
        }
        joint.offset = scale(joint.offset);
        joint.tip = joint.tip.map(scale);
    }
    Ok(())
}

fn turn_roots(raw: &mut RawMotion, y_up: Quat) {
    let joints = raw.joints.len();
    for frame in raw.rotations.chunks_exact_mut(joints) {
        frame[0] = y_up * frame[0];
    }
}

fn root_positions(
    file: &str,
    raw: &RawMotion,
    y_up: Quat,
    unit_m: f64,
) -> Result<Vec<Vec3>, ImportError> {
    // Exact quarter turns, so that a round number stays round.
    let y_up = y_up.as_dquat().normalize();
    let mut positions = Vec::with_capacity(raw.len());
    for position in &raw.root_positions {
        let metres = y_up * *position * unit_m;
        let far = metres.abs().max_element();
        if far.is_nan() || far > FARTHEST_M {
            return Err(too_large(file, &raw.joints[0].name, far, "from the origin"));
        }
        positions.push(metres.as_vec3());
    }
    Ok(positions)
}

fn too_large(file: &str, joint: &str, metres: f64, how: &str) -> ImportError {
    ImportError::Absurd {
        place: Place::new(file, 0).at_joint(joint),
        what: format!("it is {metres:.0} m {how}"),
        remedy: "check the unit".to_owned(),
    }
}

/// Labels in frames of the clip; those outside of it are left out.
fn labels(options: &ImportOptions, timing: &Timing, frames: usize) -> Vec<Label> {
    let frames = u32::try_from(frames).unwrap_or(u32::MAX);
    let frame = |secs: f32| {
        let since = f64::from(secs) - timing.start_secs;
        let frame = timing::frame_at(since.max(0.0) as f32, timing.rate_hz);
        u32::try_from(frame).unwrap_or(u32::MAX).min(frames)
    };
    let span = |label: &LabelSpan| match label.range_secs {
        None => 0..frames,
        Some((start, end)) => frame(start)..frame(end),
    };
    let moment =
        |secs: f32| nearest((f64::from(secs) - timing.start_secs) * timing.rate_hz, frames);
    let is_replaced = |label: &&LabelSpan| {
        label.range_secs.is_none() && options.frame_labels.iter().any(|by| by.name == label.name)
    };
    let spans = options.labels.iter().filter(|label| !is_replaced(label)).map(|label| Label {
        name: label.name.clone(),
        frames: span(label),
        moment: label.moment_secs.and_then(moment),
    });
    let of_frames = options.frame_labels.iter().map(|label| frame_label(label, timing, frames));
    spans.chain(of_frames).filter(|label| !label.frames.is_empty()).collect()
}

/// A label in frames of the file as one in frames of the clip.
fn frame_label(label: &FrameLabel, timing: &Timing, frames: u32) -> Label {
    let (first, step) = (timing.selection.first, timing.selection.step);
    let place = |frame: usize| {
        let after = frame.saturating_sub(first).div_ceil(step);
        u32::try_from(after).unwrap_or(u32::MAX).min(frames)
    };
    let moment = |frame: usize| nearest((frame as f64 - first as f64) / step as f64, frames);
    Label {
        name: label.name.clone(),
        frames: place(label.frames.start)..place(label.frames.end),
        moment: label.moment.and_then(moment),
    }
}

/// The frame of the clip nearest to a time in frames of the clip, where there is one.
fn nearest(frame: f64, frames: u32) -> Option<u32> {
    let frame = frame.round();
    (frame >= 0.0 && frame < f64::from(frames)).then_some(frame as u32)
}

/// Contacts where labels give them.
fn contacts(labels: &[Label], frames: usize, notes: &mut Vec<Note>) -> Option<Vec<Contacts>> {
    let down = Label::foot_down;
    let known = Side::BOTH.map(|side| labels.iter().any(|label| label.name == down(side)));
    if known == [false, false] {
        return None;
    }
    let mut contacts = vec![Contacts::NONE; frames];
    for (side, known) in Side::BOTH.into_iter().zip(known) {
        if !known {
            let message = format!("contacts are labelled, but none is called {}", down(side));
            notes.push(Note::warning(message, "label both feet, or neither to have both detected"));
        }
        for label in labels.iter().filter(|label| label.name == down(side)) {
            for contact in &mut contacts[label.frames.start as usize..label.frames.end as usize] {
                *contact = contact.with(side, true);
            }
        }
    }
    Some(contacts)
}
