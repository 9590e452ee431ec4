//! Everything the fuzzer found worth keeping of traces and runs: an error in words or figures that are
//! numbers, never a panic.

use sidestep_import::ImportOptions;
use sidestep_measure::{Beside, Source, Trace, followed, score};
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};

/// The inputs of one fuzz target, each after its length in four bytes.
fn inputs(mut packed: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = packed.split_first_chunk::<4>() {
        let (input, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        inputs.push(input);
        packed = rest;
    }
    assert!(inputs.len() > 10, "the corpus is there");
    inputs
}

#[test]
fn traces() {
    let inputs = inputs(include_bytes!("../../../fuzz/corpora/trace.bin"));
    let mut read = 0;
    for bytes in &inputs {
        match Trace::parse(&String::from_utf8_lossy(bytes)) {
            Ok(trace) => {
                assert!(Trace::parse(&trace.to_text()).is_ok(), "{trace:?}");
                read += 1;
            }
            Err(error) => assert!(error.to_string().contains("line"), "{error}"),
        }
    }
    assert!(read > 0 && read < inputs.len(), "some are traces, some are not: {read}");
}

#[test]
fn tables() {
    let inputs = inputs(include_bytes!("../../../fuzz/corpora/run.bin"));
    let options = ImportOptions::default();
    for read in
        inputs.iter().filter_map(|it| sidestep_import::csv::read("run.csv", it, &options).ok())
    {
        assert!(read.places.iter().all(|place| place.is_finite()));
    }
}

/// A trace, a zero, and a run: a BVH, or numbers that are taken for places in turn.
#[test]
fn scores() {
    let options = ImportOptions { drop_first_frames: Some(0), ..ImportOptions::default() };
    let walk = include_bytes!("../../../fuzz/walk.bvh");
    let walk = sidestep_import::read("walk.bvh", walk, &options, &|_| None).unwrap();
    let library = MotionLibrary::from_clips(&walk.clips, &ContactConfig::default()).unwrap();
    let source = Source::of(&library);
    let (mut scored, mut refused) = (0, 0);
    for bytes in inputs(include_bytes!("../../../fuzz/corpora/score.bin")) {
        let mut parts = bytes.splitn(2, |byte| *byte == 0);
        let (trace, run) = (parts.next().unwrap(), parts.next().unwrap_or_default());
        let Ok(trace) = Trace::parse(&String::from_utf8_lossy(trace)) else { continue };
        let Some(run) = beside(run, &trace, &library) else { continue };
        match score(&run, &trace, &source) {
            Err(error) => refused += usize::from(!error.to_string().is_empty()),
            Ok(found) => {
                let numbers = [found.skate_cm_per_s, found.jerk_ratio, found.nearest_distance];
                assert!(numbers.iter().all(|number| number.is_finite()), "{found:?}");
                assert!(followed(&run.run, &trace).is_ok());
                scored += 1;
            }
        }
    }
    assert!(scored > 0 && refused > 0, "{scored} scored, {refused} refused");
}

fn beside(run: &[u8], trace: &Trace, library: &MotionLibrary) -> Option<Beside> {
    if run.starts_with(b"HIER") {
        let options = ImportOptions { drop_first_frames: Some(0), ..ImportOptions::default() };
        let read = sidestep_import::read("run.bvh", run, &options, &|_| None).ok()?;
        return Beside::of_clip(read.clips.into_iter().next()?, library).ok();
    }
    let four = |four: &[u8]| f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    let numbers: Vec<f32> = run.chunks_exact(4).map(four).collect();
    let joints: Vec<&str> =
        library.skeleton().joints().iter().map(|joint| joint.name.as_str()).collect();
    let frames: f32 =
        trace.takes.iter().map(|take| (30.0 * take.script.end_secs).round() + 1.0).sum();
    let count = 3 * joints.len() * frames as usize;
    let cycle: Vec<f32> = numbers.iter().copied().cycle().take(count).collect();
    let places: Vec<glam::Vec3> = cycle.chunks_exact(3).map(glam::Vec3::from_slice).collect();
    Beside::of_table(&joints, 30.0, &places, library).ok()
}
