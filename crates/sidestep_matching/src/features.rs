//! What frames are compared by: feet and hips now, and the way ahead. 27 numbers, each kind in units
//! of its spread over the library (Holden et al. 2020, section 3).

pub(crate) use crate::spans::{clip_of, frames};

use crate::{
    config::{FeatureWeights, MatchingConfig},
    error::BuildError,
    manner::{self, Manners},
    trajectory::Wanted,
};
use sidestep_control::{FrameGaits, Gait, Gaits};
use sidestep_features::{
    Feature, FeatureSpace, IndexConfig, MotionState, NearestIndex, VelocityUnit,
};
use sidestep_motion::{ClipInfo, Displacement, FrameId, GroundTransform, MotionLibrary, Side};

/// How far ahead the way is compared, in seconds.
pub(crate) const HORIZONS_SECS: [f32; 3] = [1.0 / 3.0, 2.0 / 3.0, 1.0];

/// Where a clip ends, its last frames tell how it would go on: as many as this.
const END_FRAMES: u32 = 5;

/// A frame leads to a gait that its clip comes to within this time: so a clip that is about to speed
/// up serves a wish to run, in seconds.
const GAIT_AHEAD_SECS: f32 = 0.2;

/// The way ahead, one place and facing for each horizon, seen from the character.
pub(crate) type Way = [GroundTransform; HORIZONS_SECS.len()];

/// The features of all frames, and an index over those that may be entered.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    pub(crate) space: FeatureSpace,
    /// Numbers of a row that describe the body; those of the way ahead come after.
    pub(crate) body_dims: usize,
    rows: Vec<f32>,
    /// The frames that may be entered.
    pub(crate) all: Entries,
    /// The same for each gait the library holds, where it holds several.
    of_gaits: Vec<(Gait, Entries)>,
    /// What frames of gaits are compared by besides, where there are several.
    manners: Option<Manners>,
}

/// Frames that may be entered, searchable.
#[derive(Clone, Debug)]
pub(crate) struct Entries {
    pub(crate) index: NearestIndex,
    /// Frame of each row of the index.
    pub(crate) frames: Vec<u32>,
}

impl Features {
    pub(crate) fn new(
        library: &MotionLibrary,
        gaits: &FrameGaits,
        config: &MatchingConfig,
    ) -> Result<Self, BuildError> {
        let space = |features: &[Feature]| {
            FeatureSpace::new(features, library.skeleton(), library.rate_hz())
        };
        let plain = space(&unweighted())?;
        let space = space(&weighted(&plain, &rows(library, &plain), &config.weights))?;
        let (rows, entries) = (rows(library, &space), entries(library, config));
        let dims = space.dims();
        let held = Some(gaits.held()).filter(|held| held.len() > 1).unwrap_or_default();
        let mut of_gaits = Vec::with_capacity(held.len());
        let manners = (!held.is_empty()).then(|| Manners::new(library, gaits));
        for (gait, manners) in held.iter().zip(manners.iter().cycle()) {
            let mut own = entries.clone();
            own.retain(|frame| leads_to(library, gaits, *frame, gait));
            if own.is_empty() {
                continue;
            }
            let row = |frame: u32| {
                let of_all = rows[frame as usize * dims..][..dims].iter().copied();
                of_all.chain(manners.row(frame))
            };
            of_gaits.push((gait, Entries::new(row, dims + manner::DIMS, own)?));
        }
        let is_ahead = |feature: &&Feature| matches!(feature, Feature::Future { .. });
        let ahead: usize = space.features().iter().filter(is_ahead).map(Feature::dims).sum();
        let row = |frame: u32| rows[frame as usize * dims..][..dims].iter().copied();
        let all = Entries::new(row, dims, entries)?;
        Ok(Self { body_dims: dims - ahead, space, rows, all, of_gaits, manners })
    }

    /// The frames to choose from where a gait is wanted; all where none is, or where there is but one.
    pub(crate) fn entries(&self, gait: Option<Gait>) -> &Entries {
        let own = gait.and_then(|gait| self.of_gaits.iter().find(|(own, _)| *own == gait));
        own.map_or(&self.all, |(_, entries)| entries)
    }

