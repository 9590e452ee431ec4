//! Building the map: trees of ways become options, and states with few of them leave.

use crate::{
    cells::{Cell, sort_by_cell},
    map::{MapOption, NO_RUN, OptionTable, Run},
    map_config::{MapConfig, Reach},
};
use sidestep_motion::{FrameId, GroundTransform, MotionLibrary, components::strongly_connected};
use sidestep_pose_graph::{PathTree, StateActionGraph, StateId, for_each_source_within};
use std::cell::RefCell;

/// Builds the map of a graph. Where no state has enough options, it is empty.
pub fn build_map(
    library: &MotionLibrary,
    graph: &StateActionGraph,
    config: &MapConfig,
) -> OptionTable {
    thread_local! {
        static SCRATCH: RefCell<Scratch> = const { RefCell::new(Scratch::EMPTY) };
    }
    let from: Vec<u32> = (0_u32..)
        .take(graph.states())
        .flat_map(|state| graph.range(StateId(state)).map(move |_| state))
        .collect();
    let chosen = choose_states(library, graph, config.most_states);
    let sources: Vec<StateId> =
        (0_u32..).zip(&chosen).filter(|(_, chosen)| **chosen).map(|(s, _)| StateId(s)).collect();
    let maker = RowMaker { library, graph, from: &from, chosen: &chosen, config };
    let mut timed = graph.clone();
    for action in &mut timed.actions {
        let frames = action.frames as f32;
        action.cost += config.per_frame * frames;
    }
    let made = for_each_source_within(&timed, &sources, config.steps, |tree| {
        SCRATCH.with(|scratch| maker.row(tree, &mut scratch.borrow_mut()))
    });
    let mut rows = vec![Row::default(); graph.states()];
    for (source, row) in sources.iter().zip(made) {
        rows[source.index()] = row;
    }
    let mut least = config.least_options.max(1);
    loop {
        let kept = prune(&rows, least);
        let count = kept.iter().filter(|kept| **kept).count();
        let is_enough = count > 0 && count as f32 >= config.least_kept * kept.len() as f32;
        if is_enough || least == 1 || config.least_kept <= 0.0 {
            return assemble(rows, &kept);
        }
        least /= 2;
    }
}

/// Which states may be in the map: all, or those at every n-th frame of their clip.
fn choose_states(library: &MotionLibrary, graph: &StateActionGraph, most: u32) -> Vec<bool> {
    let every = graph.states().div_ceil(most.max(1) as usize).max(1);
    let is_chosen = |frame: &FrameId| {
        let clip = &library.clips()[library.clip_of(*frame).index()];
        ((frame.0 - clip.frames.start) as usize).is_multiple_of(every)
    };
    graph.state_frames.iter().map(is_chosen).collect()
}

/// The step over the ground from the frame before `first` to the last of `frames` frames.
pub(crate) fn run_ground(library: &MotionLibrary, first: u32, frames: u32) -> GroundTransform {
    let clip = &library.clips()[library.clip_of(FrameId(first)).index()];
    let before = first.saturating_sub(1).max(clip.frames.start);
    let last = first + frames.saturating_sub(1);
    library.ground(FrameId(before)).delta_to(library.ground(FrameId(last)))
}

/// Options and runs of one state, its tree.
#[derive(Clone, Debug, Default)]
struct Row {
    options: Vec<MapOption>,
    runs: Vec<Run>,
}

struct RowMaker<'a> {
    library: &'a MotionLibrary,
    graph: &'a StateActionGraph,
    /// The state that each action leaves.
    from: &'a [u32],
    /// Which states may be in the map.
    chosen: &'a [bool],
    config: &'a MapConfig,
}

/// Room for one tree after the other.
struct Scratch {
    /// Ways that go on from each state.
    children: Vec<u16>,
    /// The run in which each state lies.
    run: Vec<u16>,
    /// The states on the way to options.
    marked: Vec<u32>,
    is_marked: Vec<bool>,
}

impl Scratch {
    const EMPTY: Self =
        Self { children: Vec::new(), run: Vec::new(), marked: Vec::new(), is_marked: Vec::new() };
}

