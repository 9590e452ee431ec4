//! `sidestep measure tables`: Tables 1 and 2 of the motion-field paper beside what is measured here.

use crate::{args_measure::Measure, files, output};
use anyhow::{Context, Result};
use serde::Serialize;
use sidestep_benchmark::papers::{FIELD_TABLES, FieldTable};
use sidestep_control::{Animate, Character, Start};
use sidestep_measure::{Response, Settings, Source, Subject};
use sidestep_motion::MotionLibrary;
use sidestep_motion_field::{FieldConfig, Flowing, LineConfig, MotionField, Policy};
use std::sync::Arc;

/// States of the paper's database: 142 seconds at 30 Hz (section 6.1.1).
const PAPER_STATES: usize = 142 * 30;

/// Headings of its grid.
const PAPER_HEADINGS: usize = 18;

#[derive(Serialize)]
struct Tables {
    n: usize,
    states: usize,
    seconds: f32,
    fastest_turn_deg_per_s: f32,
    paper_states: usize,
    /// What 320 KB come to for each state and heading.
    paper_bytes_per_value: f32,
    rows: Vec<Row>,
}

/// One representation, measured on both tasks.
#[derive(Serialize)]
struct Row {
    representation: String,
    direction: Figures,
    line: Figures,
    /// What the paper has for it; it has no greedy policy in its tables.
    paper: Option<FieldTable>,
}

/// What one task came to.
#[derive(Serialize)]
struct Figures {
    first_avg_secs: f32,
    settle_min_secs: f32,
    settle_avg_secs: f32,
    settle_max_secs: f32,
    never_fraction: f32,
    censored_avg_secs: f32,
    /// States that store values.
    anchors: usize,
    /// Cells of the task grid.
    cells: usize,
    bytes_per_value: f32,
    value_bytes: usize,
}

/// Runs the command.
pub(crate) fn run(args: &Measure) -> Result<()> {
    let library = sidestep::decode_library(files::map(&args.file)?)
        .with_context(|| format!("cannot use {}", args.file.display()))?;
    let library = Arc::new(library);
    let settings = Settings {
        n: args.n.unwrap_or(Settings::default().n),
        seed: args.seed,
        // Skate and jerk are not in these tables.
        steered_starts: 1,
        steered_secs: 2,
        ..Settings::default()
    };
    let source = Source::of(&library);
    let spinner = output::spinner("measuring");
    let mut rows = Vec::new();
    let mut states = 0;
    for (policy, n) in
        [(Policy::Greedy, 1)].into_iter().chain(FIELD_TABLES.map(|row| (Policy::Lookahead, row.0)))
    {
        spinner.set_message(name(policy, n));
        let config = FieldConfig {
            policy,
            compression: n,
            line: Some(LineConfig::paper()),
            ..FieldConfig::paper()
        };
        let field = Arc::new(MotionField::build(&library, &config)?);
        states = field.flow().states();
        rows.push(row(&library, &source, &field, &settings));
    }
    spinner.finish_and_clear();
    let tables = Tables {
        n: settings.n,
        states,
        seconds: library.len() as f32 * library.frame_secs(),
        fastest_turn_deg_per_s: source.second_turn.to_degrees(),
        paper_states: PAPER_STATES,
        paper_bytes_per_value: FIELD_TABLES[0].1.direction_kb * 1000.0
            / (PAPER_STATES * PAPER_HEADINGS) as f32,
        rows,
    };
    output::report(args.json, &tables, talk)
}

fn name(policy: Policy, n: usize) -> String {
    match policy {
        Policy::Greedy => "greedy (eq. 9)".to_owned(),
        Policy::Lookahead => format!("N = {n}"),
    }
}

