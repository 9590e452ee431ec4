//! Which gait each frame of a library goes in: one classification, for every method and measure.
//!
//! A frame that travels is in the gait its labels name, where they name exactly one; else it runs
//! where there is a flight in its cycle, crouches where the pelvis is below 0.85 of its standing
//! height over its cycle (a dip in one step is no crouch), and walks otherwise. A frame that stands is in no gait.

use crate::{
    travel::Gait,
    usual_speed::{STANDING_SPEED, ground_speed},
};
use sidestep_motion::{ClipInfo, FrameId, MotionLibrary, Side};
use std::ops::RangeInclusive;

/// What is this near in time is in a frame's cycle.
const CYCLE_SECS: f32 = 0.4;

/// Flights of slower motion are jumps or errors of contact detection, in metres a second.
const RUN_SPEED: f32 = 1.5;

/// A pelvis below this share of its standing height crouches.
const CROUCHED: f32 = 0.85;

/// A gait with less data than this is not offered: a few bent knees are no crouch.
const LEAST_SECS: f32 = 2.0;

/// What is shorter than this is a dip or a leap, not a gait to go in.
const LASTING_SECS: f32 = 0.5;

/// Whether a pelvis is as high as usual is asked of its mean height so near in time.
const HEIGHT_SECS: f32 = 0.25;

/// Pelvises below the lower or above the upper of these percentiles are unusual for a gait.
const USUAL: [f32; 2] = [0.1, 0.9];

/// How little a frame goes in a gait whose ways are quite unusual for it.
const UNUSUAL: f32 = 0.12;

/// The middle half.
const MIDDLE: [f32; 2] = [0.25, 0.75];

/// A set of gaits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gaits(u8);

/// The gait of every frame of a library, and what each gait is like.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameGaits {
    of: Vec<Option<Gait>>,
    /// Whether the pelvis of a frame is as high as is usual in its gait.
    is_usual: Vec<bool>,
    /// Of each gait of [`Gait::ALL`].
    secs: [f32; Gait::ALL.len()],
    usual_speeds: [f32; Gait::ALL.len()],
    speed_ranges: [[f32; 2]; Gait::ALL.len()],
    usual_heights: [f32; Gait::ALL.len()],
}

impl Gaits {
    /// No gait.
    pub const NONE: Self = Self(0);

    /// The set of these gaits.
    pub fn of(gaits: &[Gait]) -> Self {
        gaits.iter().copied().collect()
    }

    /// Every gait.
    pub fn all() -> Self {
        Self::of(&Gait::ALL)
    }

    /// The same set with `gait` added.
    #[must_use]
    pub fn with(self, gait: Gait) -> Self {
        Self(self.0 | 1 << (gait as u8))
    }

    /// Whether this gait is in the set.
    pub fn has(self, gait: Gait) -> bool {
        self.0 & (1 << (gait as u8)) != 0
    }

    /// Whether no gait is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many gaits are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The gaits in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Gait> {
        Gait::ALL.into_iter().filter(move |gait| self.has(*gait))
    }
}

impl FromIterator<Gait> for Gaits {
    fn from_iter<I: IntoIterator<Item = Gait>>(gaits: I) -> Self {
        gaits.into_iter().fold(Self::NONE, Self::with)
    }
}

impl FrameGaits {
    /// Classifies every frame of a library.
    pub fn of(library: &MotionLibrary) -> Self {
        let speeds: Vec<f32> = frames(library).map(|frame| ground_speed(library, frame)).collect();
        let low = CROUCHED * standing_height(library, &speeds);
        let of: Vec<Option<Gait>> = frames(library)
            .zip(&speeds)
            .map(|(frame, speed)| {
                let moves = *speed >= STANDING_SPEED;
                moves.then(|| gait_of(library, frame, *speed, low))
            })
            .collect();
        let [mut secs, mut usual_speeds, mut usual_heights] = [[0.0; Gait::ALL.len()]; 3];
        let mut speed_ranges = [[0.0; 2]; Gait::ALL.len()];
        let mut is_usual = vec![false; of.len()];
        for gait in Gait::ALL {
            let own = || frames(library).filter(|frame| of[frame.index()] == Some(gait));
            let mut own_speeds: Vec<f32> = own().map(|frame| speeds[frame.index()]).collect();
            own_speeds.sort_by(f32::total_cmp);
            secs[gait as usize] = lasting_secs(library, &of, gait);
            usual_speeds[gait as usize] =
                own_speeds.get(own_speeds.len() / 2).copied().unwrap_or(0.0);
            speed_ranges[gait as usize] = MIDDLE.map(|share| at_share(&own_speeds, share));
            usual_heights[gait as usize] = mark_usual(library, own(), &mut is_usual);
        }
        Self { of, is_usual, secs, usual_speeds, speed_ranges, usual_heights }
    }