impl RowMaker<'_> {
    fn row(&self, tree: &PathTree, scratch: &mut Scratch) -> Row {
        let mut ends = self.ends(tree, scratch);
        if ends.is_empty() {
            return Row::default();
        }
        self.mark(tree, &ends, scratch);
        let mut runs = self.runs(tree, &ends, scratch);
        let mut options = self.options(&ends, scratch, &runs);
        self.thin(&mut options);
        if options.len() < ends.len() {
            ends = options.iter().map(|option| option.to.0).collect();
            ends.sort_unstable();
            self.mark(tree, &ends, scratch);
            runs = self.runs(tree, &ends, scratch);
            options = self.options(&ends, scratch, &runs);
        }
        Row { options, runs }
    }

    /// Leaves out options of which there are more than enough.
    fn thin(&self, options: &mut Vec<MapOption>) {
        let order = |a: &MapOption, b: &MapOption| {
            let cost = |option: &MapOption| {
                option.cost() + self.config.per_frame * f32::from(option.frames)
            };
            cost(a).total_cmp(&cost(b)).then(a.to.cmp(&b.to))
        };
        options.sort_by(order);
        let mut cells: Vec<(Cell, u16)> = Vec::with_capacity(options.len());
        // The cheapest of every cell, then the second of every cell, and so on.
        let mut ranked: Vec<(u16, MapOption)> = Vec::with_capacity(options.len());
        for option in options.drain(..) {
            let cell = Cell::of(option.ground());
            let index = match cells.binary_search_by_key(&cell, |(cell, _)| *cell) {
                Ok(index) => index,
                Err(index) => {
                    cells.insert(index, (cell, 0));
                    index
                }
            };
            if cells[index].1 < self.config.most_in_cell {
                ranked.push((cells[index].1, option));
                cells[index].1 += 1;
            }
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        options.extend(ranked.into_iter().map(|(_, option)| option));
        options.truncate(usize::from(self.config.most_options));
    }

    /// The states that ways of the right number of steps lead to.
    fn ends(&self, tree: &PathTree, scratch: &mut Scratch) -> Vec<u32> {
        let most = self.config.steps;
        let goes_on = &mut scratch.is_marked;
        goes_on.clear();
        goes_on.resize(tree.steps.len(), false);
        if self.config.reach == Reach::Farthest {
            let within = |(steps, _): &(&u16, &u32)| (1..=most).contains(*steps);
            for (_, action) in tree.steps.iter().zip(&tree.last_actions).filter(within) {
                goes_on[self.from[*action as usize] as usize] = true;
            }
        }
        let is_end = |state: &u32| {
            let steps = tree.steps[*state as usize];
            let is_of_reach = match self.config.reach {
                Reach::Exactly => steps == most,
                Reach::Farthest => {
                    steps == most || (most / 2..most).contains(&steps) && !goes_on[*state as usize]
                }
                Reach::Within => steps <= most,
            };
            is_of_reach && self.chosen[*state as usize] && *state != tree.source.0
        };
        (0_u32..).take(tree.steps.len()).filter(is_end).collect()
    }

    /// Marks the states on the way to `ends`, those with fewer steps first.
    fn mark(&self, tree: &PathTree, ends: &[u32], scratch: &mut Scratch) {
        let Scratch { children, marked, is_marked, run } = scratch;
        let steps = &tree.steps;
        children.clear();
        children.resize(steps.len(), 0);
        run.clear();
        run.resize(steps.len(), NO_RUN);
        marked.clear();
        is_marked.clear();
        is_marked.resize(steps.len(), false);
        is_marked[tree.source.index()] = true;
        for end in ends {
            let mut state = *end;
            while !std::mem::replace(&mut is_marked[state as usize], true) {
                marked.push(state);
                state = self.from[tree.last_actions[state as usize] as usize];
                children[state as usize] += 1;
            }
        }
        marked.sort_unstable_by_key(|state| (steps[*state as usize], *state));
    }

    /// Joins steps into runs, wherever one way goes on without a branch, an end or a jump.
    fn runs(&self, tree: &PathTree, ends: &[u32], scratch: &mut Scratch) -> Vec<Run> {
        let Scratch { children, run, marked, .. } = scratch;
        let mut runs: Vec<Run> = Vec::new();
        for state in marked.iter() {
            let index = tree.last_actions[*state as usize] as usize;
            let (action, from) = (self.graph.actions[index], self.from[index]);
            let parent = run[from as usize];
            let goes_on = action.first == self.graph.state_frames[from as usize].0 + 1;
            let alone = parent != NO_RUN
                && children[from as usize] == 1
                && ends.binary_search(&from).is_err();
            if alone && goes_on {
                let frames = &mut runs[usize::from(parent)].frames;
                *frames += u16::try_from(action.frames).unwrap_or(0);
                run[*state as usize] = parent;
            } else {
                run[*state as usize] = u16::try_from(runs.len()).unwrap_or(NO_RUN);
                runs.push(Run::new(action.first, action.frames, parent, action.cost));
            }
        }
        runs
    }

    fn options(&self, ends: &[u32], scratch: &Scratch, runs: &[Run]) -> Vec<MapOption> {
        // Place, frames and cost at the end of each run.
        let mut reached: Vec<(GroundTransform, u32, f32)> = Vec::with_capacity(runs.len());
        for run in runs {
            let (ground, frames, cost) = match run.parent {
                NO_RUN => (GroundTransform::IDENTITY, 0, 0.0),
                parent => reached[usize::from(parent)],
            };
            let step = run_ground(self.library, run.first, u32::from(run.frames));
            reached.push((ground * step, frames + u32::from(run.frames), cost + run.cost()));
        }
        let option = |end: &u32| {
            let run = scratch.run[*end as usize];
            let (ground, frames, cost) = reached[usize::from(run)];
            MapOption::new(StateId(*end), ground, frames, cost, run)
        };
        ends.iter().map(option).collect()
    }
}

