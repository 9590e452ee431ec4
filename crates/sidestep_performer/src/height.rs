//! Height of the pelvis: low in double support, high in mid-stance, free in flight.

use crate::{
    body::{ANKLE_HEIGHT, HIP_DROP, ROOT_HEIGHT, SHANK, THIGH},
    curve::{Knot, Quintic, secs, ticks},
    footsteps::Stance,
    gait::{GRAVITY, Motion},
    path::Path,
    roll::Roll,
    supports::{Support, Supports},
};

/// The pelvis never sinks below this, however far apart the feet are.
const LOWEST: f64 = 0.7;
/// Both feet down for longer than this is standing.
const REST_SECS: f64 = 0.45;

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
pub(crate) struct Heights {
    knots: Vec<HeightKnot>,
}

impl Heights {
    pub(crate) fn new(path: &Path, supports: &Supports<'_>, rolls: &[Roll]) -> Self {
        let mut knots = rests(path, supports);
        for foot in rolls.iter().map(|roll| &roll.stance).filter(|foot| foot.touch > 0) {
            around(path, supports, foot, &mut knots);
        }
        knots.sort_by_key(|knot| knot.tick);
        knots.dedup_by_key(|knot| knot.tick);
        Self { knots: with_crests(path, &knots) }
    }

    /// The height at every tick.
    pub(crate) fn curve(&self, len: usize) -> Vec<f64> {
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
    pub(crate) fn lower(&mut self, excess: &[f64]) {
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
        if flies || !trough || !(0.2..=1.2).contains(&gap) {
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
