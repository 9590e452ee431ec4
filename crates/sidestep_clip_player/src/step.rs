//! Playing: one tick at a time, and a search when it is due.

use crate::{
    construction::{ClipPlayer, leads_to},
    features::{BODY, Body, DIMS, HORIZONS_SECS, Row, cost, future},
};
use glam::{Quat, Vec3};
use sidestep_control::{
    Abilities, Ability, AddedMotion, BodyState, Controller, Explanation, FootLock, Footprint,
    Gaits, Goal, Output, Reader, Saved, SnapshotError, Start, Steering, Writer, saved::sound,
    saved_fields, steer,
};
use sidestep_motion::{
    Contacts, FrameId, GroundTransform, Pose, Skeleton,
    inertialize::{Approach, Inertializer},
    kinematics::JointTransforms,
    math::{exp, wrap_angle},
};
use std::sync::Arc;

/// A goal that differs by less than this is the same goal, in radians.
const SAME_HEADING: f32 = 0.05;

/// A goal that differs by less than this is the same goal, in metres a second.
const SAME_SPEED: f32 = 0.1;

/// No two joins follow each other sooner than this, unless a clip ends.
const LEAST_BETWEEN_SECS: f32 = 0.1;

/// Where the library lacks turns, it is not left again sooner than this: the moment that turns most would
/// else be played over and over, and the character would glide in one pose.
const PATIENT_SECS: f32 = 0.7;

/// A way ahead that costs more than this leads astray.
const STRAY: f32 = 0.3;

/// Time over which the present velocity is taken.
const VELOCITY_SECS: f32 = 0.1;

/// A clip that is further off than this is not turned but left, in radians.
const MOST_ASSISTED: f32 = 1.0;

/// Time in which a small error of heading would be turned away.
const ASSIST_SECS: f32 = 0.4;

/// What one character remembers.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The frame that plays.
    pub(crate) frame: u32,
    /// Where the clip lies in the world.
    world_from_clip: GroundTransform,
    /// What is left of the last join.
    join: Inertializer,
    /// The pose of the tick before the last, for the velocity at a join.
    before: Pose,
    /// What was wanted when frames were last searched.
    searched_for: Steering,
    pub(crate) since_search_ticks: u32,
    /// Root motion added in the last tick; says nothing of the character.
    added: AddedMotion,
}

