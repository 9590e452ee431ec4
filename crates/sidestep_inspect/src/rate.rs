//! Is the frame rate true? Files lie about it: a capture at 60 Hz labelled 120 plays twice as fast.

use crate::{
    clip_view::{ClipView, quantile},
    finding::{Finding, Severity},
    free_fall::{falls_of_hips, flights, strongest_pull},
    strides::strides,
    travel::Travel,
};

/// Hips that fall with this share of gravity fall freely at a true rate; at twice the rate they fall
/// with four times, at half of it with a quarter.
const TRUE_FALL: std::ops::Range<f32> = 0.75..1.4;

/// Standard gravity, in metres a second squared.
const GRAVITY: f32 = 9.81;

/// A fall measured in flight is believed up to this many times gravity: flights are short.
const FALL_TOLERANCE: f32 = 2.2;

/// No body is drawn down faster than this, in metres a second squared. Recordings at their true rate
/// reach 13 (gravity and noise), those played twice as fast have 18 and more once they run.
const STRONGEST_PULL: f32 = 17.5;

/// Above this pull it is at least doubtful.
const DOUBTFUL_PULL: f32 = 15.0;

/// Steps with a stronger pull than this are an athlete's, and may be as quick as they look.
const ATHLETIC_PULL: f32 = 6.0;

/// Walk ratios and stride times that nobody walks or runs at, both at once.
const HURRIED: (f32, f32) = (0.0045, 0.66);
const DRAGGED: (f32, f32) = (0.0115, 1.7);

/// Strides needed to be told from a stumble.
const FEWEST_STRIDES: usize = 3;

/// Checks the rate against gravity and against the natural rhythm of steps.
pub(crate) fn check(clip: &ClipView<'_>, travel: &Travel) -> Option<Finding> {
    if quantile(&mut falls_of_hips(clip), 0.5)
        .is_some_and(|fall| TRUE_FALL.contains(&(fall / GRAVITY)))
    {
        return None;
    }
    let pull = strongest_pull(clip).unwrap_or(0.0);
    if let Some(clock) = fall(clip).or_else(|| drawn_down(pull, STRONGEST_PULL)) {
        // Gravity does not vary, so there is no doubt.
        let finding = finding(Severity::Error, "plays", &clock).in_clip(clip.name());
        return Some(match clock.frame {
            Some(frame) => finding.at(frame),
            None => finding,
        });
    }
    if let Some(clock) = drawn_down(pull, DOUBTFUL_PULL) {
        return Some(finding(Severity::Warning, "may play", &clock).in_clip(clip.name()));
    }
    let clock = rhythm(clip, travel)?;
    let severity = if pull < ATHLETIC_PULL { Severity::Warning } else { Severity::Note };
    Some(finding(severity, "may play", &clock).in_clip(clip.name()))
}

fn finding(severity: Severity, plays: &str, clock: &Clock) -> Finding {
    let fast = clock.factor > 1.0;
    let times = if fast { clock.factor } else { 1.0 / clock.factor };
    let (pace, change) = if fast { ("fast", "divide") } else { ("slow", "multiply") };
    // Rates are mistaken by whole factors.
    let whole = times.round().max(2.0);
    let evidence = &clock.evidence;
    let message = format!("The clip {plays} about {whole:.0} times too {pace}: {evidence}.");
    let remedy = format!(
        "Give the true frame rate in the manifest: {change} the one in the file by {whole:.0}, and import again."
    );
    Finding::new(severity, message, remedy)
}

/// What one clock says.
struct Clock {
    /// How many times too fast the clip plays.
    factor: f32,
    evidence: String,
    frame: Option<usize>,
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
        frame: flights.first().map(|flight| flight.frames.start),
    })
}

fn drawn_down(pull: f32, limit: f32) -> Option<Clock> {
    let evidence = format!("the body is drawn down with {pull:.0} m/s², where gravity has 9.8");
    let factor = (pull / GRAVITY).sqrt();
    (pull > limit).then_some(Clock { factor, evidence, frame: None })
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
    let clock = |factor: f32| Some(Clock { factor, evidence: evidence.clone(), frame: None });
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
            finding.message.contains("39 m/s²") && finding.message.contains("2 times too fast"),
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
        assert!(finding.message.contains("2 times too fast"), "{finding:?}");
        let dragged =
            walk_with_stride("walk", 12.0, 2.4, |t| GroundTransform::new(0.0, 0.55 * t, 0.0));
        assert!(found(dragged).unwrap().message.contains("too slow"));
    }

    /// The same hurried walk, with a leap in it whose hips fall as hips do.
    #[test]
    fn hips_that_fall_freely_clear_the_rate() {
        let mut clip =
            walk_with_stride("walk", 4.0, 0.6, |t| GroundTransform::new(0.0, 1.9 * t, 0.0));
        let leap = jumps(8.9);
        let contacts = clip.contacts.as_mut().unwrap();
        contacts.resize(clip.root_positions.len() + leap.len(), sidestep_motion::Contacts::NONE);
        for frame in 0..leap.len() {
            clip.push(leap.pose(frame));
        }
        assert_eq!(found(clip), None);
    }
}
