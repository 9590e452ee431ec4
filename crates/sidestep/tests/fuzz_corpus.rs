//! Everything the fuzzer found worth keeping about library files, with its checksum made right.

use std::sync::Arc;

#[test]
fn damaged_libraries_are_refused_or_sound() {
    let mut packed: &[u8] = include_bytes!("../../../fuzz/corpora/library.bin");
    let (mut sound, mut inputs) = (0, 0);
    while let Some((length, rest)) = packed.split_first_chunk::<4>() {
        let (input, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        let mut file = input.to_vec();
        sidestep::seal(&mut file);
        sound += usize::from(sidestep::decode_library(Arc::new(file)).is_ok());
        inputs += 1;
        packed = rest;
    }
    assert!(sound > 0 && sound < inputs, "{sound} of {inputs} are sound");
}
