//! Whether a character goes in a wanted gait, and how soon.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ, Run},
    settings::Settings,
    statistics::{fraction, mean, percentile},
    subject::{Subject, draw},
};
use glam::Vec3;
use serde::Serialize;
use sidestep_control::{FrameGaits, Gait as Manner, Goal, Pace, Travel};
use sidestep_motion::{FrameId, MotionLibrary, chance::Chance};

/// Gaits that the library goes in for less than this are not asked for.
const LEAST_SECS: f32 = 5.0;

/// Speed and height are means over this time.
const WINDOW_SECS: f32 = 0.5;

/// How long the character goes in another gait first.
const BEFORE_FRAMES: usize = 2 * FRAMES_PER_SEC;

/// The wish is met within this time, or never.
const WITHIN_FRAMES: usize = 5 * FRAMES_PER_SEC / 2;

/// It is met where it holds for this long.
const HELD_FRAMES: usize = FRAMES_PER_SEC / 2;

/// What `measure gait` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gait {
    /// Trials of each gait.
    pub n: usize,
    /// One entry for each gait that the library holds for at least 5 s.
    pub gaits: Vec<GaitFigures>,
}

/// How well one gait is reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GaitFigures {
    /// Its name.
    pub gait: &'static str,
    /// Share of the trials in which it was reached.
    pub reached_fraction: f32,
    /// Mean time from the wish until it was reached, where it was.
    pub change_avg_secs: f32,
    /// How long the library goes in it.
    pub source_secs: f32,
    /// What counts as this gait: speeds from the 10th to the 90th percentile of the library.
    pub speed_m_per_s: [f32; 2],
    /// And heights of the pelvis.
    pub pelvis_height_m: [f32; 2],
    /// Share of the trials in which the speed alone was as it should be.
    pub speed_reached_fraction: f32,
}

/// Asks for every gait of the library from every other one, straight on, and watches speed and
/// pelvis height.
pub fn gait(subject: &Subject<'_>, settings: &Settings) -> Gait {
    let gaits = FrameGaits::of(subject.library);
    let held = gaits.held_for(LEAST_SECS);
    let figures = held.iter().map(|wanted| {
        let others: Vec<Manner> = held.iter().filter(|gait| *gait != wanted).collect();
        of_gait(subject, settings, (&gaits, wanted), &others)
    });
    Gait { n: settings.n, gaits: figures.collect() }
}

fn of_gait(
    subject: &Subject<'_>,
    settings: &Settings,
    (gaits, wanted): (&FrameGaits, Manner),
    others: &[Manner],
) -> GaitFigures {
    let range = Range::of(subject.library, gaits, wanted);
    let starts = |gait: Option<Manner>| -> Vec<FrameId> {
        subject.frames().filter(|frame| gaits.at(*frame) == gait).collect()
    };
    let begins: Vec<Vec<FrameId>> = match others {
        [] => vec![starts(Some(wanted))],
        others => others.iter().map(|gait| starts(Some(*gait))).collect(),
    };
    let mut secs = Vec::with_capacity(settings.n);
    let mut at_speed = 0;
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed, index as u64);
        let before = index % begins.len();
        let mut character = subject.spawn_at(draw(&begins[before], &mut chance));
        let heading = character.ground().heading;
        let first = others.get(before).map_or(Pace::ANY, |gait| Pace::gait(*gait));
        let frames = BEFORE_FRAMES + WITHIN_FRAMES + HELD_FRAMES + FRAMES_PER_SEC;
        let run = Run::record(&mut *character, frames, |frame, _| {
            let pace = if frame < BEFORE_FRAMES { first } else { Pace::gait(wanted) };
            Goal::from(Travel::Move { heading, pace, facing: None })
        });
        let places: Vec<Vec3> = (0..run.len()).map(|frame| run.motion.frame(frame)[0]).collect();
        let windows = windows(&places, RATE_HZ);
        secs.extend(reached_after(&windows, |window| range.holds(window)));
        at_speed += usize::from(reached_after(&windows, |w| range.has_speed(w)).is_some());
    }
    GaitFigures {
        gait: wanted.name(),
        reached_fraction: fraction(secs.len(), settings.n),
        change_avg_secs: mean(&secs),
        source_secs: gaits.secs(wanted),
        speed_m_per_s: range.speed,
        pelvis_height_m: range.height,
        speed_reached_fraction: fraction(at_speed, settings.n),
    }
}

