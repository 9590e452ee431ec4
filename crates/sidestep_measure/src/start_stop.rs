//! Whether a character starts when asked, stops when let go, and stays stopped.

use crate::{
    foot_track::flat,
    liveliness::LimbSpeeds,
    quality::ContactFigures,
    response::{place, stratified},
    run::{FRAMES_PER_SEC, RATE_HZ, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean, percentile},
    subject::Subject,
    whole_foot::FootFigures,
};
use glam::Vec2;
use serde::Serialize;
use sidestep_control::{Goal, Start};
use sidestep_motion::{GroundTransform, JointMotion, chance::Chance};
use std::{f32::consts::PI, ops::Range};

/// A character stands this long before it is asked for anything.
const STAND_FRAMES: usize = 2 * FRAMES_PER_SEC;

/// Taps last from this long to that, in seconds.
const TAP_SECS: (f32, f32) = (0.2, 2.0);

/// Taps at least this long tell how soon a character starts.
const LONG_TAP_FRAMES: usize = FRAMES_PER_SEC;

/// It is watched this long after the release.
const WATCH_FRAMES: usize = 10 * FRAMES_PER_SEC;

/// By then after the release it should have stopped.
const STOPPED_FRAMES: usize = 3 * FRAMES_PER_SEC;

/// A start that does not come within the tap counts as this.
const NEVER_SECS: f32 = 5.0;

/// It has started at this share of the speed asked for.
const STARTED_SHARE: f32 = 0.6;

/// It has stopped below this speed, in metres a second.
const STOPPED_SPEED: f32 = 0.1;

/// Frames to either side over which the speed of the root is taken: a tenth of a second.
const SPEED_REACH: usize = FRAMES_PER_SEC / 10;

/// Of one in `n` evenly spread numbers the next lies this far on: so durations and directions, both
/// evenly spread, have nothing to do with each other.
const GOLDEN: f32 = 0.618_034;

/// What `measure start-stop` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StartStop {
    /// Taps.
    pub n: usize,
    /// Taps of a second and more, which the times to start are taken from.
    pub long_taps: usize,
    /// Time from the press until the character goes at 0.6 of the speed asked for.
    pub start_p50_secs: f32,
    /// Of twenty starts nineteen are as quick.
    pub start_p95_secs: f32,
    /// Time from the release until it is slower than 0.1 m/s for good.
    pub stop_p50_secs: f32,
    /// Of twenty stops nineteen are as quick.
    pub stop_p95_secs: f32,
    /// How far it drifts while it should stand, mean over the taps.
    pub drift_m_per_10s: f32,
    /// Of twenty taps nineteen drift less.
    pub drift_p95_m_per_10s: f32,
    /// Share of the taps after which it is faster than 0.1 m/s later than 3 s after the release.
    pub restless_fraction: f32,
    /// Speed of planted feet over all taps.
    pub skate_cm_per_s: f32,
    /// That of the source.
    pub source_skate_cm_per_s: f32,
    /// Speed of the faster end of flat feet over all taps, 95th percentile.
    pub flat_slide_p95_cm_per_s: f32,
    /// That of the source.
    pub source_flat_slide_p95_cm_per_s: f32,
    /// Mean speed of joints against the root, over the source's at the same speeds of travel.
    pub liveliness: f32,
    /// That of the source: one, by its definition.
    pub source_liveliness: f32,
    /// Share of the taps in which every number was finite.
    pub finite_fraction: f32,
}

/// What one tap came to.
#[derive(Clone, Copy, Debug)]
struct Tap {
    start_secs: Option<f32>,
    stop_secs: f32,
    drift: f32,
    is_restless: bool,
    is_finite: bool,
}

/// Taps of 0.2 to 2 s in all directions, each from standing.
pub fn start_stop(subject: &Subject<'_>, source: &Source, settings: &Settings) -> StartStop {
    let mut contacts = ContactFigures::default();
    let (mut feet, mut limbs) = (FootFigures::default(), LimbSpeeds::default());
    let mut taps = Vec::with_capacity(settings.n);
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed, index as u64);
        let turn = PI * stratified(index, settings.n, &mut chance);
        let frames = tap_frames(index, settings.seed);
        let run = tap(subject, source, turn, frames);
        contacts.add(&run.motion, &run.unlocked);
        feet.add(&run.motion);
        limbs.add(&run.motion);
        taps.push(judge(&run, frames, source.median_speed));
    }
    let all = |of: fn(&Tap) -> f32| -> Vec<f32> { taps.iter().map(of).collect() };
    let share = |of: fn(&&Tap) -> bool| fraction(taps.iter().filter(of).count(), taps.len());
    let starts: Vec<f32> = taps.iter().filter_map(|tap| tap.start_secs).collect();
    let (stops, drifts) = (all(|tap| tap.stop_secs), all(|tap| tap.drift));
    StartStop {
        n: taps.len(),
        long_taps: starts.len(),
        start_p50_secs: percentile(starts.clone(), 0.5),
        start_p95_secs: percentile(starts, 0.95),
        stop_p50_secs: percentile(stops.clone(), 0.5),
        stop_p95_secs: percentile(stops, 0.95),
        drift_m_per_10s: mean(&drifts),
        drift_p95_m_per_10s: percentile(drifts, 0.95),
        restless_fraction: share(|tap| tap.is_restless),
        skate_cm_per_s: contacts.skate_cm_per_s(),
        source_skate_cm_per_s: source.contacts.skate_cm_per_s(),
        flat_slide_p95_cm_per_s: feet.figures().flat_slide_p95_cm_per_s,
        source_flat_slide_p95_cm_per_s: source.feet.flat_slide_p95_cm_per_s,
        liveliness: limbs.over(&source.limbs),
        source_liveliness: source.limbs.over(&source.limbs),
        finite_fraction: share(|tap| tap.is_finite),
    }
}

