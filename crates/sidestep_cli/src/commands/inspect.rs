//! `sidestep inspect`: what is in a library, and what is wrong with it.

use crate::{args::Inspect, commands::clip_control, coverage_plot, files, output};
use anyhow::{Context, Result};
use sidestep_inspect::{Action, Coverage, ObjectSummary, Report};

/// Runs the command.
pub(crate) fn run(args: &Inspect) -> Result<()> {
    let library = sidestep::decode_library(files::map(&args.library)?)
        .with_context(|| format!("cannot use {}", args.library.display()))?;
    if args.clips {
        return clip_control::inspect(args, library);
    }
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
    tell_coverage(&report.coverage);
    eprintln!(
        "feet in contact skate at {:.1} cm/s; a foot is down {:.0} % of the time",
        report.source_skate_cm_per_s,
        100.0 * report.contact_fraction
    );
}

/// What the library holds, as a table.
fn tell_coverage(coverage: &Coverage) {
    eprintln!(
        "\n{:.0} s of motion, {:.0} s of them standing",
        coverage.seconds, coverage.standing_secs
    );
    eprintln!("{:>10} {:>9} {:>13}   seconds at speeds of", "travel", "seconds", "fastest (m/s)");
    let edges = coverage.speed_edges_m_per_s.iter();
    let edges: String = edges.skip(1).map(|edge| format!("{edge:>6.1}")).collect();
    eprintln!("{:>34}   {edges} m/s and less", "");
    let sides = [
        ("forward", &coverage.forward),
        ("left", &coverage.left),
        ("right", &coverage.right),
        ("backward", &coverage.backward),
    ];
    for (name, side) in sides {
        let rows = side.seconds_by_speed_and_turn.iter();
        let by_speed: String =
            rows.map(|row| format!("{:>6.1}", row.iter().sum::<f32>())).collect();
        eprintln!("{name:>10} {:>9.1} {:>13.2}   {by_speed}", side.seconds, side.fastest_m_per_s);
    }
    eprintln!(
        "turning: {:.1} s left and {:.1} s right while travelling, {:.1} s and {:.1} s on the spot; \
         {} starts, {} stops\n",
        coverage.turning_left_secs,
        coverage.turning_right_secs,
        coverage.turning_in_place_left_secs,
        coverage.turning_in_place_right_secs,
        coverage.starts,
        coverage.stops,
    );
    tell_actions(coverage);
}

/// What is done in the library, and with what, as a table.
fn tell_actions(coverage: &Coverage) {
    if coverage.actions.is_empty() && coverage.objects.is_empty() {
        return;
    }
    eprintln!("{:>20} {:>6} {:>9} {:>8}", "label", "count", "seconds", "moments");
    for action in &coverage.actions {
        let Action { name, count, seconds, moments } = action;
        eprintln!("{name:>20} {count:>6} {seconds:>9.1} {moments:>8}");
    }
    for object in &coverage.objects {
        let ObjectSummary { name, tracks, seconds, held_secs } = object;
        eprintln!("{name}: {seconds:.1} s in {tracks} stretches, {held_secs:.1} s of them held");
    }
    eprintln!();
}
