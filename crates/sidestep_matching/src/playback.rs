//! Playing a clip from where the character stands, and joining another.
//!
//! A pose fades in the character's own space, and the motion over the ground fades as a velocity: a
//! character that enters a faster clip speeds up to it, instead of falling behind the clip and
//! catching up, which would overshoot.

use crate::{
    construction::{MotionMatcher, TURN_SECS},
    features::{ahead, clip_of, distance_squared},
    memory::{Memory, Room},
    trajectory::Wanted,
};
use glam::Quat;
use sidestep_control::{BodyState, Output, goal::MAX_SPEED};
use sidestep_features::MotionState;
use sidestep_motion::{
    FrameId, GroundTransform, Pose,
    inertialize::Approach,
    math::{atan2, wrap_angle, yaw_of},
};

/// Time in which a small error of heading would be turned away.
const ASSIST_SECS: f32 = 0.2;

/// The heading is compared with the predicted one this far ahead, so that a clip that is about to
/// turn is not helped.
const ASSIST_AHEAD_SECS: f32 = 0.2;

impl MotionMatcher {
    /// The last frame of the clip that holds `frame`.
    pub(crate) fn last_of(&self, frame: u32) -> u32 {
        clip_of(&self.library, frame).frames.end.saturating_sub(1)
    }

    /// Writes the pose of the present frame with what is left of the join, at the place in `out`.
    pub(crate) fn write(&self, memory: &mut Memory, secs: f32, out: &mut Output) {
        self.local_pose(memory.frame, &mut out.pose);
        memory.join.apply(secs, &mut out.pose);
        out.ground.transform_pose(&mut out.pose);
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        out.contacts = self.library.contacts(FrameId(memory.frame));
    }

    /// The pose of a frame, seen from its place on the ground.
    pub(crate) fn local_pose(&self, frame: u32, out: &mut Pose) {
        out.copy_from(self.library.pose(FrameId(frame)));
        self.library.ground(FrameId(frame)).inverse().transform_pose(out);
    }

    /// Joins the clip that is most like a body in motion, and shows that body.
    pub(crate) fn take_up(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        self.show(memory, body, out);
        let nearest = self.nearest_body(memory, out);
        self.enter(memory, nearest, out);
        out.contacts = self.library.contacts(FrameId(memory.frame));
    }

    /// Shows a body in motion and moves on as it does.
    pub(crate) fn show(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        out.pose.copy_from(body.now.as_ref());
        out.ground = body.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        // The pose one frame ago, whatever the time between those given.
        let back = (self.library.frame_secs() / body.secs).min(4.0);
        body.now.as_ref().interpolate_into(body.before.as_ref(), back, &mut memory.before);
        let displacement = &mut memory.room.displacement;
        out.pose.as_ref().difference_into(memory.before.as_ref(), displacement);
        let (was, turned) = (memory.before.root_position, displacement.rotations.first());
        let turn = yaw_of(turned.copied().unwrap_or(Quat::IDENTITY));
        let heading = wrap_angle(body.ground.heading - 2.0 * atan2(turn.y, turn.w));
        let ground_before = GroundTransform::new(was.x, was.z, heading);
        ground_before.inverse().transform_pose(&mut memory.before);
        memory.step = self.believable(ground_before.delta_to(out.ground));
    }

    /// The frame whose body is most like the one just shown, whatever way it takes.
    fn nearest_body(&self, memory: &mut Memory, out: &Output) -> u32 {
        let Room { query, displacement, .. } = &mut *memory.room;
        let state = MotionState::new(out.pose.as_ref(), displacement, out.ground.heading);
        self.features.space.write(&state, query);
        let body = |row: &[f32]| distance_squared(&row[..self.features.body_dims], query);
        let goes_on = |frame: &u32| *frame < self.last_of(*frame);
        let frames = (0..u32::try_from(self.library.len()).unwrap_or(u32::MAX)).filter(goes_on);
        let costs = frames.map(|frame| (body(self.features.row(frame)), frame));
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(self.rest, |(_, frame)| frame)
    }

    /// A step over the ground that a body could make.
    fn believable(&self, step: GroundTransform) -> GroundTransform {
        let secs = self.library.frame_secs();
        let place = step.position().clamp_length_max(MAX_SPEED * secs);
        let turn = self.fastest_turn * secs / TURN_SECS;
        GroundTransform::new(place.x, place.z, step.heading.clamp(-turn, turn))
    }

    /// Goes on from `frame`, which takes the place of the pose in `out`.
    pub(crate) fn enter(&self, memory: &mut Memory, frame: u32, out: &Output) {
        let earlier = frame.saturating_sub(1).max(clip_of(&self.library, frame).frames.start);
        let Room { entered, shown, .. } = &mut *memory.room;
        self.local_pose(earlier, &mut entered[0]);
        self.local_pose(frame, &mut entered[1]);
        shown.copy_from(out.pose.as_ref());
        out.ground.inverse().transform_pose(shown);
        let shown = Approach { before: memory.before.as_ref(), at: shown.as_ref() };
        let entered = Approach { before: entered[0].as_ref(), at: entered[1].as_ref() };
        memory.join.join(shown, entered, self.library.frame_secs(), self.config.join_secs);
        let (was, is) = (memory.step, self.clip_step(earlier));
        memory.ground_join =
            GroundTransform::new(was.x - is.x, was.z - is.z, was.heading - is.heading);
        memory.since_join_secs = 0.0;
        memory.frame = frame;
    }

    /// The step over the ground from a frame to the next.
    fn clip_step(&self, frame: u32) -> GroundTransform {
        let next = (frame + 1).min(self.last_of(frame));
        self.library.ground(FrameId(frame)).delta_to(self.library.ground(FrameId(next)))
    }

    /// Goes one step over the ground: the clip's own, with what is left of the velocity before the
    /// last join, turned a little towards what is wanted.
    pub(crate) fn go_on(&self, memory: &mut Memory, wanted: Option<Wanted>, out: &mut Output) {
        memory.before.copy_from(out.pose.as_ref());
        out.ground.inverse().transform_pose(&mut memory.before);
        memory.since_join_secs += self.library.frame_secs();
        let left = 1.0 - memory.since_join_secs / self.config.ground_join_secs.max(1e-3);
        let left = left.max(0.0);
        let left = left * left * (3.0 - 2.0 * left);
        let (clip, join) = (self.clip_step(memory.frame), memory.ground_join);
        let turn = clip.heading + left * join.heading;
        let heading = out.ground.heading + turn;
        let assist = wanted.map_or(0.0, |wanted| self.assist(memory, wanted, heading));
        let limit = self.config.turn_limit * self.fastest_turn;
        let turn = memory.limit_turn(turn + assist, limit);
        memory.step = GroundTransform::new(clip.x + left * join.x, clip.z + left * join.z, turn);
        memory.frame = (memory.frame + 1).min(self.last_of(memory.frame));
        out.ground = out.ground * memory.step;
        self.write(memory, self.library.frame_secs(), out);
    }

    /// The turn to add in a tick so that the heading meets the predicted one.
    fn assist(&self, memory: &Memory, wanted: Wanted, heading: f32) -> f32 {
        let secs = self.library.frame_secs();
        let clip_turn = ahead(&self.library, memory.frame, ASSIST_AHEAD_SECS).heading;
        let there = memory.trajectory.ahead(wanted, self.half_lives(), ASSIST_AHEAD_SECS);
        let error = wrap_angle(there.heading - heading - clip_turn);
        let most = self.config.turn_assist_radians_per_sec * secs;
        (error * secs / ASSIST_SECS).clamp(-most, most)
    }
}
