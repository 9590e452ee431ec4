//! Standing: a state that every method enters when it is told to stand, and keeps until it is told
//! otherwise.
//!
//! Few captures hold a stop from every stride, and some hold no standing at all: a character that
//! had to find one in its data would pace about or step on the spot. So whoever is told to stand is
//! brought to rest from whatever it does, by the steps that its feet need, into the way a body of
//! the library stands. The controller inside knows nothing of it: it goes on from the body that
//! stands as from one that was pushed.

mod idle;
mod launch;
mod plan;

use crate::{
    ability::{Abilities, Ability},
    added_motion::AddedMotion,
    controller::{BodyState, Controller, Footprint, Push, Start},
    explanation::{Explanation, Mark},
    foot_lock::FootLock,
    gaits::Gaits,
    goal::Goal,
    ground_point::GroundPoint,
    output::Output,
    saved::{Reader, Saved, Writer},
    saved_fields,
    snapshot::{Identity, SnapshotError},
    steer::{Steering, steer},
    travel::Travel,
    usual_speed::median_moving_speed,
};
use glam::{Quat, Vec3};
use idle::Idle;
use launch::{Launches, Wanted};
use plan::{Ankle, Step, steps};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, ObjectKind, Pose, Side, Skeleton,
    inertialize::{Approach, Inertializer},
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget, Leg},
    math::wrap_angle,
};
use std::sync::Arc;

/// Faster bodies are left to their controller until it has slowed them down, in metres a second.
const FASTEST: f32 = 2.2;

/// A body that has reached its goal is brought to rest below this speed, in metres a second.
const ARRIVED_SPEED: f32 = 0.4;

/// A body that stands and should look another way by more than this turns with its feet, in radians.
const TURNED: f32 = 0.15;

/// By no more than this at a time, in radians.
const MOST_TURN: f32 = 1.0;

/// How long it takes to come to rest: from rest, for each metre a second, for each radian, and at
/// most, in seconds.
const REST_SECS: [f32; 4] = [0.35, 0.2, 0.3, 0.75];

/// Of the way that its velocity would take it in that time, a body that comes to rest goes this share.
const WAY: f32 = 0.42;

/// How far from where its velocity takes it a body may come to rest, so that a foot need not step,
/// in metres.
const OFF_WAY: f32 = 0.12;

/// Heels rise as far as this where a leg is too short, in radians.
const HEEL_RISE: f32 = 0.7;

/// A controller whose characters stand when they are told to.
pub struct Standing<C> {
    inner: Arc<C>,
    library: Arc<MotionLibrary>,
    legs: [Leg; 2],
    idle: Idle,
    launches: Launches,
    usual_speed: f32,
}

/// What one character remembers beside its controller's memory.
pub struct Memory<M> {
    inner: M,
    /// Whether it stands, or comes to.
    stands: bool,
    /// Since when.
    elapsed_secs: f32,
    /// Where it comes to rest, and the heading that it comes from.
    rest: GroundTransform,
    left_heading: f32,
    /// How long it takes to come to rest.
    rest_secs: f32,
    feet: [Step; 2],
    /// What is left of the pose that it came from.
    join: Inertializer,
    /// The pose of the tick before the last.
    before: Pose,
    /// Room for a tick; says nothing of the character.
    room: Box<Room>,
}

#[derive(Clone)]
struct Room {
    body: BodyState,
    entered: Pose,
    now: JointTransforms,
    then: JointTransforms,
    /// Root motion added in the last tick.
    added: AddedMotion,
}

impl<C: Controller> Standing<C> {
    /// Makes the characters of a controller stand as bodies of the library do. `None` where the
    /// skeleton has no two legs, or never both feet on the floor, or where the controller could not
    /// get going again.
    pub fn new(inner: &Arc<C>, library: &Arc<MotionLibrary>) -> Option<Self> {
        if !inner.resumes() {
            return None;
        }
        let [left, right] = Side::BOTH.map(|side| Leg::of(library.skeleton(), side));
        let legs = [left?, right?];
        let idle = Idle::of(library, &legs)?;
        Some(Self {
            inner: Arc::clone(inner),
            library: Arc::clone(library),
            legs,
            launches: Launches::of(library, &idle),
            idle,
            usual_speed: median_moving_speed(library),
        })
    }

    /// The controller inside.
    pub fn inner(&self) -> &Arc<C> {
        &self.inner
    }

    /// The heading to stand with, where a goal asks a body that moves at `speed` to stand.
    fn asked(&self, goal: &Goal, ground: GroundTransform, speed: f32) -> Option<f32> {
        let facing = match &goal.travel {
            Travel::Stand { facing } => *facing,
            Travel::Free | Travel::Move { .. } | Travel::Line { .. } => return None,
            travel => match steer(travel, ground, 1.0) {
                Steering::Stand { facing } if speed < ARRIVED_SPEED => facing,
                _ => return None,
            },
        };
        Some(facing.unwrap_or(ground.heading))
    }

