//! Playing the plan from where the character stands, and joining runs where it jumps.

use crate::{
    construction::MobilityMap,
    memory::{Memory, Room},
    spot::Spot,
    steering::Join,
};
use sidestep_control::{
    AddedMotion, BodyState, Output, Playback,
    playback::{Entry, local_pose},
};
use sidestep_motion::{
    FrameId, GroundTransform, Pose,
    math::{rotation_vector, slerp},
};
use sidestep_pose_graph::StateId;

/// A step that turns faster than this is an error, in radians a second.
const FASTEST_TURN: f32 = 8.0;

/// A jump dearer than the threshold is blended longer in proportion, up to so many times.
const LONGEST_BRIDGE: f32 = 2.0;

impl MobilityMap {
    /// Shows the present frame at the place in `out`.
    fn write(&self, play: &mut Playback, secs: f32, out: &mut Output) {
        match self.config.steering.join {
            Join::Inertialize => play.write(&self.library, secs, out),
            Join::Blend => {
                local_pose(&self.library, play.frame, &mut out.pose);
                self.blend(play, &mut out.pose);
                play.place(&self.library, out);
            }
        }
    }

    /// The one-sided blend of Figure 5.3: the pose before the jump gives way to the motion after.
    fn blend(&self, play: &Playback, pose: &mut Pose) {
        let part = play.since_join_secs / self.config.steering.join_secs.max(1e-3);
        if part >= 1.0 {
            return;
        }
        let from = play.left_pose();
        pose.root_position = from.root_position.lerp(pose.root_position, part);
        for (to, from) in pose.rotations.iter_mut().zip(&from.rotations) {
            *to = slerp(*from, *to, part);
        }
    }

    /// Goes one frame on: the frame's own step with what is left of the velocity before the last
    /// jump, bent a little towards where the plan leads.
    pub(crate) fn go_on(&self, memory: &mut Memory, frame: u32, out: &mut Output) {
        let (steering, secs) = (&self.config.steering, self.library.frame_secs());
        let play = &mut memory.play;
        if frame != play.frame + 1 {
            self.jump(play, frame, out);
        }
        play.keep(out);
        let left = play.fade_ground(secs, steering.ground_join_secs);
        let clip = self.frames.step(frame, frame).ground();
        let (x, z) = (clip.x + left.x, clip.z + left.z);
        let metres = (x * x + z * z).sqrt();
        let assist = self.assist(memory, metres);
        let turn = clip.heading + left.heading + assist;
        let bent = self.bend(memory, metres);
        memory.room.added = AddedMotion { yaw: assist, travel: bent.length() };
        let bent = GroundTransform::new(0.0, 0.0, -out.ground.heading).transform_vector(bent);
        let play = &mut memory.play;
        play.step = GroundTransform::new(x + bent.x, z + bent.z, turn);
        play.frame = frame;
        out.ground = out.ground * play.step;
        self.write(play, secs, out);
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
    fn jump(&self, play: &mut Playback, frame: u32, out: &Output) {
        let at = self.frames.before(frame);
        // No step leads to the first frame of a clip; the one that leads away is taken for it.
        let stepped = at.max(self.library.beside(FrameId(at)).0);
        let step = self.frames.step(stepped, stepped).ground();
        let secs = self.config.steering.join_secs * self.stretch(play.frame, frame);
        play.jump(&self.library, &self.feet, Entry { at, step, secs }, out);
    }

    /// How many times as long as usual a jump is blended: a bridge is a leap, and takes its time.
    fn stretch(&self, from: u32, to: u32) -> f32 {
        let Some(state) = self.frames.state(from) else { return 1.0 };
        let cost = self.jump_cost(state, to);
        (cost / self.config.graph.threshold.max(1e-3)).clamp(1.0, LONGEST_BRIDGE)
    }

    /// What the jump from a state to a frame costs; nothing where it is none.
    pub(crate) fn jump_cost(&self, state: StateId, to: u32) -> f32 {
        let jump = self.graph.actions_of(state).iter().find(|action| action.first == to);
        jump.or_else(|| self.leaps.to(state, to)).map_or(0.0, |jump| jump.cost)
    }

    /// Shows a body in motion, and goes on from the state that is most like it.
    pub(crate) fn take_up(&self, memory: &mut Memory, body: &BodyState, out: &mut Output) {
        memory.play.show(body, self.library.frame_secs(), FASTEST_TURN, out);
        let frame = self.most_like(memory, out);
        memory.play.frame = frame;
        memory.plan.clear();
        memory.planned_for = None;
        // The join leads from the body to the frame that is to be shown next.
        self.jump(&mut memory.play, frame + 1, out);
        out.contacts = self.library.contacts(FrameId(frame));
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
            let (dx, dz) = (step.x - memory.play.step.x, step.z - memory.play.step.z);
            // A tenth of a second of velocity counts like a place, or like an angle.
            let scale = VELOCITY_SECS / secs;
            let mut distance = (dx * dx + dz * dz) * scale * scale;
            local_pose(&self.library, frame, &mut entered[1]);
            local_pose(&self.library, earlier, &mut entered[0]);
            distance += unlikeness(shown, &entered[1]);
            if distance >= best.0 {
                continue;
            }
            for joint in 0..shown.rotations.len() {
                let moves = |now: &Pose, was: &Pose| {
                    rotation_vector(now.rotations[joint] * was.rotations[joint].conjugate())
                };
                let gap = moves(shown, &memory.play.before) - moves(&entered[1], &entered[0]);
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
