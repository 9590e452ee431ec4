//! From commands to the path a quick and careful body would like to take: place, facing, effort.
//!
//! The path knows no feet. It is what the footsteps are planned from; where the body really goes
//! follows from the footsteps (see `pendulum`).

use crate::{
    curve::{TICK, forward, rate, secs, smooth, smooth_ground, smooth_ramp, table, ticks, wrap},
    script::{Act, Take},
};
use glam::DVec2;
use sidestep_motion::Side;
use std::f64::consts::PI;

/// Seconds of standing or carrying on that are planned around a take and cut off afterwards.
pub(crate) const MARGIN_SECS: f64 = 1.0;

/// Fastest turning of the body, and how fast it gets there: an athlete's half turn in 0.55 s.
const TURN_RATE_MAX: f64 = 7.2;
const TURN_ACCELERATION_MAX: f64 = 56.0;
/// A push lasts this long, and the body needs this long to begin an answer.
const PUSH_SECS: f64 = 0.2;
const REACTION_SECS: f64 = 0.14;

/// Greatest change of speed, at a speed: fast legs reach neither far ahead to brake nor far behind.
const EFFORT_ALONG: &[(f64, f64)] = &[(0.0, 7.0), (1.2, 6.2), (2.0, 4.4), (3.0, 3.2), (4.0, 2.6)];
/// Greatest acceleration across the way, at a speed.
const EFFORT_ACROSS: &[(f64, f64)] = &[(0.0, 7.0), (1.5, 6.2), (3.0, 5.2)];

/// What the body wants at every tick.
pub(crate) struct Path {
    /// Where the centre of the body wants to be on the ground.
    pub(crate) place: Vec<DVec2>,
    /// Where the pelvis is expected: a little ahead of the centre.
    pub(crate) pelvis: Vec<DVec2>,
    /// Its velocity, in metres a second.
    pub(crate) velocity: Vec<DVec2>,
    /// Its acceleration, pushes included.
    pub(crate) acceleration: Vec<DVec2>,
    /// The part of the acceleration that a push causes.
    pub(crate) push: Vec<DVec2>,
    /// Heading of the body, unwrapped.
    pub(crate) facing: Vec<f64>,
    /// How fast the heading changes.
    pub(crate) turn_rate: Vec<f64>,
    /// 0 upright to 1 crouched.
    pub(crate) crouch: Vec<f64>,
    /// The foot the take wants to start with, if it says.
    pub(crate) lead: Vec<Option<Side>>,
}

impl Path {
    /// Number of ticks.
    pub(crate) fn len(&self) -> usize {
        self.place.len()
    }

    /// The tick, or the last one.
    pub(crate) fn clamp(&self, tick: usize) -> usize {
        tick.min(self.len() - 1)
    }
}

/// The command of each tick.
struct Commands {
    velocity: Vec<DVec2>,
    facing: Vec<f64>,
    facing_rate: Vec<f64>,
    effort: Vec<f64>,
    crouch: Vec<f64>,
    push: Vec<DVec2>,
    startled: Vec<bool>,
    lead: Vec<Option<Side>>,
}

/// The path of a take, with [`MARGIN_SECS`] more at each end.
pub(crate) fn path(take: &Take) -> Path {
    let commands = commands(take);
    let facing = follow_facing(&commands);
    let velocity = follow_velocity(&commands);
    let facing = smooth(&facing, 0.045);
    let velocity = smooth_pushed(&velocity, &commands.push);
    let mut place = vec![DVec2::ZERO; velocity.len()];
    for i in 1..place.len() {
        place[i] = place[i - 1] + (velocity[i] + velocity[i - 1]) * (0.5 * TICK);
    }
    let along =
        |component: fn(&DVec2) -> f64| rate(&velocity.iter().map(component).collect::<Vec<_>>());
    let (ax, az) = (along(|v| v.x), along(|v| v.y));
    let acceleration: Vec<DVec2> = ax.into_iter().zip(az).map(|(x, z)| DVec2::new(x, z)).collect();
    let will: Vec<DVec2> = acceleration.iter().zip(&commands.push).map(|(a, p)| *a - *p).collect();
    let leads = lead(&velocity, &facing).into_iter().zip(lean(&will));
    let pelvis = place.iter().zip(leads).map(|(p, (lead, lean))| *p + lead + lean).collect();
    Path {
        acceleration,
        turn_rate: rate(&facing),
        place,
        pelvis,
        velocity,
        facing,
        push: commands.push,
        crouch: smooth(&commands.crouch, 0.22),
        lead: commands.lead,
    }
}

fn commands(take: &Take) -> Commands {
    let margin = ticks(MARGIN_SECS);
    let total = margin * 2 + ticks(take.secs());
    let mut c = Commands {
        velocity: Vec::with_capacity(total),
        facing: Vec::with_capacity(total),
        facing_rate: Vec::with_capacity(total),
        effort: Vec::with_capacity(total),
        crouch: Vec::with_capacity(total),
        push: vec![DVec2::ZERO; total],
        startled: vec![false; total],
        lead: Vec::with_capacity(total),
    };
    let (mut facing, mut drift) = (0.0, 0.0);
    let (first, last) = (take.acts.first().copied(), take.acts.last().copied());
    let before = first.map(|act| Act { turn: 0.0, drift: None, speed: 0.0, ..act });
    let after = last.map(|act| Act { turn: 0.0, drift: None, push: None, ..act });
    let timed = before.into_iter().map(|act| (Act { push: None, ..act }, margin));
    let timed = timed.chain(take.acts.iter().map(|act| (*act, ticks(act.secs))));
    for (act, length) in timed.chain(after.map(|act| (act, margin))) {
        facing += act.turn;
        drift = act.drift.unwrap_or(drift);
        let late = ticks(brake_first_secs(&act));
        let old_facing = facing - act.turn;
        if let Some(push) = act.push {
            c.add_push(push, facing);
        }
        for i in 0..length.min(total - c.facing.len()) {
            facing += (act.bend + act.spin) * TICK;
            drift -= act.spin * TICK;
            c.velocity.push(forward(facing + drift) * act.speed);
            c.facing.push(if i < late { old_facing } else { facing });
            c.facing_rate.push(act.bend + act.spin);
            c.effort.push(act.effort);
            c.crouch.push(act.crouch);
            c.lead.push(act.lead);
        }
    }
    c.push.truncate(c.facing.len());
    c.startled.truncate(c.facing.len());
    c
}

