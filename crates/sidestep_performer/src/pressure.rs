//! Where the feet press on the ground: as the path wants, as far as the standing soles allow.

use crate::{
    body::ROOT_HEIGHT,
    chance::Chance,
    curve::{forward, leftward, lerp, ramp, secs, smooth_ground, smooth_ramp},
    footsteps::Stance,
    gait::GRAVITY,
    path::Path,
    supports::Supports,
};
use glam::DVec2;

/// Behind the ankle, the heel; ahead of it, where the big toe presses.
const HEEL_AHEAD: f64 = -0.03;
const TOE_AHEAD: f64 = 0.165;

/// Centre of pressure at each tick, and the share of the left foot in the load.
///
/// It lies where the path wants it as far as the soles on the ground allow.
pub(crate) fn pressure(
    path: &Path,
    supports: &Supports<'_>,
    chance: &mut Chance,
) -> (Vec<DVec2>, Vec<f64>) {
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
