//! Takes on two skeletons in one import: one with a T-pose, one whose zero pose has every bone along
//! +X and whose takes hold no T-pose. Feet and shoulders must come out as they went in, or the file
//! must be refused.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking and talks by printing"
)]

#[path = "../../sidestep_import/tests/other_axes/mod.rs"]
mod other_axes;

use glam::{Quat, Vec3};
use other_axes::along_x;
use serde_json::Value;
use sidestep_export::bvh::{self, BvhOptions};
use sidestep_motion::{
    Clip, ClipId, Joint, JointMotion, MotionLibrary, Role, Side, Skeleton,
    math::{acos, from_rotation_vector, sin},
};
use sidestep_performer::{PerformerConfig, perform};
use std::{
    process::{Command, Output},
    sync::{Arc, LazyLock},
};

/// How far bones may point from the source's, in degrees, and how much faster toes in contact may be,
/// in metres a second.
const LARGEST_TURN_DEG: f32 = 10.0;
const FASTER_TOES: f32 = 0.015;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir(folder.path("takes")).unwrap();
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    fn write(&self, clip: &Clip) {
        let text = bvh::write(clip, &BvhOptions::default()).unwrap();
        std::fs::write(self.path(&format!("takes/{}.bvh", clip.name)), text).unwrap();
    }

    /// Imports all takes; gives the report and the library.
    fn import(&self, options: &[&str]) -> (Value, MotionLibrary) {
        let (takes, library) = (self.path("takes"), self.path("out.motion"));
        let words = ["import", &takes, "-o", &library, "--rate", "source", "--unit", "m", "--json"];
        let output = sidestep(&[&words, options].concat());
        let talk = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{talk}");
        let bytes = Arc::new(std::fs::read(library).unwrap());
        (serde_json::from_slice(&output.stdout).unwrap(), sidestep::decode_library(bytes).unwrap())
    }
}

fn sidestep(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sidestep")).args(words).output().unwrap()
}

fn take(name: &str) -> Clip {
    static CLIPS: LazyLock<Vec<Clip>> = LazyLock::new(|| perform(&PerformerConfig::default()));
    CLIPS.iter().find(|clip| clip.name == name).unwrap().clone()
}

/// The same motion on other joints, by another name.
fn rebased(clip: &Clip, name: &str, scale: f32, axes: &[Quat]) -> Clip {
    Clip { name: name.to_owned(), ..other_axes::rebased(clip, scale, axes) }
}

/// Axes in which all rotations zero is an A-pose, arms 45 degrees down.
fn a_pose(skeleton: &Skeleton) -> Vec<Quat> {
    let axes = |joint: &Joint| {
        let is_arm = ["Arm", "Hand"].iter().any(|part| joint.name.ends_with(part));
        let side = if joint.name.starts_with("Left") { 1.0 } else { -1.0 };
        if is_arm {
            from_rotation_vector(Vec3::Z * (0.25 * std::f32::consts::PI * side))
        } else {
            Quat::IDENTITY
        }
    };
    skeleton.joints().iter().map(axes).collect()
}

fn clip_of(library: &MotionLibrary, name: &str) -> Clip {
    let index = library.clips().iter().position(|clip| clip.name == name).unwrap();
    library.to_clip(ClipId(u16::try_from(index).unwrap()))
}

/// The largest angle of 95 of 100 frames by which a bone points from the source's, in degrees.
fn apart_deg(
    source: &JointMotion,
    result: &JointMotion,
    frames: &[usize],
    bone: (Role, Role),
) -> f32 {
    let direction = |motion: &JointMotion, frame: usize| {
        let place = |role| motion.frame(frame)[motion.skeleton.roles().get(role).unwrap().index()];
        (place(bone.1) - place(bone.0)).normalize_or(Vec3::X)
    };
    let apart = |frame: &usize| acos(direction(source, *frame).dot(direction(result, *frame)));
    let mut angles: Vec<f32> = frames.iter().map(|frame| apart(frame).to_degrees()).collect();
    angles.sort_by(f32::total_cmp);
    angles[angles.len() * 95 / 100]
}

/// Mean speed over the ground of the toes in contact.
fn toe_speed(motion: &JointMotion, frames: &[Vec<usize>; 2]) -> f32 {
    let (mut way, mut steps) = (0.0, 0.0);
    for side in Side::BOTH {
        let toe = motion.skeleton.roles().get(Role::Toe(side)).unwrap().index();
        let touching = &frames[side.index()];
        for pair in touching.windows(2).filter(|pair| pair[1] == pair[0] + 1) {
            let step = motion.frame(pair[1])[toe] - motion.frame(pair[0])[toe];
            way += (step * Vec3::new(1.0, 0.0, 1.0)).length();
            steps += 1.0;
        }
    }
    way * motion.rate_hz / steps
}

