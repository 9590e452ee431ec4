//! Putting a map together from tables that were saved, with every number in them checked: whatever a
//! file holds, a map that is made of it is safe to run.

use crate::{
    config::MobilityConfig,
    construction::MobilityMap,
    error::BuildError,
    map::{NO_RUN, OptionTable},
};
use sidestep_motion::{FrameId, MotionLibrary};
use sidestep_pose_graph::{StateActionGraph, StateId};
use std::sync::Arc;

/// Makes a map of tables computed before. They are refused where they do not fit together.
pub fn restore(
    library: &Arc<MotionLibrary>,
    config: &MobilityConfig,
    graph: StateActionGraph,
    table: OptionTable,
) -> Result<MobilityMap, BuildError> {
    config.graph.check()?;
    check_graph(library, &graph)?;
    check_table(library, &graph, &table)?;
    MobilityMap::from_parts(library, graph, table, config)
}

pub(crate) fn must(is_fine: bool, what: impl Fn() -> String) -> Result<(), BuildError> {
    if is_fine { Ok(()) } else { Err(BuildError::Tables { what: what() }) }
}

/// Rows must begin at 0, never go back, and end with the last of `entries`.
pub(crate) fn check_rows(
    name: &str,
    starts: &[u32],
    states: usize,
    entries: usize,
) -> Result<(), BuildError> {
    let last = starts.last().map(|last| *last as usize);
    let are_fine = starts.len() == states + 1
        && starts.first() == Some(&0)
        && starts.windows(2).all(|pair| pair[0] <= pair[1])
        && last == Some(entries);
    must(are_fine, || format!("the rows of the {name} are not those of {states} states"))
}

pub(crate) fn check_graph(
    library: &MotionLibrary,
    graph: &StateActionGraph,
) -> Result<(), BuildError> {
    let frames = &graph.state_frames;
    let is_ascending = frames.windows(2).all(|pair| pair[0] < pair[1]);
    let is_inside = frames.last().is_some_and(|last| last.index() < library.len());
    must(is_ascending && is_inside, || "states are not frames in order".to_owned())?;
    check_rows("actions", &graph.action_starts, graph.states(), graph.actions.len())?;
    for state in (0_u32..).take(graph.states()).map(StateId) {
        must(!graph.range(state).is_empty(), || format!("no action leaves state {}", state.0))?;
    }
    for (number, action) in graph.actions.iter().enumerate() {
        let end = graph.state_frames.get(action.to.index()).map(|frame| frame.0);
        let is_fine = is_run(library, action.first, action.frames)
            && action.first.checked_add(action.frames - 1) == end
            && action.cost.is_finite()
            && action.cost >= 0.0;
        must(is_fine, || format!("action {number} does not lead to its state"))?;
    }
    Ok(())
}

fn check_table(
    library: &MotionLibrary,
    graph: &StateActionGraph,
    table: &OptionTable,
) -> Result<(), BuildError> {
    let states = graph.states();
    check_rows("options", &table.option_starts, states, table.options.len())?;
    check_rows("runs", &table.run_starts, states, table.runs.len())?;
    let state_at = |frame: u32| graph.state_frames.binary_search(&FrameId(frame));
    for state in (0_u32..).take(states).map(StateId) {
        let runs = table.runs_of(state);
        for (number, run) in runs.iter().enumerate() {
            let frames = u32::from(run.frames);
            let is_fine = is_run(library, run.first, frames)
                && (run.parent == NO_RUN || usize::from(run.parent) < number)
                && state_at(run.first + frames - 1).is_ok();
            must(is_fine, || format!("run {number} of state {} leads nowhere", state.0))?;
        }
        for (number, option) in table.options_of(state).iter().enumerate() {
            let end = runs.get(usize::from(option.run));
            let end = end.map(|run| run.first + u32::from(run.frames) - 1);
            let is_fine = option.to.index() < states
                && end == Some(graph.state_frames[option.to.index()].0)
                && table.has(option.to);
            must(is_fine, || format!("option {number} of state {} leads nowhere", state.0))?;
        }
        let most = usize::from(NO_RUN);
        must(runs.len() < most, || format!("state {} has {} runs", state.0, runs.len()))?;
    }
    Ok(())
}

/// Whether these are frames of one clip, at least one.
pub(crate) fn is_run(library: &MotionLibrary, first: u32, frames: u32) -> bool {
    let clip = &library.clips()[library.clip_of(FrameId(first)).index()].frames;
    let end = first.checked_add(frames);
    frames > 0 && clip.contains(&first) && end.is_some_and(|end| end <= clip.end)
}
