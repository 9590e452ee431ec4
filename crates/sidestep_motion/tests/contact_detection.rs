//! The contact detector and the skate measure on feet whose motion is known exactly.

mod doll;

use glam::Vec3;
use sidestep_motion::{
    Contacts, Joint, JointId, JointMotion, Side, Skeleton,
    contact_detection::{ContactConfig, detect, estimate_floor},
    math::{cos, sin},
    skate::skate,
};
use std::{f32::consts::TAU, sync::Arc};

/// Heights at which toe and ankle rest above the floor.
const TOE_REST: f32 = 0.02;
const ANKLE_REST: f32 = 0.1;

/// Places of the ankle of one foot over time, the toe at a fixed offset; the rest of the body
/// does not matter.
fn motion(rate_hz: f32, secs: f32, floor: f32, ankle: impl Fn(Side, f32) -> Vec3) -> JointMotion {
    let skeleton = doll::skeleton(0.4, 0.0, false);
    let mut positions = Vec::new();
    for frame in 0..=(secs * rate_hz).round() as usize {
        let mut places = [Vec3::Y; 9];
        for side in Side::BOTH {
            let at = ankle(side, frame as f32 / rate_hz) + Vec3::Y * (floor + ANKLE_REST);
            let index = 3 + 4 * side.index();
            places[index] = at;
            places[index + 1] = at + Vec3::new(0.0, TOE_REST - ANKLE_REST, 0.15);
        }
        positions.extend(places);
    }
    JointMotion { skeleton, rate_hz, positions }
}

/// A walk of one stride a second: each foot stands 0.6 s and swings 0.4 s with the speed of half a
/// sine wave, lifted by `lift`.
fn walk(side: Side, secs: f32, speed: f32, lift: f32) -> Vec3 {
    let phase = secs + 0.5 * side.index() as f32;
    let (cycle, within) = (phase.floor(), phase - phase.floor());
    let swing = ((within - 0.6) / 0.4).clamp(0.0, 1.0);
    let eased = 0.5 - 0.5 * cos(0.5 * TAU * swing);
    let height = lift * sin(0.5 * TAU * swing);
    Vec3::new(0.1, height, speed * (cycle + eased))
}

fn is_stance(side: Side, secs: f32) -> bool {
    (secs + 0.5 * side.index() as f32).fract() <= 0.6
}

fn share_right(motion: &JointMotion, contacts: &[Contacts]) -> f32 {
    let right = |frame: usize| {
        let secs = frame as f32 / motion.rate_hz;
        Side::BOTH.iter().filter(|s| contacts[frame].get(**s) == is_stance(**s, secs)).count()
    };
    (0..motion.len()).map(right).sum::<usize>() as f32 / (2 * motion.len()) as f32
}

#[test]
fn a_walk_is_seen_alike_at_every_rate_and_on_every_floor() {
    for rate_hz in [30.0, 60.0, 100.0, 120.0] {
        for floor in [-0.3, 0.0, 0.05] {
            for speed in [0.8, 1.5, 3.0] {
                let motion = motion(rate_hz, 6.0, floor, |s, t| walk(s, t, speed, 0.12));
                let found = estimate_floor(&motion);
                assert!((found - floor - TOE_REST).abs() < 0.005, "floor {found} for {floor}");
                let contacts = detect(&motion, found, &ContactConfig::default());
                let share = share_right(&motion, &contacts);
                assert!(share > 0.96, "{rate_hz} Hz, {speed} m/s: {share}");
                let skate = skate(&motion, &contacts);
                assert!(skate.mean_speed < 0.03, "{}", skate.mean_speed);
                assert!((skate.contact_fraction - 0.6).abs() < 0.05, "{}", skate.contact_fraction);
            }
        }
    }
}

#[test]
fn decimation_does_not_change_the_verdict() {
    let fine = motion(120.0, 6.0, 0.0, |s, t| walk(s, t, 1.2, 0.1));
    let coarse = motion(30.0, 6.0, 0.0, |s, t| walk(s, t, 1.2, 0.1));
    let config = ContactConfig::default();
    let fine = detect(&fine, estimate_floor(&fine), &config);
    let coarse = detect(&coarse, estimate_floor(&coarse), &config);
    let pairs = coarse.iter().zip(fine.iter().step_by(4));
    let differ = pairs.filter(|(coarse, fine)| coarse != fine).count();
    assert!(differ as f32 <= 0.04 * coarse.len() as f32, "{differ} of {}", coarse.len());
}

#[test]
fn a_lifted_foot_that_is_held_still_does_not_touch() {
    let lifted = |side, _| match side {
        Side::Left => Vec3::ZERO,
        Side::Right => Vec3::Y * 0.25,
    };
    let motion = motion(60.0, 2.0, 0.0, lifted);
    let floor = estimate_floor(&motion);
    assert!((floor - TOE_REST).abs() < 1e-4);
    let contacts = detect(&motion, floor, &ContactConfig::default());
    assert!(contacts.iter().all(|c| *c == Contacts::new(true, false)));
}

