//! Foot contacts from joint positions: one geometric detector for the source and for the output.
//!
//! A foot touches the ground while its ankle or its toe joint is both low and slow. Heights count
//! from where that joint rests in this clip, for an ankle rests ten centimetres higher than a toe,
//! and captured feet rest at heights of their own. Two pairs of thresholds (hysteresis) and least
//! durations keep single noisy frames from breaking a stance.

use crate::{
    contacts::Contacts,
    foot_motion::{foot_points, span_frames, speeds},
    joint::JointId,
    joint_motion::JointMotion,
    joint_tree::rest_positions,
    roles::{Role, Roles},
    side::Side,
    skeleton::Skeleton,
};

/// Thresholds of the detector, the same for every rate from 30 to 120 Hz.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactConfig {
    /// A contact begins below this height above the joint's resting height, in metres.
    pub enter_height: f32,
    /// A contact ends above this height above the joint's resting height, in metres.
    pub leave_height: f32,
    /// A contact begins below this speed, in metres a second.
    pub enter_speed: f32,
    /// A contact ends above this speed, in metres a second.
    pub leave_speed: f32,
    /// Shorter contacts are noise.
    pub shortest_contact_secs: f32,
    /// Shorter gaps within a contact are noise.
    pub shortest_gap_secs: f32,
}

impl Default for ContactConfig {
    /// Heights of 4 and 6 cm, which hold the roll from heel to toe; speeds of 0.3 and 0.4 m/s,
    /// between those of planted feet (0.1 m/s) and of the slowest swing (1 m/s); contacts and gaps
    /// of 0.06 s at the least, a third of the shortest stance of a run.
    fn default() -> Self {
        Self {
            enter_height: 0.04,
            leave_height: 0.06,
            enter_speed: 0.3,
            leave_speed: 0.4,
            shortest_contact_secs: 0.06,
            shortest_gap_secs: 0.06,
        }
    }
}

/// Speed below which a foot counts as resting when heights are estimated, in metres a second.
const RESTING_SPEED: f32 = 0.2;

/// Share of the resting frames that lie below an estimated height.
const RESTING_SHARE: f32 = 0.2;

/// Resting frames needed before they are trusted.
const FEWEST_FRAMES: usize = 3;

/// Highest place above the floor at which an ankle or a toe can rest, in metres.
const HIGHEST_REST: f32 = 0.18;

/// Height of an ankle above the sole as a share of the leg from hip to ankle: Drillis and Contini (1966)
/// have 0.039 and 0.491 of a person's height.
const ANKLE_SHARE: f32 = 0.039 / 0.491;

/// Share of the speed before a frame in the speed at which a foot is said to land. A foot that lands
/// within the frame time after it looks slow looking forward only.
const LANDING_MEMORY: f32 = 0.15;

/// Height of the floor under a clip: where the lowest joint of the feet rests.
///
/// That is the height of the toe joints on most skeletons. The sole below them is not known, so
/// feet on this floor stand with their toe joints in it. Where feet have no toes, the floor is as far
/// below the ankles as it is below those of most people. A clip in which no foot ever rests has
/// its floor where its feet come lowest; one without feet at its lowest joint.
pub fn estimate_floor(motion: &JointMotion) -> f32 {
    let roles = motion.skeleton.roles();
    let points: Vec<JointId> = Side::BOTH.iter().flat_map(|s| foot_points(roles, *s)).collect();
    if points.is_empty() {
        let lowest = motion.positions.iter().map(|position| position.y).reduce(f32::min);
        return lowest.filter(|height| height.is_finite()).unwrap_or(0.0);
    }
    let speeds: Vec<Vec<f32>> = points.iter().map(|joint| speeds(motion, *joint)).collect();
    let mut resting = Vec::new();
    let mut all = Vec::with_capacity(motion.len());
    for frame in 0..motion.len() {
        let heights = points.iter().map(|joint| motion.frame(frame)[joint.index()].y);
        let lowest = heights.zip(&speeds).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((height, speeds)) = lowest.filter(|(height, _)| height.is_finite()) else {
            continue;
        };
        all.push(height);
        if speeds[frame] < RESTING_SPEED {
            resting.push(height);
        }
    }
    let heights = if resting.len() >= FEWEST_FRAMES { &mut resting } else { &mut all };
    quantile(heights, RESTING_SHARE).unwrap_or(0.0) - height_of_lone_ankles(&motion.skeleton)
}

/// How high ankles stand that no toes stand below; 0 where there are toes.
fn height_of_lone_ankles(skeleton: &Skeleton) -> f32 {
    let joint = |role| skeleton.roles().get(role);
    if Side::BOTH.iter().any(|side| joint(Role::Toe(*side)).is_some()) {
        return 0.0;
    }
    let leg = |side: &Side| {
        let bones = [Role::Shank(*side), Role::Foot(*side)].map(joint);
        bones.into_iter().flatten().map(|bone| skeleton.joint(bone).offset.length()).sum::<f32>()
    };
    ANKLE_SHARE * Side::BOTH.iter().map(leg).fold(0.0, f32::max)
}

