//! Gravity as a clock. At the true frame rate a body in flight falls with 9.81 m/s², and no body
//! ever falls faster: feet push, they do not pull.

use crate::clip_view::{ClipView, quantile, runs};
use glam::Vec3;
use sidestep_motion::{JointId, Role, Side};
use std::ops::Range;

/// Both feet this far above where they rest are in the air, in metres.
const AIRBORNE: f32 = 0.05;

/// A flight needs so many frames to show its parabola, and lasts no longer than a leap.
const FEWEST_FRAMES: usize = 5;
const LONGEST_SECS: f32 = 1.2;

/// The parabola must be at least so high, in metres, and fit to this share of its height.
const LEAST_RISE: f64 = 0.015;
const WORST_FIT: f64 = 0.1;

/// Half the window over which the pull is fitted, in seconds, and its worst misfit in metres: a body
/// that jumps from place to place is broken, not fast.
const HALF_WINDOW_SECS: f32 = 0.067;
const WORST_MISFIT: f64 = 0.01;

/// Shares of the body's mass at points of it, after Winter's "Biomechanics and motor control of
/// human movement" (segments halved onto their ends).
const MASSES: [(Role, f32); 13] = [
    (Role::Hips, 0.25),
    (Role::Neck, 0.28),
    (Role::Head, 0.05),
    (Role::Forearm(Side::Left), 0.03),
    (Role::Forearm(Side::Right), 0.03),
    (Role::Hand(Side::Left), 0.02),
    (Role::Hand(Side::Right), 0.02),
    (Role::Thigh(Side::Left), 0.05),
    (Role::Thigh(Side::Right), 0.05),
    (Role::Shank(Side::Left), 0.073),
    (Role::Shank(Side::Right), 0.073),
    (Role::Foot(Side::Left), 0.037),
    (Role::Foot(Side::Right), 0.037),
];

/// A flight whose centre of mass follows a parabola.
pub(crate) struct Flight {
    /// The frames in the air.
    pub(crate) frames: Range<usize>,
    /// Downward acceleration at the library's rate, in metres a second squared.
    pub(crate) acceleration: f32,
}

/// The flights of a clip.
pub(crate) fn flights(clip: &ClipView<'_>) -> Vec<Flight> {
    let Some(heights) = foot_heights(clip) else { return Vec::new() };
    let is_flight = |run: &Range<usize>| {
        let inside = run.start > 0 && run.end < clip.len();
        inside && run.len() >= FEWEST_FRAMES && clip.secs(run.len()) < LONGEST_SECS
    };
    let fit = |frames: Range<usize>| {
        let acceleration = fit_fall(clip, &frames)?;
        Some(Flight { frames, acceleration })
    };
    runs(clip.len(), |f| heights[f] > AIRBORNE)
        .into_iter()
        .filter(is_flight)
        .filter_map(fit)
        .collect()
}

/// Downward accelerations of the hips alone in flights, where a parabola fits their height. Limbs
/// that whirl mislead a centre of mass that is put together from a few joints, but not these.
pub(crate) fn falls_of_hips(clip: &ClipView<'_>) -> Vec<f32> {
    let Some(heights) = foot_heights(clip) else { return Vec::new() };
    let hips = clip.role(Role::Hips).unwrap_or(JointId(0));
    let height = |frame: usize| f64::from(clip.position(frame, hips).y);
    let fall = |run: Range<usize>| {
        let inside = run.start > 0 && run.end < clip.len();
        if !inside || run.len() < FEWEST_FRAMES || clip.secs(run.len()) >= LONGEST_SECS {
            return None;
        }
        Parabola::fit(&run.map(height).collect::<Vec<_>>(), clip.frame_secs()).clear_fall()
    };
    runs(clip.len(), |f| heights[f] > AIRBORNE).into_iter().filter_map(fall).collect()
}

