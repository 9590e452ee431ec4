//! General capability maps (section 7.1): what a character can do from each state, whatever it is.
//!
//! The mobility map tells where the body gets on the ground. The same works for any physical value of
//! a frame: a [`Moment`] is a frame at which something worth aiming at happens, such as a fist at the
//! end of a punch, with the point it happens at. The map keeps, for every state, the moments that can
//! be reached within a while, where their points lie as seen from the state, and the way there. At
//! run time any cost of those points picks one.

use glam::Vec3;
use serde::{Deserialize, Serialize};
use sidestep_motion::{
    FrameId, GroundTransform, JointId, MotionLibrary, Role, Side, kinematics::JointTransforms,
};
use sidestep_parallel::prelude::*;
use sidestep_pose_graph::{Action, StateActionGraph, StateId};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    ops::Range,
};

/// A frame at which something can be aimed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The frame.
    pub frame: FrameId,
    /// The point, seen from place and heading of the frame.
    pub point: Vec3,
}

/// What makes a moment of a part of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Peak {
    /// It is farthest from the vertical through the body: the end of a reach.
    Farthest,
    /// It is fastest against the body: the middle of a punch.
    Fastest,
}

/// Settings of a capability map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapabilityConfig {
    /// How far ahead one looks.
    pub most_secs: f32,
    /// Most moments kept for one state, those of the cheapest ways.
    pub most_options: usize,
}

/// A moment within reach of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capability {
    /// Its point, seen from place and heading of the state.
    pub point: Vec3,
    /// Its frame.
    pub frame: FrameId,
    /// How many frames are played until then.
    pub frames: u32,
    /// The sum of transition costs on the way.
    pub cost: f32,
    /// The last step of the way, counted among the steps of the state.
    pub(crate) step: u32,
}

/// What can be done from every state, in compressed rows.
#[derive(Clone, Debug, PartialEq)]
pub struct CapabilityMap {
    pub(crate) starts: Vec<u32>,
    pub(crate) capabilities: Vec<Capability>,
    pub(crate) step_starts: Vec<u32>,
    pub(crate) steps: Vec<Step>,
}

/// An action on the way to some moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    /// The first frame it plays.
    pub(crate) first: u32,
    /// How many frames it plays.
    pub(crate) frames: u32,
    /// The step before, counted among the steps of the state.
    pub(crate) before: Option<u32>,
}

impl Default for CapabilityConfig {
    fn default() -> Self {
        Self { most_secs: 1.5, most_options: 256 }
    }
}

impl CapabilityMap {
    /// The map of all moments within reach of each state of `graph`.
    pub fn new(
        library: &MotionLibrary,
        graph: &StateActionGraph,
        moments: &[Moment],
        config: &CapabilityConfig,
    ) -> Self {
        let mut by_frame: Vec<Moment> = moments.to_vec();
        by_frame.sort_by_key(|moment| moment.frame);
        let most_frames = (config.most_secs * library.rate_hz()).max(0.0) as u32;
        let search = Search {
            library,
            graph,
            moments: &by_frame,
            most_frames,
            most_options: config.most_options,
        };
        let states = (0..graph.states()).into_par_iter();
        let rows: Vec<_> = states.map(|state| search.from(state)).collect();
        let mut map = Self {
            starts: vec![0],
            capabilities: Vec::new(),
            step_starts: vec![0],
            steps: Vec::new(),
        };
        for (capabilities, steps) in rows {
            map.capabilities.extend(capabilities);
            map.steps.extend(steps);
            map.starts.push(u32::try_from(map.capabilities.len()).unwrap_or(u32::MAX));
            map.step_starts.push(u32::try_from(map.steps.len()).unwrap_or(u32::MAX));
        }
        map
    }

    /// What can be done from a state, cheapest ways first.
    pub fn capabilities_of(&self, state: StateId) -> &[Capability] {
        &self.capabilities[row(&self.starts, state)]
    }

    /// The capability of a state that costs least by a measure of one's own.
    pub fn best(&self, state: StateId, cost: impl Fn(&Capability) -> f32) -> Option<&Capability> {
        let all = self.capabilities_of(state).iter();
        all.min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }

    /// The capability that gets nearest to `target`, which is seen from place and heading of the state.
    ///
    /// A dearer way must get nearer by `metres_per_cost` for each unit of its cost.
    pub fn reach(&self, state: StateId, target: Vec3, metres_per_cost: f32) -> Option<&Capability> {
        self.best(state, |of| of.point.distance(target) + metres_per_cost * of.cost)
    }

