//! Running: one step of the network for each tick, on its own output.

use crate::{
    ball::{Ball, Told},
    config::NumberKind,
    game_ball::{GameBall, Turn, without},
    goals::{GOALS, Intent},
    intents::key_action,
    model::NeuralController,
    phase,
    qualities::QUALITIES,
    reach::Reach,
    representation::{Body, ROOT, STILL_SPEED},
    steered::Steered,
};
use glam::Vec3;
use sidestep_control::{
    Abilities, Ability, Action, BodyState, Controller, Event, Explanation, FootLock, Footprint,
    Goal, LooseBall, Output, Reader, Saved, SnapshotError, Start, Writer,
};
use sidestep_court::KeyAction;
use sidestep_motion::{
    Contacts, GroundTransform, Object, ObjectKind, Pose, Side, Skeleton,
    ball::{BallConfig, ball_in_hand},
    facing::raw_heading,
    kinematics::JointTransforms,
    math::{atan2, wrap_angle},
};
use std::sync::Arc;

/// No number of the network's output is farther from its mean than so many deviations.
const FARTHEST: f32 = 8.0;

/// A foot this near to where it stands, in metres, is down where a body comes from elsewhere.
const LOW: f32 = 0.05;

/// What one character remembers.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) network: sidestep_network::Memory,
    /// The last output: the frame shown, and what is expected of all goals.
    pub(crate) row: Vec<f32>,
    /// The phase of the gait in the next frame, once it is known.
    pub(crate) phase: Option<f32>,
    pub(crate) steered: Steered,
    ball: Ball,
    pub(crate) game: GameBall,
    reach: Reach,
    inputs: Vec<f32>,
    joints: JointTransforms,
    before: Pose,
    /// Room for what the network remembers, to load it.
    numbers: Vec<f32>,
}

impl Controller for NeuralController {
    type Memory = Memory;

    fn skeleton(&self) -> &Arc<Skeleton> {
        &self.parts.skeleton
    }

    fn rate_hz(&self) -> f32 {
        self.parts.rate_hz
    }

    fn abilities(&self) -> Abilities {
        use Ability::{
            Arrival, Facing, Line, Manner, Move, Path, Reach, Speed, Stand, TurnInPlace,
        };
        Abilities::of(&[
            Stand,
            TurnInPlace,
            Move,
            Line,
            Reach,
            Path,
            Speed,
            Facing,
            Arrival,
            Manner,
        ])
        .with(Ability::Action, self.parts.serves.actions)
    }

    fn lacks(&self, goal: &Goal) -> Abilities {
        let knows_action =
            |action: &Action| self.parts.serves.actions && key_action(&action.label).is_some();
        let lacks_action = goal.action.as_ref().is_some_and(|action| !knows_action(action));
        let knows = |name| self.parts.serves.qualities && QUALITIES.contains(&name);
        let lacks_manner = goal.manner.iter().any(|(name, _)| !knows(name));
        let missing = self.abilities().missing(goal.needs());
        missing.with(Ability::Manner, lacks_manner).with(Ability::Action, lacks_action)
    }

    fn objects(&self) -> &[ObjectKind] {
        &self.objects
    }

    fn feet(&self) -> Option<&FootLock> {
        Some(&self.feet)
    }

    fn begin(&self, start: Start<'_>, out: &mut Output) -> Memory {
        let (joints, network) = (self.parts.skeleton.len(), self.network.memory(1));
        let mut memory = Memory {
            row: self.network.normalisation().output_means.clone(),
            phase: None,
            steered: Steered::default(),
            ball: Ball::default(),
            game: GameBall { own: true, ..GameBall::default() },
            reach: Reach::default(),
            inputs: vec![0.0; self.network.shape().inputs],
            joints: JointTransforms::new(joints),
            before: Pose::identity(joints),
            numbers: vec![0.0; network.numbers()],
            network,
        };
        match start {
            Start::Rest(ground) => {
                let frame = self.representation.channels();
                memory.row[..frame].copy_from_slice(&self.parts.rest);
                self.show(&mut memory, ground, out);
            }
            Start::State(state) => {
                self.take_up(&mut memory, state, out);
                self.hand_ball(&mut memory, out.ground);
            }
        }
        out.objects.resize(self.objects.len(), Object::ORIGIN);
        self.begin_ball(&mut memory, out);
        memory
    }

