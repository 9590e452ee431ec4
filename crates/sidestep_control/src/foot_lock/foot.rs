//! One foot: held where it stands, or on its way to where the controller wants it.

use super::{
    config::FootLockConfig,
    habits::FootHabits,
    landings::Landing,
    points::{FootPoints, flat},
};
use crate::{
    saved::{NO_SUCH_KIND, Reader, SavedValue, Writer},
    saved_value,
    snapshot::SnapshotError,
};
use glam::Vec3;
use sidestep_motion::{
    GroundTransform,
    math::{exp, wrap_angle},
};

/// A correction begins to fade no faster than this, in metres and radians a second.
const FASTEST_FADE: (f32, f32) = (2.0, 4.0);

/// A foot that moves faster than this over the ground is not standing on it, in metres a second.
const STEP_SPEED: f32 = 0.2;

/// A foot that was held by more than this makes a step when it is let go, in metres.
const STEP_OFFSET: f32 = 0.05;

/// The other point of a foot becomes the one it turns about below this share of its speed.
const CLEARLY_SLOWER: f32 = 0.5;

/// A body that is twisted over its foot further than the library does by more than this is far off, in
/// radians.
const FAR: f32 = 0.09;

/// A foot that lands ahead of a turn may be turned further than the body twists over it by so much: the
/// body follows, in radians.
const BEFORE_TURN: f32 = 0.15;

/// Time in which a foot in the air comes half of the way to the direction it shall land in.
const LEAD_HALF_LIFE_SECS: f32 = 0.06;

/// Time in which a foot in the air comes half of the way out of the way of the other leg.
const ASIDE_HALF_LIFE_SECS: f32 = 0.04;

/// Time in which toes come half of the way to lying flat.
const TOES_HALF_LIFE_SECS: f32 = 0.06;

/// What the lock remembers of one foot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Foot {
    /// Where the unlocked joints were in the last tick; `None` before the first.
    last: Option<FootPoints>,
    phase: Phase,
    /// The point it turns about.
    pivot: Pivot,
    /// How the whole foot is moved over the ground.
    fix: Fix,
    /// How far it is turned so as to land the way the body will face.
    lead: Spring,
    /// How far it swings aside of the other leg, along x and z.
    aside: [Spring; 2],
    /// Vertical correction of the whole foot.
    lift: Spring,
    /// How far the toes are laid flat, from 0 to 1.
    toes: Spring,
    /// Whether the foot gives way under a body that is twisted over it.
    gives_way: bool,
    /// Whether it is lifted although it should be down.
    pub(super) steps: bool,
}

/// A motion of a foot over the ground: of its ankle, and of the foot about its ankle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Fix {
    offset: Vec3,
    yaw: f32,
}

