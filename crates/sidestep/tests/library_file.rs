//! A library file comes back as it was, and a damaged one does not come back at all.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking and talks by printing")]

use glam::{Quat, Vec3};
use sidestep::{
    FORMAT, LoadError, decode_library, encode_library,
    motion::{
        Clip, ClipId, FrameId, Held, Joint, JointId, Label, MotionLibrary, Object, ObjectKind,
        ObjectTrack, Provenance, Side, Skeleton, contact_detection::ContactConfig,
        table::SharedBytes,
    },
};
use std::sync::Arc;

fn joint(name: &str, parent: Option<u16>) -> Joint {
    Joint {
        name: name.to_owned(),
        parent: parent.map(JointId),
        offset: Vec3::new(0.1, 0.4, -0.2),
        rest: Quat::IDENTITY,
        tip: parent.map(|_| Vec3::Y * 0.1),
    }
}

fn library() -> MotionLibrary {
    let joints = vec![joint("Hips", None), joint("Spine", Some(0)), joint("Head", Some(1))];
    let skeleton = Arc::new(Skeleton::new(joints).unwrap());
    let frames = 40;
    let clip = |name: &str| Clip {
        name: name.to_owned(),
        skeleton: Arc::clone(&skeleton),
        rate_hz: 30.0,
        root_positions: (0..frames).map(|f| Vec3::new(0.0, 0.9, f as f32 * 0.03)).collect(),
        rotations: (0..frames * 3).map(|i| Quat::from_rotation_y(i as f32 * 0.01)).collect(),
        labels: vec![Label::new("walk", 3..20)],
        contacts: None,
        objects: Vec::new(),
        floor: Some(0.02),
        provenance: Provenance {
            source: "by hand".to_owned(),
            licence: "MIT".to_owned(),
            performer: "test".to_owned(),
        },
    };
    MotionLibrary::from_clips(&[clip("a"), clip("b")], &ContactConfig::default()).unwrap()
}

fn shared(bytes: Vec<u8>) -> SharedBytes {
    Arc::new(bytes)
}

#[test]
fn a_library_comes_back_bit_for_bit() {
    let library = library();
    let bytes = encode_library(&library);
    assert_eq!(bytes, encode_library(&library), "the same library gives the same file");
    let back = decode_library(shared(bytes)).unwrap();
    assert_eq!(back.skeleton(), library.skeleton());
    assert_eq!(back.clips(), library.clips());
    assert_eq!(back.rate_hz(), library.rate_hz());
    let (back, library) = (back.parts(), library.parts());
    assert_eq!(back.root_positions.as_slice(), library.root_positions.as_slice());
    assert_eq!(back.rotations.as_slice(), library.rotations.as_slice());
    assert_eq!(back.grounds.as_slice(), library.grounds.as_slice());
    assert_eq!(back.contacts.as_slice(), library.contacts.as_slice());
}

/// The same library, its second clip with a ball and an action with a moment.
fn with_ball() -> MotionLibrary {
    let plain = library();
    let mut clip = plain.to_clip(ClipId(1));
    clip.labels[0].moment = Some(11);
    clip.labels.push(Label::new(Label::hand_holds(Side::Left), 5..7));
    let kind = ObjectKind { name: "ball".to_owned(), radius: 0.12 };
    let held = Held::ByBoth(JointId(1), JointId(2));
    let object = |frame: u8| Object {
        position: Vec3::new(0.5, 1.0, f32::from(frame)),
        rotation: Quat::from_rotation_x(f32::from(frame)),
        held_by: [Held::Free, Held::By(JointId(2)), held][usize::from(frame) % 3],
    };
    clip.objects = vec![ObjectTrack { kind, start: 7, frames: (0..9).map(object).collect() }];
    let clips = [plain.to_clip(ClipId(0)), clip];
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap()
}

#[test]
fn objects_moments_and_hands_come_back() {
    let library = with_ball();
    let back = decode_library(shared(encode_library(&library))).unwrap();
    assert_eq!(back.clips(), library.clips());
    assert_eq!(back.clips()[1].labels[0].moment, Some(11));
    assert_eq!(back.to_clip(ClipId(1)), library.to_clip(ClipId(1)));
    assert_eq!(back.to_clip(ClipId(1)).objects[0].frames.len(), 9);
    assert!(back.contacts(FrameId(45)).hand(Side::Left));
}

