//! The poses of everybody in flat buffers: frames of the library put down on the ground.

use crate::{
    config::Detail,
    repertoire::Repertoire,
    walker::{CHUNK, Placement, Walker},
};
use glam::{Quat, Vec3};
use rayon::prelude::*;
use sidestep_motion::{FrameId, GroundTransform, math::unit};

/// What is shown, and what is left of the differences at joins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Poses {
    pub(crate) root_positions: Vec<Vec3>,
    pub(crate) rotations: Vec<Quat>,
    joins: Vec<Join>,
    /// Offsets of all joints of everybody at their last joins.
    offsets: Vec<Quat>,
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
}

/// One character's part of the buffers.
struct Slot<'a> {
    root_position: &'a mut Vec3,
    rotations: &'a mut [Quat],
    join: &'a mut Join,
    offsets: &'a mut [Quat],
}

impl Poses {
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
        let first = self.root_positions.len() != walkers.len();
        if first {
            self.root_positions.resize(walkers.len(), Vec3::ZERO);
            self.rotations.resize(walkers.len() * joints, Quat::IDENTITY);
            self.joins.resize(walkers.len(), Join::default());
            self.offsets.resize(walkers.len() * joints, Quat::IDENTITY);
        }
        let table =
            Frames { repertoire, rotations: &repertoire.library().parts().rotations, joints };
        let smooth_frames = if first { 0.0 } else { smooth_frames };
        let chunks = walkers
            .par_chunks(CHUNK)
            .zip(placements.par_chunks(CHUNK))
            .zip(self.root_positions.par_chunks_mut(CHUNK))
            .zip(self.rotations.par_chunks_mut(CHUNK * joints))
            .zip(self.joins.par_chunks_mut(CHUNK))
            .zip(self.offsets.par_chunks_mut(CHUNK * joints));
        chunks.for_each(|(((((walkers, placements), roots), rotations), joins), offsets)| {
            let buffers = roots
                .iter_mut()
                .zip(rotations.chunks_exact_mut(joints))
                .zip(joins.iter_mut().zip(offsets.chunks_exact_mut(joints)));
            for ((walker, placement), buffers) in walkers.iter().zip(placements).zip(buffers) {
                let ((root_position, rotations), (join, offsets)) = buffers;
                let mut slot = Slot { root_position, rotations, join, offsets };
                table.show(walker, placement, smooth_frames, &mut slot);
            }
        });
    }
}

struct Frames<'a> {
    repertoire: &'a Repertoire,
    rotations: &'a [Quat],
    joints: usize,
}

impl Frames<'_> {
    fn row(&self, frame: u32) -> &[Quat] {
        let from = frame as usize * self.joints;
        &self.rotations[from..from + self.joints]
    }

    fn show(
        &self,
        walker: &Walker,
        placement: &Placement,
        smooth_frames: f32,
        slot: &mut Slot<'_>,
    ) {
        let smooth = walker.detail == Detail::Near && smooth_frames > 0.0;
        if let Some(first) = walker.joined.filter(|_| smooth) {
            self.begin_join(first, smooth_frames, slot);
        }
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
