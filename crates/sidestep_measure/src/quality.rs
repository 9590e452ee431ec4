//! Skate, contacts, jerk and turns: how good motion looks, in numbers.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ},
    statistics::{fraction, percentile},
};
use serde::Serialize;
use sidestep_motion::{
    JointMotion, Pose, Side,
    contact_detection::{ContactConfig, detect, estimate_floor},
    math::rotation_vector,
    skate::{Skate, skate},
};

/// How feet touched the ground, summed over several stretches of motion.
#[derive(Clone, Debug, Default)]
pub struct ContactFigures {
    shown: Sum,
    unlocked: Sum,
}

/// Drift of planted feet from the beginning to the end of a stance, in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StanceDrift {
    /// Half of the stances drift less.
    pub median: f32,
    /// Of twenty stances nineteen drift less.
    pub p95: f32,
}

#[derive(Clone, Debug, Default)]
struct Sum {
    metres_per_sec: f64,
    contact_frames: usize,
    foot_frames: usize,
    drifts: Vec<f32>,
}

impl ContactFigures {
    /// Adds a stretch of motion, and the same before feet were locked.
    pub fn add(&mut self, shown: &JointMotion, unlocked: &JointMotion) {
        self.shown.add(shown);
        self.unlocked.add(unlocked);
    }

    /// Mean speed of planted feet.
    pub fn skate_cm_per_s(&self) -> f32 {
        self.shown.skate_cm_per_s()
    }

    /// Mean speed of planted feet before they were locked.
    pub fn skate_before_ik_cm_per_s(&self) -> f32 {
        self.unlocked.skate_cm_per_s()
    }

    /// Share of the time that a foot is down, mean of both.
    pub fn contact_fraction(&self) -> f32 {
        fraction(self.shown.contact_frames, self.shown.foot_frames)
    }

    /// How far feet drift while they are down.
    pub fn stance_drift_mm(&self) -> StanceDrift {
        let at = |share| 1000.0 * percentile(self.shown.drifts.clone(), share);
        StanceDrift { median: at(0.5), p95: at(0.95) }
    }
}

impl Sum {
    fn add(&mut self, motion: &JointMotion) {
        if motion.is_empty() {
            return;
        }
        let contacts = detect(motion, estimate_floor(motion), &ContactConfig::default());
        let Skate { mean_speed, contact_frames, stances, .. } = skate(motion, &contacts);
        self.metres_per_sec += f64::from(mean_speed) * contact_frames as f64;
        self.contact_frames += contact_frames;
        self.foot_frames += 2 * motion.len();
        self.drifts.extend(stances.iter().map(|stance| stance.drift));
    }

    fn skate_cm_per_s(&self) -> f32 {
        (100.0 * self.metres_per_sec / self.contact_frames.max(1) as f64) as f32
    }
}

/// Counts the frames of each foot in contact, and all, over the frames that move at a speed within
/// `speeds` metres a second: contacts are compared under the same speeds, standing left out.
pub(crate) fn moving_contacts(motion: &JointMotion, speeds: (f32, f32)) -> (usize, usize) {
    let contacts = detect(motion, estimate_floor(motion), &ContactConfig::default());
    let reach = FRAMES_PER_SEC / 4;
    let (mut down, mut all) = (0, 0);
    let last = motion.len().saturating_sub(reach);
    for (frame, feet) in contacts.iter().enumerate().take(last).skip(reach) {
        let way = motion.frame(frame + reach)[0] - motion.frame(frame - reach)[0];
        let secs = fraction(2 * reach, FRAMES_PER_SEC);
        let speed = glam::Vec2::new(way.x, way.z).length() / secs;
        if speed >= speeds.0 && speed <= speeds.1 {
            down += Side::BOTH.into_iter().filter(|side| feet.get(*side)).count();
            all += 2;
        }
    }
    (down, all)
}

/// Jerk of every joint in every frame that has three before it, in m/s³.
pub fn jerks(motion: &JointMotion, out: &mut Vec<f32>) {
    let cube = motion.rate_hz * motion.rate_hz * motion.rate_hz;
    for frame in 3..motion.len() {
        let [a, b, c, d] = [3, 2, 1, 0].map(|back| motion.frame(frame - back));
        for joint in 0..motion.skeleton.len() {
            let third = d[joint] - a[joint] - 3.0 * (c[joint] - b[joint]);
            out.push(third.length() * cube);
        }
    }
}

/// Jerk of the root alone in every frame that has three before it, in m/s³.
pub fn root_jerks(motion: &JointMotion, out: &mut Vec<f32>) {
    let cube = motion.rate_hz * motion.rate_hz * motion.rate_hz;
    for frame in 3..motion.len() {
        let [a, b, c, d] = [3, 2, 1, 0].map(|back| motion.frame(frame - back)[0]);
        out.push((d - a - 3.0 * (c - b)).length() * cube);
    }
}

