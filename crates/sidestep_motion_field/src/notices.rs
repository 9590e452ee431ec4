//! What a field lacks and what of its data it never plays, in words.

use crate::construction::MotionField;
use sidestep_control::{Controller, notices::lacking};

/// Less than this of a clip is not worth a word, in seconds.
const LEAST_SECS: f32 = 0.5;

/// How many clips are named.
const NAMED: usize = 5;

/// What the field cannot do for want of data, and what of the data it does not use; each with a
/// remedy. What nothing leads to is known of a field just built, not of one that was loaded.
pub fn notices(field: &MotionField) -> Vec<String> {
    let mut notices = lacking(&field.core.library, &field.gaits.frames, field.gaits());
    notices.extend(bridges(field));
    notices.extend(unreached(field));
    notices
}

fn bridges(field: &MotionField) -> Option<String> {
    let count = field.core.bridges.len();
    (count > 0).then(|| {
        format!(
            "no join leads from one gait to another: {count} leaps were added that do, at a higher \
             price and blended longer; capture takes that go over from one to the other and back"
        )
    })
}

#[expect(clippy::cast_precision_loss, reason = "counts of frames")]
fn unreached(field: &MotionField) -> Option<String> {
    let secs = |frames: usize| frames as f32 * field.core.library.frame_secs();
    let clips = || field.unreached.iter().filter(|(_, frames)| secs(*frames) >= LEAST_SECS);
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
