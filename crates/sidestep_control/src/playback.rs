//! Plays frames of a library from where a character stands, and joins others.
//!
//! At a jump the difference of poses fades in the character's own space, and the difference of steps
//! over the ground fades as a velocity: a character that enters a faster clip speeds up to it,
//! instead of falling behind the clip and catching up, which would overshoot.

use crate::{
    controller::BodyState,
    foot_lock::{Entered, FootLock},
    output::Output,
    saved_fields,
    travel::MAX_SPEED,
};
use glam::{Quat, Vec3};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Pose,
    inertialize::{Approach, Inertializer},
    math::{atan2, wrap_angle, yaw_of},
};

/// What plays, and what is left of the last jump; all of it seen from the character.
#[derive(Clone, Debug)]
pub struct Playback {
    /// The frame that plays.
    pub frame: u32,
    /// The pose of the tick before the last, for the velocity at a jump.
    pub before: Pose,
    /// The last step over the ground.
    pub step: GroundTransform,
    /// Time since the last jump.
    pub since_join_secs: f32,
    /// What is left of the difference of poses.
    join: Inertializer,
    /// The difference of steps over the ground, as great as it was at the jump.
    ground_join: GroundTransform,
    /// Way by which the jump moved the planted feet, to be made good while it fades.
    shift: Vec3,
    /// How long the last jump takes to fade.
    join_secs: f32,
    /// Room for a jump; says nothing of the character.
    entered: [Pose; 2],
    /// The pose shown at the last jump.
    left: Pose,
}

/// Where a jump leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The frame that takes the place of the one shown.
    pub at: u32,
    /// The step over the ground that leads away from the frame before or to this one: whichever
    /// the steps to come are like.
    pub step: GroundTransform,
    /// How long the difference takes to fade.
    pub secs: f32,
}

impl Playback {
    /// Of a character that shows a frame and has jumped to it nowhere.
    pub fn new(frame: u32, joints: usize) -> Self {
        let pose = || Pose::identity(joints);
        Self {
            frame,
            before: pose(),
            step: GroundTransform::IDENTITY,
            since_join_secs: f32::MAX,
            join: Inertializer::new(joints),
            ground_join: GroundTransform::IDENTITY,
            shift: Vec3::ZERO,
            join_secs: 0.0,
            entered: [pose(), pose()],
            left: pose(),
        }
    }

    /// Shows the frame at the place in `out`, with what is left of the last jump after `secs` more.
    pub fn write(&mut self, library: &MotionLibrary, secs: f32, out: &mut Output) {
        local_pose(library, self.frame, &mut out.pose);
        self.join.apply(secs, &mut out.pose);
        self.place(library, out);
    }

    /// Brings a pose that is seen from the character to the place in `out`.
    pub fn place(&self, library: &MotionLibrary, out: &mut Output) {
        out.ground.transform_pose(&mut out.pose);
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        out.contacts = library.contacts(FrameId(self.frame));
        out.played = Some(FrameId(self.frame));
    }

    /// Shows the frame at rest: as if it had been there in the tick before.
    pub fn rest(&mut self, library: &MotionLibrary, out: &mut Output) {
        self.write(library, 0.0, out);
        local_pose(library, self.frame, &mut self.before);
    }

    /// Notes what is shown before the next tick changes it.
    pub fn keep(&mut self, out: &Output) {
        self.before.copy_from(out.pose.as_ref());
        out.ground.inverse().transform_pose(&mut self.before);
    }

    /// Lets a tick of `secs` pass, and answers what is left of the difference of steps where it
    /// fades within `fade_secs`.
    pub fn fade_ground(&mut self, secs: f32, fade_secs: f32) -> GroundTransform {
        let before = self.left(self.join_secs);
        self.since_join_secs += secs;
        let shift = self.shift * (before - self.left(self.join_secs));
        let (left, join) = (self.left(fade_secs), self.ground_join);
        let (x, z) = (left * join.x + shift.x, left * join.z + shift.z);
        GroundTransform::new(x, z, left * join.heading)
    }

    /// What is left of a jump that fades within so long, from 1 to 0.
    fn left(&self, fade_secs: f32) -> f32 {
        let left = (1.0 - self.since_join_secs / fade_secs.max(1e-3)).max(0.0);
        left * left * (3.0 - 2.0 * left)
    }

    /// Prepares to show other frames than those that follow; which, is left to `frame`.
    pub fn jump(&mut self, library: &MotionLibrary, feet: &FootLock, entry: Entry, out: &Output) {
        let beside = library.beside(FrameId(entry.at)).0;
        local_pose(library, beside, &mut self.entered[0]);
        local_pose(library, entry.at, &mut self.entered[1]);
        self.left.copy_from(out.pose.as_ref());
        out.ground.inverse().transform_pose(&mut self.left);
        let shown = Approach::new(self.before.as_ref(), self.left.as_ref());
        let [beside_it, at] = [0, 1].map(|index| self.entered[index].as_ref());
        let entered = Approach::beside(beside_it, at, beside >= entry.at);
        self.join.join(shown, entered, library.frame_secs(), entry.secs);
        let (was, is) = (self.step, entry.step);
        self.ground_join =
            GroundTransform::new(was.x - is.x, was.z - is.z, was.heading - is.heading);
        let at = FrameId(entry.at);
        let entered = Entered {
            pose: library.pose(at),
            ground: library.ground(at),
            contacts: library.contacts(at),
        };
        self.shift = out.ground.delta_to(feet.lay(out, &entered)).position();
        self.join_secs = entry.secs;
        self.since_join_secs = 0.0;
    }

    /// The pose shown at the last jump.
    pub fn left_pose(&self) -> &Pose {
        &self.left
    }

    /// Shows a body in motion and moves on as it does, but turns no faster than a body may, in
    /// radians a second.
    pub fn show(&mut self, body: &BodyState, secs: f32, fastest_turn: f32, out: &mut Output) {
        out.pose.copy_from(body.now.as_ref());
        out.ground = body.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        body.earlier_into(secs, &mut self.before);
        let root = |pose: &Pose| pose.rotations.first().copied().unwrap_or(Quat::IDENTITY);
        let turned = yaw_of(root(&body.now) * root(&self.before).conjugate());
        let heading = wrap_angle(body.ground.heading - 2.0 * atan2(turned.y, turned.w));
        let was = self.before.root_position;
        let ground_before = GroundTransform::new(was.x, was.z, heading);
        ground_before.inverse().transform_pose(&mut self.before);
        let step = ground_before.delta_to(out.ground);
        let place = step.position().clamp_length_max(MAX_SPEED * secs);
        let turn = fastest_turn * secs;
        self.step = GroundTransform::new(place.x, place.z, step.heading.clamp(-turn, turn));
    }

    /// Bytes on the heap for a skeleton of so many joints.
    pub fn heap_bytes(joints: usize) -> usize {
        // The join holds three vectors and a time for each joint; there are four poses.
        joints * (10 * size_of::<f32>() + 4 * size_of::<Quat>())
    }
}

saved_fields!(Playback {
    frame,
    before,
    step,
    since_join_secs,
    join,
    ground_join,
    shift,
    join_secs,
    left,
} without { entered });

/// The pose of a frame, seen from its place on the ground.
pub fn local_pose(library: &MotionLibrary, frame: u32, out: &mut Pose) {
    out.copy_from(library.pose(FrameId(frame)));
    library.ground(FrameId(frame)).inverse().transform_pose(out);
}
