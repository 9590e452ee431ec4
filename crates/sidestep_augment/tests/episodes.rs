//! Episodes are the same on any number of threads, keep their feet, and stay within their bounds.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod player;

use player::STREET;
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

fn player() -> MotionLibrary {
    MotionLibrary::from_clips(&player::clips(), &ContactConfig::default()).unwrap()
}

#[test]
fn a_game_follows_its_grammar_and_its_ball() {
    let library = player();
    let grammar = sidestep_grammar::parse("street", STREET).unwrap();
    let config = AugmentConfig { speed: (1.0, 1.0), ..AugmentConfig::default() };
    let episodes = Episodes::by_grammar(&library, &config, &grammar).unwrap();
    let (mut takes, mut gives, mut dribbles) = (0, 0, 0);
    for number in 0..12 {
        let clip = episodes.episode(4, number);
        assert_eq!(clip, episodes.episode(4, number));
        let names: Vec<&str> = clip.labels.iter().map(|label| label.name.as_str()).collect();
        // The end may be missing; what is there must not be refused before it.
        let refused = grammar.first_refused(&names);
        assert!(refused.is_none_or(|at| at == names.len()), "{names:?} at {refused:?}");
        let contacts = clip.contacts.clone().unwrap();
        let held =
            |frame: u32| Side::BOTH.into_iter().any(|side| contacts[frame as usize].hand(side));
        for label in &clip.labels {
            let last = clip.len() as u32 - 1;
            match (label.name.as_str(), label.moment) {
                ("walk", _) => assert!(label.frames.clone().all(|frame| !held(frame)), "{label:?}"),
                ("receive", Some(moment)) if moment > 0 => {
                    takes += 1;
                    assert!(held(moment) && !held(moment - 1), "{label:?}");
                }
                ("pass", Some(moment)) if moment < last => {
                    gives += 1;
                    assert!(held(moment) && !held(moment + 1), "{label:?}");
                    // It flies on from the hand, at no more than a pass and its fall.
                    let ball = |frame: u32| {
                        clip.objects.iter().find_map(|track| track.at(frame as usize)).unwrap()
                    };
                    let way = ball(moment + 1).position.distance(ball(moment).position);
                    assert!((0.05..0.6).contains(&way), "{way} m");
                }
                ("dribble", _) => dribbles += 1,
                _ => {}
            }
        }
    }
    assert!(takes > 20 && gives > 20 && dribbles > 20, "{takes} {gives} {dribbles}");
}

#[test]
fn a_word_without_motion_is_named() {
    let library = player();
    let text =
        format!("{STREET}\naction somersault 1..2").replace("empty | walk", "somersault | walk");
    let grammar = sidestep_grammar::parse("street", &text).unwrap();
    let error = Episodes::by_grammar(&library, &AugmentConfig::default(), &grammar).err().unwrap();
    assert!(error.to_string().contains("'somersault'"), "{error}");
}