    /// The runs of frames that lead from a state to the moment of one of its capabilities.
    pub fn sequence(&self, state: StateId, capability: &Capability) -> Vec<Range<u32>> {
        let steps = self.steps_of(state);
        let mut runs = Vec::new();
        let mut at = Some(capability.step);
        while let Some(step) = at.and_then(|step| steps.get(step as usize)) {
            runs.push(step.first..step.first + step.frames);
            at = step.before;
        }
        if let Some(last) = runs.first_mut() {
            last.end = capability.frame.0 + 1;
        }
        runs.reverse();
        runs
    }

    pub(crate) fn steps_of(&self, state: StateId) -> &[Step] {
        &self.steps[row(&self.step_starts, state)]
    }

    /// The frames of all moments within reach of some state, in order.
    pub fn moment_frames(&self) -> Vec<FrameId> {
        let mut frames: Vec<FrameId> = self.capabilities.iter().map(|of| of.frame).collect();
        frames.sort_unstable();
        frames.dedup();
        frames
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.starts.as_slice())
            + size_of_val(self.capabilities.as_slice())
            + size_of_val(self.step_starts.as_slice())
            + size_of_val(self.steps.as_slice())
    }
}

/// Where a joint is in every frame, seen from place and heading of the frame.
pub fn joint_points(library: &MotionLibrary, joint: JointId) -> Vec<Vec3> {
    let mut transforms = JointTransforms::new(library.skeleton().len());
    let frames = (0_u32..).take(library.len()).map(FrameId);
    frames
        .map(|frame| {
            transforms.compute(library.skeleton(), library.pose(frame));
            library.ground(frame).inverse().transform_point(transforms.position(joint))
        })
        .collect()
}

/// The frames at which `values` has a peak of at least `least` within its clip, and their points.
///
/// `values` and `points` hold one entry for each frame of the library.
pub fn moments_at_peaks(
    library: &MotionLibrary,
    values: &[f32],
    least: f32,
    points: &[Vec3],
) -> Vec<Moment> {
    let mut moments = Vec::new();
    for clip in library.clips() {
        let (start, end) = (clip.frames.start as usize, clip.frames.end as usize);
        for frame in (start + 1)..end.saturating_sub(1) {
            let is_peak = values[frame] > values[frame - 1] && values[frame] >= values[frame + 1];
            if is_peak && values[frame] >= least {
                let id = FrameId(frame as u32);
                moments.push(Moment { frame: id, point: points[frame] });
            }
        }
    }
    moments
}

/// The moments of a hand: reaches of at least `least` metres, or punches of at least `least` metres a
/// second. Nothing where the skeleton has no such hand.
pub fn hand_moments(library: &MotionLibrary, side: Side, peak: Peak, least: f32) -> Vec<Moment> {
    let hand = library.skeleton().roles().get(Role::Hand(side));
    hand.map_or_else(Vec::new, |hand| part_moments(library, hand, peak, least))
}

/// The moments of any joint: where it is farthest out by at least `least` metres, or fastest by at
/// least `least` metres a second.
pub fn part_moments(
    library: &MotionLibrary,
    joint: JointId,
    peak: Peak,
    least: f32,
) -> Vec<Moment> {
    let points = joint_points(library, joint);
    let values: Vec<f32> = match peak {
        Peak::Farthest => points.iter().map(|point| point.with_y(0.0).length()).collect(),
        Peak::Fastest => {
            let speed = |pair: &[Vec3]| pair[0].distance(pair[1]) * library.rate_hz();
            std::iter::once(0.0).chain(points.windows(2).map(speed)).collect()
        }
    };
    moments_at_peaks(library, &values, least, &points)
}

struct Search<'a> {
    library: &'a MotionLibrary,
    graph: &'a StateActionGraph,
    /// In the order of their frames.
    moments: &'a [Moment],
    most_frames: u32,
    most_options: usize,
}

/// A state on the way, and how it was come to.
#[derive(Clone, Copy)]
struct Arrival {
    ground: GroundTransform,
    cost: f32,
    frames: u32,
    step: Option<u32>,
}

