//! Bridges to islands: gaits that no good jump connects with the rest are not given up.
//!
//! Pruning keeps the largest strongly connected part. Where that loses most of a gait, dearer jumps
//! between it and the rest are let in, no dearer than it takes and at most one from each frame; a
//! character blends them longer.

use sidestep_control::FrameGaits;
use sidestep_motion::{FrameId, MotionLibrary};
use sidestep_pose_graph::{GraphConfig, PoseTable, Pruned, prune_bridged, transitions};

/// Bridges cost at most so many times the threshold: tried one after the other.
const DEAREST: [f32; 3] = [2.0, 4.0, 8.0];

/// A gait with less data than this is not worth dearer jumps, in seconds.
const LEAST_SECS: f32 = 5.0;

/// A gait is lost where less than this share of it is kept.
const LEAST_KEPT: f32 = 0.5;

/// A pruned graph with bridges to the gaits it has lost; as it is where it has lost none.
pub(crate) fn bridged(
    library: &MotionLibrary,
    table: &PoseTable,
    config: &GraphConfig,
    pruned: Pruned,
) -> Pruned {
    let gaits = FrameGaits::of(library);
    let mut best = pruned;
    for times in DEAREST {
        let lost = lost_frames(&gaits, &best.kept);
        if !lost.contains(&true) {
            break;
        }
        let most = times * config.threshold;
        let found = transitions(library, table, config, most);
        let more = prune_bridged(library, &found, config, (&best.kept, &lost), most);
        if more.kept_frames > best.kept_frames {
            best = more;
        }
    }
    best
}

/// The frames of gaits that are mostly lost.
fn lost_frames(gaits: &FrameGaits, kept: &[bool]) -> Vec<bool> {
    let of = |frame: usize| gaits.at(FrameId(u32::try_from(frame).unwrap_or(u32::MAX)));
    let mut lost = vec![false; kept.len()];
    for gait in gaits.held_for(LEAST_SECS).iter() {
        let own = || (0..kept.len()).filter(|frame| of(*frame) == Some(gait));
        let (all, there) = (own().count(), own().filter(|frame| kept[*frame]).count());
        let is_lost = (there as f32) < LEAST_KEPT * all as f32;
        if is_lost {
            own().filter(|frame| !kept[*frame]).for_each(|frame| lost[frame] = true);
        }
    }
    lost
}
