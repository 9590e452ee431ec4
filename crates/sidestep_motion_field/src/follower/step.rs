//! Following one neighbour at a time.
//!
//! An action that prefers one neighbour alone takes over that neighbour's step. Where another one is
//! preferred, its clip is laid under the character and the difference of pose and velocity fades: so
//! velocities stay continuous, which they do not when eqs. 4 to 6 switch between single neighbours.
//! Leaving a neighbour has a cost in the value function, so the character does it where it pays.

use crate::{
    follower::{
        Follower,
        memory::{FollowerMemory, Following, load, save},
    },
    intent::Intent,
    joins::Choice,
    states::LocalState,
};
use glam::{Quat, Vec3};
use sidestep_control::{
    Abilities, AddedMotion, BodyState, Controller, Explanation, FootLock, Footing, Footprint,
    Gaits, Goal, Output, Reader, SnapshotError, Start, Writer, foot_lock::Entered,
};
use sidestep_motion::{
    FrameId, GroundTransform, Pose, Skeleton, inertialize::Approach, math::wrap_angle,
};
use std::sync::Arc;

/// A leap to a gait that no neighbour leads to takes so many times as long to fade as a join.
const BRIDGE_STRETCH: f32 = 1.75;

impl Controller for Follower {
    type Memory = FollowerMemory;

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

    fn begin(&self, start: Start<'_>, out: &mut Output) -> FollowerMemory {
        let mut memory = FollowerMemory::new(&self.flow.core);
        match start {
            Start::Rest(ground) => {
                memory.following.row = self.flow.core.refuge;
                self.lay(&mut memory.following, ground);
                self.show(&mut memory, 0.0, out);
                memory.following.before.copy_from(out.pose.as_ref());
            }
            Start::State(body) => self.begin_from(&mut memory, body, out),
        }
        memory
    }

    fn step(&self, memory: &mut FollowerMemory, goal: &Goal, out: &mut Output) {
        let intent = Intent::of(&self.flow, goal, memory.ground);
        self.follow(memory, &intent, out);
    }

    fn carry(&self, memory: &mut FollowerMemory, moved: GroundTransform) {
        memory.ground = moved * memory.ground;
        memory.following.carry(moved);
    }

    fn save(&self, memory: &FollowerMemory, to: &mut Writer<'_>) {
        save(memory, to);
    }

    fn load(
        &self,
        memory: &mut FollowerMemory,
        from: &mut Reader<'_>,
    ) -> Result<(), SnapshotError> {
        load(&self.flow.core, memory, from)
    }

    /// Goes on with the same row from another body, which the join leads back; what else could be
    /// followed from there is the choice of the next step.
    fn disturb(&self, memory: &mut FollowerMemory, body: &BodyState, out: &mut Output) -> bool {
        // Nothing else is entered: a body that is pushed in every tick may choose all the same.
        let Following { row, held, .. } = memory.following;
        self.go_on_with(row, memory, body, out);
        memory.following.held = held;
        true
    }

    /// Gets going from a body with a row of its own, and keeps to it for a while.
    fn resume(
        &self,
        memory: &mut FollowerMemory,
        body: &BodyState,
        at: FrameId,
        out: &mut Output,
    ) -> bool {
        let states = &self.flow.core.states;
        let Some(row) = states.row_of(at).filter(|row| states.has_next(*row)) else {
            return self.disturb(memory, body, out);
        };
        self.go_on_with(row, memory, body, out);
        memory.following.held = self.flow.core.launch_frames;
        true
    }

    fn resumes(&self) -> bool {
        true
    }

    fn added_motion(&self, memory: &FollowerMemory) -> AddedMotion {
        memory.room.added
    }

    fn explain(
        &self,
        memory: &FollowerMemory,
        goal: &Goal,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        let intent = Intent::of(&self.flow, goal, memory.ground);
        self.explain_following(memory.clone(), &intent, out, explanation);
    }

    fn footprint(&self) -> Footprint {
        let memory_bytes = FollowerMemory::new(&self.flow.core).bytes();
        Footprint { controller_bytes: self.flow.bytes() + self.playback.pose_bytes(), memory_bytes }
    }
}

impl Follower {
    fn begin_from(&self, memory: &mut FollowerMemory, body: &BodyState, out: &mut Output) {
        let core = &self.flow.core;
        let before = &mut memory.following.before;
        body.earlier_into(core.library.frame_secs(), before);
        out.pose.copy_from(body.now.as_ref());
        out.ground = body.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        let room = &mut memory.room;
        room.state.of_body((before.as_ref(), body.now.as_ref()), body.ground);
        core.followable(&room.state, None, &mut room.finder, &mut room.choices);
        let nearest = room.choices.first().map_or(core.refuge, |choice| choice.row);
        self.enter(&mut memory.following, nearest, self.join_secs(), out);
        memory.ground = out.ground;
        out.contacts = core.library.contacts(core.states.frame(nearest));
    }

    fn go_on_with(
        &self,
        row: u32,
        memory: &mut FollowerMemory,
        body: &BodyState,
        out: &mut Output,
    ) {
        memory.following.before.copy_from(body.before.as_ref());
        out.pose.copy_from(body.now.as_ref());
        out.ground = body.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        self.enter(&mut memory.following, row, self.join_secs(), out);
        memory.ground = out.ground;
    }

