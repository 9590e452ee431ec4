//! What a library holds: seconds of every speed, turn rate and direction of travel, starts, stops
//! and turns.

use crate::{
    actions::{self, Action, ObjectSummary},
    clip_view::ClipView,
    travel::Travel,
    turns::{TurnSummary, Turns},
};
use serde::Serialize;
use std::f32::consts::FRAC_PI_4;

/// Slower than this, in metres a second, a body stands.
const STANDING: f32 = 0.15;

/// Slower than this, in radians a second, it does not turn.
const TURNING: f32 = 0.35;

/// A start leads from the first of these speeds to the second within the time, a stop back.
const START_SPEEDS: (f32, f32) = (0.2, 0.6);
const START_SECS: f32 = 1.5;

/// A speed counts as reached when held for so long in all.
const HELD_SECS: f32 = 0.3;

const SPEED_STEP: f32 = 0.5;
const SPEED_BINS: usize = 10;
const TURN_STEP_DEG: f32 = 30.0;
const TURN_BINS: usize = 12;

/// What a library holds, in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// Length of all clips together.
    pub seconds: f32,
    /// Borders of the bins of speed; what is faster counts in the last.
    pub speed_edges_m_per_s: Vec<f32>,
    /// Borders of the bins of turn rate, to the left positive; what turns faster counts in the
    /// first and last.
    pub turn_edges_deg_per_s: Vec<f32>,
    /// Travel within 45 degrees of the heading.
    pub forward: Direction,
    /// Travel to the left.
    pub left: Direction,
    /// Travel to the right.
    pub right: Direction,
    /// Travel within 45 degrees of straight back.
    pub backward: Direction,
    /// Seconds of standing without turning.
    pub standing_secs: f32,
    /// Seconds of turning to the left on the spot.
    pub turning_in_place_left_secs: f32,
    /// Seconds of turning to the right on the spot.
    pub turning_in_place_right_secs: f32,
    /// Seconds of turning to the left while travelling.
    pub turning_left_secs: f32,
    /// Seconds of turning to the right while travelling.
    pub turning_right_secs: f32,
    /// Times a standing body begins to travel.
    pub starts: usize,
    /// Times a travelling body comes to stand.
    pub stops: usize,
    /// Quick turns of 90 degrees while travelling.
    pub turns_90: TurnSummary,
    /// Quick turns of 180 degrees while travelling.
    pub turns_180: TurnSummary,
    /// What is done, as the labels say, by name.
    pub actions: Vec<Action>,
    /// Balls and the like, by name.
    pub objects: Vec<ObjectSummary>,
}

/// Travel in one direction as seen from the body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Direction {
    /// Seconds in all.
    pub seconds: f32,
    /// Fastest speed held for 0.3 s in all.
    pub fastest_m_per_s: f32,
    /// Seconds by bin of speed, then of turn rate.
    pub seconds_by_speed_and_turn: Vec<Vec<f32>>,
}

