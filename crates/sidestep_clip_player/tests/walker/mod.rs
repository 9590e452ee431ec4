//! A walker small enough to be understood at a glance: eleven joints, feet planted exactly.

#[path = "../../../sidestep_motion/tests/doll/mod.rs"]
mod doll;

use glam::{Quat, Vec3};
use sidestep_motion::{
    Clip, Contacts, GroundTransform, MotionLibrary, Pose, Side, Skeleton,
    contact_detection::ContactConfig,
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget, Leg},
    math::sin,
};
use std::{f32::consts::PI, sync::Arc};

const RATE_HZ: f32 = 30.0;
const STEP_SECS: f32 = 0.5;

/// Standing, straight walks, and bends to both sides: about half a minute.
pub(crate) fn library() -> Arc<MotionLibrary> {
    let skeleton = doll::skeleton(0.45, 0.02, true);
    let clips = [
        clip(&skeleton, "stand", 4.0, 0.0, 0.0),
        clip(&skeleton, "slow", 5.0, 0.8, 0.0),
        clip(&skeleton, "walk", 5.0, 1.4, 0.0),
        clip(&skeleton, "left", 4.0, 1.2, 0.9),
        clip(&skeleton, "right", 4.0, 1.2, -0.9),
        clip(&skeleton, "turn left", 4.0, 0.0, 1.2),
        clip(&skeleton, "turn right", 4.0, 0.0, -1.2),
    ];
    Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("sound clips"))
}

/// Where the walker is after `secs` at a speed and a turn rate.
fn ground(secs: f32, speed: f32, turn: f32) -> GroundTransform {
    let mut at = GroundTransform::IDENTITY;
    let parts = 64.0;
    for _ in 0..64 {
        let step = GroundTransform::new(0.0, speed * secs / parts, turn * secs / parts);
        at = at * step;
    }
    at
}

fn clip(skeleton: &Arc<Skeleton>, name: &str, secs: f32, speed: f32, turn: f32) -> Clip {
    let mut clip = Clip { contacts: Some(Vec::new()), ..Clip::empty(name, skeleton, RATE_HZ) };
    let legs = Side::BOTH.map(|side| Leg::of(skeleton, side).expect("two legs"));
    let mut transforms = JointTransforms::new(skeleton.len());
    let is_still = speed == 0.0 && turn == 0.0;
    for frame in 0..(secs * RATE_HZ) as u32 {
        let now = frame as f32 / RATE_HZ;
        let at = ground(now, speed, turn);
        let bob = if is_still { 0.0 } else { 0.01 * sin(2.0 * PI * now / STEP_SECS) };
        let mut pose = Pose::identity(skeleton.len());
        pose.root_position = at.position() + Vec3::Y * (0.92 + bob);
        pose.rotations[0] = at.rotation();
        transforms.compute(skeleton, pose.as_ref());
        let mut contacts = Contacts::new(true, true);
        for side in Side::BOTH {
            let (position, rotation, down) = foot(side, now, (speed, turn), is_still);
            contacts = contacts.with(side, down);
            let target = AnkleTarget { position, rotation: Some(rotation) };
            leg_ik::solve(skeleton, &legs[side.index()], &target, &mut pose, &mut transforms);
        }
        clip.push(pose.as_ref());
        clip.contacts.get_or_insert_default().push(contacts);
    }
    clip
}

/// Ankle place and rotation, and whether the foot is down. Feet take turns of half a second.
fn foot(side: Side, now: f32, (speed, turn): (f32, f32), is_still: bool) -> (Vec3, Quat, bool) {
    let x = if side == Side::Left { 0.1 } else { -0.1 };
    let planted = |mid_secs: f32| {
        let at = ground(mid_secs, speed, turn);
        (at.transform_point(Vec3::new(x, 0.08, 0.0)), at.rotation())
    };
    if is_still {
        let (place, rotation) = planted(0.0);
        return (place, rotation, true);
    }
    let shift = if side == Side::Left { 0.0 } else { STEP_SECS };
    let cycle = (now + shift) / (2.0 * STEP_SECS);
    let begin = cycle.floor() * 2.0 * STEP_SECS - shift;
    let phase = now - begin;
    let (from, from_turn) = planted(begin + 0.5 * STEP_SECS);
    if phase < STEP_SECS {
        return (from, from_turn, true);
    }
    let (to, to_turn) = planted(begin + 2.5 * STEP_SECS);
    let t = phase / STEP_SECS - 1.0;
    let smooth = t * t * (3.0 - 2.0 * t);
    let lift = Vec3::Y * 0.1 * sin(PI * t) * sin(PI * t);
    (from.lerp(to, smooth) + lift, from_turn.slerp(to_turn, smooth), false)
}
