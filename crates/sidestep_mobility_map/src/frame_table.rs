//! What the search reads of every frame: where it is, what it does, and which state it is.

use crate::spot::Spot;
use sidestep_control::{
    Gait,
    usual_speed::{STANDING_SPEED, ground_speed},
};
use sidestep_motion::{FrameId, MotionLibrary, Side};
use sidestep_pose_graph::{StateActionGraph, StateId};

/// A flight this near in time makes a frame one of running.
const FLIGHT_SECS: f32 = 0.4;

/// Flights of slower motion are errors of contact detection, in metres a second.
const RUN_SPEED: f32 = 1.5;

/// Marks a frame that is no state.
const NO_STATE: u32 = u32::MAX;

/// The manner in which a frame moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Stand,
    Go(Gait),
}

/// Tables over the frames of a library.
#[derive(Clone, Debug)]
pub(crate) struct FrameTable {
    pub(crate) spots: Vec<Spot>,
    pub(crate) manners: Vec<Manner>,
    states: Vec<u32>,
    /// First frame of the clip of each frame.
    clip_starts: Vec<u32>,
    /// The last frame that can be played on to from each frame without a jump.
    plays_to: Vec<u32>,
}

impl FrameTable {
    pub(crate) fn new(library: &MotionLibrary, graph: &StateActionGraph) -> Self {
        let frames = || (0_u32..).take(library.len()).map(FrameId);
        let mut states = vec![NO_STATE; library.len()];
        for (state, frame) in (0_u32..).zip(&graph.state_frames) {
            states[frame.index()] = state;
        }
        let starts = library.clips().iter();
        let clip_starts = starts.flat_map(|clip| clip.frames.clone().map(|_| clip.frames.start));
        Self {
            spots: frames().map(|frame| Spot::of(library.ground(frame))).collect(),
            manners: frames().map(|frame| manner(library, frame)).collect(),
            states,
            clip_starts: clip_starts.collect(),
            plays_to: plays_to(library.len(), graph),
        }
    }

    /// The last frame that can be played on to from `frame` without a jump.
    pub(crate) fn plays_to(&self, frame: u32) -> u32 {
        self.plays_to[frame as usize]
    }

    /// The state that a frame is, if it is one.
    pub(crate) fn state(&self, frame: u32) -> Option<StateId> {
        self.states.get(frame as usize).copied().filter(|s| *s != NO_STATE).map(StateId)
    }

    /// The frame before, or the frame itself at the start of a clip.
    pub(crate) fn before(&self, frame: u32) -> u32 {
        frame.saturating_sub(1).max(self.clip_starts[frame as usize])
    }

    /// The step over the ground from the frame before `first` to `last`, of the same clip.
    pub(crate) fn step(&self, first: u32, last: u32) -> Spot {
        let before = self.before(first) as usize;
        self.spots[before].delta_to(self.spots[last as usize])
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.spots.as_slice())
            + size_of_val(self.manners.as_slice())
            + size_of_val(self.states.as_slice())
            + size_of_val(self.clip_starts.as_slice())
            + size_of_val(self.plays_to.as_slice())
    }
}

/// How far one can play on from each frame: through actions that do not jump.
fn plays_to(frames: usize, graph: &StateActionGraph) -> Vec<u32> {
    let mut goes_on = vec![false; frames];
    for (state, frame) in (0_u32..).zip(&graph.state_frames) {
        for action in graph.actions_of(StateId(state)) {
            let last = action.first + action.frames - 1;
            let from = if action.first == frame.0 + 1 { frame.0 } else { action.first };
            goes_on[from as usize..last as usize].fill(true);
        }
    }
    let mut plays_to: Vec<u32> = (0_u32..).take(frames).collect();
    for frame in (1..frames).rev() {
        if goes_on[frame - 1] {
            plays_to[frame - 1] = plays_to[frame];
        }
    }
    plays_to
}

/// How a frame moves, by its labels where they say so, else by speed and flight.
fn manner(library: &MotionLibrary, frame: FrameId) -> Manner {
    let clip = &library.clips()[library.clip_of(frame).index()];
    let speed = ground_speed(library, frame);
    if speed < STANDING_SPEED {
        return Manner::Stand;
    }
    let here = frame.0 - clip.frames.start;
    let has = |name: &str| clip.labels.iter().any(|l| l.name == name && l.frames.contains(&here));
    if has(Gait::Crouch.name()) {
        return Manner::Go(Gait::Crouch);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few frames")]
    let reach = (FLIGHT_SECS * library.rate_hz()) as u32;
    let from = frame.0.saturating_sub(reach).max(clip.frames.start);
    let to = (frame.0 + reach).min(clip.frames.end - 1);
    let flies = (from..=to).any(|frame| {
        let contacts = library.contacts(FrameId(frame));
        !contacts.get(Side::Left) && !contacts.get(Side::Right)
    });
    Manner::Go(if flies && speed > RUN_SPEED { Gait::Run } else { Gait::Walk })
}
