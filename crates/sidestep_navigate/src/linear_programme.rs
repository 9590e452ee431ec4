//! The nearest velocity to a wish within half-planes and a disc: the linear programme of ORCA.
//!
//! Incremental, after de Berg et al., *Computational Geometry*, chapter 4; with the fall-back of
//! van den Berg et al. 2011, section 5.3, for when the half-planes leave nothing over.

use glam::Vec2;

/// Velocities on one side of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// A velocity on the line.
    pub point: Vec2,
    /// Unit vector along the line; what lies to its left (counter-clockwise) is allowed.
    pub direction: Vec2,
}

impl HalfPlane {
    /// The velocities from `point` on in the direction of `normal`, a unit vector.
    pub fn beyond(point: Vec2, normal: Vec2) -> Self {
        Self { point, direction: Vec2::new(normal.y, -normal.x) }
    }

    /// How far `velocity` is on the wrong side, negative where it is allowed.
    pub fn excess(&self, velocity: Vec2) -> f32 {
        self.direction.perp_dot(self.point - velocity)
    }

    /// The velocities that offend this half-plane no more than `other`; none to tell apart where
    /// both look the same way.
    fn offended_less_than(&self, other: &Self) -> Option<Self> {
        // An excess is c - n.v with n the normal, so (n - n').v >= c - c'. Written so and not by
        // where the two lines meet, which is far out where they are nearly parallel.
        let between = self.direction.perp() - other.direction.perp();
        let length = between.length();
        let offset = self.excess(Vec2::ZERO) - other.excess(Vec2::ZERO);
        let normal = between / length;
        (length > PARALLEL).then(|| Self::beyond(normal * (offset / length), normal))
    }
}

/// What to look for in the disc of speeds up to `most`.
#[derive(Clone, Copy)]
pub(crate) enum Objective {
    /// The velocity nearest to this one.
    Near(Vec2),
    /// The velocity farthest along this unit vector.
    Along(Vec2),
}

/// Lines closer to parallel than this are taken as parallel.
const PARALLEL: f32 = 1e-5;

/// The best velocity within all half-planes; where there is none, the one that offends worst by
/// least, while never breaking the first `hard` of them if they can be kept.
pub(crate) fn solve(
    planes: &[HalfPlane],
    hard: usize,
    wish: Vec2,
    most: f32,
    scratch: &mut Vec<HalfPlane>,
) -> Vec2 {
    let (velocity, failed) = solve_all(planes, Objective::Near(wish), most);
    match failed {
        None => velocity,
        Some(first) => least_offence(planes, hard, first, most, velocity, scratch),
    }
}

/// The optimum, or the best so far and the number of the half-plane that left nothing over.
fn solve_all(planes: &[HalfPlane], objective: Objective, most: f32) -> (Vec2, Option<usize>) {
    let mut velocity = match objective {
        Objective::Near(wish) => wish.clamp_length_max(most),
        Objective::Along(direction) => direction * most,
    };
    for (i, plane) in planes.iter().enumerate() {
        if plane.excess(velocity) > 0.0 {
            match on_line(planes, i, objective, most) {
                Some(found) => velocity = found,
                None => return (velocity, Some(i)),
            }
        }
    }
    (velocity, None)
}

/// The optimum on the line of half-plane `i` under the half-planes before it.
fn on_line(planes: &[HalfPlane], i: usize, objective: Objective, most: f32) -> Option<Vec2> {
    let HalfPlane { point, direction } = planes[i];
    // From the point of the line nearest to rest: any other may be so far out that the disc is
    // lost in rounding.
    let away = direction.perp_dot(point);
    let point = direction.perp() * away;
    let reach_squared = most * most - away * away;
    if reach_squared < 0.0 {
        return None;
    }
    let reach = reach_squared.sqrt();
    let (mut from, mut to) = (-reach, reach);
    for other in &planes[..i] {
        let across = direction.perp_dot(other.direction);
        let offence = other.direction.perp_dot(point - other.point);
        if across.abs() <= PARALLEL {
            if offence < 0.0 {
                return None;
            }
            continue;
        }
        let t = offence / across;
        if across >= 0.0 {
            to = to.min(t)
        } else {
            from = from.max(t)
        }
        if from > to {
            return None;
        }
    }
    let t = match objective {
        Objective::Near(wish) => direction.dot(wish - point).clamp(from, to),
        Objective::Along(along) if along.dot(direction) > 0.0 => to,
        Objective::Along(_) => from,
    };
    Some(point + direction * t)
}

