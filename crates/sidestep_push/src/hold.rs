//! A body that somebody holds: it stands on its feet while they bear it, steps where they do not, and
//! falls where no step is long enough.
//!
//! The pull is a force on a part of the body; gravity and the floor act as on any body. As Hof (2008)
//! has it, the body is an inverted pendulum over its centre of pressure: x'' = ω₀² (x − p) + a, where
//! a is what the pull gives and p lies between the feet that are down. The feet bear the body while
//! the point x + v/ω₀ + a/ω₀² lies between them; where it does not, a foot is put there. Nothing of
//! the controller moves meanwhile: every method is held alike.

use crate::{
    damped::Damped,
    fall::Falling,
    footfall::Footfall,
    give::Give,
    held::{Held, Hold, Pull},
    stepping::{FASTEST, STEP_BEYOND, STEP_SECS},
};
use glam::Vec3;
use sidestep_control::Output;
use sidestep_motion::{
    Contacts, GroundTransform, Pose, Side,
    inertialize::{Approach, Inertializer},
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget},
    math::unit,
};

/// Metres that a body sinks for each newton that pulls it down, and at the most.
const SINK: [f32; 2] = [1.0 / 1600.0, 0.3];

/// Heels rise as far as this where a leg is too short, in radians.
const HEEL_RISE: f32 = 0.7;

/// A pose is gone over to in this time, in seconds.
const JOIN_SECS: f32 = 0.45;

/// A body that was let go is given back after these seconds at the least, and at the most.
const FREE_SECS: [f32; 2] = [0.15, 2.5];

/// What holding works with: nothing in it says anything of a character.
pub(crate) struct Room<'a> {
    /// The pose of the tick before the last.
    pub(crate) before: &'a Pose,
    pub(crate) entered: &'a mut Pose,
    pub(crate) at: &'a mut JointTransforms,
    pub(crate) join: &'a mut Inertializer,
}