    /// The gait of a frame; `None` where it stands.
    pub fn at(&self, frame: FrameId) -> Option<Gait> {
        self.of.get(frame.index()).copied().flatten()
    }

    /// Whether a frame goes in its gait as the library usually does: its pelvis is neither among the
    /// lowest nor among the highest of that gait, a tenth each.
    pub fn is_usual(&self, frame: FrameId) -> bool {
        self.is_usual.get(frame.index()).copied().unwrap_or(false)
    }

    /// How little a frame goes in a gait: 1 in another or in none, 0 where its pelvis is as high as
    /// usual in it, and a little where it is among the lowest or the highest.
    pub fn unlike(&self, frame: FrameId, gait: Gait) -> f32 {
        match self.at(frame) == Some(gait) {
            true if self.is_usual(frame) => 0.0,
            true => UNUSUAL,
            false => 1.0,
        }
    }

    /// Whether a clip goes in a gait from a frame on, as is usual, for half a second: what is shorter
    /// is over before a character is in it.
    pub fn lasts(&self, library: &MotionLibrary, frame: FrameId, gait: Gait) -> bool {
        let end = library.clips()[library.clip_of(frame).index()].frames.end;
        let then = frame.0 + (LASTING_SECS * library.rate_hz()).round() as u32;
        let goes = |frame: FrameId| self.at(frame) == Some(gait) && self.is_usual(frame);
        then <= end && (frame.0..then).map(FrameId).all(goes)
    }

    /// How long the library goes in a gait, in seconds; what does not last half a second does not
    /// count.
    pub fn secs(&self, gait: Gait) -> f32 {
        self.secs[gait as usize]
    }

    /// Median speed of the frames of a gait, in metres a second.
    pub fn usual_speed(&self, gait: Gait) -> f32 {
        self.usual_speeds[gait as usize]
    }

    /// The speeds of the middle half of the frames of a gait, in metres a second.
    pub fn usual_speeds(&self, gait: Gait) -> RangeInclusive<f32> {
        let [low, high] = self.speed_ranges[gait as usize];
        low..=high
    }

    /// Median height of the pelvis in a gait, in metres.
    pub fn usual_height(&self, gait: Gait) -> f32 {
        self.usual_heights[gait as usize]
    }

    /// The gaits that there is enough data for.
    pub fn held(&self) -> Gaits {
        self.held_for(LEAST_SECS)
    }

    /// The gaits that the library goes in for at least `secs`.
    pub fn held_for(&self, secs: f32) -> Gaits {
        Gait::ALL.into_iter().filter(|gait| self.secs(*gait) >= secs).collect()
    }

    /// The speed to go at where a goal leaves it open: the usual one of the wanted gait, or of all.
    pub fn speed_for(&self, gait: Option<Gait>, usual_speed: f32) -> f32 {
        match gait.filter(|gait| self.held().has(*gait)) {
            Some(gait) => self.usual_speed(gait),
            None => usual_speed,
        }
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        size_of_val(self.of.as_slice()) + size_of_val(self.is_usual.as_slice())
    }
}

fn frames(library: &MotionLibrary) -> impl Iterator<Item = FrameId> {
    (0_u32..).take(library.len()).map(FrameId)
}

/// How long a gait goes on in stretches that last.
fn lasting_secs(library: &MotionLibrary, of: &[Option<Gait>], gait: Gait) -> f32 {
    let secs = |stretch: &[Option<Gait>]| stretch.len() as f32 * library.frame_secs();
    let of_clip = |clip: &ClipInfo| -> f32 {
        let own = &of[clip.frames.start as usize..clip.frames.end as usize];
        let stretches = own.split(|of| *of != Some(gait)).map(secs);
        stretches.filter(|secs| *secs >= LASTING_SECS).sum()
    };
    library.clips().iter().map(of_clip).sum()
}

