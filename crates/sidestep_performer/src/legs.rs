//! Where the knee goes: two bones of fixed length between a hip and an ankle.

use crate::body::{SHANK, THIGH};
use glam::{DMat3, DQuat, DVec3};

/// World rotations of a thigh and a shank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    pub(crate) thigh: DQuat,
    pub(crate) shank: DQuat,
}

/// The leg that leads from `hip` to `ankle` with its knee towards `knee_forward`.
pub(crate) fn reach(hip: DVec3, ankle: DVec3, knee_forward: DVec3) -> Leg {
    let up = hip - ankle;
    let length = up.length().clamp((THIGH - SHANK).abs() + 1e-3, 0.99995 * (THIGH + SHANK));
    let up = up.try_normalize().unwrap_or(DVec3::Y);
    let hinge = up.cross(knee_forward).try_normalize().unwrap_or(DVec3::X);
    let ahead = hinge.cross(up);
    // Law of cosines: how far along the line from hip to ankle the knee lies.
    let along = (THIGH * THIGH - SHANK * SHANK + length * length) / (2.0 * length);
    let bulge = libm::sqrt((THIGH * THIGH - along * along).max(0.0));
    let hip_from_knee = up * along - ahead * bulge;
    let knee_from_ankle = up * (length - along) + ahead * bulge;
    Leg { thigh: hanging(hinge, hip_from_knee), shank: hanging(hinge, knee_from_ankle) }
}

/// The rotation that lays a bone's y axis along `up` and its x axis along the hinge.
fn hanging(hinge: DVec3, up: DVec3) -> DQuat {
    let y = up.try_normalize().unwrap_or(DVec3::Y);
    DQuat::from_mat3(&DMat3::from_cols(hinge, y, hinge.cross(y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bones_end_at_the_ankle_and_the_knee_bends_forward() {
        let (hip, ankle) = (DVec3::new(0.1, 0.9, 0.2), DVec3::new(0.3, 0.2, -0.1));
        let leg = reach(hip, ankle, DVec3::Z);
        let knee = hip - leg.thigh * DVec3::Y * THIGH;
        let end = knee - leg.shank * DVec3::Y * SHANK;
        assert!((end - ankle).length() < 1e-9);
        assert!(knee.z > hip.z.min(ankle.z));
    }
}
