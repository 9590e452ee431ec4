//! The mobility map (chapter 4): for every state, where the cheapest ways of Γ steps lead.
//!
//! The ways from one state form a tree, stored as runs: consecutive frames without a branch. An
//! option is a way from the root of the tree to the end of one of its runs.

use sidestep_motion::{GroundTransform, math::wrap_angle};
use sidestep_pose_graph::StateId;
use std::{f32::consts::PI, ops::Range};

/// The parent of a run that begins at the state itself.
pub const NO_RUN: u16 = u16::MAX;

/// Places are stored in steps of 2 mm.
const STEPS_PER_METRE: f32 = 500.0;

/// Headings are stored so that a half turn is this much.
const STEPS_PER_HALF_TURN: f32 = 32_767.0;

/// Costs are stored in steps of 1/64.
const STEPS_PER_COST: f32 = 64.0;

/// Where one way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct MapOption {
    /// The state it ends in.
    pub to: StateId,
    /// Place and heading at its end, seen from its beginning; see [`MapOption::ground`].
    packed: [i16; 3],
    /// Frames it plays.
    pub frames: u16,
    /// Its cost in small steps; see [`MapOption::cost`].
    packed_cost: u16,
    /// Its last run, counted among the runs of its state.
    pub run: u16,
}

/// Consecutive frames on the way to some option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Run {
    /// The first frame it plays.
    pub first: u32,
    /// How many frames it plays.
    pub frames: u16,
    /// The run before it, counted among the runs of its state, or [`NO_RUN`]. Always a lower number.
    pub parent: u16,
    /// The cost of entering it, in small steps; see [`Run::cost`].
    packed_cost: u16,
    padding: u16,
}

// The layout is that of the file.
const _: () = assert!(size_of::<MapOption>() == 16 && size_of::<Run>() == 12);

/// Options and runs of all states, in compressed rows. States that are not in the map have none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionTable {
    /// Where the options of each state of the graph begin; one entry more than there are states.
    pub option_starts: Vec<u32>,
    /// All options, state by state, each row in the order of its cells.
    pub options: Vec<MapOption>,
    /// Where the runs of each state begin; one entry more than there are states.
    pub run_starts: Vec<u32>,
    /// All runs, state by state, parents before children.
    pub runs: Vec<Run>,
}

impl MapOption {
    /// Packs an option; what is too large is cut.
    pub fn new(to: StateId, ground: GroundTransform, frames: u32, cost: f32, run: u16) -> Self {
        let heading = wrap_angle(ground.heading) / PI * STEPS_PER_HALF_TURN;
        let packed = [ground.x * STEPS_PER_METRE, ground.z * STEPS_PER_METRE, heading];
        Self {
            to,
            packed: packed.map(rounded),
            frames: u16::try_from(frames).unwrap_or(u16::MAX),
            packed_cost: pack_cost(cost),
            run,
        }
    }

    /// Place and heading at its end, seen from its beginning.
    pub fn ground(&self) -> GroundTransform {
        let [x, z, heading] = self.packed.map(f32::from);
        let heading = heading / STEPS_PER_HALF_TURN * PI;
        GroundTransform::new(x / STEPS_PER_METRE, z / STEPS_PER_METRE, heading)
    }

    /// x and z of [`MapOption::ground`].
    pub fn place(&self) -> [f32; 2] {
        let [x, z, _] = self.packed.map(f32::from);
        [x / STEPS_PER_METRE, z / STEPS_PER_METRE]
    }

    /// The sum of its transition costs.
    pub fn cost(&self) -> f32 {
        f32::from(self.packed_cost) / STEPS_PER_COST
    }
}

impl Run {
    /// Packs a run.
    pub fn new(first: u32, frames: u32, parent: u16, cost: f32) -> Self {
        let frames = u16::try_from(frames).unwrap_or(u16::MAX);
        Self { first, frames, parent, packed_cost: pack_cost(cost), padding: 0 }
    }

    /// The cost of entering it: that of a jump, or nothing where it only branches off.
    pub fn cost(&self) -> f32 {
        f32::from(self.packed_cost) / STEPS_PER_COST
    }
}

impl OptionTable {
    /// The options of a state.
    pub fn options_of(&self, state: StateId) -> &[MapOption] {
        &self.options[row(&self.option_starts, state)]
    }

    /// The runs of a state.
    pub fn runs_of(&self, state: StateId) -> &[Run] {
        &self.runs[row(&self.run_starts, state)]
    }

    /// Whether a state is in the map.
    pub fn has(&self, state: StateId) -> bool {
        !row(&self.option_starts, state).is_empty()
    }

    /// How many states are in the map.
    pub fn states(&self) -> usize {
        self.option_starts.windows(2).filter(|pair| pair[0] < pair[1]).count()
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.option_starts.as_slice())
            + size_of_val(self.options.as_slice())
            + size_of_val(self.run_starts.as_slice())
            + size_of_val(self.runs.as_slice())
    }

    /// The most runs of any state.
    pub(crate) fn most_runs(&self) -> usize {
        let rows = self.run_starts.windows(2);
        rows.map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(0)
    }
}

fn row(starts: &[u32], state: StateId) -> Range<usize> {
    starts[state.index()] as usize..starts[state.index() + 1] as usize
}

fn rounded(value: f32) -> i16 {
    value.round() as i16
}

fn pack_cost(cost: f32) -> u16 {
    (cost * STEPS_PER_COST).round() as u16
}
