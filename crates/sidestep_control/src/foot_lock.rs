//! Keeps planted feet planted, place and direction: contact-driven, by two-bone leg IK, never with a
//! pop.
//!
//! While a foot is down, the slower of its ankle and toe must not move over the ground: at heel
//! strike the foot turns about the heel, at toe-off about the toe, and the point it turns about is
//! the one that stands still. So instead of pinning one point, the lock takes from the foot exactly
//! the slide of its slower point and the turn of the whole foot, tick by tick, and adds the sum as a
//! correction. The body twists over its planted foot as far as bodies of the library do; beyond that
//! the foot gives way on its ball no faster than theirs, and beyond that it makes a step. When the
//! contact ends, the correction fades (motion fields, section 5.2), beginning with the velocity it
//! has: so the foot lands where the body now goes, and as the actor's will stand. Motion whose feet stand
//! still passes unchanged to the bit.

mod config;
mod foot;
mod habits;
mod landings;
mod points;
mod turns_to_come;

pub use config::FootLockConfig;
pub use habits::{FootHabits, FootHeights};

use crate::{
    explanation::{Explanation, Mark, Number},
    footing::Footing,
    gaits::FrameGaits,
    ground_point::GroundPoint,
    output::Output,
    saved_value,
    travel::Gait,
};
use foot::{Foot, Situation, Spring};
use glam::Vec3;
use landings::{Landing, Landings};
use points::{FootPoints, pelvis_yaw};
use sidestep_motion::{
    Contacts, GroundTransform, JointLimits, MotionLibrary, PoseRef, Side, Skeleton,
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget, Leg},
    library::FrameId,
    math::{from_rotation_vector, wrap_angle},
};
use std::sync::Arc;
use turns_to_come::TurnsToCome;

/// A foot further ahead of the other or behind it than this does not pass it, in metres.
const PASSING: f32 = 1.0;

/// The legs of one skeleton and how their feet are locked. Immutable and shared.
#[derive(Clone, Debug)]
pub struct FootLock {
    config: FootLockConfig,
    skeleton: Arc<Skeleton>,
    legs: [Option<Leg>; 2],
    habits: [FootHabits; 2],
    turns_to_come: TurnsToCome,
    landings: Landings,
    /// How far apart feet are at the least when one passes the other, where that is known.
    passing: Option<f32>,
    /// How high the pelvis is in a crouch, where there is data for one.
    crouch_height: Option<f32>,
    /// Where given, no joint leaves its range; a foot is let go rather than a leg broken.
    limits: Option<JointLimits>,
}

/// A frame that takes the place of what is shown.
#[derive(Clone, Copy, Debug)]
pub struct Entered<'a> {
    /// Its pose.
    pub pose: PoseRef<'a>,
    /// Its place and heading.
    pub ground: GroundTransform,
    /// Its contacts.
    pub contacts: Contacts,
}

/// What the lock is told of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LockedTick {
    /// How long it is.
    pub secs: f32,
    /// By how much the body was turned on top of the turn of the frames, in radians.
    pub added_yaw: f32,
    /// Whether a crouch is wanted.
    pub crouches: bool,
}

/// What the lock remembers of one character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootLockState {
    feet: [Foot; 2],
    pelvis_drop: Spring,
    crouch: Spring,
}

impl FootLock {
    /// A lock for a skeleton whose feet stand at these heights. A side without a leg is left alone.
    pub fn new(
        skeleton: &Arc<Skeleton>,
        heights: [FootHeights; 2],
        config: FootLockConfig,
    ) -> Self {
        let legs = Side::BOTH.map(|side| Leg::of(skeleton, side));
        let habits = heights.map(FootHabits::standing_at);
        Self {
            config,
            skeleton: Arc::clone(skeleton),
            legs,
            habits,
            turns_to_come: TurnsToCome::default(),
            landings: Landings::default(),
            passing: None,
            crouch_height: None,
            limits: None,
        }
    }

    /// The same lock, which never turns a joint beyond its range to keep a foot in its place.
    pub fn within(self, limits: JointLimits) -> Self {
        Self { limits: Some(limits), ..self }
    }

    /// The same lock, which brings the pelvis down to `height` where a crouch is wanted.
    pub fn crouching_at(self, height: f32) -> Self {
        Self { crouch_height: Some(height), ..self }
    }

    /// The same lock with other settings.
    pub fn with_config(self, config: FootLockConfig) -> Self {
        Self { config, ..self }
    }

