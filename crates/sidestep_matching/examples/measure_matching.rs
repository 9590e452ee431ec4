//! Measures motion matching on a motion library as the benchmark does:
//! `measure_matching LIBRARY [name=value …]`.
//!
//! Settings of the configuration are given by their path, such as `weights.future_facing=2`;
//! `n`, `seed`, `starts` and `task` (response, line, speed, passive, transitions,
//! chaos, cost) by name.

#![allow(clippy::print_stdout, reason = "the figures are what this prints")]

use serde_json::{Value, json};
use sidestep::motion::table::SharedBytes;
use sidestep_control::{Character, Start};
use sidestep_features::measure_search;
use sidestep_matching::{MatchingConfig, build};
use sidestep_measure::{CostHooks, Settings, Source, Subject};
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
    let begun = Instant::now();
    let matcher = Arc::new(build(&library, &config(&options)).expect("a matcher"));
    let build_secs = begun.elapsed().as_secs_f64();
    let settings = Settings {
        n: count("n", 180),
        seed: count("seed", 1) as u64,
        steered_starts: count("starts", 16),
        passive_starts: count("starts", 32),
        ..Settings::default()
    };
    let subject = Subject {
        library: &library,
        spawn: &|start: Start<'_>| Box::new(Character::new(&matcher, start)),
    };
    let source = Source::of(&library);
    let mut clock = || begun.elapsed().as_secs_f64();
    let result = match get("task").unwrap_or("response") {
        "response" => json!(sidestep_measure::response(&subject, &source, &settings)),
        "line" => json!(sidestep_measure::line(&subject, &source, &settings)),
        "speed" => json!(sidestep_measure::speed_task(&subject, &source, &settings)),
        "passive" => json!(sidestep_measure::passive(&subject, &source, &settings)),
        "transitions" => json!(sidestep_measure::transitions(&subject, &source, &settings)),
        "chaos" => json!(sidestep_measure::chaos(&subject, &source, &settings)),
        "cost" => {
            let hooks = CostHooks { cpu_secs: &clock, allocations: &|| None };
            let mut cost = sidestep_measure::cost(&subject, &source, &settings, hooks);
            let search = measure_search(matcher.index(), 1, 2000, &mut clock);
            cost.search_us = Some(search.exact_us);
            json!({ "cost": cost, "brute_us": search.brute_us, "recall": search.recall,
                "rows": search.states, "dims": search.dims, "build_secs": build_secs })
        }
        other => panic!("no task {other}"),
    };
    println!("{result}");
}

fn config(options: &[(&str, &str)]) -> MatchingConfig {
    let mut value = serde_json::to_value(MatchingConfig::default()).expect("a config");
    for (name, text) in options.iter().filter(|(name, _)| !OWN.contains(name)) {
        let slot = name.split('.').try_fold(&mut value, |slot, part| slot.get_mut(part));
        let slot = slot.unwrap_or_else(|| panic!("no setting {name}"));
        *slot = serde_json::from_str::<Value>(text).expect("a value");
    }
    serde_json::from_value(value).expect("a config")
}
