//! Exported GLB files pass the Khronos validator without an error or a warning.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and talk")]

mod common;

use sidestep_export::glb::{self, GlbOptions};
use sidestep_motion::{Clip, Skeleton};
use std::{path::Path, process::Command};

/// Writes the file and runs the validator on it where `npm ci` has been run in `tools/`.
fn check(name: &str, clips: &[Clip], options: &GlbOptions) {
    check_bytes(name, &glb::write(clips, options).unwrap());
}

fn check_bytes(name: &str, bytes: &[u8]) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, bytes).unwrap();
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

/// Three bodies on two skeletons and a ball, in one animation.
#[test]
fn several_bodies_at_once() {
    let ball = Clip { name: "Ada".into(), ..common::with_ball(20) };
    let other = Clip { name: "Ben".into(), ..common::walk(20, 30.0) };
    let mut joints = common::human().joints().to_vec();
    joints[1].offset *= 1.2;
    let skeleton = Skeleton::new(joints).unwrap().into();
    let taller = Clip { name: "Cem".into(), skeleton, ..common::walk(20, 30.0) };
    let clips = [ball, other, taller];
    let bytes = glb::write_together("all", &clips, &GlbOptions::default()).unwrap();
    check_bytes("together.glb", &bytes);
    let (json, _) =
        bytes[20..].split_at(u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize);
    let root: serde_json::Value = serde_json::from_slice(json).unwrap();
    assert_eq!(root["skins"].as_array().unwrap().len(), 3);
    assert_eq!(root["animations"].as_array().unwrap().len(), 1);
    // 22 joints turn, one moves, three times; the ball moves, turns and hides.
    assert_eq!(root["animations"][0]["channels"].as_array().unwrap().len(), 3 * 23 + 3);
    let short = common::walk(10, 30.0);
    let told = glb::write_together("all", &[clips[1].clone(), short], &GlbOptions::default());
    assert!(told.unwrap_err().to_string().contains("other frames or another rate"));
}
