//! Any wish to travel as a direction, a speed and a facing: for controllers that know directions alone.

use crate::{
    ground_point::GroundPoint,
    saved::{NO_SUCH_KIND, Reader, SavedValue, Writer},
    snapshot::SnapshotError,
    travel::{Pace, Travel},
};
use sidestep_motion::{GroundTransform, math::atan2};

/// Closer than this to its place, a character that should reach it has arrived, in metres.
pub const ARRIVED_METRES: f32 = 0.15;

/// How far ahead on a line or path to aim, in metres.
const LOOK_AHEAD_METRES: f32 = 1.0;

/// Speed is brought down over this long before a place to stop at, in seconds.
const SLOW_DOWN_SECS: f32 = 0.7;

/// What a wish to travel asks for at one moment and place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Steering {
    /// Nothing in particular.
    Free,
    /// Stand, turned to a facing if one is given.
    Stand {
        /// The way to look.
        facing: Option<f32>,
    },
    /// Travel.
    Move {
        /// The way to travel.
        heading: f32,
        /// How briskly.
        pace: Pace,
        /// The way to look; along the heading where it is `None`.
        facing: Option<f32>,
    },
}

/// What a (sanitized) wish to travel asks for of a character that stands at `ground`.
///
/// `usual_speed` is what the controller would take when the wish leaves the speed open; it tells
/// from how far a character slows down before it arrives.
pub fn steer(travel: &Travel, ground: GroundTransform, usual_speed: f32) -> Steering {
    let here = GroundPoint::of(ground);
    match travel {
        Travel::Free => Steering::Free,
        Travel::Stand { facing } => Steering::Stand { facing: *facing },
        Travel::Move { pace, facing, .. } if pace.speed == Some(0.0) => {
            Steering::Stand { facing: *facing }
        }
        Travel::Move { heading, pace, facing } => {
            Steering::Move { heading: *heading, pace: *pace, facing: *facing }
        }
        Travel::Line { through, heading, pace, facing } => {
            let forward = GroundTransform::new(0.0, 0.0, *heading).forward();
            let along = (here.x - through.x) * forward.x + (here.z - through.z) * forward.z;
            let ahead = along + LOOK_AHEAD_METRES;
            let aim =
                GroundPoint::new(through.x + forward.x * ahead, through.z + forward.z * ahead);
            let heading = heading_to(here, aim).unwrap_or(*heading);
            Steering::Move { heading, pace: *pace, facing: *facing }
        }
        Travel::Reach { target, facing, pace } => {
            let left = here.distance(*target);
            arrive(here, *target, left, *pace, usual_speed)
                .unwrap_or(Steering::Stand { facing: *facing })
        }
        Travel::Path { path, pace, facing } => {
            let nearest = path.nearest(here);
            let left = here.distance(path.end()).max(path.length() - nearest.along);
            let aim = path.at(nearest.along + LOOK_AHEAD_METRES);
            match arrive(here, aim, left, *pace, usual_speed) {
                Some(Steering::Move { heading, pace, .. }) => {
                    Steering::Move { heading, pace, facing: *facing }
                }
                _ => Steering::Stand { facing: *facing },
            }
        }
    }
}

impl Steering {
    /// The same as a wish that a controller of directions serves.
    pub fn to_travel(self) -> Travel {
        match self {
            Self::Free => Travel::Free,
            Self::Stand { facing } => Travel::Stand { facing },
            Self::Move { heading, pace, facing } => Travel::Move { heading, pace, facing },
        }
    }
}

/// The heading from one place to another, or `None` where they are the same.
pub fn heading_to(from: GroundPoint, to: GroundPoint) -> Option<f32> {
    let (dx, dz) = (to.x - from.x, to.z - from.z);
    (dx.abs() + dz.abs() > 1e-6).then(|| atan2(dx, dz))
}

/// Travel to `aim`, slower when less than `left` metres remain, or `None` once arrived.
fn arrive(
    here: GroundPoint,
    aim: GroundPoint,
    left: f32,
    pace: Pace,
    usual_speed: f32,
) -> Option<Steering> {
    if left < ARRIVED_METRES {
        return None;
    }
    let heading = heading_to(here, aim)?;
    let wanted = pace.speed.unwrap_or(usual_speed);
    let safe = left / SLOW_DOWN_SECS;
    let speed = if safe < wanted { Some(safe) } else { pace.speed };
    Some(Steering::Move { heading, pace: Pace { speed, gait: pace.gait }, facing: None })
}

impl SavedValue for Steering {
    fn put(self, to: &mut Writer<'_>) {
        match self {
            Self::Free => 0_u8.put(to),
            Self::Stand { facing } => {
                1_u8.put(to);
                facing.put(to);
            }
            Self::Move { heading, pace, facing } => {
                2_u8.put(to);
                heading.put(to);
                pace.put(to);
                facing.put(to);
            }
        }
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        Ok(match u8::get(from)? {
            0 => Self::Free,
            1 => Self::Stand { facing: SavedValue::get(from)? },
            2 => Self::Move {
                heading: SavedValue::get(from)?,
                pace: SavedValue::get(from)?,
                facing: SavedValue::get(from)?,
            },
            _ => return Err(NO_SUCH_KIND),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Path;
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

    fn heading(travel: &Travel, x: f32, z: f32) -> f32 {
        match steer(travel, GroundTransform::new(x, z, 0.0), 1.4) {
            Steering::Move { heading, .. } => heading,
            other => panic!("does not travel: {other:?}"),
        }
    }

    #[test]
    fn a_line_is_approached_at_the_angle_of_the_look_ahead() {
        let through = GroundPoint::default();
        let line = Travel::Line { through, heading: 0.0, pace: Pace::ANY, facing: None };
        assert!((heading(&line, -1.0, 5.0) - FRAC_PI_4).abs() < 1e-5);
        assert!(heading(&line, 0.0, -3.0).abs() < 1e-5);
    }

    #[test]
    fn a_place_is_approached_slowly_and_then_stood_on() {
        let target = GroundPoint::new(2.0, 0.0);
        let reach = Travel::Reach { target, facing: Some(0.3), pace: Pace::speed(2.0) };
        assert!((heading(&reach, 0.0, 0.0) - FRAC_PI_2).abs() < 1e-6);
        let near = steer(&reach, GroundTransform::new(1.3, 0.0, 0.0), 1.4);
        let Steering::Move { pace, .. } = near else { panic!("{near:?}") };
        assert!((pace.speed.unwrap() - 1.0).abs() < 1e-5);
        let there = steer(&reach, GroundTransform::new(1.9, 0.0, 0.0), 1.4);
        assert_eq!(there, Steering::Stand { facing: Some(0.3) });
    }

    #[test]
    fn a_path_is_followed_to_its_end() {
        let points = [GroundPoint::new(0.0, 0.0), GroundPoint::new(0.0, 4.0)];
        let path = Path::new(&points).unwrap();
        let follow = Travel::Path { path, pace: Pace::ANY, facing: None };
        assert!(heading(&follow, 0.0, 1.0).abs() < 1e-6);
        let end = steer(&follow, GroundTransform::new(0.0, 4.0, 0.0), 1.4);
        assert_eq!(end, Steering::Stand { facing: None });
    }
}