/// Median height of the toes in contact.
fn toe_height(motion: &JointMotion, frames: &[Vec<usize>; 2]) -> f32 {
    let height = |side: Side| {
        let toe = motion.skeleton.roles().get(Role::Toe(side)).unwrap().index();
        frames[side.index()].iter().map(move |frame| motion.frame(*frame)[toe].y)
    };
    let mut heights: Vec<f32> = Side::BOTH.into_iter().flat_map(height).collect();
    heights.sort_by(f32::total_cmp);
    heights[heights.len() / 2]
}

/// Holds a clip of the library against the source it came from.
fn assert_kept(source: &Clip, result: &Clip) {
    assert_eq!(source.len(), result.len());
    let contacts = source.contacts.as_ref().unwrap();
    let touching = Side::BOTH
        .map(|side| (0..source.len()).filter(|f| contacts[*f].get(side)).collect::<Vec<usize>>());
    let all: Vec<usize> = (0..source.len()).collect();
    let (before, after) = (JointMotion::of(source), JointMotion::of(result));
    let check = |frames: &[usize], from: Role, to: Role| {
        let apart = apart_deg(&before, &after, frames, (from, to));
        println!("{} {} to {}: {apart:.1} degrees", source.name, from.name(), to.name());
        assert!(apart < LARGEST_TURN_DEG, "{}: {apart} degrees", from.name());
    };
    for side in Side::BOTH {
        check(&touching[side.index()], Role::Foot(side), Role::Toe(side));
        check(&all, Role::Neck, Role::UpperArm(side));
        check(&all, Role::UpperArm(side), Role::Forearm(side));
        check(&all, Role::Forearm(side), Role::Hand(side));
    }
    check(&all, Role::UpperArm(Side::Right), Role::UpperArm(Side::Left));
    let [high, was] = [&after, &before].map(|motion| toe_height(motion, &touching));
    assert!((high - was).abs() < 0.01, "{}: toes rest at {high} m, were at {was}", source.name);
    let (before, after) = (toe_speed(&before, &touching), toe_speed(&after, &touching));
    println!("{} toes: {:.1} cm/s, were {:.1}", source.name, 100.0 * after, 100.0 * before);
    assert!(after < before + FASTER_TOES, "{}: toes {after} m/s, were {before}", source.name);
}

#[test]
fn bones_along_x_without_a_t_pose_come_out_as_they_went_in_both_ways_round() {
    let plain = take("walk_turns_1");
    let walk = take("walk_speeds");
    let other = rebased(&walk, "other", 0.9, &along_x(&walk.skeleton));
    let folder = Folder::new();
    folder.write(&plain);
    folder.write(&other);

    let (report, library) = folder.import(&["--skeleton", "walk_turns_1"]);
    assert_eq!(report["skipped"], serde_json::json!([]));
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("other.bvh: no T-pose was found, so a reference pose was fitted"));
    assert_kept(&other, &clip_of(&library, "other"));

    let (report, library) = folder.import(&["--skeleton", "other"]);
    assert_eq!(report["skipped"], serde_json::json!([]));
    assert_kept(&plain, &clip_of(&library, "walk_turns_1"));

    let inspected = sidestep(&["inspect", &folder.path("out.motion"), "--json"]);
    let told = String::from_utf8_lossy(&inspected.stdout).into_owned();
    assert!(!told.contains("foot points") && !told.contains("pitched"), "{told}");
}

#[test]
fn a_zero_pose_with_arms_45_degrees_down_is_a_reference() {
    let plain = take("walk_turns_1");
    let walk = take("walk_speeds");
    let other = rebased(&walk, "other", 0.9, &a_pose(&walk.skeleton));
    let folder = Folder::new();
    folder.write(&plain);
    folder.write(&other);
    let (report, library) = folder.import(&["--skeleton", "walk_turns_1"]);
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("all rotations zero, which is an A-pose with arms 45 degrees down"));
    assert_kept(&other, &clip_of(&library, "other"));
}

/// Lays the body on its back without changing anything else.
fn laid_down(clip: &Clip) -> Clip {
    let mut clip = clip.clone();
    let joints = clip.skeleton.len();
    let back = from_rotation_vector(Vec3::X * (-0.5 * std::f32::consts::PI));
    for frame in 0..clip.len() {
        clip.rotations[frame * joints] = back * clip.rotations[frame * joints];
        clip.root_positions[frame].y = 0.15 + 0.01 * sin(0.1 * frame as f32);
    }
    clip.contacts = None;
    clip
}

