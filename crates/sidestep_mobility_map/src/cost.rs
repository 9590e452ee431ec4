//! What makes one way better than another: weights that may change at any time, and what a goal
//! asks for in their terms.

use crate::spot::Spot;
use serde::{Deserialize, Serialize};
use sidestep_control::{
    FrameGaits, Gait, Goal, GroundPoint, Pace, Reader, SavedValue, SnapshotError, Steering, Travel,
    Writer,
    saved::NO_SUCH_KIND,
    steer,
    steer::{ARRIVED_METRES, heading_to},
};
use sidestep_motion::{GroundTransform, math::wrap_angle};

/// Weights of what a way costs. Nothing of the map depends on them.
///
/// Ways to a place are compared in seconds until one is there. The thesis gives 310 for distance and
/// 17 for degrees (eq. 5.1) and no unit of distance; with metres, 18 degrees weigh as much as one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MobilityCost {
    /// Of each second on the way.
    pub per_second: f32,
    /// ω_D of eq. 5.1: of each metre that is left at the end of the way.
    pub per_metre: f32,
    /// ω_θ of eq. 5.1: of each degree between the heading at its end and the way that is left.
    pub per_degree: f32,
    /// Of each metre a second between the velocity at the end of the way and one straight to the
    /// place: what it takes to get going, or to turn about.
    pub per_velocity: f32,
    /// Of each unit of transition cost.
    pub per_transition: f32,
    /// Of a stop beside the place, from where it must be approached again.
    pub per_miss: f32,
    /// Of each degree that is missing to a wanted facing.
    pub per_facing_degree: f32,
    /// Of going in another gait than the wanted one, for a second.
    pub per_wrong_gait: f32,
    /// Of going a metre a second slower, faster or elsewhere than wanted, for a second.
    pub per_speed: f32,
    /// How long the end of a way counts as if it went on, when a direction is wanted, in seconds.
    pub persistence_secs: f32,
}

impl Default for MobilityCost {
    fn default() -> Self {
        Self {
            per_second: 1.0,
            per_metre: 0.8,
            per_degree: 0.012,
            per_velocity: 0.8,
            per_transition: 0.03,
            per_miss: 2.0,
            per_facing_degree: 0.02,
            per_wrong_gait: 2.0,
            per_speed: 1.0,
            persistence_secs: 2.0,
        }
    }
}

impl MobilityCost {
    /// The weights of the thesis: distance and deviation at the end of the way, nothing else.
    pub const PAPER: Self = Self {
        per_second: 0.0,
        per_metre: 310.0,
        per_degree: 17.0,
        per_velocity: 0.0,
        per_transition: 0.0,
        per_miss: 0.0,
        per_facing_degree: 0.0,
        per_wrong_gait: 0.0,
        per_speed: 0.0,
        persistence_secs: 0.0,
    };
}

/// What a goal asks for at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Intent {
    Free,
    Stand { facing: Option<f32> },
    Travel { direction: [f32; 2], speed: f32, facing: f32, gait: Option<Gait> },
    Arrive { target: GroundPoint, facing: Option<f32>, speed: f32, gait: Option<Gait> },
}

/// What a goal asks of a character at `ground`. A gait that the data does not hold is not asked for.
pub(crate) fn intent(
    goal: &Goal,
    ground: GroundTransform,
    usual_speed: f32,
    gaits: &FrameGaits,
) -> Intent {
    let own = |pace: &Pace| pace.gait.filter(|gait| gaits.held().has(*gait));
    let brisk = |pace: &Pace| pace.speed.unwrap_or(gaits.speed_for(pace.gait, usual_speed));
    let here = GroundPoint::of(ground);
    match &goal.travel {
        Travel::Reach { target, facing, pace } => Intent::Arrive {
            target: *target,
            facing: *facing,
            speed: brisk(pace).max(0.1),
            gait: own(pace),
        },
        Travel::Path { path, pace, facing } => {
            let nearest = path.nearest(here);
            let left = path.length() - nearest.along;
            let speed = brisk(pace).max(0.1);
            let ahead = LOOK_AHEAD_SECS * speed;
            if left < ahead {
                let target = path.end();
                return Intent::Arrive { target, facing: *facing, speed, gait: own(pace) };
            }
            let aim = path.at(nearest.along + ahead);
            let heading = heading_to(here, aim).unwrap_or(ground.heading);
            travel(heading, speed, *facing, own(pace))
        }
        other => match steer(other, ground, usual_speed) {
            Steering::Free => Intent::Free,
            Steering::Stand { facing } => Intent::Stand { facing },
            Steering::Move { heading, pace, facing } => {
                travel(heading, brisk(&pace), facing, own(&pace))
            }
        },
    }
}

/// How far ahead on a path to aim, in seconds.
const LOOK_AHEAD_SECS: f32 = 0.8;