impl Controller for ClipPlayer {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.library.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.library.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        use Ability::{Facing, Gait, Line, Move, Path, Reach, Speed, Stand, TurnInPlace};
        Abilities::of(&[Stand, TurnInPlace, Move, Line, Reach, Path, Speed, Facing])
            .with(Gait, !self.served.is_empty())
    }

    fn gaits(&self) -> Gaits {
        self.served
    }

    fn feet(&self) -> Option<&FootLock> {
        Some(&self.feet)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        let joints = self.library.skeleton().len();
        let mut memory = Memory {
            frame: self.rest,
            world_from_clip: GroundTransform::IDENTITY,
            join: Inertializer::new(joints),
            before: Pose::identity(joints),
            searched_for: Steering::Free,
            since_search_ticks: 0,
            added: AddedMotion::default(),
        };
        match start {
            Start::Rest(ground) => {
                self.place(&mut memory, ground);
                self.write(&mut memory, 0.0, out);
                memory.before.copy_from(out.pose.as_ref());
            }
            Start::State(state) => self.begin_moving(&mut memory, state, out),
        }
        memory
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        let wanted = steer(&goal.travel, out.ground, self.usual_speed);
        memory.since_search_ticks = memory.since_search_ticks.saturating_add(1);
        if self.is_search_due(memory, wanted, out.ground) {
            self.search(memory, wanted, out);
        }
        memory.before.copy_from(out.pose.as_ref());
        memory.frame = (memory.frame + 1).min(self.last_of(memory.frame));
        memory.added = AddedMotion::turn(self.assist_turn(memory, wanted));
        self.write(memory, self.library.frame_secs(), out);
    }

    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.world_from_clip = moved * memory.world_from_clip;
        moved.transform_pose(&mut memory.before);
        memory.join.turn(moved);
    }

    fn save(&self, memory: &Memory, to: &mut Writer<'_>) {
        memory.save(to);
    }

    fn load(&self, memory: &mut Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        memory.load(from)?;
        sound((memory.frame as usize) < self.library.len(), "it plays a frame that is not there")
    }

    fn disturb(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) -> bool {
        // The same frame plays on; the join leads back to it, and the next search looks from here.
        self.resume(memory, body, FrameId(memory.frame), out)
    }

    fn resume(&self, memory: &mut Memory, body: &BodyState, at: FrameId, out: &mut Output) -> bool {
        memory.before.copy_from(body.before.as_ref());
        out.pose.copy_from(body.now.as_ref());
        out.ground = body.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        self.enter(memory, at.0, out);
        true
    }

    fn added_motion(&self, memory: &Memory) -> AddedMotion {
        memory.added
    }

    fn explain(&self, memory: &Memory, goal: &Goal, out: &Output, explanation: &mut Explanation) {
        let wanted = steer(&goal.travel, out.ground, self.usual_speed);
        self.explain_search(memory, wanted, out, explanation);
    }

    fn footprint(&self) -> Footprint {
        let library = self.library.frame_bytes() + self.feet.bytes();
        let entries = size_of_val(self.entries.as_slice());
        // The join holds three vectors and a time for each joint, the pose a rotation.
        let joint_bytes = 10 * size_of::<f32>() + size_of::<glam::Quat>();
        let memory_bytes = size_of::<Memory>() + self.library.skeleton().len() * joint_bytes;
        Footprint { controller_bytes: library + self.features.bytes() + entries, memory_bytes }
    }
}

impl ClipPlayer {
    /// The last frame of the clip that holds `frame`.
    pub(crate) fn last_of(&self, frame: u32) -> u32 {
        let clip = self.library.clip_of(FrameId(frame));
        self.library.clips()[clip.index()].frames.end.saturating_sub(1)
    }

    /// Lays the clip so that its present frame stands at `ground`.
    fn place(&self, memory: &mut Memory, ground: GroundTransform) {
        let clip_from_character = self.library.ground(FrameId(memory.frame)).inverse();
        memory.world_from_clip = ground * clip_from_character;
    }

    fn write(&self, memory: &mut Memory, secs: f32, out: &mut Output) {
        let frame = FrameId(memory.frame);
        out.pose.copy_from(self.library.pose(frame));
        memory.world_from_clip.transform_pose(&mut out.pose);
        memory.join.apply(secs, &mut out.pose);
        out.ground = memory.world_from_clip * self.library.ground(frame);
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        out.contacts = self.library.contacts(frame);
        out.played = Some(frame);
    }

    fn begin_moving(&self, memory: &mut Memory, state: &BodyState, out: &mut Output) {
        let mut transforms = JointTransforms::new(self.library.skeleton().len());
        let mut body = |pose: &Pose| {
            transforms.compute(self.library.skeleton(), pose.as_ref());
            Body::new(self.joints, &transforms, state.ground)
        };
        let (before, now) = (body(&state.before), body(&state.now));
        let row = self.features.of_body(&before, &now, state.secs, Contacts::NONE);
        // Contacts of the state are not known, so they are not compared.
        let enterable = |frame: &u32| *frame < self.last_of(*frame);
        let frames = (1..u32::try_from(self.library.len()).unwrap_or(u32::MAX)).filter(enterable);
        let nearest = frames
            .map(|frame| (cost(&row, self.features.row(frame), 0..BODY - 2), frame))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        out.pose.copy_from(state.now.as_ref());
        out.ground = state.ground;
        state.earlier_into(self.library.frame_secs(), &mut memory.before);
        self.enter(memory, nearest.map_or(self.rest, |(_, frame)| frame), out);
        out.contacts = self.library.contacts(FrameId(memory.frame));
    }

