//! What the states do: how many at each speed and turn rate, on which foot, and how quickly a
//! character answers from there.

use crate::{
    core::Core,
    flow::Flow,
    survey::policy::{Table, ahead_at},
};
use serde::Serialize;
use sidestep_motion::{FrameId, Side, math::wrap_angle};
use std::f32::consts::PI;

/// Borders of turn rates in degrees a second; the outermost take what lies beyond.
const TURN_EDGES: [f32; 8] = [-180.0, -120.0, -60.0, -20.0, 20.0, 60.0, 120.0, 180.0];

/// Slower than this, in metres a second, is standing or turning on the spot.
const STANDING: f32 = 0.3;

/// Width of the bins of speed above that, in metres a second.
const SPEED_STEP: f32 = 0.5;

/// A turn counts as one a person makes up to this sideways acceleration, in m/s² (a lean of 22°).
const SIDEWAYS: f32 = 4.0;

/// Less than this in a cell is poor, in seconds.
const LEAST_SECS: f32 = 0.5;

/// A speed counts as the actor's where there is as much of it, in seconds.
const OWN_SPEED_SECS: f32 = 2.0;

/// Time over which the turn rate of a state is taken.
const TURN_SECS: f32 = 0.5;

/// What the states of a flow do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// Borders of the bins of speed.
    pub speed_edges_m_per_s: Vec<f32>,
    /// Borders of the bins of turn rate, to the left positive; the outermost take what lies beyond.
    pub turn_edges_deg_per_s: Vec<f32>,
    /// All cells, the slowest first, each speed from right to left turns.
    pub cells: Vec<Cell>,
    /// How quickly a new direction is taken up, by speed, stance and change.
    pub answers: Vec<Answer>,
}

/// States at one speed and turn rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Least speed.
    pub speed_from_m_per_s: f32,
    /// Greatest speed.
    pub speed_to_m_per_s: f32,
    /// Least turn rate, to the left positive.
    pub turn_from_deg_per_s: f32,
    /// Greatest turn rate.
    pub turn_to_deg_per_s: f32,
    /// States.
    pub states: usize,
    /// The same by the feet that are down.
    pub stances: Stances,
    /// Whether a person who moves at this speed can turn so.
    pub is_wanted: bool,
    /// Whether it is wanted and there is less than half a second of it.
    pub is_poor: bool,
}

/// States by the feet that are down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stances {
    /// The left one alone.
    pub left: usize,
    /// The right one alone.
    pub right: usize,
    /// Both.
    pub both: usize,
    /// None.
    pub none: usize,
}

/// How quickly a new direction is taken up, by the value function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// Least speed it begins with.
    pub speed_from_m_per_s: f32,
    /// Greatest speed it begins with.
    pub speed_to_m_per_s: f32,
    /// The feet that are down: left, right, both or none.
    pub stance: &'static str,
    /// States that were averaged.
    pub states: usize,
    /// The change of direction, to the left positive.
    pub change_deg: f32,
    /// The steady turn rate that would cost as much.
    pub turn_rate_deg_per_s: f32,
    /// That over the same of all states.
    pub over_usual: f32,
}

/// Names of the stances, by the bits of left and right.
const STANCES: [&str; 4] = ["none", "left", "right", "both"];

impl Coverage {
    pub(crate) fn of(flow: &Flow) -> Self {
        let core = &flow.core;
        let doings: Vec<Doing> = core.listed().map(|row| Doing::of(core, row)).collect();
        let speed_edges = speed_edges(&doings);
        let cells = cells(&doings, &speed_edges, core.library.frame_secs());
        Self {
            answers: answers(flow, &doings, &speed_edges),
            cells,
            speed_edges_m_per_s: speed_edges,
            turn_edges_deg_per_s: TURN_EDGES.to_vec(),
        }
    }
}

/// What one state does.
struct Doing {
    row: u32,
    speed: f32,
    turn_deg: f32,
    /// Bits of left and right.
    stance: usize,
}

