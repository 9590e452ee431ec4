//! The library loader, as the bytes are and with their checksum made right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let _ = sidestep::decode_library(Arc::new(bytes.to_vec()));
    let mut sealed = bytes.to_vec();
    sidestep::seal(&mut sealed);
    if let Ok(library) = sidestep::decode_library(Arc::new(sealed)) {
        // Whatever loads can be written and loads again.
        let again = sidestep::encode_library(&library);
        assert!(sidestep::decode_library(Arc::new(again)).is_ok());
    }
});
