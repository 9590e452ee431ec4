//! Running a field: one tick at a time.

use crate::{
    core::Seeds,
    field::{
        MotionField,
        memory::{Launch, Memory, Room, load, save},
    },
    integration::{Action, Weighted},
    intent::Intent,
    states::{LocalState, States},
};
use sidestep_control::{
    Abilities, AddedMotion, BodyState, Controller, Explanation, FootLock, Footprint, Gaits, Goal,
    Output, Reader, SnapshotError, Start, Writer,
};
use sidestep_motion::{
    Contacts, FrameId, GroundTransform, Pose, Side, Skeleton, inertialize::Approach,
    math::wrap_angle,
};
use std::sync::Arc;

/// How long what a body at rest differs by from the frame that it gets going with takes to fade.
const RESUME_SECS: f32 = 0.3;

/// For so long a body keeps to that frame: about a step. Mixed sooner with others that start, it would
/// slow down where they differ.
const KEEP_SECS: f32 = 0.57;

/// A character begins no farther than this above or below the data, in metres.
const FARTHEST: f32 = 0.5;

impl Controller for MotionField {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.flow.core.library.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.flow.core.library.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        self.flow.abilities()
    }

    fn gaits(&self) -> Gaits {
        self.flow.gaits()
    }

    fn feet(&self) -> Option<&FootLock> {
        Some(&self.flow.feet)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        let mut memory = Memory::new(&self.flow.core);
        match start {
            Start::Rest(ground) => {
                self.flow.core.states.load(
                    &self.flow.core.library,
                    self.flow.core.refuge,
                    &mut memory.state,
                );
                memory.ground = ground;
            }
            Start::State(body) => self.begin_as(&mut memory, body),
        }
        let Memory { state, neighbors, room, .. } = &mut memory;
        self.flow.core.locate(state, &mut room.finder, neighbors);
        self.write(&mut memory, 0.0, out);
        memory
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        let intent = Intent::of(&self.flow, goal, memory.ground);
        let core = &self.flow.core;
        let way = match memory.launch.next(&core.states) {
            Some(row) => self.keep_to(row, memory),
            None => self.mix(&intent, memory),
        };
        let Memory { ground, neighbors, room, added, .. } = memory;
        let assist = intent.assist(&self.flow.assist);
        let (_, wanted) = intent.point().after(way, &assist);
        *added = self.granted(wanted, *added, neighbors, out);
        room.added = AddedMotion::turn(*added);
        *ground = *ground * way;
        ground.heading = wrap_angle(ground.heading + *added);
        self.write(memory, core.library.frame_secs(), out);
    }

    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.ground = moved * memory.ground;
        memory.join.turn(moved);
    }

    fn save(&self, memory: &Memory, to: &mut Writer<'_>) {
        save(memory, to);
    }

    fn load(&self, memory: &mut Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        load(&self.flow.core, memory, from)
    }

    fn disturb(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) -> bool {
        self.begin_as(memory, body);
        memory.join.clear();
        memory.launch = Launch::default();
        let Memory { state, neighbors, room, .. } = &mut *memory;
        self.flow.core.locate(state, &mut room.finder, neighbors);
        let contacts = out.contacts;
        self.write(memory, 0.0, out);
        out.contacts = contacts;
        true
    }

    /// Gets going as the data does at a frame, and keeps to it for a while; what the body differs by
    /// fades. From the body as it stands, and among frames that stand, the field would be drawn back to
    /// rest.
    fn resume(&self, memory: &mut Memory, body: &BodyState, at: FrameId, out: &mut Output) -> bool {
        let core = &self.flow.core;
        let Some(row) = core.states.row_of(at) else { return self.disturb(memory, body, out) };
        memory.launch = Launch { row, ticks: core.frames(KEEP_SECS) };
        let Memory { state, ground, neighbors, join, room, .. } = &mut *memory;
        core.states.load(&core.library, row, state);
        core.locate(state, &mut room.finder, neighbors);
        *ground = body.ground;
        (ground.x, ground.z) = (body.now.root_position.x, body.now.root_position.z);
        let world_from_clip = *ground * core.library.ground(at).inverse();
        let clip_from_world = world_from_clip.inverse();
        // Poses of the last tick and of this one, in the space of the clip.
        let [before, now] = &mut room.left;
        for (pose, of) in [(&mut *before, &body.before), (&mut *now, &body.now)] {
            pose.copy_from(of.as_ref());
            clip_from_world.transform_pose(pose);
        }
        let shown = Approach::new(before.as_ref(), now.as_ref());
        join.join(shown, core.library.approach(at), core.library.frame_secs(), RESUME_SECS);
        join.turn(world_from_clip);
        self.write(memory, 0.0, out);
        true
    }

    /// Where no speed is asked for it does not: from rest it is drawn back to rest.
    fn resumes(&self) -> bool {
        !self.flow.repertoire.speeds.is_empty()
    }

    fn added_motion(&self, memory: &Memory) -> AddedMotion {
        memory.room.added
    }

    fn explain(&self, memory: &Memory, goal: &Goal, _: &Output, explanation: &mut Explanation) {
        self.explain_mixing(
            memory.clone(),
            &Intent::of(&self.flow, goal, memory.ground),
            explanation,
        );
    }

    fn footprint(&self) -> Footprint {
        let memory_bytes = Memory::new(&self.flow.core).bytes();
        Footprint { controller_bytes: self.flow.bytes(), memory_bytes }
    }
}

