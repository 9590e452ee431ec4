//! Known truths about public motion capture, found again by the inspection.

use sidestep_import::{ImportOptions, manifest, read};
use sidestep_inspect::{Finding, Report, inspect};
use sidestep_motion::{
    Clip, MotionLibrary, contact_detection::ContactConfig, resample::resample, retarget::retarget,
};
use std::{path::PathBuf, sync::Arc, time::Instant};

const RATE_HZ: f32 = 30.0;

/// The folder of recordings, where there is one.
fn recordings() -> Option<PathBuf> {
    let folder = std::env::var_os("SIDESTEP_MOCAP").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: SIDESTEP_MOCAP is not set");
    }
    folder
}

fn import(path: &std::path::Path, options: &ImportOptions) -> Option<Clip> {
    let bytes = std::fs::read(path).ok()?;
    let name = path.file_name()?.to_str()?;
    let companion = |file: &str| std::fs::read(path.parent()?.join(file)).ok();
    let options = ImportOptions { target_rate_hz: Some(RATE_HZ), ..options.clone() };
    let clip = read(name, &bytes, &options, &companion).ok()?.clips.into_iter().next()?;
    Some(resample(&clip, RATE_HZ))
}

fn library(clips: &[Clip]) -> MotionLibrary {
    let skeleton = Arc::clone(&clips[0].skeleton);
    let clips: Vec<Clip> = clips
        .iter()
        .map(|clip| retarget(clip, &skeleton).expect("CMU skeletons are alike"))
        .collect();
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("the clips fit together")
}

/// A CMU file with the rate its header claims, without its artificial first frame.
fn cmu(folder: &std::path::Path, name: &str, rate_hz: f32) -> Clip {
    let options = ImportOptions {
        unit_m: Some(0.056_444_4),
        rate_hz: Some(rate_hz),
        drop_first_frames: Some(1),
        licence: "free".to_owned(),
        ..ImportOptions::default()
    };
    import(&folder.join("cmu/bvh").join(name), &options).expect("the file can be read")
}

fn report(clips: &[Clip]) -> Report {
    inspect(&library(clips))
}

fn said<'a>(report: &'a Report, words: &str) -> Vec<&'a Finding> {
    report.findings.iter().filter(|finding| finding.message.contains(words)).collect()
}

#[test]
fn explore() {
    let Some(folder) = recordings() else { return };
    let names = std::env::var("EXPLORE").unwrap_or_default();
    for name in names.split_whitespace() {
        let (name, rate) = name.split_once('@').unwrap_or((name, "120"));
        let clip = cmu(&folder, name, rate.parse().unwrap());
        println!("== {name} {} frames {} s", clip.len(), clip.len() as f32 / 30.0);
        for finding in report(&[clip]).findings.iter().filter(|f| f.clip.is_some() || f.severity.name() == "error") {
            println!("{} {:?} {}", finding.severity.name(), finding.frame, finding.message);
        }
    }
}

#[test]
fn explore_manifest() {
    let Some(folder) = recordings() else { return };
    for file in std::env::var("MANIFESTS").unwrap_or_default().split_whitespace() {
        let path = folder.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let takes = manifest::parse(file, &text).unwrap();
        let clips: Vec<Clip> = takes
            .iter()
            .filter_map(|take| import(&path.parent().unwrap().join(&take.file), &take.options))
            .collect();
        let library = library(&clips);
        let start = Instant::now();
        let report = inspect(&library);
        println!("== {file}: {} clips {} frames in {:?}", clips.len(), library.len(), start.elapsed());
        println!("skate {} contact {}", report.source_skate_cm_per_s, report.contact_fraction);
        for finding in &report.findings {
            println!("{} {:?} {:?} {}", finding.severity.name(), finding.clip, finding.frame, finding.message);
        }
        let c = &report.coverage;
        println!("standing {} inplace {} {} turning {} {} starts {} stops {}", c.standing_secs, c.turning_in_place_left_secs, c.turning_in_place_right_secs, c.turning_left_secs, c.turning_right_secs, c.starts, c.stops);
        println!("{:?}\n{:?}", c.turns_90, c.turns_180);
        for (n, d) in [("f", &c.forward), ("l", &c.left), ("r", &c.right), ("b", &c.backward)] {
            println!("{n} {} s fastest {}", d.seconds, d.fastest_m_per_s);
        }
    }
    let _ = said;
}
