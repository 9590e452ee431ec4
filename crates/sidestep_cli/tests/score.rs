//! A run that was measured here scores the same through every format, the example of the docs runs, and
//! garbage is refused in words.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use sidestep_measure::{Settings, Source, Subject};
use std::{
    path::PathBuf,
    process::{Command, Output},
    sync::{Arc, OnceLock},
};

/// Figures that no recording tells.
const UNTOLD: [&str; 3] =
    ["added_yaw_deg_per_s", "added_travel_m_per_s", "skate_before_ik_cm_per_s"];

struct Lab {
    folder: tempfile::TempDir,
    measured: Value,
}

impl Lab {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn score(&self, run: &str, trace: &str) -> Output {
        sidestep(&["score", "--json"], &[self.path(run)], |command| {
            command.arg("--trace").arg(self.path(trace));
            command.arg("--source").arg(self.path("p.motion"));
        })
    }

    fn refusal(&self, run: &str, trace: &str) -> String {
        let output = self.score(run, trace);
        assert!(!output.status.success(), "{run} under {trace} was scored");
        String::from_utf8(output.stderr).unwrap()
    }
}

fn sidestep(words: &[&str], paths: &[PathBuf], more: impl FnOnce(&mut Command)) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    command.args(words).args(paths);
    more(&mut command);
    command.output().unwrap()
}

fn run(words: &[&str], paths: &[PathBuf], more: impl FnOnce(&mut Command)) -> Vec<u8> {
    let output = sidestep(words, paths, more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// A library, a controller, and a short measurement of it in every format with its trace.
fn lab() -> &'static Lab {
    static LAB: OnceLock<Lab> = OnceLock::new();
    LAB.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        run(&["perform", "-o"], &[path("p.motion")], |_| {});
        run(&["build", "matching"], &[path("p.motion")], |command| {
            command.arg("-o").arg(path("p.controller"));
        });
        let bytes = Arc::new(std::fs::read(path("p.controller")).unwrap());
        let controller = sidestep::decode_controller(bytes).unwrap();
        let library = Arc::clone(controller.library().unwrap());
        let spawn = |start: sidestep_control::Start<'_>| controller.spawn_from(start);
        let subject = Subject { library: &library, spawn: &spawn };
        let settings =
            Settings { n: 6, steered_starts: 3, steered_secs: 20, ..Settings::default() };
        let (response, recording) =
            sidestep_measure::recorded_response(&subject, &Source::of(&library), &settings);
        let clip = &recording.clip;
        let bvh = sidestep_export::bvh::write(clip, &Default::default()).unwrap();
        std::fs::write(path("run.bvh"), bvh).unwrap();
        let glb = sidestep_export::glb::write(std::slice::from_ref(clip), &Default::default());
        std::fs::write(path("run.glb"), glb.unwrap()).unwrap();
        std::fs::write(path("run.csv"), sidestep_export::csv::write(clip).unwrap()).unwrap();
        std::fs::write(path("run.trace.txt"), recording.trace.to_text()).unwrap();
        Lab { folder, measured: serde_json::to_value(response).unwrap() }
    })
}

/// Fails where a number of `measured` differs by more than `share` from that of `scored`.
fn assert_near(name: &str, measured: &Value, scored: &Value, share: f64) {
    match (measured, scored) {
        (Value::Object(fields), _) => {
            for (field, value) in fields {
                if UNTOLD.contains(&field.as_str()) {
                    assert_eq!(scored[field], Value::Null, "{field}");
                } else {
                    assert_near(field, value, &scored[field], share);
                }
            }
        }
        (Value::Array(items), _) => {
            for (index, item) in items.iter().enumerate() {
                assert_near(name, item, &scored[index], share);
            }
        }
        (Value::Number(number), _) => {
            let (a, b) = (number.as_f64().unwrap(), scored.as_f64().unwrap());
            assert!((a - b).abs() <= share * a.abs().max(1e-6), "{name}: {a} became {b}");
        }
        _ => assert_eq!(measured, scored, "{name}"),
    }
}