    /// Goes on from `frame`, which takes the place of the pose in `out`.
    fn enter(&self, memory: &mut Memory, frame: u32, out: &mut Output) {
        memory.frame = frame;
        self.place(memory, out.ground);
        let entered = self.library.approach(FrameId(frame));
        // The offset is taken in the clip's space, where the library's poses lie, then turned: so
        // no room for poses of the library in the world is needed.
        let clip_from_world = memory.world_from_clip.inverse();
        let roots = [root(&memory.before), root(&out.pose)];
        clip_from_world.transform_pose(&mut memory.before);
        clip_from_world.transform_pose(&mut out.pose);
        let shown = Approach::new(memory.before.as_ref(), out.pose.as_ref());
        memory.join.join(shown, entered, self.library.frame_secs(), self.config.join_secs);
        memory.join.turn(memory.world_from_clip);
        set_root(&mut memory.before, roots[0]);
        set_root(&mut out.pose, roots[1]);
    }

    pub(crate) fn is_search_due(
        &self,
        memory: &Memory,
        wanted: Steering,
        ground: GroundTransform,
    ) -> bool {
        if memory.frame >= self.last_of(memory.frame) {
            return true;
        }
        let since_secs = memory.since_search_ticks as f32 * self.library.frame_secs();
        if since_secs < LEAST_BETWEEN_SECS {
            return false;
        }
        if !is_same(wanted, memory.searched_for) {
            return true;
        }
        let patience = if self.lacks_turns { PATIENT_SECS } else { 0.0 };
        since_secs >= self.config.search_every_secs.max(patience)
            && (self.stray(memory, wanted, ground) > STRAY || !self.suits(memory.frame, wanted))
    }

    /// Whether a frame goes in the wanted gait, or is about to. Where the library holds but one gait,
    /// or where none that it holds is wanted, all do.
    pub(crate) fn suits(&self, frame: u32, wanted: Steering) -> bool {
        let Steering::Move { pace, .. } = wanted else { return true };
        let told = pace.gait.filter(|gait| self.served.len() > 1 && self.served.has(*gait));
        told.is_none_or(|gait| leads_to(&self.library, &self.gaits, frame, gait))
    }

    /// How far the clip leads from the wanted way, as the cost of the way ahead alone.
    fn stray(&self, memory: &Memory, wanted: Steering, ground: GroundTransform) -> f32 {
        match self.query(memory, wanted, ground) {
            Some(query) => cost(&query, self.features.row(memory.frame), BODY..DIMS),
            None => 0.0,
        }
    }

    /// The features of the frame to look for: the present body with the wanted way ahead. `None`
    /// where no way is wanted.
    pub(crate) fn query(
        &self,
        memory: &Memory,
        wanted: Steering,
        ground: GroundTransform,
    ) -> Option<Row> {
        let (velocity, facing) = match wanted {
            Steering::Free => return None,
            Steering::Stand { facing } => (Vec3::ZERO, facing.unwrap_or(ground.heading)),
            Steering::Move { heading, pace, facing } => {
                let along = GroundTransform::new(0.0, 0.0, heading - ground.heading).forward();
                let usual = self.gaits.speed_for(pace.gait, self.usual_speed);
                let speed = pace.speed.unwrap_or(usual);
                (along * speed, facing.unwrap_or(heading))
            }
        };
        let turn = wrap_angle(facing - ground.heading);
        let step = future(&self.library, memory.frame, VELOCITY_SECS);
        let present = Vec3::new(step.x, 0.0, step.z) / VELOCITY_SECS;
        // The velocity and the facing approach what is wanted by halves.
        let rate = std::f32::consts::LN_2 / self.config.goal_half_life_secs.max(1e-3);
        let ahead = HORIZONS_SECS.map(|secs| {
            let done = 1.0 - exp(-rate * secs);
            let place = velocity * secs + (present - velocity) * (done / rate);
            GroundTransform::new(place.x, place.z, turn * done)
        });
        let mut query = *self.features.row(memory.frame);
        self.features.set_future(&mut query, &ahead);
        Some(query)
    }

