//! Which way feet of a library will stand when they come down.

use super::points::FootPoints;
use sidestep_motion::{
    FrameId, MotionLibrary, Side, kinematics::JointTransforms, leg_ik::Leg, math::wrap_angle,
};
use std::{ops::Range, sync::Arc};

/// A foot in the air is turned to where it will stand from so long before it comes down, in seconds.
const AHEAD_SECS: f32 = 0.3;

/// What each foot does in each frame. Immutable and shared.
#[derive(Clone, Debug, Default)]
pub(super) struct Landings {
    of_frames: Arc<[[Landing; 2]]>,
}

/// What a foot of the library does in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Landing {
    /// By how much it will be turned further when it stands, halfway through its stance, than where it
    /// comes down, or than where it is where it is down; in radians. A foot that is held does not turn
    /// with the actor's any more, so it must land as his will stand.
    pub(super) ahead: f32,
    /// By how much it has turned on the floor since the frame before, in radians.
    pub(super) turned: f32,
}

impl Landings {
    pub(super) fn of(library: &MotionLibrary, legs: &[Option<Leg>; 2]) -> Self {
        let mut of_frames = vec![[Landing::default(); 2]; library.len()];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few frames")]
        let ahead = (AHEAD_SECS * library.rate_hz()).round() as u32;
        for clip in library.clips() {
            for side in Side::BOTH {
                let Some(leg) = &legs[side.index()] else { continue };
                let mut free = clip.frames.start;
                for stance in stances(library, clip.frames.clone(), side) {
                    let yaws = yaws(library, leg, stance.clone());
                    let stands = middle(&yaws);
                    for frame in free.max(stance.start.saturating_sub(ahead))..stance.start {
                        let comes_down = yaws.first().map_or(0.0, |yaw| stands - yaw);
                        of_frames[frame as usize][side.index()].ahead = wrap_angle(comes_down);
                    }
                    let mut before = yaws.first().copied().unwrap_or(0.0);
                    for (frame, yaw) in stance.clone().zip(yaws) {
                        let (ahead, turned) = (wrap_angle(stands - yaw), yaw - before);
                        of_frames[frame as usize][side.index()] = Landing { ahead, turned };
                        before = yaw;
                    }
                    free = stance.end;
                }
            }
        }
        Self { of_frames: of_frames.into() }
    }

    /// What a foot does in a frame.
    pub(super) fn of_frame(&self, frame: FrameId, side: Side) -> Landing {
        self.of_frames.get(frame.0 as usize).map_or(Landing::default(), |of| of[side.index()])
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.of_frames)
    }
}

/// The stretches of frames in which a foot is down without a break.
fn stances(library: &MotionLibrary, frames: Range<u32>, side: Side) -> Vec<Range<u32>> {
    let mut stances: Vec<Range<u32>> = Vec::new();
    for frame in frames.filter(|frame| library.contacts(FrameId(*frame)).get(side)) {
        match stances.last_mut() {
            Some(last) if last.end == frame => last.end += 1,
            _ => stances.push(frame..frame + 1),
        }
    }
    stances
}

/// Which way a foot points in each frame, without jumps.
fn yaws(library: &MotionLibrary, leg: &Leg, frames: Range<u32>) -> Vec<f32> {
    let mut transforms = JointTransforms::new(library.skeleton().len());
    let mut yaws: Vec<f32> = Vec::with_capacity(frames.len());
    for frame in frames {
        transforms.compute(library.skeleton(), library.pose(FrameId(frame)));
        let last = yaws.last().copied();
        let yaw = FootPoints::of(leg, &transforms).yaw().or(last).unwrap_or(0.0);
        yaws.push(last.map_or(yaw, |last| last + wrap_angle(yaw - last)));
    }
    yaws
}

/// The middle one of all.
fn middle(yaws: &[f32]) -> f32 {
    let mut sorted = yaws.to_vec();
    sorted.sort_by(f32::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}
