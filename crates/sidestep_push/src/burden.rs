//! What the feet of a held body must bear at one moment, and how far they are from bearing it.

use crate::{
    balance::{FOOT_RADIUS, GRAVITY, nearest_of_hull},
    give::Limb,
    held::{Held, Hold},
};
use glam::{Vec2, Vec3};
use sidestep_motion::{Side, kinematics::JointTransforms};

/// A foot that is pulled farther than this from its place bears nothing, in metres.
const LED: f32 = 0.02;

/// What the feet must bear at one moment, on the floor.
pub(crate) struct Burden {
    /// The centre of mass.
    pub(crate) centre: Vec2,
    /// The middle of the feet.
    pub(crate) middle: Vec2,
    /// What the pull does to it, in m/s².
    pub(crate) pulled: Vec2,
    /// ω₀², per second squared.
    pub(crate) rate2: f32,
    /// Corners of the feet that bear it, and how many.
    support: [Vec2; 4],
    corners: usize,
}
impl Hold<'_> {
    /// What the feet must bear.
    pub(crate) fn burden(&self, held: &Held, at: &JointTransforms) -> Burden {
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
        // The higher a body is held, the more a pull tips it; a foot is hardly above the floor.
        let least = if matches!(held.give.limb(stance), Limb::Leg(_)) { 0.1 } else { 0.4 };
        let lever = (at.position(held.give.joint).y / height).clamp(least, 1.4);
        Burden {
            centre: flat(held.ground.transform_point(stance.centre)),
            middle,
            pulled: flat(held.give.force.value) * (lever / self.mass_kg.max(1.0)),
            rate2: GRAVITY / height,
            support,
            corners,
        }
    }
    /// Whether the pull takes a foot off its place.
    pub(crate) fn is_led(&self, held: &Held, side: Side) -> bool {
        held.give.foot(self.stance, side).length() > LED
    }
}

impl Burden {
    /// The point that the feet must bear.
    pub(crate) fn point(&self, velocity: Vec3) -> Vec2 {
        let velocity = Vec2::new(velocity.x, velocity.z);
        self.centre + velocity / self.rate2.sqrt() + self.pulled / self.rate2
    }

    /// Whether any foot is down.
    pub(crate) fn is_borne(&self) -> bool {
        self.corners > 0
    }

    /// The nearest point to a given one that the feet can press upon.
    pub(crate) fn nearest(&self, point: Vec2) -> Vec2 {
        if self.corners == 0 {
            return self.centre;
        }
        let nearest = nearest_of_hull(point, &self.support[..self.corners]);
        nearest + (point - nearest).clamp_length_max(FOOT_RADIUS)
    }

    /// How far a point is from what the feet can press upon.
    pub(crate) fn beyond(&self, point: Vec2) -> f32 {
        if self.corners == 0 { 0.0 } else { point.distance(self.nearest(point)) }
    }
}