/// What a foot finds in one tick.
pub(super) struct Situation {
    /// Where its joints are, unlocked.
    pub(super) points: FootPoints,
    /// Whether the controller says that it is down.
    pub(super) down: bool,
    pub(super) pelvis_yaw: Option<f32>,
    /// Turning added to that of the frames, in radians a second.
    pub(super) turn_rate: f32,
    /// What the foot does in the frame that is played.
    pub(super) landing: Landing,
    /// Whether the other foot was held in the tick before.
    pub(super) other_is_held: bool,
    pub(super) secs: f32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pivot {
    #[default]
    Ankle,
    Toe,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// The correction takes up slide and turn; at present it grows by `velocity`.
    Held { velocity: Fix },
    /// The correction fades from `from`, at first with `velocity`; no new lock while `wait_secs` last.
    Fading { from: Fix, velocity: Fix, elapsed_secs: f32, wait_secs: f32 },
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spring {
    pub(super) value: f32,
    velocity: f32,
}

impl Default for Phase {
    fn default() -> Self {
        let none = Fix::default();
        Self::Fading { from: none, velocity: none, elapsed_secs: 0.0, wait_secs: 0.0 }
    }
}

impl Foot {
    pub(super) fn follow(&mut self, now: &Situation, habits: &FootHabits, config: &FootLockConfig) {
        let Situation { points, secs, .. } = *now;
        let last = self.last.replace(points).unwrap_or(points);
        let gap = habits.heights.gap(points);
        let before = self.fix;
        let slide = self.slide(points, last);
        let turn = match (config.whole_foot, last.yaw(), points.yaw()) {
            (true, Some(was), Some(is)) => wrap_angle(is - was),
            _ => 0.0,
        };
        let is_still = slide.length() < config.still_speed * secs && gap < config.still_height;
        let down = now.down || is_still;
        match self.phase {
            Phase::Held { velocity } => {
                let yaw = self.fix.yaw - turn;
                let beyond = self.beyond(yaw, now, habits, config);
                let most = config.pivot_rate * secs;
                // Where the actor turned on this very foot, it may turn as fast as his did.
                let own = if beyond.abs() > FAR { now.landing.turned } else { 0.0 };
                let given_way = beyond.clamp(own.min(-most), own.max(most));
                self.gives_way = given_way != 0.0;
                let next = self.held(points, last, slide, yaw + given_way);
                let must_step = (beyond - given_way).abs() > config.step_twist && now.other_is_held;
                if down && !must_step && next.offset.length() <= config.radius {
                    self.fix = next;
                    self.phase = Phase::Held { velocity: next.rate_since(before, secs) };
                } else {
                    // Too long a correction must fade wholly before a new one begins. The slide of
                    // this very tick does not count: a foot that has left the ground makes a step.
                    let wait_secs = if down { config.blend_out_secs } else { 0.0 };
                    self.lead = Spring::default();
                    self.phase =
                        Phase::Fading { from: before, velocity, elapsed_secs: secs, wait_secs };
                    self.fix = faded(before, velocity, secs, config.blend_out_secs);
                }
            }
            Phase::Fading { from, velocity, mut elapsed_secs, wait_secs } => {
                elapsed_secs += secs;
                self.phase = Phase::Fading { from, velocity, elapsed_secs, wait_secs };
                self.fix = faded(from, velocity, elapsed_secs, config.blend_out_secs);
                if config.whole_foot {
                    let lead = now.turn_rate * config.lead_secs + stands(now, habits);
                    let lead = lead.clamp(-config.most_lead, config.most_lead);
                    self.lead.follow(lead, LEAD_HALF_LIFE_SECS, secs);
                    self.fix.yaw += self.lead.value;
                }
                let still = slide.length() <= config.lock_speed * secs;
                if down && still && gap < config.lock_height && elapsed_secs >= wait_secs {
                    self.phase = Phase::Held { velocity: Fix::default() };
                    self.fix.offset += self.aside();
                    self.aside = Default::default();
                }
            }
        }
        let loaded = if config.whole_foot && self.is_held() { 1.0 } else { 0.0 };
        self.toes.follow(loaded, TOES_HALF_LIFE_SECS, secs);
        let rise = if config.whole_foot { now.landing.rise } else { 0.0 };
        self.step(slide + self.fix.offset - before.offset, (down, gap, rise), secs, config);
    }

    /// How far the body is twisted over the foot beyond what the library does, where the foot is
    /// turned by `yaw`.
    fn beyond(
        &self,
        yaw: f32,
        now: &Situation,
        habits: &FootHabits,
        config: &FootLockConfig,
    ) -> f32 {
        match (config.whole_foot, now.pelvis_yaw, now.points.yaw()) {
            (true, Some(pelvis), Some(foot)) => habits.beyond(wrap_angle(pelvis - foot - yaw)),
            _ => 0.0,
        }
    }

    /// The correction that keeps the point it turns about, where the foot is turned by `yaw`.
    fn held(&self, points: FootPoints, last: FootPoints, slide: Vec3, yaw: f32) -> Fix {
        let mut offset = self.fix.offset - slide;
        if self.pivot == Pivot::Toe && (yaw != 0.0 || self.fix.yaw != 0.0) {
            // The slide is that of the toe: with the foot turned about the ankle, the toe goes
            // elsewhere than the ankle does.
            let swung = |of: FootPoints, yaw: f32| turned(of.along(), yaw) - of.along();
            offset += swung(last, self.fix.yaw) - swung(points, yaw);
        }
        Fix { offset, yaw }
    }

    /// Lifts a foot that must move although it should be down, and lays one that is held.
    fn step(
        &mut self,
        way: Vec3,
        (down, gap, rise): (bool, f32, f32),
        secs: f32,
        config: &FootLockConfig,
    ) {
        let speed = way.length() / secs.max(1e-6);
        let is_let_go = match self.phase {
            Phase::Held { .. } => false,
            // One that leaves the ground as it should has nothing to make up for.
            Phase::Fading { from, .. } => {
                down || (from.offset.length() > STEP_OFFSET && self.fix.offset != Vec3::ZERO)
            }
        };
        self.steps = config.step_height > 0.0 && is_let_go && speed > STEP_SPEED;
        let height = if self.steps { config.step_height * speed.min(1.0) } else { 0.0 };
        let to_floor = if self.is_held() { rise - gap } else { (height - gap).max(0.0) };
        let highest = config.lock_height.max(config.step_height);
        let to_floor = to_floor.clamp(-config.lock_height, highest);
        self.lift.follow(to_floor, config.floor_half_life_secs, secs);
    }

    /// The way of the point that the foot turns about.
    fn slide(&mut self, points: FootPoints, last: FootPoints) -> Vec3 {
        let [ankle, toe] = [flat(points.ankle - last.ankle), flat(points.toe - last.toe)];
        let share = if self.is_held() { CLEARLY_SLOWER } else { 1.0 };
        let slower = |one: Vec3, other: Vec3| one.length() < share * other.length();
        self.pivot = match self.pivot {
            Pivot::Ankle if slower(toe, ankle) => Pivot::Toe,
            Pivot::Toe if slower(ankle, toe) => Pivot::Ankle,
            pivot => pivot,
        };
        if self.pivot == Pivot::Ankle { ankle } else { toe }
    }

    /// How far a pelvis is turned against the foot as it is shown.
    pub(super) fn twist(&self, pelvis_yaw: f32) -> Option<f32> {
        let foot = self.last?.yaw()?;
        Some(wrap_angle(pelvis_yaw - foot - self.fix.yaw))
    }

    /// Swings aside by so much more, where it is in the air.
    pub(super) fn keep_aside(&mut self, by: Vec3, secs: f32) {
        let by = if self.is_held() { Vec3::ZERO } else { by };
        for (spring, target) in self.aside.iter_mut().zip([by.x, by.z]) {
            spring.follow(target, ASIDE_HALF_LIFE_SECS, secs);
        }
    }

    fn aside(&self) -> Vec3 {
        Vec3::new(self.aside[0].value, 0.0, self.aside[1].value)
    }

    /// The middle of the foot, unlocked and as it would be shown if no leg were in its way.
    pub(super) fn middles(&self) -> Option<[Vec3; 2]> {
        let points = self.last?;
        let along = 0.5 * points.along();
        let at = points.ankle + self.fix.offset + turned(along, self.fix.yaw);
        Some([points.ankle + along, at])
    }

    /// How its ankle is moved.
    pub(super) fn correction(&self) -> Vec3 {
        self.fix.offset + self.aside() + Vec3::Y * self.lift.value
    }

    /// How far the toes are laid flat.
    pub(super) fn toes_down(&self) -> f32 {
        self.toes.value.clamp(0.0, 1.0)
    }

    /// What the lock does with it, in a word or two; `None` where it does nothing.
    pub(super) fn doing(&self) -> Option<&'static str> {
        match self.phase {
            Phase::Held { .. } if self.gives_way => Some("gives way"),
            Phase::Held { .. } => Some("planted"),
            Phase::Fading { .. } if self.steps => Some("steps"),
            Phase::Fading { .. } if self.fix != Fix::default() => Some("lands elsewhere"),
            Phase::Fading { .. } => None,
        }
    }

    /// How it is turned about its ankle.
    pub(super) fn yaw(&self) -> f32 {
        self.fix.yaw
    }

    pub(super) fn is_held(&self) -> bool {
        matches!(self.phase, Phase::Held { .. })
    }

    pub(super) fn carry(&mut self, moved: GroundTransform) {
        let carry = |fix: &mut Fix| fix.offset = moved.transform_vector(fix.offset);
        carry(&mut self.fix);
        if let Some(last) = &mut self.last {
            last.ankle = moved.transform_point(last.ankle);
            last.toe = moved.transform_point(last.toe);
        }
        match &mut self.phase {
            Phase::Held { velocity } => carry(velocity),
            Phase::Fading { from, velocity, .. } => {
                carry(from);
                carry(velocity);
            }
        }
    }
}

impl Fix {
    /// How fast it changes, `secs` after `before`.
    fn rate_since(self, before: Self, secs: f32) -> Self {
        let secs = secs.max(1e-6);
        Self {
            offset: ((self.offset - before.offset) / secs).clamp_length_max(FASTEST_FADE.0),
            yaw: ((self.yaw - before.yaw) / secs).clamp(-FASTEST_FADE.1, FASTEST_FADE.1),
        }
    }
}

impl Spring {
    /// Moves towards `target` as a critically damped spring does, exactly for any time step.
    pub(super) fn follow(&mut self, target: f32, half_life_secs: f32, secs: f32) {
        let rate = 2.0 * std::f32::consts::LN_2 / half_life_secs.max(1e-4);
        let away = self.value - target;
        let pull = self.velocity + away * rate;
        let decay = exp(-rate * secs);
        self.value = target + decay * (away + pull * secs);
        self.velocity = decay * (self.velocity - pull * rate * secs);
        if self.value.abs() < 1e-6 && target == 0.0 && self.velocity.abs() < 1e-5 {
            *self = Self::default();
        }
    }
}

saved_value!(Foot { last, phase, pivot, fix, lead, aside, lift, toes, gives_way, steps });
saved_value!(Fix { offset, yaw });
saved_value!(Spring { value, velocity });

impl SavedValue for Pivot {
    fn put(self, to: &mut Writer<'_>) {
        (self == Self::Toe).put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        bool::get(from).map(|is_toe| if is_toe { Self::Toe } else { Self::Ankle })
    }
}

impl SavedValue for Phase {
    fn put(self, to: &mut Writer<'_>) {
        match self {
            Self::Held { velocity } => {
                0_u8.put(to);
                velocity.put(to);
            }
            Self::Fading { from, velocity, elapsed_secs, wait_secs } => {
                1_u8.put(to);
                ([from, velocity], [elapsed_secs, wait_secs]).put(to);
            }
        }
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        match u8::get(from)? {
            0 => Ok(Self::Held { velocity: Fix::get(from)? }),
            1 => {
                let ([from, velocity], [elapsed_secs, wait_secs]) = SavedValue::get(from)?;
                Ok(Self::Fading { from, velocity, elapsed_secs, wait_secs })
            }
            _ => Err(NO_SUCH_KIND),
        }
    }
}

/// By how much a foot in the air is to be turned so as to land as it will stand in the frames, as far
/// as the body as it is now can be twisted over it.
fn stands(now: &Situation, habits: &FootHabits) -> f32 {
    let (Some(pelvis), Some(foot)) = (now.pelvis_yaw, now.points.yaw()) else { return 0.0 };
    let twist = wrap_angle(pelvis - foot);
    let (least, most) = (twist - habits.twist.1, twist - habits.twist.0);
    now.landing.ahead.clamp((least - BEFORE_TURN).min(0.0), (most + BEFORE_TURN).max(0.0))
}

/// A vector along the ground, turned about the vertical.
fn turned(vector: Vec3, yaw: f32) -> Vec3 {
    GroundTransform::new(0.0, 0.0, yaw).transform_vector(vector)
}

/// The cubic that leads from a correction and its velocity to rest at zero.
fn faded(from: Fix, velocity: Fix, elapsed_secs: f32, over_secs: f32) -> Fix {
    if elapsed_secs >= over_secs {
        return Fix::default();
    }
    let s = elapsed_secs / over_secs;
    let left = 1.0 - s;
    let (of_value, of_rate) = (left * left * (1.0 + 2.0 * s), elapsed_secs * left * left);
    Fix {
        offset: from.offset * of_value + velocity.offset * of_rate,
        yaw: from.yaw * of_value + velocity.yaw * of_rate,
    }
}