#[test]
fn a_measured_run_scores_the_same_through_every_format() {
    let lab = lab();
    for name in ["run.bvh", "run.glb", "run.csv"] {
        let output = lab.score(name, "run.trace.txt");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let scored: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&scored["n"], &scored["retargeted"]), (&6.into(), &false.into()));
        assert_near(name, &lab.measured, &scored, 0.01);
    }
}

/// The trace of docs/traces.md, run take by take and put together, as another system would.
#[test]
fn the_example_of_the_docs_is_scored() {
    let lab = lab();
    let page = include_str!("../../../docs/traces.md");
    let example = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    std::fs::write(lab.path("example.txt"), example).unwrap();
    let mut table = String::new();
    for (index, take) in example.split("take ").skip(1).enumerate() {
        let script = take.split_once('\n').unwrap().1;
        std::fs::write(lab.path("script.txt"), script).unwrap();
        run(&["export"], &[lab.path("p.controller")], |command| {
            command.arg("--script").arg(lab.path("script.txt"));
            command.arg("-o").arg(lab.path("take.csv"));
        });
        let text = std::fs::read_to_string(lab.path("take.csv")).unwrap();
        table.extend(text.split_inclusive('\n').skip(usize::from(index > 0)));
    }
    // The clock of the table goes on where that of a take begins anew.
    let rows = table.lines().enumerate().map(|(index, line)| match index {
        0 => line.to_owned(),
        _ => {
            let rest = line.splitn(3, ',').nth(2).unwrap();
            format!("{index},{:.6},{rest}", (index - 1) as f64 / 30.0)
        }
    });
    std::fs::write(lab.path("example.csv"), rows.collect::<Vec<_>>().join("\n")).unwrap();
    let output = lab.score("example.csv", "example.txt");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let scored: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&scored["n"], &scored["takes"]), (&1.into(), &2.into()));
    let settled = scored["settle_avg_secs"].as_f64().unwrap();
    assert!(settled > 0.1 && settled < 3.0, "{scored}");
}

#[test]
fn garbage_is_refused_with_line_and_remedy() {
    let lab = lab();
    let write = |name: &str, text: &str| std::fs::write(lab.path(name), text).unwrap();
    let check = |run: &str, trace: &str, parts: &[&str]| {
        let said = lab.refusal(run, trace);
        assert!(parts.iter().all(|part| said.contains(part)), "{run} under {trace}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    };
    write("no_end.txt", "0 move heading=0\n");
    check("run.csv", "no_end.txt", &["line 1", "close it with"]);
    write("word.txt", "take trial\n0 jump\n3 end\n");
    check("run.csv", "word.txt", &["word.txt", "line 2", "'jump' is no goal"]);
    write("short.txt", "0 move heading=0\n3 end\n");
    check("run.csv", "short.txt", &["frames", "cut the run"]);
    let table = std::fs::read_to_string(lab.path("run.csv")).unwrap();
    let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
    lines[40] = lines[40].replacen(',', ",x", 3);
    write("word.csv", &lines.join("\n"));
    check("word.csv", "run.trace.txt", &["word.csv", "line 41", "no finite number"]);
    write("other.csv", &table.replacen("LeftFoot", "Paw", 3));
    check("other.csv", "run.trace.txt", &["no joint", "give a BVH or GLB"]);
    write("cut.bvh", &std::fs::read_to_string(lab.path("run.bvh")).unwrap()[..4_000]);
    check("cut.bvh", "run.trace.txt", &["cut.bvh"]);
    std::fs::write(lab.path("noise.glb"), [b'g', b'l', b'T', b'F', 255, 0, 7]).unwrap();
    check("noise.glb", "run.trace.txt", &["noise.glb"]);
    std::fs::write(lab.path("noise.txt"), [255, 254, 0]).unwrap();
    check("run.csv", "noise.txt", &["noise.txt", "UTF-8"]);
}
