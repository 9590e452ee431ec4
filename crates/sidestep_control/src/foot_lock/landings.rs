//! How feet of a library stand: which way once they have come down, and how high while they roll.

use super::{habits::FootHabits, points::FootPoints};
use sidestep_motion::{
    FrameId, MotionLibrary, Side, kinematics::JointTransforms, leg_ik::Leg, math::wrap_angle,
};
use std::{ops::Range, sync::Arc};

/// A foot in the air is turned to where it will stand from so long before it comes down, in seconds.
const AHEAD_SECS: f32 = 0.3;

/// A foot stands as low as the actor's did, up to so far below its usual height, in metres; what is beyond that,
/// and what hovers, is taken for an error of the capture.
const OWN_DEPTH: f32 = 0.01;

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
    /// How far its lower end is above where it usually stands, in metres: a foot that rolls over its heel
    /// or the tips of its toes lifts the joints of both.
    pub(super) rise: f32,
}

impl Landings {
    pub(super) fn of(
        library: &MotionLibrary,
        legs: &[Option<Leg>; 2],
        habits: &[FootHabits; 2],
    ) -> Self {
        let mut of_frames = vec![[Landing::default(); 2]; library.len()];
        let ahead = (AHEAD_SECS * library.rate_hz()).round() as u32;
        for clip in library.clips() {
            for side in Side::BOTH {
                let Some(leg) = &legs[side.index()] else { continue };
                let mut free = clip.frames.start;
                for stance in stances(library, clip.frames.clone(), side) {
                    let points = points(library, leg, stance.clone());
                    let yaws = yaws(&points);
                    let rises = rises(&points, &habits[side.index()]);
                    let stands = middle(&yaws);
                    for frame in free.max(stance.start.saturating_sub(ahead))..stance.start {
                        let comes_down = yaws.first().map_or(0.0, |yaw| stands - yaw);
                        of_frames[frame as usize][side.index()].ahead = wrap_angle(comes_down);
                    }
                    let mut before = yaws.first().copied().unwrap_or(0.0);
                    for (frame, (yaw, rise)) in stance.clone().zip(yaws.into_iter().zip(rises)) {
                        let (ahead, turned) = (wrap_angle(stands - yaw), yaw - before);
                        of_frames[frame as usize][side.index()] = Landing { ahead, turned, rise };
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

/// Where a foot is in each frame.
fn points(library: &MotionLibrary, leg: &Leg, frames: Range<u32>) -> Vec<FootPoints> {
    let mut transforms = JointTransforms::new(library.skeleton().len());
    let mut at = |frame: u32| {
        transforms.compute(library.skeleton(), library.pose(FrameId(frame)));
        FootPoints::of(leg, &transforms)
    };
    frames.map(&mut at).collect()
}

/// Which way a foot points in each frame, without jumps.
fn yaws(points: &[FootPoints]) -> Vec<f32> {
    let mut yaws: Vec<f32> = Vec::with_capacity(points.len());
    for points in points {
        let last = yaws.last().copied();
        let yaw = points.yaw().or(last).unwrap_or(0.0);
        yaws.push(last.map_or(yaw, |last| last + wrap_angle(yaw - last)));
    }
    yaws
}

/// How far the lower end of a foot in a stance is above where it usually stands, in each frame.
fn rises(points: &[FootPoints], habits: &FootHabits) -> Vec<f32> {
    let gaps = points.iter().map(|points| habits.heights.gap(*points));
    let lowest = gaps.clone().fold(f32::INFINITY, f32::min);
    let off = lowest - lowest.clamp(-OWN_DEPTH, 0.0);
    gaps.map(|gap| gap - off).collect()
}

/// The middle one of all.
fn middle(yaws: &[f32]) -> f32 {
    let mut sorted = yaws.to_vec();
    sorted.sort_by(f32::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}
