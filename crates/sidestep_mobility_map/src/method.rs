//! Mobility maps in the list of methods.

use crate::{
    config::MobilityConfig,
    construction::MobilityMap,
    graph_construction::build_graph_observed,
    map::{MapOption, OptionTable, Run},
    map_construction::build_map,
    restore::restore,
};
use bytemuck::allocation::pod_collect_to_vec;
use sidestep_control::{
    Method,
    method::{Column, Effort, MethodError, News, Preset, Saved, Stage},
};
use sidestep_motion::{FrameId, MotionLibrary};
use sidestep_pose_graph::{Action, GraphReport, GraphStage, StateActionGraph};
use std::sync::Arc;

/// The method `mobility`.
#[derive(Clone, Copy, Debug)]
pub struct Mobility;

/// The stages of a build with what they took in 2005: 33,404 frames, 48 machines for the transitions
/// and one for the rest.
const STAGES: [Stage; 6] = [
    stage("poses", 0.02, None),
    stage("transitions", 0.05, Some("in the thesis 40 min on 48 machines")),
    stage("components", 0.4, Some("in the thesis 7 min")),
    stage("state_actions", 0.45, None),
    stage("paths_and_map", 0.5, Some("in the thesis 60 min and 20 min")),
    stage("tables", 0.95, None),
];

/// Clips of which frames were lost that are told.
const MOST_TOLD: usize = 5;

impl Method for Mobility {
    type Config = MobilityConfig;
    type Controller = MobilityMap;

    const NAME: &'static str = "mobility";
    const TITLE: &'static str = "Mobility map";
    const SENTENCE: &'static str =
        "Knows from every pose where the data can lead, and takes the shortest way.";
    const VERSION: u32 = 2;
    const EFFORT: Effort = Effort::Minutes;

    fn presets() -> Vec<Preset<MobilityConfig>> {
        vec![
            Preset {
                name: "agile",
                sentence: "The best measured.",
                formerly: &[],
                config: MobilityConfig::default(),
            },
            Preset {
                name: "paper",
                sentence: "As in the thesis: ways of exactly 25 steps from every state, all kept.",
                formerly: &[],
                config: MobilityConfig::paper(),
            },
        ]
    }

    fn build(
        library: &Arc<MotionLibrary>,
        config: &MobilityConfig,
        observe: &mut dyn FnMut(News<'_>),
    ) -> Result<MobilityMap, MethodError> {
        config.map.check()?;
        let [poses, transitions, components, state_actions, paths_and_map, tables] = STAGES;
        let (graph, report) = build_graph_observed(library, config, &mut |begun| {
            observe(News::Stage(match begun {
                GraphStage::Poses => poses,
                GraphStage::Transitions => transitions,
                GraphStage::Components => components,
                GraphStage::StateActions => state_actions,
            }));
        })?;
        observe(News::Stage(paths_and_map));
        let table = build_map(library, &graph, &config.map);
        observe(News::Stage(tables));
        let map = MobilityMap::from_parts(library, graph, table, config)?;
        for note in notes(&report, &map) {
            observe(News::Note(&note));
        }
        Ok(map)
    }

    fn config(map: &MobilityMap) -> &MobilityConfig {
        map.config()
    }

    fn notices(map: &MobilityMap) -> Vec<String> {
        crate::notices::notices(map)
    }

    fn library(map: &MobilityMap) -> Option<&Arc<MotionLibrary>> {
        Some(map.library())
    }

    fn columns(map: &MobilityMap) -> Vec<Column<'_>> {
        let (graph, table) = (map.graph(), map.table());
        let frames: Vec<u32> = graph.state_frames.iter().map(|frame| frame.0).collect();
        let actions: &[u32] = bytemuck::cast_slice(&graph.actions);
        let options: &[u16] = bytemuck::cast_slice(&table.options);
        let runs: &[u16] = bytemuck::cast_slice(&table.runs);
        vec![
            Column::new("state_frames", frames),
            Column::new("action_starts", graph.action_starts.as_slice()),
            Column::new("actions", actions).of_width(size_of::<Action>() / size_of::<u32>()),
            Column::new("option_starts", table.option_starts.as_slice()),
            Column::new("run_starts", table.run_starts.as_slice()),
            Column::new("options", options).of_width(size_of::<MapOption>() / size_of::<u16>()),
            Column::new("runs", runs).of_width(size_of::<Run>() / size_of::<u16>()),
        ]
    }

