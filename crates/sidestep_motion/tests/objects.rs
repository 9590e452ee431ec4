//! Balls and actions go with their clips: cut, at another rate, mirrored, on another body.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking and talks by printing")]

mod common;

use common::human;
use glam::Vec3;
use sidestep_motion::{
    Clip, ClipError, ClipId, Contacts, FrameId, Held, JointId, Label, MotionLibrary, Object,
    ObjectTrack, Pose, Provenance, Role, Side, Skeleton,
    ball::{BallConfig, synthesise},
    contact_detection::ContactConfig,
    kinematics::JointTransforms,
    math::from_rotation_vector,
    mirror::MirrorMap,
    resample::{resample, trim},
    retarget::retarget,
};
use std::sync::Arc;

const FRAMES: u32 = 30;

/// Stands with its arms out and dribbles with the right hand: held in frames 5 to 10, then from 19 to
/// 23, and once more, much later, in both hands.
fn dribble() -> Clip {
    let skeleton = Arc::new(human());
    let mut poses = Vec::new();
    for frame in 0..FRAMES {
        let mut pose = Pose::identity(skeleton.len());
        // Down with the ball up to frame 10, and up again with it.
        let angle = 0.17 * (6.0 - f32::from(frame.abs_diff(10).min(6) as u8));
        let arm = skeleton.roles().get(Role::UpperArm(Side::Right)).unwrap();
        pose.rotations[arm.index()] = from_rotation_vector(Vec3::Z * angle);
        poses.push(pose);
    }
    let holds = |side, frames| Label::new(Label::hand_holds(side), frames);
    Clip {
        name: "dribble".to_owned(),
        rate_hz: 30.0,
        root_positions: vec![Vec3::Y * 0.97; FRAMES as usize],
        rotations: poses.iter().flat_map(|pose| pose.rotations.clone()).collect(),
        labels: vec![
            Label { moment: Some(10), ..Label::new("dribble", 4..20) },
            holds(Side::Right, 5..11),
            holds(Side::Right, 19..24),
            Label::new("pivot_l", 0..FRAMES),
        ],
        contacts: None,
        objects: Vec::new(),
        floor: Some(0.0),
        provenance: Provenance::default(),
        skeleton,
    }
}

fn with_ball() -> Clip {
    let clip = dribble();
    let objects = synthesise(&clip, &BallConfig::default());
    Clip { objects, ..clip }
}

fn hand(skeleton: &Skeleton, side: Side) -> JointId {
    skeleton.roles().get(Role::Hand(side)).unwrap()
}

/// 13 cm along the y axis of the right hand.
fn in_palm(clip: &Clip, frame: usize) -> Vec3 {
    let mut transforms = JointTransforms::new(clip.skeleton.len());
    transforms.compute(&clip.skeleton, clip.pose(frame));
    let hand = hand(&clip.skeleton, Side::Right);
    transforms.position(hand) + transforms.rotation(hand) * Vec3::Y * 0.13
}

#[test]
fn the_ball_is_in_the_hand_or_flies_and_bounces() {
    let clip = with_ball();
    let [track] = clip.objects.as_slice() else { panic!("{:?}", clip.objects.len()) };
    assert_eq!((track.start, track.end(), track.kind.name.as_str()), (5, 24, "ball"));
    let right = hand(&clip.skeleton, Side::Right);
    for frame in (5..11).chain(19..24) {
        let ball = track.at(frame).unwrap();
        assert_eq!(ball.held_by, Held::By(right));
        // This hand has no end site: the ball is 13 cm out of the palm, which is its y axis.
        assert!(ball.position.abs_diff_eq(in_palm(&clip, frame), 1e-6));
    }
    let flight: Vec<Object> = (11..19).map(|frame| track.at(frame).unwrap()).collect();
    assert!(flight.iter().all(|ball| ball.held_by.is_free()));
    // The hand goes down with it until it lets go: it bounces, and one frame shows it on the floor.
    let lowest = flight.iter().map(|ball| ball.position.y).fold(f32::INFINITY, f32::min);
    assert!((lowest - 0.13).abs() < 1e-5, "{lowest}");
}

