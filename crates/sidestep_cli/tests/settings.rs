//! Every setting of every method can be seen, changed and misspelt.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    path::Path,
    process::{Command, Output},
};

fn run(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sidestep")).args(words).output().unwrap()
}

fn done(words: &[&str]) -> String {
    let output = run(words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(1), "{words:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn settings_are_printed_without_a_library_and_taken_again() {
    let folder = tempfile::tempdir().unwrap();
    for method in &sidestep::METHODS {
        let printed = done(&["build", method.name, "--print-config"]);
        assert!(printed.starts_with("# Settings of"), "{printed}");
        let file = write(folder.path(), "settings.toml", &printed);
        let again = done(&["build", method.name, "--config", &file, "--print-config"]);
        assert_eq!(printed, again);
    }
    let agile = done(&["build", "follower", "--print-config"]);
    let paper = done(&["build", "field", "--preset", "paper", "--print-config"]);
    assert!(agile.contains("\nneighbors = 250\n") && paper.contains("\nneighbors = 15\n"));
    assert!(agile.contains("\n[follow]\n") && !paper.contains("follow"));
    let map = done(&["build", "mobility", "--preset", "paper", "--print-config"]);
    assert!(map.contains("reach = \"exactly\"") && map.contains("per_frame = 0.0"), "{map}");
    let flags = ["build", "field", "--greedy", "--keep", "0.5", "--line", "--print-config"];
    let flags = done(&flags);
    assert!(flags.contains("policy = \"Greedy\"") && flags.contains("keep_fraction = 0.5"));
    assert!(flags.contains("[line]\noffsets = 13\n"), "{flags}");
}

#[test]
fn settings_of_a_file_are_built_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (library, controller) = (path("p.motion"), path("p.controller"));
    done(&["perform", "-o", &library]);
    let file = write(folder.path(), "mine.toml", "join_secs = 0.2\n[weights]\nhip_height = 0.25\n");
    done(&["build", "clips", &library, "-o", &controller, "--config", &file, "--preset", "agile"]);
    let bytes = std::fs::read(&controller).unwrap();
    let built = sidestep::decode_controller(std::sync::Arc::new(bytes)).unwrap();
    let config = built.config();
    assert_eq!(config["weights"]["hip_height"].as_f64(), Some(0.25));
    assert_eq!(config["join_secs"].as_f64(), Some(f64::from(0.2_f32)));
    assert_eq!(config["weights"]["contact"].as_f64(), Some(f64::from(0.3_f32)));

    let negative = write(folder.path(), "bad.toml", "join_secs = -1.0\n");
    let told = refused(&["build", "clips", &library, "-o", &controller, "--config", &negative]);
    assert!(told.contains("join_secs") && told.contains("not negative"), "{told}");

    let pushes = write(folder.path(), "push.toml", "mode = \"paper\"\nblend_ticks = 10\n");
    for how in ["paper", &pushes] {
        done(&["measure", "push", &controller, "--n", "2", "--push-config", how]);
    }
    let pushes = write(folder.path(), "bad_push.toml", "mass = 3.0\n");
    let told = refused(&["measure", "push", &controller, "--n", "2", "--push-config", &pushes]);
    assert!(told.contains("line 1: the setting mass") && told.contains("'mass_kg'"), "{told}");
}

#[test]
fn misspelt_settings_are_told_with_the_line_and_the_nearest_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "mine.toml", "# mine\n[task]\nheading = 9\n");
    let told = refused(&["build", "field", "--print-config", "--config", &file]);
    assert!(told.contains("mine.toml, line 3: the setting task.heading"), "{told}");
    assert!(told.contains("did you mean 'headings'?"), "{told}");
    let preset = refused(&["build", "field", "--print-config", "--preset", "swift"]);
    assert!(preset.contains("it has quick, paper"), "{preset}");
    let moved = refused(&["build", "field", "--print-config", "--preset", "agile"]);
    assert!(moved.contains("build 'follower'"), "{moved}");
    let file = write(folder.path(), "old.toml", "[follow]\njoin_secs = 0.2\n");
    let moved = refused(&["build", "field", "--print-config", "--config", &file]);
    assert!(moved.contains("it belongs to the method 'follower' now"), "{moved}");
    let flag = refused(&["build", "clips", "--print-config", "--jumps", "3"]);
    assert!(flag.contains("clips has no setting graph.most_jumps"), "{flag}");
}
