//! Islands and bridges: what of the data no join leads to, and leaps that lead there all the same.
//!
//! Neighbours are the nearest states. Where walks and runs were captured apart, the nearest states of
//! a walk are all walks, and no value can make a character run. From every half second of such motion
//! one leap to the nearest state of the missing gait is added as an action. It costs what its distance
//! says, like every join, and takes longer to fade.

use crate::{
    anchors::Anchors,
    core::Core,
    graph::Graph,
    leaps::{Leap, Leaps},
    transitions::Transitions,
};
use sidestep_control::{FrameGaits, Gait};
use sidestep_features::{IndexConfig, NearestIndex, SearchScratch};

/// One leap from each stretch of this length, in seconds.
const STRETCH_SECS: f32 = 0.5;

/// A gait has an island where this share of it, or more, cannot get into another gait.
const LEAST_SHARE: f32 = 0.25;

/// The leaps that a field needs so that every gait can be got into from every other.
pub(crate) fn needed(
    core: &Core,
    anchors: &Anchors,
    transitions: &Transitions,
    gaits: &FrameGaits,
) -> Leaps {
    let held = gaits.held();
    let mut leaps = Vec::new();
    if core.config.follow().is_none() || held.len() < 2 {
        return Leaps::default();
    }
    let back = graph(anchors, transitions).reversed();
    let gait_of = |row: u32| gaits.at(core.states.frame(row));
    for wanted in held.iter() {
        let anchored = (0_u32..).zip(anchors.rows());
        let targets = anchored.filter(|(_, row)| gait_of(**row) == Some(wanted));
        let can = back.reached(targets.map(|(anchor, _)| anchor));
        let cannot = |row: u32| !can[anchors.of(row)[0].0 as usize];
        let rows = || (0_u32..).take(core.states.len());
        let is_island = |gait: Gait| {
            let own = || rows().filter(|row| gait_of(*row) == Some(gait));
            let lost = own().filter(|row| cannot(*row)).count();
            let share = lost as f32 / own().count().max(1) as f32;
            share > LEAST_SHARE
        };
        if held.iter().any(is_island) {
            let leaves = |row: &u32| cannot(*row) && core.states.has_next(*row);
            let from: Vec<u32> = core.listed().filter(leaves).collect();
            let to = core.listed().filter(|row| gait_of(*row) == Some(wanted)).collect();
            add(core, &from, to, &mut leaps);
        }
    }
    Leaps::new(leaps)
}

/// Of pairs of rows computed before; those that cannot be are left out.
pub(crate) fn of_pairs(core: &Core, pairs: &[u32]) -> Leaps {
    let fits = |row: u32| (row as usize) < core.states.len() && core.states.has_next(row);
    let pairs = pairs.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    let leaps =
        pairs.filter(|(from, to)| fits(*from) && fits(*to)).map(|(from, to)| leap(core, from, to));
    Leaps::new(leaps.collect())
}

/// Adds the shortest leap of every stretch of `from` to one of `to`.
fn add(core: &Core, from: &[u32], mut to: Vec<u32>, leaps: &mut Vec<Leap>) {
    to.retain(|row| core.can_enter(*row));
    let values: Vec<f32> = to.iter().flat_map(|row| core.index.row(*row)).copied().collect();
    let Ok(index) = NearestIndex::build(&values, core.space.dims(), IndexConfig::default()) else {
        return;
    };
    let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
    let stretch = ((STRETCH_SECS * core.library.rate_hz()).round() as u32).max(1);
    let of_stretch = |row: &u32| {
        let frame = core.states.frame(*row);
        (core.library.clip_of(frame), frame.0 / stretch)
    };
    for rows in from.chunk_by(|a, b| of_stretch(a) == of_stretch(b)) {
        let mut leap_from = |row: u32| {
            index.search(core.index.row(row), 1, &mut scratch, &mut found);
            found.first().map(|nearest| leap(core, row, to[nearest.row as usize]))
        };
        let found = rows.iter().filter_map(|row| leap_from(*row));
        leaps.extend(found.min_by(|a, b| a.cost.total_cmp(&b.cost)));
    }
}

fn leap(core: &Core, from: u32, to: u32) -> Leap {
    let features = |row: u32| core.index.find_row(row).unwrap_or_default();
    let gaps = features(from).iter().zip(features(to)).map(|(a, b)| (a - b) * (a - b));
    let squared: f32 = gaps.sum();
    let cost = core.config.follow().map_or(0.0, |f| f.leave_cost + f.distance_cost * squared);
    Leap { from, to, cost }
}

/// Clips that nothing leads to from the largest part of the field in which everything leads to
/// everything, with the frames of each that cannot be reached; those with the most first.
pub(crate) fn unreached(
    core: &Core,
    anchors: &Anchors,
    transitions: &Transitions,
) -> Vec<(String, usize)> {
    let graph = graph(anchors, transitions);
    let components = graph.components();
    let largest = components.nodes(components.largest().unwrap_or(0));
    let reached = graph.reached(largest);
    let mut clips: Vec<(String, usize)> = Vec::new();
    for row in (0_u32..).take(core.states.len()) {
        if reached[anchors.of(row)[0].0 as usize] {
            continue;
        }
        let clip = core.library.clip_of(core.states.frame(row));
        let name = &core.library.clips()[clip.index()].name;
        match clips.last_mut() {
            Some((last, frames)) if last == name => *frames += 1,
            _ => clips.push((name.clone(), 1)),
        }
    }
    clips.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    clips
}

/// What every anchor leads to.
fn graph(anchors: &Anchors, transitions: &Transitions) -> Graph {
    let of = |anchor: usize| {
        let own = anchor * transitions.actions..(anchor + 1) * transitions.actions;
        own.flat_map(|transition| transitions.reached(transition)).map(|(to, _)| *to).collect()
    };
    Graph::new((0..anchors.len()).map(of).collect())
}