    /// How it locks.
    pub fn config(&self) -> &FootLockConfig {
        &self.config
    }

    /// A lock for the skeleton of a library, with what its feet do in their contacts.
    pub fn of(library: &MotionLibrary, config: FootLockConfig) -> Self {
        let skeleton = library.skeleton();
        let mut lock = Self::new(skeleton, [FootHeights::default(); 2], config);
        lock.habits = habits::in_library(library, &lock.legs);
        lock.passing = habits::passing(library, &lock.legs);
        lock.turns_to_come = TurnsToCome::of(library, &lock.legs);
        lock.landings = Landings::of(library, &lock.legs, &lock.habits);
        let gaits = FrameGaits::of(library);
        lock.crouch_height =
            gaits.held().has(Gait::Crouch).then(|| gaits.usual_height(Gait::Crouch));
        lock
    }

    /// What the feet do when they are down.
    pub fn habits(&self) -> &[FootHabits; 2] {
        &self.habits
    }

    /// Corrects one tick of motion in place. `scratch` is room for kinematics and nothing else.
    pub fn apply(
        &self,
        state: &mut FootLockState,
        tick: LockedTick,
        out: &mut Output,
        scratch: &mut JointTransforms,
    ) {
        let secs = tick.secs;
        scratch.compute(&self.skeleton, out.pose.as_ref());
        let pelvis_yaw = pelvis_yaw(&self.legs, scratch);
        self.follow_feet(state, tick, pelvis_yaw, out, scratch);
        let mut targets = [None; 2];
        let mut wanted_drop = 0.0_f32;
        if let Some(yaw) = pelvis_yaw {
            self.part_legs(state, yaw, secs);
        }
        for side in Side::BOTH {
            let Some(leg) = &self.legs[side.index()] else { continue };
            let foot = &state.feet[side.index()];
            let correction = foot.correction();
            targets[side.index()] = Some(scratch.position(leg.foot) + correction);
            if foot.is_held() {
                wanted_drop = wanted_drop.max(drop_for(leg, scratch, correction));
            }
        }
        out.footing = self.footing(state, pelvis_yaw, out.ground);
        let wanted_drop = wanted_drop.min(self.config.pelvis_drop);
        state.pelvis_drop.follow(wanted_drop, self.config.pelvis_half_life_secs, secs);
        let crouches = if tick.crouches { 1.0 } else { 0.0 };
        state.crouch.follow(crouches, self.config.pelvis_half_life_secs, secs);
        let reach = state.pelvis_drop.value.clamp(0.0, self.config.pelvis_drop);
        let crouch = self.crouch_drop(state.crouch.value, out.pose.root_position.y);
        self.lower_pelvis(reach.max(crouch) + crouch.min(0.0), out, scratch);
        for ((leg, target), foot) in self.legs.iter().zip(targets).zip(&state.feet) {
            let (Some(leg), Some(position)) = (leg, target) else { continue };
            self.place(leg, position, foot.yaw(), out, scratch);
            if foot.toes_down() > 0.0 {
                let toes = foot.toes_down();
                leg_ik::flatten_toe(&self.skeleton, leg, toes, &mut out.pose, scratch);
            }
        }
        if let Some(limits) = &self.limits {
            limits.clamp(&mut out.pose);
        }
    }

    /// Has both feet see what the motion wants of them; one that steps of its own will is not down.
    fn follow_feet(
        &self,
        state: &mut FootLockState,
        tick: LockedTick,
        pelvis_yaw: Option<f32>,
        out: &mut Output,
        scratch: &JointTransforms,
    ) {
        let held = state.feet.map(|foot| foot.is_held());
        for side in Side::BOTH {
            let Some(leg) = &self.legs[side.index()] else { continue };
            let foot = &mut state.feet[side.index()];
            let situation = Situation {
                points: FootPoints::of(leg, scratch),
                down: out.contacts.get(side),
                pelvis_yaw,
                turn_rate: tick.added_yaw / tick.secs.max(1e-6),
                landing: out
                    .played
                    .map_or(Landing::default(), |frame| self.landings.of_frame(frame, side)),
                other_is_held: held[1 - side.index()],
                secs: tick.secs,
            };
            foot.follow(&situation, &self.habits[side.index()], &self.config);
            if foot.steps {
                out.contacts = out.contacts.with(side, false);
            }
        }
    }

