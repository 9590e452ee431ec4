//! Episodes are the same on any number of threads, keep their feet, and stay within their bounds.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep_augment::{AugmentConfig, Episodes};
use sidestep_motion::{
    JointMotion, MotionLibrary, contact_detection::ContactConfig, resample::resample, skate::skate,
};
use sidestep_performer::{PerformerConfig, perform};

fn library() -> MotionLibrary {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap()
}

#[test]
fn threads_do_not_matter() {
    let library = library();
    let episodes = Episodes::new(&library, &AugmentConfig::default()).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let many = pool.install(|| episodes.library(5, 0..6).unwrap());
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let one = one.install(|| episodes.library(5, 0..6).unwrap());
    assert_eq!(many.parts().rotations.as_slice(), one.parts().rotations.as_slice());
    assert_eq!(many.parts().root_positions.as_slice(), one.parts().root_positions.as_slice());
    let other = episodes.library(6, 0..6).unwrap();
    assert_ne!(other.parts().root_positions.as_slice(), one.parts().root_positions.as_slice());
}

#[test]
fn feet_stay_where_they_stand() {
    let library = library();
    let episodes = Episodes::new(&library, &AugmentConfig::default()).unwrap();
    let (mut sum, mut frames) = (0.0, 0.0);
    for number in 0..10 {
        let clip = episodes.episode(3, number);
        let contacts = clip.contacts.clone().unwrap();
        let skate = skate(&JointMotion::of(&clip), &contacts);
        sum += skate.mean_speed * skate.contact_frames as f32;
        frames += skate.contact_frames as f32;
    }
    // The performer's own feet do not slide at all; joins and bends cost a little.
    assert!(sum / frames < 0.03, "{} m/s", sum / frames);
}
