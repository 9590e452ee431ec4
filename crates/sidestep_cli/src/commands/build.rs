//! `sidestep build`: a controller from a library, by any method of the list.

use crate::{
    args_build::{BEST, Build, CAPABILITY},
    commands::{best, build_settings, capability, trained},
    files, output,
};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use sidestep_control::method::{News, Stage};
use std::{collections::BTreeMap, io::Write, sync::Arc, time::Instant};

#[derive(Serialize)]
struct Report {
    wall_secs: f64,
    peak_mb: f64,
    bytes: usize,
    stages: BTreeMap<&'static str, f64>,
    notes: Vec<String>,
    /// What it cannot do for want of data, and what of the data it does not use.
    notices: Vec<String>,
    /// What is said beside the times of stages.
    #[serde(skip)]
    remarks: BTreeMap<&'static str, &'static str>,
}

/// Runs the command.
pub(crate) fn run(args: &Build) -> Result<()> {
    if args.method == CAPABILITY {
        return capability::build(args);
    }
    if args.method == BEST {
        return best::build(args);
    }
    let settings = build_settings::of(args)?;
    if args.print_config {
        let mut out = std::io::stdout().lock();
        return Ok(out.write_all(settings.to_text().as_bytes())?);
    }
    if let Some(model) = args.model {
        return trained::build_model(args, model, &settings);
    }
    if let Some(weights) = &args.weights {
        return trained::build(args, weights, &settings);
    }
    let (Some(library), Some(output)) = (&args.library, &args.output) else {
        bail!("name the library to build from, and with -o the controller to write");
    };
    let start = Instant::now();
    let context = || format!("cannot use {}", library.display());
    let library = sidestep::decode_library(files::map(library)?).with_context(context)?;
    let mut watch = Watch::default();
    watch.stages.insert("load", start.elapsed().as_secs_f64());

    let begun = Instant::now();
    let spinner = output::spinner("building");
    let built = settings.method.build(&Arc::new(library), &settings.config, &mut |news| {
        if let News::Stage(stage) = &news {
            spinner.set_message(stage.name);
        }
        watch.take(news);
    });
    watch.end();
    spinner.finish_and_clear();
    let controller = built.map_err(anyhow::Error::from_boxed)?;
    watch.stages.insert("build", begun.elapsed().as_secs_f64());

    let begun = Instant::now();
    let bytes = sidestep::encode_controller(&controller);
    files::write(output, &bytes)?;
    watch.stages.insert("save", begun.elapsed().as_secs_f64());

    let report = Report {
        wall_secs: start.elapsed().as_secs_f64(),
        peak_mb: output::peak_megabytes().unwrap_or(0.0),
        bytes: bytes.len(),
        stages: watch.stages,
        notes: watch.notes,
        notices: controller.notices(),
        remarks: watch.remarks,
    };
    for notice in &report.notices {
        eprintln!("notice: {notice}");
    }
    output::report(args.json, &report, talk)
}

fn talk(report: &Report) {
    for (stage, secs) in &report.stages {
        match report.remarks.get(stage) {
            Some(remark) => eprintln!("{stage:>14} {secs:8.3} s, {remark}"),
            None => eprintln!("{stage:>14} {secs:8.3} s"),
        }
    }
    report.notes.iter().for_each(|note| eprintln!("{note}"));
    eprintln!("{} bytes in {:.2} s", report.bytes, report.wall_secs);
}

/// Times the stages of a build and keeps what it has to say.
#[derive(Default)]
struct Watch {
    stages: BTreeMap<&'static str, f64>,
    remarks: BTreeMap<&'static str, &'static str>,
    notes: Vec<String>,
    current: Option<(Stage, Instant)>,
}

impl Watch {
    fn take(&mut self, news: News<'_>) {
        match news {
            News::Stage(stage) => {
                self.end();
                self.current = Some((stage, Instant::now()));
            }
            News::Note(note) => self.notes.push(note.to_owned()),
        }
    }

    fn end(&mut self) {
        let Some((stage, since)) = self.current.take() else { return };
        *self.stages.entry(stage.name).or_insert(0.0) += since.elapsed().as_secs_f64();
        self.remarks.extend(stage.remark.map(|remark| (stage.name, remark)));
    }
}
