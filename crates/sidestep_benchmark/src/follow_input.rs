//! Inputs that never rest: a direction or a speed that changes all the time, said five times a second.

use crate::{
    actor::Actor,
    script_parts::{LEAD_SECS, script, tenths, whole},
};
use sidestep_control::{Goal, Script};
use sidestep_motion::{
    chance::Chance,
    math::{sin, wrap_angle},
};
use std::f32::consts::{PI, TAU};

/// The time between two goals.
const STEP_SECS: f32 = 0.2;

/// How long a take is.
const END_SECS: f32 = 42.0;

/// A goal every fifth of a second, after the lead, as `goal` says for the time since.
fn ever_changing(actor: &Actor, goal: impl Fn(f32) -> Goal) -> Script {
    let mut goals = vec![(0.0, Goal::walk(0.0, actor.usual))];
    let mut index = 0;
    loop {
        let since = STEP_SECS * whole(index);
        if LEAD_SECS + since >= END_SECS {
            return script(goals, END_SECS);
        }
        goals.push((tenths(LEAD_SECS + since), goal(since)));
        index += 1;
    }
}

pub(crate) fn figure_eight(actor: &Actor, chance: &mut Chance) -> Script {
    let rate = actor.usual / chance.between(1.5, 2.5);
    let sign = if chance.unit() < 0.5 { -1.0 } else { 1.0 };
    ever_changing(actor, |since| {
        // Up to a whole turn one way, then back the other way.
        let turned = (rate * since).rem_euclid(2.0 * TAU);
        let heading = if turned < TAU { turned } else { 2.0 * TAU - turned };
        Goal::walk(wrap_angle(sign * heading), actor.usual)
    })
}

pub(crate) fn slalom(actor: &Actor, chance: &mut Chance) -> Script {
    let swing = chance.between(40.0, 60.0).to_radians();
    let period = chance.between(3.0, 5.0);
    ever_changing(actor, |since| Goal::walk(swing * sin(TAU * since / period), actor.usual))
}

pub(crate) fn speed_ramp(actor: &Actor, chance: &mut Chance) -> Script {
    let (period, begin) = (chance.between(10.0, 14.0), chance.unit());
    ever_changing(actor, |since| {
        let phase = (begin + since / period).fract();
        let share = if phase < 0.5 { 2.0 * phase } else { 2.0 - 2.0 * phase };
        Goal::walk(0.0, actor.slow + share * (actor.fast - actor.slow))
    })
}

pub(crate) fn stop_and_go(actor: &Actor, chance: &mut Chance) -> Script {
    let mut goals = Vec::new();
    let (mut now, mut heading) = (0.0, 0.0);
    while now < END_SECS - 7.0 {
        goals.push((now, Goal::walk(heading, actor.usual)));
        now = tenths(now + chance.between(2.0, 4.0));
        goals.push((now, Goal::STAND));
        now = tenths(now + chance.between(1.5, 3.0));
        heading = wrap_angle(heading + chance.between(-PI, PI) / 2.0);
    }
    script(goals, now)
}
