//! Tables of joint positions: refused, or places without a gap.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_import::ImportOptions;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(read) = sidestep_import::csv::read("fuzz.csv", bytes, &ImportOptions::default()) {
        assert!(!read.joints.is_empty() && read.places.len() % read.joints.len() == 0);
        assert!(read.rate_hz.is_finite() && read.rate_hz > 0.0);
        assert!(read.places.iter().all(|place| place.is_finite()));
    }
});
