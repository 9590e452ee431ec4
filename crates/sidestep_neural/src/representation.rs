//! What a network sees of a body: m = (p, q, j, h, c) of section 3, in body-local coordinates.
//!
//! The step of the root since the frame before stands for p and q: to the left, forward, and turned.
//! Then come the positions h of all joints, seen from the ground transform, their rotations j (of the
//! root against the ground, of others against their parents, two columns of the matrix each), and the
//! contacts c of both ankles and both toes. Positions and rotations say the same twice; a pose is made
//! of the rotations, with its ankles where the positions say. Where there is a ball, its channels come last
//! ([`BallChannels`]).

use crate::ball_channels::BallChannels;
use glam::{Mat3, Quat, Vec3};
use sidestep_court::{RACKET_METRES, racket_centre};
use sidestep_motion::{
    Contacts, GroundTransform, JointId, Pose, PoseRef, Role, Side, Skeleton,
    kinematics::JointTransforms,
    leg_ik::{AnkleTarget, Leg, solve, solve_beyond},
    math::unit,
};
use std::{ops::Range, sync::Arc};

/// Channels of the root: step to the left, step forward, turn.
pub const ROOT: usize = 3;

/// Contacts: left ankle, left toe, right ankle, right toe.
pub const TOUCHES: usize = 4;

/// A joint that is down moves slower than this, in metres a second.
pub(crate) const STILL_SPEED: f32 = 0.35;

/// What a network sees of the bodies of one skeleton.
#[derive(Clone, Debug)]
pub struct Representation {
    skeleton: Arc<Skeleton>,
    legs: [Option<Leg>; 2],
    /// Ankle and toe of each side; where there is none, the joint before it.
    feet: [[JointId; 2]; 2],
    ball: Option<BallChannels>,
    racket: Option<Racket>,
    /// The arms of a body with a ball, whose wrists are where the positions say, like the ankles: the ball
    /// knows them from there.
    arms: Vec<Leg>,
}

/// The middle of a racket among the channels of a frame: seen from where the body stands like every joint.
///
/// Nobody recorded one. It is held straight on from the forearm, so that its place follows from the arm's; but two
/// thirds of the way from the shoulder to it lie beyond the elbow, and small errors of all rotations before add up
/// there. What meets the ball is learnt by itself, and the arm follows.
#[derive(Clone, Debug)]
struct Racket {
    first: usize,
    arm: Leg,
}

/// The hand that holds the racket.
pub(crate) const RACKET_HAND: Side = Side::Right;

/// A body as a network sees it.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// Its pose in the world.
    pub pose: PoseRef<'a>,
    /// Where it stands.
    pub ground: GroundTransform,
    /// From where it stood in the frame before.
    pub step: GroundTransform,
    /// Which of its ankles and toes are down, from 0 to 1.
    pub touches: [f32; TOUCHES],
}

impl Representation {
    /// For a skeleton.
    pub fn new(skeleton: &Arc<Skeleton>) -> Self {
        let role = |role| skeleton.roles().get(role);
        let foot = |side| {
            let ankle = role(Role::Foot(side)).unwrap_or(JointId(0));
            [ankle, role(Role::Toe(side)).unwrap_or(ankle)]
        };
        Self {
            skeleton: Arc::clone(skeleton),
            legs: Side::BOTH.map(|side| Leg::of(skeleton, side)),
            feet: Side::BOTH.map(foot),
            ball: None,
            racket: None,
            arms: Vec::new(),
        }
    }

    /// What a player sees of himself: who has a ball sees it, and who plays without one holds a racket.
    pub fn of_player(skeleton: &Arc<Skeleton>, has_ball: bool, plays: bool) -> Self {
        match (has_ball, plays) {
            (true, _) => Self::with_ball(skeleton),
            (false, true) => Self::with_racket(skeleton),
            (false, false) => Self::new(skeleton),
        }
    }

    /// For a skeleton with a racket in its right hand; as [`Self::new`] where it has none.
    pub fn with_racket(skeleton: &Arc<Skeleton>) -> Self {
        let plain = Self::new(skeleton);
        let first = plain.channels();
        let racket = arm(skeleton, RACKET_HAND).map(|arm| Racket { first, arm });
        Self { racket, ..plain }
    }

    /// For a skeleton with a ball in its hands; as [`Self::new`] where it has no hands.
    pub fn with_ball(skeleton: &Arc<Skeleton>) -> Self {
        let plain = Self::new(skeleton);
        let Some(ball) = BallChannels::of(skeleton, plain.channels()) else { return plain };
        let arms = Side::BOTH.into_iter().filter_map(|side| arm(skeleton, side)).collect();
        Self { ball: Some(ball), arms, ..plain }
    }

    /// The channels of the ball, where there is one.
    pub fn ball(&self) -> Option<&BallChannels> {
        self.ball.as_ref()
    }

    /// The channels of the racket's middle, where there is one.
    pub fn racket(&self) -> Option<Range<usize>> {
        self.racket.as_ref().map(|racket| racket.first..racket.first + 3)
    }

    /// The arm that holds a racket, where there is one.
    pub(crate) fn racket_arm(&self) -> Option<&Leg> {
        self.racket.as_ref().map(|racket| &racket.arm)
    }

    /// The arms of a body with a ball.
    pub(crate) fn arms(&self) -> &[Leg] {
        &self.arms
    }

    /// The skeleton.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Channels of a frame.
    pub fn channels(&self) -> usize {
        let held = self.ball.as_ref().map(|ball| ball.all().end);
        held.or(self.racket().map(|racket| racket.end)).unwrap_or(self.touches().end)
    }

