//! One foot over time, both ends of it: when it is low, when it stands flat, and which way it points.

use crate::statistics::percentile;
use glam::{Vec2, Vec3};
use sidestep_motion::{
    JointId, JointMotion, Role, Side,
    math::{atan2, wrap_angle},
};
use std::ops::Range;

/// A foot is low where both of its ends are within this of their resting heights, in metres.
const LOW: f32 = 0.03;

/// Share of a run in which an end of a foot is lower than where it rests.
const RESTING_SHARE: f64 = 0.05;

/// A low foot is flat where its slower end is slower than this, in metres a second.
const STILL: f32 = 0.25;

/// A shorter stay is no stance: four frames at 30 Hz.
const SHORTEST_STANCE_SECS: f32 = 4.0 / 30.0;

/// One foot over time.
#[derive(Clone, Debug)]
pub(crate) struct FootTrack {
    rate_hz: f32,
    /// Places of ankle and toe on the ground.
    ends: [Vec<Vec2>; 2],
    /// Whether both ends are near their resting heights.
    pub(crate) low: Vec<bool>,
    /// Speed over the ground of the end that is slower, in metres a second.
    slower: Vec<f32>,
    /// That of the other end.
    pub(crate) faster: Vec<f32>,
    /// Direction from ankle to toe over the ground, unwrapped.
    pub(crate) yaws: Vec<f32>,
}

impl FootTrack {
    /// The foot of one side in motion of two frames or more; `None` where the skeleton lacks an end
    /// of it.
    pub(crate) fn of(motion: &JointMotion, side: Side) -> Option<Self> {
        let roles = motion.skeleton.roles();
        let joints = [roles.get(Role::Foot(side))?, roles.get(Role::Toe(side))?];
        let ends = joints.map(|joint| places(motion, joint));
        let lows = joints.map(|joint| low(motion, joint));
        let speeds = [0, 1].map(|end| speeds(&ends[end], motion.rate_hz));
        let both = |pick: fn(f32, f32) -> f32| {
            speeds[0].iter().zip(&speeds[1]).map(|(a, b)| pick(*a, *b)).collect()
        };
        Some(Self {
            rate_hz: motion.rate_hz,
            low: lows[0].iter().zip(&lows[1]).map(|(ankle, toe)| *ankle && *toe).collect(),
            slower: both(f32::min),
            faster: both(f32::max),
            yaws: yaws(&ends),
            ends,
        })
    }

    /// Whether the foot stands flat.
    pub(crate) fn is_flat(&self, frame: usize) -> bool {
        self.low[frame] && self.slower[frame] < STILL
    }

    /// Whether the foot is as low as a flat one and yet moves.
    pub(crate) fn is_low_and_fast(&self, frame: usize) -> bool {
        self.low[frame] && self.slower[frame] >= STILL
    }

    /// The stances: frames without a break in which the foot is flat.
    pub(crate) fn stances(&self) -> Vec<Range<usize>> {
        let shortest = SHORTEST_STANCE_SECS * self.rate_hz - 0.5;
        let mut stances = Vec::new();
        let mut begun = None;
        for frame in 0..=self.low.len() {
            let is_flat = frame < self.low.len() && self.is_flat(frame);
            match (is_flat, begun) {
                (true, None) => begun = Some(frame),
                (false, Some(from)) => {
                    stances.push(from..frame);
                    begun = None;
                }
                _ => {}
            }
        }
        stances.retain(|stance: &Range<usize>| stance.len() as f32 > shortest);
        stances
    }

    /// How far the foot turns in a stance, from one extreme to the other, in radians.
    pub(crate) fn swivel(&self, stance: &Range<usize>) -> f32 {
        let yaws = &self.yaws[stance.clone()];
        let most = yaws.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        most - yaws.iter().copied().fold(f32::INFINITY, f32::min)
    }

    /// How far the steadier end gets from its first place in a stance, in metres.
    pub(crate) fn creep(&self, stance: &Range<usize>) -> f32 {
        let farthest = |end: &Vec<Vec2>| {
            let places = &end[stance.clone()];
            places.iter().map(|place| place.distance(places[0])).fold(0.0, f32::max)
        };
        farthest(&self.ends[0]).min(farthest(&self.ends[1]))
    }

    /// Rate at which the foot turns, in radians a second.
    pub(crate) fn yaw_rate(&self, frame: usize) -> f32 {
        let (from, to) = step_to(frame);
        (self.yaws[to] - self.yaws[from]) * self.rate_hz
    }
}

/// The frame before a frame and itself; at the beginning itself and the next.
///
/// A step takes few frames, so differences over more of them would count half of the swing as
/// standing.
fn step_to(frame: usize) -> (usize, usize) {
    if frame == 0 { (0, 1) } else { (frame - 1, frame) }
}

fn places(motion: &JointMotion, joint: JointId) -> Vec<Vec2> {
    let place = |frame: usize| flat(motion.frame(frame)[joint.index()]);
    (0..motion.len()).map(place).collect()
}

/// Where a joint is within reach of its resting height.
fn low(motion: &JointMotion, joint: JointId) -> Vec<bool> {
    let heights: Vec<f32> =
        (0..motion.len()).map(|frame| motion.frame(frame)[joint.index()].y).collect();
    let resting = percentile(heights.clone(), RESTING_SHARE);
    heights.iter().map(|height| height - resting <= LOW).collect()
}

fn speeds(places: &[Vec2], rate_hz: f32) -> Vec<f32> {
    let speed = |frame: usize| {
        let (from, to) = step_to(frame);
        places[to].distance(places[from]) * rate_hz
    };
    (0..places.len()).map(speed).collect()
}

/// Directions from ankle to toe without jumps; a foot that points straight down keeps its last one.
fn yaws(ends: &[Vec<Vec2>; 2]) -> Vec<f32> {
    let mut last: Option<f32> = None;
    let mut at = 0.0;
    let pairs = ends[0].iter().zip(&ends[1]);
    let yaw = |(ankle, toe): (&Vec2, &Vec2)| {
        let along = *toe - *ankle;
        if along.length() > 1e-3 {
            let yaw = atan2(along.x, along.y);
            at = last.map_or(yaw, |last| at + wrap_angle(yaw - last));
            last = Some(yaw);
        }
        at
    };
    pairs.map(yaw).collect()
}

/// World x and z.
pub(crate) fn flat(place: Vec3) -> Vec2 {
    Vec2::new(place.x, place.z)
}
