//! Whether a body would fall without a step: its centre of mass, its feet and the capture point.
//!
//! Hof, "The 'extrapolated center of mass' concept suggests a simple control of balance in walking"
//! (2008): a body with its centre of mass at x and the velocity v comes to rest over the point
//! x + v/ω₀, where ω₀ = √(g/l) and l is the height of the centre of mass. While that point lies
//! between the feet, leaning back is enough. Where it does not, a foot has to be put there.

use crate::body_plan::BodyPlan;
use glam::{Vec2, Vec3};
use sidestep_control::{Explanation, GroundPoint, Mark};
use sidestep_motion::{Contacts, Side, kinematics::JointTransforms};

/// Acceleration of free fall, in m/s².
pub(crate) const GRAVITY: f32 = 9.81;

/// A foot reaches this far around the line from its ankle to its ball, in metres.
pub(crate) const FOOT_RADIUS: f32 = 0.05;

/// How a body stands at one moment. Points are on the ground, as x and z in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// Below the centre of mass.
    pub centre: Vec2,
    /// Where it would come to rest over.
    pub capture: Vec2,
    /// The middle between the feet, whether they are down or not.
    pub feet: Vec2,
    /// How far the capture point is beyond the feet that are down, in metres; `None` where none is.
    pub beyond: Option<f32>,
    /// ω₀, per second.
    pub rate: f32,
}

/// The centre of mass of a body.
pub(crate) fn centre_of_mass(plan: &BodyPlan, at: &JointTransforms) -> Vec3 {
    let (mut sum, mut mass) = (Vec3::ZERO, 0.0);
    for segment in &plan.segments {
        let middle = at.position(segment.joint) + at.rotation(segment.joint) * (0.5 * segment.end);
        sum += middle * segment.mass_kg;
        mass += segment.mass_kg;
    }
    sum / mass.max(1e-3)
}

impl Balance {
    /// The balance of a body whose centre of mass moves with `velocity`, in metres a second.
    pub fn new(plan: &BodyPlan, at: &JointTransforms, velocity: Vec3, contacts: Contacts) -> Self {
        let middle = centre_of_mass(plan, at);
        let rate = (GRAVITY / middle.y.max(0.1)).sqrt();
        let centre = flat(middle);
        let capture = centre + flat(velocity) / rate;
        let mut support = [Vec2::ZERO; 4];
        let mut count = 0;
        let (mut feet, mut ends) = (Vec2::ZERO, 0.0);
        for side in Side::BOTH {
            let Some(foot) = plan.feet[side.index()] else { continue };
            let ankle = plan.segments[foot.segment].joint;
            let ball = at.position(ankle) + at.rotation(ankle) * foot.ball;
            let (ankle, ball) = (flat(at.position(ankle)), flat(ball));
            feet += ankle + ball;
            ends += 2.0;
            if contacts.get(side) {
                (support[count], support[count + 1]) = (ankle, ball);
                count += 2;
            }
        }
        let feet = if ends > 0.0 { feet / ends } else { centre };
        let beyond = (count > 0)
            .then(|| (distance_to_hull(capture, &support[..count]) - FOOT_RADIUS).max(0.0));
        Self { centre, capture, feet, beyond, rate }
    }

    /// Adds the points on the ground and, of a body that is pushed, how far it is from falling.
    pub(crate) fn explain(&self, is_pushed: bool, explanation: &mut Explanation) {
        let mut mark = |label, at: Vec2| {
            explanation.marks.push(Mark { label, place: GroundPoint::new(at.x, at.y) });
        };
        mark("centre of mass", self.centre);
        mark("support point", self.feet);
        if is_pushed {
            mark("capture point", self.capture);
            if let Some(beyond) = self.beyond {
                explanation.add_number("capture point beyond the feet", beyond, "m");
            }
        }
    }
}

/// The horizontal part of a vector.
pub(crate) fn flat(vector: Vec3) -> Vec2 {
    Vec2::new(vector.x, vector.z)
}

/// How far a point is from the convex hull of a few points.
fn distance_to_hull(point: Vec2, hull: &[Vec2]) -> f32 {
    point.distance(nearest_of_hull(point, hull))
}

/// The point of the convex hull of a few points that is nearest to a given one.
pub(crate) fn nearest_of_hull(point: Vec2, hull: &[Vec2]) -> Vec2 {
    let mut best = (point, f32::INFINITY);
    for (index, a) in hull.iter().enumerate() {
        for (next, b) in hull.iter().enumerate().skip(index) {
            if hull[next..].iter().any(|c| is_inside(point, [*a, *b, *c])) {
                return point;
            }
            let nearest = nearest_of_segment(point, *a, *b);
            let distance = point.distance(nearest);
            if distance < best.1 {
                best = (nearest, distance);
            }
        }
    }
    best.0
}

fn nearest_of_segment(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let way = b - a;
    let share = (point - a).dot(way) / way.length_squared().max(1e-12);
    a + way * share.clamp(0.0, 1.0)
}

fn is_inside(point: Vec2, [a, b, c]: [Vec2; 3]) -> bool {
    let turns =
        [(b - a).perp_dot(point - a), (c - b).perp_dot(point - b), (a - c).perp_dot(point - c)];
    turns.iter().all(|turn| *turn > 0.0) || turns.iter().all(|turn| *turn < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_to_a_square_by_hand() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(Vec2::from);
        for (point, expected) in
            [((0.5, 0.6), 0.0), ((0.5, 1.25), 0.25), ((-3.0, -4.0), 5.0), ((2.0, 0.5), 1.0)]
        {
            let found = distance_to_hull(Vec2::from(point), &square);
            assert!((found - expected).abs() < 1e-6, "{point:?}: {found}");
        }
        // The order of the points does not matter.
        let crossed = [square[0], square[2], square[1], square[3]];
        assert_eq!(distance_to_hull(Vec2::new(0.5, 0.9), &crossed), 0.0);
        assert_eq!(distance_to_hull(Vec2::new(3.0, 4.0), &square[..1]), 5.0);
    }
}
