//! Foot plants: when a foot stands, and where. The place of a standing foot is an anchor on the
//! ground that goes along with whatever the captured foot still creeps and turns, so that the body
//! seen from its anchor stands on a foot that does neither.

use glam::Vec3;
use sidestep_motion::{
    FrameId, GroundTransform, JointId, MotionLibrary, PoseRef, Side, Skeleton,
    kinematics::joint_position,
    leg_ik::Leg,
    math::{atan2, wrap_angle},
};
use std::ops::Range;

/// A foot shorter than this seen from above points nowhere, in metres.
const SHORTEST_FOOT: f32 = 0.02;

/// An end of a foot that moves less than this in a second stands, in metres.
const STANDS: f32 = 0.25;

/// A foot whose ends rise or sink against each other by less than this lies flat, in metres.
const LEVEL: f32 = 0.012;

/// How much the distance from the middle of a contact counts in the choice of its constraint frame,
/// in metres a second for half of the contact.
const OFF_MIDDLE: f32 = 0.3;

/// One foot on the ground, from its landing to its leaving.
#[derive(Clone, Debug, PartialEq)]
pub struct Plant {
    /// The foot.
    pub side: Side,
    /// Frames of the library in which it is down.
    pub frames: Range<u32>,
    /// The frame in the middle of the time in which it lies flat: the constraint frame.
    pub middle: u32,
    /// Frames in which heel and ball both stand, within `frames`. Before, the foot rolls on its heel;
    /// after, on its ball.
    pub flat: Range<u32>,
    /// Where the foot is in each of its frames, and in each of their mirror images: the two sides of
    /// a captured skeleton differ a little, so one is not the image of the other.
    pub anchors: [Vec<GroundTransform>; 2],
}

/// The joints a foot stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FootJoints {
    /// Above the heel.
    pub ankle: JointId,
    /// The ball of the foot; the ankle again where the skeleton has none.
    pub toe: JointId,
}

/// Places of the ends of a foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootEnds {
    /// Of the ankle.
    pub ankle: Vec3,
    /// Of the ball.
    pub toe: Vec3,
}

impl FootJoints {
    /// Those of a leg.
    pub fn of(leg: &Leg) -> Self {
        Self { ankle: leg.foot, toe: leg.toe.as_ref().map_or(leg.foot, |toe| toe.joint) }
    }

    /// Where they are in a pose.
    pub fn ends(self, skeleton: &Skeleton, pose: PoseRef<'_>) -> FootEnds {
        let at = |joint| joint_position(skeleton, pose, joint);
        FootEnds { ankle: at(self.ankle), toe: at(self.toe) }
    }
}

impl FootEnds {
    /// Which way the foot points; `None` where it has no ball or stands on its tip.
    pub fn yaw(self) -> Option<f32> {
        let along = self.toe - self.ankle;
        let is_long = along.x.hypot(along.z) > SHORTEST_FOOT;
        is_long.then(|| atan2(along.x, along.z))
    }
}

impl Plant {
    /// Where the foot is in a frame; before it landed where it lands, after it left where it left.
    pub fn anchor(&self, frame: u32, mirrored: bool) -> GroundTransform {
        let anchors = &self.anchors[usize::from(mirrored)];
        let last = anchors.len().saturating_sub(1);
        let index = frame.saturating_sub(self.frames.start) as usize;
        anchors.get(index.min(last)).copied().unwrap_or_default()
    }

    /// Length in frames.
    pub fn len(&self) -> u32 {
        self.frames.end - self.frames.start
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }
}

/// The contacts of one side of a take.
pub(crate) fn contacts(library: &MotionLibrary, frames: Range<u32>, side: Side) -> Vec<Range<u32>> {
    let mut plants: Vec<Range<u32>> = Vec::new();
    for frame in frames {
        if !library.contacts(FrameId(frame)).get(side) {
            continue;
        }
        match plants.last_mut() {
            Some(last) if last.end == frame => last.end = frame + 1,
            _ => plants.push(frame..frame + 1),
        }
    }
    plants
}