/// Marks the frames of one gait whose pelvis is as high as usual; returns the median height.
fn mark_usual(
    library: &MotionLibrary,
    frames: impl Iterator<Item = FrameId>,
    is_usual: &mut [bool],
) -> f32 {
    let height = |frame: FrameId| height_over(library, frame, HEIGHT_SECS);
    let own: Vec<(FrameId, f32)> = frames.map(|frame| (frame, height(frame))).collect();
    let mut heights: Vec<f32> = own.iter().map(|(_, height)| *height).collect();
    heights.sort_by(f32::total_cmp);
    let [low, middle, high] = [USUAL[0], 0.5, USUAL[1]].map(|share| at_share(&heights, share));
    for (frame, height) in own {
        is_usual[frame.index()] = (low..=high).contains(&height);
    }
    middle
}

/// The value below which a share of sorted values lies; 0 where there is none.
fn at_share(sorted: &[f32], share: f32) -> f32 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((share * last as f32).round() as usize).copied().unwrap_or(0.0)
}

/// The gait of a frame that moves at `speed`, where pelvises below `low` crouch.
fn gait_of(library: &MotionLibrary, frame: FrameId, speed: f32, low: f32) -> Gait {
    let clip = &library.clips()[library.clip_of(frame).index()];
    if let Some(gait) = labelled(clip, frame) {
        return gait;
    }
    if speed > RUN_SPEED && flies(library, frame) {
        return Gait::Run;
    }
    if height_over(library, frame, CYCLE_SECS) < low { Gait::Crouch } else { Gait::Walk }
}

/// The gait that the labels of a frame name, where they name exactly one.
fn labelled(clip: &ClipInfo, frame: FrameId) -> Option<Gait> {
    let here = frame.0 - clip.frames.start;
    let labels = clip.labels.iter().filter(|label| label.frames.contains(&here));
    let mut gaits = labels.filter_map(|label| Gait::from_name(&label.name));
    let first = gaits.next()?;
    gaits.all(|gait| gait == first).then_some(first)
}

/// The frames of a clip that are nearer to one of them than `secs`.
fn around(library: &MotionLibrary, frame: FrameId, secs: f32) -> RangeInclusive<u32> {
    let clip = &library.clips()[library.clip_of(frame).index()].frames;
    let reach = (secs * library.rate_hz()) as u32;
    frame.0.saturating_sub(reach).max(clip.start)..=(frame.0 + reach).min(clip.end - 1)
}

/// Mean height of the pelvis around a frame.
fn height_over(library: &MotionLibrary, frame: FrameId, secs: f32) -> f32 {
    let around = around(library, frame, secs);
    let heights = around.map(|frame| library.pose(FrameId(frame)).root_position.y);
    let (sum, count) = heights.fold((0.0, 0.0), |(sum, count), y| (sum + y, count + 1.0));
    sum / f32::max(count, 1.0)
}

/// Whether both feet are off the ground somewhere in the cycle of a frame.
fn flies(library: &MotionLibrary, frame: FrameId) -> bool {
    around(library, frame, CYCLE_SECS).any(|frame| {
        let contacts = library.contacts(FrameId(frame));
        !contacts.get(Side::Left) && !contacts.get(Side::Right)
    })
}

/// The height of the pelvis of a body that stands upright: the upper quartile of the frames that
/// stand, because some of them may be bent; of all frames where none stands.
fn standing_height(library: &MotionLibrary, speeds: &[f32]) -> f32 {
    let height = |frame: FrameId| library.pose(frame).root_position.y;
    let stands = frames(library).zip(speeds).filter(|(_, speed)| **speed < STANDING_SPEED);
    let mut heights: Vec<f32> = stands.map(|(frame, _)| height(frame)).collect();
    if heights.is_empty() {
        heights = frames(library).map(height).collect();
    }
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() * 3 / 4).copied().unwrap_or(0.0)
}
