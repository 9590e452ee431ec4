//! Leaps into gaits that good jumps lead to late: only who is asked for such a gait takes them.
//!
//! Good jumps join like with like. From an upright walk it may take a dozen of them to get down into a
//! crouch, and where a crouch ends as many into the next one. So where a gait is hard to get into,
//! one dearer jump leads from every state to the frame most like what follows it that goes on in the gait.
//! It is blended longer, as a bridge is.

use crate::frame_table::FrameTable;
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
    /// Those into `gaits` that are needed, where it takes so many seconds to a gait from a frame without
    /// them.
    pub(crate) fn needed(
        library: &MotionLibrary,
        (graph, frames): (&StateActionGraph, &FrameTable),
        (gaits, secs): (impl Iterator<Item = Gait>, &dyn Fn(Gait, u32) -> f32),
        poses: impl Fn() -> Option<PoseTable>,
    ) -> Self {
        let is_late = |gait: &Gait| late_share(graph, frames, secs, *gait) > LEAST_SHARE;
        let late: Vec<Gait> = gaits.filter(is_late).collect();
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
fn late_share(
    graph: &StateActionGraph,
    frames: &FrameTable,
    secs: &dyn Fn(Gait, u32) -> f32,
    gait: Gait,
) -> f32 {
    let is_other = |frame: &&FrameId| frames.gaits.at(**frame).is_some_and(|own| own != gait);
    let others = || graph.state_frames.iter().filter(is_other);
    let late = others().filter(|frame| secs(gait, frame.0) > LATE_SECS).count();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::WaysToGaits;
    use glam::{Quat, Vec3};
    use sidestep_control::FrameGaits;
    use sidestep_motion::{
        Clip, Contacts, Joint, JointId, Label, Provenance, Skeleton,
        contact_detection::ContactConfig,
    };
    use sidestep_pose_graph::GraphConfig;
    use std::sync::Arc;

    const RATE_HZ: f32 = 30.0;
    const FRAMES: u32 = 90;

    /// Frames from one state to the next.
    const STEP: u32 = 5;

    /// Three seconds of a gait that speeds up evenly, with ten frames on each foot in turn; the thigh
    /// swings about `leans`.
    fn take(name: &str, gait: &str, height: f32, leans: f32) -> Clip {
        let joint = |name: &str, parent| {
            let (name, offset, rest) = (name.to_owned(), Vec3::ZERO, Quat::IDENTITY);
            Joint { name, parent, offset, rest, tip: None }
        };
        let joints = vec![joint("Hips", None), joint("LeftUpLeg", Some(JointId(0)))];
        let mut z = 0.0;
        let place = |frame: u16| {
            z += (0.8 + 0.4 * f32::from(frame) / 89.0) / RATE_HZ;
            Vec3::new(0.0, height, z)
        };
        let thigh = |frame: u16| {
            leans
                + 0.4
                    * sidestep_motion::math::sin_cos(0.1 * std::f32::consts::PI * f32::from(frame))
                        .0
        };
        let rotations = |frame| [Quat::IDENTITY, Quat::from_rotation_x(thigh(frame))];
        let is_left = |frame: u16| (frame / 10).is_multiple_of(2);
        Clip {
            name: name.to_owned(),
            skeleton: Arc::new(Skeleton::new(joints).unwrap()),
            rate_hz: RATE_HZ,
            root_positions: (0..90).map(place).collect(),
            rotations: (0..90).flat_map(rotations).collect(),
            labels: vec![Label::new(gait, 0..FRAMES)],
            contacts: Some((0..90).map(|f| Contacts::new(is_left(f), !is_left(f))).collect()),
            objects: Vec::new(),
            floor: Some(0.0),
            provenance: Provenance::default(),
        }
    }

    /// A walk, two like crouches, and one whose thigh is half a turn away.
    fn library() -> MotionLibrary {
        let clips = [
            take("walk", "walk", 1.0, 0.0),
            take("crouch", "crouch", 0.75, 0.0),
            take("twin", "crouch", 0.75, 0.0),
            take("far", "crouch", 0.75, 3.0),
        ];
        MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap()
    }

    /// A state every few frames; clips play on and begin anew, and walks lead to crouches by a jump of
    /// each state where there is a `jump`.
    fn graph(library: &MotionLibrary, jump: bool) -> StateActionGraph {
        let frames: Vec<FrameId> =
            (0_u32..).take(library.len()).filter(|f| f % STEP == STEP - 1).map(FrameId).collect();
        let state_at = |first: u32| StateId(first / STEP);
        let mut graph = StateActionGraph { action_starts: vec![0], ..StateActionGraph::default() };
        for frame in &frames {
            let is_last = (frame.0 + 1).is_multiple_of(FRAMES);
            let (first, cost) =
                if is_last { (frame.0 + 1 - FRAMES, 1.0) } else { (frame.0 + 1, 0.0) };
            graph.actions.push(Action { to: state_at(first), first, frames: STEP, cost });
            if jump && frame.0 < FRAMES {
                let first = frame.0 + 1 - STEP + FRAMES;
                graph.actions.push(Action { to: state_at(first), first, frames: STEP, cost: 1.0 });
            }
            graph.action_starts.push(u32::try_from(graph.actions.len()).unwrap());
        }
        StateActionGraph { state_frames: frames, ..graph }
    }

    fn poses(library: &MotionLibrary) -> PoseTable {
        PoseTable::new(library, &GraphConfig::default()).unwrap()
    }

    /// The leaps of a graph, and how far it is to gaits without and with them.
    fn found(library: &MotionLibrary, jump: bool) -> (Leaps, [WaysToGaits; 2]) {
        let graph = graph(library, jump);
        let frames = FrameTable::new(library, &graph);
        let ways = |leaps: &Leaps| WaysToGaits::new(&graph, &frames, leaps, library.frame_secs());
        let without = ways(&Leaps::default());
        let leaps = {
            let secs = |gait, frame| without.secs(gait, frame);
            Leaps::needed(library, (&graph, &frames), (without.gaits(), &secs), || {
                Some(poses(library))
            })
        };
        let with = ways(&leaps);
        (leaps, [without, with])
    }

    #[test]
    fn a_gait_that_jumps_lead_to_soon_needs_no_leap() {
        let library = library();
        let (leaps, _) = found(&library, true);
        assert_eq!(Leaps::into(&leaps, Gait::Crouch), []);
        assert!(!Leaps::into(&leaps, Gait::Walk).is_empty(), "no jump leads back");
    }

    #[test]
    fn leaps_lead_from_outside_of_a_gait_to_where_it_goes_on_as_usual() {
        let library = library();
        let (leaps, [without, with]) = found(&library, false);
        let (gaits, poses) = (FrameGaits::of(&library), poses(&library));
        let graph = graph(&library, false);
        let frame_of = |state: StateId| graph.state_frames[state.index()];
        let speeds = gaits.usual_speeds(Gait::Crouch);
        let into = Leaps::into(&leaps, Gait::Crouch);
        assert!(into.is_sorted_by_key(|(state, _)| *state));
        for (state, leap) in into {
            let (from, to) = (frame_of(*state), FrameId(leap.first));
            assert_eq!(gaits.at(from), Some(Gait::Walk), "{leap:?}");
            assert!(gaits.lasts(&library, to, Gait::Crouch), "{leap:?}");
            assert!(speeds.contains(&ground_speed(&library, to)), "{leap:?}");
            assert_eq!(library.contacts(to), library.contacts(FrameId(from.0 + 1)), "{leap:?}");
            assert_eq!((frame_of(leap.to), leap.frames), (to, 1), "{leap:?}");
            // The same leg swings the same way; no other state of the stretch is nearer.
            assert_eq!(leap.cost, poses.transition_cost(from.index(), to.index()));
            let stretch = leap.first / FRAMES * FRAMES..(leap.first / FRAMES + 1) * FRAMES;
            let others = graph.state_frames.iter().filter(|frame| {
                let fits = library.contacts(**frame) == library.contacts(to);
                fits && stretch.contains(&frame.0)
                    && gaits.lasts(&library, **frame, Gait::Crouch)
                    && speeds.contains(&ground_speed(&library, **frame))
            });
            let cost = |frame: &FrameId| poses.transition_cost(from.index(), frame.index());
            assert!(others.into_iter().all(|frame| cost(frame) >= leap.cost), "{leap:?}");
        }
        // Into both crouches that are alike, from every state but the last, and into none far away.
        for state in (0..FRAMES / STEP - 1).map(StateId) {
            let own = leaps.from(state, Gait::Crouch);
            let clips: Vec<u32> = own.iter().map(|(_, leap)| leap.first / FRAMES).collect();
            assert_eq!(clips, [1, 2], "{state:?}");
            let first = own[1].1.first;
            assert_eq!(leaps.to(state, first), Some(&own[1].1));
            assert_eq!(leaps.to(state, first + 1), None);
        }
        assert_eq!(leaps.from(StateId(FRAMES / STEP - 1), Gait::Crouch), [], "a clip ends there");
        let [late, soon] = [without, with].map(|ways| ways.secs(Gait::Crouch, STEP - 1));
        assert!(late > 3.0 && soon < 1.0, "{late} s without leaps, {soon} with them");
    }
}
