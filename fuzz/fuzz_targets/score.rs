//! Scoring: a trace and a run of anything, refused in words or judged with numbers.
//!
//! The input is a trace, a zero, and a run: a BVH where it begins like one, else numbers that are taken for
//! places of the library's joints in turn.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_import::ImportOptions;
use sidestep_measure::{Beside, Followed, Source, Trace, followed, score};
use sidestep_motion::MotionLibrary;
use std::sync::LazyLock;

/// Longer traces say nothing new and take long.
const MOST_SECS: f32 = 30.0;

/// A few steps of the performer.
static LIBRARY: LazyLock<(MotionLibrary, Source)> = LazyLock::new(|| {
    let options = ImportOptions { drop_first_frames: Some(0), ..ImportOptions::default() };
    let walk = include_bytes!("../walk.bvh");
    let read = sidestep_import::read("walk.bvh", walk, &options, &|_| None).expect("it is a walk");
    let library = MotionLibrary::from_clips(&read.clips, &Default::default()).expect("a library");
    let source = Source::of(&library);
    (library, source)
});

fuzz_target!(|bytes: &[u8]| {
    let (library, source) = &*LIBRARY;
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let (trace, run) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let Ok(trace) = Trace::parse(&String::from_utf8_lossy(trace)) else { return };
    if trace.takes.iter().map(|take| take.script.end_secs).sum::<f32>() > MOST_SECS {
        return;
    }
    let Some(run) = beside(run, &trace, library) else { return };
    match score(&run, &trace, source) {
        Err(error) => assert!(error.to_string().len() > 20, "{error}"),
        Ok(found) => {
            let numbers = [found.censored_avg_secs, found.skate_cm_per_s, found.jerk_ratio];
            assert!(numbers.iter().all(|number| number.is_finite()), "{found:?}");
            let kept = followed(&run.run, &trace).expect("what was scored is as long as its trace");
            let _ = Followed::mean_of(&kept);
        }
    }
});

fn beside(run: &[u8], trace: &Trace, library: &MotionLibrary) -> Option<Beside> {
    if run.starts_with(b"HIER") {
        let options = ImportOptions { drop_first_frames: Some(0), ..ImportOptions::default() };
        let read = sidestep_import::read("run.bvh", run, &options, &|_| None).ok()?;
        return Beside::of_clip(read.clips.into_iter().next()?, library).ok();
    }
    let numbers: Vec<f32> = run
        .chunks_exact(4)
        .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect();
    let joints: Vec<&str> =
        library.skeleton().joints().iter().map(|joint| joint.name.as_str()).collect();
    let frames: f32 = trace.takes.iter().map(|take| (30.0 * take.script.end_secs).round() + 1.0).sum();
    let count = 3 * joints.len() * frames as usize;
    let cycle: Vec<f32> = numbers.iter().copied().cycle().take(count).collect();
    let places: Vec<_> = cycle.chunks_exact(3).map(|at| [at[0], at[1], at[2]].into()).collect();
    Beside::of_table(&joints, 30.0, &places, library).ok()
}