/// Which states stay: all with enough options that lead to states that stay, strongly connected.
fn prune(rows: &[Row], least_options: u16) -> Vec<bool> {
    let mut kept: Vec<bool> = rows.iter().map(|row| !row.options.is_empty()).collect();
    loop {
        let before = kept.iter().filter(|kept| **kept).count();
        let count = |row: &Row| row.options.iter().filter(|o| kept[o.to.index()]).count();
        let enough = |row: &Row| count(row) >= usize::from(least_options);
        kept = rows.iter().zip(&kept).map(|(row, kept)| *kept && enough(row)).collect();
        let (mut starts, mut targets) = (vec![0_u32], Vec::new());
        for (row, row_is_kept) in rows.iter().zip(&kept) {
            let to = row.options.iter().filter(|o| *row_is_kept && kept[o.to.index()]);
            targets.extend(to.map(|option| option.to.0));
            starts.push(u32::try_from(targets.len()).unwrap_or(u32::MAX));
        }
        let components = strongly_connected(&starts, &targets);
        let largest = components.largest();
        for (kept, component) in kept.iter_mut().zip(&components.of) {
            *kept &= Some(*component) == largest;
        }
        if kept.iter().filter(|kept| **kept).count() == before {
            return kept;
        }
    }
}

/// Puts the rows that stay into one table.
fn assemble(rows: Vec<Row>, kept: &[bool]) -> OptionTable {
    let mut table =
        OptionTable { option_starts: vec![0], run_starts: vec![0], ..Default::default() };
    let length = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    for (row, row_is_kept) in rows.into_iter().zip(kept) {
        if *row_is_kept {
            let (options, runs) = without_lost(row, kept);
            table.options.extend(options);
            table.runs.extend(runs);
        }
        table.option_starts.push(length(table.options.len()));
        table.run_starts.push(length(table.runs.len()));
    }
    table
}

/// The row without options to states that left, and without runs that lead nowhere then.
fn without_lost(mut row: Row, kept: &[bool]) -> (Vec<MapOption>, Vec<Run>) {
    row.options.retain(|option| kept[option.to.index()]);
    let mut used = vec![false; row.runs.len()];
    for option in &row.options {
        used[usize::from(option.run)] = true;
    }
    for index in (0..row.runs.len()).rev() {
        if used[index] && row.runs[index].parent != NO_RUN {
            used[usize::from(row.runs[index].parent)] = true;
        }
    }
    let mut numbers = vec![NO_RUN; row.runs.len()];
    let mut runs: Vec<Run> = Vec::new();
    for (index, run) in row.runs.iter().enumerate().filter(|(index, _)| used[*index]) {
        numbers[index] = u16::try_from(runs.len()).unwrap_or(NO_RUN);
        let parent = if run.parent == NO_RUN { NO_RUN } else { numbers[usize::from(run.parent)] };
        let mut run = *run;
        run.parent = parent;
        runs.push(run);
    }
    for option in &mut row.options {
        option.run = numbers[usize::from(option.run)];
    }
    sort_by_cell(&mut row.options);
    (row.options, runs)
}
