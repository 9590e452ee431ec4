//! A skeleton file and a motion file in one input, with a zero byte between them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_import::ImportOptions;
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let (asf, amc) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let companion = |_: &str| Some(asf.to_vec());
    let Ok(imported) = sidestep_import::read("fuzz.amc", amc, &ImportOptions::default(), &companion)
    else {
        return;
    };
    let _ = MotionLibrary::from_clips(&imported.clips, &ContactConfig::default());
});
