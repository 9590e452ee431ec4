//! Traces: refused with a line, or read as they are written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_measure::Trace;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match Trace::parse(&text) {
        Err(error) => assert!(error.to_string().contains("line"), "{error}"),
        Ok(trace) => {
            let written = trace.to_text();
            let again = Trace::parse(&written);
            assert!(again.is_ok(), "{written}: {again:?}");
        }
    }
});
