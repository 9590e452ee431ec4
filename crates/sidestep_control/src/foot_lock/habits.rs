//! What the feet of a library do while they are down: at which heights they stand, and how far the
//! body twists over them.

use super::points::{FootPoints, pelvis_yaw};
use sidestep_motion::{
    GroundTransform, MotionLibrary, Side, kinematics::JointTransforms, leg_ik::Leg,
    library::FrameId, math::wrap_angle,
};
use std::f32::consts::FRAC_PI_2;

/// Shares of contacts in which the body is twisted less, and no less, than it may be.
const TWISTED: (f32, f32) = (0.02, 0.98);

/// Everybody can twist this far to either side of how he mostly stands, in radians.
const LEAST_TWIST: f32 = 0.35;

/// Feet no further ahead of each other than this are beside each other, in metres.
const BESIDE: f32 = 0.2;

/// Share of the time beside each other in which feet are closer than they need be.
const CLOSE: f32 = 0.02;

/// Heights of ankle and toe above the floor when the foot stands flat on it, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootHeights {
    /// The ankle joint.
    pub ankle: f32,
    /// The toe joint, or the ankle again where there is none.
    pub toe: f32,
}

/// What one foot does while it is down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootHabits {
    /// Where its joints are above the floor.
    pub heights: FootHeights,
    /// Least and most direction of the pelvis against that of the foot, in radians.
    pub twist: (f32, f32),
}

impl FootHabits {
    /// Of a foot of which nothing but the heights is known.
    pub fn standing_at(heights: FootHeights) -> Self {
        Self { heights, twist: (-FRAC_PI_2, FRAC_PI_2) }
    }

    /// How far a twist lies beyond what the library does, with its sign.
    pub(super) fn beyond(&self, twist: f32) -> f32 {
        twist - twist.clamp(self.twist.0, self.twist.1)
    }
}

impl FootHeights {
    /// How far the lower end of the foot is above its place on the floor.
    pub(super) fn gap(&self, points: FootPoints) -> f32 {
        (points.ankle.y - self.ankle).min(points.toe.y - self.toe)
    }
}

/// How far apart feet are at the least when one passes the other, to the left of the right one, in
/// metres; `None` where none ever does.
pub(super) fn passing(library: &MotionLibrary, legs: &[Option<Leg>; 2]) -> Option<f32> {
    let [Some(left), Some(right)] = legs else { return None };
    let mut transforms = JointTransforms::new(library.skeleton().len());
    let mut seen = Vec::new();
    for index in 0..u32::try_from(library.len()).unwrap_or(u32::MAX) {
        transforms.compute(library.skeleton(), library.pose(FrameId(index)));
        let Some(yaw) = pelvis_yaw(legs, &transforms) else { continue };
        let [left, right] = [left, right].map(|leg| FootPoints::of(leg, &transforms).middle());
        let apart = GroundTransform::new(0.0, 0.0, yaw).inverse().transform_vector(left - right);
        if apart.z.abs() < BESIDE {
            seen.push(apart.x);
        }
    }
    share(seen, CLOSE)
}

/// What the feet of a library do.
pub(super) fn in_library(library: &MotionLibrary, legs: &[Option<Leg>; 2]) -> [FootHabits; 2] {
    let mut transforms = JointTransforms::new(library.skeleton().len());
    let mut seen = [const { Seen { ankles: Vec::new(), toes: Vec::new(), twists: Vec::new() } }; 2];
    for index in 0..u32::try_from(library.len()).unwrap_or(u32::MAX) {
        let contacts = library.contacts(FrameId(index));
        if !Side::BOTH.iter().any(|side| contacts.get(*side)) {
            continue;
        }
        transforms.compute(library.skeleton(), library.pose(FrameId(index)));
        let pelvis = pelvis_yaw(legs, &transforms);
        for side in Side::BOTH {
            let (Some(leg), true) = (&legs[side.index()], contacts.get(side)) else { continue };
            let points = FootPoints::of(leg, &transforms);
            let seen = &mut seen[side.index()];
            seen.ankles.push(points.ankle.y);
            seen.toes.push(points.toe.y);
            if let (Some(pelvis), Some(foot)) = (pelvis, points.yaw()) {
                seen.twists.push(wrap_angle(pelvis - foot));
            }
        }
    }
    seen.map(Seen::habits)
}

struct Seen {
    ankles: Vec<f32>,
    toes: Vec<f32>,
    twists: Vec<f32>,
}

impl Seen {
    fn habits(self) -> FootHabits {
        let heights = FootHeights {
            ankle: share(self.ankles, 0.1).unwrap_or(0.0),
            toe: share(self.toes, 0.1).unwrap_or(0.0),
        };
        let unknown = FootHabits::standing_at(heights);
        let shares = [TWISTED.0, 0.5, TWISTED.1].map(|of_all| share(self.twists.clone(), of_all));
        let [Some(least), Some(middle), Some(most)] = shares else { return unknown };
        // Who only ever walked straight on can still twist a little.
        let twist = (least.min(middle - LEAST_TWIST), most.max(middle + LEAST_TWIST));
        FootHabits { twist, ..unknown }
    }
}

/// The value that this share of all is below.
fn share(mut values: Vec<f32>, of_all: f32) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    let place = (values.len() as f32 * of_all) as usize;
    values.get(place.min(values.len().saturating_sub(1))).copied()
}
