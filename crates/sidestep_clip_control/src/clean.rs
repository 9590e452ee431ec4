//! Cleaned stances: captured feet creep some millimetres a frame and swivel while they stand, so
//! before clips are blended the leg is turned, by inverse kinematics, to keep its foot where it is at
//! the constraint frame: as it lies while it is flat, on its ankle before that and on its ball after.
//! The body keeps its way; the correction fades while the foot is in the air. What a leg cannot reach
//! is left, and taken up by the anchors ([`crate::plant`]).

use crate::plant::Plant;
use glam::{Quat, Vec3};
use sidestep_motion::{
    FrameId, MotionLibrary, PoseRef, Side,
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget, Leg},
    math::{from_rotation_vector, rotation_vector, slerp, wrap_angle},
};
use std::ops::Range;

/// A foot that is down for longer than this stands, and its slow drift is left to the anchors.
const LONGEST_SECS: f32 = 1.5;

/// Corrections fade within this time, or half of the time in the air.
const FADE_SECS: f32 = 0.2;

/// A foot that lay flat takes this long to roll as it was captured.
const ROLL_SECS: f32 = 0.1;

/// The most a foot is brought back, in metres and radians: what is more is no creep but a movement.
const MOST: (f32, f32) = (0.06, 0.45);

/// What is added to an ankle, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Correction {
    way: Vec3,
    turn: Quat,
}

const NONE: Correction = Correction { way: Vec3::ZERO, turn: Quat::IDENTITY };

/// The rotations of all frames of a library, stance legs corrected.
pub(crate) fn cleaned(library: &MotionLibrary, legs: &[Leg; 2], plants: &[Plant]) -> Vec<Quat> {
    let mut rotations = library.parts().rotations.as_slice().to_vec();
    let joints = library.skeleton().len();
    let mut transforms = JointTransforms::new(joints);
    for take in library.clips() {
        let of_leg = |side: Side| {
            let own: Vec<&Plant> = plants
                .iter()
                .filter(|plant| plant.side == side && take.frames.contains(&plant.frames.start))
                .collect();
            corrections(library, &take.frames, &own, &legs[side.index()])
        };
        let corrections = Side::BOTH.map(of_leg);
        for frame in take.frames.clone() {
            let index = (frame - take.frames.start) as usize;
            let added = [corrections[0][index], corrections[1][index]];
            if added == [NONE; 2] {
                continue;
            }
            let mut pose = library.pose(FrameId(frame)).to_pose();
            transforms.compute(library.skeleton(), pose.as_ref());
            for (leg, added) in legs.iter().zip(added) {
                let target = AnkleTarget {
                    position: transforms.position(leg.foot) + added.way,
                    rotation: Some(added.turn * transforms.rotation(leg.foot)),
                };
                leg_ik::solve(library.skeleton(), leg, &target, &mut pose, &mut transforms);
            }
            let from = frame as usize * joints;
            rotations[from..from + joints].copy_from_slice(&pose.rotations);
        }
    }
    rotations
}

/// A pose of a library by given rotations.
pub(crate) fn pose_of<'a>(
    library: &MotionLibrary,
    rotations: &'a [Quat],
    frame: u32,
) -> PoseRef<'a> {
    let joints = library.skeleton().len();
    let from = frame as usize * joints;
    PoseRef {
        root_position: library.pose(FrameId(frame)).root_position,
        rotations: &rotations[from..from + joints],
    }
}

