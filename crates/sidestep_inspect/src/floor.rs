//! Do the feet rest on one floor?

use crate::{
    clip_view::{ClipView, quantile, runs},
    finding::{Finding, Severity},
};
use sidestep_motion::{JointId, Role, Side};

/// A foot slower than this, in metres a second, rests, if it does so for a while.
const RESTING_SPEED: f32 = 0.15;
const LEAST_REST_SECS: f32 = 0.12;

/// Rests needed before their heights are compared.
const FEWEST_RESTS: usize = 4;

/// Resting heights may spread by this many metres, toes may sink by so much, and clips of one
/// library may have floors so far apart.
const SPREAD: f32 = 0.05;
const SUNK: f32 = 0.04;
const APART: f32 = 0.03;

/// Checks the floor of one clip.
pub(crate) fn check(clip: &ClipView<'_>) -> Vec<Finding> {
    let tell = |finding: Finding| finding.in_clip(clip.name());
    let uneven = uneven(clip).map(tell);
    let sunk = sunk(clip).map(tell);
    uneven.into_iter().chain(sunk).collect()
}

/// Tells how far the floors of the sources lie apart; the library's clips all stand on zero.
pub(crate) fn check_library(clips: &[ClipView<'_>]) -> Option<Finding> {
    let mut floors: Vec<f32> = clips.iter().map(|clip| clip.info.floor).collect();
    let median = quantile(&mut floors, 0.5)?;
    let (low, high) = (*floors.first()?, *floors.last()?);
    if high - low < APART {
        return None;
    }
    let apart = |clip: &&ClipView<'_>| (clip.info.floor - median).abs();
    let farthest = clips.iter().max_by(|a, b| apart(a).total_cmp(&apart(b)))?;
    let message = format!(
        "The floors of the sources lie between {:.1} and {:.1} cm, clip '{}' farthest from the others; every clip was levelled on its own.",
        100.0 * low,
        100.0 * high,
        farthest.name()
    );
    let remedy = "Nothing, unless a clip looks sunk or floating: then give the height of its floor \
        in the manifest (`floor_m`).";
    Some(Finding::new(Severity::Note, message, remedy))
}

/// Feet that rest at different heights: stairs, a slope, or a badly calibrated floor.
fn uneven(clip: &ClipView<'_>) -> Option<Finding> {
    let spreads = Side::BOTH.into_iter().filter_map(|side| {
        let mut heights = rests(clip, lowest_joint(clip, side)?);
        if heights.len() < FEWEST_RESTS {
            return None;
        }
        Some(quantile(&mut heights, 0.9)? - quantile(&mut heights, 0.1)?)
    });
    let spread = spreads.fold(0.0, f32::max);
    if spread < SPREAD {
        return None;
    }
    let message = format!("The feet rest at heights that differ by {:.0} cm.", 100.0 * spread);
    let remedy =
        "Leave the clip out if it has stairs or a slope; else cut it where the floor changes.";
    Some(Finding::new(Severity::Warning, message, remedy))
}

/// Feet that come far below the floor.
fn sunk(clip: &ClipView<'_>) -> Option<Finding> {
    let joints: Vec<JointId> =
        Side::BOTH.into_iter().filter_map(|side| lowest_joint(clip, side)).collect();
    let lowest = |frame: usize| {
        joints.iter().map(|joint| clip.position(frame, *joint).y).fold(f32::MAX, f32::min)
    };
    let mut lows: Vec<f32> = (0..clip.len()).map(lowest).collect();
    let first = lows.iter().position(|low| *low < -SUNK);
    let low = quantile(&mut lows, 0.02)?;
    if low > -SUNK || joints.is_empty() {
        return None;
    }
    let message = format!("The feet sink {:.0} cm below the floor.", -100.0 * low);
    let floor = clip.info.floor + low;
    let remedy = format!("Give the height of the floor in the manifest: floor_m = {floor:.2}.");
    Some(Finding::new(Severity::Warning, message, remedy).at(first?))
}

/// The toe, or the ankle of a foot without toes.
fn lowest_joint(clip: &ClipView<'_>, side: Side) -> Option<JointId> {
    clip.role(Role::Toe(side)).or_else(|| clip.role(Role::Foot(side)))
}

/// Heights at which a joint rests, one for each rest.
fn rests(clip: &ClipView<'_>, joint: JointId) -> Vec<f32> {
    let is_slow = |frame: usize| {
        let (from, to) = (frame.saturating_sub(1), (frame + 1).min(clip.len() - 1));
        let way = clip.position(to, joint).distance(clip.position(from, joint));
        way < RESTING_SPEED * clip.secs((to - from).max(1))
    };
    let long = |run: &std::ops::Range<usize>| clip.secs(run.len()) >= LEAST_REST_SECS;
    let middle = |run: std::ops::Range<usize>| clip.position(run.start + run.len() / 2, joint).y;
    runs(clip.len(), is_slow).into_iter().filter(long).map(middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk};
    use sidestep_motion::Clip;

    fn found(clip: &Clip) -> Vec<Finding> {
        let library = library(std::slice::from_ref(clip));
        check(&ClipView::all(&library)[0])
    }

    #[test]
    fn a_walk_on_the_level_is_fine() {
        assert_eq!(found(&straight_walk("walk")), []);
    }

    #[test]
    fn a_slope_is_told() {
        let mut clip = straight_walk("walk");
        // One centimetre up for every stretch of 14 cm.
        clip.root_positions.iter_mut().for_each(|place| place.y += 0.07 * place.z);
        let findings = found(&clip);
        assert!(findings.iter().any(|f| f.message.contains("heights that differ")), "{findings:?}");
    }

    #[test]
    fn sunken_feet_are_told() {
        let mut clip = straight_walk("walk");
        clip.floor = Some(0.2);
        let findings = found(&clip);
        assert_eq!(findings.len(), 1, "{findings:?}");
        // Toes rest 1 cm above the ground of the test walker.
        assert!(findings[0].message.contains("sink 19 cm"), "{findings:?}");
        assert!(findings[0].remedy.contains("floor_m = 0.01"), "{findings:?}");
    }

    #[test]
    fn floors_apart_are_noted() {
        let (a, mut b) = (straight_walk("a"), straight_walk("b"));
        assert_eq!(check_library(&ClipView::all(&library(std::slice::from_ref(&a)))), None);
        b.floor = Some(0.08);
        let library = library(&[a, b]);
        let finding = check_library(&ClipView::all(&library)).unwrap();
        assert!(finding.message.contains("0.0 and 8.0 cm"), "{finding:?}");
    }
}
