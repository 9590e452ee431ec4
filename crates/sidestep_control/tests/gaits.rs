//! Gaits of hand-made takes: which frames go in one, for how long, and how usual they are for it.

use glam::{Quat, Vec3};
use sidestep_control::{FrameGaits, Gait, Gaits};
use sidestep_motion::{
    Clip, Contacts, FrameId, Joint, Label, MotionLibrary, Provenance, Skeleton,
    contact_detection::ContactConfig,
};
use std::sync::Arc;

const RATE_HZ: f32 = 30.0;

/// A metre a second straight on, the pelvis as high as `heights` say, both feet down.
fn take(name: &str, heights: &[f32], labels: Vec<Label>) -> Clip {
    let (offset, rest) = (Vec3::ZERO, Quat::IDENTITY);
    let hips = Joint { name: "Hips".to_owned(), parent: None, offset, rest, tip: None };
    let place = |(frame, height): (usize, &f32)| Vec3::new(0.0, *height, frame as f32 / RATE_HZ);
    Clip {
        name: name.to_owned(),
        skeleton: Arc::new(Skeleton::new(vec![hips]).expect("one joint")),
        rate_hz: RATE_HZ,
        root_positions: heights.iter().enumerate().map(place).collect(),
        rotations: vec![Quat::IDENTITY; heights.len()],
        labels,
        contacts: Some(vec![Contacts::new(true, true); heights.len()]),
        objects: Vec::new(),
        floor: Some(0.0),
        provenance: Provenance::default(),
    }
}

fn library(clips: &[Clip]) -> MotionLibrary {
    MotionLibrary::from_clips(clips, &ContactConfig::default()).expect("sound clips")
}

/// Ten dips of `frames` frames each, five of them in a take, a second of walking before each.
fn dips(frames: u32) -> FrameGaits {
    let dip = |number: u32| {
        let from = 30 + number * (30 + frames);
        Label::new("crouch", from..from + frames)
    };
    let length = (30 + frames) as usize * 5 + 30;
    let labels: Vec<Label> = (0..5).map(dip).collect();
    let clips = ["one", "other"].map(|name| take(name, &vec![1.0; length], labels.clone()));
    FrameGaits::of(&library(&clips))
}

#[test]
fn dips_are_no_gait_however_many_there_are() {
    // 14 frames are 0.47 s, 15 are half a second; 4.7 s and 5 s in all.
    let short = dips(14);
    assert_eq!(short.secs(Gait::Crouch), 0.0);
    assert_eq!(short.held(), Gaits::of(&[Gait::Walk]));
    let long = dips(15);
    assert!((long.secs(Gait::Crouch) - 5.0).abs() < 1e-3, "{}", long.secs(Gait::Crouch));
    assert_eq!(long.held(), Gaits::of(&[Gait::Walk, Gait::Crouch]));
    assert_eq!(long.held_for(5.5), Gaits::of(&[Gait::Walk]));
    // Whoever dips is in that gait all the same, for as long as it lasts.
    assert_eq!(short.at(FrameId(29)), Some(Gait::Walk));
    assert_eq!(short.at(FrameId(30)), Some(Gait::Crouch));
}

#[test]
fn what_two_takes_hold_one_after_the_other_is_no_stretch() {
    // Ten frames at the end of one and ten at the beginning of the next.
    let takes = [
        take("ends low", &[1.0; 90], vec![Label::new("crouch", 80..90)]),
        take("begins low", &[1.0; 90], vec![Label::new("crouch", 0..10)]),
    ];
    assert_eq!(FrameGaits::of(&library(&takes)).secs(Gait::Crouch), 0.0);
}

#[test]
fn a_gait_lasts_where_half_a_second_of_it_is_left() {
    let takes = [
        take("stays low", &[1.0; 60], vec![Label::new("crouch", 0..60)]),
        take("gets up", &[1.0; 120], vec![Label::new("crouch", 0..30)]),
    ];
    let library = library(&takes);
    let gaits = FrameGaits::of(&library);
    let lasting = |gait| -> Vec<u32> {
        (0..180).filter(|frame| gaits.lasts(&library, FrameId(*frame), gait)).collect()
    };
    // Until 15 frames before the end of a take, though the next begins as low, and until 15 before it
    // gets up.
    assert_eq!(lasting(Gait::Crouch), (0..=45).chain(60..=75).collect::<Vec<u32>>());
    assert_eq!(lasting(Gait::Walk), (90..=165).collect::<Vec<u32>>());
}

#[test]
fn the_lowest_and_the_highest_of_a_gait_are_a_little_unlike_it() {
    // A crouch that sinks from 0.8 m to 0.6 m, and a walk; speeds are the same throughout.
    let sinking: Vec<f32> = (0..150_u8).map(|frame| 0.8 - 0.2 * f32::from(frame) / 149.0).collect();
    let takes = [
        take("crouch", &sinking, vec![Label::new("crouch", 0..150)]),
        take("walk", &[1.0; 60], vec![Label::new("walk", 0..60)]),
        take("stand", &[1.0; 3], Vec::new()),
    ];
    let library = library(&takes);
    let gaits = FrameGaits::of(&library);
    let unlike = |frame| gaits.unlike(FrameId(frame), Gait::Crouch);
    assert_eq!(unlike(75), 0.0, "in the middle");
    assert!(unlike(2) > 0.0 && unlike(2) < 0.5, "among the highest: {}", unlike(2));
    assert_eq!(unlike(147), unlike(2), "among the lowest");
    assert_eq!([unlike(160), unlike(100_000)], [1.0, 1.0], "another gait, and none");
    assert_eq!(gaits.unlike(FrameId(75), Gait::Walk), 1.0);
    assert!((gaits.usual_height(Gait::Crouch) - 0.7).abs() < 0.01);
    // A tenth is unusual on either side, and nothing lasts that soon comes there.
    let usual = (0..150).filter(|frame| gaits.is_usual(FrameId(*frame))).count();
    assert!((118..=122).contains(&usual), "{usual}");
    let last = (0..150).rev().find(|frame| gaits.lasts(&library, FrameId(*frame), Gait::Crouch));
    let last_usual = (0..150).rev().find(|frame| gaits.is_usual(FrameId(*frame)));
    assert_eq!(last.map(|frame| frame + 14), last_usual);
}
