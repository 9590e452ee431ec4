//! Golden hashes: every method on the synthetic performer gives the same files and the same motion on
//! every machine, in every run, and however many threads built the controller.
//!
//! Pinned are the bytes of the built file, ten seconds of all that a person would ask for, a minute of
//! a restless player, and ten seconds under pushes. A change that is meant to change one of them
//! changes its hash: look at the motion, then paste the table that the failing test prints over
//! `PINNED` in this file.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod methods;

use methods::{build, library};
use sidestep::{
    BuiltController,
    control::{Animate, Script},
    encode_controller, encode_library,
    motion::{Clip, GroundTransform, chance::Chance},
    push::PushConfig,
};
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64;

/// What each method's file, scripted, restless and pushed motion hash to.
const PINNED: [(&str, [u64; 4]); 5] = [
    ("clips", [0xd5d10fdba6448c2f, 0x00c0b6d782925143, 0x68d37c13fc092b5e, 0xe3736fcbf83835e4]),
    ("matching", [0xd68b841a8d884d44, 0x7e396b000941bd15, 0xf2be03d99b324bf5, 0x18a61bf864114933]),
    (
        "field paper",
        [0x530bddd43e1b10c7, 0xcd416e0badc3a03e, 0x44db2b2535250a8a, 0x81fd3ac3a43c9dc2],
    ),
    ("follower", [0xf52d6800ed22bde5, 0x0fd8ccf928ec257b, 0xe9b8bd0789792bff, 0x0ba2177d9493c0cf]),
    ("mobility", [0x3d5d55502da845b8, 0xcc905c024e4d86a1, 0x359a817a1cf42e06, 0x3d18395585c429e7]),
];

/// What the bytes of the library's file hash to.
const PINNED_LIBRARY: u64 = 0xbeee324633d28cba;

/// Ten seconds of all that a person would ask for.
const SCRIPT: &str = "
    0.0 stand
    0.5 move heading=0 speed=1.3
    2.5 move heading=100 speed=1.3
    4.5 move heading=-60 speed=1.8
    6.5 stand
    8.0 reach x=0 z=0
    10.0 end";

/// Ten seconds of one who is hit while walking, and while standing.
const PUSHES: &str = "
    0.0 move heading=0 speed=1.3
    2.0 push part=chest newtons=250 heading=80 secs=0.2
    4.0 move heading=120 speed=1.3
    4.5 push part=left_hand newtons=90 heading=-30 secs=0.3
    6.0 stand
    8.0 push part=hips newtons=200 heading=170 secs=0.2
    10.0 end";

/// Threads that build.
const THREADS: [usize; 3] = [1, 2, 4];

/// A minute of a player who wants something else every second or so.
fn restless() -> String {
    let mut chance = Chance::new(7, 0);
    let mut script = String::new();
    let mut secs = 0.0;
    while secs < 60.0 {
        let heading = chance.between(-180.0, 180.0);
        let (speed, facing) = (chance.between(0.0, 3.5), chance.between(-180.0, 180.0));
        let (x, z) = (chance.between(-4.0, 4.0), chance.between(-4.0, 4.0));
        let wish = match chance.below(8) {
            0 => "stand".to_owned(),
            1 => format!("stand facing={facing}"),
            2 => "free".to_owned(),
            3 => format!("move heading={heading} facing={facing}"),
            4 => format!("reach x={x} z={z} facing={facing}"),
            5 => format!("line x={x} z={z} heading={heading}"),
            6 => format!("path 0,0 {x},{z} {z},{x}"),
            _ => format!("move heading={heading} speed={speed}"),
        };
        writeln!(script, "{secs} {wish}").unwrap();
        secs += chance.between(0.4, 1.8);
    }
    script + "61 end"
}

/// The hash of all bits of all poses of a script.
fn hash(mut character: Box<dyn Animate>, script: &str) -> u64 {
    let clip = Script::parse(script).unwrap().record(&mut *character, 60.0);
    let bytes = bytes_of(&clip);
    assert_eq!(bytes.len(), clip.len() * (3 + 4 * clip.skeleton.len()) * 4);
    xxh3_64(&bytes)
}

fn bytes_of(clip: &Clip) -> Vec<u8> {
    let roots = clip.root_positions.iter().flat_map(|root| root.to_array());
    let numbers = roots.chain(clip.rotations.iter().flat_map(|q| q.to_array()));
    numbers.flat_map(|x| x.to_bits().to_le_bytes()).collect()
}

fn hashes(controller: &BuiltController, restless: &str) -> [u64; 4] {
    let at = GroundTransform::new(0.5, -0.25, 0.1);
    [
        xxh3_64(&encode_controller(controller)),
        hash(controller.spawn(at), SCRIPT),
        hash(controller.spawn(at), restless),
        hash(controller.pushable(PushConfig::default()).unwrap().spawn(at), PUSHES),
    ]
}

#[test]
fn every_method_builds_and_moves_as_pinned_whatever_the_threads() {
    let (library, restless) = (library(), restless());
    let mut found = Vec::new();
    for (method, _) in PINNED {
        let hashes = THREADS.map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            hashes(&pool.install(|| build(method, &library)), &restless)
        });
        assert!(
            hashes.iter().all(|hash| *hash == hashes[0]),
            "{method}: {THREADS:?} threads build controllers that move as {hashes:016x?}"
        );
        found.push((method, hashes[0]));
    }
    let table = found.iter().fold(String::new(), |mut table, (method, hashes)| {
        let row = hashes.map(|hash| format!("0x{hash:016x}")).join(", ");
        let _ = writeln!(table, "    (\"{method}\", [{row}]),");
        table
    });
    assert!(
        found == PINNED,
        "the file or the motion of a method has changed. If that was meant, look at it and paste this \
         table over PINNED in crates/sidestep/tests/golden.rs:\n{table}"
    );
}

#[test]
fn a_library_is_written_as_pinned() {
    let found = xxh3_64(&encode_library(&library()));
    assert!(found == PINNED_LIBRARY, "the bytes of a library have changed: 0x{found:016x}");
}
