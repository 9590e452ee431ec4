//! The body over its feet: pelvis height from the steps, then its course as an inverted pendulum.
//!
//! Given where the feet press on the ground, the horizontal course is not invented but solved:
//! ẍ = (g + z̈)/z · (x − p) + push, with the place of both ends given. The bounded solution sways over
//! the standing foot, slows down at mid-stance, leans into turns and flies straight, all by itself.

use crate::{
    body::{ANKLE_HEIGHT, HIP_DROP, HIP_HALF_WIDTH, ROOT_HEIGHT, SHANK, THIGH, sign},
    chance::Chance,
    curve::{
        Knot, Quintic, at_height, forward, leftward, lerp, on_ground, ramp, secs, smooth,
        smooth_ground, smooth_ramp, solve_two_point, ticks,
    },
    footsteps::Stance,
    gait::{GRAVITY, Motion},
    path::Path,
    roll::Roll,
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
    heights: Heights,
    supports: Supports<'a>,
}

/// The straightest leg a stance may have, as a share of its full length: a knee bent by 13 degrees.
const EXTENSION_MAX: f64 = 0.993;
/// The same at touchdown.
const EXTENSION_TOUCH: f64 = 0.979;
/// Behind the ankle, the heel; ahead of it, where the big toe presses.
const HEEL_AHEAD: f64 = -0.03;
const TOE_AHEAD: f64 = 0.165;
/// The pelvis never sinks below this, however far apart the feet are.
const LOWEST: f64 = 0.7;
/// Both feet down for longer than this is standing.
const REST_SECS: f64 = 0.45;
/// Rounds in which the pelvis is lowered until both legs reach the ground.
const ROUNDS: usize = 8;

/// Solves the course for a plan of stances.
pub(crate) fn course<'a>(path: &Path, rolls: &'a [Roll], chance: &mut Chance) -> Course<'a> {
    let supports = Supports::new(path.len(), rolls);
    let (press, left_share) = pressure(path, &supports, chance);
    let heights = Heights::new(path, &supports, rolls);
    let left_share = smooth(&left_share, 0.03);
    let mut course = Course { place: vec![], height: vec![], left_share, press, heights, supports };
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
            hip.y - reachable_height(support, on_ground(hip), tick)
        });
        over.fold(0.0, f64::max)
    }
}

/// One foot on the ground at one tick.
#[derive(Clone, Copy)]
struct Support<'a> {
    stance: &'a Stance,
    /// Where the ankle is, as the foot rolls.
    ankle: DVec3,
}

/// The standing feet of each tick.
struct Supports<'a> {
    feet: [Vec<Option<Support<'a>>>; 2],
}

impl<'a> Supports<'a> {
    fn new(len: usize, rolls: &'a [Roll]) -> Self {
        let mut feet = [vec![None; len], vec![None; len]];
        for roll in rolls {
            let stance = &roll.stance;
            for tick in stance.touch..=stance.lift {
                let ankle = roll.at(secs(tick - stance.touch)).ankle;
                feet[stance.side.index()][tick] = Some(Support { stance, ankle });
            }
        }
        Self { feet }
    }

    fn at(&self, tick: usize) -> [Option<Support<'a>>; 2] {
        [self.feet[0][tick], self.feet[1][tick]]
    }
}

/// Centre of pressure at each tick, and the share of the left foot in the load.
///
/// It lies where the path wants it as far as the soles on the ground allow.
fn pressure(path: &Path, supports: &Supports<'_>, chance: &mut Chance) -> (Vec<DVec2>, Vec<f64>) {
    let n = path.len();
    let sway = [chance.wander(n, 0.35), chance.wander(n, 0.28)];
    let shift = chance.wander(n, 0.16);
    let (mut press, mut share) = (Vec::with_capacity(n), Vec::with_capacity(n));
    for i in 0..n {
        let still = 1.0 - ramp(0.05, 0.4, path.velocity[i].length());
        let facing = path.facing[i];
        // Idle bodies sway, and rest on one leg and then on the other.
        let lean_aside =
            0.006 * sway[0][i] + 0.045 * smooth_ramp(0.1, 0.7, shift[i].abs()) * shift[i].signum();
        let idle = leftward(facing) * lean_aside + forward(facing) * (0.008 * sway[1][i]);
        let will = path.acceleration[i] - path.push[i];
        let ideal = path.place[i] - will * (ROOT_HEIGHT / GRAVITY) + idle * still;
        let (p, left) = match supports.at(i) {
            [Some(left), Some(right)] => press_on_both(left.stance, right.stance, ideal, i),
            [Some(left), None] => (press_on(left.stance, ideal), 1.0),
            [None, Some(right)] => (press_on(right.stance, ideal), 0.0),
            [None, None] => (ideal, f64::NAN),
        };
        press.push(p);
        share.push(left);
    }
    bridge_flights(&mut press, &mut share);
    (smooth_ground(&press, 0.012), share)
}

/// The point of one sole nearest to the ideal.
fn press_on(foot: &Stance, ideal: DVec2) -> DVec2 {
    let ahead = (ideal - foot.ankle).dot(forward(foot.yaw));
    foot.sole(ahead.clamp(HEEL_AHEAD, TOE_AHEAD))
}

