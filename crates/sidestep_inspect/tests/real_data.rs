//! Known truths about public motion capture, found again by the inspection.
//!
//! The recordings are not part of the project: SIDESTEP_MOCAP names the folder that has them.

use sidestep_import::{ImportOptions, manifest, read};
use sidestep_inspect::{Report, Severity, inspect};
use sidestep_motion::{
    Clip, MotionLibrary, contact_detection::ContactConfig, resample::resample, retarget::retarget,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

const RATE_HZ: f32 = 30.0;

/// What all files claim; subject 143 was captured at half of it.
const CLAIMED_HZ: f32 = 120.0;

/// The folder of recordings, where there is one.
fn recordings() -> Option<PathBuf> {
    let folder = std::env::var_os("SIDESTEP_MOCAP").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: SIDESTEP_MOCAP is not set");
    }
    folder
}

fn import(path: &Path, options: &ImportOptions) -> Clip {
    let bytes = std::fs::read(path).expect("the file is there");
    let name = path.file_name().and_then(|name| name.to_str()).expect("the file has a name");
    let companion = |file: &str| std::fs::read(path.parent()?.join(file)).ok();
    let options = ImportOptions { target_rate_hz: Some(RATE_HZ), ..options.clone() };
    let imported = read(name, &bytes, &options, &companion).expect("the file can be read");
    resample(imported.clips.first().expect("the file holds a clip"), RATE_HZ)
}

/// A CMU file without its artificial first frame.
fn cmu(folder: &Path, name: &str, rate_hz: f32, range_secs: Option<(f32, f32)>) -> Clip {
    let options = ImportOptions {
        unit_m: Some(0.056_444_4),
        rate_hz: Some(rate_hz),
        drop_first_frames: Some(1),
        range_secs,
        ..ImportOptions::default()
    };
    import(&folder.join("cmu/bvh").join(name), &options)
}

fn report(clips: &[Clip]) -> Report {
    let skeleton = Arc::clone(&clips[0].skeleton);
    let onto = |clip: &Clip| retarget(clip, &skeleton).expect("the skeletons are alike");
    let clips: Vec<Clip> = clips.iter().map(onto).collect();
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default());
    inspect(&library.expect("the clips fit together"))
}

/// The report of a whole manifest.
fn report_of(folder: &Path, file: &str) -> Report {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).expect("the manifest is there");
    let takes = manifest::parse(file, &text).expect("the manifest is sound");
    let base = path.parent().expect("a manifest lies in a folder");
    let clips: Vec<Clip> =
        takes.iter().map(|take| import(&base.join(&take.file), &take.options)).collect();
    report(&clips)
}

/// Findings about clips that hold the words, as clip, frame and message.
fn said(report: &Report, words: &str) -> Vec<(String, Option<u32>, String)> {
    let holds = |message: &str| message.contains(words);
    let about_clips = report.findings.iter().filter(|f| f.clip.is_some() && holds(&f.message));
    about_clips.map(|f| (f.clip.clone().unwrap_or_default(), f.frame, f.message.clone())).collect()
}

#[test]
fn subject_143_plays_twice_too_fast_at_the_rate_its_files_claim() {
    let Some(folder) = recordings() else { return };
    // Jumps, and a run without any flight long enough for a parabola.
    for name in ["143_06.bvh", "143_01.bvh", "143_42.bvh"] {
        let wrong = report(&[cmu(&folder, name, CLAIMED_HZ, None)]);
        assert_eq!(said(&wrong, "plays about 2 times too fast").len(), 1, "{name}");
        assert_eq!(wrong.findings[0].severity, Severity::Error);
        let right = report(&[cmu(&folder, name, 60.0, None)]);
        assert!(said(&right, "times too").is_empty(), "{name}: {:?}", said(&right, "times too"));
    }
    let jumps = report(&[cmu(&folder, "143_06.bvh", CLAIMED_HZ, None)]);
    assert!(said(&jumps, "free fall shows 38 m/s²").len() == 1);
}

#[test]
fn frozen_frames_are_found_where_they_are() {
    let Some(folder) = recordings() else { return };
    // 273 of 1,045 frames at 120 Hz are the same, up to the end.
    let tail = report(&[cmu(&folder, "138_33.bvh", CLAIMED_HZ, None)]);
    assert!(said(&tail, "whole body is frozen for 68 frames")[0].2.contains("up to the end"));
    // The first 113 frames are zero.
    let head = report(&[cmu(&folder, "104_18.bvh", CLAIMED_HZ, None)]);
    assert_eq!(said(&head, "whole body is frozen for 28 frames")[0].1, Some(0));
}

