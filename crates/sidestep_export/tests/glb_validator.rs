//! Exported GLB files pass the Khronos validator without an error or a warning.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and talk")]

mod common;

use sidestep_export::glb::{self, GlbOptions};
use sidestep_motion::{Clip, Skeleton};
use std::{path::Path, process::Command};

/// Writes the file and runs the validator on it where `npm ci` has been run in `tools/`.
fn check(name: &str, clips: &[Clip], options: &GlbOptions) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, glb::write(clips, options).unwrap()).unwrap();
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools");
    if !tools.join("node_modules/gltf-validator").exists() {
        println!("skipped: tools/node_modules is absent; run `npm ci` in tools/");
        return;
    }
    let script = tools.join("validate_glb.mjs");
    let output = Command::new("node").arg(script).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_walking_body() {
    check("walk.glb", &[common::walk(120, 60.0)], &GlbOptions::default());
}

#[test]
fn several_clips_in_one_file() {
    let mut single = common::walk(1, 30.0);
    single.name = "still".into();
    check("clips.glb", &[common::walk(40, 30.0), single], &GlbOptions::default());
}

#[test]
fn a_ball_beside_the_body() {
    let plain = common::walk(20, 30.0);
    let ball = Clip { name: "with ball".into(), ..common::with_ball(20) };
    check("ball.glb", &[plain, ball.clone()], &GlbOptions::default());
    check("ball_nodes.glb", &[ball], &GlbOptions { body: None });
}

#[test]
fn bare_nodes() {
    check("nodes.glb", &[common::walk(40, 30.0)], &GlbOptions { body: None });
}

#[test]
fn a_skeleton_that_is_not_human_gets_capsules() {
    let mut joints = common::human().joints().to_vec();
    for (i, joint) in joints.iter_mut().enumerate() {
        joint.name = format!("j{i}");
    }
    joints.truncate(5);
    let mut clip = common::empty_clip("snake", Skeleton::new(joints).unwrap(), 30.0);
    clip.push(sidestep_motion::Pose::identity(5).as_ref());
    check("snake.glb", &[clip], &GlbOptions::default());
}