    /// The channels of the joints' positions.
    pub fn positions(&self) -> Range<usize> {
        ROOT..ROOT + 3 * self.skeleton.len()
    }

    /// The channels of the joints' rotations.
    pub fn rotations(&self) -> Range<usize> {
        let start = self.positions().end;
        start..start + 6 * self.skeleton.len()
    }

    /// The channels of the contacts.
    pub fn touches(&self) -> Range<usize> {
        let start = self.rotations().end;
        start..start + TOUCHES
    }

    /// The first channel of a joint's position.
    pub fn position_of(&self, joint: JointId) -> usize {
        self.positions().start + 3 * joint.index()
    }

    /// Ankle and toe of both sides, in the order of the contacts.
    pub fn feet(&self) -> [JointId; TOUCHES] {
        let [[a, b], [c, d]] = self.feet;
        [a, b, c, d]
    }

    /// The ankles and toes that are down where these feet are: those that do not move.
    ///
    /// `before` and `after` are all joints of the frames around the one in question, `secs` apart.
    pub fn touching(
        &self,
        contacts: Contacts,
        before: &[Vec3],
        after: &[Vec3],
        secs: f32,
    ) -> [f32; TOUCHES] {
        let mut touches = [0.0; TOUCHES];
        for (i, joint) in self.feet().into_iter().enumerate() {
            let way = after[joint.index()] - before[joint.index()];
            let speed = Vec3::new(way.x, 0.0, way.z).length() / secs;
            let is_down = contacts.get(Side::BOTH[i / 2]) && speed < STILL_SPEED;
            touches[i] = if is_down { 1.0 } else { 0.0 };
        }
        touches
    }

    /// Writes the channels of a body. `room` is left with its joints.
    pub fn encode(&self, body: &Body<'_>, room: &mut JointTransforms, out: &mut [f32]) {
        room.compute(&self.skeleton, body.pose);
        let from_world = body.ground.inverse();
        out[..ROOT].copy_from_slice(&[body.step.x, body.step.z, body.step.heading]);
        let places = out[self.positions()].as_chunks_mut::<3>().0;
        for (to, position) in places.iter_mut().zip(&room.positions) {
            *to = from_world.transform_point(*position).to_array();
        }
        let turns = out[self.rotations()].as_chunks_mut::<6>().0;
        for (joint, (to, rotation)) in turns.iter_mut().zip(body.pose.rotations).enumerate() {
            let seen = if joint == 0 { from_world.rotation() * *rotation } else { *rotation };
            *to = columns(seen);
        }
        out[self.touches()].copy_from_slice(&body.touches);
        if let Some(channels) = self.racket() {
            let middle = racket_centre(&self.skeleton, &room.positions, RACKET_HAND);
            let seen = from_world.transform_point(middle.unwrap_or_default());
            out[channels].copy_from_slice(&seen.to_array());
        }
    }

    /// The pose of a row, for a body that stood at `before`, and where it stands now.
    pub fn decode(
        &self,
        row: &[f32],
        before: GroundTransform,
        (pose, room): (&mut Pose, &mut JointTransforms),
    ) -> GroundTransform {
        let ground = before * GroundTransform::new(row[0], row[1], row[2]);
        let places = row[self.positions()].as_chunks::<3>().0;
        let place = |joint: JointId| ground.transform_point(Vec3::from(places[joint.index()]));
        pose.root_position = place(JointId(0));
        let turns = row[self.rotations()].as_chunks::<6>().0;
        for (joint, (to, six)) in pose.rotations.iter_mut().zip(turns).enumerate() {
            let rotation = rotation_of(*six);
            *to = if joint == 0 { unit(ground.rotation() * rotation) } else { rotation };
        }
        room.compute(&self.skeleton, pose.as_ref());
        for leg in self.legs.iter().flatten().chain(&self.arms) {
            let target = AnkleTarget { position: place(leg.foot), rotation: None };
            solve(&self.skeleton, leg, &target, pose, room);
        }
        if let Some(Racket { first, arm }) = &self.racket {
            let middle = Vec3::new(row[*first], row[first + 1], row[first + 2]);
            let target = (ground.transform_point(middle), RACKET_METRES);
            solve_beyond(&self.skeleton, arm, target, pose, room);
        }
        ground
    }

    /// The feet that a row says are down.
    pub fn contacts(&self, row: &[f32]) -> Contacts {
        let touches = &row[self.touches()];
        let is_down = |side: usize| touches[2 * side].max(touches[2 * side + 1]) > 0.5;
        Contacts::new(is_down(0), is_down(1))
    }
}

/// An arm bends at its elbow as a leg does at its knee.
fn arm(skeleton: &Skeleton, side: Side) -> Option<Leg> {
    let role = |role| skeleton.roles().get(role);
    let (upper, fore) = (role(Role::UpperArm(side))?, role(Role::Forearm(side))?);
    Leg::new(skeleton, upper, fore, role(Role::Hand(side))?, None)
}

/// The first two columns of a rotation's matrix.
fn columns(q: Quat) -> [f32; 6] {
    let m = Mat3::from_quat(q);
    let (x, y) = (m.x_axis, m.y_axis);
    [x.x, x.y, x.z, y.x, y.y, y.z]
}

/// The rotation whose first two columns are nearest to these.
fn rotation_of([a, b, c, d, e, f]: [f32; 6]) -> Quat {
    let (x, y) = (Vec3::new(a, b, c), Vec3::new(d, e, f));
    let Some(x) = x.try_normalize() else { return Quat::IDENTITY };
    let y = (y - x * x.dot(y)).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    unit(Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))))
}
