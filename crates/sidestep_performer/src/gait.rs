//! Published relations of human gait: how long, how wide and how springy steps are at a speed.

use crate::{
    curve::{lerp, ramp, smooth_ramp, table},
    path::Path,
};

/// Gravity, in metres a second squared.
pub(crate) const GRAVITY: f64 = 9.81;

/// What the body does around a moment, as far as its gait cares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    /// Speed over the ground.
    pub(crate) speed: f64,
    /// Speed ahead, negative when going backwards.
    pub(crate) ahead: f64,
    /// Speed to the left.
    pub(crate) aside: f64,
    /// Size of the willed acceleration.
    pub(crate) effort: f64,
    /// How hard the body slows down.
    pub(crate) braking: f64,
    /// Size of the turning rate.
    pub(crate) turning: f64,
    /// 0 upright to 1 crouched.
    pub(crate) crouch: f64,
}

impl Motion {
    /// What the path does at a tick.
    pub(crate) fn at(path: &Path, tick: usize) -> Self {
        let i = path.clamp(tick);
        let (v, facing) = (path.velocity[i], path.facing[i]);
        let will = path.acceleration[i] - path.push[i];
        Self {
            speed: v.length(),
            ahead: v.dot(crate::curve::forward(facing)),
            aside: v.dot(crate::curve::leftward(facing)),
            effort: will.length(),
            braking: -will.dot(v.normalize_or_zero()),
            turning: path.turn_rate[i].abs(),
            crouch: path.crouch[i],
        }
    }

    /// 0 for walking to 1 for running: only forwards and upright, above 2 m/s, where the two cost
    /// the same (Margaria 1963).
    pub(crate) fn running(&self) -> f64 {
        let ahead = ramp(0.75, 0.9, self.ahead / self.speed.max(0.1));
        smooth_ramp(2.0, 2.3, self.speed) * ahead * (1.0 - ramp(0.2, 0.5, self.crouch))
    }

    /// Seconds from one touchdown to the next of the other foot.
    ///
    /// Walking keeps the ratio of step length to cadence near 0.006 m/(steps/min) (Sekiya 1996),
    /// hence cadence = 101 √speed; running keeps its cadence near 165/min. Hurry shortens steps.
    pub(crate) fn step_secs(&self) -> f64 {
        let cadence = 101.0 * libm::sqrt(self.speed.max(0.62));
        let walk = (60.0 / cadence).max(0.4);
        let run = 0.39 - 0.011 * self.speed;
        let mut secs = lerp(walk, run, smooth_ramp(1.9, 2.3, self.speed));
        if self.ahead < 0.0 {
            secs *= 0.94;
        }
        secs = secs.min(0.56 - 0.2 * self.aside.abs().min(1.1));
        secs = secs.min(lerp(0.58, 0.36, ramp(1.0, 5.0, self.effort)));
        secs -= 0.045 * ramp(2.5, 4.5, self.effort) * ramp(1.6, 2.6, self.speed);
        secs.min(lerp(0.58, 0.34, ramp(0.8, 4.5, self.turning)))
    }

    /// Seconds during which both feet stand; negative when running: seconds of flight.
    ///
    /// Double support fades from a quarter of the step to nothing at 2 m/s; flight grows to a third
    /// of the step at 4 m/s (duty factor 0.35).
    pub(crate) fn overlap_secs(&self) -> f64 {
        // Who brakes hard keeps a foot on the ground, as soon as the speed allows.
        if self.running() > 0.5 && (self.braking < 2.5 || self.speed > 2.5) {
            return -table(&[(2.0, 0.05), (3.0, 0.1), (4.0, 0.125), (5.0, 0.13)], self.speed);
        }
        let walk = table(&[(0.4, 0.2), (0.8, 0.15), (1.4, 0.11), (2.0, 0.055)], self.speed);
        let hurry = ramp(1.5, 4.0, self.effort).max(ramp(1.5, 4.0, self.turning));
        let quick = lerp(walk, walk.min(0.055), hurry);
        lerp(quick, quick.min(0.06), ramp(0.5, 1.0, self.aside.abs()))
    }

    /// Distance of the feet across the body.
    pub(crate) fn step_width(&self, step_secs: f64) -> f64 {
        let going =
            table(&[(0.0, 0.2), (0.5, 0.13), (1.2, 0.1), (2.2, 0.08), (4.0, 0.06)], self.speed);
        let steady = going + 0.08 * self.crouch + 0.1 * ramp(3.0, 7.0, self.effort);
        // A foot that closes up beside the other one must not land on it.
        let closing = self.aside.abs() * step_secs + 0.1;
        lerp(steady, steady.max(closing), ramp(0.1, 0.3, self.aside.abs()))
    }

    /// Rise and fall of the pelvis in a walking step.
    pub(crate) fn bob(&self) -> f64 {
        let walk =
            table(&[(0.0, 0.0), (0.3, 0.01), (0.8, 0.022), (1.4, 0.036), (2.0, 0.05)], self.speed);
        walk * (1.0 - 0.5 * self.crouch)
    }

    /// Largest bend of the knee of the swinging leg (Winter; Novacheck 1998 for running).
    pub(crate) fn swing_knee(&self) -> f64 {
        let degrees = table(
            &[(0.0, 42.0), (0.6, 53.0), (1.4, 60.0), (2.0, 66.0), (2.6, 84.0), (4.0, 104.0)],
            self.speed,
        );
        let sideways = ramp(0.4, 0.9, 1.0 - self.ahead / self.speed.max(0.2));
        lerp(degrees, degrees.min(52.0), sideways).to_radians()
    }
}
