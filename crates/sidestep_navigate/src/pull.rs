//! Pulling a way taut like a string, without ever letting it touch what it went around.

use glam::Vec2;

/// Sweeps over the corners; each moves all of them at most once.
const SWEEPS: usize = 12;

/// Halvings when looking for how far a corner can be pulled.
const HALVINGS: usize = 6;

/// New corners are put this far before and behind each corner, in metres.
const ROUNDING: f32 = 0.5;

/// Shortens a way by steps that keep `clear` true of every straight piece for which it was true.
///
/// Corners that can be seen past are dropped, the others are pulled towards the line between their
/// neighbours. No step makes the way longer, since the length is convex in the place of a corner.
pub(crate) fn taut(points: &mut Vec<Vec2>, clear: &dyn Fn(Vec2, Vec2) -> bool) {
    skip_ahead(points, clear);
    for _round in 0..2 {
        round_corners(points);
        for _sweep in 0..SWEEPS {
            pull_corners(points, clear);
        }
        skip_ahead(points, clear);
    }
}

/// From every point kept, goes on with the farthest one that can be seen.
fn skip_ahead(points: &mut Vec<Vec2>, clear: &dyn Fn(Vec2, Vec2) -> bool) {
    let mut kept = 0;
    let mut at = 0;
    while at + 1 < points.len() {
        let from = points[at];
        let next = (at + 2..points.len()).rev().find(|next| clear(from, points[*next]));
        at = next.unwrap_or(at + 1);
        kept += 1;
        points[kept] = points[at];
    }
    points.truncate(kept + 1);
}

/// Puts a point on either side of every corner, so that pulling can round it.
fn round_corners(points: &mut Vec<Vec2>) {
    let old = std::mem::take(points);
    for (i, corner) in old.iter().enumerate() {
        let is_end = i == 0 || i + 1 == old.len();
        if is_end {
            points.push(*corner);
            continue;
        }
        for (at, end) in [(0, old[i - 1]), (1, old[i + 1])] {
            let away = (end - *corner).clamp_length_max(ROUNDING);
            let halfway = 0.5 * (end - *corner);
            let side =
                if away.length_squared() < halfway.length_squared() { away } else { halfway };
            points.push(*corner + side);
            if at == 0 {
                points.push(*corner);
            }
        }
    }
}

fn pull_corners(points: &mut [Vec2], clear: &dyn Fn(Vec2, Vec2) -> bool) {
    for i in 1..points.len().saturating_sub(1) {
        let (before, corner, after) = (points[i - 1], points[i], points[i + 1]);
        let straight = crate::segment::nearest(corner, before, after);
        if corner.distance_squared(straight) < 1e-8 {
            continue;
        }
        let fits = |point: Vec2| clear(before, point) && clear(point, after);
        let mut pulled = 0.0;
        let mut step = 0.5;
        for _ in 0..HALVINGS {
            let tried = corner.lerp(straight, pulled + step);
            if fits(tried) {
                pulled += step;
            }
            step *= 0.5;
        }
        points[i] = corner.lerp(straight, pulled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_nothing_in_the_way_the_string_is_straight() {
        let mut points = [(0.0, 0.0), (1.0, 3.0), (2.0, -1.0), (5.0, 5.0)].map(Vec2::from).to_vec();
        taut(&mut points, &|_, _| true);
        assert_eq!(points, [Vec2::ZERO, Vec2::new(5.0, 5.0)]);
    }

    #[test]
    fn with_everything_in_the_way_nothing_moves() {
        let corner = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)].map(Vec2::from).to_vec();
        let mut points = corner.clone();
        taut(&mut points, &|_, _| false);
        for point in &corner {
            assert!(points.contains(point), "{points:?}");
        }
    }
}