/// Contacts of both feet in every frame, with hysteresis in height and speed.
///
/// A skeleton without feet has no contacts.
pub fn detect(motion: &JointMotion, floor: f32, config: &ContactConfig) -> Vec<Contacts> {
    let rests = resting_heights(motion, floor);
    let [left, right] = Side::BOTH.map(|side| {
        let mut touching = touching(motion, &rests[side.index()], config);
        fill_short(&mut touching, false, frames_in(config.shortest_gap_secs, motion.rate_hz));
        fill_short(&mut touching, true, frames_in(config.shortest_contact_secs, motion.rate_hz));
        touching
    });
    left.into_iter().zip(right).map(|(left, right)| Contacts::new(left, right)).collect()
}

/// A joint of a foot, the world height it rests at and its speed over time.
struct Point {
    joint: JointId,
    rest: f32,
    speeds: Vec<f32>,
}

/// Whether the foot is low and slow, frame by frame, with hysteresis.
fn touching(motion: &JointMotion, points: &[Point], config: &ContactConfig) -> Vec<bool> {
    let span = span_frames(motion.rate_hz);
    let height =
        |point: &Point, frame: usize| motion.frame(frame)[point.joint.index()].y - point.rest;
    let lands = |point: &Point, frame: usize| {
        let before = point.speeds[frame.saturating_sub(span)];
        let speed = point.speeds[frame] + LANDING_MEMORY * (before - point.speeds[frame]);
        height(point, frame) < config.enter_height && speed < config.enter_speed
    };
    let stays = |point: &Point, frame: usize| {
        height(point, frame) < config.leave_height && point.speeds[frame] < config.leave_speed
    };
    let mut is_touching = false;
    let step = |frame: usize| {
        is_touching = points
            .iter()
            .any(|point| if is_touching { stays(point, frame) } else { lands(point, frame) });
        is_touching
    };
    (0..motion.len()).map(step).collect()
}

/// The points of both feet with the heights they rest at, by side.
///
/// A joint that never rests takes the height of its twin, and where that never rests either, the
/// height it has over the toe in the reference pose.
fn resting_heights(motion: &JointMotion, floor: f32) -> [Vec<Point>; 2] {
    let roles = motion.skeleton.roles();
    let measured = Side::BOTH.map(|side| {
        let point = |joint: JointId| {
            let speeds = speeds(motion, joint);
            let rest = resting_height(motion, joint, &speeds, floor);
            (joint, speeds, rest)
        };
        foot_points(roles, side).map(point).collect::<Vec<_>>()
    });
    let known = measured
        .each_ref()
        .map(|points| points.iter().map(|(joint, _, rest)| (*joint, *rest)).collect::<Vec<_>>());
    let twin = |side: Side, joint: JointId| {
        let twin = twin_of(roles, side, joint)?;
        known[side.other().index()].iter().find(|(joint, _)| *joint == twin)?.1
    };
    let mut sides = Side::BOTH.into_iter();
    measured.map(|points| {
        let side = sides.next().unwrap_or(Side::Left);
        let finish = |(joint, speeds, rest): (JointId, Vec<f32>, Option<f32>)| {
            let rest = rest
                .or_else(|| twin(side, joint))
                .unwrap_or_else(|| floor + reference_height(&motion.skeleton, side, joint));
            Point { joint, rest, speeds }
        };
        points.into_iter().map(finish).collect()
    })
}

fn resting_height(motion: &JointMotion, joint: JointId, speeds: &[f32], floor: f32) -> Option<f32> {
    let is_low = |height: &f32| (height - floor).abs() < HIGHEST_REST;
    let resting = speeds.iter().enumerate().filter(|(_, speed)| **speed < RESTING_SPEED);
    let heights = resting.map(|(frame, _)| motion.frame(frame)[joint.index()].y);
    let mut heights: Vec<f32> = heights.filter(is_low).collect();
    if heights.len() < FEWEST_FRAMES { None } else { quantile(&mut heights, RESTING_SHARE) }
}

fn twin_of(roles: &Roles, side: Side, joint: JointId) -> Option<JointId> {
    let is_foot = roles.get(Role::Foot(side)) == Some(joint);
    let twin = if is_foot { Role::Foot(side.other()) } else { Role::Toe(side.other()) };
    roles.get(twin)
}

/// Height of a joint above the lowest joint of its foot in the reference pose.
fn reference_height(skeleton: &Skeleton, side: Side, joint: JointId) -> f32 {
    let positions = rest_positions(skeleton.joints());
    let heights = foot_points(skeleton.roles(), side).map(|joint| positions[joint.index()].y);
    let lowest = heights.reduce(f32::min).unwrap_or(0.0);
    (positions[joint.index()].y - lowest).clamp(0.0, HIGHEST_REST)
}

/// The value below which `share` of the values lie.
fn quantile(values: &mut [f32], share: f32) -> Option<f32> {
    let last = values.len().checked_sub(1)?;
    let index = ((share * last as f32).round() as usize).min(last);
    let (_, value, _) = values.select_nth_unstable_by(index, f32::total_cmp);
    Some(*value)
}

fn frames_in(secs: f32, rate_hz: f32) -> usize {
    (secs * rate_hz).round() as usize
}

/// Turns every run of `value` that is shorter than `shortest` and lies within the clip into its
/// opposite. Runs at the ends may go on outside and stay.
fn fill_short(touching: &mut [bool], value: bool, shortest: usize) {
    let mut start = 0;
    while start < touching.len() {
        let run = touching[start..].iter().take_while(|t| **t == touching[start]).count();
        let end = start + run;
        if touching[start] == value && run < shortest && start > 0 && end < touching.len() {
            touching[start..end].fill(!value);
        }
        start = end;
    }
}