    fn step(&self, memory: &mut Memory, goal: &Goal, out: &mut Output) {
        let frame = self.representation.channels();
        let step = GroundTransform::new(memory.row[0], memory.row[1], memory.row[2]);
        let steering = (&self.steering(goal, out.ground), &self.config);
        memory.steered.follow(steering, (step, out.ground), 1.0 / self.parts.rate_hz);
        let intent = self.intent(goal, (out.ground, &memory.game), &memory.steered);
        let phase = memory.phase.filter(|_| self.parts.phase);
        let contacts = self.representation.contacts(&memory.row);
        let feet_down = Side::BOTH.into_iter().all(|side| contacts.get(side));
        let Memory { network, row, inputs, .. } = memory;
        let (body, goals) = inputs.split_at_mut(frame);
        body.copy_from_slice(&row[..frame]);
        intent.goal((out.ground, phase), self.parts.serves, &row[frame..], goals);
        self.network.step(self.instructions, network, inputs, row);
        self.guard(memory);
        // Who dribbles goes on with it while it stands.
        let is_at_rest = !self.parts.ball && memory.steered.comes_to_rest(out.ground, feet_down);
        if is_at_rest {
            self.calm(memory);
        }
        let (cosine, sine) = (memory.row[frame + GOALS - 2], memory.row[frame + GOALS - 1]);
        let goes =
            self.config.start_speed > 0.0 && intent.speed(out.ground) > self.config.start_speed;
        let least = if goes { phase::slowest_advance(self.parts.rate_hz) } else { 0.0 };
        memory.phase = Some(match phase {
            Some(phase) if is_at_rest => phase,
            Some(phase) => phase::advanced(phase, (cosine, sine), least),
            None => atan2(sine, cosine),
        });
        self.show(memory, out.ground, out);
        if self.parts.serves.actions {
            self.lead_hands(&mut memory.reach, &intent, (&mut out.pose, &mut memory.joints));
        }
        self.step_ball(memory, (&intent, goal.ball), out);
    }

    /// Of all that it remembers only the ball and where it rests know of the world.
    fn carry(&self, memory: &mut Memory, moved: GroundTransform) {
        memory.ball.carry(moved);
        memory.game.carry(moved);
        memory.reach.carry(moved);
        memory.steered.carry(moved);
    }

    fn save(&self, memory: &Memory, to: &mut Writer<'_>) {
        memory.row.save(to);
        memory.phase.save(to);
        memory.steered.save(to);
        if self.parts.ball {
            memory.ball.save(to);
        }
        if self.parts.serves.actions {
            memory.game.save(to);
            memory.reach.save(to);
        }
        // As the list it is loaded into, whose length comes first, without the list.
        u32::try_from(memory.numbers.len()).unwrap_or(u32::MAX).save(to);
        memory.network.remembered(0).for_each(|number| number.save(to));
    }

    fn load(&self, memory: &mut Memory, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        memory.row.load(from)?;
        memory.phase.load(from)?;
        memory.steered.load(from)?;
        if self.parts.ball {
            memory.ball.load(from)?;
        }
        if self.parts.serves.actions {
            memory.game.load(from)?;
            memory.reach.load(from)?;
        }
        memory.numbers.load(from)?;
        let Memory { network, numbers, .. } = memory;
        network.load(0, numbers);
        Ok(())
    }

    fn disturb(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) -> bool {
        self.take_up(memory, body, out);
        memory.reach = Reach::default();
        self.keep_ball(memory, out);
        true
    }

