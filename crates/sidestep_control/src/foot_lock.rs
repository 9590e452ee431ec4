//! Keeps planted feet planted: contact-driven, by two-bone leg IK, never with a pop.
//!
//! While a foot is down, the slower of its ankle and toe must not move over the ground: at heel
//! strike the foot turns about the heel, at toe-off about the toe, and the point it turns about is
//! the one that stands still. So instead of pinning one point, the lock takes from the foot exactly
//! the slide of its slower point, tick by tick, and adds the sum as an offset. The point only changes
//! where the other is clearly slower: a foot flat on the ground would else shuffle. When the contact
//! ends, the offset fades within 0.2 s (motion fields, section 5.2), beginning with the velocity it
//! has; likewise when it grows beyond what a leg should bear. Clean motion passes unchanged to the
//! bit.

use crate::{
    output::Output,
    saved::{NO_SUCH_KIND, Reader, SavedValue, Writer},
    saved_value,
    setting::{SettingError, check_amounts},
    snapshot::SnapshotError,
};
use glam::Vec3;
use sidestep_motion::{
    GroundTransform, JointLimits, MotionLibrary, Side, Skeleton,
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget, Leg},
    library::FrameId,
    math::exp,
};
use std::sync::Arc;

/// A correction begins to fade no faster than this, in metres a second.
const FASTEST_FADE: f32 = 2.0;

/// A foot that moves faster than this over the ground is not standing on it, in metres a second.
const STEP_SPEED: f32 = 0.2;

/// A foot that was held by more than this makes a step when it is let go, in metres.
const STEP_OFFSET: f32 = 0.05;

/// The other point of a foot becomes the one it turns about below this share of its speed.
const CLEARLY_SLOWER: f32 = 0.5;

/// How feet are locked.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FootLockConfig {
    /// How long the correction of a foot takes to fade once its contact has ended.
    pub blend_out_secs: f32,
    /// A correction longer than this is given up, in metres.
    pub radius: f32,
    /// A foot higher than this above its place on the floor is not locked yet, in metres.
    pub lock_height: f32,
    /// A foot faster than this is not locked yet, in metres a second.
    pub lock_speed: f32,
    /// A foot lower than this and slower than `still_speed` is down whatever the controller says,
    /// in metres.
    pub still_height: f32,
    /// See `still_height`; 0 leaves contacts to the controller alone. In metres a second.
    pub still_speed: f32,
    /// Time in which a foot comes half of the way to the floor.
    pub floor_half_life_secs: f32,
    /// How far the pelvis may be lowered for a leg that cannot reach its foot, in metres.
    pub pelvis_drop: f32,
    /// Time in which the pelvis comes half of the way.
    pub pelvis_half_life_secs: f32,
    /// A foot that should be down but cannot be held, because the body is being carried off, is
    /// lifted up to this far as a step would lift it, in metres; zero lets it slide.
    pub step_height: f32,
}

impl FootLockConfig {
    /// Fails on a setting that makes no sense.
    pub fn check(&self) -> Result<(), SettingError> {
        check_amounts(&[
            ("foot_lock.blend_out_secs", self.blend_out_secs),
            ("foot_lock.radius", self.radius),
            ("foot_lock.lock_height", self.lock_height),
            ("foot_lock.lock_speed", self.lock_speed),
            ("foot_lock.still_height", self.still_height),
            ("foot_lock.still_speed", self.still_speed),
            ("foot_lock.floor_half_life_secs", self.floor_half_life_secs),
            ("foot_lock.pelvis_drop", self.pelvis_drop),
            ("foot_lock.pelvis_half_life_secs", self.pelvis_half_life_secs),
            ("foot_lock.step_height", self.step_height),
        ])
    }
}

/// Heights of ankle and toe above the floor when the foot stands flat on it, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootHeights {
    /// The ankle joint.
    pub ankle: f32,
    /// The toe joint, or the ankle again where there is none.
    pub toe: f32,
}

