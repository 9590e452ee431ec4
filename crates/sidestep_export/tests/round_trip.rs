//! Written and read again, every joint is where it was.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{empty_clip, human, largest_distance, walk};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use sidestep_body::Build;
use sidestep_export::{
    bvh::{self, BvhOptions, RotationOrder},
    glb::{self, GlbOptions},
};
use sidestep_import::{ImportError, ImportOptions, Reference, UpAxis};
use sidestep_motion::{Clip, Joint, JointId, Role, Skeleton, math::from_rotation_vector};

/// The promise, in metres; what is aimed at is a tenth of it.
const PROMISED: f32 = 1e-4;
const AIMED_AT: f32 = 1e-5;

/// Reads with the root known, lest joints above what looks like hips are folded into them.
fn read(file: &str, bytes: &[u8], unit_m: f32, root: &str) -> Result<Vec<Clip>, ImportError> {
    let options = ImportOptions {
        roles: vec![(Role::Hips, root.to_owned())],
        unit_m: Some(unit_m),
        up: Some(UpAxis::Y),
        drop_first_frames: Some(0),
        ..ImportOptions::default()
    };
    Ok(sidestep_import::read(file, bytes, &options, &|_| None)?.clips)
}

/// Joints put together by chance may look like a body that cannot be; the reader is right to refuse it.
fn unless_absurd(back: Result<Clip, ImportError>) -> Result<Clip, TestCaseError> {
    match back {
        Err(ImportError::Absurd { what, .. }) => Err(TestCaseError::reject(what)),
        other => Ok(other.unwrap()),
    }
}

fn root(clip: &Clip) -> &str {
    &clip.skeleton.joints()[0].name
}

fn try_bvh(clip: &Clip, options: &BvhOptions) -> Result<Clip, ImportError> {
    let text = bvh::write(clip, options).unwrap();
    let clips = read("clip.bvh", text.as_bytes(), options.metres_per_unit, root(clip))?;
    Ok(clips.into_iter().next().unwrap())
}

fn try_glb(clip: &Clip, options: &GlbOptions) -> Result<Clip, ImportError> {
    let bytes = glb::write(std::slice::from_ref(clip), options).unwrap();
    let clips = read("clip.glb", &bytes, 1.0, root(clip))?;
    Ok(clips.into_iter().next().unwrap())
}

fn through_bvh(clip: &Clip, options: &BvhOptions) -> Clip {
    try_bvh(clip, options).unwrap()
}

fn through_glb(clip: &Clip, options: &GlbOptions) -> Clip {
    try_glb(clip, options).unwrap()
}

#[test]
fn a_ball_does_not_disturb_the_body_and_moments_come_back() {
    let clip = common::with_ball(30);
    for body in [true, false] {
        let back = through_glb(&clip, &GlbOptions { body: body.then(Build::default) });
        assert!(largest_distance(&clip, &back) < AIMED_AT);
        assert_eq!(back.labels, clip.labels);
    }
    assert!(largest_distance(&clip, &through_bvh(&clip, &BvhOptions::default())) < AIMED_AT);
}

