//! How much do the feet of the source slide? No controller skates less than what it was built from.

use crate::{
    clip_view::ClipView,
    finding::{Finding, Severity},
};
use sidestep_motion::skate::skate;

/// Clips in which contacting feet slide faster than this, in metres a second, are told.
const FAST: f32 = 0.15;

/// Seconds of contact needed to say so.
const LEAST_SECS: f32 = 1.0;

/// Clips told by name.
const MOST: usize = 5;

/// The skate of a library and of each of its clips.
pub(crate) struct LibrarySkate {
    /// Mean over all contact frames, in metres a second.
    pub(crate) mean_speed: f32,
    /// Share of frames in contact, mean of both feet.
    pub(crate) contact_fraction: f32,
    clips: Vec<(f32, usize)>,
}

/// Measures the skate of all clips.
pub(crate) fn measure(clips: &[ClipView<'_>]) -> LibrarySkate {
    let of = |clip: &ClipView<'_>| {
        let skate = skate(&clip.motion, clip.contacts);
        (skate.mean_speed, skate.contact_frames)
    };
    let per_clip: Vec<(f32, usize)> = clips.iter().map(of).collect();
    let contact = per_clip.iter().map(|(_, frames)| *frames).sum::<usize>();
    let total: f64 = per_clip.iter().map(|(speed, n)| f64::from(*speed) * *n as f64).sum();
    let frames = clips.iter().map(ClipView::len).sum::<usize>();
    LibrarySkate {
        mean_speed: (total / contact.max(1) as f64) as f32,
        contact_fraction: (contact as f64 / (2 * frames).max(1) as f64) as f32,
        clips: per_clip,
    }
}

/// Tells the clips whose feet slide most, and a library in which feet never touch the ground.
pub(crate) fn check(clips: &[ClipView<'_>], measured: &LibrarySkate) -> Vec<Finding> {
    if measured.contact_fraction <= 0.0 {
        let message = "No foot touches the ground in any clip.";
        let remedy = "Check unit, up axis, floor and the roles of feet and toes.";
        return vec![Finding::new(Severity::Error, message, remedy)];
    }
    let mut sliding: Vec<(&ClipView<'_>, f32)> = clips
        .iter()
        .zip(&measured.clips)
        .filter(|(clip, (speed, frames))| *speed > FAST && clip.secs(*frames) > LEAST_SECS)
        .map(|(clip, (speed, _))| (clip, *speed))
        .collect();
    sliding.sort_by(|a, b| b.1.total_cmp(&a.1));
    let rest = sliding.len().saturating_sub(MOST);
    let remedy = "Plant the feet by IK before use, or leave the clip out.";
    let tell = |(clip, speed): &(&ClipView<'_>, f32)| {
        let message = format!("Feet on the ground slide at {:.0} cm/s.", 100.0 * speed);
        clip.cured_without(Finding::new(Severity::Warning, message, remedy))
    };
    let mut findings: Vec<Finding> = sliding.iter().take(MOST).map(tell).collect();
    if rest > 0 {
        let message = format!(
            "In {rest} more clips feet on the ground slide faster than {:.0} cm/s.",
            100.0 * FAST
        );
        findings.push(Finding::new(Severity::Warning, message, remedy));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk};

    #[test]
    fn planted_feet_do_not_skate_and_shifted_ones_do() {
        let clean = straight_walk("clean");
        let mut sliding = straight_walk("sliding");
        let places = sliding.root_positions.iter_mut().enumerate();
        // 0.3 m/s sideways, which no foot follows.
        places.for_each(|(frame, place)| place.x += 0.3 * frame as f32 / 60.0);
        let library = library(&[clean, sliding]);
        let views = ClipView::all(&library);
        let measured = measure(&views);
        assert!((measured.mean_speed - 0.15).abs() < 0.01, "{}", measured.mean_speed);
        let findings = check(&views, &measured);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].clip.as_deref(), Some("sliding"));
        assert!(findings[0].message.contains("30 cm/s"), "{findings:?}");
    }
}
