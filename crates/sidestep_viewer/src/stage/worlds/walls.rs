//! What stops a body: it slides along whatever it would walk into.

use glam::Vec2;
use sidestep_motion::GroundTransform;
use sidestep_navigate::{Cylinder, Obstacle};

/// Radius of a body that must not enter a wall, in metres.
pub(super) const BODY_RADIUS: f32 = 0.25;

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
    fn a_column_pushes() {
        let centre = Vec2::new(0.0, 1.0);
        let column = [Cylinder { centre, radius: 0.5, velocity: Vec2::ZERO }];
        let inside = GroundTransform::new(0.0, 0.6, 0.0);
        let pushed = push_out_of(&column, inside).unwrap();
        assert!((pushed.z - 0.25).abs() < 1e-5 && pushed.x == 0.0);
        assert_eq!(push_out_of(&column, GroundTransform::IDENTITY), None);
    }
}
