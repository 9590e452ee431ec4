//! Running: one tick at a time, and a search when it is due.

use crate::{
    construction::MotionMatcher,
    features::{
        HORIZONS_SECS, Way, ahead, clip_of, displacement_at, distance_squared, frames, way_from,
    },
    trajectory::{HalfLives, Trajectory, Wanted},
};
use glam::{Quat, Vec3};
use sidestep_control::{
    Abilities, Ability, BodyState, Controller, FootLock, Footprint, Goal, Output, Start, Steering,
    steer,
};
use sidestep_features::{MotionState, Neighbor, SearchScratch};
use sidestep_motion::{
    Displacement, FrameId, GroundTransform, Pose, Skeleton,
    inertialize::{Approach, Inertializer},
    math::{atan2, wrap_angle, yaw_of},
};
use std::sync::Arc;

/// A goal that turns by more than this is looked up at once, in radians.
const MUCH_TURNED: f32 = 0.35;

/// A goal whose velocity changes by more than this is looked up at once, in metres a second.
const MUCH_FASTER: f32 = 0.3;

/// Time in which a small error of heading would be turned away.
const ASSIST_SECS: f32 = 0.4;

/// A clip that is further off than this is not turned but left, in radians.
const MOST_ASSISTED: f32 = 1.0;

/// What one character remembers.
#[derive(Debug)]
pub struct Memory {
    /// The frame that plays.
    frame: u32,
    /// Where the clip lies in the world.
    world_from_clip: GroundTransform,
    /// What is left of the last join.
    join: Inertializer,
    /// The pose of the tick before the last, for the velocity at a join.
    before: Pose,
    /// The predicted way.
    trajectory: Trajectory,
    /// What was wanted when frames were last searched.
    searched_for: Option<Wanted>,
    since_search_ticks: u32,
    turns: Vec<f32>,
    turns_at: usize,
    /// Room for a search; says nothing of the character.
    room: Box<Room>,
}

#[derive(Clone, Debug, Default)]
struct Room {
    query: Vec<f32>,
    displacement: Displacement,
    scratch: SearchScratch,
    found: Vec<Neighbor>,
}

impl Controller for MotionMatcher {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.library.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.library.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        use Ability::{Facing, Line, Move, Path, Reach, Speed, Stand, TurnInPlace};
        Abilities::of(&[Stand, TurnInPlace, Move, Line, Reach, Path, Speed, Facing])
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
            trajectory: Trajectory::default(),
            searched_for: None,
            since_search_ticks: 0,
            turns: vec![0.0; frames(&self.library, 0.5).max(1) as usize],
            turns_at: 0,
            room: Box::default(),
        };
        memory.room.query.resize(self.features.space.dims(), 0.0);
        match start {
            Start::Rest(ground) => {
                self.place(&mut memory, ground);
                self.write(&mut memory, 0.0, out);
                memory.before.copy_from(out.pose.as_ref());
            }
            Start::State(state) => self.begin_moving(&mut memory, state, out),
        }
        memory.trajectory = Trajectory::at_rest(out.ground.heading);
        memory.trajectory.ground(self.velocity(&memory), out.ground.heading, 1.0);
        // The first search is the largest: it makes room for all that follow.
        self.nearest(&mut memory, &out, None);
        memory
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        let wanted = self.wanted(goal, memory, out.ground);
        memory.since_search_ticks = memory.since_search_ticks.saturating_add(1);
        if self.is_search_due(memory, wanted) {
            self.search(memory, wanted, out);
        }
        let secs = self.library.frame_secs();
        memory.before.copy_from(out.pose.as_ref());
        let before = out.ground.heading;
        memory.frame = (memory.frame + 1).min(self.last_of(memory.frame));
        self.write(memory, secs, out);
        self.adjust_heading(memory, wanted, before, out);
        match wanted {
            Some(wanted) => {
                memory.trajectory.advance(wanted, self.half_lives(), secs);
                let velocity = self.velocity(memory);
                memory.trajectory.ground(velocity, out.ground.heading, self.config.grounding);
            }
            None => memory.trajectory.ground(self.velocity(memory), out.ground.heading, 1.0),
        }
    }

    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.world_from_clip = moved * memory.world_from_clip;
        moved.transform_pose(&mut memory.before);
        memory.join.turn(moved);
        memory.trajectory.carry(moved);
    }

    fn disturb(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) -> bool {
        memory.before.copy_from(body.before.as_ref());
        out.pose.copy_from(body.now.as_ref());
        out.ground = body.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        // The same frame plays on; the join leads back to it, and the next search looks from here.
        self.enter(memory, memory.frame, out);
        true
    }

    fn footprint(&self) -> Footprint {
        let parts = self.library.parts();
        let library = size_of_val(parts.root_positions.as_slice())
            + size_of_val(parts.rotations.as_slice())
            + size_of_val(parts.grounds.as_slice())
            + size_of_val(parts.contacts.as_slice());
        // The join holds three vectors and a time for each joint, pose and step a rotation.
        let joint_bytes = 10 * size_of::<f32>() + 2 * size_of::<Quat>();
        let room = size_of::<Room>() + self.features.space.dims() * size_of::<f32>();
        let joints = self.library.skeleton().len();
        let memory_bytes = size_of::<Memory>() + room + joints * joint_bytes;
        Footprint { controller_bytes: library + self.features.bytes(), memory_bytes }
    }
}