    /// As much of a turn in a tick, on top of those of the frames from `frame` on, as the feet leave
    /// room for; it changes by at most `change` from tick to tick.
    ///
    /// What the frames will turn by themselves before a foot leaves the ground is left to them.
    pub fn allowed(&self, footing: &Footing, frame: FrameId, turn: f32, change: f32) -> f32 {
        let mut left_over = *footing;
        for side in Side::BOTH {
            if let Some(room) = footing.rooms[side.index()] {
                let to_come = self.turns_to_come.over(frame, side, footing.pelvis);
                let (right, left) = to_come.unwrap_or((0.0, 0.0));
                left_over.rooms[side.index()] = Some((room.0 - right, room.1 - left));
            }
        }
        left_over.allowed(turn, change)
    }

    /// The same for turning that is taken up and given up at will: it can be braked within two ticks.
    pub fn allowed_at_will(&self, footing: &Footing, frame: FrameId, turn: f32) -> f32 {
        self.allowed(footing, frame, turn, 0.5 * turn.abs())
    }

    /// How far the body would be twisted over its planted feet beyond what the library does, if the
    /// frames from `frame` on were followed until they leave the ground; in radians, of both feet
    /// together.
    pub fn overturn(&self, footing: &Footing, frame: FrameId) -> f32 {
        let mut sum = 0.0;
        for side in Side::BOTH {
            let Some((right, left)) = footing.rooms[side.index()] else { continue };
            if let Some((to_right, to_left)) = self.turns_to_come.over(frame, side, footing.pelvis)
            {
                sum += (to_left - left).max(0.0) + (right - to_right).max(0.0);
            }
        }
        sum
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> usize {
        self.turns_to_come.bytes() + self.landings.bytes()
    }

    /// Where to lay a frame that takes the place of what is shown, so that the feet that are down in
    /// both stay where they are (near-optimal control, section 3): a change then fades in the body
    /// and not under the feet. Where no foot is down in both, the pelvis stays.
    pub fn lay(&self, shown: &Output, entered: &Entered<'_>) -> GroundTransform {
        let at_pelvis = shown.ground;
        if self.config.stance_joins <= 0.0 {
            return at_pelvis;
        }
        let world_from_entered = at_pelvis * entered.ground.inverse();
        let (mut offset, mut count) = (Vec3::ZERO, 0.0_f32);
        for side in Side::BOTH {
            let Some(leg) = &self.legs[side.index()] else { continue };
            if !(shown.contacts.get(side) && entered.contacts.get(side)) {
                continue;
            }
            let now = FootPoints::in_pose(&self.skeleton, leg, shown.pose.as_ref());
            let then = FootPoints::in_pose(&self.skeleton, leg, entered.pose);
            offset += now.middle() - world_from_entered.transform_point(then.middle());
            count += 1.0;
        }
        let offset = offset * (self.config.stance_joins / count.max(1.0));
        GroundTransform { x: at_pelvis.x + offset.x, z: at_pelvis.z + offset.z, ..at_pelvis }
    }

    /// Brings an ankle to its place, with the foot turned by `yaw`; the knee goes along with it.
    fn place(
        &self,
        leg: &Leg,
        position: Vec3,
        yaw: f32,
        out: &mut Output,
        scratch: &mut JointTransforms,
    ) {
        if yaw == 0.0 && position.distance_squared(scratch.position(leg.foot)) <= 1e-12 {
            return;
        }
        let rotation =
            (yaw != 0.0).then(|| from_rotation_vector(Vec3::Y * yaw) * scratch.rotation(leg.foot));
        let target = AnkleTarget { position, rotation };
        let target = if self.config.whole_foot {
            leg_ik::raise_heel(leg, target, self.config.heel_rise, scratch)
        } else {
            target
        };
        leg_ik::solve(&self.skeleton, leg, &target, &mut out.pose, scratch);
        if yaw != 0.0 {
            let share = self.config.knee_share * yaw;
            leg_ik::roll(&self.skeleton, leg, share, &mut out.pose, scratch);
        }
    }

    /// Adds to `explanation` what the feet in `shown` are doing and what they leave to the body.
    pub fn explain(&self, state: &FootLockState, shown: &Output, explanation: &mut Explanation) {
        for (foot, leg) in state.feet.iter().zip(&self.legs) {
            let (Some(label), Some(leg)) = (foot.doing(), leg) else { continue };
            let points = FootPoints::in_pose(&self.skeleton, leg, shown.pose.as_ref());
            let middle = points.middle();
            let place = GroundPoint::new(middle.x, middle.z);
            explanation.marks.push(Mark { label, place });
        }
        if self.config.whole_foot && state.feet.iter().any(|foot| foot.is_held()) {
            let (right, left) = shown.footing.room();
            let number =
                |label, value: f32| Number { label, value: value.to_degrees(), unit: "°" };
            explanation.numbers.push(number("room to turn right over the feet", -right));
            explanation.numbers.push(number("room to turn left over the feet", left));
        }
    }

    /// Leads a foot in the air round the other leg, where it would come closer than `clearance`, and
    /// closer than the library or, where corrections alone bring it there, the controller does.
    fn part_legs(&self, state: &mut FootLockState, pelvis_yaw: f32, secs: f32) {
        let [Some(left), Some(right)] = state.feet.map(|foot| foot.middles()) else { return };
        let body = GroundTransform::new(0.0, 0.0, pelvis_yaw).inverse();
        let apart = |which: usize| body.transform_vector(left[which] - right[which]);
        let (unlocked, shown) = (apart(0), apart(1));
        let wanted = self.passing.map_or(unlocked.x, |passing| passing.max(unlocked.x));
        let lacks = (self.config.clearance.min(wanted) - shown.x).max(0.0);
        let beside = (1.0 - shown.z.abs() / PASSING).clamp(0.0, 1.0);
        let aside = body.inverse().transform_vector(Vec3::X * (lacks * beside));
        state.feet[0].keep_aside(aside, secs);
        state.feet[1].keep_aside(-aside, secs);
    }

    /// What the feet that are held leave to the body.
    fn footing(
        &self,
        state: &FootLockState,
        pelvis_yaw: Option<f32>,
        ground: GroundTransform,
    ) -> Footing {
        let rooms = Side::BOTH.map(|side| {
            let (foot, habits) = (&state.feet[side.index()], &self.habits[side.index()]);
            let counts = self.config.whole_foot && foot.is_held();
            let twist = foot.twist(pelvis_yaw.filter(|_| counts)?)?;
            Some((habits.twist.0 - twist, habits.twist.1 - twist))
        });
        let pelvis = pelvis_yaw.map(|yaw| wrap_angle(yaw - ground.heading));
        Footing { rooms, pelvis }
    }

    /// How far to lower a pelvis at `height` that is so far in a wanted crouch, from 0 to 1. Captured
    /// crouches are often dips of a step; their bounce is kept within what a crouch may sway.
    fn crouch_drop(&self, share: f32, height: f32) -> f32 {
        let Some(usual) = self.crouch_height.filter(|_| share > 0.0) else { return 0.0 };
        let (away, sway) = (height - usual, self.config.crouch_sway.max(1e-4));
        let kept = away / (1.0 + away.abs() / sway);
        let most = self.config.crouch_drop;
        share.min(1.0) * (away - kept).clamp(-most, most)
    }

    fn lower_pelvis(&self, drop: f32, out: &mut Output, scratch: &mut JointTransforms) {
        if drop.abs() < 1e-5 {
            return;
        }
        out.pose.root_position.y -= drop;
        for position in &mut scratch.positions {
            position.y -= drop;
        }
    }
}

impl FootLockState {
    /// Carries all that is known of the world to another place.
    pub fn carry(&mut self, moved: GroundTransform) {
        for foot in &mut self.feet {
            foot.carry(moved);
        }
    }

    /// Whether the lock holds that foot now.
    pub fn holds(&self, side: Side) -> bool {
        self.feet[side.index()].is_held()
    }
}

saved_value!(FootLockState { feet, pelvis_drop, crouch });

/// How far the hip must sink for the leg to reach its corrected foot, where it now does not.
fn drop_for(leg: &Leg, transforms: &JointTransforms, correction: Vec3) -> f32 {
    let [hip, knee, ankle] = [leg.thigh, leg.shank, leg.foot].map(|j| transforms.position(j));
    let length = hip.distance(knee) + knee.distance(ankle);
    let reach = (0.985 * length).max(hip.distance(ankle));
    let to_foot = ankle + correction - hip;
    let flat = to_foot.x * to_foot.x + to_foot.z * to_foot.z;
    let depth = (reach * reach - flat).max(0.0).sqrt();
    (-to_foot.y - depth).max(0.0)
}