    /// The gaits that frames are told apart by.
    pub(crate) fn gaits(&self) -> Gaits {
        self.of_gaits.iter().map(|(gait, _)| *gait).collect()
    }

    /// Numbers of the longest question.
    pub(crate) fn most_dims(&self) -> usize {
        self.space.dims() + self.manners.as_ref().map_or(0, |_| manner::DIMS)
    }

    /// Completes a question by how to go, where a gait is wanted that is told from others; returns
    /// how many numbers of it count.
    pub(crate) fn ask_manner(&self, wanted: Option<Wanted>, query: &mut [f32]) -> usize {
        let dims = self.space.dims();
        let gait = wanted.and_then(|wanted| Some((wanted, wanted.gait?)));
        let told = gait.filter(|(_, gait)| self.gaits().has(*gait));
        let Some(((wanted, gait), manners)) = told.zip(self.manners.as_ref()) else { return dims };
        query[dims..].copy_from_slice(&manners.wanted(gait, wanted.velocity.length()));
        dims + manner::DIMS
    }

    /// How unlike a question a frame is.
    pub(crate) fn unlikeness(&self, frame: u32, query: &[f32]) -> f32 {
        let manner = self.manner_unlikeness(frame, query).unwrap_or(0.0);
        distance_squared(self.row(frame), query) + manner
    }

    /// The part of it that the wanted gait makes up, where the question names one.
    pub(crate) fn manner_unlikeness(&self, frame: u32, query: &[f32]) -> Option<f32> {
        let wanted = query.get(self.space.dims()..).filter(|wanted| !wanted.is_empty())?;
        self.manners.as_ref().map(|manners| distance_squared(&manners.row(frame), wanted))
    }

    /// The features of a frame.
    pub(crate) fn row(&self, frame: u32) -> &[f32] {
        &self.rows[frame as usize * self.space.dims()..][..self.space.dims()]
    }

    /// Bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let of_gaits = self.of_gaits.iter().map(|(_, entries)| entries.bytes()).sum::<usize>();
        let manners = self.manners.as_ref().map_or(0, Manners::bytes);
        size_of_val(self.rows.as_slice()) + self.all.bytes() + of_gaits + manners
    }
}

impl Entries {
    fn new<Row: Iterator<Item = f32>>(
        row: impl Fn(u32) -> Row,
        dims: usize,
        frames: Vec<u32>,
    ) -> Result<Self, BuildError> {
        let entered: Vec<f32> = frames.iter().flat_map(|frame| row(*frame)).collect();
        Ok(Self { index: NearestIndex::build(&entered, dims, IndexConfig::default())?, frames })
    }

    fn bytes(&self) -> usize {
        size_of_val(self.frames.as_slice()) + self.index.bytes()
    }
}

/// Whether the clip of a frame soon goes in a gait for a while.
///
/// What soon goes in another one again would be left before it is in this one, and often for a moment
/// just before: the character would go in circles.
pub(crate) fn leads_to(
    library: &MotionLibrary,
    gaits: &FrameGaits,
    frame: u32,
    gait: Gait,
) -> bool {
    let end = clip_of(library, frame).frames.end;
    let soon = (frame + frames(library, GAIT_AHEAD_SECS) + 1).min(end);
    let first = (frame..soon).find(|frame| gaits.at(FrameId(*frame)) == Some(gait));
    first.is_some_and(|first| gaits.lasts(library, FrameId(first), gait))
}

