//! Measures motion matching on a motion library as the benchmark does:
//! `measure_matching LIBRARY [name=value …]`.
//!
//! Settings of the configuration are given by their path, such as `weights.future_facing=2`;
//! `n`, `seed`, `starts`, `task` (response, line, speed, passive, transitions, chaos, cost) and
//! `smooth_secs` (the width of a Gaussian by which the data is smoothed before it is built from; figures
//! are still held against the data as it was captured) by name.

#![allow(clippy::print_stdout, reason = "the figures are what this prints")]

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sidestep::motion::table::SharedBytes;
use sidestep_control::{Character, Start};
use sidestep_features::measure_search;
use sidestep_matching::{MatchingConfig, build};
use sidestep_measure::{CostHooks, Settings, Source, Subject};
use sidestep_motion::{
    Clip, ClipId, MotionLibrary,
    contact_detection::ContactConfig,
    math::{exp, unit},
};
use std::{sync::Arc, time::Instant};

const OWN: [&str; 5] = ["n", "seed", "starts", "task", "smooth_secs"];

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
    let smooth_secs = get("smooth_secs").map_or(0.0, |secs| secs.parse().expect("seconds"));
    let library =
        if smooth_secs > 0.0 { Arc::new(smoothed(&library, smooth_secs)) } else { library };
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

/// The same library with all poses smoothed in time by a Gaussian within each clip.
fn smoothed(library: &MotionLibrary, sigma_secs: f32) -> MotionLibrary {
    let ids = 0..u16::try_from(library.clips().len()).expect("some clips");
    let clips: Vec<Clip> = ids
        .map(|id| {
            let clip = library.to_clip(ClipId(id));
            let mut smooth = clip.clone();
            let (frames, joints) = (clip.len(), clip.skeleton.len());
            for frame in 0..frames {
                // Near an end the window narrows on both sides, so that it stays centred.
                let reach = 4.min(frame).min(frames - 1 - frame);
                let (mut total, mut root) = (0.0, Vec3::ZERO);
                let mut sums = vec![Quat::from_xyzw(0.0, 0.0, 0.0, 0.0); joints];
                for other in frame - reach..=frame + reach {
                    let sigmas = frame.abs_diff(other) as f32 / (sigma_secs * clip.rate_hz);
                    let weight = exp(-0.5 * sigmas * sigmas);
                    total += weight;
                    root += clip.root_positions[other] * weight;
                    for (joint, sum) in sums.iter_mut().enumerate() {
                        let middle = clip.rotations[frame * joints + joint];
                        let q = clip.rotations[other * joints + joint];
                        *sum += if q.dot(middle) < 0.0 { -q * weight } else { q * weight };
                    }
                }
                smooth.root_positions[frame] = root / total;
                for (joint, sum) in sums.into_iter().enumerate() {
                    smooth.rotations[frame * joints + joint] = unit(sum);
                }
            }
            smooth
        })
        .collect();
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("the same clips")
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
