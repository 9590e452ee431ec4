//! Blending (section 3): one cycle after another, with the standing foot as the root.
//!
//! The constraint frames of the second part of one cycle and the first part of the next are laid over
//! each other, the next one mirrored where it stands on the other foot, and turned and moved so that
//! the standing feet coincide. Both are seen from the anchor of their foot, which neither creeps nor
//! turns; so a mix of them, re-rooted at the foot, does neither on the interval in which both stand.
//!
//! The root is the ball of the foot, which stands from the moment the foot lies flat until it leaves;
//! so the next cycle begins to count once both feet lie flat. Place and direction come from the root;
//! tilt is left to the mixed pelvis, and the ankle gives way, so that a difference at the foot does
//! not lean the whole body.

use crate::{
    plant::FootEnds,
    played::{Half, Passage, Played, Room, mirrored_if},
    repertoire::Repertoire,
};
use glam::{Quat, Vec3};
use sidestep_control::Output;
use sidestep_motion::{
    Contacts, FrameId, GroundTransform, JointId, Pose, PoseRef, Side,
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget},
    math::{slerp, unit, wrap_angle},
};

impl Repertoire {
    /// The side a played cycle stands on in its first (0) or second (1) part.
    pub fn side(&self, played: Played, part: usize) -> Side {
        let side = self.cycle(played.cycle).sides[part];
        if played.mirrored { side.other() } else { side }
    }

    /// A cycle as it has to be played after another one: mirrored if necessary.
    pub fn after(&self, from: Played, cycle: u32) -> Played {
        let mirrored = self.cycle(cycle).sides[0] != self.side(from, 1);
        Played::alone(cycle, mirrored)
    }

    /// First and last moment of a passage, in frames from the constraint frames.
    pub fn span(&self, from: Played, to: Played) -> (i32, i32) {
        (self.shape(from, 1).begin, self.shape(to, 0).end)
    }

    /// How much the next cycle counts at a moment, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "a few frames")]
    pub fn weight(&self, from: Played, to: Played, at: i32) -> f32 {
        let [from, to] = [self.shape(from, 1), self.shape(to, 0)];
        let begin = from.begin.max(to.begin).max(from.flat.0.max(to.flat.0));
        let end = from.end.min(to.end).max(begin + 1);
        let share = ((at - begin) as f32 / (end - begin) as f32).clamp(0.0, 1.0);
        share * share * (3.0 - 2.0 * share)
    }

    /// The anchor of the foot that a cycle stands on in a part, in its own place at a frame.
    pub(crate) fn own_anchor(&self, played: Played, part: usize, frame: u32) -> GroundTransform {
        let plant = self.plant(self.cycle(played.cycle).plants[part]);
        plant.anchor(frame, played.mirrored)
    }

    /// Where the foot of the second part of a cycle stands that is at its border at `ground`.
    pub fn anchor_at(&self, played: Played, ground: GroundTransform) -> GroundTransform {
        if let Some(mixed) = played.mixed {
            return ground * mixed.out;
        }
        let border = self.cycle(played.cycle).border();
        let own = mirrored_if(self.border_ground(played.cycle), played.mirrored);
        ground * own.inverse() * self.own_anchor(played, 1, border)
    }

    /// The ground of a cycle at its border, where a passage begins.
    pub fn begin(&self, passage: &Passage) -> GroundTransform {
        if let Some(mixed) = passage.from.mixed {
            return passage.anchor * mixed.out.inverse();
        }
        let border = self.cycle(passage.from.cycle).border();
        let own = mirrored_if(self.border_ground(passage.from.cycle), passage.from.mirrored);
        passage.anchor * self.own_anchor(passage.from, 1, border).inverse() * own
    }

    /// The ground of the next cycle at its border, where a passage ends.
    pub fn end(&self, passage: &Passage) -> GroundTransform {
        if let Some(mixed) = passage.to.mixed {
            return passage.anchor * mixed.into;
        }
        let border = self.cycle(passage.to.cycle).border();
        let own = mirrored_if(self.border_ground(passage.to.cycle), passage.to.mirrored);
        passage.anchor * self.own_anchor(passage.to, 0, border).inverse() * own
    }

