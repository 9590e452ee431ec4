//! Inputs worth keeping of the fuzz targets for files of libraries and snapshots of characters, with
//! their checksums made right.

use sidestep::{
    control::{Goal, seal_snapshot},
    decode_controller,
    motion::GroundTransform,
};
use std::sync::Arc;

/// The inputs of one fuzz target, each after its length in four bytes.
fn inputs(mut packed: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = packed.split_first_chunk::<4>() {
        let (input, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        inputs.push(input);
        packed = rest;
    }
    inputs
}

#[test]
fn damaged_libraries_are_refused_or_sound() {
    let inputs = inputs(include_bytes!("../../../fuzz/corpora/library.bin"));
    let is_sound = |input: &&&[u8]| {
        let mut file = input.to_vec();
        sidestep::seal(&mut file);
        sidestep::decode_library(Arc::new(file)).is_ok()
    };
    let sound = inputs.iter().filter(is_sound).count();
    assert!(sound > 0 && sound < inputs.len(), "{sound} of {} are sound", inputs.len());
}

/// The controllers of the fuzz target, in its order.
const CONTROLLERS: [&[u8]; 5] = [
    include_bytes!("fixtures/0.1/clips_default.controller"),
    include_bytes!("fixtures/0.1/matching_default.controller"),
    include_bytes!("fixtures/0.1/field_paper.controller"),
    include_bytes!("fixtures/0.1/field_agile.controller"),
    include_bytes!("fixtures/0.1/mobility_agile.controller"),
];

/// Bytes of a snapshot before what a character writes.
const HEADER: usize = 40;

#[test]
fn damaged_snapshots_are_refused_or_harmless() {
    let controllers = CONTROLLERS.map(|file| decode_controller(Arc::new(file.to_vec())).unwrap());
    let mut loaded = [0; CONTROLLERS.len()];
    let inputs = inputs(include_bytes!("../../../fuzz/corpora/snapshot.bin"));
    for (number, input) in inputs.iter().enumerate() {
        let (method, payload) = input.split_first().unwrap_or((&0, &[]));
        let method = usize::from(*method) % controllers.len();
        let mut character = controllers[method].spawn(GroundTransform::IDENTITY);
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
            loaded[method] += 1;
            character.save_into(&mut forged);
            assert_eq!(character.load(&forged), Ok(()), "input {number}, controller {method}");
        }
    }
    assert!(loaded.iter().all(|loaded| *loaded > 0), "{loaded:?}: every method has sound ones");
    assert!(loaded.iter().sum::<usize>() < inputs.len(), "not all are sound");
}
