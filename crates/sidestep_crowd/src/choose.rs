//! Choosing among options without minding anybody: eq. 5.1.

use crate::{
    config::Weights,
    cursor::Crossroads,
    repertoire::{End, Repertoire},
};
use glam::Vec2;
use sidestep_motion::{GroundTransform, math};

/// `point` as seen from `ground`.
pub(crate) fn local(ground: GroundTransform, point: Vec2) -> Vec2 {
    turn_back(ground.heading, point - Vec2::new(ground.x, ground.z))
}

/// A direction of the world as seen from a heading.
pub(crate) fn turn_back(heading: f32, v: Vec2) -> Vec2 {
    let (s, c) = math::sin_cos(heading);
    Vec2::new(c * v.x - s * v.y, s * v.x + c * v.y)
}

/// A direction as seen from a heading in the world.
pub(crate) fn turn(heading: f32, v: Vec2) -> Vec2 {
    let (s, c) = math::sin_cos(heading);
    Vec2::new(c * v.x + s * v.y, c * v.y - s * v.x)
}

/// The best option of the state on the way to `target`, or `None` to go on with the plan.
///
/// As in section 5.2 a plan is left only for a better one.
pub(crate) fn towards(
    repertoire: &Repertoire,
    at: Crossroads,
    target: Vec2,
    weights: &Weights,
    plan: Option<End>,
) -> Option<u32> {
    let target = local(at.ground, target);
    let mut least = match plan.filter(|_| at.has_plan) {
        Some(end) => {
            let place = local(at.ground, end.place);
            let forward = turn_back(at.ground.heading, end.forward);
            cost(weights, target, &End { place, forward, ..end }, f32::INFINITY)
        }
        None => f32::INFINITY,
    };
    let mut best = None;
    for option in repertoire.options_of(at.state) {
        let cost = cost(weights, target, &repertoire.choice(option).end, least);
        if cost < least {
            least = cost;
            best = Some(option);
        }
    }
    best
}

/// Eq. 5.1 with time, as a single character has it, but no further than it must be known: where it is above
/// `least` it may be too small.
fn cost(weights: &Weights, target: Vec2, end: &End, least: f32) -> f32 {
    let left = target - end.place;
    let distance = left.length();
    let cost = weights.per_second * end.secs + weights.per_metre * distance;
    // The deviation only adds, so an option that is too far already need not be looked at.
    if cost >= least || distance < 1e-4 {
        return cost;
    }
    let deviation = math::acos(end.forward.dot(left) / distance).to_degrees();
    cost + weights.per_degree * deviation
}