/// Mean speed and pelvis height around a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    speed: f32,
    height: f32,
}

/// What counts as a gait.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    speed: [f32; 2],
    height: [f32; 2],
}

impl Range {
    /// The 10th to the 90th percentile of the frames of a gait.
    fn of(library: &MotionLibrary, gaits: &FrameGaits, gait: Manner) -> Self {
        let (mut speeds, mut heights) = (Vec::new(), Vec::new());
        for clip in library.clips() {
            let place = |frame: u32| library.pose(FrameId(frame)).root_position;
            let places: Vec<Vec3> = clip.frames.clone().map(place).collect();
            for (frame, window) in clip.frames.clone().zip(windows(&places, library.rate_hz())) {
                if let Some(window) = window.filter(|_| gaits.at(FrameId(frame)) == Some(gait)) {
                    speeds.push(window.speed);
                    heights.push(window.height);
                }
            }
        }
        let range = |of: Vec<f32>| [percentile(of.clone(), 0.1), percentile(of, 0.9)];
        Self { speed: range(speeds), height: range(heights) }
    }

    fn has_speed(&self, window: Window) -> bool {
        (self.speed[0]..=self.speed[1]).contains(&window.speed)
    }

    fn holds(&self, window: Window) -> bool {
        self.has_speed(window) && (self.height[0]..=self.height[1]).contains(&window.height)
    }
}

/// Mean speed and height over half a second around each frame; `None` where a clip is too near its
/// ends.
fn windows(places: &[Vec3], rate_hz: f32) -> Vec<Option<Window>> {
    let reach = ((0.5 * WINDOW_SECS * rate_hz).round() as usize).max(1);
    let of = |frame: usize| {
        let around = places.get(frame.checked_sub(reach)?..=frame + reach)?;
        let (from, to) = (around.first()?, around.last()?);
        let secs = (2 * reach) as f32 / rate_hz;
        let speed = Vec3::new(to.x - from.x, 0.0, to.z - from.z).length() / secs;
        let height = around.iter().map(|place| place.y).sum::<f32>() / around.len() as f32;
        Some(Window { speed, height })
    };
    (0..places.len()).map(of).collect()
}

/// Seconds from the wish to the first moment from which on all is as it should be for half a second.
fn reached_after(windows: &[Option<Window>], is_right: impl Fn(Window) -> bool) -> Option<f32> {
    let is_right = |frame: usize| windows.get(frame).copied().flatten().is_some_and(&is_right);
    let holds = |frame: &usize| (*frame..=frame + HELD_FRAMES).all(is_right);
    let first = (BEFORE_FRAMES..=BEFORE_FRAMES + WITHIN_FRAMES).find(holds)?;
    Some(fraction(first - BEFORE_FRAMES, FRAMES_PER_SEC))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two metres a second from the 60th frame on, one before; a metre high throughout.
    fn speeding_up() -> Vec<Vec3> {
        let mut place = Vec3::Y;
        let step = |frame: usize| {
            place.z += if frame < 60 { 1.0 } else { 2.0 } / RATE_HZ;
            place
        };
        (0..180).map(step).collect()
    }

    #[test]
    fn speed_and_height_are_means_over_half_a_second() {
        let windows = windows(&speeding_up(), RATE_HZ);
        assert!(windows[0].is_none() && windows[179].is_none());
        let at = |frame: usize| windows[frame].unwrap();
        assert!((at(40).speed - 1.0).abs() < 1e-3 && (at(100).speed - 2.0).abs() < 1e-3);
        // Half of the window lies on either side of the change.
        assert!((at(59).speed - 1.5).abs() < 0.05, "{:?}", at(59));
        assert!((at(59).height - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_gait_is_reached_where_it_holds() {
        let windows = windows(&speeding_up(), RATE_HZ);
        let range = |low: f32| Range { speed: [low, 2.1], height: [0.9, 1.1] };
        let secs = reached_after(&windows, |w| range(1.9).holds(w)).unwrap();
        // 0.25 s after the change no frame of the window is before it.
        assert!((0.15..0.3).contains(&secs), "{secs}");
        assert_eq!(reached_after(&windows, |w| range(0.5).holds(w)), Some(0.0));
        let low = Range { speed: [1.9, 2.1], height: [0.5, 0.8] };
        assert_eq!(reached_after(&windows, |w| low.holds(w)), None);
    }
}