impl MotionMatcher {
    /// The last frame of the clip that holds `frame`.
    fn last_of(&self, frame: u32) -> u32 {
        clip_of(&self.library, frame).frames.end.saturating_sub(1)
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
        let clip_root = root(&out.pose).1;
        memory.join.apply(secs, &mut out.pose);
        out.ground = memory.world_from_clip * self.library.ground(frame);
        let turned = yaw_of(root(&out.pose).1 * clip_root.conjugate());
        out.ground.heading = wrap_angle(out.ground.heading + 2.0 * atan2(turned.y, turned.w));
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        out.contacts = self.library.contacts(frame);
    }

    fn begin_moving(&self, memory: &mut Memory, state: &BodyState, out: &mut Output) {
        out.pose.copy_from(state.now.as_ref());
        out.ground = state.ground;
        // The join wants the pose one frame ago, whatever the time between those given.
        let back = (self.library.frame_secs() / state.secs).min(4.0);
        state.now.as_ref().interpolate_into(state.before.as_ref(), back, &mut memory.before);
        let Room { query, displacement, .. } = &mut *memory.room;
        out.pose.as_ref().difference_into(memory.before.as_ref(), displacement);
        let state = MotionState::new(out.pose.as_ref(), displacement, out.ground.heading);
        self.features.space.write(&state, query);
        let body = |row: &[f32]| distance_squared(&row[..self.features.body_dims], query);
        let goes_on = |frame: &u32| *frame < self.last_of(*frame);
        let frames = (1..u32::try_from(self.library.len()).unwrap_or(u32::MAX)).filter(goes_on);
        let costs = frames.map(|frame| (body(self.features.row(frame)), frame));
        let nearest = costs.min_by(|a, b| a.0.total_cmp(&b.0));
        self.enter(memory, nearest.map_or(self.rest, |(_, frame)| frame), out);
        out.contacts = self.library.contacts(FrameId(memory.frame));
    }

    /// Goes on from `frame`, which takes the place of the pose in `out`.
    fn enter(&self, memory: &mut Memory, frame: u32, out: &mut Output) {
        memory.frame = frame;
        self.place(memory, out.ground);
        let earlier = frame.saturating_sub(1).max(clip_of(&self.library, frame).frames.start);
        let entered = Approach {
            before: self.library.pose(FrameId(earlier)),
            at: self.library.pose(FrameId(frame)),
        };
        // The offset is taken in the clip's space, where the library's poses lie, then turned: so
        // no room for poses of the library in the world is needed.
        let clip_from_world = memory.world_from_clip.inverse();
        let roots = [root(&memory.before), root(&out.pose)];
        clip_from_world.transform_pose(&mut memory.before);
        clip_from_world.transform_pose(&mut out.pose);
        let shown = Approach { before: memory.before.as_ref(), at: out.pose.as_ref() };
        memory.join.join(shown, entered, self.library.frame_secs(), self.config.join_secs);
        memory.join.turn(memory.world_from_clip);
        set_root(&mut memory.before, roots[0]);
        set_root(&mut out.pose, roots[1]);
    }

    fn half_lives(&self) -> HalfLives {
        HalfLives {
            velocity_secs: self.config.velocity_half_life_secs,
            facing_secs: self.config.facing_half_life_secs,
        }
    }

    /// What a goal asks for, or `None` where it leaves all open.
    fn wanted(&self, goal: &Goal, memory: &Memory, ground: GroundTransform) -> Option<Wanted> {
        match steer(goal, ground, self.usual_speed) {
            Steering::Free => None,
            Steering::Stand { facing } => {
                let facing = facing.unwrap_or(memory.trajectory.facing);
                Some(Wanted { velocity: Vec3::ZERO, facing })
            }
            Steering::Move { heading, pace, facing } => {
                let speed = pace.speed.unwrap_or(self.usual_speed);
                let velocity = GroundTransform::new(0.0, 0.0, heading).forward() * speed;
                Some(Wanted { velocity, facing: facing.unwrap_or(heading) })
            }
        }
    }

    /// The velocity the clip has in the world, over a tenth of a second.
    fn velocity(&self, memory: &Memory) -> Vec3 {
        let step = ahead(&self.library, memory.frame, 0.1).position() / 0.1;
        let world = memory.world_from_clip * self.library.ground(FrameId(memory.frame));
        world.transform_vector(step)
    }

