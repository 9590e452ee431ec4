//! How a held body keeps over its feet: as an inverted pendulum, by steps, and where no step is long enough
//! not at all.

use crate::{
    balance::{GRAVITY, nearest_of_hull},
    burden::Burden,
    footfall::Footfall,
    give::Limb,
    held::{Held, Hold},
};
use glam::{Quat, Vec2, Vec3};
use sidestep_motion::{GroundTransform, Side, math::exp};

/// How stiffly and how damped a body keeps over its feet, per second squared and per second.
const BALANCE: [f32; 2] = [25.0, 9.0];

/// Of the way that its feet must bear it against a pull, a body leans this share against it, and no
/// farther than this, in metres.
const LEAN: [f32; 2] = [0.5, 0.15];

/// A step is made where the point that feet must bear is that far from them, in metres.
pub(crate) const STEP_BEYOND: f32 = 0.06;

/// The same of a hop, which is more work.
const HOP_BEYOND: f32 = 0.12;

/// Nobody follows by lifting a foot while the body would come to rest farther than this from the other,
/// in metres.
const BORNE: f32 = 0.16;

/// Feet that are farther apart than this along a pull are brought together by following it, in metres.
const SPREAD: f32 = 0.3;

/// A step takes so long, in seconds, and a hop.
pub(crate) const STEP_SECS: [f32; 2] = [0.3, 0.24];

/// How far from the middle of the feet a step is aimed at the most, and how far it ends from the
/// other foot, in metres.
const LONGEST_STEP: [f32; 2] = [0.55, 0.75];

/// A hop is made where a body is ready to follow that far, and follows that far at the most, in metres.
const LONGEST_HOP: [f32; 2] = [0.12, 0.28];

/// A body that hops has come to rest when it is slower, in metres a second.
const SLOW: f32 = 0.3;

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
pub(crate) const FASTEST: f32 = 2.0;
const FARTHEST: f32 = 0.5;

/// How quickly a body comes to rest by hips and arms, per second.
const DAMPING: f32 = 3.0;

/// How quickly it is held back on the way there, per second.
const HOLD_BACK: f32 = 6.0;

impl Hold<'_> {
    /// Moves the body as its feet and the pull move it.
    pub(crate) fn balance(&self, held: &mut Held, burden: &Burden) {
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
        let damping = if burden.is_borne() { DAMPING } else { 0.0 };
        velocity = (velocity * exp(-damping * self.tick_secs)).clamp_length_max(FASTEST);
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
    pub(crate) fn step(&self, held: &mut Held, burden: &Burden, newtons: Vec3) {
        let flat_pull = Vec2::new(newtons.x, newtons.z);
        let more = (flat_pull.length() - FOLLOWED[0]).max(0.0) / 100.0;
        held.yielded = match held.pull {
            Some(_) => (held.yielded + more * FOLLOWED[1] * self.tick_secs).min(0.5),
            None => 0.0,
        };
        if held.feet.iter().any(|foot| !foot.is_down()) {
            return;
        }
        if let Some(led) = Side::BOTH.into_iter().find(|side| self.is_led(held, *side)) {
            return self.hop(held, burden, led);
        }
        let borne = burden.point(held.velocity);
        let must = burden.beyond(borne) > STEP_BEYOND;
        let point = borne + held.following();
        if burden.beyond(point) < STEP_BEYOND {
            return;
        }
        let grown = exp(burden.rate2.sqrt() * STEP_SECS[0]);
        let pressed = burden.nearest(point);
        let aim = pressed + (point - pressed) * grown - burden.middle;
        let aim = burden.middle + aim.clamp_length_max(LONGEST_STEP[0]);
        let along = (aim - burden.middle).normalize_or_zero();
        let ways = Side::BOTH.map(|side| {
            let to = self.landing(held, side, aim);
            let way = to.0 - held.feet[side.index()].end().0;
            let can = must || self.is_free(held, side, burden);
            (to, if can { Vec2::new(way.x, way.z).dot(along) } else { f32::MIN })
        });
        let side = usize::from(ways[1].1 > ways[0].1);
        if ways[side].1 > 0.04 {
            let from = held.feet[side].at();
            held.feet[side] = Footfall::step(from, Vec3::ZERO, ways[side].0, STEP_SECS[0]);
            held.yielded = 0.0;
        }
    }

    /// Hops after a foot that is led: the other pushes off along the pull and lands where the body comes to
    /// rest; the led one goes along.
    fn hop(&self, held: &mut Held, burden: &Burden, led: Side) {
        let following = held.following().clamp_length_max(LONGEST_HOP[1]);
        // Who has just landed comes to rest first.
        let rests = held.velocity.length() < SLOW;
        let follows = rests && following.length() > LONGEST_HOP[0];
        if !follows && burden.beyond(burden.point(held.velocity)) < HOP_BEYOND {
            return;
        }
        let (secs, rate) = (STEP_SECS[1], burden.rate2.sqrt());
        if follows {
            let along = following / (secs + 1.0 / rate);
            held.velocity += Vec3::new(along.x, 0.0, along.y);
        }
        let velocity = Vec2::new(held.velocity.x, held.velocity.z);
        // Nothing but the pull acts in the air; from then on it comes to rest as a pendulum does.
        let landed = velocity + burden.pulled * secs;
        let flown = 0.5 * (velocity + landed) * secs;
        let place = burden.centre + flown + landed / rate + burden.pulled / burden.rate2;
        let way = (place - burden.middle).clamp_length_max(LONGEST_STEP[0]);
        let way = Vec3::new(way.x, 0.0, way.y);
        for side in Side::BOTH {
            let foot = &mut held.feet[side.index()];
            let (place, rotation) = foot.end();
            let floor = self.stance.ankle(side).0.y;
            let to = ((place + way).with_y(if side == led { place.y } else { floor }), rotation);
            *foot = Footfall::step(foot.at(), Vec3::ZERO, to, secs);
        }
        held.yielded = 0.0;
    }

    /// How high a body is that hops.
    pub(crate) fn flight(&self, held: &Held) -> f32 {
        let led = Side::BOTH.into_iter().find(|side| self.is_led(held, *side));
        led.map_or(0.0, |led| held.feet[led.other().index()].flight(GRAVITY))
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
    fn landing(&self, held: &Held, side: Side, aim: Vec2) -> (Vec3, Quat) {
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

    pub(crate) fn falls(&self, held: &Held, burden: &Burden, newtons: Vec3) -> bool {
        let beyond = burden.beyond(burden.point(held.velocity));
        newtons.length() > FELLING && (beyond > FALLS[0] || held.beyond_secs > FALLS[1])
    }
}
