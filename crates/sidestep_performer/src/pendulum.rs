//! The body over its feet: the course of the pelvis as an inverted pendulum.
//!
//! Given where the feet press on the ground, the horizontal course is not invented but solved:
//! ẍ = (g + z̈)/z · (x − p) + push, with the place of both ends given. The bounded solution sways over
//! the standing foot, slows down at mid-stance, leans into turns and flies straight, all by itself.

use crate::{
    body::{HIP_DROP, HIP_HALF_WIDTH, SHANK, THIGH, sign},
    chance::Chance,
    curve::{at_height, leftward, lerp, on_ground, ramp, secs, smooth, solve_two_point},
    gait::GRAVITY,
    height::Heights,
    path::Path,
    pressure::pressure,
    roll::Roll,
    supports::{Support, Supports},
};
use glam::{DVec2, DVec3};
use sidestep_motion::Side;

/// Course of the pelvis at every tick.
pub(crate) struct Course<'a> {
    /// Place on the ground.
    pub(crate) place: Vec<DVec2>,
    /// Height of the root joint.
    pub(crate) height: Vec<f64>,
    /// Share of the weight on the left foot, 0 to 1.
    pub(crate) left_share: Vec<f64>,
    press: Vec<DVec2>,
    /// 0 for walking speeds to 1 for running ones.
    hurry: Vec<f64>,
    heights: Heights,
    supports: Supports<'a>,
}

/// The straightest leg a stance may have, as a share of its full length: a knee bent by 13 degrees.
const EXTENSION_MAX: f64 = 0.993;
/// The same at touchdown of a walk and of a run.
const EXTENSION_TOUCH: [f64; 2] = [0.992, 0.978];
/// Rounds in which the pelvis is lowered until both legs reach the ground.
const ROUNDS: usize = 8;

/// Solves the course for a plan of stances.
pub(crate) fn course<'a>(path: &Path, rolls: &'a [Roll], chance: &mut Chance) -> Course<'a> {
    let supports = Supports::new(path.len(), rolls);
    let (press, left_share) = pressure(path, &supports, chance);
    let heights = Heights::new(path, &supports, rolls);
    let left_share = smooth(&left_share, 0.03);
    let hurry = path.velocity.iter().map(|v| ramp(1.4, 2.8, v.length())).collect();
    let (place, height) = (vec![], vec![]);
    let mut course = Course { place, height, left_share, press, hurry, heights, supports };
    course.solve(path);
    course.settle(path, |side, tick| {
        let aside = leftward(path.facing[tick]) * (HIP_HALF_WIDTH * sign(side));
        at_height(aside, -HIP_DROP)
    });
    course
}

impl Course<'_> {
    /// Lowers the pelvis until both legs reach the ground, for hips that lie where `hip_from_root`
    /// says.
    pub(crate) fn settle(&mut self, path: &Path, hip_from_root: impl Fn(Side, usize) -> DVec3) {
        for _ in 0..ROUNDS {
            let excess: Vec<f64> =
                (0..path.len()).map(|tick| self.excess(tick, &hip_from_root)).collect();
            self.heights.lower(&excess);
            self.solve(path);
        }
    }

    fn solve(&mut self, path: &Path) {
        self.height = self.heights.curve(path.len());
        self.place = solve(path, &self.height, &self.press);
    }

    /// How much too high the pelvis is for the feet on the ground.
    fn excess(&self, tick: usize, hip_from_root: impl Fn(Side, usize) -> DVec3) -> f64 {
        let root = at_height(self.place[tick], self.height[tick]);
        let over = self.supports.at(tick).into_iter().flatten().map(|support| {
            let hip = root + hip_from_root(support.stance.side, tick);
            hip.y
                - reachable_height(support, on_ground(hip), tick, self.hurry[support.stance.touch])
        });
        over.fold(0.0, f64::max)
    }
}

/// The pelvis's course: the pendulum over the pressure points, and its lead on the point mass.
fn solve(path: &Path, height: &[f64], press: &[DVec2]) -> Vec<DVec2> {
    let n = height.len();
    let tick = secs(1);
    let lift = |i: usize| {
        let bounded = i.clamp(1, n - 2);
        let curvature = height[bounded - 1] - 2.0 * height[bounded] + height[bounded + 1];
        (curvature / (tick * tick) + GRAVITY).max(0.0)
    };
    // Below a hundredth of the weight the body flies.
    let stiffness: Vec<f64> = (0..n)
        .map(|i| lift(i) / height[i])
        .map(|s| if s < 0.01 * GRAVITY { 0.0 } else { s })
        .collect();
    let along = |component: fn(&DVec2) -> f64| {
        let load = |i: usize| stiffness[i] * component(&press[i]) - component(&path.push[i]);
        let load: Vec<f64> = (0..n).map(load).collect();
        let ends = (component(&path.place[0]), component(&path.place[n - 1]));
        solve_two_point(&stiffness, &load, ends)
    };
    let (x, z) = (along(|v| v.x), along(|v| v.y));
    let mass = x.into_iter().zip(z).map(|(x, z)| DVec2::new(x, z));
    mass.enumerate().map(|(i, mass)| mass + path.pelvis[i] - path.place[i]).collect()
}

/// The greatest height of a hip from which a foot on the ground can be reached.
fn reachable_height(support: Support<'_>, hip: DVec2, tick: usize, hurry: f64) -> f64 {
    let Support { stance, ankle } = support;
    // A fast leg lands bent: straight, the speed of the body would snap its knee.
    let landed = if stance.touch == 0 { 1.0 } else { ramp(0.0, 0.08, secs(tick - stance.touch)) };
    let touch = lerp(EXTENSION_TOUCH[0], EXTENSION_TOUCH[1], hurry);
    let leg = lerp(touch, EXTENSION_MAX, landed) * (THIGH + SHANK);
    let across = (hip - on_ground(ankle)).length().min(0.95 * leg);
    ankle.y + libm::sqrt(leg * leg - across * across)
}