/// A runner who is to turn back brakes before turning the body.
fn brake_first_secs(act: &Act) -> f64 {
    let back = smooth_ramp(1.4, 2.6, act.turn.abs());
    back * 0.28 * (act.speed - 1.3).max(0.0)
}

impl Commands {
    /// Adds a push of [`PUSH_SECS`] that begins a little after the commands written so far.
    fn add_push(&mut self, (angle, speed_change): (f64, f64), facing: f64) {
        let start = self.facing.len() + ticks(0.1);
        let length = ticks(PUSH_SECS);
        let direction = forward(facing + angle);
        for i in 0..length {
            // A raised cosine: the push swells and fades.
            let swell = 1.0 - libm::cos(2.0 * PI * secs(i) / PUSH_SECS);
            if let Some(push) = self.push.get_mut(start + i) {
                *push = direction * (speed_change / PUSH_SECS * swell);
            }
        }
        let end = (start + ticks(REACTION_SECS)).min(self.startled.len());
        self.startled[start.min(end)..end].fill(true);
    }
}

/// Velocity that follows the commanded one with bounded acceleration; pushes come on top.
fn follow_velocity(c: &Commands) -> Vec<DVec2> {
    let mut v = DVec2::ZERO;
    let mut out = Vec::with_capacity(c.velocity.len());
    for (i, wanted) in c.velocity.iter().enumerate() {
        let will = if c.startled[i] { DVec2::ZERO } else { (*wanted - v) / 0.11 };
        v += (possible(will.clamp_length_max(c.effort[i]), v) + c.push[i]) * TICK;
        out.push(v);
    }
    out
}

/// The part of an acceleration that legs can give to a body of that velocity.
fn possible(will: DVec2, velocity: DVec2) -> DVec2 {
    let (speed, way) = (velocity.length(), velocity.normalize_or_zero());
    let along = will.dot(way);
    let (most_along, most_across) = (table(EFFORT_ALONG, speed), table(EFFORT_ACROSS, speed));
    let across = (will - way * along).clamp_length_max(most_across);
    across + way * along.clamp(-most_along, most_along)
}

/// Facing that follows the commanded one with bounded turning rate and acceleration.
fn follow_facing(c: &Commands) -> Vec<f64> {
    let (mut angle, mut turning) = (c.facing[0], 0.0);
    let mut out = Vec::with_capacity(c.facing.len());
    for (i, wanted) in c.facing.iter().enumerate() {
        // An easy actor turns more softly than one who plays.
        let zeal = 0.45 + 0.55 * smooth_ramp(2.0, 6.5, c.effort[i]);
        let (rate_max, slew) = (TURN_RATE_MAX * zeal, TURN_ACCELERATION_MAX * zeal * zeal);
        let error =
            if (wanted - angle).abs() > 1.05 * PI { wrap(wanted - angle) } else { wanted - angle };
        // The fastest rate from which the turn can still be stopped in time.
        let stoppable = libm::sqrt(1.5 * slew * error.abs()).min(9.0 * error.abs());
        let target = c.facing_rate[i] + error.signum() * stoppable.min(rate_max);
        turning += (target - turning).clamp(-slew * TICK, slew * TICK);
        angle += turning * TICK;
        out.push(angle);
    }
    out
}

/// Smooths the will of the body, but not the pushes, which come from outside and unannounced.
fn smooth_pushed(velocity: &[DVec2], push: &[DVec2]) -> Vec<DVec2> {
    let mut pushed = DVec2::ZERO;
    let from_pushes: Vec<DVec2> = push
        .iter()
        .map(|p| {
            pushed += *p * TICK;
            pushed
        })
        .collect();
    let will: Vec<DVec2> = velocity.iter().zip(&from_pushes).map(|(v, p)| *v - *p).collect();
    smooth_ground(&will, 0.06).into_iter().zip(from_pushes).map(|(v, p)| v + p).collect()
}

/// How far the pelvis runs ahead of the pendulum's point mass.
///
/// A point mass reaches as far ahead with one foot as behind with the other; people land close in
/// front of them and leave far behind, rolling over the ball of the foot.
fn lead(velocity: &[DVec2], facing: &[f64]) -> Vec<DVec2> {
    let lead = |(velocity, facing): (&DVec2, &f64)| {
        let along = forward(*facing);
        let rows = [(0.0, 0.0), (1.4, 0.066), (2.0, 0.07), (3.0, 0.045), (4.0, 0.035)];
        along * table(&rows, velocity.dot(along))
    };
    smooth_ground(&velocity.iter().zip(facing).map(lead).collect::<Vec<_>>(), 0.15)
}

/// How far the pelvis stays behind the centre of mass of a trunk that leans into an acceleration.
///
/// Six tenths of the body's mass sit about 0.4 m above the hips; they lean by tan = a / g.
fn lean(will: &[DVec2]) -> Vec<DVec2> {
    let behind: Vec<DVec2> = will.iter().map(|a| (*a * -0.026).clamp_length_max(0.16)).collect();
    smooth_ground(&behind, 0.12)
}
