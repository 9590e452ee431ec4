//! Writes joint positions as comma-separated values, for spreadsheets and plotting programs.

use crate::ExportError;
use sidestep_motion::{Clip, JointMotion, ObjectTrack, Skeleton, object::things};
use std::fmt::Write as _;

/// World positions of all joints in metres: `frame,time_s,<joint>_x,<joint>_y,<joint>_z,…`.
///
/// Objects follow in the same way, each with a column `<object>_held_by` of the joints that hold it,
/// separated by `+`. Where nothing is known of an object its columns are empty; of two things of one
/// name the second is `<object>_2`.
pub fn write(clip: &Clip) -> Result<String, ExportError> {
    clip.check()?;
    let motion = JointMotion::of(clip);
    let mut text = String::from("frame,time_s");
    for joint in clip.skeleton.joints() {
        for axis in ["x", "y", "z"] {
            text.push(',');
            text.push_str(&field(&format!("{}_{axis}", joint.name)));
        }
    }
    let things = things(&clip.objects);
    for (number, thing) in things.iter().enumerate() {
        let name = thing_name(&things, number, thing);
        for column in ["x", "y", "z", "held_by"] {
            text.push(',');
            text.push_str(&field(&format!("{name}_{column}")));
        }
    }
    text.push('\n');
    for frame in 0..motion.len() {
        row(frame, &motion, &mut text).expect("writing to a String cannot fail");
        for thing in &things {
            let written = object(frame, thing, &clip.skeleton, &mut text);
            written.expect("writing to a String cannot fail");
        }
        text.push('\n');
    }
    Ok(text)
}

fn row(frame: usize, motion: &JointMotion, text: &mut String) -> std::fmt::Result {
    write!(text, "{frame},{:.6}", frame as f64 / f64::from(motion.rate_hz))?;
    for p in motion.frame(frame) {
        write!(text, ",{:.6},{:.6},{:.6}", p.x, p.y, p.z)?;
    }
    Ok(())
}

/// The name of a thing, with a number where there are more of that name before it.
fn thing_name(things: &[Vec<&ObjectTrack>], number: usize, thing: &[&ObjectTrack]) -> String {
    let name = |thing: &[&ObjectTrack]| thing.first().map(|track| track.kind.name.clone());
    let own = name(thing).unwrap_or_default();
    let before = things[..number].iter().filter(|other| name(other).as_ref() == Some(&own)).count();
    if before == 0 { own } else { format!("{own}_{}", before + 1) }
}

fn object(
    frame: usize,
    thing: &[&ObjectTrack],
    skeleton: &Skeleton,
    text: &mut String,
) -> std::fmt::Result {
    let Some(object) = thing.iter().find_map(|track| track.at(frame)) else {
        return write!(text, ",,,,");
    };
    let p = object.position;
    let name = |joint| skeleton.joint(joint).name.clone();
    let holders: Vec<String> = object.held_by.joints().map(name).collect();
    write!(text, ",{:.6},{:.6},{:.6},{}", p.x, p.y, p.z, field(&holders.join("+")))
}

/// A field quoted as RFC 4180 wants it, where it must be.
fn field(content: &str) -> String {
    match content.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", content.replace('"', "\"\"")),
        false => content.to_owned(),
    }
}
