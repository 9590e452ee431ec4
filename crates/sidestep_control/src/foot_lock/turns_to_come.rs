//! How far the bodies of a library will yet turn over the feet they stand on.

use super::points::pelvis_yaw;
use sidestep_motion::{
    FrameId, MotionLibrary, Side, kinematics::JointTransforms, leg_ik::Leg, math::wrap_angle,
};
use std::sync::Arc;

/// For each frame and foot, how far the pelvis turns to the right and to the left of where it is
/// until that foot leaves the ground, in radians; `None` where it is not down. Immutable and shared.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnsToCome {
    of_frames: Arc<[Frame]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    turns: [Option<Turn>; 2],
    /// Where the pelvis faces, seen along the heading.
    pelvis: Option<f32>,
}

/// To the right (not above 0) and to the left (not below 0).
type Turn = (f32, f32);

impl TurnsToCome {
    pub(super) fn of(library: &MotionLibrary, legs: &[Option<Leg>; 2]) -> Self {
        let mut of_frames = vec![Frame::default(); library.len()];
        let mut transforms = JointTransforms::new(library.skeleton().len());
        for clip in library.clips() {
            let mut after: Option<(f32, [Option<Turn>; 2])> = None;
            for frame in clip.frames.clone().rev() {
                transforms.compute(library.skeleton(), library.pose(FrameId(frame)));
                let Some(yaw) = pelvis_yaw(legs, &transforms) else { continue };
                let contacts = library.contacts(FrameId(frame));
                let turns = Side::BOTH.map(|side| {
                    let (then, turns) = after.unwrap_or((yaw, [None; 2]));
                    let turn = wrap_angle(then - yaw);
                    let (right, left) = turns[side.index()].unwrap_or((-turn, -turn));
                    contacts.get(side).then_some(((turn + right).min(0.0), (turn + left).max(0.0)))
                });
                let heading = library.ground(FrameId(frame)).heading;
                let pelvis = Some(wrap_angle(yaw - heading));
                of_frames[frame as usize] = Frame { turns, pelvis };
                after = Some((yaw, turns));
            }
        }
        Self { of_frames: of_frames.into() }
    }

    /// How far a body whose pelvis faces `pelvis`, seen along its heading, will yet turn over a foot if it
    /// goes on with a frame: until it faces as the frame does, and with what follows. `None` where the
    /// foot is not down.
    pub(super) fn over(&self, frame: FrameId, side: Side, pelvis: Option<f32>) -> Option<Turn> {
        let frame = self.of_frames.get(frame.0 as usize)?;
        let (right, left) = frame.turns[side.index()]?;
        let fades = frame.pelvis.zip(pelvis).map_or(0.0, |(own, shown)| wrap_angle(own - shown));
        Some(((fades + right).min(0.0), (fades + left).max(0.0)))
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.of_frames)
    }
}
