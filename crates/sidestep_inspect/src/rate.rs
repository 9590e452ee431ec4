//! Is the frame rate true? Files lie about it: a capture at 60 Hz labelled 120 plays twice as fast.

use crate::{
    clip_view::{ClipView, quantile},
    free_fall::flights,
    report::{Finding, Severity},
    strides::strides,
    travel::Travel,
};

/// Standard gravity, in metres a second squared.
const GRAVITY: f32 = 9.81;

/// Measured falls within this factor of gravity are believed: flights are short and bodies bend.
const FALL_TOLERANCE: f32 = 2.2;

/// Walk ratios and stride times that nobody walks or runs at, both at once.
const HURRIED: (f32, f32) = (0.0045, 0.66);
const DRAGGED: (f32, f32) = (0.0115, 1.7);

/// Strides needed to be told from a stumble.
const FEWEST_STRIDES: usize = 3;

/// Checks the rate against free fall and against the natural rhythm of steps.
pub(crate) fn check(clip: &ClipView<'_>, travel: &Travel) -> Option<Finding> {
    let fall = fall(clip);
    let rhythm = rhythm(clip, travel);
    let (factor, mut message) = match (&fall, &rhythm) {
        (Some(fall), None) => (fall.factor, fall.evidence.clone()),
        (None, Some(rhythm)) => (rhythm.factor, rhythm.evidence.clone()),
        (Some(fall), Some(rhythm)) => {
            (fall.factor, format!("{} and {}", fall.evidence, rhythm.evidence))
        }
        (None, None) => return None,
    };
    let times = if factor > 1.0 { factor } else { 1.0 / factor };
    let (pace, whole) = (if factor > 1.0 { "fast" } else { "slow" }, times.round());
    let guess = if (times / whole - 1.0).abs() < 0.2 { whole } else { times };
    message = format!("The clip plays about {guess:.1} times too {pace}: {message}.");
    let change = if factor > 1.0 { "divide" } else { "multiply" };
    let remedy = format!(
        "Give the true frame rate in the manifest: {change} the one in the file by {guess:.0}, and import again."
    );
    // Gravity does not vary; people may walk in odd rhythms.
    let severity = if fall.is_some() { Severity::Error } else { Severity::Warning };
    let finding = Finding::new(severity, message, remedy).in_clip(clip.name());
    Some(match fall {
        Some(fall) => finding.at(fall.frame),
        None => finding,
    })
}

/// What one clock says.
struct Clock {
    /// How many times too fast the clip plays.
    factor: f32,
    evidence: String,
    frame: usize,
}

fn fall(clip: &ClipView<'_>) -> Option<Clock> {
    let flights = flights(clip);
    let mut falls: Vec<f32> = flights.iter().map(|flight| flight.acceleration).collect();
    let median = quantile(&mut falls, 0.5)?;
    let factor = (median / GRAVITY).sqrt();
    // A slow fall may be a handstand or a chair; only a fast one proves something by itself.
    (median > FALL_TOLERANCE * GRAVITY).then(|| Clock {
        factor,
        evidence: format!(
            "free fall shows {median:.0} m/s² instead of 9.8 in {}",
            count(falls.len(), "flight")
        ),
        frame: flights[0].frames.start,
    })
}

fn rhythm(clip: &ClipView<'_>, travel: &Travel) -> Option<Clock> {
    let strides = strides(clip, travel);
    if strides.len() < FEWEST_STRIDES {
        return None;
    }
    let ratio = quantile(&mut strides.iter().map(|s| s.walk_ratio).collect::<Vec<_>>(), 0.5)?;
    let secs = quantile(&mut strides.iter().map(|s| s.secs).collect::<Vec<_>>(), 0.5)?;
    let evidence =
        format!("{} take {secs:.2} s, walk ratio {ratio:.4}", count(strides.len(), "stride"));
    let clock = |factor: f32| Some(Clock { factor, evidence: evidence.clone(), frame: 0 });
    if ratio < HURRIED.0 && secs < HURRIED.1 {
        return clock(2.0);
    }
    if ratio > DRAGGED.0 && secs > DRAGGED.1 { clock(0.5) } else { None }
}

fn count(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{RATE_HZ, empty, library, skeleton, straight_walk, walk_with_stride};
    use glam::Vec3;
    use sidestep_motion::{Clip, GroundTransform, Pose};

    fn found(clip: Clip) -> Option<Finding> {
        let library = library(&[clip]);
        let view = &ClipView::all(&library)[0];
        check(view, &Travel::of(view))
    }

    /// Three jumps of 0.45 s with `gravity`, a second of standing between them.
    fn jumps(gravity: f32) -> Clip {
        let skeleton = skeleton();
        let mut clip = empty("jumps", &skeleton);
        for frame in 0..300_u16 {
            let time = (f32::from(frame) / RATE_HZ) % 1.5;
            let lift = if time < 0.45 { 0.5 * gravity * time * (0.45 - time) } else { 0.0 };
            let mut pose = Pose::identity(skeleton.len());
            pose.root_position = Vec3::Y * (0.97 + lift);
            clip.push(pose.as_ref());
        }
        clip
    }

    #[test]
    fn true_gravity_passes_and_fourfold_gravity_is_told() {
        assert_eq!(found(jumps(9.81)), None);
        let finding = found(jumps(4.0 * 9.81)).unwrap();
        assert_eq!(finding.severity, Severity::Error);
        assert!(
            finding.message.contains("39 m/s²") && finding.message.contains("2.0 times too fast"),
            "{finding:?}"
        );
        assert!(finding.remedy.contains("divide the one in the file by 2"), "{finding:?}");
    }

    /// 1 m/s with strides of 1.2 s has walk ratio 0.006; played at double rate 2 m/s and 0.6 s, 0.003.
    #[test]
    fn a_hurried_walk_is_told() {
        assert_eq!(found(straight_walk("walk")), None);
        let hurried =
            walk_with_stride("walk", 4.0, 0.6, |t| GroundTransform::new(0.0, 1.9 * t, 0.0));
        let finding = found(hurried).unwrap();
        assert!(finding.message.contains("2.0 times too fast"), "{finding:?}");
        let dragged =
            walk_with_stride("walk", 12.0, 2.4, |t| GroundTransform::new(0.0, 0.55 * t, 0.0));
        assert!(found(dragged).unwrap().message.contains("too slow"));
    }
}
