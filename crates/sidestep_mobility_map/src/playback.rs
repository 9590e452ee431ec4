//! Playing the plan from where the character stands, and joining runs where it jumps.

use crate::{
    construction::MobilityMap,
    memory::{Memory, Room},
    spot::Spot,
    steering::Join,
};
use glam::Quat;
use sidestep_control::{BodyState, Output, goal::MAX_SPEED};
use sidestep_motion::{
    FrameId, GroundTransform, Pose,
    inertialize::Approach,
    math::{atan2, rotation_vector, slerp, wrap_angle, yaw_of},
};

/// A step that turns faster than this is an error, in radians a second.
const FASTEST_TURN: f32 = 8.0;

impl MobilityMap {
    /// Shows the present frame at the place in `out`.
    pub(crate) fn write(&self, memory: &mut Memory, secs: f32, out: &mut Output) {
        self.local_pose(memory.frame, &mut out.pose);
        match self.config.steering.join {
            Join::Inertialize => memory.join.apply(secs, &mut out.pose),
            Join::Blend => self.blend(memory, &mut out.pose),
        }
        out.ground.transform_pose(&mut out.pose);
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        out.contacts = self.library.contacts(FrameId(memory.frame));
    }

    /// The pose of a frame, seen from its place on the ground.
    pub(crate) fn local_pose(&self, frame: u32, out: &mut Pose) {
        out.copy_from(self.library.pose(FrameId(frame)));
        self.library.ground(FrameId(frame)).inverse().transform_pose(out);
    }

    /// The one-sided blend of Figure 5.3: the pose before the jump gives way to the motion after.
    fn blend(&self, memory: &Memory, pose: &mut Pose) {
        let part = memory.since_join_secs / self.config.steering.join_secs.max(1e-3);
        if part >= 1.0 {
            return;
        }
        let from = &memory.left_pose;
        pose.root_position = from.root_position.lerp(pose.root_position, part);
        for (to, from) in pose.rotations.iter_mut().zip(&from.rotations) {
            *to = slerp(*from, *to, part);
        }
    }

    /// Goes one frame on: the frame's own step with what is left of the velocity before the last
    /// jump, bent a little towards where the plan leads.
    pub(crate) fn go_on(&self, memory: &mut Memory, frame: u32, out: &mut Output) {
        if frame != memory.frame + 1 {
            self.jump(memory, frame, out);
        }
        memory.before.copy_from(out.pose.as_ref());
        out.ground.inverse().transform_pose(&mut memory.before);
        let steering = &self.config.steering;
        let secs = self.library.frame_secs();
        memory.since_join_secs += secs;
        let left = 1.0 - memory.since_join_secs / steering.ground_join_secs.max(1e-3);
        let left = left.max(0.0);
        let left = left * left * (3.0 - 2.0 * left);
        let clip = self.frames.step(frame, frame).ground();
        let join = memory.ground_join;
        let (x, z) = (clip.x + left * join.x, clip.z + left * join.z);
        let metres = (x * x + z * z).sqrt();
        let turn = clip.heading + left * join.heading + self.assist(memory, metres);
        let bent = self.bend(memory, metres);
        let bent = GroundTransform::new(0.0, 0.0, -out.ground.heading).transform_vector(bent);
        memory.step = GroundTransform::new(x + bent.x, z + bent.z, turn);
        memory.frame = frame;
        out.ground = out.ground * memory.step;
        self.write(memory, secs, out);
    }

    /// The turn to add to a step so that the plan meets its direction.
    fn assist(&self, memory: &mut Memory, metres: f32) -> f32 {
        let most = self.config.steering.turn_assist_radians_per_sec * metres / self.usual_speed;
        let turn = memory.plan.turn.clamp(-most, most);
        memory.plan.turn -= turn;
        turn
    }

    /// The way to add to a step so that the plan meets its place, in the world.
    fn bend(&self, memory: &mut Memory, metres: f32) -> glam::Vec3 {
        let plan = &mut memory.plan;
        let [x, z] = plan.miss;
        let miss = (x * x + z * z).sqrt();
        let share = (metres / plan.metres.max(metres).max(1e-6)).min(1.0);
        let most = self.config.steering.warp_share * metres;
        let part = share.min(most / miss.max(1e-6));
        plan.metres = (plan.metres - metres).max(0.0);
        plan.miss = [x * (1.0 - part), z * (1.0 - part)];
        glam::Vec3::new(x * part, 0.0, z * part)
    }