    fn follow(&self, memory: &mut FollowerMemory, intent: &Intent, out: &mut Output) {
        let core = &self.flow.core;
        let FollowerMemory { following, room, .. } = memory;
        self.observe(following, out, &mut room.state);
        let continued = core.states.has_next(following.row).then_some(following.row);
        following.held = following.held.saturating_sub(1);
        let row = match continued {
            // Joins in every frame would each begin to fade and none ever end.
            Some(row) if following.held > 0 => row,
            _ => {
                core.followable(&room.state, continued, &mut room.finder, &mut room.choices);
                self.prefer(intent, &out.footing, &room.choices)
            }
        };
        if Some(row) != continued {
            let leaps = continued.is_some_and(|from| core.bridges.has(from, row));
            let times = if leaps { BRIDGE_STRETCH } else { 1.0 };
            self.enter(following, row, times * self.join_secs(), out);
        }
        following.before.copy_from(out.pose.as_ref());
        following.row = row + 1;
        let step = core.states.step(row);
        let way = GroundTransform::new(step.root.x, step.root.z, step.turn);
        let (_, added) = intent.point().after(way, &intent.assist(&self.flow.assist));
        let ground = following.world_from_clip * core.library.ground(core.states.frame(row + 1));
        // The added turn grows and shrinks smoothly; the value function takes it as immediate.
        let added = self.flow.assist.ease(
            following.added,
            self.flow.feet.allowed(
                &out.footing,
                core.states.frame(row + 1),
                added,
                self.flow.assist.change,
            ),
        );
        following.added = added;
        room.added = AddedMotion::turn(added);
        let heading = wrap_angle(ground.heading + added);
        self.lay(following, GroundTransform { heading, ..ground });
        self.show(memory, core.library.frame_secs(), out);
    }

    /// The state shown, as what is followed would go on with it.
    pub(crate) fn observe(&self, following: &Following, out: &Output, state: &mut LocalState) {
        state.pose.copy_from(out.pose.as_ref());
        let along = out.ground.rotation().conjugate();
        state.pose.root_position = Vec3::Y * out.pose.root_position.y;
        if let Some(root) = state.pose.rotations.first_mut() {
            *root = along * *root;
        }
        state.step.copy_from(self.flow.core.states.step(following.row));
        state.phases = self.flow.core.states.phases(following.row);
    }

    /// The choice of the highest value; the first where nothing is wanted.
    fn prefer(&self, intent: &Intent, footing: &Footing, choices: &[Choice]) -> u32 {
        let mut best = (f32::NEG_INFINITY, self.flow.core.refuge);
        for choice in choices {
            let value = self.value_of_choice(intent, footing, choice);
            if value > best.0 {
                best = (value, choice.row);
            }
        }
        best.1
    }

    /// How good it is to follow a row for a frame and go on from there. Turns that the planted feet
    /// do not bear have their price.
    pub(crate) fn value_of_choice(
        &self,
        intent: &Intent,
        footing: &Footing,
        choice: &Choice,
    ) -> f32 {
        let step = self.flow.core.states.step(choice.row);
        let way = GroundTransform::new(step.root.x, step.root.z, step.turn);
        let assist = intent.assist(&self.flow.planned);
        let (point, added) = intent.point().after(way, &assist);
        let discount = self.flow.core.config.task.discount;
        let price = self.config.follow.overturn_cost;
        let overturn =
            self.flow.feet.overturn(footing, self.flow.core.states.frame(choice.row + 1));
        let cost = choice.cost + assist.cost(added) + price * overturn;
        discount * intent.value_at(&self.flow, choice.row + 1, point) - cost
    }

    /// Lays the clip so that the row followed stands at `ground`.
    fn lay(&self, following: &mut Following, ground: GroundTransform) {
        let frame = self.flow.core.states.frame(following.row);
        following.world_from_clip = ground * self.flow.core.library.ground(frame).inverse();
    }

    /// How long a join takes to fade.
    fn join_secs(&self) -> f32 {
        self.config.follow.join_secs
    }

    /// Goes on from `row`, which takes the place of the pose in `out`.
    fn enter(&self, following: &mut Following, row: u32, fade_secs: f32, out: &mut Output) {
        let (library, frame) = (&self.flow.core.library, self.flow.core.states.frame(row));
        following.held = self.flow.core.least_between_frames;
        following.row = row;
        let entered = Entered {
            pose: self.playback.pose(frame),
            ground: library.ground(frame),
            contacts: library.contacts(frame),
        };
        self.lay(following, self.flow.feet.lay(out, &entered));
        let entered = self.playback.approach(frame);
        // The offset is taken in the clip's space, where the library's poses lie, then turned: so no
        // room for poses of the library in the world is needed.
        let clip_from_world = following.world_from_clip.inverse();
        let roots = [root(&following.before), root(&out.pose)];
        clip_from_world.transform_pose(&mut following.before);
        clip_from_world.transform_pose(&mut out.pose);
        let shown = Approach::new(following.before.as_ref(), out.pose.as_ref());
        following.join.join(shown, entered, library.frame_secs(), fade_secs);
        following.join.turn(following.world_from_clip);
        set_root(&mut following.before, roots[0]);
        set_root(&mut out.pose, roots[1]);
    }

    fn show(&self, memory: &mut FollowerMemory, secs: f32, out: &mut Output) {
        let (library, following) = (&self.flow.core.library, &mut memory.following);
        let frame = self.flow.core.states.frame(following.row);
        out.pose.copy_from(self.playback.pose(frame));
        following.world_from_clip.transform_pose(&mut out.pose);
        following.join.apply(secs, &mut out.pose);
        out.ground = following.world_from_clip * library.ground(frame);
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        out.contacts = library.contacts(frame);
        out.played = Some(frame);
        memory.ground = out.ground;
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
