//! How the trunk is carried: pelvis list and rotation, lean into turns and speed, steady head.

use crate::{
    body::{HIP_DROP, HIP_HALF_WIDTH, sign},
    chance::Chance,
    curve::{
        TICK_HZ, at_height, forward, leftward, lerp, ramp, rate, smooth, smooth_ground, ticks,
    },
    gait::{GRAVITY, Motion},
    path::Path,
    pendulum::Course,
};
use glam::{DQuat, DVec2, DVec3};
use sidestep_motion::Side;

/// The pelvis at every tick.
pub(crate) struct Pelvis {
    place: Vec<DVec2>,
    height: Vec<f64>,
    facing: Vec<f64>,
    rotation: Vec<DQuat>,
}

impl Pelvis {
    /// World position of the root joint.
    pub(crate) fn root(&self, tick: usize) -> DVec3 {
        at_height(self.place[tick], self.height[tick])
    }

    /// World rotation of the root joint.
    pub(crate) fn rotation(&self, tick: usize) -> DQuat {
        self.rotation[tick]
    }

    /// World position of a hip joint.
    pub(crate) fn hip(&self, side: Side, tick: usize) -> DVec3 {
        self.root(tick) + self.hip_from_root(side, tick)
    }

    /// Where a hip joint lies as seen from the root joint, along the axes of the world.
    pub(crate) fn hip_from_root(&self, side: Side, tick: usize) -> DVec3 {
        let offset = DVec3::new(HIP_HALF_WIDTH * sign(side), -HIP_DROP, 0.0);
        self.rotation[tick] * offset
    }

    /// The same pelvis on another course.
    pub(crate) fn on(self, course: &Course<'_>) -> Self {
        Self { place: course.place.clone(), height: course.height.clone(), ..self }
    }

    /// The way a knee points: between the pelvis and its foot.
    pub(crate) fn knee_forward(&self, tick: usize, foot_yaw: f64) -> DVec3 {
        let facing = self.facing[tick];
        let turned = (foot_yaw - facing).clamp(-1.3, 1.3);
        at_height(forward(facing + 0.6 * turned), 0.0)
    }
}

/// Everything the trunk does besides the pelvis.
pub(crate) struct Trunk {
    /// World rotation of the thorax.
    pub(crate) thorax: Vec<DQuat>,
    /// World rotation of the head.
    pub(crate) head: Vec<DQuat>,
    /// Forward pitch of the thorax, for arms that hang.
    pub(crate) pitch: Vec<f64>,
    /// How much the body is fighting for balance, 0 to 1.
    pub(crate) alarm: Vec<f64>,
    /// How much it runs, 0 to 1.
    pub(crate) running: Vec<f64>,
    /// Speed over the ground.
    pub(crate) speed: Vec<f64>,
    /// Breath, −1 to 1.
    pub(crate) breath: Vec<f64>,
}

/// What drives the trunk, tick by tick.
struct Drive {
    /// Lean ahead and to the left that the accelerations ask for.
    ahead: Vec<f64>,
    aside: Vec<f64>,
    /// The trunk's own answer to a push.
    bent_ahead: Vec<f64>,
    bent_aside: Vec<f64>,
    running: Vec<f64>,
    alarm: Vec<f64>,
    speed: Vec<f64>,
}

/// The pelvis and the trunk of a course, from the stride of the feet below them.
pub(crate) fn carriage(
    path: &Path,
    course: &Course<'_>,
    stride: &[f64],
    chance: &mut Chance,
) -> (Pelvis, Trunk) {
    let drive = drive(path, course);
    let stride = smooth(stride, 0.03);
    let pelvis = pelvis(path, course, &drive, &stride);
    (pelvis, trunk(path, course, drive, &stride, chance))
}

fn drive(path: &Path, course: &Course<'_>) -> Drive {
    let n = path.len();
    let acceleration = accelerations(&course.place);
    let along = |direction: fn(f64) -> DVec2, from: &[DVec2]| -> Vec<f64> {
        (0..n).map(|i| from[i].dot(direction(path.facing[i]))).collect()
    };
    let lean = |a: Vec<f64>| -> Vec<f64> {
        a.into_iter().map(|a| libm::atan2(a, GRAVITY).clamp(-0.55, 0.55)).collect()
    };
    let motions: Vec<Motion> = (0..n).map(|i| Motion::at(path, i)).collect();
    let mut fright = 0.0_f64;
    let frights: Vec<f64> = path
        .push
        .iter()
        .map(|push| {
            // A push is answered at once and forgotten within a second.
            fright = ramp(0.5, 7.0, push.length()).max(fright * (1.0 - 2.2 / TICK_HZ));
            fright
        })
        .collect();
    let alarm = |i: usize| {
        let m = &motions[i];
        frights[i].max(0.7 * ramp(3.5, 8.0, m.effort)).max(0.55 * ramp(2.5, 6.0, m.turning))
    };
    let swing = |push: Vec<f64>| spring(&push, 7.5, 0.45);
    Drive {
        ahead: smooth(&lean(along(forward, &acceleration)), 0.07),
        aside: smooth(&lean(along(leftward, &acceleration)), 0.07),
        bent_ahead: swing(along(forward, &path.push)),
        bent_aside: swing(along(leftward, &path.push)),
        running: smooth(&motions.iter().map(Motion::running).collect::<Vec<_>>(), 0.2),
        alarm: smooth(&(0..n).map(alarm).collect::<Vec<_>>(), 0.11),
        speed: smooth(&motions.iter().map(|m| m.speed).collect::<Vec<_>>(), 0.15),
    }
}

