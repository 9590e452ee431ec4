//! Euler angles of files to quaternions.

use glam::Quat;
use sidestep_motion::math::sin_cos;

/// The rotation about an axis of the file (0 = X, 1 = Y, 2 = Z).
pub(crate) fn about(axis: usize, degrees: f64) -> Quat {
    // Whole turns go while the number is still exact.
    let degrees = if degrees.abs() > 360.0 { degrees % 360.0 } else { degrees };
    let (sin, cos) = sin_cos((0.5 * degrees.to_radians()) as f32);
    match axis {
        0 => Quat::from_xyzw(sin, 0.0, 0.0, cos),
        1 => Quat::from_xyzw(0.0, sin, 0.0, cos),
        _ => Quat::from_xyzw(0.0, 0.0, sin, cos),
    }
}

/// Puts the rotations of a new frame on the same side as those of the frame before: a quaternion and
/// its negative turn alike, but only neighbours on one side can be blended as they are.
pub(crate) fn align(rotations: &mut [Quat], before: &[Quat]) {
    for (rotation, before) in rotations.iter_mut().zip(before) {
        if rotation.dot(*before) < 0.0 {
            *rotation = -*rotation;
        }
    }
}
