//! Golden hashes: ten seconds of every method on the synthetic performer give the same bits on every
//! machine, in every run, and however many threads built the controller.
//!
//! A change of a method that is meant to change its motion changes its hash. Look at the motion, then
//! paste the table that the failing test prints over `PINNED` in this file.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod methods;

use methods::{build, library};
use sidestep::{BuiltController, control::Script, motion::GroundTransform};
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64;

/// What each method's motion hashes to.
const PINNED: [(&str, u64); 5] = [
    ("clips", 0x9c2c11bc31835431),
    ("matching", 0x3d9070a3f8073ba3),
    ("field paper", 0xe3297a86a00f314a),
    ("field agile", 0x69b4c07396adf83c),
    ("mobility", 0x32098499253f9f21),
];

/// Ten seconds of all that a person would ask for.
const SCRIPT: &str = "
    0.0 stand
    0.5 move heading=0 speed=1.3
    2.5 move heading=100 speed=1.3
    4.5 move heading=-60 speed=1.8
    6.5 stand
    8.0 reach x=0 z=0
    10.0 end";

/// Threads that build.
const THREADS: [usize; 3] = [1, 2, 4];

/// The hash of all bits of all poses of the script.
fn hash(controller: &BuiltController) -> u64 {
    let mut character = controller.spawn(GroundTransform::new(0.5, -0.25, 0.1));
    let clip = Script::parse(SCRIPT).unwrap().record(&mut *character, 60.0);
    let roots = clip.root_positions.iter().flat_map(|root| root.to_array());
    let numbers = roots.chain(clip.rotations.iter().flat_map(|q| q.to_array()));
    let bytes: Vec<u8> = numbers.flat_map(|x| x.to_bits().to_le_bytes()).collect();
    assert_eq!(bytes.len(), clip.len() * (3 + 4 * clip.skeleton.len()) * 4);
    xxh3_64(&bytes)
}

#[test]
fn every_method_moves_as_pinned_whatever_the_threads() {
    let library = library();
    let mut found = Vec::new();
    for (method, _) in PINNED {
        let hashes = THREADS.map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            hash(&pool.install(|| build(method, &library)))
        });
        assert!(
            hashes.iter().all(|hash| *hash == hashes[0]),
            "{method}: {THREADS:?} threads build controllers that move as {hashes:016x?}"
        );
        found.push((method, hashes[0]));
    }
    let table = found.iter().fold(String::new(), |mut table, (method, hash)| {
        let _ = writeln!(table, "    (\"{method}\", 0x{hash:016x}),");
        table
    });
    assert!(
        found == PINNED,
        "the motion of a method has changed. If that was meant, look at it and paste this table over \
         PINNED in crates/sidestep/tests/golden.rs:\n{table}"
    );
}
