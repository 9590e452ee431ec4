//! Characters from bytes, whatever the method: refused, or alive and well.
//!
//! The first byte chooses the method, the others are what a character has saved. The header before
//! them is made right, so that the fuzzer gets past it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep::{
    BuiltController,
    control::{Goal, seal_snapshot},
    decode_controller,
    motion::GroundTransform,
};
use std::sync::{Arc, LazyLock};

/// Small controllers of every method that keeps a memory of its own.
static CONTROLLERS: LazyLock<Vec<BuiltController>> = LazyLock::new(|| {
    let files: [&[u8]; 5] = [
        include_bytes!("../../crates/sidestep/tests/fixtures/0.1/clips_default.controller"),
        include_bytes!("../../crates/sidestep/tests/fixtures/0.1/matching_default.controller"),
        include_bytes!("../../crates/sidestep/tests/fixtures/0.1/field_paper.controller"),
        include_bytes!("../../crates/sidestep/tests/fixtures/0.1/field_agile.controller"),
        include_bytes!("../../crates/sidestep/tests/fixtures/0.1/mobility_agile.controller"),
    ];
    files.iter().map(|file| decode_controller(Arc::new(file.to_vec())).unwrap()).collect()
});

/// Bytes before what a character writes.
const HEADER: usize = 40;

fuzz_target!(|bytes: &[u8]| {
    let Some((method, payload)) = bytes.split_first() else { return };
    let controller = &CONTROLLERS[usize::from(*method) % CONTROLLERS.len()];
    let mut character = controller.spawn(GroundTransform::IDENTITY);
    // As the bytes are, they are no snapshot, or somebody's.
    let _ = character.load(bytes);
    let mut forged = Vec::new();
    character.save_into(&mut forged);
    forged.truncate(HEADER);
    forged.extend_from_slice(payload);
    seal_snapshot(&mut forged);
    let is_loaded = character.load(&forged).is_ok();
    for _ in 0..3 {
        assert!(character.advance(&Goal::walk(0.5, 1.0), 1.0 / 30.0).is_finite());
    }
    if is_loaded {
        // Whatever was loaded can be saved and loaded again.
        character.save_into(&mut forged);
        assert!(character.load(&forged).is_ok());
    }
});
