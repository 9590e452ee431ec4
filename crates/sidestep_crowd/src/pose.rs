//! The poses of everybody in flat buffers: frames of the library put down on the ground.

use crate::{
    config::Detail,
    repertoire::Repertoire,
    walker::{CHUNK, Placement, Walker},
};
use glam::{Quat, Vec3};
use rayon::prelude::*;
use sidestep_control::{
    FootLock, Output,
    foot_lock::{FootLockState, LockedTick},
};
use sidestep_motion::{FrameId, GroundTransform, kinematics::JointTransforms, math::unit};

/// What is shown, and what is left of the differences at joins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Poses {
    pub(crate) root_positions: Vec<Vec3>,
    pub(crate) rotations: Vec<Quat>,
    joins: Vec<Join>,
    /// Offsets of all joints of everybody at their last joins.
    offsets: Vec<Quat>,
    /// What keeps the feet of near characters, where anything does.
    lock: Option<FootLock>,
    feet: Vec<FootLockState>,
    rooms: Vec<Room>,
}

/// Room to lock the feet of one character after the other.
#[derive(Clone, Debug)]
struct Room {
    out: Output,
    scratch: JointTransforms,
}

/// What is left of the difference at a character's last join.
#[derive(Clone, Copy, Debug, Default)]
struct Join {
    /// Frames until it is gone.
    left: f32,
    /// Offset of the root as seen from the ground.
    root: Vec3,
    /// Root and tilt last shown, as seen from the ground.
    shown_root: Vec3,
    shown_tilt: Quat,
    /// Whether it was shown at all.
    is_shown: bool,
}

/// One character's part of the buffers.
struct Slot<'a> {
    root_position: &'a mut Vec3,
    rotations: &'a mut [Quat],
    join: &'a mut Join,
    offsets: &'a mut [Quat],
    feet: &'a mut FootLockState,
}

impl Poses {
    /// Poses of nobody yet.
    pub(crate) fn new(lock: Option<FootLock>) -> Self {
        Self { lock, ..Self::default() }
    }

    /// Forgets one of `count` characters; the last one gets its number.
    pub(crate) fn take_out(&mut self, character: usize, count: usize, joints: usize) {
        if self.joins.len() < count {
            // Who came after poses were written last was not shown, and nor was the one who is last.
            if let (Some(join), Some(feet)) =
                (self.joins.get_mut(character), self.feet.get_mut(character))
            {
                (*join, *feet) = (Join::default(), FootLockState::default());
            }
            return;
        }
        self.root_positions.swap_remove(character);
        self.joins.swap_remove(character);
        self.feet.swap_remove(character);
        let last = self.joins.len() * joints;
        for buffer in [&mut self.rotations, &mut self.offsets] {
            buffer.copy_within(last.., character * joints);
            buffer.truncate(last);
        }
    }

    /// Makes room for everybody; who is new was not shown.
    fn fit(&mut self, count: usize, joints: usize) {
        self.root_positions.resize(count, Vec3::ZERO);
        self.rotations.resize(count * joints, Quat::IDENTITY);
        self.joins.resize(count, Join::default());
        self.offsets.resize(count * joints, Quat::IDENTITY);
        self.feet.resize(count, FootLockState::default());
        let room = || Room { out: Output::new(joints), scratch: JointTransforms::new(joints) };
        self.rooms.resize_with(count.div_ceil(CHUNK), room);
    }

    /// Writes the pose of every character; differences at joins of near ones decay over
    /// `smooth_frames`.
    pub(crate) fn write(
        &mut self,
        repertoire: &Repertoire,
        walkers: &[Walker],
        placements: &[Placement],
        smooth_frames: f32,
    ) {
        let joints = repertoire.library().skeleton().len();
        if self.root_positions.len() != walkers.len() {
            self.fit(walkers.len(), joints);
        }
        let rotations = &repertoire.library().parts().rotations;
        let table = Frames { repertoire, rotations, joints, smooth_frames };
        let lock = self.lock.as_ref();
        let chunks = walkers
            .par_chunks(CHUNK)
            .zip(placements.par_chunks(CHUNK))
            .zip(self.root_positions.par_chunks_mut(CHUNK))
            .zip(self.rotations.par_chunks_mut(CHUNK * joints))
            .zip(self.joins.par_chunks_mut(CHUNK).zip(self.feet.par_chunks_mut(CHUNK)))
            .zip(self.offsets.par_chunks_mut(CHUNK * joints).zip(&mut self.rooms));
        chunks.for_each(
            |(((((walkers, placements), roots), rotations), kept), (offsets, room))| {
                let (joins, feet) = kept;
                let buffers = roots
                    .iter_mut()
                    .zip(rotations.chunks_exact_mut(joints))
                    .zip(joins.iter_mut().zip(feet).zip(offsets.chunks_exact_mut(joints)));
                for ((walker, placement), buffers) in walkers.iter().zip(placements).zip(buffers) {
                    let ((root_position, rotations), ((join, feet), offsets)) = buffers;
                    let mut slot = Slot { root_position, rotations, join, offsets, feet };
                    table.show(walker, placement, &mut slot);
                    if let Some(lock) = lock {
                        table.keep_feet(lock, (walker, placement), room, &mut slot);
                    }
                }
            },
        );
    }
}

