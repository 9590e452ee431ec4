//! Measures a field of a motion library as the benchmark does: `measure_field LIBRARY [name=value …]`.
//!
//! Settings of the configuration are given by their path, such as `metric.phase_weight=0.2`;
//! `preset`, `n`, `seed` and `task` (response, line, speed, passive, build, cost) by name.

#![allow(clippy::print_stdout, reason = "its output is data")]

use serde_json::{Value, json};
use sidestep::motion::table::SharedBytes;
use sidestep_control::{Character, Start};
use sidestep_measure::{CostHooks, Settings, Source, Subject};
use sidestep_motion_field::{FieldConfig, Flowing, MotionField, Recall, Stage};
use std::{sync::Arc, time::Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().expect("a library");
    let options: Vec<(String, String)> = args
        .map(|arg| {
            arg.split_once('=').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("name=value")
        })
        .collect();
    let get = |name: &str| options.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
    let bytes = std::fs::read(&path).expect("a file");
    let library =
        Arc::new(sidestep::decode_library(Arc::new(bytes) as SharedBytes).expect("a library"));
    let config = config(get("preset").unwrap_or("paper"), &options);
    let begun = Instant::now();
    let mut stages: Vec<(String, f64)> = Vec::new();
    let field = MotionField::build_observed(&library, &config, &mut |stage| match stage {
        Stage::Solved(done) => eprintln!("  solved: {done:?}"),
        stage => stages.push((format!("{stage:?}"), begun.elapsed().as_secs_f64())),
    });
    let field = Arc::new(field.expect("a field"));
    for pair in stages.windows(2) {
        eprintln!("  {}: {:.3} s", pair[0].0, pair[1].1 - pair[0].1);
    }
    let settings = Settings {
        n: get("n").map_or(180, |n| n.parse().expect("n")),
        seed: get("seed").map_or(1, |n| n.parse().expect("seed")),
        steered_starts: get("starts").map_or(16, |n| n.parse().expect("starts")),
        passive_starts: get("starts").map_or(32, |n| n.parse().expect("starts")),
        ..Settings::default()
    };
    let subject = Subject {
        library: &library,
        spawn: &|start: Start<'_>| Box::new(Character::new(&field, start)),
    };
    let source = Source::of(&library);
    let task = get("task").unwrap_or("response");
    let result = match task {
        "response" => json!(sidestep_measure::response(&subject, &source, &settings)),
        "line" => json!(sidestep_measure::line(&subject, &source, &settings)),
        "speed" => json!(sidestep_measure::speed_task(&subject, &source, &settings)),
        "passive" => json!(sidestep_measure::passive(&subject, &source, &settings)),
        "chaos" => json!(sidestep_measure::chaos(&subject, &source, &settings)),
        "cost" => cost(&field, &subject, &source, &settings),
        _ => {
            json!({ "value_bytes": field.flow().value_function_bytes(), "states": field.flow().states() })
        }
    };
    eprintln!("  all: {:.1} s, {} states", begun.elapsed().as_secs_f64(), field.flow().states());
    println!("{result}");
}

/// What a step costs, and how well its searches find.
fn cost(
    field: &Arc<MotionField>,
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> Value {
    let begun = cpu_time::ThreadTime::now();
    let hooks = CostHooks { cpu_secs: &|| begun.elapsed().as_secs_f64(), allocations: &|| None };
    let mut cost = sidestep_measure::cost(subject, source, settings, hooks);
    let mut recall = Recall::default();
    sidestep_measure::watch_steered(field, subject, source, settings, &mut |character| {
        recall += field.recall(character.memory());
    });
    cost.search_recall = recall.share();
    eprintln!("  {recall:?}");
    json!(cost)
}

fn config(preset: &str, options: &[(String, String)]) -> FieldConfig {
    let config = match preset {
        "paper" => FieldConfig::paper(),
        _ => FieldConfig::quick(),
    };
    let mut value = serde_json::to_value(config).expect("a config");
    for (name, text) in options {
        if ["preset", "n", "seed", "task", "starts"].contains(&name.as_str()) {
            continue;
        }
        let mut slot = &mut value;
        for part in name.split('.') {
            slot = slot.get_mut(part).unwrap_or_else(|| panic!("no setting {name}"));
        }
        *slot = serde_json::from_str::<Value>(text).unwrap_or_else(|_| json!(text));
    }
    serde_json::from_value(value).expect("a config")
}
