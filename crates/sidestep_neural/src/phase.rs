//! The phase of the gait: where between two footfalls a body is.
//!
//! A network that is asked for a place alone does not know which foot comes next in the data it is
//! compared with, and the safest guess is to move neither. Told the phase, it can follow; and when it
//! runs by itself, the phase goes on as it expects it to, so that a body never stops in between.
//!
//! Phase 0 is the left foot coming down, π the right one.

use sidestep_motion::{
    Contacts, Side,
    math::{atan2, wrap_angle},
};
use std::f32::consts::{PI, TAU};

/// Two footfalls closer than this are one, in seconds.
const LEAST_SECS: f32 = 0.13;

/// A step takes no longer than this; who waits longer before it stands, in seconds.
const STEP_SECS: f32 = 0.55;

/// A phase goes on by no more than this in a tick at 30 Hz, in radians.
const MOST_ADVANCE: f32 = 0.8;

/// The phase of each frame of a clip, growing without jumps.
pub fn phases(contacts: &[Contacts], rate_hz: f32) -> Vec<f32> {
    let footfalls = footfalls(contacts, rate_hz);
    let step = STEP_SECS * rate_hz;
    let Some((first, phase)) = footfalls.first().copied() else {
        return vec![0.0; contacts.len()];
    };
    let mut out = Vec::with_capacity(contacts.len());
    for frame in 0..first {
        out.push(phase - PI * (count(first - frame) / step).min(1.0));
    }
    for pair in footfalls.windows(2) {
        let ((from, phase), (to, next)) = (pair[0], pair[1]);
        let moves = (step * (next - phase) / PI).min(count(to - from));
        for frame in from..to {
            let left = count(to - frame);
            out.push(next - (next - phase) * (left / moves).min(1.0));
        }
    }
    let last = footfalls.last().map_or(0.0, |(_, phase)| *phase);
    out.resize(contacts.len(), last);
    out
}

/// Frames in which a foot comes down, with the phase that has grown until then.
fn footfalls(contacts: &[Contacts], rate_hz: f32) -> Vec<(usize, f32)> {
    let mut out: Vec<(usize, f32, Side)> = Vec::new();
    for frame in 1..contacts.len() {
        for side in Side::BOTH {
            if !contacts[frame].get(side) || contacts[frame - 1].get(side) {
                continue;
            }
            match out.last().copied() {
                Some((last, ..)) if count(frame - last) < LEAST_SECS * rate_hz => {}
                Some((_, phase, other)) => {
                    out.push((frame, phase + if other == side { TAU } else { PI }, side));
                }
                None => out.push((frame, if side == Side::Left { 0.0 } else { PI }, side)),
            }
        }
    }
    out.into_iter().map(|(frame, phase, _)| (frame, phase)).collect()
}

/// The phase after `phase`, where cosine and sine of it are expected to be these. Never goes back, and
/// goes on by `least` at the least.
pub fn advanced(phase: f32, (cosine, sine): (f32, f32), least: f32) -> f32 {
    let advance = wrap_angle(atan2(sine, cosine) - phase);
    let advance = if advance.is_finite() { advance.clamp(least, MOST_ADVANCE) } else { least };
    wrap_angle(phase + advance)
}

/// How far a phase goes on in a tick of a body that goes: its slowest step.
pub fn slowest_advance(rate_hz: f32) -> f32 {
    (PI / (STEP_SECS * rate_hz)).min(MOST_ADVANCE)
}

fn count(frames: usize) -> f32 {
    frames as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `L` and `R` are single feet, `B` both, `.` none.
    fn of(feet: &str) -> Vec<Contacts> {
        let both = |c| Contacts::new("LB".contains(c), "RB".contains(c));
        feet.chars().map(both).collect()
    }

    #[test]
    fn a_walk_goes_round_once_in_two_steps() {
        // At 10 Hz: left down in frame 2, right in 5, left in 8.
        let phases = phases(&of("RRBLLBRRBLLL"), 10.0);
        for (frame, wanted) in [(2, 0.0), (5, PI), (8, TAU)] {
            assert!((phases[frame] - wanted).abs() < 1e-5, "{phases:?}");
        }
        assert!((phases[3] - PI / 3.0).abs() < 1e-5, "{phases:?}");
    }

    #[test]
    fn who_stands_waits() {
        let phases = phases(&of("RRBBBBBBBBBBBBBBBBBBLLBB"), 10.0);
        assert!(phases[3..15].windows(2).all(|pair| pair[0] == pair[1]), "{phases:?}");
        assert!((phases[22] - PI).abs() < 1e-5);
        assert!(phases.windows(2).all(|pair| pair[0] <= pair[1]), "{phases:?}");
    }

    #[test]
    fn a_phase_never_goes_back() {
        assert!((advanced(0.0, (0.8, 0.6), 0.0) - 0.643_501).abs() < 1e-5);
        assert_eq!(advanced(0.5, (1.0, 0.0), 0.0), 0.5);
        assert_eq!(advanced(0.5, (f32::NAN, 0.0), 0.0), 0.5);
    }

    #[test]
    fn who_goes_makes_a_step_in_time() {
        // At 20 Hz a step of 0.55 s is 11 ticks.
        let least = slowest_advance(20.0);
        assert!((least - PI / 11.0).abs() < 1e-6);
        assert!((advanced(0.5, (1.0, 0.0), least) - (0.5 + PI / 11.0)).abs() < 1e-6);
        assert!((advanced(0.0, (0.8, 0.6), least) - 0.643_501).abs() < 1e-5);
    }
}