impl Doing {
    fn of(core: &Core, row: u32) -> Self {
        let [left, right] = Side::BOTH.map(|side| usize::from(core.states.touches(row, side)));
        Self {
            row,
            speed: core.states.velocity(row).length(),
            turn_deg: turn_rate(core, row).to_degrees(),
            stance: left + 2 * right,
        }
    }
}

/// Turn rate around a row within its clip, in radians a second.
fn turn_rate(core: &Core, row: u32) -> f32 {
    let (library, frame) = (&core.library, core.states.frame(row).0);
    let clip = &library.clips()[library.clip_of(FrameId(frame)).index()];
    let reach = (0.5 * TURN_SECS * library.rate_hz()).round().max(1.0) as u32;
    let from = frame.saturating_sub(reach).max(clip.frames.start);
    let to = (frame + reach).min(clip.frames.end - 1);
    let heading = |frame: u32| library.ground(FrameId(frame)).heading;
    let turned: f32 = (from..to).map(|f| wrap_angle(heading(f + 1) - heading(f))).sum();
    let secs = (to - from).max(1) as f32 * library.frame_secs();
    turned / secs
}

/// Standing, then steps up to the 98th percentile of the speeds.
fn speed_edges(doings: &[Doing]) -> Vec<f32> {
    let mut speeds: Vec<f32> = doings.iter().map(|doing| doing.speed).collect();
    speeds.sort_by(f32::total_cmp);
    let fast = speeds.len().saturating_sub(1 + speeds.len() / 50);
    let fastest = speeds.get(fast).copied().unwrap_or(STANDING);
    let mut edges = vec![0.0, STANDING];
    let mut edge = 1.5 * SPEED_STEP;
    while edges.len() < 3 || edge - SPEED_STEP < fastest {
        edges.push(edge);
        edge += SPEED_STEP;
    }
    edges
}

/// The bin of a value; the outermost take what lies beyond.
fn bin(edges: &[f32], value: f32) -> usize {
    edges[1..edges.len() - 1].partition_point(|edge| *edge <= value)
}

fn cells(doings: &[Doing], speed_edges: &[f32], frame_secs: f32) -> Vec<Cell> {
    let columns = TURN_EDGES.len() - 1;
    let mut counts = vec![[0_usize; 4]; (speed_edges.len() - 1) * columns];
    for doing in doings {
        let row = bin(speed_edges, doing.speed);
        counts[row * columns + bin(&TURN_EDGES, doing.turn_deg)][doing.stance] += 1;
    }
    let secs = |states: usize| states as f32 * frame_secs;
    let mut cells = Vec::with_capacity(counts.len());
    for (row, counts) in counts.chunks_exact(columns).enumerate() {
        let own = secs(counts.iter().flatten().sum()) >= OWN_SPEED_SECS;
        for (column, [none, left, right, both]) in counts.iter().enumerate() {
            let states = none + left + right + both;
            let (from, to) = (TURN_EDGES[column], TURN_EDGES[column + 1]);
            let gentlest = if from < 0.0 && to > 0.0 { 0.0 } else { from.abs().min(to.abs()) };
            let sideways = speed_edges[row] * gentlest.to_radians();
            let is_wanted = own && sideways <= SIDEWAYS;
            cells.push(Cell {
                speed_from_m_per_s: speed_edges[row],
                speed_to_m_per_s: speed_edges[row + 1],
                turn_from_deg_per_s: from,
                turn_to_deg_per_s: to,
                states,
                stances: Stances { left: *left, right: *right, both: *both, none: *none },
                is_wanted,
                is_poor: is_wanted && secs(states) < LEAST_SECS,
            });
        }
    }
    cells
}

/// Changes of direction that are looked at, in degrees.
const CHANGES: [f32; 6] = [-160.0, -100.0, -40.0, 40.0, 100.0, 160.0];

