//! The few scalar functions that differ between platforms, taken from one library instead.
//!
//! The standard library calls the platform's own `sin` and `atan2`, whose last bits differ between
//! Linux, Windows and the browser. Snapshots and rollback want equal bits everywhere, so every
//! crate of the project takes these from here; `clippy.toml` forbids the others.

use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// Sine of an angle in radians.
#[inline]
pub fn sin(radians: f32) -> f32 {
    libm::sinf(radians)
}

/// Cosine of an angle in radians.
#[inline]
pub fn cos(radians: f32) -> f32 {
    libm::cosf(radians)
}

/// Sine and cosine of an angle in radians.
#[inline]
pub fn sin_cos(radians: f32) -> (f32, f32) {
    libm::sincosf(radians)
}

/// Angle of the vector (x, y) against the x axis.
#[inline]
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// Arc cosine; the argument is clamped to its domain, so rounding never makes a NaN.
#[inline]
pub fn acos(cosine: f32) -> f32 {
    libm::acosf(cosine.clamp(-1.0, 1.0))
}

/// Arc sine; the argument is clamped to its domain.
#[inline]
pub fn asin(sine: f32) -> f32 {
    libm::asinf(sine.clamp(-1.0, 1.0))
}

/// The exponential function.
#[inline]
pub fn exp(x: f32) -> f32 {
    libm::expf(x)
}

/// The natural logarithm.
#[inline]
pub fn ln(x: f32) -> f32 {
    libm::logf(x)
}

/// An angle brought into (-π, π].
///
/// ```
/// use sidestep_motion::math::wrap_angle;
/// use std::f32::consts::PI;
/// assert!((wrap_angle(1.5 * PI) + 0.5 * PI).abs() < 1e-6);
/// assert_eq!(wrap_angle(PI), PI);
/// ```
#[inline]
pub fn wrap_angle(radians: f32) -> f32 {
    if radians > -PI && radians <= PI {
        return radians;
    }
    let turns = radians - TAU * (radians / TAU).round();
    if turns <= -PI { turns + TAU } else { turns }
}

/// A unit quaternion along `q`, or the identity where `q` has no length or is not finite.
#[inline]
pub fn unit(q: Quat) -> Quat {
    // PERF: the root of the processor has the bits of any other that rounds, and is no call.
    let length = q.length_squared().sqrt();
    if length.is_finite() && length > 1e-12 { q * (1.0 / length) } else { Quat::IDENTITY }
}

/// The rotation `q` as an axis times an angle in [0, π].
pub fn rotation_vector(q: Quat) -> Vec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let sine = q.xyz().length();
    if sine < 1e-7 {
        // sin(a/2) = a/2 to the last bit here.
        return 2.0 * q.xyz();
    }
    q.xyz() * (2.0 * atan2(sine, q.w) / sine)
}

/// The rotation about `vector` by its length in radians; the inverse of [`rotation_vector`].
pub fn from_rotation_vector(vector: Vec3) -> Quat {
    let angle = vector.length();
    if angle < 1e-7 {
        return unit(Quat::from_xyzw(0.5 * vector.x, 0.5 * vector.y, 0.5 * vector.z, 1.0));
    }
    let (s, c) = sin_cos(0.5 * angle);
    let axis = vector * (s / angle);
    Quat::from_xyzw(axis.x, axis.y, axis.z, c)
}

/// The angle in [0, π] by which `a` and `b` differ.
pub fn angle_between(a: Quat, b: Quat) -> f32 {
    rotation_vector(b * a.conjugate()).length()
}

/// The unit quaternion on the shorter arc from `a` to `b`, `t` of the way along.
pub fn slerp(a: Quat, b: Quat, t: f32) -> Quat {
    let dot = a.dot(b);
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (b, dot) };
    if dot > 0.9995 {
        return unit(a * (1.0 - t) + b * t);
    }
    let angle = acos(dot);
    let scale = 1.0 / sin(angle);
    unit(a * (sin((1.0 - t) * angle) * scale) + b * (sin(t * angle) * scale))
}

/// The part of `q` that turns about the vertical: `q = yaw * rest`, where `rest` tilts only.
///
/// Undefined for half turns about a horizontal axis, where it is taken as the identity.
pub fn yaw_of(q: Quat) -> Quat {
    unit(Quat::from_xyzw(0.0, q.y, 0.0, q.w))
}

/// The shortest rotation that brings the direction of `from` onto that of `to`.
///
/// Exact for the smallest angles, which glam's own rounds to none below 0.04 degrees. For opposite
/// directions it is a half turn about some axis across them.
pub fn rotation_between(from: Vec3, to: Vec3) -> Quat {
    let (Some(from), Some(to)) = (from.try_normalize(), to.try_normalize()) else {
        return Quat::IDENTITY;
    };
    let cosine = from.dot(to);
    if cosine < -0.999_999 {
        let axis = from.any_orthonormal_vector();
        return Quat::from_xyzw(axis.x, axis.y, axis.z, 0.0);
    }
    let axis = from.cross(to);
    unit(Quat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + cosine))
}
