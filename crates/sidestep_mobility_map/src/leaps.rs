//! Leaps into gaits that good jumps lead to late: only who is asked for such a gait takes them.
//!
//! Good jumps join like with like. From an upright walk it may take a dozen of them to get down into a
//! crouch, and where a crouch ends as many into the next one. So where a gait is hard to get into,
//! one dearer jump leads from every state to the frame most like what follows it that goes on in the gait.
//! It is blended longer, as a bridge is.

use crate::{frame_table::FrameTable, policy::WaysToGaits};
use sidestep_control::{Gait, usual_speed::ground_speed};
use sidestep_motion::{FrameId, MotionLibrary};
use sidestep_parallel::prelude::*;
use sidestep_pose_graph::{Action, PoseTable, StateActionGraph, StateId};

/// A gait is hard to get into where it takes longer than this, in seconds.
const LATE_SECS: f32 = 1.0;

/// And takes so long from this share of the states in other gaits, or more.
const LEAST_SHARE: f32 = 0.25;

/// Frames farther apart than this are of different stretches.
const STRETCH_FRAMES: u32 = 15;

/// Leaps dearer than the cheapest of a state by more than this factor are left out.
const DEARER: f32 = 1.5;

/// A leap, and the state it leaves.
pub(crate) type Leap = (StateId, Action);

/// The leaps into each gait that is hard to get into.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaps {
    /// In the order of the states they leave.
    of_gaits: Vec<(Gait, Vec<Leap>)>,
}

impl Leaps {
    /// Those that are needed, where the ways there are without them are `ways`.
    pub(crate) fn needed(
        library: &MotionLibrary,
        (graph, frames): (&StateActionGraph, &FrameTable),
        ways: &WaysToGaits,
        poses: impl Fn() -> Option<PoseTable>,
    ) -> Self {
        let is_late = |gait: &Gait| late_share(graph, frames, ways, *gait) > LEAST_SHARE;
        let late: Vec<Gait> = ways.gaits().filter(is_late).collect();
        if late.is_empty() {
            return Self::default();
        }
        let Some(poses) = poses() else { return Self::default() };
        let into = |gait: Gait| (gait, into(library, (graph, frames), &poses, gait));
        Self { of_gaits: late.into_iter().map(into).collect() }
    }

    /// All leaps into a gait.
    pub(crate) fn into(&self, gait: Gait) -> &[Leap] {
        let own = self.of_gaits.iter().find(|(own, _)| *own == gait);
        own.map_or(&[], |(_, leaps)| leaps)
    }

    /// The leaps from a state into a gait.
    pub(crate) fn from(&self, state: StateId, gait: Gait) -> &[Leap] {
        of_state(self.into(gait), state)
    }

    /// The leap from a state that begins with a frame, whatever the gait.
    pub(crate) fn to(&self, state: StateId, first: u32) -> Option<&Action> {
        let mut own = self.of_gaits.iter().flat_map(|(_, leaps)| of_state(leaps, state));
        own.find(|(_, leap)| leap.first == first).map(|(_, leap)| leap)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.of_gaits.iter().map(|(_, leaps)| size_of_val(leaps.as_slice())).sum()
    }
}

/// The leaps that leave a state, of leaps in the order of states.
pub(crate) fn of_state(leaps: &[Leap], state: StateId) -> &[Leap] {
    let first = leaps.partition_point(|(from, _)| *from < state);
    let own = leaps[first..].partition_point(|(from, _)| *from == state);
    &leaps[first..first + own]
}

/// The share of the states in other gaits from which a gait is got into late.
#[expect(clippy::cast_precision_loss, reason = "counts of states")]
fn late_share(
    graph: &StateActionGraph,
    frames: &FrameTable,
    ways: &WaysToGaits,
    gait: Gait,
) -> f32 {
    let is_other = |frame: &&FrameId| frames.gaits.at(**frame).is_some_and(|own| own != gait);
    let others = || graph.state_frames.iter().filter(is_other);
    let late = others().filter(|frame| ways.secs(gait, frame.0) > LATE_SECS).count();
    late as f32 / others().count().max(1) as f32
}

/// The cheapest leap from every state outside of a gait to each stretch that goes on in it, with the
/// same feet down.
fn into(
    library: &MotionLibrary,
    (graph, frames): (&StateActionGraph, &FrameTable),
    poses: &PoseTable,
    gait: Gait,
) -> Vec<Leap> {
    let speeds = frames.gaits.usual_speeds(gait);
    let lasts = |frame: FrameId| {
        frames.gaits.lasts(library, frame, gait) && speeds.contains(&ground_speed(library, frame))
    };
    let states = || (0_u32..).map(StateId).zip(&graph.state_frames);
    let targets: Vec<(StateId, u32)> = states()
        .filter(|(_, frame)| lasts(**frame) && frames.before(frame.0) < frame.0)
        .map(|(state, frame)| (state, frame.0))
        .collect();
    let is_one = |a: &(StateId, u32), b: &(StateId, u32)| {
        b.1 - a.1 < STRETCH_FRAMES && library.clip_of(FrameId(a.1)) == library.clip_of(FrameId(b.1))
    };
    let stretches: Vec<&[(StateId, u32)]> = targets.chunk_by(is_one).collect();
    let end = |frame: FrameId| library.clips()[library.clip_of(frame).index()].frames.end;
    // What is in the gait plays on to its end: the best moment of it would else be leapt to over and
    // over, and the character would glide in one pose.
    let is_outside = |frame: FrameId| frames.gaits.at(frame) != Some(gait);
    let from: Vec<(StateId, FrameId)> = states()
        .filter(|(_, frame)| is_outside(**frame) && frame.0 + 1 < end(**frame))
        .map(|(state, frame)| (state, *frame))
        .collect();
    let feet = |frame: u32| library.contacts(FrameId(frame));
    let leaps = |(state, frame): &(StateId, FrameId)| -> Vec<Leap> {
        let into_stretch = |stretch: &&[(StateId, u32)]| {
            let fits = stretch.iter().filter(|(_, to)| feet(*to) == feet(frame.0 + 1));
            let leaps = fits.map(|(to, first)| {
                let cost = poses.transition_cost(frame.index(), *first as usize);
                Action { to: *to, first: *first, frames: 1, cost }
            });
            leaps.min_by(|a, b| a.cost.total_cmp(&b.cost))
        };
        let mut found: Vec<Action> = stretches.iter().filter_map(into_stretch).collect();
        let least = found.iter().map(|leap| leap.cost).fold(f32::INFINITY, f32::min);
        found.retain(|leap| leap.cost <= DEARER * least);
        found.into_iter().map(|leap| (*state, leap)).collect()
    };
    let found: Vec<Vec<Leap>> = from.par_iter().map(leaps).collect();
    found.into_iter().flatten().collect()
}
