//! Rotations as three angles that stay continuous over time.
//!
//! A rotation has two sets of Euler angles (and their full turns), and one whole family of sets
//! where the middle angle is a right angle (gimbal lock). Of all these the writer takes the one
//! nearest to the frame before, so that the curves of an animation program do not jump.

use glam::{DMat3, DQuat, Quat};
use std::f64::consts::{PI, TAU};

/// The order in which a BVH file names, and multiplies, the three rotations of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RotationOrder {
    /// `Zrotation Yrotation Xrotation`: R = Rz Ry Rx.
    #[default]
    Zyx,
    /// `Zrotation Xrotation Yrotation`: R = Rz Rx Ry.
    Zxy,
}

impl RotationOrder {
    /// The three axes in the order of the channels.
    pub(crate) fn axes(self) -> [char; 3] {
        match self {
            Self::Zyx => ['Z', 'Y', 'X'],
            Self::Zxy => ['Z', 'X', 'Y'],
        }
    }
}

/// Below this cosine of the middle angle the outer two turn about the same axis: one is kept.
///
/// Single precision leaves about 1e-7 of noise in a rotation; the error made here is as small as
/// this number, in radians.
const GIMBAL_COSINE: f64 = 1e-6;

/// The angles of `rotation`, in radians and channel order, nearest to `previous`.
pub(crate) fn angles_near(rotation: Quat, order: RotationOrder, previous: [f64; 3]) -> [f64; 3] {
    let m = matrix(rotation);
    let [first, middle, last] = match order {
        RotationOrder::Zyx => zyx(&m, previous[0]),
        RotationOrder::Zxy => zxy(&m, previous[0]),
    };
    let one = unwrapped([first, middle, last], previous);
    let other = unwrapped([first + PI, PI - middle, last + PI], previous);
    if distance(other, previous) < distance(one, previous) { other } else { one }
}

fn matrix(rotation: Quat) -> DMat3 {
    let q = rotation.as_dquat();
    let length = q.length();
    DMat3::from_quat(if length > 0.0 { q * (1.0 / length) } else { DQuat::IDENTITY })
}

/// Angles of R = Rz Ry Rx. With z known, Rz⁻¹ R = Ry Rx holds cos x, sin x, cos y and sin y alone
/// in four of its elements, so x and y are exact whatever z is.
fn zyx(m: &DMat3, previous_z: f64) -> [f64; 3] {
    let (column_x, column_y, column_z) = (m.x_axis, m.y_axis, m.z_axis);
    let z = outer(column_x.y, column_x.x, previous_z);
    let (s, c) = libm::sincos(z);
    let y = libm::atan2(-column_x.z, c * column_x.x + s * column_x.y);
    let x = libm::atan2(s * column_z.x - c * column_z.y, c * column_y.y - s * column_y.x);
    [z, y, x]
}

/// Angles of R = Rz Rx Ry, in the same way.
fn zxy(m: &DMat3, previous_z: f64) -> [f64; 3] {
    let (column_x, column_y, column_z) = (m.x_axis, m.y_axis, m.z_axis);
    let z = outer(-column_y.x, column_y.y, previous_z);
    let (s, c) = libm::sincos(z);
    let x = libm::atan2(column_y.z, c * column_y.y - s * column_y.x);
    let y = libm::atan2(c * column_z.x + s * column_z.y, c * column_x.x + s * column_x.y);
    [z, x, y]
}

fn outer(sine: f64, cosine: f64, previous: f64) -> f64 {
    if libm::hypot(sine, cosine) < GIMBAL_COSINE { previous } else { libm::atan2(sine, cosine) }
}

fn unwrapped(angles: [f64; 3], previous: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| angles[i] - TAU * ((angles[i] - previous[i]) / TAU).round())
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    const ORDERS: [RotationOrder; 2] = [RotationOrder::Zyx, RotationOrder::Zxy];

    fn composed(order: RotationOrder, [first, second, third]: [f64; 3]) -> DQuat {
        let z = DQuat::from_rotation_z(first);
        match order {
            RotationOrder::Zyx => {
                z * DQuat::from_rotation_y(second) * DQuat::from_rotation_x(third)
            }
            RotationOrder::Zxy => {
                z * DQuat::from_rotation_x(second) * DQuat::from_rotation_y(third)
            }
        }
    }

    #[test]
    fn angles_compose_to_the_rotation_and_stay_close_to_the_ones_before() {
        for order in ORDERS {
            for i in 0..4000 {
                let t = f64::from(i) * 0.37;
                let given =
                    [3.0 * libm::sin(t), 1.55 * libm::sin(2.1 * t), 3.0 * libm::cos(1.3 * t)];
                let rotation = composed(order, given);
                let found = angles_near(rotation.as_quat(), order, given);
                assert!(
                    composed(order, found).dot(rotation).abs() > 1.0 - 1e-12,
                    "{order:?} {given:?}"
                );
                if given[1].abs() < 1.4 {
                    assert!(distance(found, given) < 1e-5, "{order:?} {given:?} {found:?}");
                }
            }
        }
    }

    #[test]
    fn a_right_angle_in_the_middle_keeps_the_first_angle() {
        for order in ORDERS {
            for middle in [FRAC_PI_2, -FRAC_PI_2] {
                let rotation = composed(order, [0.4, middle, 0.3]);
                let found = angles_near(rotation.as_quat(), order, [0.4, middle, 0.3]);
                assert!(composed(order, found).dot(rotation).abs() > 1.0 - 1e-12);
                assert!(distance(found, [0.4, middle, 0.3]) < 1e-3, "{order:?} {found:?}");
            }
        }
    }

    /// Ten turns about the vertical and ten somersaults: no step is larger than the true one.
    #[test]
    fn full_turns_are_counted_on() {
        for order in ORDERS {
            let mut previous = [0.0; 3];
            for frame in 0..=1000 {
                let about_z = TAU * 10.0 * f64::from(frame) / 1000.0;
                previous =
                    angles_near(composed(order, [about_z, 0.0, 0.0]).as_quat(), order, previous);
                assert!((previous[0] - about_z).abs() < 1e-5);
            }
            assert!((previous[0] - 10.0 * TAU).abs() < 1e-5);
        }
    }

    /// A cartwheel through the lock: the middle angle goes on past a right angle instead of the
    /// outer two jumping by half a turn.
    #[test]
    fn passing_through_the_lock_does_not_jump() {
        for order in ORDERS {
            let mut previous = [0.2, 0.0, -0.1];
            for frame in 0..=400 {
                let given = [0.2, PI * f64::from(frame) / 200.0, -0.1];
                let found = angles_near(composed(order, given).as_quat(), order, previous);
                assert!(distance(found, given) < 2e-3, "{order:?} frame {frame} {found:?}");
                previous = found;
            }
        }
    }
}
