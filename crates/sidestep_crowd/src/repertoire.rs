//! What all characters of a crowd share: frames ready to be put down anywhere, and the options of
//! every state with where they lead and what they pass through.

use crate::error::CrowdError;
use glam::{Quat, Vec2, Vec3};
use sidestep_mobility_map::{Action, StateActionGraph, StateId};
use sidestep_motion::{FrameId, GroundTransform, MotionLibrary, math};
use std::{ops::Range, sync::Arc};

/// Places of a way that are remembered, [`WAY_SECS`] apart.
pub(crate) const WAY_POINTS: usize = 8;

/// Seconds from one remembered place of a way to the next.
pub(crate) const WAY_SECS: f32 = 0.375;

/// Frames, states and options in the form a crowd plays them; immutable and shared.
#[derive(Debug)]
pub struct Repertoire {
    library: Arc<MotionLibrary>,
    frames: Vec<Frame>,
    states: Vec<FrameId>,
    actions: Vec<Action>,
    option_starts: Vec<u32>,
    options: Vec<Choice>,
    ways: Vec<Way>,
    sequences: Vec<u32>,
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
    pub(crate) end: Vec2,
    /// Unit vector of the heading it ends with.
    pub(crate) forward: Vec2,
    /// Metres travelled on the way.
    pub(crate) length: f32,
    /// Its actions in the table of sequences.
    pub(crate) first: u32,
    pub(crate) actions: u32,
}

/// Places on the way of an option in millimetres, as seen from the character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way([[i16; 2]; WAY_POINTS]);

impl Repertoire {
    /// Takes up a library and its graph; `sequences_of` gives, for a state, the actions of each of
    /// its options, as indices into the actions of the graph.
    pub fn new(
        library: &Arc<MotionLibrary>,
        graph: &StateActionGraph,
        sequences_of: &dyn Fn(StateId) -> Vec<Vec<u32>>,
    ) -> Result<Self, CrowdError> {
        let mut repertoire = Self {
            library: Arc::clone(library),
            frames: frames(library),
            states: graph.state_frames.clone(),
            actions: graph.actions.clone(),
            option_starts: vec![0],
            options: Vec::new(),
            ways: Vec::new(),
            sequences: Vec::new(),
            open: Vec::new(),
            usual_speed: sidestep_control::median_moving_speed(library),
        };
        for state in (0..graph.states()).filter_map(|state| u32::try_from(state).ok()).map(StateId)
        {
            for sequence in sequences_of(state) {
                repertoire.add(&sequence);
            }
            let options = repertoire.options.len();
            if options > repertoire.option_starts[state.index()] as usize {
                repertoire.open.push(state);
            }
            repertoire.option_starts.push(u32::try_from(options).unwrap_or(u32::MAX));
        }
        if repertoire.open.is_empty() { Err(CrowdError::NoOption) } else { Ok(repertoire) }
    }

    fn add(&mut self, sequence: &[u32]) {
        let secs = self.library.frame_secs();
        let mut walk = Walk { places: vec![Vec2::ZERO], ..Walk::default() };
        for action in sequence {
            let action = self.actions[*action as usize];
            for frame in action.first..action.first + action.frames {
                walk.step(self.frames[frame as usize].step);
            }
        }
        let (s, c) = math::sin_cos(walk.ground.heading);
        let first = u32::try_from(self.sequences.len()).unwrap_or(u32::MAX);
        let actions = u32::try_from(sequence.len()).unwrap_or(u32::MAX);
        self.options.push(Choice {
            end: Vec2::new(walk.ground.x, walk.ground.z),
            forward: Vec2::new(s, c),
            length: walk.length,
            first,
            actions,
        });
        self.ways.push(walk.way(secs));
        self.sequences.extend_from_slice(sequence);
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
            + size_of_val(&*self.actions)
            + size_of_val(&*self.option_starts)
            + size_of_val(&*self.options)
            + size_of_val(&*self.ways)
            + size_of_val(&*self.sequences)
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
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let count = options.len() as f32;
            options.map(|option| self.way(option).point(0)).sum::<Vec2>() / (count * WAY_SECS)
        };
        let walks = |state: &&StateId| {
            let off = velocity(state) - Vec2::new(0.0, speed);
            off.x.abs() < 0.15 * speed && off.y.abs() < 0.25 * speed
        };
        let walking: Vec<StateId> = self.open.iter().filter(walks).copied().collect();
        if walking.is_empty() { self.open.clone() } else { walking }
    }

    /// The library frame of a state.
    pub fn state_frame(&self, state: StateId) -> FrameId {
        self.states[state.index()]
    }

    pub(crate) fn frame(&self, frame: u32) -> &Frame {
        &self.frames[frame as usize]
    }

    pub(crate) fn action(&self, action: u32) -> Action {
        self.actions[action as usize]
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

    /// The `position`-th action of an option, or `None` behind its last one.
    pub(crate) fn action_of(&self, option: u32, position: u32) -> Option<u32> {
        let choice = self.choice(option);
        (position < choice.actions).then(|| self.sequences[(choice.first + position) as usize])
    }
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
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
        let before = (along as usize).min(WAY_POINTS - 1);
        let from = if before == 0 { Vec2::ZERO } else { self.point(before - 1) };
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let part = along - before as f32;
        from + (self.point(before) - from) * part
    }
}

/// A way while it is walked.
#[derive(Default)]
struct Walk {
    ground: GroundTransform,
    length: f32,
    places: Vec<Vec2>,
}

impl Walk {
    fn step(&mut self, step: GroundTransform) {
        self.ground = self.ground * step;
        self.length += Vec2::new(step.x, step.z).length();
        self.places.push(Vec2::new(self.ground.x, self.ground.z));
    }

    fn way(&self, frame_secs: f32) -> Way {
        let last = self.places.len() - 1;
        // Behind its end a way goes on as it went in its last third of a second.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
        let tail = ((0.33 / frame_secs) as usize).clamp(1, last.max(1)).min(last);
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let drift = (self.places[last] - self.places[last - tail]) / tail.max(1) as f32;
        let mut way = Way([[0; 2]; WAY_POINTS]);
        for (i, point) in way.0.iter_mut().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let along = WAY_SECS * (i + 1) as f32 / frame_secs;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
            let before = (along as usize).min(last);
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let part = along - before as f32;
            let place = match self.places.get(before + 1) {
                Some(next) => self.places[before].lerp(*next, part),
                None => self.places[last] + drift * part,
            };
            #[expect(clippy::cast_possible_truncation, reason = "a cast saturates")]
            let millimetres = |metres: f32| (metres * 1000.0).round() as i16;
            *point = [millimetres(place.x), millimetres(place.y)];
        }
        way
    }
}

fn frames(library: &MotionLibrary) -> Vec<Frame> {
    let mut frames = Vec::with_capacity(library.len());
    for clip in library.clips() {
        for frame in clip.frames.clone() {
            let (pose, ground) = (library.pose(FrameId(frame)), library.ground(FrameId(frame)));
            let ground_from_world = ground.inverse();
            let step = if frame == clip.frames.start {
                GroundTransform::IDENTITY
            } else {
                library.ground(FrameId(frame - 1)).delta_to(ground)
            };
            frames.push(Frame {
                step,
                root: ground_from_world.transform_point(pose.root_position),
                tilt: ground_from_world.rotation() * pose.rotations[0],
            });
        }
    }
    frames
}
