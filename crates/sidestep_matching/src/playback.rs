//! Playing a clip from where the character stands, and joining another.

use crate::{
    construction::MotionMatcher,
    features::{ahead, clip_of, distance_squared},
    memory::{Memory, Room},
    trajectory::Wanted,
};
use sidestep_control::{AddedMotion, BodyState, Output, playback::Entry, usual_turn::TURN_SECS};
use sidestep_features::MotionState;
use sidestep_motion::{FrameId, GroundTransform, math::wrap_angle};

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

    /// Joins the clip that is most like a body in motion, and shows that body.
    pub(crate) fn take_up(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        self.show(memory, body, out);
        let nearest = self.nearest_body(memory, out);
        self.enter(memory, nearest, out);
        out.contacts = self.library.contacts(FrameId(memory.play.frame));
    }

    /// Shows a body in motion and moves on as it does.
    pub(crate) fn show(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        let secs = self.library.frame_secs();
        memory.play.show(body, secs, self.fastest_turn / TURN_SECS, out);
        let Room { earlier, displacement, .. } = &mut *memory.room;
        body.earlier_into(secs, earlier);
        out.pose.as_ref().difference_into(earlier.as_ref(), displacement);
    }

    /// The frame whose body is most like the one just shown, whatever way it takes.
    fn nearest_body(&self, memory: &mut Memory, out: &Output) -> u32 {
        let Room { query, displacement, .. } = &mut *memory.room;
        let state = MotionState::new(out.pose.as_ref(), displacement, out.ground.heading);
        let dims = self.features.space.dims();
        self.features.space.write(&state, &mut query[..dims]);
        let body = |row: &[f32]| distance_squared(&row[..self.features.body_dims], query);
        let goes_on = |frame: &u32| *frame < self.last_of(*frame);
        let frames = (0..u32::try_from(self.library.len()).unwrap_or(u32::MAX)).filter(goes_on);
        let costs = frames.map(|frame| (body(self.features.row(frame)), frame));
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(self.rest, |(_, frame)| frame)
    }

    /// Goes on from `frame`, which takes the place of the pose in `out`.
    pub(crate) fn enter(&self, memory: &mut Memory, frame: u32, out: &Output) {
        let earlier = frame.saturating_sub(1).max(clip_of(&self.library, frame).frames.start);
        let (step, secs) = (self.clip_step(earlier), self.config.join_secs);
        let entry = Entry { at: frame, step, secs };
        memory.play.jump(&self.played, &self.feet, entry, out);
        memory.play.frame = frame;
    }

    /// The step over the ground from a frame to the next.
    fn clip_step(&self, frame: u32) -> GroundTransform {
        let next = (frame + 1).min(self.last_of(frame));
        self.library.ground(FrameId(frame)).delta_to(self.library.ground(FrameId(next)))
    }

    /// Goes one step over the ground: the clip's own, with what is left of the velocity before the
    /// last join, turned a little towards what is wanted.
    pub(crate) fn go_on(&self, memory: &mut Memory, wanted: Option<Wanted>, out: &mut Output) {
        let (secs, fade_secs) = (self.library.frame_secs(), self.config.ground_join_secs);
        memory.play.keep(out);
        let left = memory.play.fade_ground(secs, fade_secs);
        let clip = self.clip_step(memory.play.frame);
        let turn = clip.heading + left.heading;
        let heading = out.ground.heading + turn;
        let assist = wanted.map_or(0.0, |wanted| self.assist(memory, wanted, heading));
        let limit = self.config.turn_limit * self.fastest_turn;
        let limited = memory.limit_turn(
            turn + self.feet.allowed_at_will(&out.footing, FrameId(memory.play.frame), assist),
            limit,
        );
        memory.room.added = AddedMotion::turn(limited - turn);
        let play = &mut memory.play;
        play.step = GroundTransform::new(clip.x + left.x, clip.z + left.z, limited);
        play.frame = (play.frame + 1).min(self.last_of(play.frame));
        out.ground = out.ground * play.step;
        play.write(&self.played, secs, out);
    }

    /// The turn to add in a tick so that the heading meets the predicted one.
    fn assist(&self, memory: &Memory, wanted: Wanted, heading: f32) -> f32 {
        let secs = self.library.frame_secs();
        let clip_turn = ahead(&self.library, memory.play.frame, ASSIST_AHEAD_SECS).heading;
        let there = memory.trajectory.ahead(wanted, self.half_lives(), ASSIST_AHEAD_SECS);
        let error = wrap_angle(there.heading - heading - clip_turn);
        let most = self.config.turn_assist_radians_per_sec * secs;
        (error * secs / ASSIST_SECS).clamp(-most, most)
    }
}
