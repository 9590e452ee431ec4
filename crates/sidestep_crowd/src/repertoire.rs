//! What all characters of a crowd share: frames ready to be put down anywhere, and the options of
//! every state with where they lead and what they pass through.

use crate::error::CrowdError;
use glam::{Quat, Vec2, Vec3};
use sidestep_mobility_map::{NormalForm, OptionTable, Run, StateActionGraph, StateId, map::NO_RUN};
use sidestep_motion::{FrameId, GroundTransform, MotionLibrary, math};
use std::{ops::Range, sync::Arc};

/// Places of a way that are remembered, [`WAY_SECS`] apart.
pub(crate) const WAY_POINTS: usize = 8;

/// Seconds from one remembered place of a way to the next.
pub(crate) const WAY_SECS: f32 = 0.375;

/// Marks a frame that is no state with options.
const NO_STATE: u32 = u32::MAX;

/// Frames, states and options in the form a crowd plays them; immutable and shared.
#[derive(Debug)]
pub struct Repertoire {
    library: Arc<MotionLibrary>,
    frames: Vec<Frame>,
    /// The state with options that each frame is, or [`NO_STATE`].
    states: Vec<u32>,
    state_frames: Vec<FrameId>,
    option_starts: Vec<u32>,
    options: Vec<Choice>,
    ways: Vec<Way>,
    run_starts: Vec<u32>,
    runs: Vec<Run>,
    /// States that have options, the only ones to begin in.
    open: Vec<StateId>,
    usual_speed: f32,
}

/// One frame freed of where it was captured (eqs. 3.2 to 3.4).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// From the frame before.
    pub(crate) step: GroundTransform,
    /// The root as seen from the ground transform.
    pub(crate) root: Vec3,
    /// The root's rotation without the heading.
    pub(crate) tilt: Quat,
}

/// One option of a state, as seen from the character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// Where it leads.
    pub(crate) end: End,
    /// Its last run among those of its state.
    pub(crate) run: u16,
}

/// Where a way ends: as seen from the world or from a character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) place: Vec2,
    /// Unit vector of the heading.
    pub(crate) forward: Vec2,
    /// Seconds until then.
    pub(crate) secs: f32,
}

/// Places on the way of an option in millimetres, as seen from the character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way([[i16; 2]; WAY_POINTS]);

impl Repertoire {
    /// Takes up a library, its graph and its map.
    pub fn new(
        library: &Arc<MotionLibrary>,
        graph: &StateActionGraph,
        map: &OptionTable,
    ) -> Result<Self, CrowdError> {
        let mut repertoire = Self {
            library: Arc::clone(library),
            frames: frames(library),
            states: vec![NO_STATE; library.len()],
            state_frames: graph.state_frames.clone(),
            option_starts: map.option_starts.clone(),
            options: Vec::with_capacity(map.options.len()),
            ways: Vec::with_capacity(map.options.len()),
            run_starts: map.run_starts.clone(),
            runs: map.runs.clone(),
            open: Vec::new(),
            usual_speed: sidestep_control::median_moving_speed(library),
        };
        for (state, frame) in (0_u32..).map(StateId).zip(&graph.state_frames) {
            if map.has(state) {
                repertoire.states[frame.index()] = state.0;
                repertoire.open.push(state);
                repertoire.add_options(state, map);
            }
        }
        if repertoire.open.is_empty() { Err(CrowdError::NoOption) } else { Ok(repertoire) }
    }

    fn add_options(&mut self, state: StateId, map: &OptionTable) {
        let secs = self.library.frame_secs();
        let runs = map.runs_of(state);
        let mut chain = Vec::new();
        for option in map.options_of(state) {
            chain.clear();
            chain.extend(runs_back(runs, option.run));
            let mut walk = Walk { places: vec![Vec2::ZERO], ..Walk::default() };
            for run in chain.iter().rev().map(|run| runs[usize::from(*run)]) {
                for frame in run.first..run.first + u32::from(run.frames) {
                    walk.step(self.frames[frame as usize].step);
                }
            }
            let (s, c) = math::sin_cos(walk.ground.heading);
            let place = Vec2::new(walk.ground.x, walk.ground.z);
            let end_secs = (walk.places.len() - 1) as f32 * secs;
            let end = End { place, forward: Vec2::new(s, c), secs: end_secs };
            self.options.push(Choice { end, run: option.run });
            self.ways.push(walk.way(secs));
        }
    }

    /// The library its frames come from.
    pub fn library(&self) -> &Arc<MotionLibrary> {
        &self.library
    }

    /// How many options there are in all.
    pub fn options(&self) -> usize {
        self.options.len()
    }

