//! A small benchmark on the performer: figures within bands, the same twice, cells used again; tuning that
//! goes on where it stopped; growth; and inputs that others can read.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

struct Lab {
    folder: tempfile::TempDir,
}

impl Lab {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn lab() -> &'static Lab {
    static LAB: OnceLock<Lab> = OnceLock::new();
    LAB.get_or_init(|| {
        let lab = Lab { folder: tempfile::tempdir().unwrap() };
        run(&["perform", "-o", text(&lab.path("performer.motion"))]);
        lab
    })
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn run(words: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_sidestep")).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn benchmark(folder: &Path, more: &[&str]) -> Value {
    let library = lab().path("performer.motion");
    let mut words = vec!["benchmark", text(&library), "-o", text(folder), "--quick", "--json"];
    words.extend(["--methods", "clips,matching,neural"]);
    words.extend(more);
    serde_json::from_slice(&run(&words)).unwrap()
}

fn row<'a>(report: &'a Value, method: &str, input: &str) -> &'a Value {
    let rows = report["rows"].as_array().unwrap();
    rows.iter().find(|row| row["method"] == method && row["input"] == input).unwrap()
}

/// The guard of behaviour: bands are about twice as wide as what seeds make of these figures.
#[test]
fn the_same_figures_twice_within_their_bands() {
    let (first, second) = (lab().path("first"), lab().path("second"));
    let made = benchmark(&first, &[]);
    for (method, secs, skate, jerk) in
        [("clips", 0.6..1.6, 0.1..1.2, 0.6..1.3), ("matching", 0.4..1.0, 0.1..0.8, 0.5..1.0)]
    {
        let steps = row(&made, method, "direction steps");
        let player = row(&made, method, "random player");
        let figure = |row: &Value, name: &str| row[name].as_f64().unwrap();
        let settles = figure(steps, "censored_avg_secs");
        assert!(secs.contains(&settles), "{method} settles in {settles} s");
        assert!(skate.contains(&figure(player, "skate_cm_per_s")), "{player}");
        assert!(jerk.contains(&figure(player, "jerk_ratio")), "{player}");
        assert!(figure(row(&made, method, "targets"), "reached_fraction") > 0.8);
        assert!(figure(row(&made, method, "pushes"), "push_recovered_fraction") > 0.7);
    }
    // What cannot be served says so and has no figure.
    let unbuilt = row(&made, "neural", "line");
    assert!(unbuilt["cannot"].as_str().unwrap().contains("train"), "{unbuilt}");
    assert_eq!(unbuilt["censored_avg_secs"], Value::Null);
    assert!(row(&made, "matching", "obstacles")["cannot"].is_string());

    let again = benchmark(&first, &[]);
    assert_eq!((&again["cells_made"], &again["cells_left"]), (&0.into(), &0.into()));
    assert_eq!(again["cells_reused"], made["cells_made"]);
    assert_eq!(again["rows"], made["rows"]);
    let elsewhere = benchmark(&second, &[]);
    assert_eq!(elsewhere["cells_made"], made["cells_made"]);
    let rows = |folder: &Path| std::fs::read_to_string(folder.join("rows.json")).unwrap();
    assert_eq!(rows(&first), rows(&second), "the same figures twice");
    let page = std::fs::read_to_string(first.join("report.html")).unwrap();
    assert!(page.contains("random player") && page.contains("<svg") && !page.contains("src="));
}

#[test]
fn a_run_that_is_stopped_goes_on_later() {
    let folder = lab().path("stopped");
    let stopped = benchmark(&folder, &["--minutes", "0"]);
    assert_eq!(stopped["cells_made"], 0);
    assert!(stopped["cells_left"].as_u64().unwrap() > 30, "{stopped}");
    assert_eq!(stopped["rows"].as_array().unwrap().len(), 0);
}

#[test]
fn inputs_are_traces_that_a_run_is_scored_by() {
    let (folder, library) = (lab().path("inputs"), lab().path("performer.motion"));
    run(&["benchmark", text(&library), "--inputs", text(&folder), "--takes", "1"]);
    let files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 39);
    for file in &files {
        let trace = sidestep_measure::Trace::parse(&std::fs::read_to_string(file).unwrap());
        assert_eq!(trace.unwrap().takes.len(), 1, "{}", file.display());
    }
}

#[test]
fn tuning_goes_on_where_it_stopped_and_finds_the_same() {
    let library = lab().path("performer.motion");
    let tune = |name: &str, trials: &str| -> (Value, String) {
        let output = lab().path(name);
        let words =
            ["tune", "clips", text(&library), "-o", text(&output), "--trials", trials, "--json"];
        let report = serde_json::from_slice(&run(&words)).unwrap();
        (report, std::fs::read_to_string(output).unwrap())
    };
    let (whole, settings) = tune("whole.toml", "3");
    tune("parts.toml", "1");
    let (parts, again) = tune("parts.toml", "3");
    assert_eq!(settings, again);
    assert_eq!((&whole["held_out"], &whole["trials"]), (&parts["held_out"], &3.into()));
    let tuned = whole["held_out"]["censored_avg_secs"]["mean"].as_f64().unwrap();
    assert!(tuned > 0.1 && tuned < 3.0, "{whole}");
    assert!(lab().path("whole.svg").exists());
    let controller = lab().path("tuned.controller");
    let config = lab().path("whole.toml");
    run(&["build", "clips", text(&library), "--config", text(&config), "-o", text(&controller)]);
}

#[test]
fn growth_has_exponents_and_says_what_is_synthetic() {
    let picture = lab().path("growth.svg");
    let words = ["measure", "growth", "clips", "--frames", "2000,4000", "--n", "4", "--json"];
    let mut words = words.to_vec();
    words.extend(["--picture", text(&picture)]);
    let found: Value = serde_json::from_slice(&run(&words)).unwrap();
    let sizes = found["sizes"].as_array().unwrap();
    assert_eq!(sizes.len(), 2, "{found}");
    assert_eq!(sizes[0]["frames"], sizes[0]["synthetic_frames"]);
    assert!(found["step_exponent"].is_number() && found["build_exponent"].is_number(), "{found}");
    assert!(found["data"].as_str().unwrap().contains("synthetic"));
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
}
