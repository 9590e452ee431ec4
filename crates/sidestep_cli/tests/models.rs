//! The networks that come along, as a user builds and runs them: with no other file.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{path::Path, process::Command};

fn done(words: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_sidestep")).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Builds a model, runs a script and gives the hips (x, y, z) of every frame.
fn run(folder: &Path, model: &str, script: &str) -> Vec<[f32; 3]> {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (controller, csv) = (path("c"), path("out.csv"));
    std::fs::write(path("script.txt"), script).unwrap();
    done(&["build", "neural", "--model", model, "-o", &controller]);
    done(&["export", &controller, "--script", &path("script.txt"), "-o", &csv]);
    let text = std::fs::read_to_string(csv).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let columns = ["Hips_x", "Hips_y", "Hips_z"]
        .map(|name| names.iter().position(|other| *other == name).unwrap());
    let hips = |line: &str| {
        let numbers: Vec<&str> = line.split(',').collect();
        columns.map(|column| numbers[column].parse().unwrap())
    };
    lines.map(hips).collect()
}

fn metres([x, _, z]: [f32; 3], (to_x, to_z): (f32, f32)) -> f32 {
    (x - to_x).hypot(z - to_z)
}

#[test]
fn the_walker_is_where_it_is_asked_to_be_when_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let hips = run(folder.path(), "locomotion", "0 reach x=2 z=2 arrive=3\n3 end\n");
    assert!(metres(*hips.last().unwrap(), (2.0, 2.0)) < 0.4, "{:?}", hips.last());
}

#[test]
fn the_walker_turns_round_and_stands() {
    let folder = tempfile::tempdir().unwrap();
    let script = "0 move heading=0\n3 move heading=180\n8 stand\n12 end\n";
    let hips = run(folder.path(), "locomotion", script);
    assert!(hips[90][2] > 1.0 && hips[239][2] < hips[90][2] - 2.0, "{:?}", (hips[90], hips[239]));
    let (rested, end) = (hips[300], *hips.last().unwrap());
    assert!(metres(end, (rested[0], rested[2])) < 0.2, "{rested:?} {end:?}");
    assert!(hips.iter().all(|[_, y, _]| (0.5..1.05).contains(y)));
}

#[test]
fn the_dribbler_gets_there() {
    let folder = tempfile::tempdir().unwrap();
    let hips = run(folder.path(), "dribble", "0 reach x=0 z=5 arrive=4\n4 end\n");
    assert!(metres(*hips.last().unwrap(), (0.0, 5.0)) < 0.4, "{:?}", hips.last());
}

/// The plan that comes along, acted out: in one file, all passes where and when their receivers are.
#[test]
fn a_plan_is_acted_out() {
    let folder = tempfile::tempdir().unwrap();
    let glb = folder.path().join("run.glb").to_str().unwrap().to_owned();
    let plan = concat!(env!("CARGO_MANIFEST_DIR"), "/../sidestep_game/plans/give-and-go.toml");
    let output = Command::new(env!("CARGO_BIN_EXE_sidestep"))
        .args(["tactics", plan, "-o", &glb, "--json"])
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |name: &str| report[name].as_f64().unwrap();
    assert_eq!((number("players"), number("frames"), number("received")), (4.0, 600.0, 5.0));
    let (secs, metres) = (number("pass_time_error_secs"), number("pass_place_error_m"));
    assert!(secs < 0.2 && metres < 0.3, "{report}");
    assert_eq!((number("shots"), number("scored")), (2.0, 2.0));
    assert!(std::fs::read(glb).unwrap().starts_with(b"glTF"));
}

#[test]
fn a_plan_that_is_wrong_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    std::fs::write(&plan, "secs = 5\n[[players]]\nname = \"A\"\npath = []\n").unwrap();
    let glb = folder.path().join("run.glb");
    let output = Command::new(env!("CARGO_BIN_EXE_sidestep"))
        .args(["tactics", plan.to_str().unwrap(), "-o", glb.to_str().unwrap()])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("plan.toml"), "{told}");
    assert!(told.contains("line 2: the path has no point; write [[seconds, x, z], ...]"), "{told}");
    assert!(!glb.exists());
}
