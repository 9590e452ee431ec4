//! Both kinds of manifest.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let _ = sidestep_import::manifest::parse("fuzz.txt", &text);
    let _ = sidestep_import::project::parse("fuzz.toml", &text);
});
