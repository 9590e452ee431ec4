//! The way from a body in motion to one that stands: how the root comes to rest, and the steps that
//! bring the feet where they belong.

use crate::saved_value;
use glam::{Quat, Vec3};
use sidestep_motion::{GroundTransform, math::slerp};

/// A foot nearer to its place than this stays where it is, in metres.
const NEAR: f32 = 0.07;

/// And turned away by less than this, as the cosine of half the angle: 20 degrees.
const ALIKE: f32 = 0.985;

/// A foot whose ankle is higher than it should be by more than this is not on the floor, in metres.
const LIFTED: f32 = 0.05;

/// How long a step takes: at least, for each metre, and at most, in seconds.
const STEP_SECS: [f32; 3] = [0.22, 0.3, 0.42];

/// How high a foot is lifted: at least, for each metre, and at most, in metres.
const STEP_HEIGHT: [f32; 3] = [0.025, 0.12, 0.08];

/// Where a foot is, and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Ankle {
    pub(super) position: Vec3,
    pub(super) rotation: Quat,
    pub(super) velocity: Vec3,
}

/// The way of one foot. One that stays has no time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Step {
    pub(super) from: Ankle,
    pub(super) to: Ankle,
    pub(super) begin_secs: f32,
    pub(super) secs: f32,
}

impl Step {
    /// A foot that stays where it is.
    fn staying(at: Ankle) -> Self {
        Self { from: at, to: at, begin_secs: 0.0, secs: 0.0 }
    }

    fn new(from: Ankle, to: Ankle, begin_secs: f32) -> Self {
        let [least, by_metre, most] = STEP_SECS;
        let secs = (least + by_metre * flat(to.position - from.position).length()).min(most);
        Self { from, to, begin_secs, secs }
    }

    /// Where the foot is after `secs`.
    pub(super) fn at(&self, secs: f32) -> (Vec3, Quat) {
        if self.secs <= 0.0 || secs <= self.begin_secs {
            return (self.from.position, self.from.rotation);
        }
        let s = ((secs - self.begin_secs) / self.secs).min(1.0);
        let (from, to) = (self.from.position, self.to.position);
        // From the place and the velocity that the foot has to its place, at rest: quintic Hermite.
        let eased = s * s * s * (10.0 + s * (6.0 * s - 15.0));
        let left = 1.0 - s;
        let of_velocity = left * left * left * s * (1.0 + 3.0 * s) * self.secs;
        let [least, by_metre, most] = STEP_HEIGHT;
        let arc = (least + by_metre * flat(to - from).length()).min(most);
        let lift = 16.0 * s * s * left * left * (arc - 0.5 * (from.y - to.y).max(0.0)).max(0.0);
        let position = from.lerp(to, eased) + self.from.velocity * of_velocity + Vec3::Y * lift;
        let position = position.with_y(position.y.max(to.y.min(from.y)));
        (position, slerp(self.from.rotation, self.to.rotation, eased))
    }

    /// Whether the foot is on the floor after `secs`.
    pub(super) fn is_down(&self, secs: f32) -> bool {
        self.secs <= 0.0
            || secs >= self.begin_secs + self.secs
            || (secs < self.begin_secs && self.from.velocity == Vec3::ZERO)
    }

    /// When it is over.
    pub(super) fn end_secs(&self) -> f32 {
        self.begin_secs + self.secs
    }

    pub(super) fn carry(&mut self, moved: GroundTransform) {
        for ankle in [&mut self.from, &mut self.to] {
            ankle.position = moved.transform_point(ankle.position);
            ankle.velocity = moved.transform_vector(ankle.velocity);
            ankle.rotation = moved.rotation() * ankle.rotation;
        }
    }
}

/// The steps from where feet are to where they belong: a foot in the air comes down first, then the
/// other one follows, where it must.
pub(super) fn steps(now: [Ankle; 2], down: [bool; 2], to: [Ankle; 2]) -> [Step; 2] {
    let lifted = |side: usize| now[side].position.y - to[side].position.y > LIFTED;
    let stands = [0, 1].map(|side| down[side] && !lifted(side));
    let away = [0, 1].map(|side: usize| flat(to[side].position - now[side].position).length());
    let must = [0, 1].map(|side: usize| {
        let turned = now[side].rotation.dot(to[side].rotation).abs() < ALIKE;
        !stands[side] || away[side] > NEAR || turned
    });
    let first = match stands {
        [true, false] => 1,
        [false, true] => 0,
        _ => usize::from(away[1] > away[0]),
    };
    let mut steps = now.map(|ankle| Step::staying(Ankle { velocity: Vec3::ZERO, ..ankle }));
    let mut begin_secs = 0.0;
    for side in [first, 1 - first] {
        if !must[side] {
            continue;
        }
        let velocity = if stands[side] { Vec3::ZERO } else { now[side].velocity };
        let from = Ankle { velocity, ..now[side] };
        // A foot in the air cannot wait for the other.
        let begin = if stands[side] { begin_secs } else { 0.0 };
        steps[side] = Step::new(from, to[side], begin);
        begin_secs = steps[side].end_secs();
    }
    steps
}

fn flat(way: Vec3) -> Vec3 {
    way.with_y(0.0)
}

saved_value!(Ankle { position, rotation, velocity });
saved_value!(Step { from, to, begin_secs, secs });
