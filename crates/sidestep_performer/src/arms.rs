//! The arms: they swing against the legs, bend in a run, and spread when balance is at stake.

use crate::{
    body::sign,
    carriage::{Trunk, spring},
    chance::Chance,
    curve::{lerp, ramp, secs, smooth_ramp, ticks},
    path::MARGIN_SECS,
    script::{Reach, Take},
};
use glam::{DQuat, DVec3};
use sidestep_motion::Side;
use std::f64::consts::FRAC_PI_2;

/// Rotations of one arm, each against its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arm {
    pub(crate) clavicle: DQuat,
    pub(crate) upper: DQuat,
    pub(crate) fore: DQuat,
    pub(crate) hand: DQuat,
}

/// One arm at every tick, from the stride of the legs.
pub(crate) fn arm(side: Side, trunk: &Trunk, stride: &[f64], chance: &mut Chance) -> Vec<Arm> {
    let n = stride.len();
    let vary = chance.wander(n, 0.3);
    let drift = [chance.wander(n, 0.2), chance.wander(n, 0.3)];
    // The left foot ahead takes the left arm back.
    let swing: Vec<f64> = (0..n)
        .map(|i| {
            let gain = lerp(0.43, 0.72, trunk.running[i]) * (1.0 + 0.12 * vary[i]);
            (-sign(side) * stride[i] * gain).clamp(-0.9, 0.9)
        })
        .collect();
    let swing = spring(&swing, 16.0, 0.75);
    let forearm_swing = spring(&swing, 13.0, 0.6);
    let alarm = spring(&trunk.alarm, 11.0, 0.8);
    (0..n)
        .map(|i| {
            let run = trunk.running[i];
            let walk = ramp(0.2, 1.4, trunk.speed[i]) * (1.0 - run);
            let flexion = 0.02 - 0.06 * walk - 0.14 * run
                + swing[i]
                + 0.55 * trunk.pitch[i]
                + 0.25 * alarm[i]
                + 0.02 * drift[0][i];
            let abduction = 0.13
                + 0.06 * run
                + 0.75 * alarm[i]
                + 0.015 * drift[1][i]
                + 0.1 * run * swing[i].min(0.0).abs();
            let elbow = 0.22
                + 0.2 * walk
                + 1.32 * run
                + 0.45 * alarm[i]
                + (0.35 * walk + 0.3 * run) * forearm_swing[i] * 1.2
                + 0.03 * drift[1][i];
            let inward = 0.25 + 0.25 * run - 0.3 * alarm[i];
            let raise = 0.02 * trunk.breath[i] + 0.12 * alarm[i] + 0.02 * run;
            pose(
                sign(side),
                [flexion, abduction, inward, elbow.max(0.08), raise],
                swing[i] - forearm_swing[i],
            )
        })
        .collect()
}

/// Time in which a hand is stretched out, held, and drawn back.
const REACH_SECS: [f64; 3] = [0.28, 0.04, 0.36];

/// Stretches the arms out wherever the take says so.
pub(crate) fn reach_out(take: &Take, arms: &mut [Vec<Arm>; 2]) {
    let [out, hold, back] = REACH_SECS;
    let mut begin = MARGIN_SECS;
    for act in &take.acts {
        let Some(reach) = act.reach else {
            begin += act.secs;
            continue;
        };
        let stretched = stretched(&reach);
        for tick in ticks(begin)..=ticks(begin + out + hold + back) {
            let since = secs(tick) - begin;
            let share = smooth_ramp(0.0, out, since)
                * (1.0 - smooth_ramp(out + hold, out + hold + back, since));
            if let Some(arm) = arms[reach.side.index()].get_mut(tick) {
                *arm = arm.towards(&stretched, share);
            }
        }
        begin += act.secs;
    }
}

/// The arm that points where a hand reaches, all but straight.
fn stretched(reach: &Reach) -> Arm {
    let out = sign(reach.side);
    let level = libm::cos(reach.upward);
    let way = DVec3::new(
        out * libm::sin(reach.outward) * level,
        libm::sin(reach.upward),
        libm::cos(reach.outward) * level,
    );
    Arm {
        clavicle: DQuat::from_rotation_y(-out * 0.12),
        upper: DQuat::from_rotation_arc(DVec3::X * out, way),
        fore: DQuat::from_rotation_y(-out * 0.1),
        hand: DQuat::IDENTITY,
    }
}

impl Arm {
    fn towards(&self, other: &Self, share: f64) -> Self {
        Self {
            clavicle: self.clavicle.slerp(other.clavicle, share),
            upper: self.upper.slerp(other.upper, share),
            fore: self.fore.slerp(other.fore, share),
            hand: self.hand.slerp(other.hand, share),
        }
    }
}

fn pose(out: f64, [flexion, abduction, inward, elbow, raise]: [f64; 5], lag: f64) -> Arm {
    Arm {
        clavicle: DQuat::from_rotation_z(out * raise)
            * DQuat::from_rotation_y(-out * 0.12 * flexion),
        upper: DQuat::from_rotation_x(-flexion)
            * DQuat::from_rotation_z(-out * (FRAC_PI_2 - abduction + raise))
            * DQuat::from_rotation_x(inward),
        fore: DQuat::from_rotation_y(-out * elbow),
        hand: DQuat::from_rotation_y(-out * (0.12 + 0.6 * lag))
            * DQuat::from_rotation_z(-out * 0.08),
    }
}