/// The squared distance of two rows, or of their like parts.
pub(crate) fn distance_squared(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The way a clip takes from a frame on.
pub(crate) fn way_from(library: &MotionLibrary, frame: u32) -> Way {
    HORIZONS_SECS.map(|secs| ahead(library, frame, secs))
}

/// The way from a frame to `secs` later, seen from the frame. Where the clip ends before, it is
/// taken to go on straight at the speed of its end.
pub(crate) fn ahead(library: &MotionLibrary, frame: u32, secs: f32) -> GroundTransform {
    let clip = clip_of(library, frame);
    let last = clip.frames.end.saturating_sub(1);
    let wanted = frame + frames(library, secs);
    let reached = wanted.min(last);
    let way = library.ground(FrameId(frame)).delta_to(library.ground(FrameId(reached)));
    let from = last.saturating_sub(END_FRAMES).max(clip.frames.start);
    if reached == wanted || from == last {
        return way;
    }
    let end = library.ground(FrameId(from)).delta_to(library.ground(FrameId(last)));
    let share = (wanted - reached) as f32 / (last - from) as f32;
    way * GroundTransform::new(end.x * share, end.z * share, 0.0)
}

/// The step from a frame to the next, or at the end of a clip the one before.
pub(crate) fn displacement_at(library: &MotionLibrary, frame: u32, out: &mut Displacement) {
    let clip = clip_of(library, frame);
    let to = (frame + 1).min(clip.frames.end.saturating_sub(1));
    let from = to.saturating_sub(1).max(clip.frames.start);
    library.pose(FrameId(to)).difference_into(library.pose(FrameId(from)), out);
}

fn unweighted() -> Vec<Feature> {
    let (weight, unit) = (1.0, VelocityUnit::MetresPerSecond);
    let mut features = vec![Feature::RootVelocity { weight, unit }];
    features.extend(Side::BOTH.map(|side| Feature::FootPosition { side, weight }));
    features.extend(Side::BOTH.map(|side| Feature::FootVelocity { side, weight }));
    let ahead = |secs| Feature::Future { secs, place_weight: 1.0, direction_weight: 1.0 };
    features.extend(HORIZONS_SECS.map(ahead));
    features
}

/// The features of `plain` with their weights, in units of the spread that `rows` have.
fn weighted(plain: &FeatureSpace, rows: &[f32], weights: &FeatureWeights) -> Vec<Feature> {
    let mut at = 0;
    let mut weigh = |dims: usize, weight: f32| {
        // One spread for each kind, so that its directions keep their proportions.
        let spread = (at..at + dims).map(|dim| deviation(rows, plain.dims(), dim)).sum::<f32>();
        at += dims;
        let scale = weight / (spread / dims as f32).max(1e-3);
        scale * scale
    };
    let weighted = plain.features().iter().map(|feature| match *feature {
        Feature::FootPosition { side, .. } => {
            Feature::FootPosition { side, weight: weigh(3, weights.foot_position) }
        }
        Feature::FootVelocity { side, .. } => {
            Feature::FootVelocity { side, weight: weigh(3, weights.foot_velocity) }
        }
        Feature::RootVelocity { unit, .. } => {
            Feature::RootVelocity { weight: weigh(3, weights.hip_velocity), unit }
        }
        Feature::Future { secs, .. } => Feature::Future {
            secs,
            place_weight: weigh(2, weights.future_position),
            direction_weight: weigh(2, weights.future_facing),
        },
        other => other,
    });
    weighted.collect()
}

fn deviation(rows: &[f32], dims: usize, dim: usize) -> f32 {
    let column = || rows.iter().skip(dim).step_by(dims).map(|value| f64::from(*value));
    let n = column().count().max(1) as f64;
    let mean = column().sum::<f64>() / n;
    let variance = column().map(|value| (value - mean) * (value - mean)).sum::<f64>() / n;
    variance.sqrt() as f32
}

/// The rows of all frames, one after another.
fn rows(library: &MotionLibrary, space: &FeatureSpace) -> Vec<f32> {
    let mut rows = vec![0.0; library.len() * space.dims()];
    let mut displacement = Displacement::default();
    for (frame, row) in (0..).zip(rows.chunks_exact_mut(space.dims())) {
        displacement_at(library, frame, &mut displacement);
        let heading = library.ground(FrameId(frame)).heading;
        let pose = library.pose(FrameId(frame));
        let future = way_from(library, frame);
        let state = MotionState::new(pose, &displacement, heading);
        space.write(&MotionState { future: &future, ..state }, row);
    }
    rows
}

/// The frames that may be entered: none near the end of a clip, and not the first, because a join
/// needs the velocity up to it.
fn entries(library: &MotionLibrary, config: &MatchingConfig) -> Vec<u32> {
    let left = frames(library, config.least_left_secs).max(1);
    let of_clip = |clip: &ClipInfo| clip.frames.start + 1..clip.frames.end.saturating_sub(left);
    library.clips().iter().flat_map(of_clip).collect()
}