#[test]
fn hands_far_apart_in_time_are_two_tracks() {
    let mut clip = dribble();
    let both = [Side::Left, Side::Right].map(|side| Label::new(Label::hand_holds(side), 27..29));
    clip.labels = [vec![Label::new(Label::hand_holds(Side::Right), 0..2)], both.to_vec()].concat();
    let tracks = synthesise(&clip, &BallConfig::default());
    let [first, second] = tracks.as_slice() else { panic!("{tracks:?}") };
    assert_eq!((first.start, first.end(), second.start, second.end()), (0, 2, 27, 29));
    let hands = Side::BOTH.map(|side| hand(&clip.skeleton, side));
    let ball = second.at(27).unwrap();
    assert_eq!(ball.held_by, Held::ByBoth(hands[0], hands[1]));
    // The arms are out at both sides: the mean of both hands is above the middle of the body.
    assert!(ball.position.x.abs() < 1e-6);
    clip.labels.clear();
    assert!(synthesise(&clip, &BallConfig::default()).is_empty());
}

#[test]
fn a_trim_moves_labels_moments_and_tracks() {
    let cut = trim(&with_ball(), 8.0 / 30.0, 20.0 / 30.0);
    assert_eq!(cut.len(), 12);
    assert_eq!(cut.labels[0], Label { moment: Some(2), ..Label::new("dribble", 0..12) });
    assert_eq!((cut.objects[0].start, cut.objects[0].frames.len()), (0, 12));
    assert_eq!(cut.objects[0].at(0), with_ball().objects[0].at(8));
    // The moment is cut off, the rest of the label stays; the ball is not there yet.
    let begin = trim(&with_ball(), 0.0, 5.0 / 30.0);
    assert_eq!(begin.labels[0], Label::new("dribble", 4..5));
    assert!(begin.objects.is_empty());
}

#[test]
fn another_rate_keeps_the_times_of_moments_and_tracks() {
    let clip = with_ball();
    let double = resample(&clip, 60.0);
    assert_eq!(double.labels[0], Label { moment: Some(20), ..Label::new("dribble", 8..40) });
    let track = &double.objects[0];
    // From frame 5 to frame 23 of the source: 10 to 46.
    assert_eq!((track.start, track.end()), (10, 47));
    assert_eq!(track.at(12), clip.objects[0].at(6));
    let between = clip.objects[0].at(6).unwrap().interpolate(clip.objects[0].at(7).unwrap(), 0.5);
    assert!(track.at(13).unwrap().position.abs_diff_eq(between.position, 1e-6));
    let half = resample(&clip, 15.0);
    assert_eq!(half.labels[0].moment, Some(5));
    // Frames 6, 8, …, 22 of the source are 3 to 11 here.
    assert_eq!((half.objects[0].start, half.objects[0].end()), (3, 12));
    assert_eq!(half.objects[0].at(3), clip.objects[0].at(6));
    assert_eq!(resample(&clip, 30.0), clip);
}

#[test]
fn the_mirror_image_dribbles_with_the_other_hand() {
    let clip = with_ball();
    let map = MirrorMap::new(&clip.skeleton);
    let image = map.mirror_clip(&clip);
    let names: Vec<&str> = image.labels.iter().map(|label| label.name.as_str()).collect();
    assert_eq!(names, ["dribble", "left_hand_holds", "left_hand_holds", "pivot_r"]);
    assert_eq!(image.labels[0].moment, Some(10));
    let (ball, other) = (clip.objects[0].at(5).unwrap(), image.objects[0].at(5).unwrap());
    assert_eq!(other.held_by, Held::By(hand(&clip.skeleton, Side::Left)));
    assert_eq!(other.position, Vec3::new(-ball.position.x, ball.position.y, ball.position.z));
    assert_eq!(map.mirror_clip(&image), clip);
}

/// The same body, all its bones twice as long.
fn giant() -> Arc<Skeleton> {
    let small = human();
    let mut joints = small.joints().to_vec();
    for joint in &mut joints {
        joint.offset *= 2.0;
        joint.tip = joint.tip.map(|tip| tip * 2.0);
    }
    Arc::new(Skeleton::new(joints).unwrap().with_roles(small.roles().clone()))
}

#[test]
fn on_another_body_the_ball_is_in_its_hand_and_bounces_on_its_floor() {
    let clip = with_ball();
    let big = retarget(&clip, &giant()).unwrap();
    assert_eq!(big.labels, clip.labels);
    let track = &big.objects[0];
    let right = hand(&big.skeleton, Side::Right);
    for frame in (5..11).chain(19..24) {
        let ball = track.at(frame).unwrap();
        assert!(ball.position.abs_diff_eq(in_palm(&big, frame), 1e-5));
        assert_eq!(ball.held_by, Held::By(right));
    }
    assert_eq!(track.kind, clip.objects[0].kind);
    let frames = |track: &ObjectTrack| {
        (11..19).map(|frame| track.at(frame).unwrap().position.y - 0.13).collect::<Vec<f32>>()
    };
    // Heights above the floor are those of the small one, about twice as high, and none is below.
    for (small, large) in frames(&clip.objects[0]).into_iter().zip(frames(track)) {
        let on_floor = small.abs() < 1e-5 && large.abs() < 1e-5;
        assert!(
            on_floor || small > 0.0 && (1.6..2.4).contains(&(large / small)),
            "{small} {large}"
        );
    }
}