    /// Bytes it holds besides the library.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.frames)
            + size_of_val(&*self.states)
            + size_of_val(&*self.state_frames)
            + size_of_val(&*self.option_starts)
            + size_of_val(&*self.options)
            + size_of_val(&*self.ways)
            + size_of_val(&*self.run_starts)
            + size_of_val(&*self.runs)
    }

    /// The speed the actor usually moves at, in metres a second.
    pub fn usual_speed(&self) -> f32 {
        self.usual_speed
    }

    /// The states a character may begin in.
    pub fn open_states(&self) -> &[StateId] {
        &self.open
    }

    /// The states that begin by going straight ahead at about `speed`; all where none does.
    pub fn walking_states(&self, speed: f32) -> Vec<StateId> {
        let velocity = |state: &StateId| {
            let options = self.options_of(*state);
            let count = options.len() as f32;
            options.map(|option| self.way(option).point(0)).sum::<Vec2>() / (count * WAY_SECS)
        };
        let walks = |state: &&StateId| {
            let off = velocity(state) - Vec2::new(0.0, speed);
            let slack = speed.max(0.5);
            off.x.abs() < 0.15 * slack && off.y.abs() < 0.25 * slack
        };
        let walking: Vec<StateId> = self.open.iter().filter(walks).copied().collect();
        if walking.is_empty() { self.open.clone() } else { walking }
    }

    /// The library frame of a state.
    pub fn state_frame(&self, state: StateId) -> FrameId {
        self.state_frames[state.index()]
    }

    pub(crate) fn frame(&self, frame: u32) -> &Frame {
        &self.frames[frame as usize]
    }

    /// The state with options that a frame is, if it is one.
    pub(crate) fn state(&self, frame: u32) -> Option<StateId> {
        Some(self.states[frame as usize]).filter(|state| *state != NO_STATE).map(StateId)
    }

    pub(crate) fn options_of(&self, state: StateId) -> Range<u32> {
        self.option_starts[state.index()]..self.option_starts[state.index() + 1]
    }

    pub(crate) fn choice(&self, option: u32) -> &Choice {
        &self.options[option as usize]
    }

    pub(crate) fn way(&self, option: u32) -> &Way {
        &self.ways[option as usize]
    }

    /// A run of a state.
    pub(crate) fn run(&self, state: StateId, run: u16) -> Run {
        self.runs[self.run_starts[state.index()] as usize + usize::from(run)]
    }

    /// The run after `run` on the way of an option of `state`; the first one after `None`.
    pub(crate) fn run_after(&self, state: StateId, option: u32, run: Option<u16>) -> Option<u16> {
        let row =
            self.run_starts[state.index()] as usize..self.run_starts[state.index() + 1] as usize;
        let before = run.unwrap_or(NO_RUN);
        let runs = &self.runs[row];
        runs_back(runs, self.choice(option).run)
            .find(|run| runs[usize::from(*run)].parent == before)
    }
}

/// The runs on the way to `last`, the last one first.
fn runs_back(runs: &[Run], last: u16) -> impl Iterator<Item = u16> + '_ {
    std::iter::successors(Some(last), |run| {
        Some(runs[usize::from(*run)].parent).filter(|parent| *parent != NO_RUN)
    })
}

impl Way {
    /// A remembered place; the first is [`WAY_SECS`] after the beginning.
    pub(crate) fn point(&self, index: usize) -> Vec2 {
        let [x, z] = self.0[index];
        Vec2::new(f32::from(x), f32::from(z)) * 0.001
    }

    /// The place after `secs`; beyond the last one the way goes on as between the last two.
    pub(crate) fn at(&self, secs: f32) -> Vec2 {
        let along = (secs / WAY_SECS).max(0.0);
        let before = (along as usize).min(WAY_POINTS - 1);
        let from = if before == 0 { Vec2::ZERO } else { self.point(before - 1) };
        let part = along - before as f32;
        from + (self.point(before) - from) * part
    }
}

/// A way while it is walked.
#[derive(Default)]
struct Walk {
    ground: GroundTransform,
    places: Vec<Vec2>,
}

impl Walk {
    fn step(&mut self, step: GroundTransform) {
        self.ground = self.ground * step;
        self.places.push(Vec2::new(self.ground.x, self.ground.z));
    }

    fn way(&self, frame_secs: f32) -> Way {
        let last = self.places.len() - 1;
        // Behind its end a way goes on as it went in its last third of a second.
        let tail = ((0.33 / frame_secs) as usize).clamp(1, last.max(1)).min(last);
        let drift = (self.places[last] - self.places[last - tail]) / tail.max(1) as f32;
        let mut way = Way([[0; 2]; WAY_POINTS]);
        for (i, point) in way.0.iter_mut().enumerate() {
            let along = WAY_SECS * (i + 1) as f32 / frame_secs;
            let before = (along as usize).min(last);
            let part = along - before as f32;
            let place = match self.places.get(before + 1) {
                Some(next) => self.places[before].lerp(*next, part),
                None => self.places[last] + drift * part,
            };
            let millimetres = |metres: f32| (metres * 1000.0).round() as i16;
            *point = [millimetres(place.x), millimetres(place.y)];
        }
        way
    }
}

fn frames(library: &MotionLibrary) -> Vec<Frame> {
    let form = NormalForm::of(library);
    let parts = form.steps.iter().zip(&form.root_positions).zip(&form.root_rotations);
    parts.map(|((step, root), tilt)| Frame { step: *step, root: *root, tilt: *tilt }).collect()
}
