//! `sidestep inspect`: what is in a library, and what is wrong with it.

use crate::{args::Inspect, coverage_plot, files, output};
use anyhow::{Context, Result};
use sidestep_inspect::Report;

/// Runs the command.
pub(crate) fn run(args: &Inspect) -> Result<()> {
    let library = sidestep::decode_library(files::map(&args.library)?)
        .with_context(|| format!("cannot use {}", args.library.display()))?;
    let report = sidestep_inspect::inspect(&library);
    if let Some(path) = &args.plot {
        let plot = coverage_plot::draw(&report.coverage);
        let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let bytes = if is_png { plot.to_png(2.0)? } else { plot.to_string().into_bytes() };
        files::write(path, &bytes)?;
    }
    output::report(args.json, &report, talk)
}

fn talk(report: &Report) {
    for finding in &report.findings {
        let severity = finding.severity.name();
        let place = match (&finding.clip, finding.frame) {
            (Some(clip), Some(frame)) => format!(" {clip} frame {frame}:"),
            (Some(clip), None) => format!(" {clip}:"),
            _ => String::new(),
        };
        eprintln!("{severity}:{place} {}", finding.message);
        if !finding.remedy.is_empty() {
            eprintln!("    {}", finding.remedy);
        }
    }
    eprintln!(
        "feet in contact skate at {:.1} cm/s; a foot is down {:.0} % of the time",
        report.source_skate_cm_per_s,
        100.0 * report.contact_fraction
    );
}
