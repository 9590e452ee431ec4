//! Writes the joint positions of every clip as text, one file a clip, for plotting elsewhere.
//!
//! `cargo run -p sidestep_performer --example joint_positions -- FOLDER`

use sidestep_motion::{JointMotion, Side, kinematics::JointTransforms};
use sidestep_performer::{PerformerConfig, perform};
use std::{fmt::Write as _, fs, path::Path};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "joint_positions".to_owned());
    fs::create_dir_all(&folder)?;
    for clip in perform(&PerformerConfig::default()) {
        let motion = JointMotion::of(&clip);
        let names: Vec<&str> = clip.skeleton.joints().iter().map(|j| j.name.as_str()).collect();
        let tips: Vec<_> =
            clip.skeleton.joints().iter().enumerate().filter(|j| j.1.tip.is_some()).collect();
        let mut text = format!("left,right,{}", names.join(","));
        for (_, joint) in &tips {
            let _ = write!(text, ",{}Tip", joint.name);
        }
        text.push('\n');
        let mut transforms = JointTransforms::new(clip.skeleton.len());
        for frame in 0..clip.len() {
            let stands = |side| clip.contacts.as_ref().is_some_and(|c| c[frame].get(side));
            let _ =
                write!(text, "{},{}", u8::from(stands(Side::Left)), u8::from(stands(Side::Right)));
            for p in motion.frame(frame) {
                let _ = write!(text, ",{:.6} {:.6} {:.6}", p.x, p.y, p.z);
            }
            transforms.compute(&clip.skeleton, clip.pose(frame));
            for (index, joint) in &tips {
                let p = transforms.positions[*index]
                    + transforms.rotations[*index] * joint.tip.unwrap_or_default();
                let _ = write!(text, ",{:.6} {:.6} {:.6}", p.x, p.y, p.z);
            }
            text.push('\n');
        }
        fs::write(Path::new(&folder).join(format!("{}.csv", clip.name)), text)?;
    }
    Ok(())
}