    /// Whether a body that stands must turn to look that way.
    fn must_turn(&self, memory: &Memory<C::Memory>, goal: &Goal, heading: f32) -> bool {
        // Who is asked for no way to look keeps the one it came to rest with.
        let asks = match &goal.travel {
            Travel::Stand { facing }
            | Travel::Reach { facing, .. }
            | Travel::Path { facing, .. } => facing.is_some(),
            _ => false,
        };
        let ends = memory.feet.iter().map(Step::end_secs).fold(memory.rest_secs, f32::max);
        let is_at_rest = memory.elapsed_secs >= ends;
        asks && is_at_rest && wrap_angle(heading - memory.rest.heading).abs() > TURNED
    }

    /// Comes to rest from the body in `out`.
    fn enter(&self, memory: &mut Memory<C::Memory>, heading: f32, out: &Output) {
        let secs = self.library.frame_secs();
        let skeleton = self.library.skeleton();
        let Memory { room, before, join, .. } = memory;
        let Room { entered, now, then, .. } = &mut **room;
        let velocity = (out.pose.root_position - before.root_position).with_y(0.0) / secs;
        let turn = wrap_angle(heading - out.ground.heading).clamp(-MOST_TURN, MOST_TURN);
        let heading = wrap_angle(out.ground.heading + turn);
        let [least, by_speed, by_turn, most] = REST_SECS;
        memory.rest_secs = (least + by_speed * velocity.length() + by_turn * turn.abs()).min(most);
        let way = velocity * (WAY * memory.rest_secs);
        let place = out.ground.position() + way;
        let mut rest = GroundTransform::new(place.x, place.z, heading);
        then.compute(skeleton, before.as_ref());
        now.compute(skeleton, out.pose.as_ref());
        let ankles = [0, 1].map(|side: usize| {
            let foot = self.legs[side].foot;
            let position = now.position(foot);
            let velocity = (position - then.position(foot)) / secs;
            Ankle { position, rotation: now.rotation(foot), velocity }
        });
        let down = Side::BOTH.map(|side| out.contacts.get(side));
        // Who turns stays in its place.
        if turn.abs() < TURNED {
            rest = self.beside_a_standing_foot(rest, (ankles, down), entered, now);
        }
        memory.feet = steps(ankles, down, self.ankles_at(rest, entered, now));
        // The pose of the idle does not move at its entry: all velocity is of the body that is left.
        let shown = Approach::new(before.as_ref(), out.pose.as_ref());
        let still = Approach::new(entered.as_ref(), entered.as_ref());
        join.join(shown, still, secs, memory.rest_secs);
        memory.rest = rest;
        memory.left_heading = out.ground.heading;
        memory.elapsed_secs = 0.0;
        memory.stands = true;
    }

    /// Stands at a place as if it had always done so.
    fn begin_standing(
        &self,
        memory: &mut Memory<C::Memory>,
        ground: GroundTransform,
        out: &mut Output,
    ) {
        let Room { entered, now, .. } = &mut *memory.room;
        let ankles = self.ankles_at(ground, entered, now);
        out.pose.copy_from(entered.as_ref());
        memory.before.copy_from(entered.as_ref());
        memory.feet = steps(ankles, [true; 2], ankles);
        (memory.rest, memory.left_heading, memory.stands) = (ground, ground.heading, true);
        out.contacts = out.contacts.with(Side::Left, true).with(Side::Right, true);
        out.ground = ground;
    }

    /// A place to rest near the given one at which a foot that is down need not be moved.
    fn beside_a_standing_foot(
        &self,
        rest: GroundTransform,
        (ankles, down): ([Ankle; 2], [bool; 2]),
        entered: &mut Pose,
        room: &mut JointTransforms,
    ) -> GroundTransform {
        let to = self.ankles_at(rest, entered, room);
        let offs =
            [0, 1].map(|side: usize| (ankles[side].position - to[side].position).with_y(0.0));
        let nearest = [0, 1].into_iter().filter(|side| down[*side]).map(|side| offs[side]);
        let nearest = nearest.min_by(|a, b| a.length().total_cmp(&b.length()));
        let off = nearest.unwrap_or(Vec3::ZERO).clamp_length_max(OFF_WAY);
        GroundTransform::new(rest.x + off.x, rest.z + off.z, rest.heading)
    }