/// How far the lowest joint of both feet is above where it rests, frame by frame.
fn foot_heights(clip: &ClipView<'_>) -> Option<Vec<f32>> {
    let roles = Side::BOTH.into_iter().flat_map(|side| [Role::Foot(side), Role::Toe(side)]);
    let joints: Vec<JointId> = roles.filter_map(|role| clip.role(role)).collect();
    if joints.is_empty() {
        return None;
    }
    let mut lowest = vec![f32::MAX; clip.len()];
    for joint in joints {
        let heights: Vec<f32> = (0..clip.len()).map(|f| clip.position(f, joint).y).collect();
        let rest = quantile(&mut heights.clone(), 0.1)?;
        for (low, height) in lowest.iter_mut().zip(heights) {
            *low = low.min(height - rest);
        }
    }
    Some(lowest)
}

/// The downward acceleration that the centre of mass exceeds in 2 % of the frames, but at least in
/// three; `None` for clips too short to tell.
pub(crate) fn strongest_pull(clip: &ClipView<'_>) -> Option<f32> {
    let half = clip.frames_in(HALF_WINDOW_SECS).max(2);
    let heights = heights(clip, &(0..clip.len()));
    let mut pulls: Vec<f32> = heights
        .windows(2 * half + 1)
        .map(|window| Parabola::fit(window, clip.frame_secs()))
        .filter(|parabola| parabola.misfit < WORST_MISFIT)
        .map(|parabola| parabola.fall())
        .collect();
    pulls.sort_by(|a, b| b.total_cmp(a));
    pulls.get((pulls.len() / 50).max(2)).copied()
}

/// Downward acceleration of the centre of mass, where a parabola fits its height.
fn fit_fall(clip: &ClipView<'_>, frames: &Range<usize>) -> Option<f32> {
    Parabola::fit(&heights(clip, frames), clip.frame_secs()).clear_fall()
}

fn heights(clip: &ClipView<'_>, frames: &Range<usize>) -> Vec<f64> {
    frames.clone().map(|frame| f64::from(centre_of_mass(clip, frame).y)).collect()
}

/// The parabola of least squares through heights at even times.
struct Parabola {
    curve: f64,
    /// Root mean square distance of the heights from it.
    misfit: f64,
    /// How far its middle lies above the line between its ends.
    rise: f64,
}

impl Parabola {
    fn fit(heights: &[f64], frame_secs: f32) -> Self {
        let middle = 0.5 * (heights.len() - 1) as f64;
        let time = |index: usize| (index as f64 - middle) * f64::from(frame_secs);
        // Around the middle the odd and even parts separate.
        let (mut t2, mut t4, mut y, mut ty, mut t2y) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (index, height) in heights.iter().enumerate() {
            let t = time(index);
            t2 += t * t;
            t4 += t * t * t * t;
            y += height;
            ty += t * height;
            t2y += t * t * height;
        }
        let n = heights.len() as f64;
        let curve = (n * t2y - t2 * y) / (n * t4 - t2 * t2);
        let (base, slope) = ((y - curve * t2) / n, ty / t2);
        let square = |(index, height): (usize, &f64)| {
            let t = time(index);
            let error = height - base - slope * t - curve * t * t;
            error * error
        };
        let misfit = (heights.iter().enumerate().map(square).sum::<f64>() / n).sqrt();
        let half = time(heights.len() - 1);
        Self { curve, misfit, rise: -curve * half * half }
    }

    /// The fall of a parabola that is high enough and fits.
    fn clear_fall(&self) -> Option<f32> {
        let fits = self.rise > LEAST_RISE && self.misfit < WORST_FIT * self.rise;
        fits.then(|| self.fall())
    }

    /// Downward acceleration, in metres a second squared.
    fn fall(&self) -> f32 {
        (-2.0 * self.curve) as f32
    }
}

fn centre_of_mass(clip: &ClipView<'_>, frame: usize) -> Vec3 {
    let (mut sum, mut mass) = (Vec3::ZERO, 0.0);
    for (role, share) in MASSES {
        if let Some(joint) = clip.role(role) {
            sum += clip.position(frame, joint) * share;
            mass += share;
        }
    }
    if mass > 0.0 { sum / mass } else { clip.motion.frame(frame)[0] }
}
