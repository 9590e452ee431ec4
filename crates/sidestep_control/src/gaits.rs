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

/// A set of gaits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gaits(u8);

/// The gait of every frame of a library, and what each gait is like.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameGaits {
    of: Vec<Option<Gait>>,
    /// Of each gait of [`Gait::ALL`].
    secs: [f32; Gait::ALL.len()],
    usual_speeds: [f32; Gait::ALL.len()],
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
        let (mut secs, mut usual_speeds) = ([0.0; Gait::ALL.len()], [0.0; Gait::ALL.len()]);
        for gait in Gait::ALL {
            let mut own: Vec<f32> = of
                .iter()
                .zip(&speeds)
                .filter(|(of, _)| **of == Some(gait))
                .map(|(_, s)| *s)
                .collect();
            #[expect(clippy::cast_precision_loss, reason = "a count of frames")]
            let held = own.len() as f32 * library.frame_secs();
            own.sort_by(f32::total_cmp);
            secs[gait as usize] = held;
            usual_speeds[gait as usize] = own.get(own.len() / 2).copied().unwrap_or(0.0);
        }
        Self { of, secs, usual_speeds }
    }

    /// The gait of a frame; `None` where it stands.
    pub fn at(&self, frame: FrameId) -> Option<Gait> {
        self.of.get(frame.index()).copied().flatten()
    }

    /// How long the library goes in a gait, in seconds.
    pub fn secs(&self, gait: Gait) -> f32 {
        self.secs[gait as usize]
    }

    /// Median speed of the frames of a gait, in metres a second.
    pub fn usual_speed(&self, gait: Gait) -> f32 {
        self.usual_speeds[gait as usize]
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
        size_of_val(self.of.as_slice())
    }
}

fn frames(library: &MotionLibrary) -> impl Iterator<Item = FrameId> {
    (0_u32..).take(library.len()).map(FrameId)
}

/// The gait of a frame that moves at `speed`, where pelvises below `low` crouch.
fn gait_of(library: &MotionLibrary, frame: FrameId, speed: f32, low: f32) -> Gait {
    let clip = &library.clips()[library.clip_of(frame).index()];
    if let Some(gait) = labelled(clip, frame) {
        return gait;
    }
    if speed > RUN_SPEED && flies(library, clip, frame) {
        return Gait::Run;
    }
    if height_over_cycle(library, clip, frame) < low { Gait::Crouch } else { Gait::Walk }
}

/// The gait that the labels of a frame name, where they name exactly one.
fn labelled(clip: &ClipInfo, frame: FrameId) -> Option<Gait> {
    let here = frame.0 - clip.frames.start;
    let labels = clip.labels.iter().filter(|label| label.frames.contains(&here));
    let mut gaits = labels.filter_map(|label| Gait::from_name(&label.name));
    let first = gaits.next()?;
    gaits.all(|gait| gait == first).then_some(first)
}

/// The frames of a clip that are in the cycle of one.
fn cycle(library: &MotionLibrary, clip: &ClipInfo, frame: FrameId) -> RangeInclusive<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few frames")]
    let reach = (CYCLE_SECS * library.rate_hz()) as u32;
    let from = frame.0.saturating_sub(reach).max(clip.frames.start);
    from..=(frame.0 + reach).min(clip.frames.end - 1)
}

/// Mean height of the pelvis over the cycle of a frame.
fn height_over_cycle(library: &MotionLibrary, clip: &ClipInfo, frame: FrameId) -> f32 {
    let heights = cycle(library, clip, frame).map(|f| library.pose(FrameId(f)).root_position.y);
    let (sum, count) = heights.fold((0.0, 0.0), |(sum, count), y| (sum + y, count + 1.0));
    sum / f32::max(count, 1.0)
}

/// Whether both feet are off the ground somewhere in the cycle of a frame.
fn flies(library: &MotionLibrary, clip: &ClipInfo, frame: FrameId) -> bool {
    cycle(library, clip, frame).any(|frame| {
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
