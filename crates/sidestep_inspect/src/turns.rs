//! Quick turns of a body that travels: the moments a player feels.

use crate::{
    clip_view::{ClipView, quantile},
    travel::Travel,
};
use serde::Serialize;
use sidestep_motion::math::wrap_angle;
use std::ops::Range;

/// A turn is complete when five sixths of it are: nobody turns by exactly 180 degrees.
const COMPLETE: f32 = 5.0 / 6.0;

/// Slowest turn of 180 degrees that is a turn and not a bend of the path, in seconds.
const SLOWEST_HALF_TURN_SECS: f32 = 2.0;

/// Slowest travel before and after a turn, in metres a second.
const LEAST_SPEED: f32 = 0.3;

/// Share of the turn that the path must take part in; else the body spins on its way.
const LEAST_PATH_SHARE: f32 = 0.6;

/// One turn of heading and path.
pub(crate) struct Turn {
    pub(crate) clip: String,
    pub(crate) frames: Range<usize>,
    pub(crate) secs: f32,
    pub(crate) is_left: bool,
    /// Fastest travel in the half second before, in metres a second.
    pub(crate) speed_before: f32,
}

/// All quick turns of a library.
pub(crate) struct Turns {
    pub(crate) quarter: Vec<Turn>,
    pub(crate) half: Vec<Turn>,
}

/// Turns of one size in figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TurnSummary {
    /// How many to the left.
    pub left: usize,
    /// How many to the right.
    pub right: usize,
    /// Shortest time of five sixths of such a turn.
    pub fastest_secs: Option<f32>,
    /// Median time of five sixths of such a turn.
    pub median_secs: Option<f32>,
    /// Fastest travel into such a turn, in metres a second.
    pub fastest_entry_m_per_s: Option<f32>,
}

impl TurnSummary {
    pub(crate) fn of(turns: &[Turn]) -> Self {
        let left = turns.iter().filter(|turn| turn.is_left).count();
        let mut secs: Vec<f32> = turns.iter().map(|turn| turn.secs).collect();
        Self {
            left,
            right: turns.len() - left,
            median_secs: quantile(&mut secs, 0.5),
            fastest_secs: secs.first().copied(),
            fastest_entry_m_per_s: turns.iter().map(|turn| turn.speed_before).reduce(f32::max),
        }
    }
}

/// Finds the turns of 90 and of 180 degrees made while travelling.
pub(crate) fn find_turns(clips: &[ClipView<'_>], travels: &[Travel]) -> Turns {
    let find = |degrees: f32| {
        let mut found = Vec::new();
        for (clip, travel) in clips.iter().zip(travels) {
            found.extend(turns_of(clip, travel, COMPLETE * degrees.to_radians(), degrees));
        }
        found
    };
    Turns { quarter: find(90.0), half: find(180.0) }
}

fn turns_of(clip: &ClipView<'_>, travel: &Travel, angle: f32, degrees: f32) -> Vec<Turn> {
    let longest = clip.frames_in(SLOWEST_HALF_TURN_SECS * degrees / 180.0);
    let mut windows: Vec<Range<usize>> = (0..clip.len())
        .filter_map(|from| {
            let turned = |to: &usize| (travel.headings[*to] - travel.headings[from]).abs() >= angle;
            let to = (from + 1..(from + longest + 1).min(clip.len())).find(turned)?;
            Some(from..to)
        })
        .filter(|window| travels_along(clip, travel, window, angle))
        .collect();
    // The quickest first; what overlaps one already taken is the same turn.
    windows.sort_by_key(|window| (window.len(), window.start));
    let mut taken: Vec<Range<usize>> = Vec::new();
    for window in windows {
        if taken.iter().all(|other| window.end <= other.start || other.end <= window.start) {
            taken.push(window);
        }
    }
    taken.sort_by_key(|window| window.start);
    let before = clip.frames_in(0.5);
    let turn = |frames: Range<usize>| Turn {
        clip: clip.name().to_owned(),
        secs: clip.secs(frames.len()),
        is_left: travel.headings[frames.end] > travel.headings[frames.start],
        speed_before: travel.speeds[frames.start.saturating_sub(before)..=frames.start]
            .iter()
            .copied()
            .fold(0.0, f32::max),
        frames,
    };
    taken.into_iter().map(turn).collect()
}

/// Whether the body travels before and after, and its path turns with it.
fn travels_along(clip: &ClipView<'_>, travel: &Travel, window: &Range<usize>, angle: f32) -> bool {
    let margin = clip.frames_in(0.25);
    let (before, after) =
        (window.start.saturating_sub(margin), (window.end + margin).min(clip.len() - 1));
    let towards = |frame: usize| travel.headings[frame] + travel.directions[frame];
    travel.speeds[before] > LEAST_SPEED
        && travel.speeds[after] > LEAST_SPEED
        && wrap_angle(towards(after) - towards(before)).abs() > LEAST_PATH_SHARE * angle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk, walk};
    use sidestep_motion::{Clip, GroundTransform, math::sin_cos};

    fn found(clip: Clip) -> Turns {
        let library = library(&[clip]);
        let views = ClipView::all(&library);
        let travels: Vec<Travel> = views.iter().map(Travel::of).collect();
        find_turns(&views, &travels)
    }

    /// Straight for 3 s, a half circle to the left of radius 0.3 m in `secs`, and back.
    fn about_turn(secs: f32) -> Clip {
        walk("turn", 6.0 + secs, move |time| {
            let turned = ((time - 3.0) / secs).clamp(0.0, 1.0) * std::f32::consts::PI;
            let (sine, cosine) = sin_cos(turned);
            let ahead = 0.8 * (time.min(3.0) - (time - 3.0 - secs).max(0.0));
            GroundTransform::new(0.3 - 0.3 * cosine, ahead + 0.3 * sine, turned)
        })
    }

    #[test]
    fn one_about_turn_to_the_left() {
        let turns = found(about_turn(1.2));
        assert_eq!(turns.half.len(), 1);
        assert!(turns.half[0].is_left);
        // Five sixths of 1.2 s, and a little for the smoothing of the heading.
        assert!((turns.half[0].secs - 1.0).abs() < 0.15, "{}", turns.half[0].secs);
        assert!((turns.half[0].speed_before - 0.8).abs() < 0.1);
        let summary = TurnSummary::of(&turns.half);
        assert_eq!((summary.left, summary.right), (1, 0));
    }

    #[test]
    fn a_straight_walk_and_a_slow_bend_have_none() {
        assert!(found(straight_walk("walk")).quarter.is_empty());
        assert!(found(about_turn(4.0)).half.is_empty());
    }

    /// Spinning round while walking straight on changes no path.
    #[test]
    fn a_spin_is_no_turn() {
        let spin = walk("spin", 6.0, |time| {
            let turned = ((time - 3.0) / 0.8).clamp(0.0, 1.0) * std::f32::consts::PI;
            GroundTransform::new(0.0, 0.8 * time, turned)
        });
        assert!(found(spin).half.is_empty());
    }
}