#[test]
fn where_nobody_stands_the_file_is_refused_and_the_others_go_on() {
    let plain = take("walk_turns_1");
    let lying = laid_down(&take("idle"));
    let other = rebased(&lying, "lying", 0.9, &along_x(&lying.skeleton));
    let folder = Folder::new();
    folder.write(&plain);
    folder.write(&other);
    let (report, library) = folder.import(&["--skeleton", "walk_turns_1", "--up", "y"]);
    assert_eq!(library.clips().len(), 1);
    let skipped = &report["skipped"][0];
    assert_eq!(skipped["file"], "lying.bvh");
    let reason = skipped["reason"].as_str().unwrap();
    for part in ["the source skeleton has no reference pose", "'LeftUpLeg'", "`reference`", "0.0 s"]
    {
        assert!(reason.contains(part), "{part}: {reason}");
    }
    // The other way round nothing can be put on it, and it stays as it is.
    let (report, library) = folder.import(&["--skeleton", "lying", "--up", "y"]);
    assert_eq!(report["skipped"][0]["file"], "walk_turns_1.bvh");
    assert_eq!(library.clips()[0].name, "lying");
}

/// How far up the body reaches from its hips, and how far along the ground.
fn long_axis(clip: &Clip) -> (f32, f32) {
    let motion = JointMotion::of(clip);
    let head = motion.skeleton.roles().get(Role::Head).unwrap().index();
    let way = motion.frame(10)[head] - motion.frame(10)[0];
    (way.y.abs(), (way * Vec3::new(1.0, 0.0, 1.0)).length())
}

#[test]
fn one_that_lies_among_siblings_that_stand_is_not_stood_up() {
    let folder = Folder::new();
    for name in ["idle", "walk_speeds", "crouch", "walk_back"] {
        folder.write(&take(name));
    }
    folder.write(&Clip { name: "yoga".to_owned(), ..laid_down(&take("idle")) });
    let (report, library) = folder.import(&[]);
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("yoga.bvh: up axis: +Y, as in 4 files of its folder"), "{warnings}");
    let (up, along) = long_axis(&clip_of(&library, "yoga"));
    assert!(up < 0.2 && along > 0.4, "{up} m up, {along} m along");
}

/// By itself a T-pose of its own says which way is up.
#[test]
fn one_that_lies_after_a_t_pose_is_not_stood_up() {
    let folder = Folder::new();
    let mut clip = Clip { name: "yoga".to_owned(), ..laid_down(&take("idle")) };
    let joints = clip.skeleton.len();
    clip.rotations[..joints].fill(Quat::IDENTITY);
    clip.root_positions[0] = Vec3::Y * 0.995;
    folder.write(&clip);
    let (report, library) = folder.import(&[]);
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("up axis: +Y, by its T-pose"), "{warnings}");
    let (up, along) = long_axis(&clip_of(&library, "yoga"));
    assert!(up < 0.2 && along > 0.4, "{up} m up, {along} m along");
}

/// A stride with arms straight out is no T-pose to take bearings from.
#[test]
fn a_stride_with_arms_out_is_no_t_pose() {
    let folder = Folder::new();
    let mut clip = take("walk_speeds");
    let joints = clip.skeleton.len();
    let arms: Vec<usize> = (0..joints)
        .filter(|joint| {
            let name = &clip.skeleton.joints()[*joint].name;
            ["Shoulder", "Arm", "Hand"].iter().any(|part| name.ends_with(part))
        })
        .collect();
    for frame in 0..clip.len() {
        for joint in &arms {
            clip.rotations[frame * joints + joint] = Quat::IDENTITY;
        }
    }
    // From the middle of a step on, and on other axes, so that zero is no T-pose either.
    let motion = JointMotion::of(&clip);
    let apart = |frame: usize| {
        let foot = |side| motion.skeleton.roles().get(Role::Foot(side)).unwrap().index();
        let [left, right] = Side::BOTH.map(|side| motion.frame(frame)[foot(side)]);
        (left - right).length()
    };
    let first = (60..clip.len() - 120).find(|f| apart(*f) > 0.35 && apart(*f) < 0.42).unwrap();
    clip.root_positions.drain(..first);
    clip.rotations.drain(..first * joints);
    (clip.contacts, clip.labels) = (None, Vec::new());
    folder.write(&rebased(&clip, "striding", 1.0, &along_x(&clip.skeleton)));
    let (report, _) = folder.import(&[]);
    let warnings = report["warnings"].to_string();
    assert!(!warnings.contains("a T-pose"), "{warnings}");
    assert!(warnings.contains("no T-pose or A-pose was found"), "{warnings}");
}
