//! What stops a body: it slides along whatever it would walk into.

use glam::Vec2;
use sidestep_motion::{
    GroundTransform,
    math::{atan2, cos, sin},
};
use sidestep_navigate::{Cylinder, Obstacle};

/// Radius of a body that must not enter a wall, in metres.
pub(super) const BODY_RADIUS: f32 = 0.3;

/// Metres that who is steered by hand keeps from walls: as far as a stride and a swinging hand reach.
pub(super) const KEEPS: f32 = 0.55;

/// Seconds in which a body comes to a halt, or takes up another direction.
const BRAKES_SECS: f32 = 0.75;

/// Who has stopped at a wall stays so for as long as it is told to go there, up to so far from it.
const STAYS: f32 = KEEPS + 0.7;

/// A direction of which less than this is left along the wall leads into it, not along it.
const ALONG_SHARE: f32 = 0.4;

/// What becomes of a direction where there are walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Course {
    /// Nothing is in the way.
    Free,
    /// Along a wall, by this heading.
    Along(f32),
    /// Straight into it: no farther.
    Stop,
}

/// How to go on along a heading at a speed, `here`, without walking into a wall. `has_stopped` says
/// whether the answer was to stop a moment ago.
pub(super) fn course(
    walls: &[Obstacle],
    here: Vec2,
    (heading, speed): (f32, f32),
    has_stopped: bool,
) -> Course {
    let wanted = Vec2::new(sin(heading), cos(heading));
    let mut way = wanted;
    // The second round is for corners.
    for _ in 0..2 {
        for wall in walls {
            let Some(out) = (here - wall.nearest(here)).try_normalize() else { continue };
            let into = -way.dot(out);
            let reach =
                if has_stopped { STAYS } else { KEEPS + BRAKES_SECS * speed * into.max(0.0) };
            let room = wall.distance(here);
            if into > 0.0 && room < reach {
                way += out * into;
            }
            if room < KEEPS {
                way += out * (KEEPS - room);
            }
        }
    }
    match way {
        _ if way == wanted => Course::Free,
        _ if way.dot(wanted) < ALONG_SHARE => Course::Stop,
        _ => Course::Along(atan2(way.x, way.y)),
    }
}

/// Where a step ends that walls shorten; `None` where nothing is in the way.
pub(super) fn slide_along_walls(
    walls: &[Obstacle],
    from: GroundTransform,
    to: GroundTransform,
) -> Option<GroundTransform> {
    let (before, wanted) = (Vec2::new(from.x, from.z), Vec2::new(to.x, to.z));
    let mut place = wanted;
    // The second round is for corners.
    for _ in 0..2 {
        for wall in walls {
            let reach = wall.radius + BODY_RADIUS;
            let near = wall.distance_to_way(before, place) < BODY_RADIUS;
            // On the side where the body was, however far the step would have led.
            let side = (before - wall.nearest(before)).try_normalize();
            if let Some(side) = side.filter(|_| near) {
                let depth = reach - (place - wall.nearest(place)).dot(side);
                place += side * depth.max(0.0);
            }
        }
    }
    moved(to, wanted, place)
}

/// Where a body ends that columns push away; `None` where none touches it.
pub(super) fn push_out_of(columns: &[Cylinder], to: GroundTransform) -> Option<GroundTransform> {
    let wanted = Vec2::new(to.x, to.z);
    let mut place = wanted;
    for column in columns {
        let reach = column.radius + BODY_RADIUS;
        let apart = place - column.centre;
        if apart.length() < reach {
            place = column.centre + apart.try_normalize().unwrap_or(Vec2::Y) * reach;
        }
    }
    moved(to, wanted, place)
}

fn moved(to: GroundTransform, wanted: Vec2, place: Vec2) -> Option<GroundTransform> {
    let ground = GroundTransform { x: place.x, z: place.y, ..to };
    (place.distance_squared(wanted) > 1e-10 && ground.is_finite()).then_some(ground)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_slides_along_a_wall_and_never_gets_through() {
        let wall = [Obstacle::wall(Vec2::new(-5.0, 1.0), Vec2::new(5.0, 1.0), 0.0)];
        let mut place = GroundTransform::IDENTITY;
        for _ in 0..200 {
            let to = GroundTransform { x: place.x + 0.02, z: place.z + 0.15, ..place };
            place = slide_along_walls(&wall, place, to).unwrap_or(to);
            assert!(place.z <= 1.0 - BODY_RADIUS + 1e-4, "{place:?}");
        }
        // It ends where the wall ends, and goes around it.
        assert!((3.9..4.1).contains(&place.x), "{place:?}");
    }

    #[test]
    fn a_wall_bends_the_way_or_ends_it() {
        let wall = [Obstacle::wall(Vec2::new(-5.0, 1.0), Vec2::new(5.0, 1.0), 0.0)];
        let at = |z: f32, heading: f32, speed: f32, has_stopped: bool| {
            course(&wall, Vec2::new(0.0, z), (heading, speed), has_stopped)
        };
        assert_eq!(at(-3.0, 0.0, 1.5, false), Course::Free, "far away");
        assert_eq!(at(0.2, 3.0, 1.5, false), Course::Free, "away from it");
        assert_eq!(at(0.2, 0.0, 1.0, false), Course::Stop, "straight into it");
        assert_eq!(at(0.2, 0.0, 0.0, false), Course::Free, "there is room for a step");
        assert_eq!(at(0.2, 0.0, 0.0, true), Course::Stop, "it has stopped and stays so");
        let Course::Along(heading) = at(0.4, 1.2, 1.0, false) else { panic!("it does not slide") };
        assert!((heading - std::f32::consts::FRAC_PI_2).abs() < 1e-5, "{heading}");
        let Course::Along(heading) = at(0.8, 1.2, 1.0, false) else { panic!("it does not slide") };
        assert!(heading > 1.7, "it does not get away from the wall: {heading}");
    }

    #[test]
    fn a_column_pushes() {
        let centre = Vec2::new(0.0, 1.0);
        let column = [Cylinder { centre, radius: 0.5, velocity: Vec2::ZERO }];
        let inside = GroundTransform::new(0.0, 0.6, 0.0);
        let pushed = push_out_of(&column, inside).unwrap();
        assert!((pushed.z - 0.2).abs() < 1e-5 && pushed.x == 0.0);
        assert_eq!(push_out_of(&column, GroundTransform::IDENTITY), None);
    }
}
