//! A body that somebody holds: it stands on its feet while they bear it, steps where they do not, and
//! falls where no step is long enough.
//!
//! The pull is a force on a part of the body; gravity and the floor act as on any body. As Hof (2008)
//! has it, the body is an inverted pendulum over its centre of pressure: x'' = ω₀² (x − p) + a, where
//! a is what the pull gives and p lies between the feet that are down. The feet bear the body while
//! the point x + v/ω₀ + a/ω₀² lies between them; where it does not, a foot is put there. Nothing of
//! the controller moves meanwhile: every method is held alike.

use crate::{
    balance::nearest_of_hull,
    damped::Damped,
    fall::{Fall, Falling},
    footfall::Footfall,
    give::{Give, Limb},
    stance::Stance,
};
use glam::{Vec2, Vec3};
use sidestep_control::{Output, saved_value};
use sidestep_motion::{
    Contacts, GroundTransform, JointId, Pose, Side,
    inertialize::{Approach, Inertializer},
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget},
    math::{exp, unit},
};

/// Acceleration of free fall, in m/s².
const GRAVITY: f32 = 9.81;

/// A foot bears this far around the line from its ankle to its ball, in metres.
const FOOT_RADIUS: f32 = 0.05;

/// How stiffly and how damped a body keeps over its feet, per second squared and per second.
const BALANCE: [f32; 2] = [25.0, 9.0];

/// Of the way that its feet must bear it against a pull, a body leans this share against it, and no
/// farther than this, in metres.
const LEAN: [f32; 2] = [0.5, 0.15];

/// A step is made where the point that feet must bear is that far from them, in metres.
const STEP_BEYOND: f32 = 0.06;

/// Nobody follows by lifting a foot while the body would come to rest farther than this from the other,
/// in metres.
const BORNE: f32 = 0.16;

/// Feet that are farther apart than this along a pull are brought together by following it, in metres.
const SPREAD: f32 = 0.3;

/// A step takes so long, in seconds, and one on one leg.
const STEP_SECS: [f32; 2] = [0.3, 0.24];

/// How far from the middle of the feet a step is aimed at the most, and how far it ends from the
/// other foot, in metres.
const LONGEST_STEP: [f32; 2] = [0.55, 0.75];

/// Feet do not come nearer to each other than this sideways, in metres.
const APART: f32 = 0.1;

/// A pull beyond this, in newtons, is followed by and by: for each 100 N more, by so many metres a
/// second.
const FOLLOWED: [f32; 2] = [30.0, 1.0];

/// No weaker pull brings a body down, in newtons.
const FELLING: f32 = 310.0;

/// A body falls whose feet are that far from where they must be, in metres, or a good way for longer
/// than this, in seconds.
const FALLS: [f32; 2] = [0.65, 1.5];

/// A good way, in metres.
const GOOD_WAY: f32 = 0.15;

/// No body moves faster on its feet, in metres a second, nor gets farther from them, in metres.
const FASTEST: f32 = 2.0;
const FARTHEST: f32 = 0.5;

/// How quickly a body comes to rest by hips and arms, per second.
const DAMPING: f32 = 3.0;

/// How quickly it is held back on the way there, per second.
const HOLD_BACK: f32 = 6.0;

/// Metres that a body sinks for each newton that pulls it down, and at the most.
const SINK: [f32; 2] = [1.0 / 1600.0, 0.3];

/// Heels rise as far as this where a leg is too short, in radians.
const HEEL_RISE: f32 = 0.7;

/// A pose is gone over to in this time, in seconds.
const JOIN_SECS: f32 = 0.45;

/// A body that was let go is given back after these seconds at the least, and at the most.
const FREE_SECS: [f32; 2] = [0.15, 2.5];

/// A foot that is pulled farther than this from its place bears nothing, in metres.
const LED: f32 = 0.02;

/// A force on a part of the body, for so many ticks more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pull {
    pub(crate) joint: JointId,
    pub(crate) newtons: Vec3,
    pub(crate) ticks: f32,
}

