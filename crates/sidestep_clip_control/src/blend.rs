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

use crate::{cycle::Cycle, plant::FootEnds, repertoire::Repertoire};
use glam::{Quat, Vec3};
use sidestep_control::Output;
use sidestep_motion::{
    Contacts, FrameId, GroundTransform, JointId, Pose, PoseRef, Side,
    math::{slerp, unit, wrap_angle},
};

/// A cycle as it is played: from the library, or its mirror image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Which cycle.
    pub cycle: u32,
    /// Whether left and right are exchanged.
    pub mirrored: bool,
}

/// The passage from one cycle to the next, over one foot plant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// The cycle whose second part ends.
    pub from: Played,
    /// The cycle whose first part begins.
    pub to: Played,
    /// Where the standing foot is in the world.
    pub anchor: GroundTransform,
}

/// One of the two motions in a mix, at a moment.
#[derive(Clone, Copy, Debug)]
struct Half {
    frame: u32,
    mirrored: bool,
    world_from_clip: GroundTransform,
}

/// Room for mixing.
#[derive(Clone, Debug)]
pub struct Room {
    poses: [Pose; 2],
}

impl Room {
    /// For a skeleton of so many joints.
    pub fn new(joints: usize) -> Self {
        Self { poses: [Pose::identity(joints), Pose::identity(joints)] }
    }
}

/// A place on the ground seen in a mirror.
pub(crate) fn reflected(ground: GroundTransform) -> GroundTransform {
    GroundTransform::new(-ground.x, ground.z, -ground.heading)
}

/// A place, mirrored where that is wanted.
pub(crate) fn mirrored_if(ground: GroundTransform, mirrored: bool) -> GroundTransform {
    if mirrored { reflected(ground) } else { ground }
}

impl Repertoire {
    /// The side a played cycle stands on in its first (0) or second (1) part.
    pub fn side(&self, played: Played, part: usize) -> Side {
        let side = self.cycle(played.cycle).sides[part];
        if played.mirrored { side.other() } else { side }
    }

    /// A cycle as it has to be played after another one: mirrored if necessary.
    pub fn after(&self, from: Played, cycle: u32) -> Played {
        let mirrored = self.cycle(cycle).sides[0] != self.side(from, 1);
        Played { cycle, mirrored }
    }

    /// First and last moment of a passage, in frames from the constraint frames.
    pub fn span(&self, from: u32, to: u32) -> (i32, i32) {
        let ([_, _, c, d, _], [_, b, c2, _, _]) =
            (self.cycle(from).moments, self.cycle(to).moments);
        (frames(c, d), frames(c2, b))
    }

    /// How much the next cycle counts at a moment, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "a few frames")]
    pub fn weight(&self, from: u32, to: u32, at: i32) -> f32 {
        let ([_, _, c, d, e], [a, b, c2, _, _]) =
            (self.cycle(from).moments, self.cycle(to).moments);
        let flat_from = |cycle: u32, part: usize| {
            let cycle = self.cycle(cycle);
            frames(self.plant(cycle.plants[part]).flat.start, cycle.moments[1 + 2 * part])
        };
        let both_flat = flat_from(from, 1).max(flat_from(to, 0));
        let begin = frames(c, d).max(frames(a, b)).max(both_flat);
        let end = frames(e, d).min(frames(c2, b)).max(begin + 1);
        let share = ((at - begin) as f32 / (end - begin) as f32).clamp(0.0, 1.0);
        share * share * (3.0 - 2.0 * share)
    }

    /// The anchor of the foot that a cycle stands on in a part, in its own place at a frame.
    fn own_anchor(&self, played: Played, part: usize, frame: u32) -> GroundTransform {
        let plant = self.plant(self.cycle(played.cycle).plants[part]);
        plant.anchor(frame, played.mirrored)
    }

    /// Where the foot of the second part of a cycle stands that is at its border at `ground`.
    pub fn anchor_at(&self, played: Played, ground: GroundTransform) -> GroundTransform {
        let border = self.cycle(played.cycle).border();
        let own = mirrored_if(self.border_ground(played.cycle), played.mirrored);
        ground * own.inverse() * self.own_anchor(played, 1, border)
    }

    /// The ground of a cycle at its border, where a passage begins.
    pub fn begin(&self, passage: &Passage) -> GroundTransform {
        let border = self.cycle(passage.from.cycle).border();
        let own = mirrored_if(self.border_ground(passage.from.cycle), passage.from.mirrored);
        passage.anchor * self.own_anchor(passage.from, 1, border).inverse() * own
    }

    /// The ground of the next cycle at its border, where a passage ends.
    pub fn end(&self, passage: &Passage) -> GroundTransform {
        let border = self.cycle(passage.to.cycle).border();
        let own = mirrored_if(self.border_ground(passage.to.cycle), passage.to.mirrored);
        passage.anchor * self.own_anchor(passage.to, 0, border).inverse() * own
    }

