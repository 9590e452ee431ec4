//! Means by speed of travel, so that motions are compared under the same speeds.

use crate::{foot_track::flat, run::FRAMES_PER_SEC, statistics::fraction};
use sidestep_motion::{
    JointMotion, Side,
    contact_detection::{ContactConfig, detect, estimate_floor},
};

/// Speeds of travel are told apart in steps of this, in metres a second.
const STEP: f32 = 0.25;

/// Faster than the last step counts as the last.
const STEPS: usize = 40;

/// Steps of the source with fewer frames than this say nothing.
const FEWEST_FRAMES: usize = FRAMES_PER_SEC / 2;

/// A number of every frame, by speed of travel.
#[derive(Clone, Debug, PartialEq)]
pub struct BySpeed {
    sums: [f64; STEPS],
    frames: [usize; STEPS],
}

impl Default for BySpeed {
    fn default() -> Self {
        Self { sums: [0.0; STEPS], frames: [0; STEPS] }
    }
}

impl BySpeed {
    /// Adds the number of a frame.
    pub fn add(&mut self, speed: f32, number: f32) {
        let step = step_of(speed);
        self.sums[step] += f64::from(number);
        self.frames[step] += 1;
    }

    /// Adds the share of the feet that are down in every frame.
    pub fn add_contacts(&mut self, motion: &JointMotion) {
        if motion.is_empty() {
            return;
        }
        let contacts = detect(motion, estimate_floor(motion), &ContactConfig::default());
        for (frame, feet) in contacts.iter().enumerate() {
            let down = Side::BOTH.into_iter().filter(|side| feet.get(*side)).count();
            self.add(travel_speed(motion, frame), fraction(down, 2));
        }
    }

    /// The mean over all frames.
    pub fn mean(&self) -> f32 {
        self.mean_of(self.sums.iter().sum())
    }

    /// The mean that `source` has at the speeds of these frames.
    pub fn mean_in(&self, source: &Self) -> f32 {
        let usual = |step: usize| source.near(step) * self.frames[step] as f64;
        self.mean_of((0..STEPS).map(usual).sum())
    }

    fn mean_of(&self, sum: f64) -> f32 {
        (sum / self.frames.iter().sum::<usize>().max(1) as f64) as f32
    }

    /// Mean at a step, or at the nearest one of which there is enough.
    fn near(&self, step: usize) -> f64 {
        let enough = |least: usize| {
            let known = (0..STEPS).filter(move |other| self.frames[*other] >= least);
            known.min_by_key(|other| other.abs_diff(step))
        };
        let nearest = enough(FEWEST_FRAMES).or_else(|| enough(1));
        nearest.map_or(0.0, |step| self.sums[step] / self.frames[step] as f64)
    }
}

fn step_of(speed: f32) -> usize {
    ((speed / STEP).max(0.0) as usize).min(STEPS - 1)
}

/// Speed of the root over the half second around a frame, as far as there is one, in m/s.
pub(crate) fn travel_speed(motion: &JointMotion, frame: usize) -> f32 {
    let reach = FRAMES_PER_SEC / 4;
    let (from, to) = (frame.saturating_sub(reach), (frame + reach).min(motion.len() - 1));
    let way = motion.frame(to)[0] - motion.frame(from)[0];
    let secs = fraction(to - from, FRAMES_PER_SEC);
    if secs > 0.0 { flat(way).length() / secs } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_compared_under_the_same_speeds() {
        let (mut source, mut shown) = (BySpeed::default(), BySpeed::default());
        for _ in 0..30 {
            source.add(0.1, 1.0);
            source.add(2.0, 0.25);
        }
        for _ in 0..3 {
            shown.add(0.2, 0.9);
        }
        shown.add(2.1, 0.3);
        assert!((shown.mean() - 0.75).abs() < 1e-6);
        assert!((shown.mean_in(&source) - 0.8125).abs() < 1e-6);
        // Speeds that the source does not know are held against the nearest that it does.
        shown.add(9.0, 0.0);
        assert!((shown.mean_in(&source) - 0.7).abs() < 1e-6);
    }
}