/// Section 5.3: the velocity whose worst offence against the soft half-planes is least.
fn least_offence(
    planes: &[HalfPlane],
    hard: usize,
    first: usize,
    most: f32,
    mut velocity: Vec2,
    scratch: &mut Vec<HalfPlane>,
) -> Vec2 {
    let mut worst = 0.0;
    for i in first..planes.len() {
        let plane = planes[i];
        if plane.excess(velocity) <= worst {
            continue;
        }
        scratch.clear();
        scratch.extend_from_slice(&planes[..hard.min(i)]);
        for other in &planes[hard.min(i)..i] {
            scratch.extend(other.offended_less_than(&plane));
        }
        let inwards = plane.direction.perp();
        if let (found, None) = solve_all(scratch, Objective::Along(inwards), most) {
            velocity = found;
        }
        worst = plane.excess(velocity);
    }
    velocity
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Velocities on a fine grid within the disc.
    fn samples(most: f32) -> impl Iterator<Item = Vec2> {
        let steps = -40_i8..=40;
        let at = move |i: i8| f32::from(i) / 40.0 * most;
        steps
            .clone()
            .flat_map(move |x| steps.clone().map(move |z| Vec2::new(at(x), at(z))))
            .filter(move |v| v.length() <= most)
    }

    fn plane() -> impl Strategy<Value = HalfPlane> {
        (-1.5_f32..1.5, -1.5_f32..1.5, 0.0_f32..std::f32::consts::TAU).prop_map(|(x, z, angle)| {
            let (s, c) = sidestep_motion::math::sin_cos(angle);
            HalfPlane::beyond(Vec2::new(x, z), Vec2::new(c, s))
        })
    }

    fn worst(planes: &[HalfPlane], v: Vec2) -> f32 {
        planes.iter().map(|plane| plane.excess(v)).fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn a_wall_ahead_turns_the_wish_along_it() {
        let planes = [HalfPlane::beyond(Vec2::new(0.0, 0.5), Vec2::NEG_Y)];
        let v = solve(&planes, 1, Vec2::new(1.0, 1.0), 2.0, &mut Vec::new());
        assert!(v.abs_diff_eq(Vec2::new(1.0, 0.5), 1e-6), "{v}");
    }

    #[test]
    fn lines_that_meet_far_out_leave_the_disc_whole() {
        let planes = [
            HalfPlane {
                point: Vec2::new(0.050_412, 1.235_382),
                direction: Vec2::new(0.970_911, 0.239_442),
            },
            HalfPlane {
                point: Vec2::new(-1.458_017, -0.766_929),
                direction: Vec2::new(-0.968_565, -0.248_762),
            },
        ];
        let v = solve(&planes, 0, Vec2::ZERO, 1.6, &mut Vec::new());
        assert!(v.length() <= 1.601, "{v}");
    }

    proptest! {
        /// The oracle tries every velocity of a grid.
        #[test]
        fn nothing_allowed_is_nearer_to_the_wish(
            planes in prop::collection::vec(plane(), 0..7),
            wish in (-2.0_f32..2.0, -2.0_f32..2.0),
        ) {
            let (wish, most) = (Vec2::from(wish), 1.6);
            let v = solve(&planes, 0, wish, most, &mut Vec::new());
            prop_assert!(v.is_finite() && v.length() <= most * 1.001);
            let allowed: Vec<Vec2> = samples(most).filter(|v| worst(&planes, *v) < -1e-4).collect();
            if allowed.is_empty() {
                // The fall-back: no velocity offends less, up to the spacing of the grid.
                let least = samples(most).map(|v| worst(&planes, v)).fold(f32::INFINITY, f32::min);
                prop_assert!(worst(&planes, v) <= least.max(0.0) + 0.01);
            } else {
                prop_assert!(worst(&planes, v) <= 1e-3, "offends by {}", worst(&planes, v));
                for other in allowed {
                    prop_assert!(v.distance(wish) <= other.distance(wish) + 1e-3);
                }
            }
        }
    }
}
