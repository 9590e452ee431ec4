//! `sidestep build mobility`: a mobility map, its stages beside those of the thesis.

use crate::args::{Build, Preset};
use anyhow::Result;
use indicatif::ProgressBar;
use sidestep::BuiltController;
use sidestep_mobility_map::{
    GraphReport, GraphStage, MobilityConfig, MobilityMap, build_graph_observed, build_map,
};
use sidestep_motion::MotionLibrary;
use std::{collections::BTreeMap, sync::Arc, time::Instant};

/// What the stages took in 2005: 33,404 frames, 48 machines for the transitions and one for the rest.
const THESIS: [(&str, &str); 3] = [
    ("transitions", "40 min on 48 machines"),
    ("components", "7 min"),
    ("paths_and_map", "60 min and 20 min"),
];

/// Builds the map.
pub(crate) fn run(
    args: &Build,
    library: &Arc<MotionLibrary>,
    spinner: &ProgressBar,
    stages: &mut BTreeMap<&'static str, f64>,
) -> Result<BuiltController> {
    let config = config(args);
    let mut since = Instant::now();
    let mut current = "poses";
    let mut begin = |name: &'static str| {
        let secs = since.elapsed().as_secs_f64();
        stages.insert(std::mem::replace(&mut current, name), secs);
        since = Instant::now();
        spinner.set_message(name);
    };
    let (graph, report) = build_graph_observed(library, &config, &mut |stage| match stage {
        GraphStage::Poses => {}
        GraphStage::Transitions => begin("transitions"),
        GraphStage::Components => begin("components"),
        GraphStage::StateActions => begin("state_actions"),
    })?;
    begin("paths_and_map");
    let table = build_map(library, &graph, &config.map);
    begin("tables");
    let map = MobilityMap::from_parts(library, graph, table, &config)?;
    begin("tables");
    if !args.json {
        tell(&report, &map, stages);
    }
    Ok(BuiltController::MobilityMap(Arc::new(map)))
}

fn config(args: &Build) -> MobilityConfig {
    let mut config = match args.preset {
        Preset::Paper => MobilityConfig::paper(),
        Preset::Agile => MobilityConfig::default(),
    };
    if let Some(threshold) = args.threshold {
        config.graph.threshold = threshold;
        config.graph.most_threshold = config.graph.most_threshold.max(threshold);
    }
    config.graph.most_jumps = args.jumps.unwrap_or(config.graph.most_jumps);
    config
}

fn tell(report: &GraphReport, map: &MobilityMap, stages: &BTreeMap<&'static str, f64>) {
    for (stage, thesis) in THESIS {
        let secs = stages.get(stage).copied().unwrap_or(0.0);
        eprintln!("{stage:>14} {secs:8.3} s, in the thesis {thesis}");
    }
    eprintln!(
        "{} of {} frames kept; {} jumps, the dearest {:.2}; {} states, {} of them in the map",
        report.kept_frames,
        report.frames,
        report.jumps,
        report.dearest,
        report.states,
        map.table().states(),
    );
    beside_the_thesis(report, map);
    let mut lost: Vec<_> = report.lost.iter().collect();
    lost.sort_by(|a, b| b.lost_secs.total_cmp(&a.lost_secs));
    for clip in lost.iter().take(5) {
        eprintln!(
            "lost {:.1} s of '{}': {} frames lead nowhere, {} cannot be reached, {} neither",
            clip.lost_secs, clip.clip, clip.dead_ends, clip.unreachable, clip.apart,
        );
    }
}

/// The sizes of the graph and the map, beside those of the thesis.
fn beside_the_thesis(report: &GraphReport, map: &MobilityMap) {
    let (table, states) = (map.table(), map.table().states());
    #[expect(clippy::cast_precision_loss, reason = "for a person to read")]
    let (options, megabytes) =
        (table.options.len() as f64 / states.max(1) as f64, table.bytes() as f64 / 1e6);
    eprintln!("                     here   thesis");
    eprintln!("       frames {:>11}   33,404", report.frames);
    eprintln!("    connected {:>11}   30,665", report.kept_frames);
    eprintln!("       states {:>11}   15,659", report.states);
    eprintln!("   map states {states:>11}    6,550");
    eprintln!("      options {options:>11.1}       38");
    eprintln!("           MB {megabytes:>11.1}       25");
}
