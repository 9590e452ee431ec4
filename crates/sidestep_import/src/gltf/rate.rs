//! How many frames a second an animation was captured with, told by the times of its keyframes.

use crate::{options::Note, timing};

/// Rates that animation programs work with.
const USUAL_HZ: [f64; 9] = [24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 90.0, 100.0, 120.0];
/// Sparse curves are sampled at least this often, so that their bends are kept.
const LEAST_HZ: f64 = 30.0;
/// No capture is faster.
const MOST_HZ: f64 = 1000.0;

/// When the frames of an animation are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    pub(super) start_secs: f64,
    pub(super) rate_hz: f64,
    pub(super) frames: usize,
}

impl Clock {
    /// Frames from the first key to the last, at the rate given or else at the densest regular one.
    ///
    /// `stated_hz` is the rate our own writer left in the file; it wins where the keys agree.
    pub(super) fn of(
        key_times: &[&[f32]],
        given_hz: Option<f64>,
        stated_hz: Option<f64>,
        notes: &mut Vec<Note>,
    ) -> Self {
        let ends = |times: &&[f32]| Some((f64::from(*times.first()?), f64::from(*times.last()?)));
        let spans = key_times.iter().filter_map(ends);
        let (start_secs, end_secs) = spans
            .reduce(|(start, end), (first, last)| (start.min(first), end.max(last)))
            .unwrap_or((0.0, 0.0));
        let detected = regular_hz(key_times);
        let agrees = |stated: &f64| detected.is_none_or(|hz| (hz - stated).abs() < 0.01 * hz);
        let rate_hz = match (given_hz, stated_hz.filter(agrees)) {
            (Some(hz), _) | (None, Some(hz)) => hz,
            (None, None) => detected_hz(detected, key_times, notes),
        };
        let steps = ((end_secs - start_secs) * rate_hz + 0.01) as usize;
        Self { start_secs, rate_hz, frames: steps.saturating_add(1) }
    }

    /// Time of a frame.
    pub(super) fn secs(&self, frame: usize) -> f64 {
        self.start_secs + frame as f64 / self.rate_hz
    }
}

fn detected_hz(detected: Option<f64>, key_times: &[&[f32]], notes: &mut Vec<Note>) -> f64 {
    let Some(hz) = detected else {
        let lone = key_times.iter().all(|times| times.len() < 2);
        if !lone {
            let message = format!("the keyframes have no regular rate; {LEAST_HZ} Hz was taken");
            notes.push(Note::warning(message, "give the rate"));
        }
        return LEAST_HZ;
    };
    if hz >= 24.0 {
        notes.push(Note::info(format!("rate: {hz:.3} Hz, by the times of the keyframes")));
        return hz;
    }
    let dense = hz * (LEAST_HZ / hz).ceil();
    notes.push(Note::info(format!("rate: {dense:.3} Hz; the keyframes have {hz:.3} Hz")));
    dense
}

/// The fastest of the curves whose keys are evenly spaced, else the rate whose frames hold all keys.
fn regular_hz(key_times: &[&[f32]]) -> Option<f64> {
    let even = key_times.iter().filter_map(|times| even_hz(times));
    let fastest =
        even.fold(None, |best: Option<f64>, hz| Some(best.map_or(hz, |best| best.max(hz))));
    let hz = fastest.or_else(|| grid_hz(key_times))?;
    (hz <= MOST_HZ).then(|| timing::rate_of(1.0 / hz))
}

/// The rate of at least three evenly spaced keys.
fn even_hz(times: &[f32]) -> Option<f64> {
    let ([first, .., last], true) = (times, times.len() >= 3) else { return None };
    let step = (f64::from(*last) - f64::from(*first)) / (times.len() - 1) as f64;
    let mut expected = f64::from(*first);
    for time in times {
        if (f64::from(*time) - expected).abs() > 0.02 * step {
            return None;
        }
        expected += step;
    }
    (step > 1e-6).then(|| 1.0 / step)
}

/// The rate of a curve from which keys were left out: all gaps are whole numbers of frames.
fn grid_hz(key_times: &[&[f32]]) -> Option<f64> {
    let gaps = || {
        let of = |times: &&'_ [f32]| -> Vec<f64> {
            times.windows(2).map(|pair| f64::from(pair[1]) - f64::from(pair[0])).collect()
        };
        key_times.iter().flat_map(of).filter(|gap| *gap > 1e-4)
    };
    let least = gaps().reduce(f64::min)?;
    let holds_all = |hz: &f64| gaps().all(|gap| (gap * hz - (gap * hz).round()).abs() < 0.05);
    std::iter::once(1.0 / least).chain(USUAL_HZ).find(holds_all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(times: &[&[f32]], rate_hz: f64, frames: usize) {
        let clock = Clock::of(times, None, None, &mut Vec::new());
        assert!((clock.rate_hz - rate_hz).abs() < 1e-9, "{clock:?}");
        assert_eq!(clock.frames, frames);
    }

    #[test]
    fn evenly_spaced_keys_tell_the_rate() {
        let at_60: Vec<f32> = (0..100).map(|i| i as f32 / 60.0).collect();
        let at_30: Vec<f32> = (0..50).map(|i| i as f32 / 30.0).collect();
        check(&[&at_60], 60.0, 100);
        check(&[&at_30, &at_60, &[0.0, 0.5]], 60.0, 100);
    }

    /// Blender leaves out keys that say nothing: gaps of 1, 3 and 4 frames at 24 Hz.
    #[test]
    fn keys_left_out_still_tell_the_rate() {
        let at = |frame: f32| frame / 24.0;
        check(&[&[at(1.0), at(2.0), at(5.0), at(9.0)]], 24.0, 9);
        check(&[&[at(1.0), at(3.0), at(6.0)]], 24.0, 6);
    }

    #[test]
    fn sparse_keys_are_sampled_densely() {
        check(&[&[0.0, 1.0, 2.0]], 30.0, 61);
        check(&[&[0.0]], 30.0, 1);
        check(&[], 30.0, 1);
    }

    #[test]
    fn what_is_said_wins() {
        let times: Vec<f32> = (0..10).map(|i| i as f32 / 20.0).collect();
        assert_eq!(Clock::of(&[&times], None, Some(20.0), &mut vec![]).rate_hz, 20.0);
        assert_eq!(Clock::of(&[&times], None, Some(60.0), &mut vec![]).rate_hz, 40.0);
        assert_eq!(Clock::of(&[&times], Some(25.0), Some(20.0), &mut vec![]).rate_hz, 25.0);
    }
}
