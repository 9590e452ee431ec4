//! What a map lacks and what it has lost, in words.

use crate::construction::MobilityMap;
use sidestep_control::{Controller, notices::lacking};

/// Less than this share of the frames lost is not worth a word.
const LEAST_SHARE: f32 = 0.02;

/// How many clips are named.
const NAMED: usize = 5;

/// What the map cannot do for want of data, and what of the data it does not use; each with a remedy.
pub fn notices(map: &MobilityMap) -> Vec<String> {
    let mut notices = lacking(&map.library, &map.frames.gaits, map.gaits());
    notices.extend(bridges(map));
    notices.extend(lost(map));
    notices
}

fn bridges(map: &MobilityMap) -> Option<String> {
    let threshold = map.config.graph.threshold;
    let dear = map.graph.actions.iter().filter(|action| action.cost > threshold);
    let (count, dearest) =
        dear.fold((0_usize, 0.0_f32), |(count, most), dear| (count + 1, most.max(dear.cost)));
    (count > 0).then(|| {
        format!(
            "{count} jumps cost up to {dearest:.1}, more than the threshold of {threshold:.1}: without \
             them a part of the data could not be reached; they are blended longer; capture takes \
             that lead there and back"
        )
    })
}

/// Names what pruning has lost.
fn lost(map: &MobilityMap) -> Option<String> {
    let library = &map.library;
    let mut kept = vec![false; library.len()];
    for frame in &map.graph.state_frames {
        kept[frame.index()] = true;
    }
    for action in &map.graph.actions {
        kept[action.first as usize..(action.first + action.frames) as usize].fill(true);
    }
    let secs = |frames: usize| frames as f32 * library.frame_secs();
    let of_clip = |clip: &sidestep_motion::ClipInfo| {
        let frames = clip.frames.start as usize..clip.frames.end as usize;
        (kept[frames].iter().filter(|kept| !**kept).count(), clip.name.clone())
    };
    let mut clips: Vec<(usize, String)> = library.clips().iter().map(of_clip).collect();
    let all: usize = clips.iter().map(|(lost, _)| lost).sum();
    if (all as f32) < LEAST_SHARE * library.len() as f32 {
        return None;
    }
    clips.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let most = clips.iter().take(NAMED).filter(|(lost, _)| *lost > 0);
    let names: Vec<String> =
        most.map(|(lost, name)| format!("{:.1} s of '{name}'", secs(*lost))).collect();
    Some(format!(
        "{:.1} s of {:.1} s are not connected with the rest by good jumps both ways and are never \
         played, most of all {}; capture takes that lead from them to the rest and back, or raise the \
         threshold of jumps",
        secs(all),
        secs(library.len()),
        names.join(", ")
    ))
}