struct Frames<'a> {
    repertoire: &'a Repertoire,
    rotations: &'a [Quat],
    joints: usize,
    /// How long joins of near characters take to fade.
    smooth_frames: f32,
}

impl Frames<'_> {
    fn row(&self, frame: u32) -> &[Quat] {
        let from = frame as usize * self.joints;
        &self.rotations[from..from + self.joints]
    }

    fn show(&self, walker: &Walker, placement: &Placement, slot: &mut Slot<'_>) {
        let smooth_frames = self.smooth_frames;
        let smooth = walker.detail == Detail::Near && smooth_frames > 0.0;
        if let Some(first) = walker.joined.filter(|_| smooth && slot.join.is_shown) {
            self.begin_join(first, smooth_frames, slot);
        }
        slot.join.is_shown = true;
        let frame = self.repertoire.frame(walker.cursor.frame);
        let (mut root, mut tilt) = (frame.root, frame.tilt);
        slot.rotations.copy_from_slice(self.row(walker.cursor.frame));
        let part = walker.cursor.part;
        if let Some(next) = walker.cursor.next().filter(|_| part > 0.0) {
            for (shown, next) in slot.rotations.iter_mut().zip(self.row(next)) {
                *shown = blend(*shown, *next, part);
            }
            let next = self.repertoire.frame(next);
            root = root.lerp(next.root, part);
            tilt = blend(tilt, next.tilt, part);
        }
        if slot.join.left > 0.0 && smooth {
            let weight = fade(slot.join.left / smooth_frames);
            for (shown, offset) in slot.rotations.iter_mut().zip(&*slot.offsets) {
                *shown = blend(Quat::IDENTITY, *offset, weight) * *shown;
            }
            root += slot.join.root * weight;
            tilt = blend(Quat::IDENTITY, slot.offsets[0], weight) * tilt;
            slot.join.left -= 1.0;
        }
        slot.join.shown_root = root;
        slot.join.shown_tilt = tilt;
        let ground = GroundTransform::new(placement.x, placement.z, placement.heading);
        *slot.root_position = ground.transform_point(root);
        slot.rotations[0] = ground.rotation() * tilt;
    }

    /// Keeps the feet of a near character where they stand; whoever comes near begins with feet as they are.
    fn keep_feet(
        &self,
        lock: &FootLock,
        (walker, placement): (&Walker, &Placement),
        Room { out, scratch }: &mut Room,
        slot: &mut Slot<'_>,
    ) {
        if walker.detail != Detail::Near {
            *slot.feet = FootLockState::default();
            return;
        }
        let library = self.repertoire.library();
        let frame = FrameId(placement.frame);
        out.pose.root_position = *slot.root_position;
        out.pose.rotations.copy_from_slice(slot.rotations);
        out.ground = GroundTransform::new(placement.x, placement.z, placement.heading);
        out.contacts = library.contacts(frame);
        out.played = Some(frame);
        let secs = library.frame_secs();
        let added_yaw = walker.steering.map_or(0.0, |steering| steering.turn * secs);
        let tick = LockedTick { secs, added_yaw, ..LockedTick::default() };
        lock.apply(slot.feet, tick, out, scratch);
        *slot.root_position = out.pose.root_position;
        slot.rotations.copy_from_slice(&out.pose.rotations);
    }

    /// Notes the difference between what was shown and the frame before the one that is jumped to.
    fn begin_join(&self, first: u32, smooth_frames: f32, slot: &mut Slot<'_>) {
        let library = self.repertoire.library();
        let clip = &library.clips()[library.clip_of(FrameId(first)).index()];
        let before = first.saturating_sub(1).max(clip.frames.start);
        let row = self.row(before);
        for ((offset, shown), before) in slot.offsets.iter_mut().zip(&*slot.rotations).zip(row) {
            *offset = *shown * before.conjugate();
        }
        let frame = self.repertoire.frame(before);
        slot.offsets[0] = slot.join.shown_tilt * frame.tilt.conjugate();
        slot.join.root = slot.join.shown_root - frame.root;
        slot.join.left = smooth_frames;
    }
}

/// Part of the way from `a` to `b` on the shorter arc, by the straight line: good enough for the
/// small angles between neighbouring frames and at joins.
fn blend(a: Quat, b: Quat, part: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    unit(a * (1.0 - part) + b * part)
}

/// From 1 to 0 with no kick at either end, as `left` goes from 1 to 0.
fn fade(left: f32) -> f32 {
    let left = left.clamp(0.0, 1.0);
    left * left * left * (left * (left * 6.0 - 15.0) + 10.0)
}