/// Acceleration of every joint in every frame that has two before it, in m/s².
pub fn accelerations(motion: &JointMotion, out: &mut Vec<f32>) {
    let square = motion.rate_hz * motion.rate_hz;
    for frame in 2..motion.len() {
        let [a, b, c] = [2, 1, 0].map(|back| motion.frame(frame - back));
        let joints = a.iter().zip(b).zip(c);
        out.extend(joints.map(|((a, b), c)| (*c - *b - (*b - *a)).length() * square));
    }
}

/// Largest angular acceleration of any joint against its parent, for every frame that has two
/// before it, in rad/s². The root is left out: its turn is the character's.
pub fn frame_accelerations(poses: &[Pose]) -> Vec<f32> {
    let square = RATE_HZ * RATE_HZ;
    let largest = |poses: &[Pose]| {
        let [a, b, c] = [0, 1, 2].map(|index| &poses[index].rotations);
        let of_joint = |joint: usize| {
            let earlier = rotation_vector(b[joint] * a[joint].conjugate());
            let later = rotation_vector(c[joint] * b[joint].conjugate());
            (later - earlier).length() * square
        };
        (1..a.len()).map(of_joint).fold(0.0, f32::max)
    };
    poses.windows(3).map(largest).collect()
}

/// Every change of heading within `frames`, in radians, without its sign.
pub fn turns(headings: &[f32], frames: usize) -> impl Iterator<Item = f32> + '_ {
    headings.windows(frames + 1).map(move |part| (part[frames] - part[0]).abs())
}

/// The largest change of heading within `frames`; zero where the motion is shorter.
pub fn fastest_turn(headings: &[f32], frames: usize) -> f32 {
    turns(headings, frames).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};
    use sidestep_motion::{Joint, Skeleton, math::from_rotation_vector};
    use std::sync::Arc;

    fn motion(place: impl Fn(f32) -> Vec3) -> JointMotion {
        let name = "Hips".to_owned();
        let joint =
            Joint { name, parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY, tip: None };
        let skeleton = Arc::new(Skeleton::new(vec![joint]).unwrap());
        let positions = (0..30_u8).map(|frame| place(f32::from(frame) / RATE_HZ)).collect();
        JointMotion { skeleton, rate_hz: RATE_HZ, positions }
    }

    /// x = j t³ / 6 has the jerk j, and third differences of a cubic are exact.
    #[test]
    fn jerk_of_a_cubic() {
        let mut found = Vec::new();
        jerks(&motion(|secs| Vec3::X * (12.0 * secs * secs * secs / 6.0)), &mut found);
        assert_eq!(found.len(), 27);
        assert!(found.iter().all(|jerk| (jerk - 12.0).abs() < 0.2), "{found:?}");
    }

    /// x = a t² / 2 has the acceleration a, and no jerk but that of rounding.
    #[test]
    fn acceleration_of_a_square() {
        let motion = motion(|secs| Vec3::Z * (0.5 * 8.0 * secs * secs));
        let (mut found, mut jerk) = (Vec::new(), Vec::new());
        accelerations(&motion, &mut found);
        root_jerks(&motion, &mut jerk);
        assert_eq!((found.len(), jerk.len()), (28, 27));
        assert!(found.iter().all(|found| (found - 8.0).abs() < 1e-2), "{found:?}");
        assert!(jerk.iter().all(|jerk| *jerk < 0.1), "{jerk:?}");
    }

    /// A joint that turns by a t² / 2 has the angular acceleration a.
    #[test]
    fn acceleration_of_an_even_spin_up() {
        let pose = |frame: u8| {
            let secs = f32::from(frame) / RATE_HZ;
            let turned = from_rotation_vector(Vec3::X * (0.5 * 4.0 * secs * secs));
            Pose { root_position: Vec3::ZERO, rotations: vec![Quat::IDENTITY, turned] }
        };
        let poses: Vec<Pose> = (0..20).map(pose).collect();
        let found = frame_accelerations(&poses);
        assert_eq!(found.len(), 18);
        assert!(found.iter().all(|found| (found - 4.0).abs() < 0.01), "{found:?}");
    }

    #[test]
    fn the_fastest_turn_is_found_wherever_it_is() {
        let headings = [0.0, 0.1, 0.1, -0.5, -0.6, -0.6];
        assert!((fastest_turn(&headings, 1) - 0.6).abs() < 1e-6);
        assert!((fastest_turn(&headings, 2) - 0.7).abs() < 1e-6);
        assert_eq!(fastest_turn(&headings, 9), 0.0);
    }
}