    /// The passage to a cycle that follows when a passage is over.
    pub fn next(&self, passage: &Passage, to: Played) -> Passage {
        let from = passage.to;
        let anchor = self.anchor_at(from, self.end(passage));
        Passage { from, to, anchor }
    }

    /// Writes the pose of a passage at a moment, and where the body is. `foot` is the standing foot.
    pub fn write(&self, passage: &Passage, at: i32, room: &mut Room, out: &mut Output) {
        let weight = self.weight(passage.from, passage.to, at);
        let Passage { from, to, anchor } = *passage;
        let halves = [self.half(from, 1, at, anchor), self.half(to, 0, at, anchor)];
        out.ground = self.blend(passage, &halves, weight, room, out);
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        out.contacts = self.contacts_of(&halves[usize::from(weight >= 0.5)]);
    }

    fn contacts_of(&self, half: &Half) -> Contacts {
        let nearer = half.nearer();
        let frame = nearer.frame + u32::from(nearer.past >= 0.5);
        let contacts = self.library.contacts(FrameId(frame)).feet();
        if nearer.mirrored { contacts.mirrored() } else { contacts }
    }

    fn blend(
        &self,
        passage: &Passage,
        halves: &[Half; 2],
        weight: f32,
        room: &mut Room,
        out: &mut Output,
    ) -> GroundTransform {
        let Room { halves: [first, second], mixing, transforms } = room;
        let foot = self.side(passage.from, 1);
        let all = weight >= 1.0;
        if weight <= 0.0 || all {
            return self.show(&halves[usize::from(all)], foot, mixing, &mut out.pose);
        }
        let ground_a = self.show(&halves[0], foot, mixing, first);
        let ground_b = self.show(&halves[1], foot, mixing, second);
        let ends = [&*first, &*second].map(|pose| self.ends(foot, pose.as_ref()));
        first.as_ref().interpolate_into(second.as_ref(), weight, &mut out.pose);
        let target =
            Stance { point: ends[0].toe.lerp(ends[1].toe, weight), yaw: mixed_yaw(ends, weight) };
        let ankle = self.feet[foot.index()].ankle;
        let tilt = [&*first, &*second].map(|pose| self.world_rotation(pose.as_ref(), ankle));
        self.set_world_rotation(&mut out.pose, ankle, slerp(tilt[0], tilt[1], weight));
        self.re_root(foot, &target, &mut out.pose);
        if self.swing_kept > 0.0 {
            let swings = foot.other();
            let [a, b] = [&*first, &*second].map(|pose| self.ends(swings, pose.as_ref()).ankle);
            self.bring(swings, a.lerp(b, weight), &mut out.pose, transforms);
        }
        ground_a.lerp(ground_b, weight)
    }

    /// Brings the foot in the air to where it shall be.
    fn bring(&self, foot: Side, ankle: Vec3, pose: &mut Pose, transforms: &mut JointTransforms) {
        let (skeleton, leg) = (self.library.skeleton(), &self.legs[foot.index()]);
        transforms.compute(skeleton, pose.as_ref());
        let position = transforms.position(leg.foot).lerp(ankle, self.swing_kept);
        let target = AnkleTarget { position, rotation: None };
        leg_ik::solve(skeleton, leg, &target, pose, transforms);
    }

    pub(crate) fn ends(&self, foot: Side, pose: PoseRef<'_>) -> FootEnds {
        self.feet[foot.index()].ends(self.library.skeleton(), pose)
    }

    /// The rotation of a joint in the world.
    pub(crate) fn world_rotation(&self, pose: PoseRef<'_>, joint: JointId) -> Quat {
        let mut rotation = pose.rotations[joint.index()];
        let mut at = joint;
        while let Some(parent) = self.library.skeleton().joint(at).parent {
            rotation = pose.rotations[parent.index()] * rotation;
            at = parent;
        }
        rotation
    }