    fn is_search_due(&self, memory: &Memory, wanted: Option<Wanted>) -> bool {
        let every = frames(&self.library, self.config.search_every_secs);
        let is_over = memory.frame >= self.last_of(memory.frame);
        let is_new = match (wanted, memory.searched_for) {
            (Some(a), Some(b)) => {
                wrap_angle(a.facing - b.facing).abs() > MUCH_TURNED
                    || a.velocity.distance(b.velocity) > MUCH_FASTER
            }
            (Some(_), None) => true,
            _ => false,
        };
        is_over || is_new || (wanted.is_some() && memory.since_search_ticks >= every)
    }

    fn search(&self, memory: &mut Memory, wanted: Option<Wanted>, out: &mut Output) {
        memory.since_search_ticks = 0;
        memory.searched_for = wanted;
        let Some(nearest) = self.nearest(memory, out, wanted) else { return };
        let frame = self.features.entries[nearest.row as usize];
        let is_over = memory.frame >= self.last_of(memory.frame);
        let near = frames(&self.library, self.config.surrounding_secs);
        let is_here = self.library.clip_of(FrameId(frame))
            == self.library.clip_of(FrameId(memory.frame))
            && frame.abs_diff(memory.frame) < near;
        let present = distance_squared(self.features.row(memory.frame), &memory.room.query);
        let is_better = nearest.distance_squared + self.config.stay_bonus < present;
        if is_over || (is_better && !is_here) {
            self.enter(memory, frame, out);
        }
    }

    /// The frame most like the present body on the wanted way; on the clip's own way where none is
    /// wanted.
    fn nearest(
        &self,
        memory: &mut Memory,
        out: &Output,
        wanted: Option<Wanted>,
    ) -> Option<Neighbor> {
        let way: Way = match wanted {
            None => way_from(&self.library, memory.frame),
            Some(wanted) => HORIZONS_SECS.map(|secs| {
                let there = memory.trajectory.ahead(wanted, self.half_lives(), secs);
                GroundTransform { x: 0.0, z: 0.0, ..out.ground }.delta_to(there)
            }),
        };
        let frame = FrameId(memory.frame);
        let Room { query, displacement, scratch, found } = &mut *memory.room;
        let state = if self.config.shown {
            out.pose.as_ref().difference_into(memory.before.as_ref(), displacement);
            MotionState::new(out.pose.as_ref(), displacement, out.ground.heading)
        } else {
            displacement_at(&self.library, memory.frame, displacement);
            let heading = self.library.ground(frame).heading;
            MotionState::new(self.library.pose(frame), displacement, heading)
        };
        self.features.space.write(&MotionState { future: &way, ..state }, query);
        self.features.index.search(query, 1, scratch, found);
        found.first().copied()
    }

    /// Turns the character a little towards the goal, and never further in half a second than the
    /// actor ever turned.
    fn adjust_heading(
        &self,
        memory: &mut Memory,
        wanted: Option<Wanted>,
        before: f32,
        out: &mut Output,
    ) {
        let secs = self.library.frame_secs();
        let own = wrap_angle(out.ground.heading - before);
        let assist = wanted.map_or(0.0, |wanted| {
            let horizon = self.config.assist_horizon_secs;
            let clip_turn = ahead(&self.library, memory.frame, horizon).heading;
            let there = memory.trajectory.ahead(wanted, self.half_lives(), horizon);
            let error = wrap_angle(there.heading - out.ground.heading - clip_turn);
            let most = self.config.turn_assist_radians_per_sec * secs
                + self.config.turn_assist_share * own.abs();
            (error * secs / self.config.assist_secs).clamp(-most, most)
        });
        let oldest = memory.turns[memory.turns_at];
        let sum: f32 = memory.turns.iter().sum::<f32>() - oldest;
        let limit = self.fastest_turn * self.config.limit;
        let turn = (own + assist + sum).clamp(-limit, limit) - sum;
        memory.turns[memory.turns_at] = turn;
        memory.turns_at = (memory.turns_at + 1) % memory.turns.len();
        let about = GroundTransform::new(0.0, 0.0, turn - own);
        let moved = out.ground * about * out.ground.inverse();
        memory.world_from_clip = moved * memory.world_from_clip;
        memory.join.turn(moved);
        out.carry(moved);
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            join: self.join.clone(),
            before: self.before.clone(),
            room: self.room.clone(),
            turns: self.turns.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.frame = source.frame;
        self.world_from_clip = source.world_from_clip;
        self.join.clone_from(&source.join);
        self.before.copy_from(source.before.as_ref());
        self.trajectory = source.trajectory;
        self.searched_for = source.searched_for;
        self.since_search_ticks = source.since_search_ticks;
        self.turns.clone_from(&source.turns);
        self.turns_at = source.turns_at;
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
impl Memory {
    /// debug
    pub fn debug(&self, m: &MotionMatcher) -> String {
        format!("{}+{}", clip_of(&m.library, self.frame).name, self.frame)
    }
}