    /// The passage that follows when a passage is over.
    pub fn next(&self, passage: &Passage, cycle: u32) -> Passage {
        let from = passage.to;
        let anchor = self.anchor_at(from, self.end(passage));
        Passage { from, to: self.after(from, cycle), anchor }
    }

    /// Writes the pose of a passage at a moment, and where the body is. `foot` is the standing foot.
    pub fn write(&self, passage: &Passage, at: i32, room: &mut Room, out: &mut Output) {
        let weight = self.weight(passage.from.cycle, passage.to.cycle, at);
        let sides = self.sides(passage, at);
        self.mix(passage, &sides, weight, room, out);
        let [ground_a, ground_b] = sides.each_ref().map(|side| self.ground_of(side));
        out.ground = ground_a.lerp(ground_b, weight);
        (out.ground.x, out.ground.z) = (out.pose.root_position.x, out.pose.root_position.z);
        let nearer = &sides[usize::from(weight >= 0.5)];
        out.contacts = self.contacts_of(nearer);
    }

    fn sides(&self, passage: &Passage, at: i32) -> [Half; 2] {
        let side = |played: Played, part: usize| {
            let cycle = self.cycle(played.cycle);
            let plant = self.plant(cycle.plants[part]);
            let frame = self.frame(cycle, part, at);
            let own = plant.anchor(frame, played.mirrored);
            let world_from_clip = passage.anchor * own.inverse();
            Half { frame, mirrored: played.mirrored, world_from_clip }
        };
        [side(passage.from, 1), side(passage.to, 0)]
    }

    /// The frame of a cycle at a moment from the constraint frame of one of its parts; it stays
    /// within the cycle, where it counts nothing outside.
    fn frame(&self, cycle: &Cycle, part: usize, at: i32) -> u32 {
        let constraint = cycle.moments[1 + 2 * part];
        constraint.saturating_add_signed(at).clamp(cycle.moments[0], cycle.moments[4])
    }

    fn ground_of(&self, side: &Half) -> GroundTransform {
        let own = mirrored_if(self.library.ground(FrameId(side.frame)), side.mirrored);
        side.world_from_clip * own
    }

    fn contacts_of(&self, side: &Half) -> Contacts {
        let contacts = self.library.contacts(FrameId(side.frame)).feet();
        if side.mirrored { contacts.mirrored() } else { contacts }
    }

    /// A pose of one of the motions, in the world.
    fn pose_into(&self, side: &Half, out: &mut Pose) {
        let pose = self.pose(side.frame);
        if side.mirrored {
            self.mirror.mirror_pose(pose, out);
        } else {
            out.copy_from(pose);
        }
        side.world_from_clip.transform_pose(out);
    }

    fn mix(
        &self,
        passage: &Passage,
        sides: &[Half; 2],
        weight: f32,
        room: &mut Room,
        out: &mut Output,
    ) {
        let [first, second] = &mut room.poses;
        if weight <= 0.0 {
            return self.pose_into(&sides[0], &mut out.pose);
        }
        if weight >= 1.0 {
            return self.pose_into(&sides[1], &mut out.pose);
        }
        self.pose_into(&sides[0], first);
        self.pose_into(&sides[1], second);
        let foot = self.side(passage.from, 1);
        let ends = [&*first, &*second].map(|pose| self.ends(foot, pose.as_ref()));
        first.as_ref().interpolate_into(second.as_ref(), weight, &mut out.pose);
        let target =
            Stance { point: ends[0].toe.lerp(ends[1].toe, weight), yaw: mixed_yaw(ends, weight) };
        let ankle = self.feet[foot.index()].ankle;
        let tilt = [&*first, &*second].map(|pose| self.world_rotation(pose.as_ref(), ankle));
        self.set_world_rotation(&mut out.pose, ankle, slerp(tilt[0], tilt[1], weight));
        self.re_root(foot, &target, &mut out.pose);
    }

    pub(crate) fn ends(&self, foot: Side, pose: PoseRef<'_>) -> FootEnds {
        self.feet[foot.index()].ends(self.library.skeleton(), pose)
    }

    /// The rotation of a joint in the world.
    fn world_rotation(&self, pose: PoseRef<'_>, joint: JointId) -> Quat {
        let mut rotation = pose.rotations[joint.index()];
        let mut at = joint;
        while let Some(parent) = self.library.skeleton().joint(at).parent {
            rotation = pose.rotations[parent.index()] * rotation;
            at = parent;
        }
        rotation
    }

    fn set_world_rotation(&self, pose: &mut Pose, joint: JointId, rotation: Quat) {
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

fn mixed_yaw([a, b]: [FootEnds; 2], weight: f32) -> Option<f32> {
    let (a, b) = (a.yaw()?, b.yaw()?);
    Some(a + wrap_angle(b - a) * weight)
}

fn frames(frame: u32, from: u32) -> i32 {
    #[expect(clippy::cast_possible_wrap, reason = "frames of one cycle")]
    let difference = frame as i32 - from as i32;
    difference
}