fn row(
    library: &MotionLibrary,
    source: &Source,
    field: &Arc<MotionField>,
    settings: &Settings,
) -> Row {
    let spawn = |start: Start<'_>| -> Box<dyn Animate> { Box::new(Character::new(field, start)) };
    let subject = Subject { library, spawn: &spawn };
    let (policy, n) = (field.config().policy, field.config().compression);
    let tables = field.flow().tables();
    let figures = |found: &Response, values: &[f32], cells: usize| Figures {
        first_avg_secs: found.first_avg_secs,
        settle_min_secs: found.settle_min_secs,
        settle_avg_secs: found.settle_avg_secs,
        settle_max_secs: found.settle_max_secs,
        never_fraction: found.never_fraction,
        censored_avg_secs: found.censored_avg_secs,
        anchors: values.len() / cells.max(1),
        cells,
        bytes_per_value: size_of::<f32>() as f32,
        value_bytes: size_of_val(values),
    };
    let headings = field.config().task.headings;
    let offsets = field.config().line.map_or(1, |line| line.offsets);
    let direction = sidestep_measure::response(&subject, source, settings);
    let line = sidestep_measure::line(&subject, source, settings);
    Row {
        representation: name(policy, n),
        direction: figures(&direction, &tables.commands, headings),
        line: figures(&line, &tables.line, headings * offsets),
        paper: match policy {
            Policy::Greedy => None,
            Policy::Lookahead => FIELD_TABLES.iter().find(|row| row.0 == n).map(|row| row.1),
        },
    }
}

fn talk(tables: &Tables) {
    eprintln!(
        "{} states, {:.0} s; fastest one-second turn {:.0} deg/s. The paper: {} states, other data. n = {}\n",
        tables.states, tables.seconds, tables.fastest_turn_deg_per_s, tables.paper_states, tables.n
    );
    eprintln!("Table 1: direction within 5 deg, seconds");
    tell(tables, |row| {
        (&row.direction, row.paper.map(|paper| (paper.direction_secs, Some(paper.direction_kb))))
    });
    eprintln!(
        "\nTable 2: direction within 5 deg and line within 0.1 m, seconds (5 per m in eq. 17)"
    );
    tell(tables, |row| (&row.line, row.paper.map(|paper| (paper.line_secs, None))));
    eprintln!(
        "\nKB = 1000 bytes of f32 values: anchors x cells x 4. The paper's 320 KB over {} states x {} headings \
         come to {:.1} bytes a value, so it stores 4 as well.",
        tables.paper_states, PAPER_HEADINGS, tables.paper_bytes_per_value
    );
}

fn tell(tables: &Tables, of: impl Fn(&Row) -> (&Figures, Option<([f32; 3], Option<f32>)>)) {
    eprintln!(
        "{:<16} {:>5}  {:<15} {:>6} {:>8} {:>8} {:>7} x {:<5} | paper {:<15} {:>5}",
        "",
        "first",
        "min/avg/max",
        "never",
        "censored",
        "KB",
        "anchors",
        "cells",
        "min/avg/max",
        "KB"
    );
    for row in &tables.rows {
        let (ours, paper) = of(row);
        let secs = |[min, avg, max]: [f32; 3]| format!("{min:.2}/{avg:.2}/{max:.2}");
        let (theirs, kb) = match paper {
            Some((theirs, kb)) => (secs(theirs), kb.map_or(String::new(), |kb| format!("{kb:.0}"))),
            None => ("-".to_owned(), "-".to_owned()),
        };
        eprintln!(
            "{:<16} {:>5.2}  {:<15} {:>4.1} % {:>8.2} {:>8.1} {:>7} x {:<5} | {:>5} {:<15} {:>5}",
            row.representation,
            ours.first_avg_secs,
            match ours.never_fraction {
                1.0 => "-".to_owned(),
                _ => secs([ours.settle_min_secs, ours.settle_avg_secs, ours.settle_max_secs]),
            },
            100.0 * ours.never_fraction,
            ours.censored_avg_secs,
            ours.value_bytes as f32 / 1000.0,
            ours.anchors,
            ours.cells,
            "",
            theirs,
            kb
        );
    }
}
