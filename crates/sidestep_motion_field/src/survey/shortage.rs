//! What is missing, in words one can act on.

use crate::survey::{
    coverage::{Answer, Cell, Coverage},
    isolation::{Isolation, Stretch},
};
use serde::Serialize;

/// A direction is taken up slowly where it is at less than this share of the usual rate.
const SLOW: f32 = 0.6;

/// Shorter stretches that nothing is like are not worth a word, in seconds.
const LEAST_STRETCH_SECS: f32 = 0.2;

/// What is missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shortage {
    /// Of which kind it is.
    pub kind: ShortageKind,
    /// What was found, with numbers.
    pub finding: String,
    /// What to do about it.
    pub remedy: String,
}

/// Kinds of shortage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ShortageKind {
    /// A turn that a person can make but that is hardly in the data.
    FewStates,
    /// From a speed and stance a direction is taken up slowly.
    SlowAnswer,
    /// A part of a clip is unlike everything else.
    Isolated,
}

/// All shortages: few states first, those that lack most first.
pub(crate) fn shortages(
    coverage: &Coverage,
    isolation: &Isolation,
    frame_secs: f32,
) -> Vec<Shortage> {
    let mut poor: Vec<&Cell> = coverage.cells.iter().filter(|cell| cell.is_poor).collect();
    poor.sort_by_key(|cell| (cell.states, sharpness(cell)));
    let mut slow: Vec<&Answer> =
        coverage.answers.iter().filter(|answer| answer.over_usual < SLOW).collect();
    slow.sort_by(|a, b| a.over_usual.total_cmp(&b.over_usual));
    let is_long = |stretch: &&Stretch| stretch.to_secs - stretch.from_secs >= LEAST_STRETCH_SECS;
    let few = poor.into_iter().map(|cell| few_states(coverage, cell, frame_secs));
    let isolated = isolation.stretches.iter().filter(is_long).map(lonely);
    few.chain(slow.into_iter().map(slow_answer)).chain(isolated).collect()
}

/// 0 straight, 1 gentle, 2 quick, 3 sharp.
fn sharpness(cell: &Cell) -> usize {
    let (from, to) = (cell.turn_from_deg_per_s, cell.turn_to_deg_per_s);
    let gentlest = if from < 0.0 && to > 0.0 { 0.0 } else { from.abs().min(to.abs()) };
    [20.0, 60.0, 120.0].iter().filter(|edge| gentlest >= **edge).count()
}

fn turn_words(cell: &Cell) -> String {
    let side = if cell.turn_from_deg_per_s < 0.0 { "right" } else { "left" };
    let word = ["straight", "gentle", "quick", "sharp"][sharpness(cell)];
    match (sharpness(cell), cell.speed_from_m_per_s == 0.0) {
        (0, true) => "standing".to_owned(),
        (0, false) => "straight travel".to_owned(),
        (_, true) => format!("{word} {side} turns on the spot"),
        (_, false) => format!("{word} {side} turns"),
    }
}

fn few_states(coverage: &Coverage, cell: &Cell, frame_secs: f32) -> Shortage {
    let mirrored = coverage.cells.iter().find(|other| {
        other.speed_from_m_per_s == cell.speed_from_m_per_s
            && other.turn_from_deg_per_s == -cell.turn_to_deg_per_s
    });
    let mirrored = mirrored.map_or(0, |other| other.states);
    let what = turn_words(cell);
    let speed = match cell.speed_from_m_per_s {
        0.0 => String::new(),
        from => format!(" at {from:.2} to {:.2} m/s", cell.speed_to_m_per_s),
    };
    let rate = match sharpness(cell) {
        0 => String::new(),
        3 => " (over 120 deg/s)".to_owned(),
        _ => {
            let (from, to) = (cell.turn_from_deg_per_s.abs(), cell.turn_to_deg_per_s.abs());
            format!(" ({:.0} to {:.0} deg/s)", from.min(to), from.max(to))
        }
    };
    let secs = cell.states as f32 * frame_secs;
    let has_mirror = sharpness(cell) > 0 && mirrored > 4 * cell.states.max(1);
    let other_side =
        if has_mirror { format!("; {mirrored} to the other side") } else { String::new() };
    let remedy = if has_mirror {
        format!("capture {what}{speed}, or import with --mirror")
    } else {
        format!("capture {what}{speed}")
    };
    Shortage {
        kind: ShortageKind::FewStates,
        finding: format!(
            "few {what}{rate}{speed}: {} states ({secs:.2} s){other_side}",
            cell.states
        ),
        remedy,
    }
}

fn slow_answer(answer: &Answer) -> Shortage {
    let side = if answer.change_deg > 0.0 { "left" } else { "right" };
    let stance = match answer.stance {
        "both" => "both feet down".to_owned(),
        "none" => "no foot down".to_owned(),
        one => format!("the {one} foot down"),
    };
    let speed = match answer.speed_from_m_per_s {
        0.0 => "standing".to_owned(),
        from => format!("{from:.2} to {:.2} m/s", answer.speed_to_m_per_s),
    };
    let change = answer.change_deg.abs();
    Shortage {
        kind: ShortageKind::SlowAnswer,
        finding: format!(
            "from {speed} with {stance} a turn of {change:.0} deg to the {side} is answered as if \
             turning at {:.0} deg/s, {:.2} of the usual rate ({} states)",
            answer.turn_rate_deg_per_s, answer.over_usual, answer.states
        ),
        remedy: format!("capture turns to the {side} out of {speed}"),
    }
}

fn lonely(stretch: &Stretch) -> Shortage {
    let Stretch { clip, from_secs, to_secs, distance_over_median } = stretch;
    Shortage {
        kind: ShortageKind::Isolated,
        finding: format!(
            "clip '{clip}' from {from_secs:.1} to {to_secs:.1} s is unlike everything else: \
             {distance_over_median:.1} times the usual distance to the nearest state elsewhere"
        ),
        remedy: "capture more of it from other movements, or cut it out".to_owned(),
    }
}
