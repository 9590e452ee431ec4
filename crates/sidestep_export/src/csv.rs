//! Writes joint positions as comma-separated values, for spreadsheets and plotting programs.

use crate::ExportError;
use sidestep_motion::{Clip, JointMotion};
use std::fmt::Write as _;

/// World positions of all joints in metres: `frame,time_s,<joint>_x,<joint>_y,<joint>_z,…`.
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
    text.push('\n');
    for frame in 0..motion.len() {
        row(frame, &motion, &mut text).expect("writing to a String cannot fail");
    }
    Ok(text)
}

#[expect(clippy::cast_precision_loss, reason = "a clip has far fewer than 2^52 frames")]
fn row(frame: usize, motion: &JointMotion, text: &mut String) -> std::fmt::Result {
    write!(text, "{frame},{:.6}", frame as f64 / f64::from(motion.rate_hz))?;
    for p in motion.frame(frame) {
        write!(text, ",{:.6},{:.6},{:.6}", p.x, p.y, p.z)?;
    }
    text.write_char('\n')
}

/// A field quoted as RFC 4180 wants it, where it must be.
fn field(content: &str) -> String {
    match content.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", content.replace('"', "\"\"")),
        false => content.to_owned(),
    }
}