/// Acceleration of the course with the sway of single steps taken out.
fn accelerations(place: &[DVec2]) -> Vec<DVec2> {
    let steady = smooth_ground(place, 0.13);
    let twice = |component: fn(&DVec2) -> f64| {
        rate(&rate(&steady.iter().map(component).collect::<Vec<_>>()))
    };
    let (x, z) = (twice(|v| v.x), twice(|v| v.y));
    x.into_iter().zip(z).map(|(x, z)| DVec2::new(x, z)).collect()
}

/// A mass on a spring that follows `target`: what lags and swings through.
pub(crate) fn spring(target: &[f64], omega: f64, damping: f64) -> Vec<f64> {
    let tick = 1.0 / TICK_HZ;
    let (mut x, mut v) = (target[0], 0.0);
    let mut out = Vec::with_capacity(target.len());
    for goal in target {
        v += (omega * omega * (goal - x) - 2.0 * damping * omega * v) * tick;
        x += v * tick;
        out.push(x);
    }
    out
}

fn pelvis(path: &Path, course: &Course<'_>, drive: &Drive, stride: &[f64]) -> Pelvis {
    // The hip of the standing leg is high, the other one drops: 4 degrees each way when walking.
    let load: Vec<f64> = course.left_share.iter().map(|share| 2.0 * share - 1.0).collect();
    let load = smooth(&load, 0.05);
    let rotation = (0..path.len()).map(|i| {
        let list = load[i] * lerp(0.055, 0.075, ramp(0.3, 1.4, drive.speed[i]));
        let axial = -stride[i] * 0.11;
        let tilt = 0.05
            + 0.09 * drive.running[i]
            + 0.35 * drive.ahead[i]
            + 0.22 * path.crouch[i]
            + 0.02 * drive.bent_ahead[i];
        let roll = 0.55 * drive.aside[i] + 0.02 * drive.bent_aside[i];
        body_rotation(path.facing[i] + axial, tilt, list - roll)
    });
    Pelvis {
        rotation: rotation.collect(),
        place: course.place.clone(),
        height: course.height.clone(),
        facing: path.facing.clone(),
    }
}

/// Turned to a heading, then tilted forwards, then rolled with the left side up.
fn body_rotation(heading: f64, tilt: f64, left_up: f64) -> DQuat {
    DQuat::from_rotation_y(heading) * DQuat::from_rotation_x(tilt) * DQuat::from_rotation_z(left_up)
}

fn trunk(
    path: &Path,
    course: &Course<'_>,
    drive: Drive,
    stride: &[f64],
    chance: &mut Chance,
) -> Trunk {
    let n = path.len();
    let load: Vec<f64> = course.left_share.iter().map(|share| 2.0 * share - 1.0).collect();
    let load = smooth(&load, 0.08);
    let sway = [chance.wander(n, 0.3), chance.wander(n, 0.4), chance.wander(n, 0.25)];
    let breath = breathing(&drive.speed, chance);
    let pitch: Vec<f64> = (0..n)
        .map(|i| {
            0.035
                + 0.11 * drive.running[i]
                + drive.ahead[i]
                + 0.42 * path.crouch[i]
                + 0.045 * drive.bent_ahead[i]
                + 0.008 * sway[0][i]
                - 0.008 * breath[i]
        })
        .collect();
    let thorax = (0..n).map(|i| {
        let swing = lerp(0.12, 0.2, drive.running[i]);
        let yaw =
            path.facing[(i + ticks(0.05)).min(n - 1)] + swing * stride[i] + 0.012 * sway[1][i];
        let roll = -0.015 * load[i] - 0.95 * drive.aside[i] - 0.045 * drive.bent_aside[i];
        body_rotation(yaw, pitch[i], roll + 0.006 * sway[2][i])
    });
    let thorax: Vec<DQuat> = thorax.collect();
    let head = head(path, &drive, &pitch, chance);
    Trunk {
        thorax,
        head,
        pitch,
        alarm: drive.alarm,
        running: drive.running,
        speed: drive.speed,
        breath,
    }
}

/// About 14 breaths a minute at rest, 35 in a run.
fn breathing(speed: &[f64], chance: &mut Chance) -> Vec<f64> {
    let mut phase = chance.between(0.0, std::f64::consts::TAU);
    let effort = smooth(speed, 0.5);
    effort
        .iter()
        .map(|speed| {
            let hz = lerp(0.23, 0.58, ramp(0.5, 4.0, *speed));
            phase += std::f64::consts::TAU * hz / TICK_HZ;
            libm::sin(phase)
        })
        .collect()
}

/// The head looks where the body will face in a quarter of a second, and stays level.
fn head(path: &Path, drive: &Drive, pitch: &[f64], chance: &mut Chance) -> Vec<DQuat> {
    let n = path.len();
    let glance = [chance.wander(n, 0.13), chance.wander(n, 0.2)];
    let ahead: Vec<f64> = (0..n)
        .map(|i| {
            let turn = path.facing[(i + ticks(0.27)).min(n - 1)] - path.facing[i];
            let idle = 1.0 - ramp(0.2, 1.2, drive.speed[i]);
            turn.clamp(-1.0, 1.0) + lerp(0.05, 0.22, idle) * glance[0][i]
        })
        .collect();
    let ahead = smooth(&ahead, 0.08);
    (0..n)
        .map(|i| {
            let down = 0.06 + 0.12 * pitch[i] + 0.03 * glance[1][i];
            body_rotation(path.facing[i] + ahead[i], down, -0.25 * drive.aside[i])
        })
        .collect()
}
