//! The commands as a user runs them: the real program, real files, whole outputs.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking and talks by printing"
)]

use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.path().join(name), text).unwrap();
        self.path(name)
    }
}

fn sidestep(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sidestep")).args(words).output().unwrap()
}

/// Runs a command that must succeed and print one JSON object and nothing else on stdout.
fn json(words: &[&str]) -> Value {
    let output = sidestep(&[words, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs a command that must fail and gives what it says.
fn error(words: &[&str]) -> String {
    let output = sidestep(words);
    assert!(!output.status.success(), "{words:?} should have failed");
    assert!(output.stdout.is_empty(), "an error is talk and belongs to stderr");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn mocap() -> Option<PathBuf> {
    let folder = std::env::var_os("SIDESTEP_MOCAP").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: SIDESTEP_MOCAP is not set");
    }
    folder
}

#[test]
fn from_the_performer_to_a_measured_controller() {
    let folder = Folder::new();
    let (library, controller) = (folder.path("p.motion"), folder.path("p.controller"));

    let performed = json(&["perform", "-o", &library]);
    assert_eq!(performed["rate_hz"], 30.0);
    assert!(performed["seconds"].as_f64().unwrap() > 60.0);

    let inspected = json(&["inspect", &library, "--plot", &folder.path("coverage.svg")]);
    assert!(inspected["source_skate_cm_per_s"].as_f64().unwrap() < 0.5);
    let severities = inspected["findings"].as_array().unwrap().iter().map(|f| &f["severity"]);
    assert!(severities.clone().all(|severity| severity != "error"), "{inspected}");
    assert!(std::fs::read_to_string(folder.path("coverage.svg")).unwrap().starts_with("<svg"));

    for ending in ["bvh", "glb", "csv", "svg", "png", "html"] {
        let out = folder.path(&format!("clip.{ending}"));
        let exported = json(&["export", &library, "-o", &out]);
        assert!(exported["frames"].as_u64().unwrap() > 0);
        assert!(Path::new(&out).metadata().unwrap().len() > 1000, "{out} is nearly empty");
    }

    let built = json(&["build", "clips", &library, "-o", &controller]);
    assert_eq!(built["bytes"].as_u64().unwrap(), Path::new(&controller).metadata().unwrap().len());
    let cost = json(&["measure", "cost", &controller]);
    assert_eq!(cost["allocations_per_step"], 0.0, "the frame loop does not allocate");
    let chaos = json(&["measure", "chaos", &controller, "--n", "20"]);
    assert_eq!(chaos["finite_fraction"], 1.0);

    let script = folder.write("script.txt", "0 walk heading=90\n2 stand\n3 end\n");
    let run = json(&["export", &controller, "--script", &script, "-o", &folder.path("run.bvh")]);
    assert_eq!(run["frames"], 91, "three seconds at 30 Hz, the first frame included");

    let script = "0 stand\n1 push part=chest newtons=400 heading=90 secs=0.2\n3 end\n";
    let (script, thrown) = (folder.write("push.txt", script), folder.path("push.csv"));
    json(&["export", &controller, "--script", &script, "-o", &thrown]);
    let thrown = std::fs::read_to_string(thrown).unwrap();
    let hips_x = |line: &str| line.split(',').nth(2).unwrap().parse::<f32>().unwrap();
    let way = hips_x(thrown.lines().last().unwrap()) - hips_x(thrown.lines().nth(1).unwrap());
    assert!(way > 0.15, "pushed to the left by 80 Ns, it went {way} m");
    let standing = json(&["measure", "push", &controller, "--standing", "--n", "3"]);
    assert!(standing["stepped_fraction"].is_f64() && standing["finite_fraction"] == 1.0);
    let passive = json(&["measure", "push", &controller, "--passive", "--n", "3"]);
    assert_eq!(passive["finite_fraction"], 1.0);
}

#[test]
fn the_same_command_writes_the_same_bytes() {
    let folder = Folder::new();
    let (a, b) = (folder.path("a.motion"), folder.path("b.motion"));
    json(&["perform", "-o", &a]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    let one_thread = command.args(["perform", "-o", &b]).env("RAYON_NUM_THREADS", "1");
    assert!(one_thread.output().unwrap().status.success());
    assert_eq!(std::fs::read(a).unwrap(), std::fs::read(b).unwrap());
}

#[test]
fn an_exported_clip_imports_where_it_was() {
    let folder = Folder::new();
    let library = folder.path("p.motion");
    json(&["perform", "-o", &library]);
    for ending in ["bvh", "glb"] {
        let (file, again) = (folder.path(&format!("c.{ending}")), folder.path("again.motion"));
        json(&["export", &library, "-o", &file]);
        let words = ["import", &file, "-o", &again, "--rate", "source", "--unit", "m", "--up", "y"];
        let imported = json(&words);
        assert_eq!(imported["skipped"], serde_json::json!([]));
        let positions = |library: &str| {
            let csv = folder.path("positions.csv");
            json(&["export", library, "-o", &csv]);
            let text = std::fs::read_to_string(csv).unwrap();
            let lines = text.lines().skip(1);
            let numbers = |line: &str| -> Vec<f64> {
                line.split(',').skip(2).map(|cell| cell.parse().unwrap()).collect()
            };
            lines.map(numbers).collect::<Vec<_>>()
        };
        let (before, after) = (positions(&library), positions(&again));
        assert_eq!(before.len(), after.len(), "{ending}");
        let pairs = before.iter().flatten().zip(after.iter().flatten());
        let worst = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-4, "{ending}: joints moved by {worst} m");
    }
}

#[test]
fn a_folder_goes_on_past_bad_files_and_lists_them() {
    let folder = Folder::new();
    json(&["perform", "-o", &folder.path("p.motion")]);
    std::fs::create_dir(folder.path("data")).unwrap();
    json(&["export", &folder.path("p.motion"), "-o", &folder.path("data/good.bvh")]);
    folder.write("data/bad.bvh", "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 zero 0\n}\n");
    let data = folder.path("data");
    let imported = json(&["import", &data, "-o", &folder.path("d.motion")]);
    assert_eq!(imported["clips"], 1);
    assert_eq!(imported["skipped"][0]["file"], "bad.bvh");
    let reason = imported["skipped"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("line 4") && reason.contains("Hips"), "{reason}");
}

#[test]
fn a_manifest_describes_a_folder_and_its_reference_pose() {
    let folder = Folder::new();
    let library = folder.path("p.motion");
    json(&["perform", "-o", &library]);
    std::fs::create_dir(folder.path("takes")).unwrap();
    json(&["export", &library, "--clip", "idle", "-o", &folder.path("takes/idle.bvh")]);
    json(&["export", &library, "--clip", "crouch", "-o", &folder.path("takes/crouch.bvh")]);
    json(&["export", &library, "--clip", "idle", "-o", &folder.path("pose.bvh")]);
    let text = r#"
        [defaults]
        licence = "CC BY 4.0"
        unit_m = 1.0
        reference = "pose.bvh"
        [[clips]]
        file = "takes/idle.bvh"
        start = 1.0
        end = 3.0
        labels = ["stand"]
        [[clips]]
        folder = "takes"
    "#;
    let manifest = folder.write("corpus.toml", text);
    let imported = json(&["import", &manifest, "-o", &folder.path("c.motion")]);
    assert_eq!(imported["skipped"], serde_json::json!([]));
    assert_eq!(imported["clips"], 3, "a stretch of one file, and both files of the folder");
    let inspected = json(&["inspect", &folder.path("c.motion")]);
    let findings = inspected["findings"].to_string();
    assert!(!findings.contains("without a licence"), "{findings}");
}

#[test]
fn labels_in_files_of_their_own_become_actions_and_a_ball() {
    let folder = Folder::new();
    let (performed, take) = (folder.path("p.motion"), folder.path("take_1.bvh"));
    json(&["perform", "-o", &performed]);
    json(&["export", &performed, "-o", &take]);
    let record = |file: &str, kind: &str, frames: [u32; 2], moment: i32, rest: &str| {
        let [from, to] = frames;
        format!(
            "{{\n\tfile:{file}\n\tperson:1\n\tstartFrame:{from}\n\tendFrame:{to}\n\ttype:{kind}\n\
             \tinteractionFrame:{moment}\n{rest}}},\n"
        )
    };
    let records = [
        record("take_1.bvh", "pass", [10, 29], 20, ""),
        record("take_1.bvh", "pass", [40, 49], -1, ""),
        record("take_1.bvh", "shoot", [50, 59], 52, "\tinclude:false\n"),
        record("take_2.bvh", "pass", [0, 9], 3, ""),
        record("take_1.bvh", "b_right", [10, 20], -1, ""),
    ];
    let lab = folder.write("take.lab", &records.concat());

    let plain = folder.path("plain.motion");
    json(&["import", &take, "-o", &plain]);
    let inspected = json(&["inspect", &plain]);
    assert_eq!(inspected["coverage"]["objects"], serde_json::json!([]));

    let library = folder.path("l.motion");
    let imported = json(&["import", &take, "--lab", &lab, "-o", &library]);
    let warnings = imported["warnings"].to_string();
    assert!(warnings.contains("take.lab: 1 records are of take_2.bvh"), "{warnings}");
    assert!(warnings.contains("no ball was recorded"), "{warnings}");
    let coverage = json(&["inspect", &library])["coverage"].clone();
    let [pass] = coverage["actions"].as_array().unwrap().as_slice() else { panic!("{coverage}") };
    assert_eq!(
        (&pass["name"], &pass["count"], &pass["moments"]),
        (&"pass".into(), &2.into(), &1.into())
    );
    assert!((pass["seconds"].as_f64().unwrap() - 1.0).abs() < 1e-4, "20 and 10 frames at 30 Hz");
    assert_eq!(coverage["objects"][0]["tracks"], 1);

    let csv = folder.path("l.csv");
    json(&["export", &library, "-o", &csv]);
    let text = std::fs::read_to_string(csv).unwrap();
    assert!(text.lines().next().unwrap().ends_with(",ball_x,ball_y,ball_z,ball_held_by"));
    assert_eq!(text.lines().skip(1).filter(|line| !line.ends_with(",,,,")).count(), 11);
    let warned = json(&["export", &library, "-o", &folder.path("l.bvh")]);
    assert!(warned["warnings"][0].as_str().unwrap().contains("ball left out"), "{warned}");

    // The same by a manifest.
    let text = "[[clips]]\nfile = \"take_1.bvh\"\nlab = [\"take.lab\"]\n";
    let manifest = folder.write("m.toml", text);
    let again = folder.path("m.motion");
    json(&["import", &manifest, "-o", &again]);
    assert_eq!(std::fs::read(&library).unwrap(), std::fs::read(&again).unwrap());
    assert!(
        error(&["import", &take, "--lab", &folder.path("none"), "-o", &again]).contains("none")
    );
}

#[test]
fn errors_name_the_culprit_and_the_remedy() {
    let folder = Folder::new();
    let missing = error(&["inspect", &folder.path("nowhere.motion")]);
    assert!(missing.contains("nowhere.motion"), "{missing}");
    let text = folder.write("text.motion", "this is no library");
    assert!(error(&["inspect", &text]).contains("not a Sidestep file"));
    json(&["perform", "-o", &folder.path("p.motion")]);
    let library = folder.path("p.motion");
    let clip = error(&["export", &library, "--clip", "nobody", "-o", &folder.path("x.bvh")]);
    assert!(clip.contains("there are:"), "{clip}");
    let format = error(&["export", &library, "-o", &folder.path("x.doc")]);
    assert!(format.contains("end the file in"), "{format}");
    let kind = error(&["measure", "cost", &library]);
    assert!(kind.contains("controller"), "{kind}");
    assert_eq!(sidestep(&["import"]).status.code(), Some(2), "wrong usage");
}

#[test]
fn a_failed_write_leaves_the_old_file() {
    let folder = Folder::new();
    let library = folder.path("p.motion");
    json(&["perform", "-o", &library]);
    let before = std::fs::read(&library).unwrap();
    let told = error(&["import", &folder.write("bad.bvh", "no motion"), "-o", &library]);
    assert!(told.contains("bad.bvh, line 1"), "{told}");
    assert_eq!(std::fs::read(&library).unwrap(), before);
    let left: Vec<_> = std::fs::read_dir(folder.0.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "no temporary file stays behind");
}

#[test]
fn the_large_corpus_becomes_one_library() {
    let Some(mocap) = mocap() else { return };
    let folder = Folder::new();
    let manifest = mocap.join("cmu/locomotion-large.txt").to_string_lossy().into_owned();
    let imported = json(&["import", &manifest, "-o", &folder.path("large.motion")]);
    println!("locomotion-large: {} frames in {} s", imported["frames"], imported["wall_secs"]);
    let frames = imported["frames"].as_f64().unwrap();
    assert!((frames / 34_371.0 - 1.0).abs() < 0.01, "{frames} frames");
    assert_eq!(imported["clips"], 180);
    assert_eq!(imported["skipped"], serde_json::json!([]));
    assert_eq!(imported["rate_hz"], 30.0);
}

#[test]
fn a_small_field_is_surveyed_and_set_beside_the_paper() {
    let folder = Folder::new();
    let (performer, clip) = (folder.path("p.motion"), folder.path("walk.bvh"));
    json(&["perform", "-o", &performer]);
    json(&["export", &performer, "--clip", "walk_speeds", "-o", &clip]);
    let library = folder.path("walk.motion");
    json(&["import", &clip, "-o", &library, "--unit", "m"]);

    let field = folder.path("field.controller");
    let edits = ["--preset", "paper", "--keep", "0.5", "--ends", "linked"];
    json(&[&["build", "field", &library, "-o", &field][..], &edits].concat());
    let plot = folder.path("coverage.svg");
    let survey = json(&["survey", &field, "--n", "2", "-o", &plot]);
    assert!(std::fs::read_to_string(plot).unwrap().starts_with("<svg"));
    let states = survey["states"].as_u64().unwrap();
    assert!(survey["by_any_action"]["core_states"].as_u64().unwrap() <= states);
    // One clip that walks straight on at one speed after another knows no sharp turns.
    let findings: Vec<String> =
        survey["shortages"].as_array().unwrap().iter().map(|s| s["finding"].to_string()).collect();
    assert!(findings.iter().any(|finding| finding.contains("sharp left turns")), "{findings:?}");

    let tables = json(&["measure", "tables", &library, "--n", "4"]);
    let rows = tables["rows"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["representation"].as_str().unwrap()).collect();
    assert_eq!(names, ["greedy (eq. 9)", "N = 1", "N = 10", "N = 20", "N = 30"]);
    for row in &rows[1..] {
        let figures = &row["direction"];
        let count = |name: &str| figures[name].as_u64().unwrap();
        assert_eq!(count("value_bytes"), count("anchors") * count("cells") * 4);
    }
    assert_eq!(rows[1]["paper"]["direction_kb"], 320.0);

    let matching = folder.path("matching.controller");
    json(&["build", "matching", &library, "-o", &matching]);
    assert!(error(&["survey", &matching]).contains("needs a motion field"));
}

#[test]
fn a_mobility_map_is_built_and_counted() {
    let folder = Folder::new();
    let (library, map) = (folder.path("p.motion"), folder.path("map.controller"));
    json(&["perform", "-o", &library]);
    let built = json(&["build", "mobility", &library, "-o", &map, "--threshold", "2"]);
    let stages = ["poses", "transitions", "components", "state_actions", "paths_and_map", "tables"];
    assert!(stages.iter().all(|stage| built["stages"][stage].is_number()), "{built}");
    let graph = json(&["measure", "graph", &map]);
    let count = |name: &str| graph[name].as_u64().unwrap();
    assert!(count("scc_frames") * 10 >= count("frames") * 8, "{graph}");
    assert!(count("edges") > count("scc_frames") && count("map_states") <= count("states"));
    let cost = json(&["measure", "cost", &map]);
    assert_eq!(cost["allocations_per_step"], 0.0, "the frame loop does not allocate");

    let player = folder.path("clips.controller");
    json(&["build", "clips", &library, "-o", &player]);
    assert!(error(&["measure", "graph", &player]).contains("only mobility maps"));
}

#[test]
fn what_a_hand_can_reach_is_built_saved_and_measured() {
    let folder = Folder::new();
    let (library, map) = (folder.path("p.motion"), folder.path("hand.capability"));
    json(&["perform", "--reaches", "-o", &library]);
    let missing = error(&["build", "capability", &library, "-o", &map]);
    assert!(missing.contains("--part"), "{missing}");
    let unknown = error(&["build", "capability", &library, "--part", "tail", "-o", &map]);
    assert!(unknown.contains("left_hand"), "{unknown}");
    let built = json(&["build", "capability", &library, "--part", "right_hand", "-o", &map]);
    assert!(built["bytes"].as_u64().unwrap() > 1000 && built["moments"].as_u64().unwrap() > 20);
    let figures = json(&["measure", "capability", &map, "--n", "300"]);
    assert_eq!(figures["n"], 300);
    assert!(figures["reached_fraction"].as_f64().unwrap() > 0.3, "{figures}");
    assert_eq!(json(&["measure", "capability", &map, "--n", "300"]), figures);
    let wrong = error(&["measure", "capability", &library]);
    assert!(wrong.contains("motion library"), "{wrong}");
    assert!(error(&["measure", "cost", &map]).contains("capability map"));
}

#[test]
fn ways_through_mazes_and_around_columns_are_measured() {
    let folder = Folder::new();
    let (library, player) = (folder.path("p.motion"), folder.path("clips.controller"));
    json(&["perform", "-o", &library]);
    json(&["build", "clips", &library, "-o", &player]);
    for what in ["maze", "steer-to-avoid"] {
        let figures = json(&["measure", what, &player, "--n", "4"]);
        let share = |name: &str| figures[name].as_f64().unwrap();
        assert_eq!((&figures["n"], share("finite_fraction")), (&Value::from(4), 1.0));
        assert!(share("arrived_fraction") > 0.0 && share("time_avg_secs") > 1.0, "{figures}");
        assert!((0.0..=1.0).contains(&share("inside_wall_fraction")), "{figures}");
    }
}

const ASF: &str = ":version 1.10\n:name test\n:units\n  mass 1.0\n  length 1.0\n  angle deg\n:root\n\
    order TX TY TZ RX RY RZ\n   axis XYZ\n   position 0 0 0\n   orientation 0 0 0\n:bonedata\n\
    begin\n id 1\n name lfemur\n direction 0 -1 0\n length 16\n axis 0 0 0 XYZ\n dof rx\n\
    limits (-90 90)\n end\n:hierarchy\n begin\n root lfemur\n end\n";
const AMC: &str = ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 16 0 0 0 0\nlfemur 0\n2\nroot 0 16 0 0 0 0\n\
    lfemur 1\n";

/// The skeleton of an AMC is found whatever its name, as long as it is the only one there.
#[test]
fn the_only_asf_of_a_folder_serves_its_amc_files() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("takes")).unwrap();
    folder.write("takes/walk.amc", AMC);
    folder.write("takes/somebody.asf", ASF);
    let (takes, library) = (folder.path("takes"), folder.path("a.motion"));
    let words = ["import", &takes, "-o", &library, "--rate", "source", "--fps", "120"];
    assert_eq!(json(&words)["frames"], 2);
    folder.write("takes/nobody.asf", ASF);
    assert!(error(&words).contains("walk.asf"), "of two nobody can tell which it is");
}
