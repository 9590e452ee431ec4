//! What one character remembers from tick to tick.

use crate::{construction::MobilityMap, cost::Wish, progress::Progress};
use sidestep_control::{Footprint, Playback};
use sidestep_motion::Pose;

/// What one character remembers.
#[derive(Debug)]
pub struct Memory {
    /// What plays.
    pub(crate) play: Playback,
    /// What plays next.
    pub(crate) plan: Plan,
    /// What was wanted when the plan was made.
    pub(crate) planned_for: Option<Wish>,
    pub(crate) since_decision_ticks: u32,
    /// Whether it stands where it should.
    pub(crate) is_content: bool,
    /// Room for a tick; says nothing of the character.
    pub(crate) room: Box<Room>,
}

/// What plays next: runs of frames, and then a stop or another decision.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Runs as first frame and count, the next one last.
    pub(crate) runs: Vec<(u32, u32)>,
    /// Whether to stop after them.
    pub(crate) stops: bool,
    /// Metres by which the plan misses its place, in the world; bent away on the way.
    pub(crate) miss: [f32; 2],
    /// Metres that are left to walk until then.
    pub(crate) metres: f32,
    /// Radians by which it misses its direction.
    pub(crate) turn: f32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    /// Where each run of the tree ends.
    pub(crate) ends: Vec<Progress>,
    pub(crate) entered: [Pose; 2],
    pub(crate) shown: Pose,
}

impl Memory {
    /// Of a character that stands, with all the room it will need.
    pub(crate) fn at_rest(map: &MobilityMap) -> Self {
        let joints = map.library.skeleton().len();
        let pose = || Pose::identity(joints);
        let room = Room {
            ends: Vec::with_capacity(map.table.most_runs()),
            entered: [pose(), pose()],
            shown: pose(),
        };
        let runs = Vec::with_capacity(usize::from(map.config.map.steps) + 1);
        Self {
            play: Playback::new(map.graph.state_frames[map.stand.rest.index()].0, joints),
            plan: Plan { runs, stops: true, ..Plan::default() },
            planned_for: None,
            since_decision_ticks: 0,
            is_content: false,
            room: Box::new(room),
        }
    }
}

impl Memory {
    /// The frame of the library that plays, for those who look on.
    pub fn frame_now(&self) -> u32 {
        self.play.frame
    }
}

impl Plan {
    /// Takes the next frame off the plan.
    pub(crate) fn next_frame(&mut self) -> Option<u32> {
        let (first, count) = self.runs.last_mut()?;
        let frame = *first;
        *first += 1;
        *count -= 1;
        if *count == 0 {
            self.runs.pop();
        }
        Some(frame)
    }

    pub(crate) fn clear(&mut self) {
        self.runs.clear();
        self.stops = false;
        self.miss = [0.0; 2];
        self.metres = 0.0;
        self.turn = 0.0;
    }

    fn copy_from(&mut self, other: &Self) {
        self.runs.clone_from(&other.runs);
        self.stops = other.stops;
        self.miss = other.miss;
        self.metres = other.metres;
        self.turn = other.turn;
    }
}

/// Bytes of a map and of a memory.
pub(crate) fn footprint(map: &MobilityMap) -> Footprint {
    let joints = map.library.skeleton().len();
    let graph = size_of_val(map.graph.state_frames.as_slice())
        + size_of_val(map.graph.action_starts.as_slice())
        + size_of_val(map.graph.actions.as_slice());
    let lost_secs = size_of_val(map.lost_secs.as_slice());
    let derived = map.frames.bytes() + map.stand.bytes() + lost_secs + map.ways_to_gaits.bytes();
    // Beside what plays there are three poses.
    let poses = Playback::heap_bytes(joints) + 3 * joints * size_of::<glam::Quat>();
    let rooms = map.table.most_runs() * size_of::<Progress>()
        + (usize::from(map.config.map.steps) + 1) * size_of::<(u32, u32)>();
    Footprint {
        controller_bytes: map.library.frame_bytes() + graph + derived + map.table.bytes(),
        memory_bytes: size_of::<Memory>() + size_of::<Room>() + rooms + poses,
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        // The room must stay as large as it is.
        let mut runs = Vec::with_capacity(self.plan.runs.capacity());
        runs.extend_from_slice(&self.plan.runs);
        let ends = Vec::with_capacity(self.room.ends.capacity());
        let room =
            Room { ends, entered: self.room.entered.clone(), shown: self.room.shown.clone() };
        Self {
            plan: Plan { runs, ..self.plan },
            play: self.play.clone(),
            room: Box::new(room),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.play.clone_from(&source.play);
        self.plan.copy_from(&source.plan);
        self.planned_for = source.planned_for;
        self.since_decision_ticks = source.since_decision_ticks;
        self.is_content = source.is_content;
    }
}
