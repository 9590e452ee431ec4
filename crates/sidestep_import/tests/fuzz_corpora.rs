//! Everything the fuzzer found worth keeping: an error or sound clips, never a panic.

use sidestep_import::{ImportOptions, lab, manifest, project, read};
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};

/// The inputs of one fuzz target, each after its length in four bytes.
fn inputs(mut packed: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = packed.split_first_chunk::<4>() {
        let (input, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        inputs.push(input);
        packed = rest;
    }
    assert!(inputs.len() > 10, "the corpus is there");
    inputs
}

/// Reads a file all the way to a library; says whether it could be read.
fn import(name: &str, bytes: &[u8], companion: &[u8]) -> bool {
    let Ok(imported) = read(name, bytes, &ImportOptions::default(), &|_| Some(companion.to_vec()))
    else {
        return false;
    };
    let _ = MotionLibrary::from_clips(&imported.clips, &ContactConfig::default());
    true
}

#[test]
fn bvh() {
    let inputs = inputs(include_bytes!("../../../fuzz/corpora/bvh.bin"));
    let read = inputs.iter().filter(|bytes| import("fuzz.bvh", bytes, b"")).count();
    assert!(read > 0 && read < inputs.len(), "some are files, some are not: {read}");
}

#[test]
fn glb() {
    let inputs = inputs(include_bytes!("../../../fuzz/corpora/glb.bin"));
    let read = inputs.iter().filter(|bytes| import("fuzz.glb", bytes, b"")).count();
    assert!(read < inputs.len(), "not all are files: {read}");
}

#[test]
fn amc() {
    for bytes in inputs(include_bytes!("../../../fuzz/corpora/amc.bin")) {
        let mut parts = bytes.splitn(2, |byte| *byte == 0);
        let (asf, amc) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        import("fuzz.amc", amc, asf);
    }
}

#[test]
fn manifests() {
    for bytes in inputs(include_bytes!("../../../fuzz/corpora/manifest.bin")) {
        let text = String::from_utf8_lossy(bytes);
        let _ = manifest::parse("fuzz.txt", &text);
        let _ = project::parse("fuzz.toml", &text);
        let _ = lab::parse("fuzz.lab", bytes);
    }
}
