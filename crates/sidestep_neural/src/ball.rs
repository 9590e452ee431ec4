//! The ball of a character: in the hand while the network says that a hand touches it, else it falls,
//! bounces and rises by the law of gravity, led by where the network expects it.
//!
//! Section 5 shows the ball as the network gives it ([`BallKind::Network`]). A network knows a bounce to some
//! centimetres only, and a viewer sees a ball that turns above the floor at once. So it is snapped
//! ([`BallKind::Snapped`]): to the hands that hold it, and in the air to a flight whose bounce lies on the
//! floor and on a tick, as in the motion that was learnt from.

use crate::{ball_channels::BallChannels, config::BallKind};
use glam::Vec3;
use sidestep_control::saved_value;
use sidestep_motion::{
    Contacts, GroundTransform, Held, Object, Side, Skeleton,
    ball::{BallConfig, ball_in_hand},
    kinematics::JointTransforms,
};

/// A hand that wants the ball gives more than the first, one that lets it go less than the second.
const WANTS: f32 = 0.5;
const LETS_GO: f32 = 0.35;

/// Who is to dribble and has had the ball in one hand for this long, in seconds, lets it go unless the hand gives
/// more than the second: a network that does not know when to push it down holds it for ever, and that is travelling.
const LONGEST_PUSH_SECS: f32 = 0.45;
const HOLDS_ON: f32 = 0.9;

/// Whoever is to dribble has begun after this long, in seconds.
const LONGEST_HOLD_SECS: f32 = 0.75;

/// A hand takes a ball that is this near, in metres,
const NEAR: f32 = 0.15;

/// or one that it has wanted for so many ticks.
const PATIENCE: u8 = 5;

/// Share of the way between hand and ball that is left a tick after it was caught.
const OFFSET_LEFT: f32 = 0.5;

/// Share of the way to where the network expects the ball that it is led in a tick.
const LED: f32 = 0.35;

/// A ball is pushed down at least this fast, in metres a second.
const LEAST_FALL: f32 = 1.0;

/// Nothing moves a ball faster than this, in metres a second.
const FASTEST: f32 = 15.0;

/// Farther from where it is expected it is lost, and taken up there again, in metres.
const LOST: f32 = 3.0;

/// The ball of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Ball {
    /// Its middle in the world.
    pub(crate) position: Vec3,
    velocity: Vec3,
    /// How far from the hands it still is since it was caught.
    offset: Vec3,
    /// The hands that hold it: left, right.
    holds: [bool; 2],
    /// Ticks for which a hand has wanted it while it flew.
    wanted: u8,
    /// Whether it has met the floor since it was let go.
    has_bounced: bool,
    /// It rises no faster than this, in metres a second: as fast as it met the floor.
    fastest_rise: f32,
    /// Height at which the network expected it in the tick before.
    expected_height: f32,
    /// For how long it has been held.
    held_secs: f32,
    /// Whether it has bounced since somebody has it.
    dribbled: bool,
}

/// What a tick tells of a ball.
pub(crate) struct Told<'a> {
    pub(crate) channels: &'a BallChannels,
    /// The network's output.
    pub(crate) row: &'a [f32],
    pub(crate) ground: GroundTransform,
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) joints: &'a JointTransforms,
    pub(crate) secs: f32,
    /// Whether it is to be dribbled, and nothing else.
    pub(crate) dribbles: bool,
}

impl Ball {
    /// A ball that is held as a row says, or where it says.
    pub(crate) fn begin(told: &Told<'_>, kind: BallKind) -> Self {
        let expected = told.channels.decode(told.row, told.ground);
        let holds = told.channels.grips(told.row).map(|grip| grip > 0.5);
        let ball =
            Self { position: expected, holds, expected_height: expected.y, ..Self::default() };
        let position = match in_hands(holds, told) {
            Some(place) if kind == BallKind::Snapped => place,
            _ => expected,
        };
        Self { position, ..ball }
    }

    /// The next tick.
    pub(crate) fn step(&mut self, told: &Told<'_>, kind: BallKind) {
        let expected = told.channels.decode(told.row, told.ground);
        let wanting = self.wanting(told);
        let before = self.position;
        if kind == BallKind::Network {
            (self.position, self.holds) = (expected, wanting);
        } else {
            self.snap(expected, wanting, told);
        }
        if self.is_held() || kind == BallKind::Network {
            self.velocity = ((self.position - before) / told.secs).clamp_length_max(FASTEST);
        }
        self.expected_height = expected.y;
        self.held_secs = if self.is_held() { self.held_secs + told.secs } else { 0.0 };
        self.dribbled |= self.has_bounced;
    }

    /// The hands that hold it or want to.
    fn wanting(&self, told: &Told<'_>) -> [bool; 2] {
        let grips = told.channels.grips(told.row);
        let is_long = self.held_secs > LONGEST_PUSH_SECS && !self.is_in_both_hands();
        let lets_go = match told.dribbles {
            true if self.held_secs > LONGEST_HOLD_SECS => f32::INFINITY,
            true if is_long => HOLDS_ON,
            _ => LETS_GO,
        };
        let mut wanting = std::array::from_fn(|i| {
            let least = if self.holds[i] { lets_go } else { WANTS };
            grips[i] > least
        });
        // Both hands on it would end the dribble.
        if told.dribbles && self.dribbled && wanting == [true; 2] {
            let left = if self.is_held() { self.holds[0] } else { grips[0] > grips[1] };
            wanting = [left, !left];
        }
        wanting
    }

