//! Times every value table of a library: `fit_tables LIBRARY TASK [name=value …]`.

#![allow(clippy::print_stdout, reason = "the figures are what this prints")]

use serde_json::{Value, json};
use sidestep::motion::table::SharedBytes;
use sidestep_clip_control::{
    ClipControlConfig, Task,
    controller::Ground,
    fit::{Problem, fit},
    gaits::GAIT_NAMES,
};
use std::{sync::Arc, time::Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().expect("a library");
    let task = args.next().expect("a task");
    let mut config = json!(ClipControlConfig::default());
    for option in args {
        let (name, value) = option.split_once('=').expect("name=value");
        let place = config.pointer_mut(&format!("/{}", name.replace('.', "/")));
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        *place.unwrap_or_else(|| panic!("no setting {name}")) = value;
    }
    let mut config: ClipControlConfig = serde_json::from_value(config).expect("settings");
    config.tasks = vec![Task::from_name(&task).expect("a task")];
    let bytes: SharedBytes = Arc::new(std::fs::read(&path).expect("a file"));
    let library = Arc::new(sidestep::decode_library(bytes).expect("a library"));
    let ground = Ground::new(&library, &config).expect("cycles");
    for plan in ground.plans(&config) {
        let begun = Instant::now();
        let basis = config.basis_for(plan.task, &plan.aim);
        let (task, gait, aim) = (plan.task, plan.gait, plan.aim);
        let members = plan.members.clone();
        let problem =
            Problem { moves: &ground.moves, members, task, gait, aim, basis, config: &config };
        let (table, report) = fit(&problem).expect("values");
        println!(
            "{} {} of {} cycles: {:.1} s, {} bytes, {aim:?}, {report:?}",
            plan.task.name(),
            GAIT_NAMES[plan.gait],
            plan.members.len(),
            begun.elapsed().as_secs_f64(),
            table.bytes(),
        );
    }
}
