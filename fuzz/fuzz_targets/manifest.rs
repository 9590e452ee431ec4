//! Both kinds of manifest, and files of labels.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let _ = sidestep_import::manifest::parse("fuzz.txt", &text);
    let _ = sidestep_import::project::parse("fuzz.toml", &text);
    if let Ok(records) = sidestep_import::lab::parse("fuzz.lab", bytes) {
        let _ = sidestep_import::lab::labels_of(&records, "fuzz_1.bvh");
    }
});