#[test]
fn a_library_keeps_objects_hands_and_moments() {
    let clip = Clip { floor: Some(0.1), ..with_ball() };
    let plain = Clip { name: "plain".to_owned(), labels: Vec::new(), ..dribble() };
    let library =
        MotionLibrary::from_clips(&[plain, clip.clone()], &ContactConfig::default()).unwrap();
    let frame = |number: u32| FrameId(FRAMES + number);
    assert!(library.contacts(frame(5)).hand(Side::Right));
    assert!(!library.contacts(frame(5)).hand(Side::Left));
    assert!(!library.contacts(frame(4)).hand(Side::Right));
    assert_eq!(library.contacts(FrameId(5)).feet(), library.contacts(FrameId(5)));
    assert_eq!(library.objects(FrameId(5)).count(), 0);
    assert_eq!(library.objects(frame(4)).count(), 0);
    let (kind, ball) = library.objects(frame(5)).next().unwrap();
    assert_eq!(kind.radius, 0.13);
    let lowered = clip.objects[0].at(5).unwrap().position - Vec3::Y * 0.1;
    assert_eq!(ball.position, lowered);
    let back = library.to_clip(ClipId(1));
    assert_eq!(back.labels, clip.labels);
    assert_eq!(back.objects[0].start, clip.objects[0].start);
    for (back, own) in back.objects[0].frames.iter().zip(&clip.objects[0].frames) {
        assert!(back.position.abs_diff_eq(own.position, 1e-6) && back.held_by == own.held_by);
    }
    let contacts = back.contacts.unwrap();
    assert!(contacts[5] != Contacts::NONE);
}

#[test]
fn objects_of_a_run_become_tracks() {
    let source = with_ball();
    let mut clip = Clip { root_positions: Vec::new(), rotations: Vec::new(), ..dribble() };
    let kinds = [source.objects[0].kind.clone(), source.objects[0].kind.clone()];
    let at = |height: f32| Object { position: Vec3::Y * height, ..Object::ORIGIN };
    for frame in 0..FRAMES as usize {
        clip.push(source.pose(frame));
        let objects = [at(1.0), at(2.0)];
        // One ball from the start, a second one from frame 10 on, none at all in frame 20.
        let known = [frame != 20, frame >= 10 && frame != 20];
        let count = known.iter().filter(|known| **known).count();
        clip.push_objects(&kinds, &objects[..count]);
    }
    let tracks: Vec<(u32, usize, f32)> = clip
        .objects
        .iter()
        .map(|track| (track.start, track.end(), track.frames[0].position.y))
        .collect();
    assert_eq!(tracks, [(0, 20, 1.0), (10, 20, 2.0), (21, 30, 1.0), (21, 30, 2.0)]);
    assert_eq!(clip.check(), Ok(()));
}

#[test]
fn what_does_not_fit_is_refused() {
    let sound = with_ball();
    assert_eq!(sound.check(), Ok(()));
    let late = ObjectTrack { start: 20, ..sound.objects[0].clone() };
    let clip = Clip { objects: vec![late], ..sound.clone() };
    assert!(matches!(clip.check(), Err(ClipError::OutOfRange { what: "objects", .. })));
    let mut lost = sound.objects[0].clone();
    lost.frames[3].held_by = Held::By(JointId(200));
    let clip = Clip { objects: vec![lost], ..sound.clone() };
    assert!(matches!(clip.check(), Err(ClipError::Object { .. })));
    let mut nowhere = sound.objects[0].clone();
    nowhere.frames[3].position.x = f32::NAN;
    let clip = Clip { objects: vec![nowhere], ..sound.clone() };
    assert!(matches!(clip.check(), Err(ClipError::Object { .. })));
    let mut clip = sound;
    clip.labels[0].moment = Some(FRAMES);
    assert!(matches!(clip.check(), Err(ClipError::OutOfRange { what: "labels", .. })));
}
