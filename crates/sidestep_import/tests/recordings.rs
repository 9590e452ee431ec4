//! What the readers find out about real recordings, when nobody tells them.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and talk")]

use sidestep_import::{
    ImportOptions, Imported, Severity, bvh, frames::FrameSelection, manifest, read,
};
use sidestep_motion::kinematics;
use std::{
    fs,
    path::{Path, PathBuf},
};

const CMU_UNIT: f64 = 0.0254 / 0.45;

fn mocap() -> Option<PathBuf> {
    let root = std::env::var_os("SIDESTEP_MOCAP").map(PathBuf::from);
    if root.is_none() {
        println!("skipped: SIDESTEP_MOCAP is not set");
    }
    root
}

fn bvh_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "bvh")).collect();
    files.sort();
    files
}

fn import(path: &Path) -> Imported {
    let bytes = fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    read(name, &bytes, &ImportOptions::default(), &|_| None).unwrap()
}

fn says(imported: &Imported, part: &str) -> bool {
    imported.notes.iter().any(|note| note.message.contains(part))
}

#[test]
fn cmu_unit_axis_and_reference_frame_are_found() {
    let Some(root) = mocap() else { return };
    for path in bvh_files(&root.join("cmu/bvh")) {
        let imported = import(&path);
        for part in
            ["CMU units", "up axis: +Y", "lone T-pose", "first frame", "faces +Z", "120.000 Hz"]
        {
            assert!(says(&imported, part), "{path:?} lacks {part}: {:#?}", imported.notes);
        }
    }
}

#[test]
fn snu_unit_axis_and_t_poses_are_found() {
    let Some(root) = mocap() else { return };
    let files = bvh_files(&root.join("snu/basketball/motion"));
    let mut with_t_pose = 0;
    for path in &files {
        let imported = import(path);
        for part in ["centimetres", "up axis: +Y", "30.000 Hz"] {
            assert!(says(&imported, part), "{path:?} lacks {part}: {:#?}", imported.notes);
        }
        with_t_pose += usize::from(says(&imported, "hold a T-pose"));
    }
    assert!(with_t_pose * 10 > files.len() * 9, "only {with_t_pose}");
}

/// The quaternions of the clip and the matrices of the file tell the same places.
#[test]
fn clips_stand_where_their_files_say() {
    let Some(root) = mocap() else { return };
    let cases =
        [("cmu/bvh/69_01.bvh", CMU_UNIT, 1), ("snu/basketball/motion/s_003_1_1.bvh", 0.01, 0)];
    for (file, unit, dropped) in cases {
        let path = root.join(file);
        let clip = import(&path).clips.remove(0);
        let bytes = fs::read(&path).unwrap();
        let reader = bvh::Reader::open(file, &bytes).unwrap();
        let bvh = reader.read(FrameSelection { first: dropped, ..FrameSelection::ALL }).unwrap();
        assert_eq!(clip.len(), bvh.len());
        for frame in (0..clip.len()).step_by(37) {
            let positions = kinematics::joint_positions(&clip.skeleton, clip.pose(frame));
            for (position, point) in positions.iter().zip(bvh.joint_positions(frame)) {
                let expect = glam::DVec3::from_array(point.position) * unit;
                let off = position.as_dvec3().distance(expect);
                assert!(off < 1e-5, "{file}, frame {frame}, {}: {off}", point.joint);
            }
        }
    }
}

#[test]
fn every_manifest_reads() {
    let Some(root) = mocap() else { return };
    let mut manifests = 0;
    for folder in ["cmu", "snu"].map(|folder| root.join(folder)) {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap_or_default();
            if !text.starts_with("# corpus:") {
                continue;
            }
            manifests += 1;
            let takes = manifest::parse(path.to_str().unwrap(), &text).unwrap();
            assert!(!takes.is_empty());
            for take in takes {
                assert!(folder.join(&take.file).exists(), "{path:?}: {}", take.file);
            }
        }
    }
    assert_eq!(manifests, 14);
}

#[test]
fn the_large_manifest_gives_its_frames_at_30_hz() {
    let Some(root) = mocap() else { return };
    let text = fs::read_to_string(root.join("cmu/locomotion-large.txt")).unwrap();
    let mut frames = 0;
    let started = std::time::Instant::now();
    for take in manifest::parse("locomotion-large.txt", &text).unwrap() {
        let bytes = fs::read(root.join("cmu").join(&take.file)).unwrap();
        let options = ImportOptions { target_rate_hz: Some(30.0), ..take.options };
        let imported = read(&take.file, &bytes, &options, &|_| None).unwrap();
        let clip = &imported.clips[0];
        assert_eq!(clip.rate_hz, 30.0, "{}", clip.name);
        assert!(
            !imported.notes.iter().any(|note| note.severity == Severity::Warning),
            "{:?}",
            imported.notes
        );
        frames += clip.len();
    }
    println!("{frames} frames in {:.3} s", started.elapsed().as_secs_f64());
    assert!((34_028..=34_714).contains(&frames), "{frames}");
}