    fn restore(saved: &Saved<'_, MobilityConfig>) -> Result<MobilityMap, MethodError> {
        let tables = saved.tables;
        let frames = tables.u32s("state_frames")?;
        let actions = tables.u32s("actions")?;
        let (options, runs) = (tables.u16s("options")?, tables.u16s("runs")?);
        let graph = StateActionGraph {
            state_frames: frames.iter().map(|frame| FrameId(*frame)).collect(),
            action_starts: tables.u32s("action_starts")?.to_vec(),
            actions: pod_collect_to_vec(whole_rows::<u32, Action>("actions", &actions)?),
        };
        let table = OptionTable {
            option_starts: tables.u32s("option_starts")?.to_vec(),
            options: pod_collect_to_vec(whole_rows::<u16, MapOption>("options", &options)?),
            run_starts: tables.u32s("run_starts")?.to_vec(),
            runs: pod_collect_to_vec(whole_rows::<u16, Run>("runs", &runs)?),
        };
        Ok(restore(saved.needed_library()?, saved.config, graph, table)?)
    }
}

const fn stage(name: &'static str, done: f32, remark: Option<&'static str>) -> Stage {
    Stage { name, done, remark }
}

/// The numbers, where they are whole rows.
fn whole_rows<'a, N, Row>(name: &str, numbers: &'a [N]) -> Result<&'a [N], MethodError> {
    let bytes = size_of_val(numbers);
    if !bytes.is_multiple_of(size_of::<Row>()) {
        return Err(format!("table '{name}' has {bytes} bytes, which are no whole rows").into());
    }
    Ok(numbers)
}

/// What the map holds, and of which clips most was lost.
fn notes(report: &GraphReport, map: &MobilityMap) -> Vec<String> {
    let mut notes = vec![format!(
        "{} of {} frames kept; {} jumps, the dearest {:.2}; {} states, {} of them in the map",
        report.kept_frames,
        report.frames,
        report.jumps,
        report.dearest,
        report.states,
        map.table().states(),
    )];
    notes.extend(beside_the_thesis(report, map));
    let mut lost: Vec<_> = report.lost.iter().collect();
    lost.sort_by(|a, b| b.lost_secs.total_cmp(&a.lost_secs));
    notes.extend(lost.iter().take(MOST_TOLD).map(|clip| {
        format!(
            "lost {:.1} s of '{}': {} frames lead nowhere, {} cannot be reached, {} neither",
            clip.lost_secs, clip.clip, clip.dead_ends, clip.unreachable, clip.apart,
        )
    }));
    notes
}

/// The sizes of graph and map, beside those of the thesis.
fn beside_the_thesis(report: &GraphReport, map: &MobilityMap) -> [String; 7] {
    let (table, states) = (map.table(), map.table().states());
    let (options, megabytes) =
        (table.options.len() as f64 / states.max(1) as f64, table.bytes() as f64 / 1e6);
    let line = |name: &str, here: String, thesis: &str| format!("{name:>14} {here:>9} {thesis:>9}");
    [
        line("", "here".to_owned(), "thesis"),
        line("frames", report.frames.to_string(), "33404"),
        line("connected", report.kept_frames.to_string(), "30665"),
        line("states", report.states.to_string(), "15659"),
        line("map states", states.to_string(), "6550"),
        line("options", format!("{options:.1}"), "38"),
        line("megabytes", format!("{megabytes:.1}"), "25"),
    ]
}
