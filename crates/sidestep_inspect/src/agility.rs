//! What a controller built from the library will not be able to do, in plain sentences.

use crate::{
    coverage::{Coverage, Direction},
    finding::{Change, Finding, Severity},
    turns::{Turn, Turns},
};

/// Travel into a turn that makes it a quick one, in metres a second.
const QUICK_ENTRY: f32 = 1.5;

/// Fewer starts, stops or turns than this leave a controller no choice.
const FEW: usize = 8;

/// Speeds a player expects, in metres a second: running, backward, sideways.
const RUN: f32 = 2.5;
const BACKWARD: f32 = 1.2;
const SIDEWAYS: f32 = 1.0;

/// Seconds below which a kind of motion is rare.
const RARE_SECS: f32 = 2.0;

/// Names what is missing for agile control.
pub(crate) fn check(coverage: &Coverage, turns: &Turns) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(quick_turns("180", &turns.half));
    findings.extend(quick_turns("90", &turns.quarter));
    findings.extend(few(coverage.starts, "start", "from standing"));
    findings.extend(few(coverage.stops, "stop", "to standing"));
    findings.extend(slow(&coverage.forward, "forward", RUN));
    findings.extend(slow(&coverage.backward, "backward", BACKWARD));
    findings.extend(slow(&coverage.left, "left", SIDEWAYS));
    findings.extend(slow(&coverage.right, "right", SIDEWAYS));
    findings.extend(gap(coverage));
    for (secs, side) in [
        (coverage.turning_in_place_left_secs, "left"),
        (coverage.turning_in_place_right_secs, "right"),
    ] {
        if secs < RARE_SECS {
            let message = format!("Turning on the spot to the {side} is rare: {secs:.1} s.");
            findings.push(note(message, "Capture turns on the spot, or add the mirrored clips."));
        }
    }
    findings
}

fn note(message: String, remedy: &str) -> Finding {
    Finding::new(Severity::Note, message, remedy)
}

fn quick_turns(degrees: &str, turns: &[Turn]) -> Option<Finding> {
    let remedy = format!(
        "Capture plants and pivots of {degrees} degrees at a run, to both sides; mirroring doubles what there is."
    );
    let Some(fastest) = turns.iter().min_by(|a, b| a.secs.total_cmp(&b.secs)) else {
        let message = format!("No {degrees} degree turn while travelling.");
        return Some(Finding::new(Severity::Warning, message, remedy));
    };
    let quick = turns.iter().filter(|turn| turn.speed_before > QUICK_ENTRY).count();
    if quick >= FEW {
        return None;
    }
    let count = if quick == 0 { "No".to_owned() } else { format!("Only {quick}") };
    let plural = if quick > 1 { "s" } else { "" };
    let message = format!(
        "{count} {degrees} degree turn{plural} at more than {QUICK_ENTRY} m/s; the fastest of all {} takes {:.2} s (clip '{}', frame {}).",
        turns.len(),
        fastest.secs,
        fastest.clip,
        fastest.frames.start
    );
    let severity = if quick == 0 { Severity::Warning } else { Severity::Note };
    Some(Finding::new(severity, message, remedy))
}

fn few(count: usize, what: &str, how: &str) -> Option<Finding> {
    if count >= FEW {
        return None;
    }
    let message = match count {
        0 => format!("No {what} {how}."),
        1 => format!("Only 1 {what} {how}."),
        count => format!("Only {count} {what}s {how}."),
    };
    let severity = if count == 0 { Severity::Warning } else { Severity::Note };
    let remedy = format!("Capture {what}s {how} with either foot and at several speeds.");
    Some(Finding::new(severity, message, remedy))
}

fn slow(direction: &Direction, name: &str, wanted: f32) -> Option<Finding> {
    if direction.fastest_m_per_s >= wanted && direction.seconds >= RARE_SECS {
        return None;
    }
    let remedy = if name == "left" || name == "right" {
        format!("Capture quick steps to the {name}, or add the mirrored clips.")
    } else {
        format!("Capture {name} motion at {wanted} m/s and more.")
    };
    let way = if name == "left" || name == "right" {
        format!("motion to the {name}")
    } else {
        format!("{name} motion")
    };
    let cured = |finding: Finding| match name {
        "left" | "right" => finding.cured_by("Add the mirrored clips", Change::Mirror(true)),
        _ => finding,
    };
    if direction.seconds < 0.5 {
        return Some(cured(Finding::new(Severity::Warning, format!("No {way}."), remedy)));
    }
    let message = format!(
        "No {way} faster than {:.1} m/s ({:.0} s in all).",
        direction.fastest_m_per_s, direction.seconds
    );
    Some(cured(note(message, &remedy)))
}

/// The widest range of forward speeds between the slowest and the fastest that is nearly empty.
fn gap(coverage: &Coverage) -> Option<Finding> {
    let edges = &coverage.speed_edges_m_per_s;
    let seconds: Vec<f32> =
        coverage.forward.seconds_by_speed_and_turn.iter().map(|row| row.iter().sum()).collect();
    let reached = seconds.iter().rposition(|secs| *secs > 0.0)?;
    let is_rare = |bin: usize| seconds[bin] < RARE_SECS;
    let widest =
        crate::clip_view::runs(reached, is_rare).into_iter().max_by_key(|run| run.len())?;
    let total: f32 = seconds[widest.clone()].iter().sum();
    let message = format!(
        "Little forward motion between {} and {} m/s: {total:.1} s.",
        edges[widest.start], edges[widest.end]
    );
    Some(note(message, "Capture slow changes of speed across this range."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clip_view::ClipView,
        test_clips::{library, straight_walk},
        travel::Travel,
        turns::find_turns,
    };

    fn said(edit: impl Fn(&mut Coverage, &mut Turns)) -> Vec<String> {
        let library = library(&[straight_walk("walk")]);
        let views = ClipView::all(&library);
        let travels: Vec<Travel> = views.iter().map(Travel::of).collect();
        let mut turns = find_turns(&views, &travels);
        let mut coverage = Coverage::of(&views, &travels, &turns);
        edit(&mut coverage, &mut turns);
        check(&coverage, &turns).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_straight_walk_lacks_nearly_everything() {
        let said = said(|_, _| {});
        for sentence in [
            "No 180 degree turn while travelling.",
            "No stop to standing.",
            "No backward motion.",
            "No motion to the left.",
            "No forward motion faster than 0.9 m/s (8 s in all).",
        ] {
            assert!(said.iter().any(|s| s == sentence), "{sentence} not in {said:#?}");
        }
    }

    #[test]
    fn what_is_there_is_not_missed() {
        let said = said(|coverage, turns| {
            (coverage.starts, coverage.stops) = (20, 4);
            turns.half.push(Turn {
                clip: "pace".to_owned(),
                frames: 90..130,
                secs: 1.33,
                is_left: true,
                speed_before: 1.2,
            });
            coverage.backward.fastest_m_per_s = 0.93;
            coverage.backward.seconds = 30.0;
            coverage.left.fastest_m_per_s = 1.6;
            coverage.left.seconds = 30.0;
        });
        assert!(said.iter().any(|s| s == "Only 4 stops to standing."));
        assert!(said.iter().any(|s| s == "No backward motion faster than 0.9 m/s (30 s in all)."));
        assert!(said.iter().any(|s| s
            == "No 180 degree turn at more than 1.5 m/s; the fastest of all 1 takes 1.33 s (clip 'pace', frame 90)."));
        assert!(!said.iter().any(|s| s.contains("start") || s.contains("to the left.")));
    }
}
