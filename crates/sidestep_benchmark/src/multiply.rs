//! Libraries of any size, made of one that is too small: mirrored, hurried, slowed and bent a little.
//!
//! What comes of it is no more motion than there was, and is not meant to be learnt from: it shows what
//! building and stepping cost when a library grows.

use glam::Vec3;
use sidestep_motion::{
    Clip,
    chance::Chance,
    math::{from_rotation_vector, unit},
    mirror::MirrorMap,
    resample::{resample, trim},
};

/// Copies are played at this share of their speed and more, up to as much more.
const WARP: f32 = 0.15;

/// How far each joint of a copy is bent for good, in radians.
const BENT: f32 = 0.03;

/// So many frames of these clips: as they are, then mirrored, then copies of both, each in another time and
/// with every joint bent a little.
pub fn multiplied(clips: &[Clip], frames: usize, seed: u64) -> Vec<Clip> {
    let Some(first) = clips.first() else { return Vec::new() };
    let mirror = MirrorMap::new(&first.skeleton);
    let mut made: Vec<Clip> = Vec::new();
    let mut left = frames;
    for round in 0_usize.. {
        for (index, clip) in clips.iter().enumerate() {
            if left < 2 || clip.is_empty() && clips.iter().all(Clip::is_empty) {
                return made;
            }
            let mut copy = if round % 2 == 1 { mirror.mirror_clip(clip) } else { clip.clone() };
            if round > 1 {
                let number = (round * clips.len() + index) as u64;
                copy = varied(&copy, &mut Chance::new(seed, number));
            }
            copy.name = format!("{} {round}", clip.name);
            if copy.len() > left {
                let secs = left as f64 / f64::from(copy.rate_hz);
                copy = trim(&copy, 0.0, secs);
            }
            left -= copy.len().min(left);
            made.push(copy);
        }
    }
    made
}

/// The clip in another time, bent a little.
fn varied(clip: &Clip, chance: &mut Chance) -> Clip {
    let rate_hz = clip.rate_hz;
    let hurried =
        Clip { rate_hz: rate_hz * chance.between(1.0 - WARP, 1.0 + WARP), ..clip.clone() };
    let mut copy = resample(&hurried, rate_hz);
    let joints = copy.skeleton.len();
    let mut bend = || Vec3::new(chance.unit(), chance.unit(), chance.unit()) * 2.0 - Vec3::ONE;
    let bends: Vec<_> = (0..joints).map(|_| from_rotation_vector(bend() * BENT)).collect();
    for frame in copy.rotations.chunks_exact_mut(joints.max(1)) {
        // The root stays as it is: bending it would tilt the way it goes.
        for (rotation, bend) in frame.iter_mut().zip(&bends).skip(1) {
            *rotation = unit(*rotation * *bend);
        }
    }
    // Feet are not where they were.
    copy.contacts = None;
    copy
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::MotionLibrary;

    #[test]
    fn a_library_has_the_frames_asked_for_and_names_of_its_own() {
        let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
        let few = &clips[..3];
        let own: usize = few.iter().map(Clip::len).sum();
        let made = multiplied(few, 5 * own, 1);
        let library = MotionLibrary::from_clips(&made, &Default::default()).unwrap();
        assert_eq!(library.len(), 5 * own);
        assert_eq!(made[0].rotations, few[0].rotations);
        assert_ne!(made[6].rotations.get(1), few[0].rotations.get(1), "copies are bent");
        assert_eq!(multiplied(few, 5 * own, 1)[7].rotations, made[7].rotations);
        assert!(multiplied(&[], 100, 1).is_empty());
    }
}