impl Search<'_> {
    /// Dijkstra's algorithm as far as time allows; moments are met on the actions it takes.
    fn from(&self, state: usize) -> (Vec<Capability>, Vec<Step>) {
        let mut met: BTreeMap<u32, Capability> = BTreeMap::new();
        let mut steps: Vec<Step> = Vec::new();
        let mut settled: BTreeMap<u32, ()> = BTreeMap::new();
        let begin = Arrival { ground: GroundTransform::IDENTITY, cost: 0.0, frames: 0, step: None };
        let mut arrivals = vec![begin];
        // Costs are not negative, so their bits are in order.
        let mut queue = BinaryHeap::from([Reverse((0_u32, 0_u32, state, 0_usize))]);
        while let Some(Reverse((_, _, state, arrival))) = queue.pop() {
            let id = StateId(u32::try_from(state).unwrap_or(u32::MAX));
            if settled.insert(id.0, ()).is_some() {
                continue;
            }
            let here = arrivals[arrival];
            for action in self.graph.actions_of(id) {
                let left = self.most_frames.saturating_sub(here.frames);
                if left == 0 {
                    continue;
                }
                let number = u32::try_from(steps.len()).unwrap_or(u32::MAX);
                let cost = here.cost + action.cost;
                let useful = self.meet(&here, action, number, &mut met);
                let goes_on = action.frames < left && !settled.contains_key(&action.to.0);
                if useful || goes_on {
                    steps.push(Step {
                        first: action.first,
                        frames: action.frames,
                        before: here.step,
                    });
                }
                if goes_on {
                    let last = action.first + action.frames - 1;
                    let frames = here.frames + action.frames;
                    queue.push(Reverse((
                        cost.to_bits(),
                        frames,
                        action.to.index(),
                        arrivals.len(),
                    )));
                    let ground = here.ground * self.step_to(action.first, last);
                    arrivals.push(Arrival { ground, cost, frames, step: Some(number) });
                }
            }
        }
        let mut found: Vec<Capability> = met.into_values().collect();
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.frame.cmp(&b.frame)));
        found.truncate(self.most_options);
        let steps = only_needed(&steps, &mut found);
        (found, steps)
    }

    /// Adds the moments that an action meets in time; tells whether there are any.
    fn meet(
        &self,
        here: &Arrival,
        action: &Action,
        step: u32,
        met: &mut BTreeMap<u32, Capability>,
    ) -> bool {
        let left = self.most_frames.saturating_sub(here.frames);
        let moments = self.moments_in(&(action.first..action.first + action.frames.min(left)));
        for moment in moments {
            let (frame, cost) = (moment.frame, here.cost + action.cost);
            let frames = here.frames + frame.0 - action.first + 1;
            let at = here.ground * self.step_to(action.first, frame.0);
            let point = at.transform_point(moment.point);
            let found = Capability { point, frame, frames, cost, step };
            let known = met.entry(frame.0).or_insert(found);
            if (cost, frames) < (known.cost, known.frames) {
                *known = found;
            }
        }
        !moments.is_empty()
    }

    fn moments_in(&self, frames: &Range<u32>) -> &[Moment] {
        let at = |frame: u32| self.moments.partition_point(|moment| moment.frame.0 < frame);
        &self.moments[at(frames.start)..at(frames.end)]
    }

    /// The step over the ground from the frame before `first` to `last`.
    fn step_to(&self, first: u32, last: u32) -> GroundTransform {
        let ground = |frame: u32| self.library.ground(FrameId(frame));
        ground(first.saturating_sub(1)).delta_to(ground(last))
    }
}

/// The steps that lead to some capability, numbered anew.
fn only_needed(steps: &[Step], found: &mut [Capability]) -> Vec<Step> {
    let mut number: Vec<Option<u32>> = vec![None; steps.len()];
    for capability in found.iter() {
        let mut at = Some(capability.step);
        while let Some(step) = at.filter(|step| number[*step as usize].is_none()) {
            number[step as usize] = Some(0);
            at = steps[step as usize].before;
        }
    }
    let mut needed = Vec::new();
    for (step, number) in steps.iter().zip(&mut number) {
        if let Some(number) = number {
            *number = u32::try_from(needed.len()).unwrap_or(u32::MAX);
            needed.push(*step);
        }
    }
    for step in &mut needed {
        step.before = step.before.and_then(|before| number[before as usize]);
    }
    for capability in found {
        capability.step = number[capability.step as usize].unwrap_or(u32::MAX);
    }
    needed
}

fn row(starts: &[u32], state: StateId) -> Range<usize> {
    starts[state.index()] as usize..starts[state.index() + 1] as usize
}
