//! Measures clip control on a motion library as the benchmark does:
//! `measure_clip_control LIBRARY [name=value …]`.
//!
//! Settings of the configuration are given by their path, such as `costs.physics=0.3`; `n`, `seed`,
//! `starts` and `task` (response, line, navigate, fixed, moving, planning) by name.

#![allow(clippy::print_stdout, reason = "the figures are what this prints")]

use serde_json::{Value, json};
use sidestep::motion::table::SharedBytes;
use sidestep_clip_control::{ClipControl, ClipControlConfig, Study, Task, planning};
use sidestep_control::{Character, Method, Start, method::News};
use sidestep_measure::{ObstacleKind, Settings, Source, Subject, obstacle_course};
use std::{sync::Arc, time::Instant};

const OWN: [&str; 4] = ["n", "seed", "starts", "task"];

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().expect("a library");
    let options: Vec<String> = args.collect();
    let options: Vec<(&str, &str)> =
        options.iter().map(|arg| arg.split_once('=').expect("name=value")).collect();
    let get = |name: &str| options.iter().find(|(n, _)| *n == name).map(|(_, value)| *value);
    let count = |name: &str, usual: usize| get(name).map_or(usual, |n| n.parse().expect("a count"));
    let bytes: SharedBytes = Arc::new(std::fs::read(&path).expect("a file"));
    let library = Arc::new(sidestep::decode_library(bytes).expect("a library"));
    let source = Source::of(&library);
    let begun = Instant::now();
    let mut tell = |news: News<'_>| {
        if let News::Note(note) = news {
            eprintln!("{note}");
        }
    };
    let built = ClipControl::build(&library, &config(&options), &mut tell).expect("a controller");
    let controller = Arc::new(built);
    let build_secs = begun.elapsed().as_secs_f64();
    let settings = Settings {
        n: count("n", 180),
        seed: count("seed", 1) as u64,
        steered_starts: count("starts", 16),
        ..Settings::default()
    };
    let subject = Subject {
        library: &library,
        spawn: &|start: Start<'_>| Box::new(Character::new(&controller, start)),
    };
    let mut result = match get("task").unwrap_or("response") {
        "line" => json!(sidestep_measure::line(&subject, &source, &settings)),
        "navigate" => {
            let torsos = &controller.config().fit.torsos;
            let facings: Vec<f32> = torsos.iter().map(|torso| *torso as f32).collect();
            let speeds = sidestep_measure::navigate::usual_speeds(&subject);
            let asked = (&*facings, &*speeds);
            json!(sidestep_measure::navigate(&subject, &source, asked, &settings))
        }
        task @ ("fixed" | "moving") => {
            let kind = if task == "fixed" { ObstacleKind::Fixed } else { ObstacleKind::Moving };
            json!(obstacle_course(&subject, &source, kind, &settings))
        }
        "planning" => {
            let found = planning(&controller, settings.n, settings.seed).expect("directions");
            let study = Study::new(&controller, Task::Direction).expect("directions");
            let half = study.half_cost_ratio(settings.n, settings.seed).expect("a table");
            json!({"not_worse": found.planned_not_worse_fraction, "ratio": found.planned_cost_ratio,
                "half_samples_cost_ratio": half})
        }
        _ => json!(sidestep_measure::response(&subject, &source, &settings)),
    };
    result["build_secs"] = json!(build_secs);
    println!("{result}");
}

/// The settings, with what the options change of them.
fn config(options: &[(&str, &str)]) -> ClipControlConfig {
    let mut config = json!(ClipControlConfig::default());
    for (name, value) in options.iter().filter(|(name, _)| !OWN.contains(name)) {
        let place = config.pointer_mut(&format!("/{}", name.replace('.', "/")));
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(*value));
        *place.unwrap_or_else(|| panic!("no setting {name}")) = value;
    }
    serde_json::from_value(config).expect("settings")
}
