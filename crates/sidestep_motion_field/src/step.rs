//! Running a field: one tick at a time.

use crate::{
    construction::MotionField,
    core::Seeds,
    integration::{Action, Weighted},
    memory::{Memory, Room, load, save},
    states::LocalState,
    wish::Wish,
};
use sidestep_control::{
    Abilities, Ability, AddedMotion, BodyState, Controller, Explanation, FootLock, Footprint,
    Gaits, Goal, Output, Reader, SnapshotError, Start, Writer,
};
use sidestep_motion::{Contacts, FrameId, GroundTransform, Pose, Side, Skeleton};
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
        use Ability::{Facing, Gait, Line, Move, Path, Reach, Speed, Stand, TurnInPlace};
        let repertoire = &self.repertoire;
        let has_speeds = !repertoire.speeds.is_empty();
        Abilities::of(&[Move, Line])
            .with(Speed, has_speeds)
            .with(Stand, has_speeds)
            .with(TurnInPlace, has_speeds)
            .with(Reach, has_speeds)
            .with(Path, has_speeds)
            .with(Facing, repertoire.bearings.len() > 1)
            .with(Gait, !self.gaits().is_empty())
    }

    fn gaits(&self) -> Gaits {
        self.gaits.served(&self.core)
    }

    fn feet(&self) -> Option<&FootLock> {
        Some(&self.feet)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        let mut memory = Memory::new(&self.core);
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
        let chosen = match &wish {
            Wish::Nothing => None,
            wish => self.choose(wish, state, neighbors, room),
        };
        let way = match chosen {
            Some(action) => room.integrate(self, state, action),
            None => room.drift(self, state, neighbors),
        };
        std::mem::swap(&mut room.next, state);
        std::mem::swap(&mut room.best, neighbors);
        let (_, added) = wish.point().after(way, &assist);
        room.added = AddedMotion::turn(added);
        *ground = *ground * way;
        ground.heading = sidestep_motion::math::wrap_angle(ground.heading + added);
        self.write(memory, out);
    }

    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.ground = moved * memory.ground;
        memory.following.carry(moved);
    }

    fn save(&self, memory: &Memory, to: &mut Writer<'_>) {
        save(&self.core, memory, to);
    }

    fn load(&self, memory: &mut Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        load(&self.core, memory, from)
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

    fn resume(&self, memory: &mut Memory, body: &BodyState, at: FrameId, out: &mut Output) -> bool {
        let row = self.core.states.row_of(at).filter(|row| self.core.states.has_next(*row));
        match row.filter(|_| self.resumes()) {
            Some(row) => self.resume_following(memory, body, row, out),
            None => return self.disturb(memory, body, out),
        }
        true
    }

    /// A field of mixed neighbours does not: from rest it is drawn back to rest.
    fn resumes(&self) -> bool {
        self.core.config.follow.is_some()
    }

    fn added_motion(&self, memory: &Memory) -> AddedMotion {
        memory.room.added
    }

    fn explain(&self, memory: &Memory, goal: &Goal, out: &Output, explanation: &mut Explanation) {
        self.explain_state(memory.clone(), &Wish::of(self, goal, memory.ground), out, explanation);
    }

    fn footprint(&self) -> Footprint {
        let library = self.core.library.frame_bytes();
        let tasks = self.repertoire.commands.iter().chain(&self.repertoire.line);
        let values: usize = tasks.map(|(_, of)| size_of_val(of.values.as_slice())).sum();
        let playback = self.playback.as_ref().map_or(0, |playback| playback.pose_bytes());
        let graph = self.core.graph.as_ref().map_or(0, |graph| graph.bytes());
        let controller_bytes = library
            + playback
            + self.core.states.bytes()
            + self.core.index.bytes()
            + self.core.joins.bytes()
            + graph
            + values
            + self.feet.bytes()
            + self.gaits.bytes();
        let memory_bytes = Memory::new(&self.core).bytes();
        Footprint { controller_bytes, memory_bytes }
    }
}

impl MotionField {
    /// Tries all actions (eqs. 9 and 12): returns the best and leaves the neighbours it leads to in
    /// `room.best`. The states they lead to are looked up together, which shares most of the work.
    fn choose(
        &self,
        wish: &Wish,
        state: &LocalState,
        neighbors: &[Weighted],
        room: &mut Room,
    ) -> Option<Action> {
        self.look_ahead(state, neighbors, room);
        self.core.answer(Seeds::Last(neighbors), &mut room.finder);
        let assist = wish.assist(&self.assist);
        let (mut best, mut chosen) = (f32::NEG_INFINITY, None);
        for (number, (neighbor, way)) in neighbors.iter().zip(&room.ways).enumerate() {
            self.core.weigh(&room.finder, number, &mut room.tried);
            let (point, _) = wish.point().after(*way, &assist);
            let value = wish.value(self, &room.tried, point);
            if value > best {
                best = value;
                chosen = Some(self.action(*neighbor));
                std::mem::swap(&mut room.tried, &mut room.best);
            }
        }
        chosen
    }

    /// Asks for the states that all actions lead to. `room.neighborhood` is that of `state`.
    pub(crate) fn look_ahead(&self, state: &LocalState, neighbors: &[Weighted], room: &mut Room) {
        room.finder.clear();
        room.ways.clear();
        for neighbor in neighbors.iter().take(self.core.config.actions) {
            let way = room.integrate(self, state, self.action(*neighbor));
            room.ways.push(way);
            self.core.ask(&room.next, &mut room.finder);
        }
    }

    fn action(&self, preferred: Weighted) -> Action {
        Action::preferring(preferred, self.core.config.sharpness)
    }

    fn begin_as(&self, memory: &mut Memory, body: &BodyState) {
        memory.ground = body.ground;
        let mut before = Pose::identity(body.now.rotations.len());
        body.earlier_into(self.core.library.frame_secs(), &mut before);
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
    /// Makes `next` the state that an action leads to, and returns the way there.
    fn integrate(
        &mut self,
        field: &MotionField,
        state: &LocalState,
        action: Action,
    ) -> GroundTransform {
        let core = &field.core;
        self.neighborhood.integrate(&core.states, state, action, core.config.drift, &mut self.next)
    }

    /// Takes the passive action, and leaves the neighbours it leads to in `best`.
    fn drift(
        &mut self,
        field: &MotionField,
        state: &LocalState,
        neighbors: &[Weighted],
    ) -> GroundTransform {
        let way = self.integrate(field, state, Action::PASSIVE);
        self.finder.clear();
        field.core.ask(&self.next, &mut self.finder);
        field.core.answer(Seeds::Last(neighbors), &mut self.finder);
        field.core.weigh(&self.finder, 0, &mut self.best);
        way
    }
}