/// What is added to an ankle in each frame of a take.
fn corrections(
    library: &MotionLibrary,
    take: &Range<u32>,
    plants: &[&Plant],
    leg: &Leg,
) -> Vec<Correction> {
    let mut all = vec![NONE; take.len()];
    let mut transforms = JointTransforms::new(library.skeleton().len());
    let mut foot_at = |frame: u32| {
        transforms.compute(library.skeleton(), library.pose(FrameId(frame)));
        let ball = leg.toe.as_ref().map_or(leg.foot, |toe| toe.joint);
        let rotation = transforms.rotation(leg.foot);
        Foot { ankle: transforms.position(leg.foot), ball: transforms.position(ball), rotation }
    };
    for (index, plant) in plants.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "frames of a stance")]
        let secs = plant.len() as f32 * library.frame_secs();
        if secs > LONGEST_SECS {
            continue;
        }
        let middle = foot_at(plant.middle);
        for frame in plant.frames.clone() {
            let foot = foot_at(frame);
            all[(frame - take.start) as usize] = held(library, plant, frame, &foot, &middle);
        }
        let before = index.checked_sub(1).map_or(take.start, |index| plants[index].frames.end);
        let after = plants.get(index + 1).map_or(take.end, |next| next.frames.start);
        fade(library, take, (plant.frames.start, before), &mut all);
        fade(library, take, (plant.frames.end - 1, after), &mut all);
    }
    all
}

/// A foot as it was captured.
#[derive(Clone, Copy, Debug)]
struct Foot {
    ankle: Vec3,
    ball: Vec3,
    rotation: Quat,
}

/// What holds a foot in a frame of its plant.
fn held(
    library: &MotionLibrary,
    plant: &Plant,
    frame: u32,
    foot: &Foot,
    middle: &Foot,
) -> Correction {
    let heading = |frame: u32| plant.anchor(frame, false).heading;
    let swivel = wrap_angle(heading(plant.middle) - heading(frame));
    let upright = from_rotation_vector(Vec3::Y * swivel);
    // As it lies in the middle, while it is flat; then more and more as it was captured.
    let lying = middle.rotation * (upright * foot.rotation).conjugate();
    let turn = slerp(Quat::IDENTITY, lying, flatness(library, plant, frame)) * upright;
    let turn = limited_turn(turn);
    let to_ball = turn * (foot.ball - foot.ankle);
    let way = if frame >= plant.flat.end {
        let place = Vec3::new(middle.ball.x, foot.ball.y, middle.ball.z);
        place - to_ball - foot.ankle
    } else if frame < plant.flat.start {
        Vec3::new(middle.ankle.x, foot.ankle.y, middle.ankle.z) - foot.ankle
    } else {
        middle.ankle - foot.ankle
    };
    Correction { way: way.clamp_length_max(MOST.0), turn }
}

/// 1 while a foot is flat, fading on both sides.
#[expect(clippy::cast_precision_loss, reason = "a few frames")]
fn flatness(library: &MotionLibrary, plant: &Plant, frame: u32) -> f32 {
    let off =
        plant.flat.start.saturating_sub(frame).max((frame + 1).saturating_sub(plant.flat.end));
    let left = (1.0 - off as f32 * library.frame_secs() / ROLL_SECS).max(0.0);
    left * left * (3.0 - 2.0 * left)
}

fn limited_turn(turn: Quat) -> Quat {
    from_rotation_vector(rotation_vector(turn).clamp_length_max(MOST.1))
}

/// Lets the correction at an edge of a stance fade towards the neighbouring stance.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few frames"
)]
fn fade(
    library: &MotionLibrary,
    take: &Range<u32>,
    (edge, neighbour): (u32, u32),
    all: &mut [Correction],
) {
    let air = edge.abs_diff(neighbour) as f32 * 0.5;
    let reach = (FADE_SECS * library.rate_hz()).min(air).floor() as u32;
    let full = all[(edge - take.start) as usize];
    for step in 1..=reach {
        let frame = if neighbour < edge { edge - step } else { edge + step };
        let index = frame.checked_sub(take.start).map(|index| index as usize);
        let Some(slot) = index.and_then(|index| all.get_mut(index)) else { break };
        let left = 1.0 - step as f32 / (reach + 1) as f32;
        let left = left * left * (3.0 - 2.0 * left);
        *slot = Correction { way: full.way * left, turn: slerp(Quat::IDENTITY, full.turn, left) };
    }
}