/// Translation, scale and rotation of the ball, as any glTF reader sees them.
#[test]
fn the_ball_is_a_node_of_its_own() {
    let clip = common::with_ball(12);
    let bytes = glb::write(std::slice::from_ref(&clip), &GlbOptions::default()).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let floats = |accessor: &serde_json::Value| -> Vec<f32> {
        let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let number = |value: &serde_json::Value| value.as_u64().unwrap_or(0) as usize;
        let from = 28 + length + number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
        let width = if accessor["type"] == "VEC4" { 4 } else { 3 };
        let count = number(&accessor["count"]) * width;
        let bytes = &bytes[from..from + 4 * count];
        bytes.chunks(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect()
    };
    let nodes = json["nodes"].as_array().unwrap();
    let node = nodes.iter().position(|node| node["name"] == "ball").unwrap();
    let roots = json["scenes"][0]["nodes"].as_array().unwrap();
    assert!(roots.iter().any(|root| root == node));
    let animation = &json["animations"][0];
    let values = |path: &str| {
        let channels = animation["channels"].as_array().unwrap();
        let own =
            |c: &&serde_json::Value| c["target"]["node"] == node && c["target"]["path"] == path;
        let channel = channels.iter().find(own).unwrap();
        floats(&animation["samplers"][channel["sampler"].as_u64().unwrap() as usize]["output"])
    };
    let (places, scales) = (values("translation"), values("scale"));
    let seen: Vec<f32> = scales.iter().step_by(3).copied().collect();
    assert_eq!(seen, [0., 1., 1., 1., 1., 0., 0., 0., 1., 1., 1., 1.]);
    assert_eq!(places[3 * 3..3 * 3 + 3], [0.5, 0.8, 0.25]);
    assert_eq!(values("rotation").len(), 12 * 4);
}

#[test]
fn a_walk_through_bvh() {
    let clip = walk(90, 60.0);
    for order in [RotationOrder::Zyx, RotationOrder::Zxy] {
        for metres_per_unit in [1.0, 0.01, 0.056_444] {
            let back = through_bvh(&clip, &BvhOptions { order, metres_per_unit });
            assert!(largest_distance(&clip, &back) < AIMED_AT);
            assert_eq!(back.rate_hz, 60.0);
            let tip = |clip: &Clip| clip.skeleton.joint(clip.skeleton.find("Head").unwrap()).tip;
            assert!(tip(&clip).unwrap().abs_diff_eq(tip(&back).unwrap(), AIMED_AT));
        }
    }
}

#[test]
fn a_walk_through_glb() {
    let clip = walk(90, 60.0);
    for body in [true, false] {
        let back = through_glb(&clip, &GlbOptions { body: body.then(Build::default) });
        assert!(largest_distance(&clip, &back) < AIMED_AT);
        assert_eq!((back.rate_hz, &back.labels), (60.0, &clip.labels));
        assert_eq!(back.provenance.licence, "CC0-1.0");
        assert_eq!(back.provenance.performer, "nobody");
        let names =
            |clip: &Clip| clip.skeleton.joints().iter().map(|j| j.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&back), names(&clip));
        let tips = |clip: &Clip| clip.skeleton.joints().iter().map(|j| j.tip).collect::<Vec<_>>();
        assert_eq!(tips(&back), tips(&clip));
    }
}

#[test]
fn several_clips_come_back_with_their_names_on_one_skeleton() {
    let mut second = walk(7, 30.0);
    second.name = "stroll".into();
    let bytes = glb::write(&[walk(5, 30.0), second], &GlbOptions::default()).unwrap();
    let clips = read("all.glb", &bytes, 1.0, "Hips").unwrap();
    let names: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
    assert_eq!(names, ["walk", "stroll"]);
    assert!(std::sync::Arc::ptr_eq(&clips[0].skeleton, &clips[1].skeleton));
}

#[test]
fn rest_rotations_survive_glb() {
    let mut joints = human().joints().to_vec();
    joints[1].rest = Quat::from_axis_angle(Vec3::X, 0.2);
    joints[8].rest = Quat::from_axis_angle(Vec3::Z, -0.3);
    let mut clip = walk(5, 30.0);
    clip.skeleton = Skeleton::new(joints).unwrap().into();
    let back = through_glb(&clip, &GlbOptions::default());
    for (a, b) in clip.skeleton.joints().iter().zip(back.skeleton.joints()) {
        assert!(a.rest.dot(b.rest).abs() > 1.0 - 1e-6, "{}", a.name);
    }
}

