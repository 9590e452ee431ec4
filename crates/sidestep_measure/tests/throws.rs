//! Which way hands throw, held against captured passes whose taker is known.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and talk")]

use glam::Vec3;
use sidestep_court::aim::{PUSH_FRAMES, release_heading};
use sidestep_import::{
    ImportOptions,
    lab::{self, LabRecord},
    read,
};
use sidestep_motion::{
    Clip, JointMotion,
    ball::{BallConfig, between_hands},
    facing::ground_transforms,
    kinematics::JointTransforms,
    math::{atan2, wrap_angle},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// A pass takes at most so many frames of a thirtieth of a second.
const LONGEST: usize = 40;

fn records(folder: &Path) -> Vec<LabRecord> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let all = paths.iter().flat_map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        lab::parse(name, &fs::read(path).unwrap()).unwrap()
    });
    all.collect()
}

fn clip(root: &Path, file: &str) -> Clip {
    let options = ImportOptions {
        unit_m: Some(0.01),
        drop_first_frames: Some(0),
        ..ImportOptions::default()
    };
    let bytes = fs::read(root.join("motion").join(file)).unwrap();
    read(file, &bytes, &options, &|_| None).unwrap().clips.remove(0)
}

/// Where both hands would have a ball.
fn hands(clip: &Clip, frame: usize) -> Vec3 {
    let mut joints = JointTransforms::new(clip.skeleton.len());
    joints.compute(&clip.skeleton, clip.pose(frame));
    between_hands(&joints, &clip.skeleton, &BallConfig::default()).unwrap()
}

/// The taker of a pass: the other person's record of the same take that has its moment soon after.
fn taker<'a>(actions: &'a [LabRecord], pass: &LabRecord, thrown: usize) -> Option<&'a LabRecord> {
    let take = |file: &str| file.rsplit_once('_').map(|(take, _)| take.to_owned());
    let takes = actions.iter().filter(|record| {
        record.kind == "pass'"
            && record.file != pass.file
            && take(&record.file) == take(&pass.file)
            && record.moment.is_some_and(|taken| (thrown + 3..thrown + LONGEST).contains(&taken))
    });
    takes.min_by_key(|record| record.moment)
}

/// Persons of one take share a clock and a place: where a pass was taken says which way it went. What
/// [`release_heading`] makes of the hands goes there within 12° for most, and the facing alone does worse.
#[test]
fn captured_passes_go_where_hands_and_facing_say() {
    let Some(root) = std::env::var_os("SIDESTEP_MOCAP") else {
        println!("skipped: SIDESTEP_MOCAP is not set");
        return;
    };
    let root = PathBuf::from(root).join("snu/basketball");
    let actions = records(&root.join("annotation"));
    let mut clips: BTreeMap<&str, Clip> = BTreeMap::new();
    let (mut by_hands, mut by_facing) = (Vec::new(), Vec::new());
    for pass in actions.iter().filter(|record| matches!(&*record.kind, "pass" | "pass_long")) {
        let Some(thrown) = pass.moment else { continue };
        let Some(taken) = taker(&actions, pass, thrown) else { continue };
        for file in [&pass.file, &taken.file] {
            clips.entry(file).or_insert_with(|| clip(&root, file));
        }
        let (from, to) = (&clips[&*pass.file], &clips[&*taken.file]);
        let flight = hands(to, taken.moment.unwrap()) - hands(from, thrown);
        let way = atan2(flight.x, flight.z);
        let heading = ground_transforms(&JointMotion::of(from))[thrown].heading;
        let pushed = hands(from, thrown) - hands(from, thrown - PUSH_FRAMES);
        let off = |heading: f32| wrap_angle(heading - way).abs().to_degrees();
        by_hands.push(off(release_heading(pushed, heading)));
        by_facing.push(off(heading));
    }
    let count = by_hands.len();
    let [hands, facing] = [&mut by_hands, &mut by_facing].map(|errors| {
        errors.sort_by(f32::total_cmp);
        errors[errors.len() / 2]
    });
    let near = by_hands.iter().filter(|error| **error <= 12.0).count();
    println!("{count} passes: hands {hands:.1}°, {near} within 12°; facing {facing:.1}°");
    assert!(count >= 30 && hands < 9.0 && hands < facing, "{count}: {hands} {facing}");
    assert!(3 * near >= 2 * count, "{near} of {count}");
}