/// A plant of a foot whose ends are where `ends` says.
pub(crate) fn plant(
    side: Side,
    frames: Range<u32>,
    rate_hz: f32,
    ends: impl Fn(u32) -> FootEnds,
) -> Plant {
    let flat = flat(&frames, rate_hz, &ends);
    let middle = flat.start + (flat.end - flat.start) / 2;
    let mut plant = Plant { side, frames, middle, flat, anchors: [Vec::new(), Vec::new()] };
    plant.anchors[0] = anchors(&plant, ends);
    plant
}

/// The anchors of a plant whose ends are where `ends` says.
pub(crate) fn anchors(
    plant: &Plant,
    mut ends: impl FnMut(u32) -> FootEnds,
) -> Vec<GroundTransform> {
    let Range { start, end } = plant.frames;
    let here = ends(plant.middle);
    let origin = GroundTransform::new(here.toe.x, here.toe.z, here.yaw().unwrap_or(0.0));
    let mut anchors = vec![origin; (end - start) as usize];
    let index = |frame: u32| (frame - start) as usize;
    let on_ball = |a: u32, b: u32| a.min(b) >= plant.flat.start;
    for frame in plant.middle + 1..end {
        let feet = [ends(frame - 1), ends(frame)];
        anchors[index(frame)] = follow(feet, on_ball(frame - 1, frame), anchors[index(frame) - 1]);
    }
    for frame in (start..plant.middle).rev() {
        let feet = [ends(frame + 1), ends(frame)];
        anchors[index(frame)] = follow(feet, on_ball(frame + 1, frame), anchors[index(frame) + 1]);
    }
    anchors
}

/// An anchor carried along with a foot: turned with it about the end it stands on.
fn follow([from, to]: [FootEnds; 2], on_ball: bool, anchor: GroundTransform) -> GroundTransform {
    let (pivot, pivot_now) = if on_ball { (from.toe, to.toe) } else { (from.ankle, to.ankle) };
    let turn = match (from.yaw(), to.yaw()) {
        (Some(before), Some(now)) => wrap_angle(now - before),
        _ => 0.0,
    };
    let arm = GroundTransform::new(0.0, 0.0, turn).transform_vector(anchor.position() - pivot);
    let heading = wrap_angle(anchor.heading + turn);
    GroundTransform::new(pivot_now.x + arm.x, pivot_now.z + arm.z, heading)
}

/// The frames in which both ends of a foot stand, around the stillest moment of its contact.
#[expect(clippy::cast_precision_loss, reason = "a few frames")]
fn flat(frames: &Range<u32>, rate_hz: f32, ends: impl Fn(u32) -> FootEnds) -> Range<u32> {
    let moves = |a: u32, b: u32| {
        let (a, b) = (ends(a), ends(b));
        a.ankle.distance(b.ankle).max(a.toe.distance(b.toe)) * rate_hz
    };
    let half = 0.5 * (frames.end - frames.start) as f32;
    let off = |frame: u32| ((frame - frames.start) as f32 - half).abs() / half.max(1.0);
    let restless = |frame: &u32| {
        let before = moves(frame.saturating_sub(1).max(frames.start), *frame);
        let after = moves(*frame, (frame + 1).min(frames.end - 1));
        before.max(after) + OFF_MIDDLE * off(*frame)
    };
    let stillest = frames.clone().min_by(|a, b| restless(a).total_cmp(&restless(b)));
    let stillest = stillest.unwrap_or(frames.start);
    let slope = |frame: u32| ends(frame).toe.y - ends(frame).ankle.y;
    let level = slope(stillest);
    let lies = |frame: u32| (slope(frame) - level).abs() < LEVEL;
    let (mut from, mut to) = (stillest, stillest);
    while from > frames.start && lies(from - 1) && moves(from - 1, from) < STANDS {
        from -= 1;
    }
    while to + 1 < frames.end && lies(to + 1) && moves(to, to + 1) < STANDS {
        to += 1;
    }
    from..to + 1
}
