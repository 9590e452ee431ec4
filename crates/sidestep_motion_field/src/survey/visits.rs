//! Which states characters come by when they are steered.

use crate::{
    flow::{Flow, Flowing},
    survey::{SurveyConfig, seconds},
};
use serde::Serialize;
use sidestep_control::{BodyState, Goal, Output, Start};
use sidestep_motion::{FrameId, MotionLibrary, math::wrap_angle};
use sidestep_parallel::prelude::*;
use std::f32::consts::TAU;

/// A goal is held this long.
const GOAL_SECS: f32 = 2.0;

/// Multiples of the golden section spread evenly, however many are taken.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The states that steered characters came by.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Visits {
    /// Characters, each begun from another state.
    pub starts: usize,
    /// Frames of all of them together, each with its goal; a new one every two seconds.
    pub frames: usize,
    /// States that were the nearest to a character, or followed, at least once.
    pub visited_states: usize,
    /// Their share of all states.
    pub visited_fraction: f32,
    /// The clips, the least visited first.
    pub clips: Vec<ClipVisits>,
}

/// How much of a clip is used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClipVisits {
    /// Name of the clip.
    pub clip: String,
    /// Its states.
    pub states: usize,
    /// Share of them that were visited.
    pub visited_fraction: f32,
    /// Share of all frames that were spent in it.
    pub time_fraction: f32,
}

/// Steers characters from evenly spread states towards evenly spread goals.
pub(crate) fn visit<C: Flowing>(controller: &C, config: &SurveyConfig) -> Visits {
    let flow = controller.flow();
    let library = &flow.core.library;
    let rows = flow.core.states.len();
    let ticks = frames_in(config.secs, library);
    let starts: Vec<usize> = (0..config.starts).collect();
    let runs: Vec<Vec<u32>> =
        starts.par_iter().map(|number| run(controller, *number, config.starts, ticks)).collect();
    let mut counts = vec![0_usize; rows];
    for row in runs.iter().flatten() {
        counts[*row as usize] += 1;
    }
    let frames = config.starts * ticks;
    let visited = counts.iter().filter(|count| **count > 0).count();
    Visits {
        starts: config.starts,
        frames,
        visited_states: visited,
        visited_fraction: share(visited, rows),
        clips: by_clip(flow, &counts, frames),
    }
}

/// The rows one character comes by.
fn run<C: Flowing>(controller: &C, number: usize, of: usize, ticks: usize) -> Vec<u32> {
    let flow = controller.flow();
    let core = &flow.core;
    let first = number * core.states.len() / of.max(1);
    let row = u32::try_from(first).unwrap_or(0);
    let body = body_at(&core.library, core.states.frame(row));
    let mut out = Output::new(core.states.joints());
    let mut memory = controller.begin(Start::State(&body), &mut out);
    let hold = frames_in(GOAL_SECS, &core.library).max(1);
    let mut goal = Goal::FREE;
    let mut rows = Vec::with_capacity(ticks);
    for tick in 0..ticks {
        if tick % hold == 0 {
            goal = goal_of(flow, number * ticks + tick, out.ground.heading);
        }
        controller.step(&mut memory, &goal, &mut out);
        rows.push(controller.state_of(&memory));
    }
    rows
}

/// The `number`-th goal: headings and speeds spread evenly, every eighth to stand where it can.
fn goal_of(flow: &Flow, number: usize, heading: f32) -> Goal {
    let speeds = &flow.repertoire.speeds;
    let part = |of: f64| ((number as f64 * of).fract()) as f32;
    if speeds.len() > 1 && number % 8 == 7 {
        return Goal::STAND;
    }
    let fastest = speeds.last().copied().unwrap_or(flow.usual_speed);
    let slowest = speeds.get(1).copied().unwrap_or(flow.usual_speed);
    let speed = slowest + (fastest - slowest) * part(GOLDEN * GOLDEN);
    let heading = wrap_angle(heading + TAU * (part(GOLDEN) - 0.5));
    Goal::walk(heading, speed)
}

fn by_clip(flow: &Flow, counts: &[usize], frames: usize) -> Vec<ClipVisits> {
    let (library, states) = (&flow.core.library, &flow.core.states);
    let mut clips: Vec<(usize, usize, usize)> = vec![(0, 0, 0); library.clips().len()];
    for (row, count) in (0..).zip(counts) {
        let clip = &mut clips[library.clip_of(states.frame(row)).index()];
        *clip = (clip.0 + 1, clip.1 + usize::from(*count > 0), clip.2 + count);
    }
    let visits =
        clips.iter().zip(library.clips()).map(|((states, visited, time), clip)| ClipVisits {
            clip: clip.name.clone(),
            states: *states,
            visited_fraction: share(*visited, *states),
            time_fraction: share(*time, frames),
        });
    let mut visits: Vec<ClipVisits> = visits.collect();
    visits.sort_by(|a, b| a.visited_fraction.total_cmp(&b.visited_fraction));
    visits
}

fn body_at(library: &MotionLibrary, frame: FrameId) -> BodyState {
    let start = library.clips()[library.clip_of(frame).index()].frames.start;
    let before = FrameId(frame.0.saturating_sub(1).max(start));
    BodyState {
        before: library.pose(before).to_pose(),
        now: library.pose(frame).to_pose(),
        secs: library.frame_secs(),
        ground: library.ground(frame),
    }
}

fn frames_in(secs: f32, library: &MotionLibrary) -> usize {
    (secs / seconds(1, library.frame_secs())).round().max(0.0) as usize
}

fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}