#[test]
fn a_root_at_the_origin_is_a_jump_of_the_whole_body() {
    let Some(folder) = recordings() else { return };
    let found = report(&[cmu(&folder, "09_10.bvh", CLAIMED_HZ, None)]);
    assert_eq!(said(&found, "The whole body jumps 2.0")[0].1, Some(1));
}

#[test]
fn an_arm_that_jumps_and_ankles_that_flip_are_found() {
    let Some(folder) = recordings() else { return };
    let arm = report(&[cmu(&folder, "16_15.bvh", CLAIMED_HZ, None)]);
    assert_eq!(said(&arm, "'LeftHandIndex1' jumps")[0].1, Some(1));
    let ankles = report(&[cmu(&folder, "138_01.bvh", CLAIMED_HZ, None)]);
    assert_eq!(said(&ankles, "'RightFoot' turns by 172 degrees").len(), 1);
}

/// Its Euler angles wrap in 83 frames, its rotations do not.
#[test]
fn euler_wraps_are_no_flips() {
    let Some(folder) = recordings() else { return };
    let found = report(&[cmu(&folder, "34_02.bvh", CLAIMED_HZ, None)]);
    assert!(said(&found, "").is_empty(), "{:?}", said(&found, ""));
}

/// The same take trimmed differently, so that its frames fall between those of the other.
#[test]
fn a_copy_with_another_trim_is_found() {
    let Some(folder) = recordings() else { return };
    let mut clips = vec![
        cmu(&folder, "69_01.bvh", CLAIMED_HZ, None),
        cmu(&folder, "69_02.bvh", CLAIMED_HZ, None),
        cmu(&folder, "69_01.bvh", CLAIMED_HZ, Some((0.5, 3.0))),
    ];
    clips[2].name = "copy".to_owned();
    let found = said(&report(&clips), "the same motion");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].2.contains("'copy'"), "{found:?}");
}

/// Root jumps of 3.5 m and frozen frames between 276 and 643, T-poses at the ends.
#[test]
fn a_broken_basketball_take_is_told() {
    let Some(folder) = recordings() else { return };
    let options = ImportOptions { drop_first_frames: Some(0), ..ImportOptions::default() };
    let path = folder.join("snu/basketball/motion/s_006_6_2.bvh");
    let found = report(&[import(&path, &options)]);
    assert!(!said(&found, "jump").is_empty());
    assert!(!said(&found, "whole body is frozen").is_empty());
    assert!(!said(&found, "T-pose").is_empty());
}

#[test]
fn the_agile_corpus_is_as_good_and_as_poor_as_known() {
    let Some(folder) = recordings() else { return };
    let found = report_of(&folder, "cmu/locomotion-agile.txt");
    assert!(said(&found, "").is_empty(), "a clean corpus: {:?}", said(&found, ""));
    let coverage = &found.coverage;
    assert!((coverage.seconds - 143.0).abs() < 1.5, "{}", coverage.seconds);
    assert_eq!((coverage.turns_180.left, coverage.turns_180.right), (4, 4));
    let fastest = coverage.turns_180.fastest_secs.expect("there are turns");
    assert!((1.25..1.45).contains(&fastest), "{fastest}");
    assert!((3.0..3.2).contains(&coverage.forward.fastest_m_per_s));
    assert!((0.7..0.95).contains(&coverage.backward.fastest_m_per_s));
    assert!(
        found
            .findings
            .iter()
            .any(|f| f.message.starts_with("No backward motion faster than 0.8 m/s"))
    );
    assert!(found.source_skate_cm_per_s < 12.0);
}

#[test]
fn the_large_corpus_has_no_errors() {
    let Some(folder) = recordings() else { return };
    let found = report_of(&folder, "cmu/locomotion-large.txt");
    let errors: Vec<_> = found.findings.iter().filter(|f| f.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    // Of 180 clips a handful has something to say.
    assert!(said(&found, "").len() < 12, "{:?}", said(&found, ""));
    assert!((found.coverage.seconds - 1146.0).abs() < 12.0);
}
