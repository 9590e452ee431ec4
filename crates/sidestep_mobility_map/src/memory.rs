//! What one character remembers from tick to tick.

use crate::{construction::MobilityMap, cost::Intent, progress::Progress, steering::Judge};
use sidestep_control::{
    AddedMotion, Footprint, Playback, Reader, Saved, SavedValue, SnapshotError, Writer,
    saved::{load_list, save_list, sound},
    saved_fields,
};
use sidestep_motion::{FrameId, Pose};

/// What one character remembers.
#[derive(Debug)]
pub struct Memory {
    /// What plays.
    pub(crate) play: Playback,
    /// What plays next.
    pub(crate) plan: Plan,
    /// What was wanted when the plan was made.
    pub(crate) planned_for: Option<Intent>,
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
    /// Root motion added in the last tick.
    pub(crate) added: AddedMotion,
}

impl Memory {
    /// Of a character that stands, with all the room it will need.
    pub(crate) fn at_rest(map: &MobilityMap) -> Self {
        let joints = map.library.skeleton().len();
        let pose = || Pose::identity(joints);
        let room = Room {
            ends: Vec::with_capacity(most_ends(map)),
            entered: [pose(), pose()],
            shown: pose(),
            added: AddedMotion::default(),
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
}

saved_fields!(Memory {
    play,
    plan,
    planned_for,
    since_decision_ticks,
    is_content,
} without { room });

/// Longer than any plan.
const MOST_RUNS: usize = 1 << 16;

impl Saved for Plan {
    fn save(&self, to: &mut Writer<'_>) {
        let Self { runs, stops, miss, metres, turn } = self;
        save_list(runs, to);
        (*stops, *miss).put(to);
        (*metres, *turn).put(to);
    }

    fn load(&mut self, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let Self { runs, stops, miss, metres, turn } = self;
        load_list(runs, MOST_RUNS, from)?;
        (*stops, *miss) = SavedValue::get(from)?;
        (*metres, *turn) = SavedValue::get(from)?;
        Ok(())
    }
}

/// Takes over a memory that was saved.
pub(crate) fn load(
    map: &MobilityMap,
    memory: &mut Memory,
    from: &mut Reader<'_>,
) -> Result<(), SnapshotError> {
    memory.load(from)?;
    let most = usize::from(map.config.map.steps) + 1;
    sound(memory.plan.runs.len() <= most, "its plan is too long")?;
    let frames = map.library.len();
    let mut frame = memory.play.frame;
    sound((frame as usize) < frames, "it plays a frame that is not there")?;
    for (first, count) in memory.plan.runs.iter().rev() {
        let last = first.checked_add(*count).and_then(|end| end.checked_sub(1));
        let last = last.filter(|last| last >= first && (*last as usize) < frames);
        frame = last.ok_or(SnapshotError::Inconsistent { what: "its plan leaves the data" })?;
    }
    // Whatever is not planned plays on to the next state, so there must be one.
    let end = map.library.clips()[map.library.clip_of(FrameId(frame)).index()].frames.end;
    let leads_on = (frame..end).any(|frame| map.frames.state(frame).is_some());
    sound(leads_on, "its plan ends where nothing leads on")
}

/// How many ends of runs are kept while a decision is made; none where the map knows them all.
fn most_ends(map: &MobilityMap) -> usize {
    match map.config.steering.judge {
        Judge::Ends => 0,
        Judge::WholeWay => map.table.most_runs(),
    }
}

/// Bytes of a map and of a memory.
pub(crate) fn footprint(map: &MobilityMap) -> Footprint {
    let joints = map.library.skeleton().len();
    let graph = size_of_val(map.graph.state_frames.as_slice())
        + size_of_val(map.graph.action_starts.as_slice())
        + size_of_val(map.graph.actions.as_slice());
    let lost_secs = size_of_val(map.lost_secs.as_slice());
    let into_map = size_of_val(map.ways_into_map.as_slice());
    let of_gaits = map.ways_to_gaits.bytes() + map.leaps.bytes();
    let derived = map.frames.bytes() + map.stand.bytes() + lost_secs + of_gaits + into_map;
    // Beside what plays there are three poses.
    let poses = Playback::heap_bytes(joints) + 3 * joints * size_of::<glam::Quat>();
    let rooms = most_ends(map) * size_of::<Progress>()
        + (usize::from(map.config.map.steps) + 1) * size_of::<(u32, u32)>();
    Footprint {
        controller_bytes: map.library.frame_bytes()
            + graph
            + derived
            + map.table.bytes()
            + map.feet.bytes(),
        memory_bytes: size_of::<Memory>() + size_of::<Room>() + rooms + poses,
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        // The room must stay as large as it is.
        let mut runs = Vec::with_capacity(self.plan.runs.capacity());
        runs.extend_from_slice(&self.plan.runs);
        let ends = Vec::with_capacity(self.room.ends.capacity());
        let room = Room {
            ends,
            entered: self.room.entered.clone(),
            shown: self.room.shown.clone(),
            added: self.room.added,
        };
        Self {
            plan: Plan { runs, ..self.plan },
            play: self.play.clone(),
            room: Box::new(room),
            ..*self
        }
    }
}