#[test]
fn what_cannot_be_written_is_refused() {
    let empty = empty_clip("nothing", human(), 30.0);
    assert!(bvh::write(&empty, &BvhOptions::default()).is_err());
    assert!(glb::write(&[], &GlbOptions::default()).is_err());
    let mut other = walk(3, 30.0);
    let mut joints = human().joints().to_vec();
    joints[1].offset.y += 0.01;
    other.skeleton = Skeleton::new(joints).unwrap().into();
    let error = glb::write(&[walk(3, 30.0), other], &GlbOptions::default()).unwrap_err();
    assert!(error.to_string().contains("retarget"), "{error}");
    let no_unit = BvhOptions { metres_per_unit: 0.0, ..BvhOptions::default() };
    assert!(bvh::write(&walk(3, 30.0), &no_unit).is_err());
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

/// A tree of any shape, its names unlike those of a body, moved at random.
fn any_clip() -> impl Strategy<Value = Clip> {
    let joint = (any::<prop::sample::Index>(), vector(0.5), prop::option::of(vector(0.2)));
    let frame = |joints: usize| (vector(20.0), prop::collection::vec(vector(3.1), joints));
    prop::collection::vec(joint, 1..12)
        .prop_flat_map(move |joints| {
            let frames = prop::collection::vec(frame(joints.len()), 1..20);
            (Just(joints), frames, 10.0_f32..240.0)
        })
        .prop_map(|(rows, frames, rate_hz)| {
            let joint =
                |(i, (parent, offset, tip)): (usize, (prop::sample::Index, Vec3, Option<Vec3>))| {
                    Joint {
                        name: format!("q{i}"),
                        parent: (i > 0).then(|| JointId(parent.index(i) as u16)),
                        offset: if i > 0 { offset } else { Vec3::ZERO },
                        rest: Quat::IDENTITY,
                        tip,
                    }
                };
            let skeleton =
                Skeleton::new(rows.into_iter().enumerate().map(joint).collect()).unwrap();
            let mut clip = empty_clip("any", skeleton, rate_hz);
            for (position, turns) in frames {
                clip.root_positions.push(position);
                clip.rotations.extend(turns.into_iter().map(from_rotation_vector));
            }
            clip
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_motion_through_bvh(clip in any_clip(), zxy in any::<bool>()) {
        let order = if zxy { RotationOrder::Zxy } else { RotationOrder::Zyx };
        let options = BvhOptions { order, ..BvhOptions::default() };
        let back = unless_absurd(try_bvh(&clip, &options))?;
        prop_assert!(largest_distance(&clip, &back) < AIMED_AT);
        prop_assert!((back.rate_hz / clip.rate_hz - 1.0).abs() < 1e-4);
    }

    #[test]
    fn any_motion_through_glb(clip in any_clip(), body in any::<bool>()) {
        let back = unless_absurd(try_glb(&clip, &GlbOptions { body: body.then(Build::default) }))?;
        prop_assert!(largest_distance(&clip, &back) < AIMED_AT);
        prop_assert!((back.rate_hz / clip.rate_hz - 1.0).abs() < 1e-4);
    }
}

/// Real files at their own rate on their own skeleton, at most so many frames of each.
#[test]
fn real_motion_capture() {
    let Ok(folder) = std::env::var("SIDESTEP_MOCAP") else {
        println!("skipped: SIDESTEP_MOCAP is not set");
        return;
    };
    for (sub, unit_m, step) in
        [("cmu/bvh", 0.056_444, 40), ("snu/basketball", 0.01, 20), ("snu/tennis", 0.01, 6)]
    {
        let mut files = bvh_files(&std::path::Path::new(&folder).join(sub));
        files.sort();
        assert!(!files.is_empty(), "no BVH under {sub}");
        for file in files.iter().step_by(step) {
            let name = file.file_name().unwrap().to_string_lossy();
            let options = ImportOptions {
                unit_m: Some(unit_m),
                drop_first_frames: Some(0),
                reference: Reference::Auto,
                ..ImportOptions::default()
            };
            let bytes = std::fs::read(file).unwrap();
            let imported = sidestep_import::read(&name, &bytes, &options, &|_| None).unwrap();
            for mut clip in imported.clips {
                let frames = clip.len().min(600);
                clip.root_positions.truncate(frames);
                clip.rotations.truncate(frames * clip.skeleton.len());
                let by_bvh = largest_distance(&clip, &through_bvh(&clip, &BvhOptions::default()));
                let by_glb = largest_distance(&clip, &through_glb(&clip, &GlbOptions::default()));
                println!("{name}: {frames} frames, bvh {by_bvh:.2e} m, glb {by_glb:.2e} m");
                assert!(by_bvh < PROMISED && by_glb < PROMISED, "{name}");
            }
        }
    }
}

fn bvh_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(bvh_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "bvh") {
            found.push(path);
        }
    }
    found
}
