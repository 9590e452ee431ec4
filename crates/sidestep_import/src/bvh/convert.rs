//! From a BVH file to a clip: Euler angles in any order to quaternions, moving offsets to fixed ones.

use super::{
    layout::{self, Layout, has_position, local_position},
    model::{BvhJoint, Channel, Header},
    motion::Reader,
};
use crate::{
    detect,
    error::{ImportError, Place},
    finish,
    frames::FrameSelection,
    options::{ImportOptions, Imported, Note, Reference},
    posture,
    raw::{self, MAX_COORDINATE, RawMotion, ReferencePose},
    rotation::{about, align},
    timing,
};
use glam::{DVec3, Quat};
use sidestep_motion::math::unit;

/// Reads a BVH file into a clip in metres, Y up.
pub fn read(
    file_name: &str,
    bytes: &[u8],
    options: &ImportOptions,
    companion: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Imported, ImportError> {
    let mut notes = Vec::new();
    let reader = Reader::open(file_name, bytes)?;
    let raw = read_raw(file_name, &reader, options, companion, &mut notes)?;
    let (clip, up) = finish::finish(file_name, raw, options, &mut notes)?;
    Ok(Imported { clips: vec![clip], notes, up })
}

fn read_raw(
    file: &str,
    reader: &Reader<'_>,
    options: &ImportOptions,
    companion: &dyn Fn(&str) -> Option<Vec<u8>>,
    notes: &mut Vec<Note>,
) -> Result<RawMotion, ImportError> {
    let header = reader.header();
    let rate_hz =
        options.rate_hz.map_or_else(|| timing::rate_of(header.frame_time_secs), f64::from);
    if options.rate_hz.is_none() {
        notes.push(Note::info(format!("rate: {rate_hz:.3} Hz, as the header says")));
    }
    let head = reader.read(FrameSelection { first: 0, end: 3, step: 1 })?;
    let last = reader
        .read(FrameSelection { first: header.frames.saturating_sub(1), ..FrameSelection::ALL })?;
    let samples: Vec<&[f64]> = (0..head.len())
        .map(|frame| head.frame(frame))
        .chain((!last.is_empty()).then(|| last.frame(0)))
        .collect();
    let layout = layout::layout(file, header, &samples, options, notes)?;
    let poses: Vec<Vec<Quat>> =
        samples.iter().map(|values| pose(header, &layout, values).1).collect();
    let drop = dropped_frames(&layout, &poses[..head.len()], options, notes);
    let timing = timing::choose(file, options, (header.frames, rate_hz), drop)?;
    timing::note_short_file(options, (header.frames, rate_hz), drop, notes);
    let reference = match &options.reference {
        Reference::Zero => None,
        Reference::Auto => found_reference(reader, &layout, &poses, head.len())?,
        Reference::Frame(frame) => Some(frame_reference(file, reader, &layout, *frame)?),
        Reference::File(name) => Some(file_reference(file, name, &layout, options, companion)?),
    };
    let bvh = reader.read(timing.selection)?;
    raw::check_size(file, layout.kept.len(), header.channels)?;
    let frames: Vec<&[f64]> = bvh.values.chunks_exact(header.channels.max(1)).collect();
    let mut raw = RawMotion {
        joints: layout.joints.clone(),
        unit_m: None,
        root_positions: Vec::with_capacity(frames.len()),
        rotations: Vec::with_capacity(frames.len() * layout.kept.len()),
        timing,
        reference,
        moved: None,
    };
    convert_frames(file, header, &layout, &frames, &mut raw)?;
    fix_offsets(file, header, &layout, &frames, &mut raw)?;
    Ok(raw)
}

fn convert_frames(
    file: &str,
    header: &Header,
    layout: &Layout,
    frames: &[&[f64]],
    raw: &mut RawMotion,
) -> Result<(), ImportError> {
    let joints = layout.kept.len();
    for values in frames {
        let (position, mut rotations) = pose(header, layout, values);
        if position.abs().max_element() > MAX_COORDINATE || !position.is_finite() {
            return Err(bad_position(file, &raw.joints[0].name, position.abs().max_element()));
        }
        if let Some(start) = raw.rotations.len().checked_sub(joints) {
            align(&mut rotations, &raw.rotations[start..]);
        }
        raw.root_positions.push(position);
        raw.rotations.append(&mut rotations);
    }
    Ok(())
}

/// World position of the skeleton's root, and the rotations of all its joints.
fn pose(header: &Header, layout: &Layout, values: &[f64]) -> (DVec3, Vec<Quat>) {
    let mut position = DVec3::ZERO;
    let mut turned = Quat::IDENTITY;
    let root = layout.kept.first().copied();
    for joint in layout.above.iter().copied().chain(root) {
        let joint = &header.joints[joint];
        position += turned.as_dquat() * local_position(joint, values);
        turned *= rotation(joint, values);
    }
    let mut rotations = Vec::with_capacity(layout.kept.len());
    rotations.push(unit(turned));
    rotations
        .extend(layout.kept.iter().skip(1).map(|joint| rotation(&header.joints[*joint], values)));
    (position, rotations)
}

/// R(first channel) · R(second) · R(third), as the order of the channels says.
fn rotation(joint: &BvhJoint, values: &[f64]) -> Quat {
    let mut rotation = Quat::IDENTITY;
    for (channel, degrees) in joint.channels.iter().zip(&values[joint.first_channel..]) {
        match *channel {
            Channel::Rotation(axis) if *degrees != 0.0 => rotation *= about(axis, *degrees),
            _ => {}
        }
    }
    rotation
}

/// Joints that the file moves in their parent's space get the mean place; the rest is told.
fn fix_offsets(
    file: &str,
    header: &Header,
    layout: &Layout,
    frames: &[&[f64]],
    raw: &mut RawMotion,
) -> Result<(), ImportError> {
    let mut worst: Option<(f64, &str)> = None;
    for (joint, index) in raw.joints.iter_mut().zip(&layout.kept).skip(1) {
        let source = &header.joints[*index];
        if frames.is_empty() || !has_position(source) {
            continue;
        }
        let share = 1.0 / frames.len() as f64;
        let mean: DVec3 = frames.iter().map(|values| local_position(source, values) * share).sum();
        let farthest = frames.iter().map(|values| local_position(source, values).distance(mean));
        let farthest = farthest.fold(0.0, f64::max);
        if !(mean.abs().max_element() <= MAX_COORDINATE && farthest.is_finite()) {
            return Err(bad_position(file, &source.name, farthest));
        }
        joint.offset = mean.as_vec3();
        if farthest > 1e-6 * mean.length().max(1e-3)
            && worst.is_none_or(|(most, _)| farthest > most)
        {
            worst = Some((farthest, &source.name));
        }
    }
    raw.moved = worst.map(|(farthest, name)| (farthest, name.to_owned()));
    Ok(())
}

fn dropped_frames(
    layout: &Layout,
    poses: &[Vec<Quat>],
    options: &ImportOptions,
    notes: &mut Vec<Note>,
) -> usize {
    if let Some(drop) = options.drop_first_frames {
        return drop;
    }
    let poses: Vec<&[Quat]> = poses.iter().map(Vec::as_slice).collect();
    if detect::is_lone_reference(&layout.joints, &layout.roles, &poses) {
        notes.push(Note::info("frame 0 is a lone T-pose and was dropped"));
        return 1;
    }
    0
}

/// The first or last frame where it is a T-pose, or, where zero is none, an A-pose that is held.
fn found_reference(
    reader: &Reader<'_>,
    layout: &Layout,
    poses: &[Vec<Quat>],
    head: usize,
) -> Result<Option<ReferencePose>, ImportError> {
    let is_t = |pose: &[Quat]| posture::is_t_pose(&layout.joints, &layout.roles, pose);
    let found = |pose: &Vec<Quat>, source: String| {
        Ok(Some(ReferencePose { rotations: pose.clone(), source, is_frame: true }))
    };
    let ends = [(poses.first(), "first"), (poses.get(head), "last")];
    for (pose, end) in &ends {
        if let Some(pose) = pose.filter(|pose| is_t(pose)) {
            return found(pose, format!("the {end} frame of the file, a T-pose"));
        }
    }
    if is_t(&vec![Quat::IDENTITY; layout.joints.len()]) {
        return Ok(None);
    }
    let before_last = reader.header().frames.saturating_sub(2);
    let before =
        reader.read(FrameSelection { first: before_last, end: before_last + 1, step: 1 })?;
    let before = (!before.is_empty()).then(|| pose(reader.header(), layout, before.frame(0)).1);
    for ((pose, end), beside) in ends.iter().zip([poses.get(1), before.as_ref()]) {
        let (Some(pose), Some(beside)) = (*pose, beside) else { continue };
        let angle = posture::a_pose_angle(&layout.joints, &layout.roles, pose);
        if let Some(angle) = angle.filter(|_| detect::is_held_or_alone(pose, beside)) {
            let degrees = angle.to_degrees();
            let source = format!(
                "the {end} frame of the file, an A-pose with arms {degrees:.0} degrees down"
            );
            return found(pose, source);
        }
    }
    Ok(None)
}

fn frame_reference(
    file: &str,
    reader: &Reader<'_>,
    layout: &Layout,
    frame: usize,
) -> Result<ReferencePose, ImportError> {
    let bvh =
        reader.read(FrameSelection { first: frame, end: frame.saturating_add(1), step: 1 })?;
    if bvh.is_empty() {
        let frames = reader.header().frames;
        return Err(ImportError::Option {
            file: file.to_owned(),
            what: format!("frame {frame} should be the reference, but there are {frames} frames"),
            remedy: "name a frame of the file, counted from 0".to_owned(),
        });
    }
    let rotations = pose(reader.header(), layout, bvh.frame(0)).1;
    Ok(ReferencePose { rotations, source: format!("frame {frame} of the file"), is_frame: true })
}

/// The pose of another file on the same joints, found by their names.
fn file_reference(
    file: &str,
    name: &str,
    layout: &Layout,
    options: &ImportOptions,
    companion: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<ReferencePose, ImportError> {
    let missing = || ImportError::Companion { file: file.to_owned(), companion: name.to_owned() };
    let bytes = companion(name).ok_or_else(missing)?;
    let reader = Reader::open(name, &bytes)?;
    let other = ImportOptions { roles: options.roles.clone(), ..ImportOptions::default() };
    let bvh = reader.read(FrameSelection { first: 0, end: 1, step: 1 })?;
    let samples: Vec<&[f64]> = (0..bvh.len()).map(|frame| bvh.frame(frame)).collect();
    let theirs = layout::layout(name, reader.header(), &samples, &other, &mut Vec::new())?;
    let rotations = samples.first().map(|values| pose(reader.header(), &theirs, values).1);
    let find = |joint: &sidestep_motion::Joint| {
        let index = theirs.joints.iter().position(|their| their.name == joint.name)?;
        rotations.as_ref().map(|rotations| rotations[index])
    };
    let found: Option<Vec<Quat>> = layout.joints.iter().map(find).collect();
    let rotations = found.ok_or_else(|| ImportError::Option {
        file: file.to_owned(),
        what: format!("the reference {name} has no frame, or not all joints of the file"),
        remedy: "name a file on the same skeleton".to_owned(),
    })?;
    let source = format!("the first frame of {name}");
    Ok(ReferencePose { rotations, source, is_frame: false })
}

fn bad_position(file: &str, joint: &str, size: f64) -> ImportError {
    ImportError::Absurd {
        place: Place::new(file, 0).at_joint(joint),
        what: format!("a position is {size:e} file units off"),
        remedy: "repair its position channels".to_owned(),
    }
}
