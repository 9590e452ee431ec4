//! Quality attributes: how a motion looks, measured from a window around a frame (section 3).

use glam::Vec3;
use sidestep_motion::{GroundTransform, JointMotion, Role};

/// The qualities, in order. Each is a number from 0 to 1.
///
/// `straightness` is the way through a window over the path through it; `uprightness` how much of
/// the length from hips to neck is height, with the hips as high as ever; `vigour` the speed of the
/// limbs; `ahead` how much of the way goes where the body looks (0 backwards, 0.5 sideways or not at
/// all).
pub const QUALITIES: [&str; 4] = ["straightness", "uprightness", "vigour", "ahead"];

/// Half of the window, in seconds.
const WINDOW_SECS: f32 = 0.5;

/// A way this long decides by half; shorter ones say little. In metres.
const LEAST_WAY: f32 = 0.1;

/// Limbs as fast as this are as vigorous as it gets, in metres a second.
const MOST_VIGOUR: f32 = 2.5;

/// The qualities of every frame.
pub fn qualities(motion: &JointMotion, grounds: &[GroundTransform]) -> Vec<[f32; QUALITIES.len()]> {
    let frames = motion.len();
    let reach = (WINDOW_SECS * motion.rate_hz).round().max(1.0) as usize;
    let uprights: Vec<f32> = (0..frames).map(|frame| upright(motion, frame)).collect();
    let vigours: Vec<f32> = (0..frames).map(|frame| vigour(motion, grounds, frame)).collect();
    let highest = (0..frames).map(|frame| motion.frame(frame)[0].y).fold(1e-3, f32::max);
    let of = |frame: usize| {
        let window = frame.saturating_sub(reach)..(frame + reach + 1).min(frames);
        let height = mean(window.clone().map(|frame| motion.frame(frame)[0].y)) / highest;
        [
            straight(&grounds[window.clone()]),
            (mean(uprights[window.clone()].iter().copied()) * height).clamp(0.0, 1.0),
            mean(vigours[window.clone()].iter().copied()).clamp(0.0, 1.0),
            ahead(&grounds[window]),
        ]
    };
    (0..frames).map(of).collect()
}

/// Straight way over path, in pieces of a quarter of the window, so that hips may sway.
fn straight(grounds: &[GroundTransform]) -> f32 {
    let piece = (grounds.len() / 4).max(1);
    let mut places: Vec<Vec3> = grounds.iter().step_by(piece).map(|g| g.position()).collect();
    places.extend(grounds.last().map(|ground| ground.position()));
    let path: f32 = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let way = places.first().zip(places.last()).map_or(0.0, |(a, b)| a.distance(*b));
    ((way + LEAST_WAY) / (path + LEAST_WAY)).clamp(0.0, 1.0)
}

fn ahead(grounds: &[GroundTransform]) -> f32 {
    let (mut forward, mut path) = (0.0, LEAST_WAY);
    for pair in grounds.windows(2) {
        let step = pair[1].position() - pair[0].position();
        forward += step.dot(pair[0].forward());
        path += step.length();
    }
    (0.5 + 0.5 * forward / path).clamp(0.0, 1.0)
}

fn upright(motion: &JointMotion, frame: usize) -> f32 {
    let roles = motion.skeleton.roles();
    let top = roles.get(Role::Neck).or(roles.get(Role::Head));
    let Some(top) = top else { return 1.0 };
    let trunk = motion.frame(frame)[top.index()] - motion.frame(frame)[0];
    if trunk.length() > 1e-4 { trunk.y / trunk.length() } else { 1.0 }
}

fn vigour(motion: &JointMotion, grounds: &[GroundTransform], frame: usize) -> f32 {
    if frame == 0 {
        return 0.0;
    }
    let (before, now) = (motion.frame(frame - 1), motion.frame(frame));
    let (from, to) = (grounds[frame - 1].inverse(), grounds[frame].inverse());
    let way = |joint: usize| {
        to.transform_vector(now[joint] - now[0])
            .distance(from.transform_vector(before[joint] - before[0]))
    };
    mean((1..now.len()).map(way)) * motion.rate_hz / MOST_VIGOUR
}

fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = values.fold((0.0, 0.0_f32), |(sum, count), x| (sum + x, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;
    use sidestep_motion::{
        Joint, Skeleton,
        math::{cos, sin},
    };
    use std::sync::Arc;

    const RATE_HZ: f32 = 30.0;

    /// Hips one metre up and a neck above them, leaning by `lean`, that go as `ground` says.
    fn walker(lean: f32, ground: impl Fn(f32) -> GroundTransform) -> [f32; QUALITIES.len()] {
        let joint = |name: &str, parent| Joint {
            name: name.to_owned(),
            parent,
            offset: Vec3::Y * 0.5,
            rest: Quat::IDENTITY,
            tip: None,
        };
        let joints = vec![joint("Hips", None), joint("Neck", Some(sidestep_motion::JointId(0)))];
        let skeleton = Arc::new(Skeleton::new(joints).unwrap());
        let grounds: Vec<GroundTransform> =
            (0..61_u8).map(|frame| ground(f32::from(frame) / RATE_HZ)).collect();
        let trunk = Vec3::new(0.0, 0.5 * cos(lean), 0.5 * sin(lean));
        let places = |ground: &GroundTransform| {
            let hips = ground.position() + Vec3::Y;
            [hips, hips + ground.rotation() * trunk]
        };
        let positions = grounds.iter().flat_map(places).collect();
        let motion = JointMotion { skeleton, rate_hz: RATE_HZ, positions };
        qualities(&motion, &grounds)[30]
    }

    /// Figure 3: the same quality, low to the left and high to the right.
    #[test]
    fn a_straight_way_is_straight_and_a_curved_one_is_not() {
        let [straight, .., ahead] = walker(0.0, |t| GroundTransform::new(0.0, 1.5 * t, 0.0));
        assert!((straight - 1.0).abs() < 1e-5 && ahead > 0.95, "{straight} {ahead}");
        // Half a circle of one metre in the window of a second, in four chords of 45 degrees each.
        let angle = |t: f32| std::f32::consts::PI * t;
        let [curved, ..] =
            walker(0.0, |t| GroundTransform::new(1.0 - cos(angle(t)), sin(angle(t)), angle(t)));
        let path = 8.0 * sin(std::f32::consts::PI / 8.0) + LEAST_WAY;
        let hand_derived = (2.0 + LEAST_WAY) / path;
        assert!((curved - hand_derived).abs() < 0.03, "{curved} {hand_derived}");
    }

    #[test]
    fn uprightness_is_the_height_of_the_trunk() {
        for (lean, upright) in [(0.0, 1.0), (std::f32::consts::FRAC_PI_3, 0.5)] {
            let [_, found, ..] = walker(lean, |t| GroundTransform::new(0.0, t, 0.0));
            assert!((found - upright).abs() < 1e-5, "{found} {upright}");
        }
    }

    #[test]
    fn who_goes_back_does_not_go_ahead() {
        let [.., ahead] = walker(0.0, |t| GroundTransform::new(0.0, -t, 0.0));
        assert!(ahead < 0.1, "{ahead}");
        let [.., sideways] = walker(0.0, |t| GroundTransform::new(t, 0.0, 0.0));
        assert!((sideways - 0.5).abs() < 1e-5, "{sideways}");
    }
}