    fn search(&self, memory: &mut Memory, wanted: Steering, out: &mut Output) {
        memory.since_search_ticks = 0;
        memory.searched_for = wanted;
        let (query, dims) = match self.query(memory, wanted, out.ground) {
            Some(query) => (query, 0..DIMS),
            None => (*self.features.row(memory.frame), 0..BODY),
        };
        let is_over = memory.frame >= self.last_of(memory.frame);
        let present = if is_over || !self.suits(memory.frame, wanted) {
            f32::INFINITY
        } else {
            cost(&query, self.features.row(memory.frame), dims.clone()) - self.config.switch_margin
        };
        let mut best = (present, memory.frame);
        for frame in self.entries.iter().filter(|frame| self.suits(**frame, wanted)) {
            let cost = cost(&query, self.features.row(*frame), dims.clone());
            if cost < best.0 {
                best = (cost, *frame);
            }
        }
        if best.1 != memory.frame {
            self.enter(memory, best.1, out);
        }
    }

    /// Turns the clip a little towards the goal, about the character, and says by how much.
    fn assist_turn(&self, memory: &mut Memory, wanted: Steering) -> f32 {
        let Steering::Move { heading, facing, .. } = wanted else { return 0.0 };
        let ground = memory.world_from_clip * self.library.ground(FrameId(memory.frame));
        let ahead = future(&self.library, memory.frame, HORIZONS_SECS[1]);
        let error = wrap_angle(facing.unwrap_or(heading) - ground.heading - ahead.heading);
        if error.abs() > MOST_ASSISTED {
            return 0.0;
        }
        let secs = self.library.frame_secs();
        let most = self.config.turn_assist_radians_per_sec * secs;
        let turn = (error * secs / ASSIST_SECS).clamp(-most, most);
        let turned = GroundTransform { heading: wrap_angle(ground.heading + turn), ..ground };
        self.place(memory, turned);
        turn
    }
}

saved_fields!(Memory {
    frame,
    world_from_clip,
    join,
    before,
    searched_for,
    since_search_ticks,
} without { added });

fn is_same(a: Steering, b: Steering) -> bool {
    let near = |a: f32, b: f32| wrap_angle(a - b).abs() < SAME_HEADING;
    let same_facing = |a: Option<f32>, b: Option<f32>| match (a, b) {
        (Some(a), Some(b)) => near(a, b),
        (None, None) => true,
        _ => false,
    };
    match (a, b) {
        (Steering::Free, Steering::Free) => true,
        (Steering::Stand { facing: a }, Steering::Stand { facing: b }) => same_facing(a, b),
        (
            Steering::Move { heading: a, pace: pace_a, facing: facing_a },
            Steering::Move { heading: b, pace: pace_b, facing: facing_b },
        ) => {
            let same_pace = match (pace_a.speed, pace_b.speed) {
                (Some(a), Some(b)) => (a - b).abs() < SAME_SPEED,
                (None, None) => true,
                _ => false,
            };
            near(a, b) && same_facing(facing_a, facing_b) && same_pace && pace_a.gait == pace_b.gait
        }
        _ => false,
    }
}

fn root(pose: &Pose) -> (Vec3, Quat) {
    (pose.root_position, pose.rotations.first().copied().unwrap_or(Quat::IDENTITY))
}

fn set_root(pose: &mut Pose, (position, rotation): (Vec3, Quat)) {
    pose.root_position = position;
    if let Some(root) = pose.rotations.first_mut() {
        *root = rotation;
    }
}