    fn explain(&self, memory: &Memory, goal: &Goal, out: &Output, explanation: &mut Explanation) {
        self.explain_expectations(memory, goal, out, explanation);
    }

    fn footprint(&self) -> Footprint {
        let shape = self.network.shape();
        let numbers = 2 * shape.layers * shape.hidden + shape.inputs + 2 * shape.outputs;
        let bytes = match self.config.numbers {
            NumberKind::F32 => 4,
            NumberKind::Int8 => 1,
        };
        let weights = bytes * shape.parameters();
        Footprint { controller_bytes: size_of::<Self>() + weights, memory_bytes: 4 * numbers }
    }
}

impl NeuralController {
    /// Goes on from a body that was not made by the network.
    fn take_up(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        let secs = 1.0 / self.parts.rate_hz;
        body.earlier_into(secs, &mut memory.before);
        let Memory { row, joints, before, .. } = memory;
        joints.compute(&self.parts.skeleton, before.as_ref());
        let way = body.now.root_position - before.root_position;
        let feet = self.representation.feet();
        let places = feet.map(|joint| joints.position(joint));
        let facing =
            |joints: &JointTransforms| raw_heading(self.parts.skeleton.roles(), &joints.positions);
        let faced = facing(joints);
        joints.compute(&self.parts.skeleton, body.now.as_ref());
        let turn = faced.zip(facing(joints)).map_or(0.0, |(then, now)| wrap_angle(now - then));
        let step = seen_step(body.ground, way, turn);
        let mut touches = [0.0; 4];
        for (i, joint) in feet.into_iter().enumerate() {
            let (now, then) = (joints.position(joint), places[i]);
            let speed = (now - then).with_y(0.0).length() / secs;
            let is_down = now.y < self.parts.heights[i] + LOW && speed < STILL_SPEED;
            touches[i] = if is_down { 1.0 } else { 0.0 };
        }
        let seen = Body { pose: body.now.as_ref(), ground: body.ground, step, touches };
        self.representation.encode(&seen, joints, &mut row[..self.representation.channels()]);
        out.ground = body.ground;
        out.pose.copy_from(body.now.as_ref());
        out.contacts = self.representation.contacts(&memory.row);
    }