#[test]
fn a_foot_dragged_along_the_floor_does_not_touch() {
    let dragged = |side, t: f32| match side {
        Side::Left => Vec3::ZERO,
        Side::Right => Vec3::Z * t,
    };
    let motion = motion(60.0, 2.0, 0.0, dragged);
    let contacts = detect(&motion, estimate_floor(&motion), &ContactConfig::default());
    assert!(contacts.iter().all(|c| *c == Contacts::new(true, false)));
}

#[test]
fn pure_flight_has_a_floor_and_no_contact() {
    // The top of a jump: both feet pass through the frame at 3 m/s, bent by gravity.
    let flight = |_, t: f32| Vec3::new(0.0, 0.5 + 1.5 * t - 4.9 * t * t, 3.0 * t);
    let motion = motion(120.0, 0.3, 0.0, flight);
    let floor = estimate_floor(&motion);
    assert!(floor.is_finite());
    let contacts = detect(&motion, floor, &ContactConfig::default());
    assert!(contacts.iter().all(|c| *c == Contacts::NONE));
    assert_eq!(skate(&motion, &contacts).mean_speed, 0.0);
}

#[test]
fn clips_of_few_frames_do_not_fail() {
    for frames in 0..4 {
        let mut motion = motion(30.0, 1.0, 0.0, |_, _| Vec3::ZERO);
        motion.positions.truncate(9 * frames);
        let floor = estimate_floor(&motion);
        assert!(floor.is_finite());
        let contacts = detect(&motion, floor, &ContactConfig::default());
        assert_eq!(contacts, vec![Contacts::new(true, true); frames]);
        assert!(skate(&motion, &contacts).mean_speed.abs() < 1e-6);
    }
}

/// One foot slides at 0.1 m/s for 2 s, the other stands: 0.05 m/s in the mean, 0.2 m of drift.
#[test]
fn skate_by_hand() {
    let slide = |side, t: f32| match side {
        Side::Left => Vec3::ZERO,
        Side::Right => Vec3::X * (0.1 * t),
    };
    let motion = motion(30.0, 2.0, 0.0, slide);
    let contacts = vec![Contacts::new(true, true); motion.len()];
    let skate = skate(&motion, &contacts);
    assert!((skate.mean_speed - 0.05).abs() < 1e-5);
    assert_eq!(skate.contact_frames, 122);
    assert_eq!(skate.stances.len(), 2);
    let drifts = skate.sorted_drifts();
    assert!(drifts[0] == 0.0 && (drifts[1] - 0.2).abs() < 1e-5);
}

#[test]
fn one_noisy_frame_does_not_break_a_stance() {
    let mut motion = motion(120.0, 2.0, 0.0, |_, _| Vec3::ZERO);
    for joint in [3, 4] {
        motion.positions[100 * 9 + joint] += Vec3::new(0.05, 0.05, 0.0);
    }
    let contacts = detect(&motion, estimate_floor(&motion), &ContactConfig::default());
    assert!(contacts.iter().all(|c| *c == Contacts::new(true, true)));
}

#[test]
fn feet_without_toes_stand_on_their_soles() {
    let with = motion(60.0, 3.0, 0.4, |side, secs| walk(side, secs, 1.2, 0.1));
    // Without the joints of the toes, which are the last of each leg.
    let keep = [0, 1, 2, 3, 5, 6, 7];
    let joints = with.skeleton.joints();
    let bare = keep.iter().map(|index| {
        let joint = joints[*index].clone();
        let parent = joint.parent.and_then(|parent| keep.iter().position(|k| *k == parent.index()));
        Joint { parent: parent.map(|p| JointId(u16::try_from(p).unwrap())), ..joint }
    });
    let skeleton = Arc::new(Skeleton::new(bare.collect()).unwrap());
    let frames = (0..with.len()).flat_map(|frame| keep.map(|index| with.frame(frame)[index]));
    let positions = frames.collect();
    let without = JointMotion { skeleton, rate_hz: with.rate_hz, positions };
    // Legs of 0.8 m stand on ankles of 6.4 cm.
    let ankles = 0.4 + ANKLE_REST;
    let floor = estimate_floor(&without);
    assert!((ankles - floor - 0.0635).abs() < 0.005, "{floor} below {ankles}");
    let found = detect(&without, floor, &ContactConfig::default());
    let same = found.iter().zip(detect(&with, 0.4 + TOE_REST, &ContactConfig::default()));
    let agree = same.filter(|(a, b)| *a == b).count();
    assert!(agree * 10 > found.len() * 9, "{agree} of {} contacts", found.len());
}