    /// Into the hands that hold it, or on along its flight. A ball that was let go comes back from the floor:
    /// a hand that wants it waits for it.
    fn snap(&mut self, expected: Vec3, wanting: [bool; 2], told: &Told<'_>) {
        let was_held = self.is_held();
        let place = in_hands(wanting, told);
        match place.filter(|_| was_held) {
            Some(place) => {
                if self.holds != wanting {
                    // From one hand to the other it goes without a leap.
                    self.offset = self.position - place;
                }
                self.holds = wanting;
                self.follow(place);
            }
            None => {
                self.holds = [false; 2];
                self.fly(place.unwrap_or(expected), was_held, told.secs);
            }
        }
        let Some(place) = place.filter(|_| !self.is_held()) else {
            self.wanted = 0;
            return;
        };
        // Who dribbles waits for the floor, however much the hands want it.
        let waits =
            told.dribbles && (!self.has_bounced || self.position.y <= BallConfig::default().radius);
        self.wanted = if waits { 0 } else { self.wanted.saturating_add(1) };
        let is_near = self.has_bounced && self.position.distance(place) < NEAR;
        if is_near || self.wanted > PATIENCE {
            (self.holds, self.wanted) = (wanting, 0);
            self.offset = self.position - place;
            self.follow(place);
        }
    }

    /// The ball as it is shown.
    pub(crate) fn object(&self, channels: &BallChannels) -> Object {
        let [left, right] = channels.hands();
        let [by_left, by_right] = self.holds;
        let held_by = Held::by(by_left.then_some(left), by_right.then_some(right));
        Object { position: self.position, held_by, ..Object::ORIGIN }
    }

    /// Contacts with the hands that hold it.
    pub(crate) fn mark(&self, contacts: Contacts) -> Contacts {
        let [left, right] = self.holds;
        contacts.with_hand(Side::Left, left).with_hand(Side::Right, right)
    }

    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.position = moved.transform_point(self.position);
        self.velocity = moved.transform_vector(self.velocity);
        self.offset = moved.transform_vector(self.offset);
    }

    /// How it moves.
    pub(crate) fn velocity(&self) -> Vec3 {
        self.velocity
    }

    /// Where the hands have it that hold or want it, if any does.
    pub(crate) fn wanted_at(&self, told: &Told<'_>) -> Option<Vec3> {
        in_hands(self.wanting(told), told)
    }

    /// Puts it into the hands that want it, from where it was.
    pub(crate) fn catch(&mut self, from: Option<Vec3>, told: &Told<'_>) {
        let wanting = self.wanting(told);
        let Some(place) = in_hands(wanting, told) else { return };
        *self = Self { holds: wanting, position: place, ..Self::default() };
        self.offset = from.map_or(Vec3::ZERO, |from| from - place);
        self.position += self.offset;
    }

    /// Lets it go for good.
    pub(crate) fn lose(&mut self, position: Vec3) {
        *self = Self { position, ..Self::default() };
    }

    pub(crate) fn is_held(&self) -> bool {
        self.holds != [false; 2]
    }

    pub(crate) fn is_in_both_hands(&self) -> bool {
        self.holds == [true; 2]
    }

    /// Goes with the hands; what it was off when they caught it fades.
    fn follow(&mut self, place: Vec3) {
        self.offset *= OFFSET_LEFT;
        self.position = place + self.offset;
    }

    /// Falls, bounces once on a tick and rises, led to where the network expects it.
    fn fly(&mut self, expected: Vec3, was_held: bool, secs: f32) {
        let BallConfig { radius, gravity, restitution, .. } = BallConfig::default();
        if was_held {
            // A network knows the push less well than the hand that makes it.
            let pushed = self.velocity.y.min(-LEAST_FALL);
            self.velocity = ((expected - self.position) / secs).clamp_length_max(FASTEST);
            self.velocity.y = self.velocity.y.min(pushed);
            self.has_bounced = false;
            self.offset = Vec3::ZERO;
        }
        let is_lost = self.position.distance(expected) > LOST || !self.position.is_finite();
        if is_lost {
            (self.position, self.velocity) = (expected.with_y(expected.y.max(radius)), Vec3::ZERO);
            return;
        }
        let before = self.position;
        let fallen = before + self.velocity * secs - Vec3::Y * (0.5 * gravity * secs * secs);
        let mut next = fallen + (expected - fallen) * LED;
        // It turns on the floor and nowhere else: not before it, and only once on the way back.
        let falls = !self.has_bounced;
        let has_turned =
            expected.y > self.expected_height && fallen.y < radius + 0.5 * (before.y - fallen.y);
        next.y = match falls {
            true => next.y.min(fallen.y),
            false => next.y.min(before.y + self.fastest_rise * secs),
        };
        let impact = (before.y - next.y) / secs + 0.5 * gravity * secs;
        self.velocity = (next - before) / secs - Vec3::Y * (0.5 * gravity * secs);
        if next.y <= radius || (falls && has_turned) {
            next.y = radius;
            self.fastest_rise = impact.max(0.0);
            self.velocity.y = restitution * self.fastest_rise;
            self.has_bounced = true;
        }
        self.velocity = self.velocity.clamp_length_max(FASTEST);
        self.position = next;
    }
}

/// Where hands have a ball; two hands: the mean.
fn in_hands(holds: [bool; 2], told: &Told<'_>) -> Option<Vec3> {
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    for (hand, _) in told.channels.hands().into_iter().zip(holds).filter(|(_, holds)| *holds) {
        sum += ball_in_hand(told.joints, told.skeleton, hand, &BallConfig::default());
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

saved_value!(Ball {
    position,
    velocity,
    offset,
    holds,
    wanted,
    has_bounced,
    fastest_rise,
    expected_height,
    held_secs,
    dribbled
});

#[cfg(test)]
#[path = "ball/tests.rs"]
mod tests;
