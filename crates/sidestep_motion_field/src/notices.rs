//! What a flow lacks and what of its data it never plays, in words.

use crate::flow::Flow;
use sidestep_control::notices::lacking;

/// Less than this of a clip is not worth a word, in seconds.
const LEAST_SECS: f32 = 0.5;

/// How many clips are named.
const NAMED: usize = 5;

/// What the flow cannot do for want of data, and what of the data it does not use; each with a
/// remedy. What nothing leads to is known of one just built, not of one that was loaded.
pub(crate) fn notices(flow: &Flow) -> Vec<String> {
    let mut notices = lacking(&flow.core.library, &flow.gaits.frames, flow.gaits());
    notices.extend(bridges(flow));
    notices.extend(unreached(flow));
    notices
}

fn bridges(flow: &Flow) -> Option<String> {
    let count = flow.core.bridges.len();
    (count > 0).then(|| {
        format!(
            "no join leads from one gait to another: {count} leaps were added that do, at a higher \
             price and blended longer; capture takes that go over from one to the other and back"
        )
    })
}

fn unreached(flow: &Flow) -> Option<String> {
    let secs = |frames: usize| frames as f32 * flow.core.library.frame_secs();
    let clips = || flow.unreached.iter().filter(|(_, frames)| secs(*frames) >= LEAST_SECS);
    let all: f32 = clips().map(|(_, frames)| secs(*frames)).sum();
    let names: Vec<String> = clips()
        .take(NAMED)
        .map(|(name, frames)| format!("{:.1} s of '{name}'", secs(*frames)))
        .collect();
    (!names.is_empty()).then(|| {
        format!(
            "no join leads to {all:.1} s of the data, which are never played: {}; capture takes that \
             lead there from the rest",
            names.join(", ")
        )
    })
}