/// How long the tap of that number lasts.
fn tap_frames(index: usize, seed: u64) -> usize {
    let share = ((index as u64).wrapping_add(seed) % 100_000) as f32 * GOLDEN;
    let secs = TAP_SECS.0 + (TAP_SECS.1 - TAP_SECS.0) * share.fract();
    (secs * RATE_HZ).round() as usize
}

/// Stands, goes for `frames` in a direction and stands again; what comes before the tap is left out.
fn tap(subject: &Subject<'_>, source: &Source, turn: f32, frames: usize) -> Run {
    let mut character = (subject.spawn)(Start::Rest(GroundTransform::IDENTITY));
    for _ in 0..STAND_FRAMES {
        character.advance(&Goal::STAND, 1.0 / RATE_HZ);
    }
    let go = Goal::walk(character.ground().heading + turn, source.median_speed);
    Run::record(&mut *character, frames + WATCH_FRAMES, |frame, _| {
        if frame < frames { go.clone() } else { Goal::STAND }
    })
}

fn judge(run: &Run, released: usize, speed: f32) -> Tap {
    let is_moving = |frame: &usize| root_speed(&run.motion, *frame) >= STOPPED_SPEED;
    let watched = run.len().saturating_sub(SPEED_REACH);
    let last = (released..watched).rfind(is_moving);
    let stop = last.map_or(0, |frame| frame + 1 - released);
    let start = started(&run.motion, 0..released, speed);
    let secs = |frame: usize| fraction(frame, FRAMES_PER_SEC);
    Tap {
        start_secs: (released >= LONG_TAP_FRAMES).then(|| start.map_or(NEVER_SECS, secs)),
        stop_secs: secs(stop),
        drift: drift(run, released + STOPPED_FRAMES),
        is_restless: stop > STOPPED_FRAMES,
        is_finite: run.is_finite,
    }
}

/// How many of these frames pass until the root goes at 0.6 of a speed, where it does. The last tenth of a
/// second of a motion may still change as it goes on.
pub fn started(motion: &JointMotion, frames: Range<usize>, speed: f32) -> Option<usize> {
    let first = frames.start;
    let goes = |frame: &usize| root_speed(motion, *frame) >= STARTED_SHARE * speed;
    frames.take_while(|frame| *frame < motion.len()).find(goes).map(|frame| frame - first)
}

/// Speed of the root over the fifth of a second around a frame, as far as there is one.
fn root_speed(motion: &JointMotion, frame: usize) -> f32 {
    let (from, to) = (
        frame.saturating_sub(SPEED_REACH),
        (frame + SPEED_REACH).min(motion.len().saturating_sub(1)),
    );
    let way = flat(motion.frame(to)[0] - motion.frame(from)[0]);
    way.length() / fraction(to - from, FRAMES_PER_SEC).max(1e-6)
}

/// Metres in ten seconds from the second that begins at `from` to the last one of the run: places
/// are means of a second, so that swaying on the spot is no drift.
fn drift(run: &Run, from: usize) -> f32 {
    let to = run.len().saturating_sub(FRAMES_PER_SEC);
    if to <= from {
        return 0.0;
    }
    let mean_place = |from: usize| {
        let places = (from..from + FRAMES_PER_SEC).map(|frame| place(run, frame));
        places.sum::<Vec2>() * (1.0 / RATE_HZ)
    };
    let secs = fraction(to - from, FRAMES_PER_SEC);
    mean_place(to).distance(mean_place(from)) * 10.0 / secs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taps_are_of_all_lengths_and_half_of_them_long() {
        let taps: Vec<usize> = (0..200).map(|index| tap_frames(index, 1)).collect();
        assert!(taps.iter().all(|frames| (6..=60).contains(frames)), "{taps:?}");
        let long = taps.iter().filter(|frames| **frames >= LONG_TAP_FRAMES).count();
        // 1 to 2 s of 0.2 to 2 s: 111 of 200.
        assert!((109..=115).contains(&long), "{long}");
        assert!(taps.contains(&6) && taps.contains(&60));
    }
}
