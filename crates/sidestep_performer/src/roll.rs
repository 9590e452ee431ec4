//! How a foot rolls while it stands: down about the ankle, flat, up about the ball.
//!
//! In every tick of a stance the ankle or the ball is exactly still.

use crate::{
    body::{
        ANKLE_HEIGHT, BALL_AHEAD, BALL_HEIGHT, HIP_DROP, HIP_HALF_WIDTH, ROOT_HEIGHT, SHANK,
        SOLE_MIDDLE_AHEAD, THIGH, sign,
    },
    curve::{Knot, Quintic, at_height, forward, leftward, lerp, secs, ticks, wrap},
    footsteps::Stance,
    gait::Motion,
    path::Path,
};
use glam::{DQuat, DVec3};

/// One foot at one tick.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Foot {
    /// World position of the ankle.
    pub(crate) ankle: DVec3,
    /// Heading of the foot.
    pub(crate) yaw: f64,
    /// Angle of the sole against the floor, positive with the toes up.
    pub(crate) pitch: f64,
    /// Angle about its own long axis, positive with the left edge up.
    pub(crate) roll: f64,
    /// Angle of the toes against the floor.
    pub(crate) toe_pitch: f64,
    /// Whether it stands.
    pub(crate) stands: bool,
}

impl Foot {
    /// World rotation of the foot.
    pub(crate) fn rotation(&self) -> DQuat {
        DQuat::from_rotation_y(self.yaw)
            * DQuat::from_rotation_x(-self.pitch)
            * DQuat::from_rotation_z(self.roll)
    }

    /// World position of the ball of the foot.
    pub(crate) fn ball(&self) -> DVec3 {
        self.ankle + self.rotation() * DVec3::new(0.0, BALL_HEIGHT - ANKLE_HEIGHT, BALL_AHEAD)
    }
}

/// A stance together with the way its foot rolls.
#[derive(Clone, Debug)]
pub(crate) struct Roll {
    pub(crate) stance: Stance,
    /// Pitch at touchdown and at lift-off.
    touch_pitch: f64,
    lift_pitch: f64,
    /// Seconds from touchdown to flat, and from the first rise to lift-off.
    landing_secs: f64,
    leaving_secs: f64,
    /// How far the foot pivots on its ball while it leaves.
    twist: f64,
}

impl Roll {
    /// The roll of a stance, for a body that passes over it as the path says.
    pub(crate) fn new(path: &Path, stance: &Stance) -> Self {
        let (touch, lift) = (stance.touch, path.clamp(stance.lift));
        let ahead_at = |tick: usize| {
            let sole = stance.sole(SOLE_MIDDLE_AHEAD);
            (sole - path.pelvis[path.clamp(tick)]).dot(forward(stance.yaw))
        };
        let strike = lerp(56.0, 24.0, Motion::at(path, touch).running());
        let touch_pitch = (strike * ahead_at(touch) - 1.0).clamp(-22.0, 17.0);
        let across = stance.sole(SOLE_MIDDLE_AHEAD) - path.pelvis[lift];
        let behind = -ahead_at(lift);
        // Who leaves a foot sideways rolls over its inner edge: the heel rises nearly as much.
        let sideways = 0.75 * across.dot(leftward(stance.yaw));
        let behind = if behind > -0.1 { libm::hypot(behind.max(0.0), sideways) } else { behind };
        let push_off = if behind > 0.0 { -(10.0 + 104.0 * behind) } else { -14.0 - 60.0 * behind };
        let stays = lift + 1 >= path.len();
        let turned = wrap(path.facing[lift] - stance.yaw);
        let excess = (turned.abs() - 0.45).max(0.0) * turned.signum();
        let mut roll = Self {
            touch_pitch: if touch == 0 { 0.0 } else { touch_pitch.to_radians() },
            lift_pitch: if stays { 0.0 } else { push_off.clamp(-60.0, 12.0).to_radians() },
            landing_secs: (0.3 * stance.secs()).clamp(0.03, 0.1),
            leaving_secs: (0.5 * stance.secs())
                .clamp(0.06, 0.1 - 0.0037 * push_off.clamp(-60.0, 0.0)),
            twist: if push_off < -20.0 { excess.clamp(-0.8, 0.8) } else { 0.0 },
            stance: stance.clone(),
        };
        roll.rise_in_time(path);
        roll
    }

    /// Lets the heel rise earlier where the leg could not reach back to a flat foot.
    fn rise_in_time(&mut self, path: &Path) {
        let longest = (self.stance.secs() - self.landing_secs).max(self.leaving_secs).min(0.6);
        let mut strain = self.strain(path);
        while self.leaving_secs < longest && strain > 0.004 {
            let earlier = Self { leaving_secs: self.leaving_secs + 0.02, ..self.clone() };
            let eased = earlier.strain(path);
            if eased > strain - 0.001 {
                break;
            }
            (*self, strain) = (earlier, eased);
        }
    }

    /// By how much the leg is too short for a pelvis at walking height, at worst.
    fn strain(&self, path: &Path) -> f64 {
        let first = self.stance.lift.saturating_sub(ticks(0.6)).max(self.stance.touch);
        let over = (first..=self.stance.lift).step_by(4).map(|tick| {
            let foot = self.at(secs(tick - self.stance.touch));
            let aside = leftward(path.facing[tick]) * (HIP_HALF_WIDTH * sign(self.stance.side));
            let height = ROOT_HEIGHT - 0.055 - 0.2 * path.crouch[tick] - HIP_DROP;
            let hip = at_height(path.pelvis[tick] + aside, height);
            (hip - foot.ankle).length() - 0.995 * (THIGH + SHANK)
        });
        over.fold(0.0, f64::max)
    }

    /// The foot `t` seconds after touchdown; carries on smoothly past lift-off.
    pub(crate) fn at(&self, t: f64) -> Foot {
        let stance = &self.stance;
        let leaving = (t - (stance.secs() - self.leaving_secs)) / self.leaving_secs;
        let rise = leaving.max(0.0);
        let pitch = self.landing_pitch(t) + self.lift_pitch * heel_rise(rise);
        let yaw = stance.yaw + self.twist * rise * rise * rise;
        let flat = at_height(stance.ankle, ANKLE_HEIGHT);
        let toe_pitch = pitch.max(0.0);
        let mut foot = Foot { ankle: flat, yaw, pitch, roll: 0.0, toe_pitch, stands: true };
        if pitch < 0.0 {
            let ball = at_height(stance.sole(BALL_AHEAD), BALL_HEIGHT);
            foot.ankle += ball - foot.ball();
        }
        foot
    }

    fn landing_pitch(&self, t: f64) -> f64 {
        if t >= self.landing_secs {
            return 0.0;
        }
        let start = Knot::new(self.touch_pitch, self.landing_rate(), 0.0);
        Quintic::new(start, Knot::rest(0.0), self.landing_secs).at(t.max(0.0))
    }

    /// Rate of the pitch at touchdown.
    pub(crate) fn landing_rate(&self) -> f64 {
        -1.2 * self.touch_pitch / self.landing_secs
    }
}

/// Share of the heel's rise, at rest where it begins and still fast where the foot leaves.
fn heel_rise(s: f64) -> f64 {
    Quintic::new(Knot::rest(0.0), Knot::new(1.0, 1.6, 0.0), 1.0).at(s)
}

/// How all stances of a plan roll, in the plan's order.
pub(crate) fn rolls(path: &Path, stances: &[Stance]) -> Vec<Roll> {
    stances.iter().map(|stance| Roll::new(path, stance)).collect()
}
