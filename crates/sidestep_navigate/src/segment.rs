//! Distances of points and segments on the ground.

use glam::Vec2;

/// The point of the segment `a` to `b` that is nearest to `point`.
pub(crate) fn nearest(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let length_squared = along.length_squared();
    if length_squared <= 0.0 {
        return a;
    }
    a + along * ((point - a).dot(along) / length_squared).clamp(0.0, 1.0)
}

/// Metres between the segments `a` to `b` and `c` to `d`; zero where they cross.
pub(crate) fn distance(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> f32 {
    if cross(a, b, c, d) {
        return 0.0;
    }
    // Segments that do not cross are nearest to each other at an end of one of them.
    let ends = [(a, c, d), (b, c, d), (c, a, b), (d, a, b)];
    let squared = ends.map(|(end, from, to)| end.distance_squared(nearest(end, from, to)));
    squared.into_iter().fold(f32::INFINITY, f32::min).sqrt()
}

fn cross(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    let side = |from: Vec2, to: Vec2, point: Vec2| (to - from).perp_dot(point - from);
    let (c_side, d_side) = (side(a, b, c), side(a, b, d));
    let (a_side, b_side) = (side(c, d, a), side(c, d, b));
    c_side * d_side < 0.0 && a_side * b_side < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_agree_with_a_drawing() {
        let v = Vec2::new;
        let check = |points: [Vec2; 4], expect: f32| {
            let [a, b, c, d] = points;
            assert_eq!(distance(a, b, c, d), expect);
            assert_eq!(distance(d, c, b, a), expect);
        };
        check([v(0.0, 0.0), v(4.0, 0.0), v(1.0, -1.0), v(1.0, 1.0)], 0.0);
        check([v(0.0, 0.0), v(4.0, 0.0), v(1.0, 2.0), v(1.0, 5.0)], 2.0);
        check([v(0.0, 0.0), v(4.0, 0.0), v(7.0, 4.0), v(7.0, 4.0)], 5.0);
        check([v(0.0, 0.0), v(4.0, 0.0), v(2.0, 0.0), v(9.0, 0.0)], 0.0);
    }
}
