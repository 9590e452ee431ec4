//! Lets a body follow a path that was edited, with its feet kept.
//!
//! The body moves along rigidly, frame by frame. A foot that stands does not: it moves as the one frame
//! in the middle of its stance does, so that it stands where it stood, and its roll and its small slides
//! are those of the source. In the air it passes from one stance to the next. The legs bend to what
//! lies between.

use glam::Quat;
use sidestep_motion::{
    Clip, GroundTransform, JointMotion, Pose, Side,
    contact_detection::{ContactConfig, detect, estimate_floor},
    kinematics::JointTransforms,
    leg_ik::{AnkleTarget, Leg, solve},
    skate::stances,
};
use std::ops::Range;

/// The clip with every frame moved from `before` to `after`, its feet kept.
pub fn follow(clip: &Clip, before: &[GroundTransform], after: &[GroundTransform]) -> Clip {
    let moves: Vec<GroundTransform> =
        before.iter().zip(after).map(|(before, after)| *after * before.inverse()).collect();
    let contacts = clip.contacts.clone().unwrap_or_else(|| {
        let motion = JointMotion::of(clip);
        let floor = clip.floor.unwrap_or_else(|| estimate_floor(&motion));
        detect(&motion, floor, &ContactConfig::default())
    });
    let feet: Vec<(Leg, Vec<Footfall>)> = Side::BOTH
        .into_iter()
        .filter_map(|side| Some((side, Leg::of(&clip.skeleton, side)?)))
        .map(|(side, leg)| (leg, footfalls(&stances(&contacts, side, clip.len()), &moves)))
        .collect();
    let mut out = Clip { contacts: Some(contacts), objects: Vec::new(), ..clip.clone() };
    let joints = clip.skeleton.len();
    let mut pose = Pose::identity(joints);
    let (mut own, mut moved) = (JointTransforms::new(joints), JointTransforms::new(joints));
    for (frame, by) in moves.iter().enumerate() {
        pose.copy_from(clip.pose(frame));
        own.compute(&clip.skeleton, pose.as_ref());
        by.transform_pose(&mut pose);
        moved.compute(&clip.skeleton, pose.as_ref());
        for (leg, footfalls) in &feet {
            let target = footfalls[frame].place(leg, &own);
            solve(&clip.skeleton, leg, &target, &mut pose, &mut moved);
        }
        out.root_positions[frame] = pose.root_position;
        out.rotations[frame * joints..(frame + 1) * joints].copy_from_slice(&pose.rotations);
    }
    out
}

/// How a foot moves in a frame: between the stance before and the stance after.
#[derive(Clone, Copy)]
struct Footfall {
    before: GroundTransform,
    after: GroundTransform,
    /// How much of the way from one to the other is done.
    share: f32,
}

impl Footfall {
    fn place(&self, leg: &Leg, own: &JointTransforms) -> AnkleTarget {
        let (position, rotation) = (own.position(leg.foot), own.rotation(leg.foot));
        let (from, to) =
            (self.before.transform_point(position), self.after.transform_point(position));
        let heading = self.before.lerp(self.after, self.share).heading;
        let turn: Quat = GroundTransform::new(0.0, 0.0, heading).rotation();
        AnkleTarget { position: from.lerp(to, self.share), rotation: Some(turn * rotation) }
    }
}

fn footfalls(stances: &[Range<usize>], moves: &[GroundTransform]) -> Vec<Footfall> {
    let of = |stance: &Range<usize>| moves[stance.start + stance.len() / 2];
    let whole = |at: GroundTransform| Footfall { before: at, after: at, share: 0.0 };
    // A foot that never stands goes with the body.
    let mut falls: Vec<Footfall> = moves.iter().map(|by| whole(*by)).collect();
    for stance in stances {
        falls[stance.clone()].fill(whole(of(stance)));
    }
    if let Some(first) = stances.first() {
        falls[..first.start].fill(whole(of(first)));
    }
    if let Some(last) = stances.last() {
        falls[last.end..].fill(whole(of(last)));
    }
    for pair in stances.windows(2) {
        let (before, after) = (of(&pair[0]), of(&pair[1]));
        let gap = pair[0].end..pair[1].start;
        for frame in gap.clone() {
            let t = (frame + 1 - gap.start) as f32 / (gap.len() + 1) as f32;
            falls[frame] = Footfall { before, after, share: t * t * (3.0 - 2.0 * t) };
        }
    }
    falls
}
