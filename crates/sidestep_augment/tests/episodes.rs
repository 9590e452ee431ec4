//! Episodes are the same on any number of threads, keep their feet, and stay within their bounds.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep_augment::{AugmentConfig, Episodes};
use sidestep_motion::{
    JointMotion, Label, MotionLibrary, Role, Side,
    ball::{BallConfig, ball_in_hand, synthesise},
    contact_detection::ContactConfig,
    kinematics::JointTransforms,
    resample::resample,
    skate::skate,
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

/// The performer with a ball that it never saw: its right hand holds it for 12 of every 20 frames.
fn with_ball() -> MotionLibrary {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let mut clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    for clip in &mut clips {
        for start in (0..clip.len() as u32 - 12).step_by(20) {
            clip.labels.push(Label::new(Label::hand_holds(Side::Right), start..start + 12));
        }
        clip.objects = synthesise(clip, &BallConfig::default());
    }
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap()
}

#[test]
fn a_ball_stays_in_play() {
    let library = with_ball();
    let config = AugmentConfig { ball: true, ..AugmentConfig::default() };
    let episodes = Episodes::new(&library, &config).unwrap();
    let mut flights = 0;
    for number in 0..6 {
        let clip = episodes.episode(2, number);
        let contacts = clip.contacts.clone().unwrap();
        // Every other episode is mirrored, ball and all.
        let side = if number % 2 == 1 { Side::Left } else { Side::Right };
        let hand = clip.skeleton.roles().get(Role::Hand(side)).unwrap();
        let [track] = clip.objects.as_slice() else { panic!("{}", clip.objects.len()) };
        let mut joints = JointTransforms::new(clip.skeleton.len());
        let mut free = 0;
        let start = track.start as usize;
        for (frame, contacts) in contacts.iter().enumerate().take(track.end()).skip(start) {
            let ball = track.at(frame).unwrap();
            assert_eq!(contacts.hand(side), !ball.held_by.is_free());
            if ball.held_by.is_free() {
                free += 1;
                continue;
            }
            // Eight frames in the air, at 0.8 to 1.2 times the speed; a jump would make it any number.
            assert!(free == 0 || (5..=12).contains(&free), "{free} frames in the air");
            flights += usize::from(free > 0);
            free = 0;
            joints.compute(&clip.skeleton, clip.pose(frame));
            let place = ball_in_hand(&joints, &clip.skeleton, hand, &BallConfig::default());
            assert!(ball.position.distance(place) < 1e-4);
        }
    }
    assert!(flights > 60, "{flights}");
}