/// What is remembered of a body that is held, or was a moment ago.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Held {
    /// Below the pelvis.
    ground: GroundTransform,
    /// Of the pelvis, on the floor.
    velocity: Vec3,
    pub(crate) pull: Option<Pull>,
    give: Give,
    /// How far the pelvis has sunk, along x.
    sink: Damped,
    feet: [Footfall; 2],
    /// How far the body is ready to follow, in metres.
    yielded: f32,
    /// For how long the feet were a good way from where they must be.
    beyond_secs: f32,
    /// Since when nobody pulls.
    free_secs: f32,
    pub(crate) fall: Option<Fall>,
}

saved_value!(Pull { joint, newtons, ticks });
saved_value!(Held {
    ground,
    velocity,
    pull,
    give,
    sink,
    feet,
    yielded,
    beyond_secs,
    free_secs,
    fall
});

/// What holding works with: nothing in it says anything of a character.
pub(crate) struct Room<'a> {
    /// The pose of the tick before the last.
    pub(crate) before: &'a Pose,
    pub(crate) entered: &'a mut Pose,
    pub(crate) at: &'a mut JointTransforms,
    pub(crate) join: &'a mut Inertializer,
}

/// How bodies of one skeleton are held.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold<'a> {
    pub(crate) stance: &'a Stance,
    pub(crate) mass_kg: f32,
    pub(crate) tick_secs: f32,
}

/// What the feet must bear at one moment, on the floor.
struct Burden {
    /// The centre of mass.
    centre: Vec2,
    /// The middle of the feet.
    middle: Vec2,
    /// What the pull does to it, in m/s².
    pulled: Vec2,
    /// ω₀², per second squared.
    rate2: f32,
    /// Corners of the feet that bear it, and how many.
    support: [Vec2; 4],
    corners: usize,
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
        let is_loose = held.fall.is_none_or(|fall| fall.lies());
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
                self.falling().advance(fall, &mut held.ground, is_free, room.entered, room.at);
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