/// The point between two soles nearest to the ideal, as far as the one that has just come can
/// already carry weight and the one about to leave still can.
fn press_on_both(left: &Stance, right: &Stance, ideal: DVec2, tick: usize) -> (DVec2, f64) {
    let feet = [left, right];
    let points = feet.map(|foot| press_on(foot, ideal));
    let across = points[0] - points[1];
    let wanted = (ideal - points[1]).dot(across) / across.length_squared().max(1e-6);
    let overlap = secs(left.lift.min(right.lift) - left.touch.max(right.touch));
    let shift_secs = overlap.clamp(0.01, 0.16);
    let limit = |foot: &Stance| {
        let coming =
            if foot.touch == 0 { 1.0 } else { ramp(0.0, shift_secs, secs(tick - foot.touch)) };
        coming.min(ramp(0.0, shift_secs, secs(foot.lift - tick)))
    };
    let (most_left, most_right) = (limit(left), limit(right));
    let share = wanted.clamp(0.0, 1.0).min(most_left).max(1.0 - most_right);
    (points[1] + across * share, share)
}

/// Leads pressure and share straight across flights, where they carry no weight.
fn bridge_flights(press: &mut [DVec2], share: &mut [f64]) {
    let mut i = 0;
    while i < share.len() {
        if !share[i].is_nan() {
            i += 1;
            continue;
        }
        let end = (i..share.len()).find(|j| !share[*j].is_nan()).unwrap_or(share.len() - 1);
        let start = i.saturating_sub(1);
        let (p0, p1, s0, s1) = (press[start], press[end], share[start], share[end]);
        for j in i..end {
            let t = secs(j - start) / secs(end - start);
            press[j] = p0.lerp(p1, t);
            share[j] = lerp(s0, s1, t);
        }
        i = end + 1;
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

/// A moment at which the pelvis has a chosen height.
#[derive(Clone, Copy, Debug)]
struct HeightKnot {
    tick: usize,
    value: f64,
    /// Curvature; flights are marked by gravity's.
    acceleration: f64,
    /// Whether the body leaves the ground here, and until which knot it flies.
    takes_off: bool,
}

/// Pelvis height as a chain of quintics: low in double support, high in mid-stance, free in flight.
struct Heights {
    knots: Vec<HeightKnot>,
}

impl Heights {
    fn new(path: &Path, supports: &Supports<'_>, rolls: &[Roll]) -> Self {
        let mut knots = rests(path, supports);
        for foot in rolls.iter().map(|roll| &roll.stance).filter(|foot| foot.touch > 0) {
            around(path, supports, foot, &mut knots);
        }
        knots.sort_by_key(|knot| knot.tick);
        knots.dedup_by_key(|knot| knot.tick);
        Self { knots: with_crests(path, &knots) }
    }

    /// The height at every tick.
    fn curve(&self, len: usize) -> Vec<f64> {
        let mut out = Vec::with_capacity(len);
        for (i, pair) in self.knots.windows(2).enumerate() {
            let duration = secs(pair[1].tick - pair[0].tick);
            let curve = Quintic::new(self.knot(i), self.knot(i + 1), duration);
            out.extend((0..pair[1].tick - pair[0].tick).map(|t| curve.at(secs(t))));
        }
        let last = self.knots.last().map_or(ROOT_HEIGHT, |knot| knot.value);
        out.resize(len, last);
        out
    }

    /// Value, speed and curvature of a knot. Speeds are zero except at the ends of a flight.
    fn knot(&self, i: usize) -> Knot {
        let knot = self.knots[i];
        let flight = |from: usize| {
            let (a, b) = (self.knots[from], self.knots[from + 1]);
            let duration = secs(b.tick - a.tick);
            ((b.value - a.value) / duration, 0.5 * GRAVITY * duration)
        };
        let speed = if knot.takes_off {
            let (mean, half) = flight(i);
            mean + half
        } else if i > 0 && self.knots[i - 1].takes_off {
            let (mean, half) = flight(i - 1);
            mean - half
        } else {
            0.0
        };
        Knot::new(knot.value, speed, knot.acceleration)
    }

    /// Lowers the knots around every tick at which the pelvis is too high.
    fn lower(&mut self, excess: &[f64]) {
        let mut lowering = vec![0.0_f64; self.knots.len()];
        let mut next = 1;
        for (i, over) in excess.iter().enumerate() {
            while next + 1 < self.knots.len() && self.knots[next].tick <= i {
                next += 1;
            }
            let (before, after) = (self.knots[next - 1].tick, self.knots[next].tick);
            // The nearer knot answers in full, the farther one less.
            let share = secs(i.saturating_sub(before)) / secs((after - before).max(1));
            lowering[next] = lowering[next].max(over * (2.0 * share).min(1.0));
            lowering[next - 1] = lowering[next - 1].max(over * (2.0 - 2.0 * share).clamp(0.0, 1.0));
        }
        for (knot, lowering) in self.knots.iter_mut().zip(lowering) {
            knot.value = (knot.value - 0.9 * lowering).max(LOWEST);
        }
        // Who lands low takes off low: falling from a height into a crouch looks like a stumble.
        for i in 1..self.knots.len() {
            if self.knots[i - 1].takes_off {
                let low = self.knots[i - 1].value.min(self.knots[i].value) + 0.015;
                self.knots[i - 1].value = self.knots[i - 1].value.min(low);
                self.knots[i].value = self.knots[i].value.min(low);
            }
        }
    }
}

/// The greatest height of a hip from which a foot on the ground can be reached.
fn reachable_height(Support { stance, ankle }: Support<'_>, hip: DVec2, tick: usize) -> f64 {
    // A leg lands bent: straight, the speed of the body would snap its knee.
    let landed = if stance.touch == 0 { 1.0 } else { ramp(0.0, 0.08, secs(tick - stance.touch)) };
    let leg = lerp(EXTENSION_TOUCH, EXTENSION_MAX, landed) * (THIGH + SHANK);
    let across = (hip - on_ground(ankle)).length().min(0.95 * leg);
    ankle.y + libm::sqrt(leg * leg - across * across)
}

fn crouched(path: &Path, tick: usize) -> f64 {
    0.2 * path.crouch[tick]
}

/// Height of a body that stands at ease, its knees not locked.
fn resting(path: &Path, tick: usize) -> HeightKnot {
    let value = ROOT_HEIGHT - 0.006 - crouched(path, tick);
    HeightKnot { tick, value, acceleration: 0.0, takes_off: false }
}

/// The knots of all stretches in which both feet stay down for long: standing, not walking.
fn rests(path: &Path, supports: &Supports<'_>) -> Vec<HeightKnot> {
    let both = |tick: usize| supports.at(tick).iter().all(Option::is_some);
    let mut knots = vec![];
    let mut start = 0;
    for tick in 0..path.len() {
        let ends = tick + 1 == path.len();
        if both(tick) && !ends {
            continue;
        }
        if secs(tick - start) > REST_SECS {
            let settled = if start == 0 { 0 } else { start + ticks(0.24) };
            let leaving = if ends { tick } else { (tick - ticks(0.2)).max(settled) };
            knots.extend([settled, leaving].map(|tick| resting(path, tick)));
        }
        start = tick + 1;
    }
    knots
}

/// The knots around the touchdown of a stance.
fn around(path: &Path, supports: &Supports<'_>, foot: &Stance, knots: &mut Vec<HeightKnot>) {
    let other = foot.side.other().index();
    let Some(Support { stance: partner, .. }) = supports.feet[other][foot.touch] else {
        return flight_before(path, supports, foot, knots);
    };
    let end = partner.lift.min(foot.lift);
    let shared = secs(end - foot.touch);
    if shared > REST_SECS {
        return;
    }
    let tick = foot.touch + ticks(0.1 * shared);
    let motion = Motion::at(path, tick);
    let value = ROOT_HEIGHT - 0.018 - motion.bob() - crouched(path, tick);
    let omega = std::f64::consts::TAU / motion.step_secs();
    let acceleration = 0.5 * motion.bob() * omega * omega;
    knots.push(HeightKnot { tick, value, acceleration, takes_off: false });
}

/// Take-off and landing of the flight that ends with a touchdown.
fn flight_before(path: &Path, supports: &Supports<'_>, foot: &Stance, knots: &mut Vec<HeightKnot>) {
    let grounded = |tick: &usize| supports.at(*tick).iter().any(Option::is_some);
    let lift = (0..foot.touch).rev().find(grounded).unwrap_or(0);
    let motion = Motion::at(path, lift);
    let reach = 0.4 * motion.speed * foot.secs().min(0.4);
    let leg = 0.985 * (THIGH + SHANK);
    let value = HIP_DROP + ANKLE_HEIGHT + libm::sqrt(leg * leg - reach * reach);
    for (tick, takes_off) in [(lift, true), (foot.touch, false)] {
        knots.push(HeightKnot { tick, value, acceleration: -GRAVITY, takes_off });
    }
}

/// Adds the crest of each walking step between two troughs.
fn with_crests(path: &Path, knots: &[HeightKnot]) -> Vec<HeightKnot> {
    let mut out = Vec::with_capacity(knots.len() * 2);
    for pair in knots.windows(2) {
        out.push(pair[0]);
        let flies = pair.iter().any(|knot| knot.acceleration < -1.0);
        let gap = secs(pair[1].tick - pair[0].tick);
        let trough = pair.iter().any(|knot| knot.acceleration > 0.0);
        if flies || !trough || gap < 0.2 || gap > 1.2 {
            continue;
        }
        let tick = (pair[0].tick + pair[1].tick) / 2;
        let motion = Motion::at(path, tick);
        let value = ROOT_HEIGHT - 0.018 - crouched(path, tick);
        let omega = std::f64::consts::TAU / gap.max(0.35);
        let acceleration = -0.5 * motion.bob() * omega * omega;
        out.push(HeightKnot { tick, value, acceleration, takes_off: false });
    }
    out.extend(knots.last().copied());
    out
}
