//! The bytes of an imported library: two actors on two skeletons, in two formats, mirrored, through the
//! real command. A change that is meant to change what import makes changes the hash: look at the
//! motion, then pin what the failing test prints.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{path::Path, process::Command};
use xxhash_rust::xxh3::xxh3_64;

/// What the library of one skeleton, and that of two brought together, hash to.
const PINNED: [u64; 2] = [0x3f290d08b8a41df4, 0x567e975ea99f2a9e];

fn sidestep(folder: &Path, words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    let output = command.args(words).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn hash(file: &Path) -> u64 {
    xxh3_64(&std::fs::read(file).unwrap())
}

#[test]
fn an_import_is_written_as_pinned() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| sidestep(folder.path(), words);
    run(&["perform", "-o", "p.motion", "--rate", "60"]);
    for clip in ["walk_starts_stops_1", "walk_turns_1"] {
        run(&["export", "p.motion", "--clip", clip, "--unit", "cm", "-o", &format!("{clip}.bvh")]);
    }
    run(&["import", "walk_starts_stops_1.bvh", "walk_turns_1.bvh", "-o", "one.motion", "--mirror"]);
    std::fs::create_dir(folder.path().join("two")).unwrap();
    run(&["perform", "--seed", "3", "-o", "q.motion"]);
    run(&["export", "p.motion", "--clip", "walk_turns_1", "-o", "two/a.bvh"]);
    run(&["export", "q.motion", "--clip", "walk_starts_stops_1", "-o", "two/b.glb"]);
    run(&["import", "two", "-o", "two.motion"]);
    let found = ["one.motion", "two.motion"].map(|name| hash(&folder.path().join(name)));
    assert!(found == PINNED, "an import makes another library: {found:#018x?}");
}