    /// Where the feet of a body are that stands at `rest`; its pose is left in `entered`.
    fn ankles_at(
        &self,
        rest: GroundTransform,
        entered: &mut Pose,
        room: &mut JointTransforms,
    ) -> [Ankle; 2] {
        self.idle.write(&self.library, 0.0, entered);
        rest.transform_pose(entered);
        room.compute(self.library.skeleton(), entered.as_ref());
        [0, 1].map(|side: usize| {
            let foot = self.legs[side].foot;
            let (position, rotation) = (room.position(foot), room.rotation(foot));
            Ankle { position, rotation, velocity: Vec3::ZERO }
        })
    }

    /// One tick of coming to rest, or of standing.
    fn stand(&self, memory: &mut Memory<C::Memory>, out: &mut Output) {
        let secs = self.library.frame_secs();
        memory.elapsed_secs += secs;
        let elapsed = memory.elapsed_secs;
        self.idle.write(&self.library, elapsed, &mut out.pose);
        memory.rest.transform_pose(&mut out.pose);
        memory.join.apply(secs, &mut out.pose);
        let room = &mut memory.room.now;
        room.compute(self.library.skeleton(), out.pose.as_ref());
        for side in Side::BOTH {
            let (leg, step) = (&self.legs[side.index()], &memory.feet[side.index()]);
            let (position, rotation) = step.at(elapsed);
            let target = AnkleTarget { position, rotation: Some(rotation) };
            let target = leg_ik::raise_heel(leg, target, HEEL_RISE, room);
            leg_ik::solve(self.library.skeleton(), leg, &target, &mut out.pose, room);
            out.contacts = out.contacts.with(side, step.is_down(elapsed));
        }
        let share = (elapsed / memory.rest_secs.max(1e-3)).min(1.0);
        let turn = wrap_angle(memory.rest.heading - memory.left_heading);
        let eased = share * share * (3.0 - 2.0 * share);
        let place = out.pose.root_position;
        let heading = wrap_angle(memory.left_heading + turn * eased);
        out.ground = GroundTransform::new(place.x, place.z, heading);
    }

    /// Gives the body that stands back to its controller.
    fn leave(&self, memory: &mut Memory<C::Memory>, goal: &Goal, out: &mut Output) {
        memory.stands = false;
        let body = &mut memory.room.body;
        body.before.copy_from(memory.before.as_ref());
        body.now.copy_from(out.pose.as_ref());
        body.ground = out.ground;
        let at = self.launch(goal, out.ground);
        if !self.inner.resume(&mut memory.inner, body, at, out) {
            memory.inner = self.inner.begin(Start::State(body), out);
        }
    }

    /// The frame that a body at `ground` gets going with.
    fn launch(&self, goal: &Goal, ground: GroundTransform) -> FrameId {
        let entry = FrameId(self.idle.entry);
        let Steering::Move { heading, pace, facing } =
            steer(&goal.travel, ground, self.usual_speed)
        else {
            return entry;
        };
        let speed = pace.speed.unwrap_or(self.usual_speed);
        let velocity = GroundTransform::new(0.0, 0.0, heading).forward() * speed;
        let velocity =
            GroundTransform::new(0.0, 0.0, ground.heading).inverse().transform_vector(velocity);
        let turn = wrap_angle(facing.unwrap_or(heading) - ground.heading);
        self.launches.best(Wanted { velocity, turn }).unwrap_or(entry)
    }
}

impl<C: Controller> Controller for Standing<C> {
    type Memory = Memory<C::Memory>;

    fn skeleton(&self) -> &Arc<Skeleton> {
        self.inner.skeleton()
    }

    fn rate_hz(&self) -> f32 {
        self.inner.rate_hz()
    }

    fn abilities(&self) -> Abilities {
        let own = [Ability::Stand, Ability::TurnInPlace];
        own.into_iter().fold(self.inner.abilities(), |all, ability| all.with(ability, true))
    }

    fn gaits(&self) -> Gaits {
        self.inner.gaits()
    }

    fn lacks(&self, goal: &Goal) -> Abilities {
        Abilities::of(&[Ability::Stand, Ability::TurnInPlace]).missing(self.inner.lacks(goal))
    }

    fn lack(&self, ability: Ability) -> String {
        self.inner.lack(ability)
    }

    fn objects(&self) -> &[ObjectKind] {
        self.inner.objects()
    }

    fn feet(&self) -> Option<&FootLock> {
        self.inner.feet()
    }