/// The legs of one skeleton and how their feet are locked. Immutable and shared.
#[derive(Clone, Debug)]
pub struct FootLock {
    config: FootLockConfig,
    skeleton: Arc<Skeleton>,
    legs: [Option<Leg>; 2],
    heights: [FootHeights; 2],
    /// Where given, no joint leaves its range; a foot is let go rather than a leg broken.
    limits: Option<JointLimits>,
}

/// What the lock remembers of one character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootLockState {
    feet: [Foot; 2],
    pelvis_drop: Spring,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Foot {
    /// Where the unlocked joints were in the last tick; `None` before the first.
    last: Option<FootPoints>,
    phase: Phase,
    /// The point it turns about.
    pivot: Pivot,
    /// Horizontal correction of the whole foot.
    offset: Vec3,
    /// Vertical correction of the whole foot.
    lift: Spring,
    /// Whether it is lifted although it should be down.
    steps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct FootPoints {
    ankle: Vec3,
    toe: Vec3,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pivot {
    #[default]
    Ankle,
    Toe,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// The offset takes up the slide; at present it grows by `velocity`.
    Held { velocity: Vec3 },
    /// The offset fades from `from`, at first with `velocity`; no new lock while `wait_secs` last.
    Fading { from: Vec3, velocity: Vec3, elapsed_secs: f32, wait_secs: f32 },
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spring {
    value: f32,
    velocity: f32,
}

impl Default for FootLockConfig {
    fn default() -> Self {
        Self {
            blend_out_secs: 0.2,
            radius: 0.22,
            lock_height: 0.06,
            lock_speed: 1.2,
            still_height: 0.03,
            still_speed: 0.0,
            floor_half_life_secs: 0.04,
            pelvis_drop: 0.1,
            pelvis_half_life_secs: 0.12,
            step_height: 0.0,
        }
    }
}

impl Default for Phase {
    fn default() -> Self {
        Self::Fading { from: Vec3::ZERO, velocity: Vec3::ZERO, elapsed_secs: 0.0, wait_secs: 0.0 }
    }
}

impl FootLock {
    /// A lock for a skeleton whose feet stand at these heights. A side without a leg is left alone.
    pub fn new(
        skeleton: &Arc<Skeleton>,
        heights: [FootHeights; 2],
        config: FootLockConfig,
    ) -> Self {
        let legs = Side::BOTH.map(|side| Leg::of(skeleton, side));
        Self { config, skeleton: Arc::clone(skeleton), legs, heights, limits: None }
    }

    /// The same lock, which never turns a joint beyond its range to keep a foot in its place.
    pub fn within(self, limits: JointLimits) -> Self {
        Self { limits: Some(limits), ..self }
    }

    /// The same lock with other settings.
    pub fn with_config(self, config: FootLockConfig) -> Self {
        Self { config, ..self }
    }

    /// How it locks.
    pub fn config(&self) -> &FootLockConfig {
        &self.config
    }

    /// A lock for the skeleton of a library, with heights found in its contacts.
    pub fn of(library: &MotionLibrary, config: FootLockConfig) -> Self {
        let skeleton = library.skeleton();
        let mut lock = Self::new(skeleton, [FootHeights::default(); 2], config);
        for side in Side::BOTH {
            if let Some(leg) = &lock.legs[side.index()] {
                lock.heights[side.index()] = heights_in(library, leg, side);
            }
        }
        lock
    }

    /// Heights at which the feet stand.
    pub fn heights(&self) -> &[FootHeights; 2] {
        &self.heights
    }

    /// Corrects one tick of motion in place. `scratch` is room for kinematics and nothing else.
    pub fn apply(
        &self,
        state: &mut FootLockState,
        secs: f32,
        out: &mut Output,
        scratch: &mut JointTransforms,
    ) {
        scratch.compute(&self.skeleton, out.pose.as_ref());
        let mut targets = [None; 2];
        let mut wanted_drop = 0.0_f32;
        for side in Side::BOTH {
            let Some(leg) = &self.legs[side.index()] else { continue };
            let points = FootPoints::of(leg, scratch);
            let foot = &mut state.feet[side.index()];
            let gap = self.heights[side.index()].gap(points);
            foot.follow(points, gap, out.contacts.get(side), secs, &self.config);
            let correction = foot.offset + Vec3::Y * foot.lift.value;
            targets[side.index()] = Some(points.ankle + correction);
            if foot.steps {
                out.contacts = out.contacts.with(side, false);
            }
            if foot.is_held() {
                wanted_drop = wanted_drop.max(drop_for(leg, scratch, correction));
            }
        }
        let wanted_drop = wanted_drop.min(self.config.pelvis_drop);
        state.pelvis_drop.follow(wanted_drop, self.config.pelvis_half_life_secs, secs);
        self.lower_pelvis(
            state.pelvis_drop.value.clamp(0.0, self.config.pelvis_drop),
            out,
            scratch,
        );
        for (leg, target) in self.legs.iter().zip(targets) {
            let (Some(leg), Some(position)) = (leg, target) else { continue };
            if position.distance_squared(scratch.position(leg.foot)) > 1e-12 {
                let target = AnkleTarget { position, rotation: None };
                leg_ik::solve(&self.skeleton, leg, &target, &mut out.pose, scratch);
            }
        }
        if let Some(limits) = &self.limits {
            limits.clamp(&mut out.pose);
        }
    }

    fn lower_pelvis(&self, drop: f32, out: &mut Output, scratch: &mut JointTransforms) {
        if drop < 1e-5 {
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
            foot.offset = moved.transform_vector(foot.offset);
            if let Some(last) = &mut foot.last {
                last.ankle = moved.transform_point(last.ankle);
                last.toe = moved.transform_point(last.toe);
            }
            match &mut foot.phase {
                Phase::Held { velocity } => *velocity = moved.transform_vector(*velocity),
                Phase::Fading { from, velocity, .. } => {
                    *from = moved.transform_vector(*from);
                    *velocity = moved.transform_vector(*velocity);
                }
            }
        }
    }

    /// Whether the lock holds that foot now.
    pub fn holds(&self, side: Side) -> bool {
        self.feet[side.index()].is_held()
    }
}

impl FootHeights {
    /// How far the lower end of the foot is above its place on the floor.
    fn gap(&self, points: FootPoints) -> f32 {
        (points.ankle.y - self.ankle).min(points.toe.y - self.toe)
    }
}

impl FootPoints {
    fn of(leg: &Leg, transforms: &JointTransforms) -> Self {
        let toe = leg.toe.as_ref().map_or(leg.foot, |toe| toe.joint);
        Self { ankle: transforms.position(leg.foot), toe: transforms.position(toe) }
    }

    /// Horizontal ways of ankle and toe since `last`.
    fn ways(self, last: Self) -> [Vec3; 2] {
        let flat = |way: Vec3| Vec3::new(way.x, 0.0, way.z);
        [flat(self.ankle - last.ankle), flat(self.toe - last.toe)]
    }
}

impl Foot {
    fn follow(
        &mut self,
        points: FootPoints,
        gap: f32,
        down: bool,
        secs: f32,
        config: &FootLockConfig,
    ) {
        let ways = self.last.map_or([Vec3::ZERO; 2], |last| points.ways(last));
        self.last = Some(points);
        let offset_before = self.offset;
        let slide = self.slide(ways);
        let is_still = slide.length() < config.still_speed * secs && gap < config.still_height;
        let down = down || is_still;
        match &mut self.phase {
            Phase::Held { velocity } => {
                let next = self.offset - slide;
                if down && next.length() <= config.radius {
                    self.offset = next;
                    *velocity = (-slide / secs.max(1e-6)).clamp_length_max(FASTEST_FADE);
                } else {
                    // Too long a correction must fade wholly before a new one begins. The slide of
                    // this very tick does not count: a foot that has left the ground makes a step.
                    let wait_secs = if down { config.blend_out_secs } else { 0.0 };
                    let (from, velocity) = (self.offset, *velocity);
                    self.phase = Phase::Fading { from, velocity, elapsed_secs: secs, wait_secs };
                    self.offset = faded(from, velocity, secs, config.blend_out_secs);
                }
            }
            Phase::Fading { from, velocity, elapsed_secs, wait_secs } => {
                *elapsed_secs += secs;
                self.offset = faded(*from, *velocity, *elapsed_secs, config.blend_out_secs);
                let still = slide.length() <= config.lock_speed * secs;
                if down && still && gap < config.lock_height && *elapsed_secs >= *wait_secs {
                    self.phase = Phase::Held { velocity: Vec3::ZERO };
                }
            }
        }
        let way = slide + self.offset - offset_before;
        let speed = way.length() / secs.max(1e-6);
        let is_let_go = match self.phase {
            Phase::Held { .. } => false,
            // One that leaves the ground as it should has nothing to make up for.
            Phase::Fading { from, .. } => {
                down || (from.length() > STEP_OFFSET && self.offset != Vec3::ZERO)
            }
        };
        self.steps = config.step_height > 0.0 && is_let_go && speed > STEP_SPEED;
        let height = if self.steps { config.step_height * speed.min(1.0) } else { 0.0 };
        let to_floor = if self.is_held() { -gap } else { (height - gap).max(0.0) };
        let highest = config.lock_height.max(config.step_height);
        let to_floor = to_floor.clamp(-config.lock_height, highest);
        self.lift.follow(to_floor, config.floor_half_life_secs, secs);
    }

    /// The way of the point that the foot turns about.
    fn slide(&mut self, [ankle, toe]: [Vec3; 2]) -> Vec3 {
        let share = if self.is_held() { CLEARLY_SLOWER } else { 1.0 };
        let slower = |one: Vec3, other: Vec3| one.length() < share * other.length();
        self.pivot = match self.pivot {
            Pivot::Ankle if slower(toe, ankle) => Pivot::Toe,
            Pivot::Toe if slower(ankle, toe) => Pivot::Ankle,
            pivot => pivot,
        };
        if self.pivot == Pivot::Ankle { ankle } else { toe }
    }

    fn is_held(&self) -> bool {
        matches!(self.phase, Phase::Held { .. })
    }
}

impl Spring {
    /// Moves towards `target` as a critically damped spring does, exactly for any time step.
    fn follow(&mut self, target: f32, half_life_secs: f32, secs: f32) {
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

saved_value!(FootLockState { feet, pelvis_drop });
saved_value!(Foot { last, phase, pivot, offset, lift, steps });
saved_value!(FootPoints { ankle, toe });
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
            0 => Ok(Self::Held { velocity: Vec3::get(from)? }),
            1 => {
                let ([from, velocity], [elapsed_secs, wait_secs]) = SavedValue::get(from)?;
                Ok(Self::Fading { from, velocity, elapsed_secs, wait_secs })
            }
            _ => Err(NO_SUCH_KIND),
        }
    }
}

/// The cubic that leads from an offset and its velocity to rest at zero.
fn faded(from: Vec3, velocity: Vec3, elapsed_secs: f32, over_secs: f32) -> Vec3 {
    if elapsed_secs >= over_secs {
        return Vec3::ZERO;
    }
    let s = elapsed_secs / over_secs;
    let left = 1.0 - s;
    from * (left * left * (1.0 + 2.0 * s)) + velocity * (elapsed_secs * left * left)
}

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

fn heights_in(library: &MotionLibrary, leg: &Leg, side: Side) -> FootHeights {
    let mut transforms = JointTransforms::new(library.skeleton().len());
    let (mut ankles, mut toes) = (Vec::new(), Vec::new());
    for index in 0..u32::try_from(library.len()).unwrap_or(u32::MAX) {
        if library.contacts(FrameId(index)).get(side) {
            transforms.compute(library.skeleton(), library.pose(FrameId(index)));
            let points = FootPoints::of(leg, &transforms);
            ankles.push(points.ankle.y);
            toes.push(points.toe.y);
        }
    }
    FootHeights { ankle: low(ankles), toe: low(toes) }
}

/// The tenth percentile; zero of nothing.
fn low(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 10).copied().unwrap_or(0.0)
}