    pub(crate) fn set_world_rotation(&self, pose: &mut Pose, joint: JointId, rotation: Quat) {
        let now = self.world_rotation(pose.as_ref(), joint);
        let local = &mut pose.rotations[joint.index()];
        *local = unit(*local * now.conjugate() * rotation);
    }

    /// Turns and moves a whole pose so that its foot stands as told.
    pub(crate) fn re_root(&self, foot: Side, target: &Stance, pose: &mut Pose) {
        let ends = self.ends(foot, pose.as_ref());
        let turn = match (ends.yaw(), target.yaw) {
            (Some(now), Some(wanted)) => wrap_angle(wanted - now),
            _ => 0.0,
        };
        let turning = GroundTransform::new(0.0, 0.0, turn);
        let arm = turning.transform_vector(pose.root_position - ends.toe);
        pose.root_position = target.point + arm;
        if let Some(root) = pose.rotations.first_mut() {
            *root = turning.rotation() * *root;
        }
    }

    /// Where a foot stands in a pose.
    pub(crate) fn stance(&self, foot: Side, pose: PoseRef<'_>) -> Stance {
        let ends = self.ends(foot, pose);
        Stance { point: ends.toe, yaw: ends.yaw() }
    }
}

/// Where a foot stands: the place of its ball, and its direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stance {
    pub(crate) point: Vec3,
    pub(crate) yaw: Option<f32>,
}

pub(crate) fn mixed_yaw([a, b]: [FootEnds; 2], weight: f32) -> Option<f32> {
    let (a, b) = (a.yaw()?, b.yaw()?);
    Some(a + wrap_angle(b - a) * weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CycleConfig;
    use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};
    use sidestep_performer::{PerformerConfig, perform};
    use std::sync::Arc;

    fn repertoire(swing_kept: f32) -> Repertoire {
        let clips = perform(&PerformerConfig::default());
        let library = MotionLibrary::from_clips(&clips[..6], &ContactConfig::default());
        let config = CycleConfig { swing_kept, ..CycleConfig::default() };
        Repertoire::new(&Arc::new(library.expect("a library")), &config).expect("cycles")
    }

    /// How far the ankle of the foot in the air is from the middle of where both halves have it, in the middle of
    /// blends: the largest distance, and the mean of how much higher it is.
    fn off_the_middle(repertoire: &Repertoire) -> (f32, f32) {
        let joints = repertoire.library.skeleton().len();
        let (mut room, mut out) = (Room::new(joints), Output::new(joints));
        let (mut farthest, mut higher, mut count) = (0.0_f32, 0.0, 0.0);
        let cycles = u32::try_from(repertoire.cycles.len()).expect("few cycles");
        for (cycle, next) in (0..cycles).zip((0..cycles).rev()) {
            let from = Played::alone(cycle, false);
            let to = repertoire.after(from, next);
            let passage = Passage { from, to, anchor: GroundTransform::IDENTITY };
            let (begin, end) = repertoire.span(from, to);
            for at in begin..end {
                let weight = repertoire.weight(from, to, at);
                if !(0.2..0.8).contains(&weight) {
                    continue;
                }
                repertoire.write(&passage, at, &mut room, &mut out);
                let foot = repertoire.side(from, 1).other();
                let halves = room.halves.each_ref();
                let [a, b] = halves.map(|pose| repertoire.ends(foot, pose.as_ref()).ankle);
                let off = repertoire.ends(foot, out.pose.as_ref()).ankle - a.lerp(b, weight);
                farthest = farthest.max(off.length());
                higher += off.y;
                count += 1.0;
            }
        }
        assert!(count > 100.0, "{count} moments");
        (farthest, higher / count)
    }

    #[test]
    fn the_foot_in_the_air_goes_in_the_middle() {
        let (farthest, higher) = off_the_middle(&repertoire(0.0));
        assert!(higher < -0.001 && farthest > 0.02, "joints alone: {higher} m, {farthest} m");
        let (farthest, higher) = off_the_middle(&repertoire(1.0));
        assert!(higher.abs() < 0.001 && farthest < 0.02, "{higher} m, {farthest} m");
    }
}
