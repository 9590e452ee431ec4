//! Tennis strokes, found from how the racket's hand moves.
//!
//! No racket was recorded and nothing is labelled. A stroke is where the hand is fastest against the hips, fast
//! enough, clearly faster than before and after, and going the way most swings go: that way is the net.

use glam::Vec3;
use sidestep_motion::{
    Clip, JointMotion, Label, Role, Side, Skeleton,
    math::{atan2, wrap_angle},
};

/// Rounds in which the way of the net is found.
const ROUNDS: usize = 4;

/// What counts as a stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrokeConfig {
    /// The hand that holds the racket.
    pub hand: Side,
    /// Least speed of the hand against the hips, in m/s.
    pub least_speed: f32,
    /// How much faster than the slowest moments around it, in m/s.
    pub least_rise: f32,
    /// Least time between two strokes, in seconds.
    pub apart_secs: f32,
    /// Largest angle to the way of the net, in radians.
    pub most_angle: f32,
    /// A stroke begins so long before the ball is met, in seconds, and ends so long after.
    pub around_secs: (f32, f32),
}

impl Default for StrokeConfig {
    fn default() -> Self {
        Self {
            hand: Side::Right,
            least_speed: 2.0,
            least_rise: 0.8,
            apart_secs: 0.8,
            most_angle: std::f32::consts::FRAC_PI_4,
            around_secs: (0.7, 0.4),
        }
    }
}

/// The strokes of a clip as labels: `stroke` around the moment the ball is met, `return` from there to the next.
///
/// Empty for a clip on a skeleton without hips or that hand.
pub fn strokes(clip: &Clip, config: &StrokeConfig) -> Vec<Label> {
    let moments = moments(clip, config);
    let frames = |secs: f32| to_frames(secs * clip.rate_hz);
    let (before, after) = (frames(config.around_secs.0), frames(config.around_secs.1));
    let length = u32::try_from(clip.len()).unwrap_or(u32::MAX);
    let mut labels = Vec::with_capacity(2 * moments.len());
    let mut free = 0;
    for (i, moment) in moments.iter().enumerate() {
        // Strokes that follow at once share no frame.
        let start = moment.saturating_sub(before).max(free);
        let end = (moment + after).min(length).max(moment + 1);
        labels.push(Label { name: "stroke".to_owned(), frames: start..end, moment: Some(*moment) });
        let next = moments.get(i + 1).map_or(length, |next| next.saturating_sub(before));
        if next > end {
            labels.push(Label::new("return", end..next));
        }
        free = end;
    }
    labels
}

fn to_frames(frames: f32) -> u32 {
    frames.round().max(0.0) as u32
}

/// From the wrist to the middle of the strings along the forearm, in metres.
pub const RACKET_METRES: f32 = 0.55;

/// The middle of a racket that nobody recorded: held straight on from the forearm. `None` where there is no hand.
pub fn racket_centre(skeleton: &Skeleton, joints: &[Vec3], hand: Side) -> Option<Vec3> {
    let place = |role| Some(joints[skeleton.roles().get(role)?.index()]);
    let (elbow, wrist) = (place(Role::Forearm(hand))?, place(Role::Hand(hand))?);
    Some(wrist + (wrist - elbow).normalize_or_zero() * RACKET_METRES)
}

/// The frames in which the ball is met.
fn moments(clip: &Clip, config: &StrokeConfig) -> Vec<u32> {
    let roles = clip.skeleton.roles();
    let joints = roles.get(Role::Hand(config.hand)).zip(roles.get(Role::Hips));
    let Some((hand, hips)) = joints else { return Vec::new() };
    let motion = JointMotion::of(clip);
    let velocities: Vec<Vec3> = (0..clip.len())
        .map(|frame| {
            let (before, after) = (frame.saturating_sub(1), (frame + 1).min(clip.len() - 1));
            let seen = |frame: usize| {
                let joints = motion.frame(frame);
                joints[hand.index()] - joints[hips.index()]
            };
            let secs = (after - before).max(1) as f32 / clip.rate_hz;
            (seen(after) - seen(before)) / secs
        })
        .collect();
    let speeds: Vec<f32> = velocities.iter().map(|velocity| velocity.length()).collect();
    let apart = to_frames(config.apart_secs * clip.rate_hz).max(1) as usize;
    let peaks: Vec<usize> = (0..speeds.len()).filter(|at| is_peak(&speeds, *at, config)).collect();
    // The net lies where most fast swings go: the sum of their directions, then of those that go there.
    let mut way = Vec3::ZERO;
    for _ in 0..ROUNDS {
        let towards = |velocity: &Vec3| way == Vec3::ZERO || velocity.dot(way) > 0.0;
        let swings = peaks.iter().map(|at| velocities[*at].with_y(0.0)).filter(towards);
        way = swings.sum();
    }
    let way = atan2(way.x, way.z);
    let goes_there = |at: &usize| {
        let velocity = velocities[*at];
        wrap_angle(atan2(velocity.x, velocity.z) - way).abs() <= config.most_angle
    };
    let mut kept: Vec<usize> = Vec::new();
    for at in peaks.into_iter().filter(goes_there) {
        match kept.last_mut() {
            Some(last) if at - *last < apart => {
                if speeds[at] > speeds[*last] {
                    *last = at;
                }
            }
            _ => kept.push(at),
        }
    }
    kept.into_iter().map(|at| u32::try_from(at).unwrap_or(u32::MAX)).collect()
}

/// Whether the speed is highest there, high enough, and falls by enough on both sides before it rises above.
fn is_peak(speeds: &[f32], at: usize, config: &StrokeConfig) -> bool {
    let top = speeds[at];
    if top < config.least_speed {
        return false;
    }
    let falls = |others: &mut dyn Iterator<Item = &f32>| {
        let mut least = top;
        for speed in others {
            if *speed > top {
                break;
            }
            least = least.min(*speed);
        }
        top - least >= config.least_rise
    };
    falls(&mut speeds[..at].iter().rev()) && falls(&mut speeds[at + 1..].iter())
}