impl MotionField {
    /// Takes the step of one row alone.
    fn keep_to(&self, row: u32, memory: &mut Memory) -> GroundTransform {
        let core = &self.flow.core;
        let Memory { state, neighbors, room, .. } = memory;
        core.states.load(&core.library, row + 1, state);
        room.finder.clear();
        core.ask(state, &mut room.finder);
        core.answer(Seeds::Last(neighbors), &mut room.finder);
        core.weigh(&room.finder, 0, neighbors);
        let step = core.states.step(row);
        GroundTransform::new(step.root.x, step.root.z, step.turn)
    }

    /// Takes the steps of all neighbours, mixed as is best for a wish.
    fn mix(&self, intent: &Intent, memory: &mut Memory) -> GroundTransform {
        let core = &self.flow.core;
        let Memory { state, neighbors, room, .. } = memory;
        room.neighborhood.prepare(&core.states, &core.library, state, neighbors);
        let chosen = match intent {
            Intent::Nothing => None,
            intent => self.choose(intent, state, neighbors, room),
        };
        let way = match chosen {
            Some(action) => room.integrate(self, state, action),
            None => room.drift(self, state, neighbors),
        };
        std::mem::swap(&mut room.next, state);
        std::mem::swap(&mut room.best, neighbors);
        way
    }

    /// Tries all actions (eqs. 9 and 12): returns the best and leaves the neighbours it leads to in
    /// `room.best`. The states they lead to are looked up together, which shares most of the work.
    fn choose(
        &self,
        intent: &Intent,
        state: &LocalState,
        neighbors: &[Weighted],
        room: &mut Room,
    ) -> Option<Action> {
        self.look_ahead(state, neighbors, room);
        self.flow.core.answer(Seeds::Last(neighbors), &mut room.finder);
        let assist = intent.assist(&self.flow.assist);
        let (mut best, mut chosen) = (f32::NEG_INFINITY, None);
        for (number, (neighbor, way)) in neighbors.iter().zip(&room.ways).enumerate() {
            self.flow.core.weigh(&room.finder, number, &mut room.tried);
            let (point, added) = intent.point().after(*way, &assist);
            let value = intent.value(&self.flow, &room.tried, point) - assist.cost(added);
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
        for neighbor in neighbors.iter().take(self.flow.core.config.actions) {
            let way = room.integrate(self, state, self.action(*neighbor));
            room.ways.push(way);
            self.flow.core.ask(&room.next, &mut room.finder);
        }
    }

    fn action(&self, preferred: Weighted) -> Action {
        Action::preferring(preferred, self.flow.core.config.mix().sharpness)
    }

    fn begin_as(&self, memory: &mut Memory, body: &BodyState) {
        memory.ground = body.ground;
        let mut before = Pose::identity(body.now.rotations.len());
        body.earlier_into(self.flow.core.library.frame_secs(), &mut before);
        memory.state.of_body((before.as_ref(), body.now.as_ref()), body.ground);
        // From far above or below the data the tug would take seconds.
        let (least, most) = self.flow.core.states.heights();
        let height = &mut memory.state.pose.root_position.y;
        *height = height.clamp(least - FARTHEST, most + FARTHEST);
        (memory.ground.x, memory.ground.z) = (body.now.root_position.x, body.now.root_position.z);
    }

    /// How much of a wanted turn is added: what planted feet leave room for, growing and shrinking
    /// smoothly.
    fn granted(&self, wanted: f32, before: f32, neighbors: &[Weighted], out: &Output) -> f32 {
        let assist = &self.flow.assist;
        let Some(nearest) = neighbors.first().filter(|_| assist.most > 0.0) else { return 0.0 };
        let frame = self.flow.core.states.frame(nearest.row);
        assist.ease(before, self.flow.feet.allowed(&out.footing, frame, wanted, assist.change))
    }

    fn write(&self, memory: &mut Memory, secs: f32, out: &mut Output) {
        out.pose.copy_from(memory.state.pose.as_ref());
        memory.ground.transform_pose(&mut out.pose);
        memory.join.apply(secs, &mut out.pose);
        out.ground = memory.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        out.contacts = Contacts::NONE;
        for side in Side::BOTH {
            // Eq. 7.
            let touching =
                memory.neighbors.iter().filter(|n| self.flow.core.states.touches(n.row, side));
            let vote: f32 = touching.map(|n| n.weight).sum();
            out.contacts = out.contacts.with(side, vote >= 0.5);
        }
    }
}

impl Launch {
    /// The row whose step is to be taken, where one is kept to.
    fn next(&mut self, states: &States) -> Option<u32> {
        let row = (self.ticks > 0 && states.has_next(self.row)).then_some(self.row);
        *self = row.map_or(Self::default(), |row| Self { row: row + 1, ticks: self.ticks - 1 });
        row
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
        let core = &field.flow.core;
        self.neighborhood.integrate(
            &core.states,
            state,
            action,
            core.config.mix().drift,
            &mut self.next,
        )
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
        field.flow.core.ask(&self.next, &mut self.finder);
        field.flow.core.answer(Seeds::Last(neighbors), &mut self.finder);
        field.flow.core.weigh(&self.finder, 0, &mut self.best);
        way
    }
}