    /// What the last output tells of a ball.
    fn told<'a>(
        &'a self,
        row: &'a [f32],
        joints: &'a JointTransforms,
        ground: GroundTransform,
    ) -> Option<Told<'a>> {
        let (skeleton, secs) = (self.parts.skeleton.as_ref(), 1.0 / self.parts.rate_hz);
        let channels = self.representation.ball()?;
        Some(Told { channels, row, ground, skeleton, joints, secs, dribbles: false })
    }

    /// Puts a ball into the hand of a body that comes from elsewhere: the one that looks down.
    fn hand_ball(&self, memory: &mut Memory, ground: GroundTransform) {
        let Some(channels) = self.representation.ball() else { return };
        let (palm, joints) = (BallConfig::default().palm, &memory.joints);
        let down = channels.hands().map(|hand| (joints.rotation(hand) * palm).y);
        let side = if down[0] < down[1] { Side::Left } else { Side::Right };
        let hand = channels.hands()[side.index()];
        let place = ball_in_hand(joints, &self.parts.skeleton, hand, &BallConfig::default());
        let ball = Object { position: place, ..Object::ORIGIN };
        let contacts = Contacts::NONE.with_hand(side, true);
        channels.encode(Some(ball), contacts, ground, &mut memory.row);
    }

    /// A first ball, as the first frame has it.
    fn begin_ball(&self, memory: &mut Memory, out: &mut Output) {
        let Memory { row, joints, ball, .. } = memory;
        joints.compute(&self.parts.skeleton, out.pose.as_ref());
        let Some(told) = self.told(row, joints, out.ground) else { return };
        *ball = Ball::begin(&told, self.config.ball);
        show_ball(ball, &told, out);
    }

    /// The ball of the next tick.
    fn step_ball(
        &self,
        memory: &mut Memory,
        (intent, told_ball): (&Intent, Option<LooseBall>),
        out: &mut Output,
    ) {
        let Memory { row, joints, ball, game, .. } = memory;
        let Some(told) = self.told(row, joints, out.ground) else { return };
        let plays = self.parts.serves.actions;
        let told = Told { dribbles: plays && intent.action == Some(KeyAction::Dribble), ..told };
        let (channels, secs) = (told.channels, told.secs);
        let turn = if plays {
            let place = ball.wanted_at(&told);
            let hands = (place.is_some(), place, told.row[channels.possession()]);
            let had = game.own;
            let turn = game.step(ball, hands, (intent, told_ball, secs));
            if had != game.own {
                out.events.add(Event::ActionMoment);
            }
            turn
        } else {
            Turn::Own
        };
        match turn {
            Turn::Own => ball.step(&told, self.config.ball),
            Turn::Caught => ball.catch(game.came_from(), &told),
            Turn::Flies | Turn::Away => ball.lose(game.position),
        }
        show_ball(ball, &told, out);
        let is_gone = matches!(turn, Turn::Flies | Turn::Away);
        match self.representation.ball() {
            Some(channels) if is_gone => without(channels, row),
            // A player may let the ball go where its network would not: it must see what became of it.
            Some(channels) if plays => {
                channels.encode(Some(ball.object(channels)), out.contacts, out.ground, row);
            }
            _ => {}
        }
    }

    /// The ball stays where it is while something else moves the body.
    fn keep_ball(&self, memory: &mut Memory, out: &mut Output) {
        let Some(channels) = self.representation.ball() else { return };
        let ball = Some(memory.ball.object(channels)).filter(|_| memory.game.own);
        out.contacts = memory.ball.mark(out.contacts);
        channels.encode(ball, out.contacts, out.ground, &mut memory.row);
    }

    /// Writes the pose of the last output of the network, for a body that stood at `before`.
    fn show(&self, memory: &mut Memory, before: GroundTransform, out: &mut Output) {
        let Memory { row, joints, .. } = memory;
        out.ground = self.representation.decode(row, before, (&mut out.pose, joints));
        out.contacts = self.representation.contacts(row);
    }

    /// Lets a body at rest move less than the network would: it learnt from players, who never quite stand.
    /// What is shown is what the network goes on from, so that it leaves its rest from there.
    fn calm(&self, memory: &mut Memory) {
        let Memory { row, inputs, .. } = memory;
        let frame = self.representation.channels();
        inputs[..ROOT].fill(0.0);
        for (number, before) in row[..frame].iter_mut().zip(&*inputs) {
            *number = before + self.config.calm * (*number - before);
        }
    }

    /// Nothing that a network gives may leave the world.
    fn guard(&self, memory: &mut Memory) {
        let normal = self.network.normalisation();
        let scales = normal.output_means.iter().zip(&normal.output_deviations);
        let mut is_lost = false;
        for (number, (mean, deviation)) in memory.row.iter_mut().zip(scales) {
            is_lost |= !number.is_finite();
            let most = FARTHEST * deviation;
            *number =
                if number.is_finite() { number.clamp(mean - most, mean + most) } else { *mean };
        }
        if is_lost {
            memory.network.clear(0);
            memory.phase = None;
            memory.row[..ROOT].fill(0.0);
        }
    }
}

fn show_ball(ball: &Ball, told: &Told<'_>, out: &mut Output) {
    out.contacts = ball.mark(out.contacts);
    for object in &mut out.objects {
        *object = ball.object(told.channels);
    }
}

/// A way in the world and a turn as the step that led to `ground`, seen from where it began.
fn seen_step(ground: GroundTransform, way: Vec3, turn: f32) -> GroundTransform {
    let before = GroundTransform::new(0.0, 0.0, ground.heading - turn);
    let seen = before.rotation().conjugate() * way;
    GroundTransform::new(seen.x, seen.z, turn)
}