fn travel(heading: f32, speed: f32, facing: Option<f32>, gait: Option<Gait>) -> Intent {
    let forward = GroundTransform::new(0.0, 0.0, heading).forward();
    Intent::Travel {
        direction: [forward.x, forward.z],
        speed,
        facing: facing.unwrap_or(heading),
        gait,
    }
}

/// Directions and facings that differ by less than this are the same wish, in radians.
const SAME_RADIANS: f32 = 0.1;

/// Speeds that differ by less than this are the same wish, in metres a second.
const SAME_SPEED: f32 = 0.15;

/// Targets closer than this are the same wish, in metres.
const SAME_METRES: f32 = 0.05;

impl Intent {
    /// The wanted gait.
    pub(crate) fn gait(self) -> Option<Gait> {
        match self {
            Self::Travel { gait, .. } | Self::Arrive { gait, .. } => gait,
            Self::Free | Self::Stand { .. } => None,
        }
    }

    /// Whether it asks for something else than `other`, so that a plan must be made at once.
    pub(crate) fn differs(self, other: Self) -> bool {
        let turned = |a: f32, b: f32| wrap_angle(a - b).abs() > SAME_RADIANS;
        let faces = |a: Option<f32>, b: Option<f32>| match (a, b) {
            (Some(a), Some(b)) => turned(a, b),
            (None, None) => false,
            _ => true,
        };
        match (self, other) {
            (Self::Free, Self::Free) => false,
            (Self::Stand { facing: a }, Self::Stand { facing: b }) => faces(a, b),
            (
                Self::Travel { direction, speed, facing, gait },
                Self::Travel { direction: d, speed: s, facing: f, gait: g },
            ) => {
                let cosine = direction[0] * d[0] + direction[1] * d[1];
                cosine < 1.0 - 0.5 * SAME_RADIANS * SAME_RADIANS
                    || (speed - s).abs() > SAME_SPEED
                    || turned(facing, f)
                    || gait != g
            }
            (
                Self::Arrive { target, facing, speed, gait },
                Self::Arrive { target: t, facing: f, speed: s, gait: g },
            ) => {
                target.distance(t) > SAME_METRES
                    || faces(facing, f)
                    || (speed - s).abs() > SAME_SPEED
                    || gait != g
            }
            _ => true,
        }
    }

    /// The same in a world that was moved.
    pub(crate) fn carried(self, moved: GroundTransform) -> Self {
        let turn = |facing: f32| wrap_angle(facing + moved.heading);
        match self {
            Self::Free => Self::Free,
            Self::Stand { facing } => Self::Stand { facing: facing.map(turn) },
            Self::Travel { direction: [x, z], speed, facing, gait } => {
                let to = moved.transform_vector(glam::Vec3::new(x, 0.0, z));
                Self::Travel { direction: [to.x, to.z], speed, facing: turn(facing), gait }
            }
            Self::Arrive { target, facing, speed, gait } => {
                let to = moved.transform_point(glam::Vec3::new(target.x, 0.0, target.z));
                let target = GroundPoint::new(to.x, to.z);
                Self::Arrive { target, facing: facing.map(turn), speed, gait }
            }
        }
    }
}

impl SavedValue for Intent {
    fn put(self, to: &mut Writer<'_>) {
        match self {
            Self::Free => 0_u8.put(to),
            Self::Stand { facing } => (1_u8, facing).put(to),
            Self::Travel { direction, speed, facing, gait } => {
                (2_u8, direction).put(to);
                ([speed, facing], gait).put(to);
            }
            Self::Arrive { target, facing, speed, gait } => {
                (3_u8, target).put(to);
                ((facing, speed), gait).put(to);
            }
        }
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        Ok(match u8::get(from)? {
            0 => Self::Free,
            1 => Self::Stand { facing: SavedValue::get(from)? },
            2 => {
                let (direction, ([speed, facing], gait)) = SavedValue::get(from)?;
                Self::Travel { direction, speed, facing, gait }
            }
            3 => {
                let (target, ((facing, speed), gait)) = SavedValue::get(from)?;
                Self::Arrive { target, facing, speed, gait }
            }
            _ => return Err(NO_SUCH_KIND),
        })
    }
}

/// Whether a character that stands at `spot` has what it wants.
pub(crate) fn is_content(intent: Intent, spot: Spot, tolerance: f32) -> bool {
    let faces = |facing: Option<f32>| {
        facing.is_none_or(|facing| wrap_angle(facing - spot.ground().heading).abs() < FACING_DONE)
    };
    match intent {
        Intent::Free | Intent::Travel { .. } => false,
        Intent::Stand { facing } => faces(facing),
        Intent::Arrive { target, facing, .. } => {
            spot.point().distance(target) < tolerance * ARRIVED_METRES && faces(facing)
        }
    }
}

/// A facing is met to this many radians.
const FACING_DONE: f32 = 0.26;