    fn feet_now(&self, memory: &Self::Memory) -> Option<&FootLock> {
        self.inner.feet_now(&memory.inner)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Self::Memory {
        let inner = self.inner.begin(start, out);
        let joints = self.skeleton().len();
        let pose = || Pose::identity(joints);
        let secs = self.library.frame_secs();
        let mut before = out.pose.clone();
        if let Start::State(body) = start {
            body.earlier_into(secs, &mut before);
        }
        let body = BodyState { before: pose(), now: pose(), secs, ground: out.ground };
        let transforms = || JointTransforms::new(joints);
        let added = AddedMotion::default();
        let room = Room { body, entered: pose(), now: transforms(), then: transforms(), added };
        let mut memory = Memory {
            inner,
            stands: false,
            elapsed_secs: 0.0,
            rest: out.ground,
            left_heading: out.ground.heading,
            rest_secs: 0.0,
            feet: [Step::default(); 2],
            join: Inertializer::new(joints),
            before,
            room: Box::new(room),
        };
        if let Start::Rest(ground) = start {
            self.begin_standing(&mut memory, ground, out);
        }
        memory
    }

    fn step(&self, memory: &mut Self::Memory, goal: &Goal, out: &mut Output) {
        let way = (out.pose.root_position - memory.before.root_position).with_y(0.0);
        let speed = way.length() * self.rate_hz();
        let asked = self.asked(goal, out.ground, if memory.stands { 0.0 } else { speed });
        match asked {
            Some(heading) if !memory.stands && speed < FASTEST => self.enter(memory, heading, out),
            Some(heading) if memory.stands && self.must_turn(memory, goal, heading) => {
                self.enter(memory, heading, out);
            }
            None if memory.stands => self.leave(memory, goal, out),
            _ => {}
        }
        memory.room.body.before.copy_from(out.pose.as_ref());
        if memory.stands {
            self.stand(memory, out);
            memory.room.added = AddedMotion::default();
        } else {
            self.inner.step(&mut memory.inner, goal, out);
            memory.room.added = self.inner.added_motion(&memory.inner);
        }
        std::mem::swap(&mut memory.before, &mut memory.room.body.before);
    }

    fn carry(&self, memory: &mut Self::Memory, moved: GroundTransform) {
        self.inner.carry(&mut memory.inner, moved);
        memory.rest = moved * memory.rest;
        memory.left_heading = wrap_angle(memory.left_heading + moved.heading);
        memory.feet.iter_mut().for_each(|foot| foot.carry(moved));
        memory.join.turn(moved);
        moved.transform_pose(&mut memory.before);
    }

    fn save(&self, memory: &Self::Memory, to: &mut Writer<'_>) {
        self.inner.save(&memory.inner, to);
        memory.save(to);
    }

    fn load(&self, memory: &mut Self::Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        self.inner.load(&mut memory.inner, from)?;
        memory.load(from)
    }

    fn identity(&self, of_file: Identity) -> Identity {
        self.inner.identity(of_file)
    }

    fn push(&self, memory: &mut Self::Memory, push: &Push) -> bool {
        self.inner.push(&mut memory.inner, push)
    }

    fn disturb(&self, memory: &mut Self::Memory, body: &BodyState, out: &mut Output) -> bool {
        memory.stands = false;
        body.earlier_into(self.library.frame_secs(), &mut memory.before);
        self.inner.disturb(&mut memory.inner, body, out)
    }

    fn resumes(&self) -> bool {
        self.inner.resumes()
    }

    fn added_motion(&self, memory: &Self::Memory) -> AddedMotion {
        memory.room.added
    }

    fn explain(
        &self,
        memory: &Self::Memory,
        goal: &Goal,
        out: &Output,
        explanation: &mut Explanation,
    ) {
        if !memory.stands {
            return self.inner.explain(&memory.inner, goal, out, explanation);
        }
        let comes = memory.feet.iter().any(|foot| !foot.is_down(memory.elapsed_secs));
        explanation.doing = if comes { "comes to rest" } else { "stands" }.to_owned();
        for foot in memory.feet.iter().filter(|foot| foot.end_secs() > memory.elapsed_secs) {
            let place = GroundPoint::new(foot.to.position.x, foot.to.position.z);
            explanation.marks.push(Mark { label: "step", place });
        }
    }

    fn footprint(&self) -> Footprint {
        let inner = self.inner.footprint();
        let joints = self.skeleton().len();
        // Five poses, two sets of transforms, and the join, of three vectors and a time each.
        let joint_bytes = 5 * size_of::<Quat>()
            + 2 * (size_of::<Vec3>() + size_of::<Quat>())
            + 10 * size_of::<f32>();
        let own = size_of::<Self::Memory>() + size_of::<Room>() + joints * joint_bytes;
        Footprint {
            controller_bytes: inner.controller_bytes + self.launches.bytes(),
            memory_bytes: inner.memory_bytes + own,
        }
    }
}

// Its controller saves the memory inside.
saved_fields!(impl<M> Memory<M> {
    stands,
    elapsed_secs,
    rest,
    left_heading,
    rest_secs,
    feet,
    join,
    before,
} without { inner, room });

impl<M: Clone> Clone for Memory<M> {
    fn clone(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            join: self.join.clone(),
            before: self.before.clone(),
            room: self.room.clone(),
            ..*self
        }
    }
}
