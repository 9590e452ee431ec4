//! Running a field: one tick at a time.

use crate::{
    construction::MotionField,
    integration::{Action, Weighted},
    memory::{Candidate, Memory, Room},
    states::LocalState,
    wish::Wish,
};
use sidestep_control::{
    Abilities, Ability, BodyState, Controller, Explanation, FootLock, Footprint, Goal, Output,
    Start,
};
use sidestep_motion::{Contacts, GroundTransform, Pose, Side, Skeleton};
use std::sync::Arc;

/// A character begins no farther than this above or below the data, in metres.
const FARTHEST: f32 = 0.5;

impl Controller for MotionField {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.core.library.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.core.library.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        use Ability::{Facing, Line, Move, Path, Reach, Speed, Stand, TurnInPlace};
        let repertoire = &self.repertoire;
        let has_speeds = !repertoire.speeds.is_empty();
        Abilities::of(&[Move, Line])
            .with(Speed, has_speeds)
            .with(Stand, has_speeds)
            .with(TurnInPlace, has_speeds)
            .with(Reach, has_speeds)
            .with(Path, has_speeds)
            .with(Facing, repertoire.bearings.len() > 1)
    }

    fn feet(&self) -> Option<&FootLock> {
        Some(&self.feet)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        let mut memory = Memory::new(self.core.states.joints(), self.core.config.neighbors);
        if self.core.config.follow.is_some() {
            self.begin_following(&mut memory, start, out);
            return memory;
        }
        match start {
            Start::Rest(ground) => {
                self.core.states.load(&self.core.library, self.core.refuge, &mut memory.state);
                memory.ground = ground;
            }
            Start::State(body) => self.begin_as(&mut memory, body),
        }
        let Memory { state, neighbors, room, .. } = &mut memory;
        self.core.locate(state, &mut room.finder, neighbors);
        self.write(&memory, out);
        memory
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        let wish = Wish::of(self, goal, memory.ground);
        if self.core.config.follow.is_some() {
            return self.step_following(memory, &wish, out);
        }
        let Memory { state, ground, neighbors, room, .. } = memory;
        let core = &self.core;
        room.neighborhood.prepare(&core.states, &core.library, state, neighbors);
        let assist = wish.assist(&self.assist);
        match &wish {
            Wish::Nothing => room.follow(self, state, Action::PASSIVE),
            wish => self.choose(wish, state, neighbors, room),
        }
        std::mem::swap(&mut room.best.state, state);
        std::mem::swap(&mut room.best.neighbors, neighbors);
        let way = room.best.way;
        let (_, added) = wish.point().after(way, &assist);
        *ground = *ground * way;
        ground.heading = sidestep_motion::math::wrap_angle(ground.heading + added);
        self.write(memory, out);
    }

    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.ground = moved * memory.ground;
        memory.following.carry(moved);
    }

    fn disturb(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) -> bool {
        if self.core.config.follow.is_some() {
            self.disturb_following(memory, body, out);
            return true;
        }
        self.begin_as(memory, body);
        let Memory { state, neighbors, room, .. } = &mut *memory;
        self.core.locate(state, &mut room.finder, neighbors);
        let contacts = out.contacts;
        self.write(memory, out);
        out.contacts = contacts;
        true
    }

    fn explain(&self, memory: &Memory, goal: &Goal, out: &Output, explanation: &mut Explanation) {
        self.explain_state(memory.clone(), &Wish::of(self, goal, memory.ground), out, explanation);
    }

    fn footprint(&self) -> Footprint {
        let parts = self.core.library.parts();
        let library = size_of_val(parts.root_positions.as_slice())
            + size_of_val(parts.rotations.as_slice())
            + size_of_val(parts.grounds.as_slice())
            + size_of_val(parts.contacts.as_slice());
        let tables = self.tables();
        let values = size_of_val(tables.commands.as_slice()) + size_of_val(tables.line.as_slice());
        let playback = self.playback.as_ref().map_or(0, |playback| playback.bytes());
        let controller_bytes =
            library + playback + self.core.states.bytes() + self.core.index.bytes() + values;
        // A state is a pose and a step; there are three of them, and three steps besides.
        let joint_bytes = 9 * size_of::<glam::Quat>();
        let memory_bytes = size_of::<Memory>()
            + size_of::<Room>()
            + self.core.states.joints() * joint_bytes
            + 3 * self.core.config.neighbors * size_of::<Weighted>()
            + self.core.space.dims() * size_of::<f32>();
        Footprint { controller_bytes, memory_bytes }
    }
}

impl MotionField {
    /// Tries all actions and leaves the state of the best in `room.best` (eqs. 9 and 12).
    fn choose(&self, wish: &Wish, state: &LocalState, neighbors: &[Weighted], room: &mut Room) {
        let mut best = f32::NEG_INFINITY;
        let assist = wish.assist(&self.assist);
        for neighbor in neighbors.iter().take(self.core.config.actions) {
            let action = Action::preferring(*neighbor, self.core.config.sharpness);
            room.attempt(self, state, action);
            let (point, _) = wish.point().after(room.tried.way, &assist);
            let value = wish.value(self, &room.tried.neighbors, point);
            if value > best {
                best = value;
                std::mem::swap(&mut room.tried, &mut room.best);
            }
        }
        if best == f32::NEG_INFINITY {
            room.follow(self, state, Action::PASSIVE);
        }
    }

    fn begin_as(&self, memory: &mut Memory, body: &BodyState) {
        memory.ground = body.ground;
        // The step of one frame, whatever the time between the poses given.
        let back = (self.core.library.frame_secs() / body.secs).min(4.0);
        let mut before = Pose::identity(body.now.rotations.len());
        body.now.as_ref().interpolate_into(body.before.as_ref(), back, &mut before);
        memory.state.of_body((before.as_ref(), body.now.as_ref()), body.ground);
        // From far above or below the data the tug would take seconds.
        let (least, most) = self.core.states.heights();
        let height = &mut memory.state.pose.root_position.y;
        *height = height.clamp(least - FARTHEST, most + FARTHEST);
        (memory.ground.x, memory.ground.z) = (body.now.root_position.x, body.now.root_position.z);
    }

    fn write(&self, memory: &Memory, out: &mut Output) {
        out.pose.copy_from(memory.state.pose.as_ref());
        memory.ground.transform_pose(&mut out.pose);
        out.ground = memory.ground;
        out.contacts = Contacts::NONE;
        for side in Side::BOTH {
            // Eq. 7.
            let touching =
                memory.neighbors.iter().filter(|n| self.core.states.touches(n.row, side));
            let vote: f32 = touching.map(|n| n.weight).sum();
            out.contacts = out.contacts.with(side, vote >= 0.5);
        }
    }
}

impl Room {
    /// Makes `tried` the state that an action leads to.
    fn attempt(&mut self, field: &MotionField, state: &LocalState, action: Action) {
        let core = &field.core;
        let Candidate { state: next, neighbors, way } = &mut self.tried;
        *way = self.neighborhood.integrate(&core.states, state, action, core.config.drift, next);
        core.locate(next, &mut self.finder, neighbors);
    }

    fn follow(&mut self, field: &MotionField, state: &LocalState, action: Action) {
        self.attempt(field, state, action);
        std::mem::swap(&mut self.tried, &mut self.best);
    }
}
