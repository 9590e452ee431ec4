//! Choosing among options without minding anybody: eq. 5.1.

use crate::{cursor::Crossroads, repertoire::Repertoire};
use glam::Vec2;
use sidestep_motion::{GroundTransform, math};

/// Metres of way weigh this much where a character should stay where it is.
const FIDGETING: f32 = 60.0;

/// What a character is out for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Errand {
    pub(crate) target: Vec2,
    /// Whether it should stay there now that it has come.
    pub(crate) stay: bool,
    pub(crate) weights: (f32, f32),
}

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

/// The best option of the state, or `None` to go on with the plan, which ends at `plan_end`.
///
/// As in section 5.2 a plan is left only for a better one.
pub(crate) fn towards(
    repertoire: &Repertoire,
    at: Crossroads,
    errand: &Errand,
    plan_end: Option<(Vec2, Vec2)>,
) -> Option<u32> {
    let target = local(at.ground, errand.target);
    let mut least = match plan_end.filter(|_| at.has_plan) {
        Some((end, forward)) => {
            let (end, forward) = (local(at.ground, end), turn_back(at.ground.heading, forward));
            cost(errand, target, end, forward, 0.0, f32::INFINITY)
        }
        None => f32::INFINITY,
    };
    let mut best = None;
    for option in repertoire.options_of(at.state) {
        let choice = repertoire.choice(option);
        let cost = cost(errand, target, choice.end, choice.forward, choice.length, least);
        if cost < least {
            least = cost;
            best = Some(option);
        }
    }
    best
}

/// Eq. 5.1 for a way that ends at `end` looking along `forward`; above `least` it may be too small.
fn cost(errand: &Errand, target: Vec2, end: Vec2, forward: Vec2, length: f32, least: f32) -> f32 {
    let left = target - end;
    let distance = left.length();
    let mut cost = errand.weights.0 * distance;
    if errand.stay {
        return cost + FIDGETING * length;
    }
    // The deviation only adds, so an option that is too far already need not be looked at.
    if cost < least && distance > 1e-4 {
        cost += errand.weights.1 * math::acos(forward.dot(left) / distance).to_degrees();
    }
    cost
}