    /// Prepares to go on with `frame` instead of the one after the present.
    fn jump(&self, memory: &mut Memory, frame: u32, out: &Output) {
        let at = self.frames.before(frame);
        let earlier = self.frames.before(at);
        let Room { entered, shown, .. } = &mut *memory.room;
        self.local_pose(earlier, &mut entered[0]);
        self.local_pose(at, &mut entered[1]);
        shown.copy_from(out.pose.as_ref());
        out.ground.inverse().transform_pose(shown);
        memory.left_pose.copy_from(shown.as_ref());
        let shown = Approach { before: memory.before.as_ref(), at: shown.as_ref() };
        let entered = Approach { before: entered[0].as_ref(), at: entered[1].as_ref() };
        let secs = self.library.frame_secs();
        memory.join.join(shown, entered, secs, self.config.steering.join_secs);
        let (was, is) = (memory.step, self.frames.step(at, at).ground());
        let turn = was.heading - is.heading;
        memory.ground_join = GroundTransform::new(was.x - is.x, was.z - is.z, turn);
        memory.since_join_secs = 0.0;
    }

    /// Shows a body in motion, and goes on from the state that is most like it.
    pub(crate) fn take_up(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        self.show(memory, body, out);
        let frame = self.most_like(memory, out);
        memory.frame = frame;
        memory.plan.clear();
        memory.planned_for = None;
        // The join leads from the body to the frame that is to be shown next.
        self.jump(memory, frame + 1, out);
        out.contacts = self.library.contacts(FrameId(frame));
    }

    /// Shows a body in motion and moves on as it does.
    pub(crate) fn show(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        out.pose.copy_from(body.now.as_ref());
        out.ground = body.ground;
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        let secs = self.library.frame_secs();
        // The pose one frame ago, whatever the time between those given.
        let back = (secs / body.secs).min(4.0);
        body.now.as_ref().interpolate_into(body.before.as_ref(), back, &mut memory.before);
        let identity = Quat::IDENTITY;
        let now = body.now.rotations.first().copied().unwrap_or(identity);
        let was = memory.before.rotations.first().copied().unwrap_or(identity);
        let turned = yaw_of(now * was.conjugate());
        let heading = wrap_angle(body.ground.heading - 2.0 * atan2(turned.y, turned.w));
        let place = memory.before.root_position;
        let ground_before = GroundTransform::new(place.x, place.z, heading);
        ground_before.inverse().transform_pose(&mut memory.before);
        let step = ground_before.delta_to(out.ground);
        let place = step.position().clamp_length_max(MAX_SPEED * secs);
        let turn = FASTEST_TURN * secs;
        memory.step = GroundTransform::new(place.x, place.z, step.heading.clamp(-turn, turn));
    }

    /// The frame of the state whose pose and velocity are most like those shown.
    fn most_like(&self, memory: &mut Memory, out: &Output) -> u32 {
        let Room { entered, shown, .. } = &mut *memory.room;
        shown.copy_from(out.pose.as_ref());
        out.ground.inverse().transform_pose(shown);
        let secs = self.library.frame_secs();
        let rest = self.graph.state_frames[self.stand.rest.index()].0;
        let mut best = (f32::INFINITY, rest);
        for frame in self.graph.state_frames.iter().map(|frame| frame.0) {
            let earlier = self.frames.before(frame);
            let step = self.frames.step(frame, frame);
            let (dx, dz) = (step.x - memory.step.x, step.z - memory.step.z);
            // A tenth of a second of velocity counts like a place, or like an angle.
            let scale = VELOCITY_SECS / secs;
            let mut distance = (dx * dx + dz * dz) * scale * scale;
            self.local_pose(frame, &mut entered[1]);
            self.local_pose(earlier, &mut entered[0]);
            distance += unlikeness(shown, &entered[1]);
            if distance >= best.0 {
                continue;
            }
            for joint in 0..shown.rotations.len() {
                let moves = |now: &Pose, was: &Pose| {
                    rotation_vector(now.rotations[joint] * was.rotations[joint].conjugate())
                };
                let gap = moves(shown, &memory.before) - moves(&entered[1], &entered[0]);
                distance += gap.length_squared() * scale * scale;
            }
            if distance < best.0 {
                best = (distance, frame);
            }
        }
        best.1
    }

    /// Where the character is.
    pub(crate) fn spot(out: &Output) -> Spot {
        Spot::of(out.ground)
    }
}

/// Velocities count as much as what they change within this time.
const VELOCITY_SECS: f32 = 0.1;

/// The sum of squared angles between the joints of two poses, and of their heights.
fn unlikeness(a: &Pose, b: &Pose) -> f32 {
    let height = a.root_position.y - b.root_position.y;
    let angles = a.rotations.iter().zip(&b.rotations);
    // 8 (1 - |cos(angle / 2)|) is the squared angle, nearly.
    height * height + angles.map(|(a, b)| 8.0 * (1.0 - a.dot(*b).abs())).sum::<f32>()
}
