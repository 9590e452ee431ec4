//! GLB from bytes to a library: whatever comes in, an error or a sound library comes out.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_import::ImportOptions;
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};

fuzz_target!(|bytes: &[u8]| {
    let Ok(imported) = sidestep_import::read("fuzz.glb", bytes, &ImportOptions::default(), &|_| None)
    else {
        return;
    };
    let _ = MotionLibrary::from_clips(&imported.clips, &ContactConfig::default());
});