/// Files of libraries that have none of this are as they were before there was any of it.
#[test]
fn a_library_without_objects_says_nothing_of_them() {
    let holds = |library: &MotionLibrary, word: &str| {
        let bytes = encode_library(library);
        bytes.windows(word.len()).any(|window| window == word.as_bytes())
    };
    for word in ["object", "moments"] {
        assert!(!holds(&library(), word) && holds(&with_ball(), word), "{word}");
    }
}

#[test]
fn objects_that_do_not_fit_are_refused() {
    let parts = |change: fn(&mut sidestep::motion::LibraryParts)| {
        let mut parts = with_ball().parts().clone();
        change(&mut parts);
        MotionLibrary::from_parts(parts).is_err()
    };
    assert!(!parts(|_| {}));
    assert!(parts(|parts| parts.clips[1].objects[0].start = 32));
    assert!(parts(|parts| parts.clips[1].objects[0].rows = 1..10));
    assert!(parts(|parts| parts.clips[1].objects[0].kind.radius = f32::NAN));
    assert!(parts(|parts| parts.objects.holders = vec![[7, 0]; 9].into()));
    assert!(parts(|parts| parts.objects.positions = vec![Vec3::NAN; 9].into()));
    assert!(parts(|parts| parts.objects.rotations = Vec::new().into()));
    assert!(parts(|parts| parts.clips[1].labels[0].moment = Some(40)));
}

#[test]
fn other_readers_of_the_format_read_it() {
    let library = library();
    let bytes = encode_library(&library);
    let tensors = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let rotations = tensors.tensor("rotations").unwrap();
    assert_eq!(rotations.shape(), [library.len(), 3, 4]);
    assert_eq!(rotations.data(), bytemuck::cast_slice::<Quat, u8>(&library.parts().rotations));
    assert_eq!(tensors.tensor("contacts").unwrap().shape(), [library.len()]);
}

#[test]
fn ten_thousand_single_byte_changes_are_all_detected() {
    let bytes = encode_library(&library());
    // A fixed linear congruence: every run tries the same places and values.
    let mut state = 1_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize
    };
    for _ in 0..10_000 {
        let mut changed = bytes.clone();
        let at = random() % changed.len();
        changed[at] ^= (random() % 255 + 1) as u8;
        assert!(decode_library(shared(changed)).is_err(), "a change of byte {at} went unnoticed");
    }
}

#[test]
fn a_truncated_file_says_so() {
    let bytes = encode_library(&library());
    for keep in [0, 7, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(decode_library(shared(bytes[..keep].to_vec())).is_err());
    }
    let last = decode_library(shared(bytes[..bytes.len() - 1].to_vec())).unwrap_err();
    assert_eq!(last, LoadError::Truncated { have: bytes.len() - 1, need: bytes.len() });
    let mut longer = bytes;
    longer.push(0);
    assert_eq!(decode_library(shared(longer)).unwrap_err(), LoadError::Altered);
}

#[test]
fn a_newer_file_asks_for_an_update() {
    let mut bytes = encode_library(&library());
    let (old, new) = (format!("\"format\":\"{FORMAT}\""), format!("\"format\":\"{}\"", FORMAT + 1));
    let at = bytes.windows(old.len()).position(|window| window == old.as_bytes()).unwrap();
    bytes[at..at + old.len()].copy_from_slice(new.as_bytes());
    let error = decode_library(shared(bytes)).unwrap_err();
    assert_eq!(error, LoadError::Newer { found: FORMAT + 1, supported: FORMAT });
    assert!(error.to_string().contains("update Sidestep"));
}

#[test]
fn other_files_are_refused_by_name() {
    let error = decode_library(shared(b"HIERARCHY\nROOT Hips\n{\n".to_vec())).unwrap_err();
    assert!(matches!(error, LoadError::NotOurs { .. }), "{error}");
}