    fn falling(&self) -> Falling<'_> {
        Falling { stance: self.stance, tick_secs: self.tick_secs }
    }

    /// What the feet must bear.
    fn burden(&self, held: &Held, at: &JointTransforms) -> Burden {
        let stance = self.stance;
        let flat = |v: Vec3| Vec2::new(v.x, v.z);
        let (mut support, mut corners, mut middle) = ([Vec2::ZERO; 4], 0, Vec2::ZERO);
        for side in Side::BOTH {
            let index = side.index();
            let (place, rotation) = held.feet[index].end();
            let ends = [flat(place), flat(place + rotation * stance.balls[index])];
            middle += 0.25 * (ends[0] + ends[1]);
            if held.feet[index].is_down() && !self.is_led(held, side) {
                (support[corners], support[corners + 1]) = (ends[0], ends[1]);
                corners += 2;
            }
        }
        if corners == 2 && matches!(held.give.limb(stance), Limb::Leg(_)) {
            middle = 0.5 * (support[0] + support[1]);
        }
        let height = stance.centre.y.max(0.3);
        // A pull on a foot reaches the body through the hip.
        let held_at = match held.give.limb(stance) {
            Limb::Leg(_) => 0.5 * height,
            _ => at.position(held.give.joint).y,
        };
        let lever = (held_at / height).clamp(0.4, 1.4);
        Burden {
            centre: flat(held.ground.transform_point(stance.centre)),
            middle,
            pulled: flat(held.give.force.value) * (lever / self.mass_kg.max(1.0)),
            rate2: GRAVITY / height,
            support,
            corners,
        }
    }

    /// Moves the body as its feet and the pull move it.
    fn balance(&self, held: &mut Held, burden: &Burden) {
        let Burden { centre, middle, pulled, rate2, .. } = *burden;
        // Who stands on one leg does not lean back.
        let most = if matches!(held.give.limb(self.stance), Limb::Leg(_)) { 0.0 } else { LEAN[1] };
        let against = (pulled / rate2 * LEAN[0]).clamp_length_max(most);
        // Who follows puts his weight on the foot that leads.
        let ahead = held.feet[0].end().0 - held.feet[1].end().0;
        let spread = Vec2::new(ahead.x, ahead.z).dot(held.following().normalize_or_zero());
        let follow = if spread.abs() > SPREAD { held.following() } else { Vec2::ZERO };
        let off = centre - (middle - against + follow);
        let mut velocity = Vec2::new(held.velocity.x, held.velocity.z);
        let wanted = centre + (BALANCE[0] * off + BALANCE[1] * velocity + pulled) / rate2;
        let pressed = burden.nearest(wanted);
        velocity += (rate2 * (centre - pressed) + pulled) * self.tick_secs;
        velocity = (velocity * exp(-DAMPING * self.tick_secs)).clamp_length_max(FASTEST);
        // Feet that cannot keep up hold the body back.
        let away = centre - middle;
        let outward = away.normalize_or_zero();
        let most = ((FARTHEST - away.length()) * HOLD_BACK).max(0.0);
        velocity -= outward * (velocity.dot(outward) - most).max(0.0);
        held.velocity = Vec3::new(velocity.x, 0.0, velocity.y);
        held.ground.x += velocity.x * self.tick_secs;
        held.ground.z += velocity.y * self.tick_secs;
        let beyond = burden.beyond(burden.point(held.velocity));
        let is_far = beyond > GOOD_WAY;
        held.beyond_secs = if is_far { held.beyond_secs + self.tick_secs } else { 0.0 };
    }

    /// Puts a foot where the body needs it.
    fn step(&self, held: &mut Held, burden: &Burden, newtons: Vec3) {
        let flat_pull = Vec2::new(newtons.x, newtons.z);
        let more = (flat_pull.length() - FOLLOWED[0]).max(0.0) / 100.0;
        held.yielded = match held.pull {
            Some(_) => (held.yielded + more * FOLLOWED[1] * self.tick_secs).min(0.5),
            None => 0.0,
        };
        if held.feet.iter().any(|foot| !foot.is_down()) {
            return;
        }
        let borne = burden.point(held.velocity);
        let must = burden.beyond(borne) > STEP_BEYOND;
        let point = borne + held.following();
        if burden.beyond(point) < STEP_BEYOND {
            return;
        }
        let led = Side::BOTH.map(|side| self.is_led(held, side));
        let hops = led[0] || led[1];
        let secs = STEP_SECS[usize::from(hops)];
        let grown = exp(burden.rate2.sqrt() * secs);
        let pressed = burden.nearest(point);
        let aim = pressed + (point - pressed) * grown - burden.middle;
        let aim = burden.middle + aim.clamp_length_max(LONGEST_STEP[0]);
        let along = (aim - burden.middle).normalize_or_zero();
        let ways = Side::BOTH.map(|side| {
            let to = self.landing(held, side, aim);
            let way = to.0 - held.feet[side.index()].end().0;
            let can = !led[side.index()] && (must || self.is_free(held, side, burden));
            (to, if can { Vec2::new(way.x, way.z).dot(along) } else { f32::MIN })
        });
        let side = usize::from(ways[1].1 > ways[0].1);
        if ways[side].1 > 0.04 {
            let from = held.feet[side].at();
            held.feet[side] = Footfall::step(from, Vec3::ZERO, ways[side].0, secs);
            held.yielded = 0.0;
        }
    }

    /// Whether the pull takes a foot off its place.
    fn is_led(&self, held: &Held, side: Side) -> bool {
        held.give.foot(self.stance, side).length() > LED
    }

    /// Whether a foot can be lifted: the other one bears the body.
    fn is_free(&self, held: &Held, side: Side, burden: &Burden) -> bool {
        let other = side.other().index();
        let (place, rotation) = held.feet[other].end();
        let ends = [place, place + rotation * self.stance.balls[other]];
        let ends = ends.map(|end| Vec2::new(end.x, end.z));
        let velocity = Vec2::new(held.velocity.x, held.velocity.z);
        let rests = burden.centre + velocity / burden.rate2.sqrt();
        rests.distance(nearest_of_hull(rests, &ends)) < BORNE
    }

    /// Where a foot lands that is to bear a body over `aim`.
    fn landing(&self, held: &Held, side: Side, aim: Vec2) -> (Vec3, glam::Quat) {
        let stance = self.stance;
        let (rest, flat) = stance.ankle(side);
        let place =
            Vec3::new(aim.x, 0.0, aim.y) + held.ground.transform_vector(rest - stance.middle());
        let (other, _) = held.feet[side.other().index()].end();
        // As seen by the body, so that legs do not cross.
        let out = if side == Side::Left { 1.0 } else { -1.0 };
        let inverse = GroundTransform::new(0.0, 0.0, -held.ground.heading);
        let mut way = inverse.transform_vector((place - other).with_y(0.0));
        way.x = out * (out * way.x).max(APART);
        let way = held.ground.transform_vector(way.clamp_length_max(LONGEST_STEP[1]));
        ((other + way).with_y(rest.y), held.ground.rotation() * flat)
    }

    fn falls(&self, held: &Held, burden: &Burden, newtons: Vec3) -> bool {
        let beyond = burden.beyond(burden.point(held.velocity));
        newtons.length() > FELLING && (beyond > FALLS[0] || held.beyond_secs > FALLS[1])
    }

    /// The body without its give: how it stands, at its place.
    fn write_root(&self, held: &Held, pose: &mut Pose) {
        pose.copy_from(self.stance.pose.as_ref());
        held.ground.transform_pose(pose);
        pose.root_position.y -= held.sink.value.x;
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
            return fall.is_up();
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

impl Burden {
    /// The point that the feet must bear.
    fn point(&self, velocity: Vec3) -> Vec2 {
        let velocity = Vec2::new(velocity.x, velocity.z);
        self.centre + velocity / self.rate2.sqrt() + self.pulled / self.rate2
    }

    /// The nearest point to a given one that the feet can press upon.
    fn nearest(&self, point: Vec2) -> Vec2 {
        if self.corners == 0 {
            return self.centre;
        }
        let nearest = nearest_of_hull(point, &self.support[..self.corners]);
        nearest + (point - nearest).clamp_length_max(FOOT_RADIUS)
    }

    /// How far a point is from what the feet can press upon.
    fn beyond(&self, point: Vec2) -> f32 {
        if self.corners == 0 { 0.0 } else { point.distance(self.nearest(point)) }
    }
}

impl Held {
    /// The way that it is ready to go with the pull, in metres.
    fn following(&self) -> Vec2 {
        let newtons = self.newtons();
        Vec2::new(newtons.x, newtons.z).normalize_or_zero() * self.yielded
    }

    /// The force that acts, in newtons.
    pub(crate) fn newtons(&self) -> Vec3 {
        self.pull.map_or(Vec3::ZERO, |pull| pull.newtons)
    }

    /// Whether it can have been saved of a body with so many joints.
    pub(crate) fn is_sound(&self, joints: usize) -> bool {
        let amounts = [self.velocity.length(), self.sink.value.length(), self.give.left()];
        let times = [self.yielded, self.beyond_secs, self.free_secs];
        self.give.joint.index() < joints
            && amounts.iter().all(|amount| *amount < 100.0)
            && times.iter().all(|secs| (0.0..1e6).contains(secs))
            && self.fall.is_none_or(|fall| fall.is_sound())
    }

    /// What is done just now, in words.
    pub(crate) fn doing(&self) -> &'static str {
        match &self.fall {
            Some(fall) => fall.doing(),
            None if self.pull.is_some() => "is held",
            None => "comes back over its feet",
        }
    }

    /// Goes along to another place of the world.
    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.ground = moved * self.ground;
        let turn = |vector: Vec3| moved.transform_vector(vector);
        self.velocity = turn(self.velocity);
        self.give = self.give.turned(turn);
        self.feet.iter_mut().for_each(|foot| foot.carry(moved));
        if let Some(pull) = &mut self.pull {
            pull.newtons = turn(pull.newtons);
        }
        if let Some(fall) = &mut self.fall {
            fall.carry(moved);
        }
    }
}
