//! The feet of a held body: each stands where it is, or is on its way to another place.

use glam::{Quat, Vec3};
use sidestep_control::saved_value;
use sidestep_motion::{GroundTransform, math::slerp};

/// How high a step goes: at least, for each metre, and at most, in metres.
const HEIGHT: [f32; 3] = [0.03, 0.14, 0.1];

/// A foot, by its ankle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Footfall {
    from: (Vec3, Quat),
    to: (Vec3, Quat),
    /// The velocity that it began with.
    velocity: Vec3,
    elapsed_secs: f32,
    /// How long it is on its way; a foot that stands has no time.
    secs: f32,
}

saved_value!(Footfall { from, to, velocity, elapsed_secs, secs });

impl Footfall {
    /// A foot that stands.
    pub(crate) fn standing(place: Vec3, rotation: Quat) -> Self {
        let at = (place, rotation);
        Self { from: at, to: at, ..Self::default() }
    }

    /// A foot on its way.
    pub(crate) fn step(from: (Vec3, Quat), velocity: Vec3, to: (Vec3, Quat), secs: f32) -> Self {
        Self { from, to, velocity, elapsed_secs: 0.0, secs }
    }

    /// Whether it is on the floor.
    pub(crate) fn is_down(&self) -> bool {
        self.elapsed_secs >= self.secs
    }

    /// Lets time pass.
    pub(crate) fn advance(&mut self, secs: f32) {
        self.elapsed_secs = (self.elapsed_secs + secs).min(self.secs);
    }

    /// Where it comes to stand.
    pub(crate) fn end(&self) -> (Vec3, Quat) {
        self.to
    }

    /// Where it is now: a quintic from the place and velocity it had to rest, over an arc.
    pub(crate) fn at(&self) -> (Vec3, Quat) {
        if self.is_down() {
            return self.to;
        }
        let s = self.elapsed_secs / self.secs;
        let left = 1.0 - s;
        let eased = s * s * s * (10.0 + s * (6.0 * s - 15.0));
        let of_velocity = left * left * left * s * (1.0 + 3.0 * s) * self.secs;
        let ((from, turned), (to, turn)) = (self.from, self.to);
        let [least, by_metre, most] = HEIGHT;
        let arc = (least + by_metre * (to - from).with_y(0.0).length()).min(most);
        let lift = 16.0 * s * s * left * left * (arc - 0.5 * (from.y - to.y).max(0.0)).max(0.0);
        let place = from.lerp(to, eased) + self.velocity * of_velocity + Vec3::Y * lift;
        let place = place.with_y(place.y.max(to.y.min(from.y)));
        (place, slerp(turned, turn, eased))
    }

    /// How high a body is that has left the floor with it, under this gravity, in metres.
    pub(crate) fn flight(&self, gravity: f32) -> f32 {
        0.5 * gravity * self.elapsed_secs * (self.secs - self.elapsed_secs).max(0.0)
    }

    /// Goes along to another place of the world.
    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        for (place, rotation) in [&mut self.from, &mut self.to] {
            *place = moved.transform_point(*place);
            *rotation = moved.rotation() * *rotation;
        }
        self.velocity = moved.transform_vector(self.velocity);
    }
}