/// Fewer states than this say little about a stance, in seconds.
const LEAST_STANCE_SECS: f32 = 0.3;

fn answers(flow: &Flow, doings: &[Doing], speed_edges: &[f32]) -> Vec<Answer> {
    let frame_secs = flow.core.library.frame_secs();
    let bins = speed_edges.len() - 1;
    let tables: Vec<Table> = (0..bins)
        .map(|bin| Table::new(flow, ahead_at(flow, speed_edges[bin], speed_edges[bin + 1])))
        .collect();
    let mut answers = Vec::new();
    for change in CHANGES {
        let mut sums = vec![(0.0_f64, 0_usize); bins * STANCES.len()];
        for doing in doings {
            let at = bin(speed_edges, doing.speed);
            let cost = tables[at].cost_of_turning(doing.row, change.to_radians());
            let sum = &mut sums[at * STANCES.len() + doing.stance];
            *sum = (sum.0 + f64::from(cost), sum.1 + 1);
        }
        let all = sums.iter().fold((0.0, 0), |all, sum| (all.0 + sum.0, all.1 + sum.1));
        for (index, sum) in sums.iter().enumerate() {
            let is_enough = sum.1 as f32 * frame_secs >= LEAST_STANCE_SECS;
            if is_enough {
                let at = index / STANCES.len();
                let rate = steady_rate(change, *sum, frame_secs);
                answers.push(Answer {
                    speed_from_m_per_s: speed_edges[at],
                    speed_to_m_per_s: speed_edges[at + 1],
                    stance: STANCES[index % STANCES.len()],
                    states: sum.1,
                    change_deg: change,
                    turn_rate_deg_per_s: rate,
                    over_usual: rate / steady_rate(change, all, frame_secs),
                });
            }
        }
    }
    answers
}

/// The rate, in degrees a second, at which a steady turn by `change_deg` costs the mean of `sum`.
///
/// Turning by θ at the rate ω takes θ/(ω Δt) frames with θ/2 off on average: a cost of θ²/(2 ω Δt).
fn steady_rate(change_deg: f32, (sum, count): (f64, usize), frame_secs: f32) -> f32 {
    let cost = ((sum / count.max(1) as f64) as f32).max(1e-3);
    let theta = change_deg.to_radians();
    (theta * theta / (2.0 * cost * frame_secs)).min(100.0 * PI).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_and_turns_fall_into_their_cells() {
        let doing = |speed, turn_deg, stance| Doing { row: 0, speed, turn_deg, stance };
        // 100 frames ahead at 1.2 m/s, then 3 that turn sharply to the left on the right foot.
        let mut doings: Vec<Doing> = (0..100).map(|_| doing(1.2, 0.0, 3)).collect();
        doings.extend((0..3).map(|_| doing(1.2, 400.0, 2)));
        let edges = speed_edges(&doings);
        assert_eq!(edges, [0.0, 0.3, 0.75, 1.25]);
        let cells = cells(&doings, &edges, 1.0 / 30.0);
        let sharp = &cells[2 * 7 + 6];
        assert_eq!((sharp.states, sharp.stances.right, sharp.speed_from_m_per_s), (3, 3, 0.75));
        assert!(sharp.is_wanted && sharp.is_poor);
        let ahead = &cells[2 * 7 + 3];
        assert_eq!((ahead.states, ahead.stances.both), (100, 100));
        assert!(ahead.is_wanted && !ahead.is_poor);
        // Nobody in this data stands, so that nobody turns while standing is no finding.
        assert!(cells[..7].iter().all(|cell| !cell.is_wanted));
    }

    /// 90° at 90°/s take 1 s, 30 frames, with 45° off on average: 30 · π/4 rad.
    #[test]
    fn a_cost_is_a_turn_rate() {
        let rate = steady_rate(90.0, (30.0 * f64::from(PI) / 4.0, 1), 1.0 / 30.0);
        assert!((rate - 90.0).abs() < 0.01, "{rate}");
    }
}