impl Hold<'_> {
    /// Takes hold of the body in `out`.
    pub(crate) fn take(&self, pull: Pull, room: &mut Room<'_>, out: &Output) -> Held {
        let stance = self.stance;
        let pose = &out.pose;
        let velocity = (pose.root_position - room.before.root_position) / self.tick_secs;
        let root = pose.root_position - out.ground.transform_vector(stance.pose.root_position);
        let ground = GroundTransform::new(root.x, root.z, out.ground.heading);
        room.at.compute(&stance.skeleton, room.before.as_ref());
        let then = Side::BOTH.map(|side| room.at.position(stance.legs[side.index()].foot));
        room.at.compute(&stance.skeleton, pose.as_ref());
        let feet = Side::BOTH.map(|side| {
            let foot = stance.legs[side.index()].foot;
            let at = (room.at.position(foot), room.at.rotation(foot));
            let (rest, flat) = stance.ankle(side);
            let flat = unit(ground.rotation() * flat);
            let is_low = at.0.y < rest.y + 0.04;
            if out.contacts.get(side) && is_low {
                return Footfall::standing(at.0, at.1);
            }
            let speed = (at.0 - then[side.index()]) / self.tick_secs;
            let ahead = (velocity * 0.5 * STEP_SECS[0]).with_y(0.0).clamp_length_max(0.3);
            let place = 0.5 * (at.0 + ground.transform_point(rest) + ahead);
            let to = (place.with_y(rest.y), flat);
            Footfall::step(at, speed.clamp_length_max(4.0), to, STEP_SECS[0])
        });
        let mut held = Held {
            ground,
            velocity: velocity.with_y(0.0).clamp_length_max(FASTEST),
            pull: Some(pull),
            give: Give::new(pull.joint),
            sink: Damped::default(),
            feet,
            yielded: 0.0,
            beyond_secs: 0.0,
            free_secs: 0.0,
            fall: None,
        };
        self.join(&mut held, room, out);
        held
    }

    /// Goes over from what is shown to the pose of the held body.
    fn join(&self, held: &mut Held, room: &mut Room<'_>, out: &Output) {
        match &held.fall {
            Some(fall) => self.falling().write(fall, held.ground, room.entered, room.at),
            None => self.write_root(held, room.entered),
        }
        // The legs are put to their feet afterwards; all velocity but that of the root is what is left.
        let entered = Approach::new(room.entered.as_ref(), room.entered.as_ref());
        let shown = Approach::new(room.before.as_ref(), out.pose.as_ref());
        room.join.join(shown, entered, self.tick_secs, JOIN_SECS);
    }

    /// One tick. Returns whether the body can go on by itself.
    pub(crate) fn tick(
        &self,
        held: &mut Held,
        goes: bool,
        room: &mut Room<'_>,
        out: &mut Output,
    ) -> bool {
        room.at.compute(&self.stance.skeleton, out.pose.as_ref());
        let newtons = self.pulled(held, room, out);
        room.at.compute(&self.stance.skeleton, out.pose.as_ref());
        // A body that falls or gets up needs its arms.
        let is_loose = held.fall.is_none_or(|fall| self.falling().lies(&fall));
        held.give.advance(self.stance, newtons, (room.at, is_loose), self.tick_secs);
        if held.fall.is_none() {
            held.feet.iter_mut().for_each(|foot| foot.advance(self.tick_secs));
            let burden = self.burden(held, room.at);
            self.balance(held, &burden);
            self.step(held, &burden, newtons);
            if self.falls(held, &burden, newtons) {
                let way = burden.point(held.velocity) - burden.middle;
                held.fall = Some(self.falling().begin(way, held.ground, room.entered, room.at));
                self.join(held, room, out);
            }
        }
        match &mut held.fall {
            Some(fall) => {
                let is_free = held.pull.is_none();
                let falling = self.falling();
                if falling.advance(fall, &mut held.ground, is_free, room.entered, room.at) {
                    self.join(held, room, out);
                }
                self.show_fallen(held, room, out);
            }
            None => self.show(held, room, out),
        }
        let place = out.pose.root_position;
        out.ground = GroundTransform::new(place.x, place.z, held.ground.heading);
        self.is_over(held, goes, room.at)
    }

    /// The force that acts in this tick; another part that is held is gone over to.
    fn pulled(&self, held: &mut Held, room: &mut Room<'_>, out: &Output) -> Vec3 {
        let Some(pull) = &mut held.pull else {
            held.free_secs += self.tick_secs;
            return Vec3::ZERO;
        };
        let newtons = pull.newtons * pull.ticks.clamp(0.0, 1.0);
        let joint = pull.joint;
        pull.ticks -= 1.0;
        if pull.ticks <= 0.0 {
            held.pull = None;
        }
        held.free_secs = 0.0;
        if joint != held.give.joint {
            held.give = Give::new(joint);
            self.join(held, room, out);
        }
        newtons
    }

    /// What a held body does just now, in words.
    pub(crate) fn doing(&self, held: &Held) -> &'static str {
        match &held.fall {
            Some(fall) => self.falling().doing(fall),
            None if held.pull.is_some() => "is held",
            None => "comes back over its feet",
        }
    }

    fn falling(&self) -> Falling<'_> {
        Falling { stance: self.stance, tick_secs: self.tick_secs }
    }

    /// The body without its give: how it stands, at its place.
    fn write_root(&self, held: &Held, pose: &mut Pose) {
        pose.copy_from(self.stance.pose.as_ref());
        held.ground.transform_pose(pose);
        pose.root_position.y += self.flight(held) - held.sink.value.x;
    }

    /// Shows a body that stands or steps.
    fn show(&self, held: &mut Held, room: &mut Room<'_>, out: &mut Output) {
        let stance = self.stance;
        let Room { join, at, .. } = room;
        let down = (-held.give.force.value.y * SINK[0]).clamp(0.0, SINK[1]);
        let wanted = down.max(self.needed_drop(held)).min(SINK[1]);
        held.sink.follow(Vec3::X * wanted, 0.09, self.tick_secs);
        self.write_root(held, &mut out.pose);
        join.apply(self.tick_secs, &mut out.pose);
        at.compute(&stance.skeleton, out.pose.as_ref());
        held.give.turn_trunk(stance, &mut out.pose, at);
        let mut contacts = Contacts::NONE;
        for side in Side::BOTH {
            let (leg, foot) = (&stance.legs[side.index()], &held.feet[side.index()]);
            let (place, rotation) = foot.at();
            let led = held.give.foot(stance, side);
            let floor = stance.ankle(side).0.y;
            let highest = floor + 0.35 * stance.leg_length;
            let led_to = place + led;
            let position = led_to.with_y(led_to.y.clamp(floor.min(place.y), highest));
            let target = AnkleTarget { position, rotation: Some(rotation) };
            let target = leg_ik::raise_heel(leg, target, HEEL_RISE, at);
            leg_ik::solve(&stance.skeleton, leg, &target, &mut out.pose, at);
            contacts = contacts.with(side, foot.is_down() && !self.is_led(held, side));
        }
        held.give.lead_arm(stance, &mut out.pose, at);
        out.contacts = contacts;
    }

    /// Shows a body that falls, lies or gets up; its posture is in the room.
    fn show_fallen(&self, held: &Held, room: &mut Room<'_>, out: &mut Output) {
        let Room { join, at, entered, .. } = room;
        out.pose.copy_from(entered.as_ref());
        join.apply(self.tick_secs, &mut out.pose);
        at.compute(&self.stance.skeleton, out.pose.as_ref());
        held.give.lead_arm(self.stance, &mut out.pose, at);
        self.falling().keep_feet_low(&mut out.pose, at);
        self.falling().keep_above_floor(&mut out.pose, at);
        out.contacts = Contacts::NONE;
    }

    /// How far the pelvis must come down for the legs to reach the feet that are down.
    fn needed_drop(&self, held: &Held) -> f32 {
        let stance = self.stance;
        let drop = |side: Side| {
            let foot = &held.feet[side.index()];
            if !foot.is_down() {
                return 0.0;
            }
            let hip =
                held.ground.transform_point(stance.at.position(stance.legs[side.index()].thigh));
            let way = foot.end().0 - hip;
            let reach = 0.98 * stance.leg_length;
            let aside = way.with_y(0.0).length();
            let tallest = (reach * reach - aside * aside).max(0.01).sqrt();
            (-way.y - tallest - 0.03).max(0.0)
        };
        Side::BOTH.map(drop).into_iter().fold(0.0, f32::max)
    }

    fn is_over(&self, held: &Held, goes: bool, at: &JointTransforms) -> bool {
        if let Some(fall) = &held.fall {
            return self.falling().is_up(fall);
        }
        let stands = held.feet.iter().all(Footfall::is_down);
        if held.pull.is_some() || !stands || held.free_secs < FREE_SECS[0] {
            return false;
        }
        let burden = self.burden(held, at);
        let bears = burden.beyond(burden.point(held.velocity)) < STEP_BEYOND;
        let most = if goes { 0.06 } else { 0.03 };
        let is_calm = held.velocity.length() < 0.4 && held.give.left() < most;
        (bears && is_calm) || held.free_secs > FREE_SECS[1]
    }
}
