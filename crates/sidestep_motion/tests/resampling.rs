//! Clips at other rates and parts of clips.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use glam::{Quat, Vec3};
use proptest::prelude::*;
use sidestep_motion::{
    Clip, Contacts, Joint, JointId, Label, Provenance, Skeleton,
    math::{angle_between, from_rotation_vector},
    resample::{resample, trim},
};
use std::sync::Arc;

/// Two joints; the root moves along x at 1 m/s and turns about y at 1 rad/s.
fn clip(rate_hz: f32, frames: usize) -> Clip {
    let joint = |name: &str, parent: Option<u16>| Joint {
        name: name.to_owned(),
        parent: parent.map(JointId),
        offset: Vec3::Y,
        rest: Quat::IDENTITY,
        tip: None,
    };
    let joints = vec![joint("root", None), joint("tail", Some(0))];
    let secs = |frame: usize| (frame as f64 / f64::from(rate_hz)) as f32;
    Clip {
        name: "spin".to_owned(),
        skeleton: Arc::new(Skeleton::new(joints).unwrap()),
        rate_hz,
        root_positions: (0..frames).map(|frame| Vec3::X * secs(frame)).collect(),
        rotations: (0..frames)
            .flat_map(|frame| [Vec3::Y, Vec3::Z].map(|axis| axis * secs(frame)))
            .map(from_rotation_vector)
            .collect(),
        labels: vec![Label::new("walk", 8..(frames.max(8) as u32))],
        contacts: Some((0..frames).map(|frame| Contacts::new(frame % 8 < 4, true)).collect()),
        objects: Vec::new(),
        floor: Some(0.25),
        provenance: Provenance::default(),
    }
}

#[test]
fn its_own_rate_changes_no_bit() {
    let source = clip(120.0, 101);
    assert_eq!(resample(&source, 120.0), source);
}

#[test]
fn whole_ratios_copy_every_nth_frame() {
    // The rate a file means when it writes `.0083333`.
    let source = clip(1.0 / 0.008_333_3, 101);
    let result = resample(&source, 30.0);
    assert_eq!((result.len(), result.rate_hz), (26, 30.0));
    for frame in 0..26 {
        assert_eq!(result.pose(frame), source.pose(4 * frame));
    }
    assert_eq!(result.labels[0].frames, 2..26);
    let contacts = result.contacts.unwrap();
    assert_eq!(contacts[0], Contacts::new(true, true));
    assert_eq!(contacts[1], Contacts::new(false, true));
    assert_eq!(result.floor, Some(0.25));
}

/// The pose at a time is the pose of that time, to single precision, even after an hour.
#[test]
fn odd_ratios_hit_exact_times_and_do_not_drift() {
    let source = clip(100.0, 360_001);
    let result = resample(&source, 30.0);
    assert_eq!(result.len(), 108_001);
    for frame in [1, 2, 1_000, 54_321, 107_999, 108_000] {
        let secs = (frame as f64 / 30.0) as f32;
        assert!((result.root_positions[frame].x - secs).abs() < 3e-4, "frame {frame}");
        let expected = from_rotation_vector(Vec3::Y * secs);
        assert!(angle_between(result.rotations[2 * frame], expected) < 1e-3, "frame {frame}");
    }
}

#[test]
fn a_rate_that_is_no_rate_changes_nothing() {
    let source = clip(60.0, 9);
    for rate_hz in [0.0, -30.0, f32::NAN, f32::INFINITY] {
        assert_eq!(resample(&source, rate_hz), source);
    }
    assert!(resample(&clip(60.0, 0), 30.0).is_empty());
    assert_eq!(resample(&clip(60.0, 1), 30.0).len(), 1);
}

#[test]
fn a_label_of_one_frame_survives_decimation() {
    let mut source = clip(120.0, 101);
    source.labels = vec![Label::new("kick", 50..51)];
    assert_eq!(resample(&source, 30.0).labels[0].frames, 13..14);
}

#[test]
fn trimming_takes_start_and_leaves_end() {
    let source = clip(30.0, 100);
    // A manifest says 1.667 s and 2.333 s and means frames 50 and 70.
    let result = trim(&source, 1.667, 2.333);
    assert_eq!(result.len(), 20);
    assert_eq!(result.pose(0), source.pose(50));
    assert_eq!(result.labels[0].frames, 0..20);
    assert_eq!(result.contacts.as_ref().unwrap().len(), 20);
    result.check().unwrap();
    assert_eq!(trim(&source, 0.0, f64::INFINITY), source);
    assert!(trim(&source, 2.0, 1.0).is_empty());
    assert!(trim(&source, 10.0, 20.0).is_empty());
    assert!(trim(&source, f64::NAN, f64::NAN).is_empty());
    assert!(trim(&source, 0.0, 0.2).labels.is_empty());
}

proptest! {
    #[test]
    fn up_and_down_again_is_identity(frames in 1_usize..60, factor in 1_u8..6) {
        let source = clip(30.0, frames);
        let there = resample(&source, 30.0 * f32::from(factor));
        prop_assert_eq!(there.len(), (frames - 1) * usize::from(factor) + 1);
        let back = resample(&there, 30.0);
        prop_assert_eq!(back.root_positions, source.root_positions);
        prop_assert_eq!(back.rotations, source.rotations);
    }

    #[test]
    fn results_are_sound_at_any_rate(frames in 0_usize..80, from in 1.0_f32..240.0, to in 1.0_f32..240.0) {
        let source = clip(from, frames);
        let result = resample(&source, to);
        prop_assert_eq!(result.is_empty(), frames == 0);
        if frames > 8 {
            prop_assert!(result.check().is_ok());
            prop_assert!(result.duration_secs() <= source.duration_secs() * 1.0002 + 1e-4);
            prop_assert!(source.duration_secs() < result.duration_secs() * 1.0002 + 1.001 / to);
        }
    }
}
