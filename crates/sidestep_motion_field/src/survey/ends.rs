//! How clips end: whether anything in the data takes up where they stop.

use crate::{core::Core, ends::continuation, survey::isolation::Isolation, survey::seconds};
use serde::Serialize;
use sidestep_motion::ClipId;

/// How a clip ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClipEnd {
    /// Name of the clip.
    pub clip: String,
    /// Speed at its end.
    pub speed_m_per_s: f32,
    /// The clip that goes on most like it, where one does.
    pub continued_by: String,
    /// Where in that clip.
    pub continued_at_secs: f32,
    /// Distance of the last state to it, over the median distance of states to the nearest elsewhere;
    /// much above 1 is a jump.
    pub distance_over_median: f32,
}

pub(crate) fn ends(core: &Core, isolation: &Isolation) -> Vec<ClipEnd> {
    let library = &core.library;
    let clips = (0_u16..).zip(library.clips());
    let end = |(number, clip): (u16, &sidestep_motion::ClipInfo)| {
        let found = continuation(core, ClipId(number))?;
        let other = &library.clips()[library.clip_of(found.frame).index()];
        let median = isolation.median_distance.max(f32::MIN_POSITIVE);
        Some(ClipEnd {
            clip: clip.name.clone(),
            speed_m_per_s: found.speed_at_end,
            continued_by: other.name.clone(),
            continued_at_secs: seconds(
                (found.frame.0 - other.frames.start) as usize,
                library.frame_secs(),
            ),
            distance_over_median: found.distance / median,
        })
    };
    let mut ends: Vec<ClipEnd> = clips.filter_map(end).collect();
    ends.sort_by(|a, b| b.distance_over_median.total_cmp(&a.distance_over_median));
    ends
}