impl Coverage {
    pub(crate) fn of(clips: &[ClipView<'_>], travels: &[Travel], turns: &Turns) -> Self {
        let mut tally = Tally::default();
        let (mut starts, mut stops) = (0, 0);
        for (clip, travel) in clips.iter().zip(travels) {
            for frame in 0..clip.len() {
                tally.add(travel, frame, clip.frame_secs());
            }
            let (begun, ended) = starts_and_stops(clip, travel);
            starts += begun;
            stops += ended;
        }
        let held = clips.first().map_or(1, |clip| clip.frames_in(HELD_SECS));
        let [forward, left, backward, right] =
            tally.directions.map(|direction| direction.finish(held));
        Self {
            seconds: clips.iter().map(|clip| clip.secs(clip.len())).sum(),
            speed_edges_m_per_s: edges(SPEED_BINS, 0.0, SPEED_STEP),
            turn_edges_deg_per_s: edges(TURN_BINS, -180.0, TURN_STEP_DEG),
            forward,
            left,
            right,
            backward,
            standing_secs: tally.standing,
            turning_in_place_left_secs: tally.turning_in_place[0],
            turning_in_place_right_secs: tally.turning_in_place[1],
            turning_left_secs: tally.turning[0],
            turning_right_secs: tally.turning[1],
            starts,
            stops,
            turns_90: TurnSummary::of(&turns.quarter),
            turns_180: TurnSummary::of(&turns.half),
            actions: actions::actions(clips),
            objects: Vec::new(),
        }
    }
}

fn edges(bins: usize, from: f32, step: f32) -> Vec<f32> {
    (0..=bins).map(|bin| from + step * bin as f32).collect()
}

/// The bin of a value in bins from 0 on, the outermost taking what lies beyond.
fn bin(value: f32, step: f32, bins: usize) -> usize {
    ((value / step).max(0.0) as usize).min(bins - 1)
}

#[derive(Default)]
struct Tally {
    /// Forward, left, backward, right.
    directions: [DirectionTally; 4],
    standing: f32,
    turning_in_place: [f32; 2],
    turning: [f32; 2],
}

#[derive(Default)]
struct DirectionTally {
    speeds: Vec<f32>,
    bins: [[f32; TURN_BINS]; SPEED_BINS],
}

impl Tally {
    fn add(&mut self, travel: &Travel, frame: usize, secs: f32) {
        let (speed, rate) = (travel.speeds[frame], travel.turn_rates[frame]);
        let side = usize::from(rate < 0.0);
        if speed < STANDING {
            match rate.abs() < TURNING {
                true => self.standing += secs,
                false => self.turning_in_place[side] += secs,
            }
            return;
        }
        if rate.abs() > TURNING {
            self.turning[side] += secs;
        }
        let angle = travel.directions[frame];
        let direction = match angle.abs() {
            size if size <= FRAC_PI_4 => 0,
            size if size >= 3.0 * FRAC_PI_4 => 2,
            _ if angle > 0.0 => 1,
            _ => 3,
        };
        let direction = &mut self.directions[direction];
        direction.speeds.push(speed);
        let speed_bin = bin(speed, SPEED_STEP, SPEED_BINS);
        let turn_bin = bin(rate.to_degrees() + 180.0, TURN_STEP_DEG, TURN_BINS);
        direction.bins[speed_bin][turn_bin] += secs;
    }
}

impl DirectionTally {
    fn finish(mut self, held_frames: usize) -> Direction {
        self.speeds.sort_by(|a, b| b.total_cmp(a));
        let fastest = self.speeds.get(held_frames).or(self.speeds.last()).copied().unwrap_or(0.0);
        Direction {
            seconds: self.bins.iter().flatten().sum(),
            fastest_m_per_s: fastest,
            seconds_by_speed_and_turn: self.bins.iter().map(|row| row.to_vec()).collect(),
        }
    }
}

/// How often a clip starts from standing, and comes to stand.
fn starts_and_stops(clip: &ClipView<'_>, travel: &Travel) -> (usize, usize) {
    let (slow, fast) = START_SPEEDS;
    let within = clip.frames_in(START_SECS);
    let (mut starts, mut stops) = (0, 0);
    // The last frame in which the body stood or travelled, whichever it did last.
    let mut last: Option<(bool, usize)> = None;
    for (frame, speed) in travel.speeds.iter().enumerate() {
        let is_moving = match *speed {
            speed if speed < slow => false,
            speed if speed > fast => true,
            _ => continue,
        };
        if let Some((was_moving, at)) = last
            && was_moving != is_moving
            && frame - at <= within
        {
            if is_moving { starts += 1 } else { stops += 1 }
        }
        last = Some((is_moving, frame));
    }
    (starts, stops)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, walk};
    use crate::turns::find_turns;
    use sidestep_motion::{Clip, GroundTransform};

    fn coverage(clips: &[Clip]) -> Coverage {
        let library = library(clips);
        let views = ClipView::all(&library);
        let travels: Vec<Travel> = views.iter().map(Travel::of).collect();
        Coverage::of(&views, &travels, &find_turns(&views, &travels))
    }

    #[test]
    fn seconds_fall_into_their_bins() {
        let ahead = walk("ahead", 4.0, |t| GroundTransform::new(0.0, 0.8 * t, 0.0));
        let left = walk("left", 3.0, |t| GroundTransform::new(0.4 * t, 0.0, 0.0));
        let back = walk("back", 2.0, |t| GroundTransform::new(0.0, -0.7 * t, 0.0));
        let found = coverage(&[ahead, left, back]);
        assert!((found.seconds - 9.0).abs() < 0.1);
        assert!((found.forward.seconds - 4.0).abs() < 0.1);
        assert!((found.left.seconds - 3.0).abs() < 0.1);
        assert!((found.backward.seconds - 2.0).abs() < 0.1);
        assert_eq!(found.right.seconds, 0.0);
        assert!((found.backward.fastest_m_per_s - 0.7).abs() < 0.01);
        // 0.5 to 1 m/s, and no turn lies on the border of -30..0 and 0..30 degrees a second.
        let row = &found.forward.seconds_by_speed_and_turn[1];
        assert!((row[5] + row[6] - 4.0).abs() < 0.1, "{row:?}");
        assert_eq!(
            found.speed_edges_m_per_s.len(),
            found.forward.seconds_by_speed_and_turn.len() + 1
        );
        assert_eq!(found.turn_edges_deg_per_s.len(), row.len() + 1);
    }

    #[test]
    fn starts_stops_and_turning_in_place_are_counted() {
        let clip = walk("start_stop", 9.0, |t| {
            GroundTransform::new(0.0, 0.9 * (t - 3.0).clamp(0.0, 3.0), 0.0)
        });
        let spin = walk("spin", 4.0, |t| GroundTransform::new(0.0, 0.0, -t));
        let found = coverage(&[clip, spin]);
        assert_eq!((found.starts, found.stops), (1, 1));
        assert!((found.turning_in_place_right_secs - 4.0).abs() < 0.2);
        assert_eq!(found.turning_in_place_left_secs, 0.0);
        assert!(found.standing_secs > 5.0);
    }
}
