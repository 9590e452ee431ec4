//! How a body of the library stands: a stretch in which it does, or else the frame nearest to it.

use crate::playback::local_pose;
use glam::Vec3;
use sidestep_motion::{
    FrameId, MotionLibrary, Pose, Role, Side,
    kinematics::JointTransforms,
    leg_ik::Leg,
    math::{cos, sin},
};
use std::{f32::consts::PI, ops::Range};

/// Joints that move no faster than this on average stand, in metres a second.
const STILL_SPEED: f32 = 0.12;

/// A foot that moves no further than this stands, in metres.
const STILL_FEET: f32 = 0.015;

/// A pelvis that moves no further than this stays over its feet, in metres.
const STILL_PELVIS: f32 = 0.02;

/// What is shorter is held as one pose, in seconds.
const LEAST_SECS: f32 = 1.0;

/// No longer stretch is played, in seconds.
const MOST_SECS: f32 = 10.0;

/// A body held in one pose sways by this much to the side and ahead, in metres.
const SWAY: [f32; 2] = [0.006, 0.004];

/// So long, in seconds.
const SWAY_SECS: [f32; 2] = [4.3, 5.9];

/// How a body stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Idle {
    /// The frames played to and fro; one frame where the library does not stand.
    frames: Range<u32>,
    /// The frame that is gone over to first.
    pub(super) entry: u32,
}

/// What is weighed of one frame.
struct Look {
    /// Mean speed of the joints.
    speed: f32,
    pelvis: Vec3,
    /// How far the ankles are apart, to the side and ahead.
    apart: [f32; 2],
    /// How far the higher hand is above the pelvis.
    hands: f32,
    ankles: [Vec3; 2],
}

impl Idle {
    /// The best there is in a library; `None` where no frame has both feet down.
    pub(super) fn of(library: &MotionLibrary, legs: &[Leg; 2]) -> Option<Self> {
        let looks = looks(library, legs);
        let mut heights: Vec<f32> = looks.iter().flatten().map(|look| look.pelvis.y).collect();
        heights.sort_by(f32::total_cmp);
        let upright = *heights.get(heights.len() * 4 / 5)?;
        let hips = hip_width(library, legs);
        let cost = |look: &Look| {
            look.speed / 0.1
                + (look.pelvis.y - upright).abs() / 0.04
                + look.apart[1].abs() / 0.12
                + (look.apart[0] - 1.3 * hips).abs() / 0.1
                + (look.hands - 0.1).max(0.0) / 0.05
        };
        let costs =
            looks.iter().enumerate().filter_map(|(at, look)| Some((at, cost(look.as_ref()?))));
        let (at, _) = costs.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let frames = stretch(library, &looks, at);
        Some(Self { frames, entry: u32::try_from(at).ok()? })
    }

    /// Writes how it stands after `secs`, with the entry at the character's own place.
    pub(super) fn write(&self, library: &MotionLibrary, secs: f32, out: &mut Pose) {
        let from_clip = library.ground(FrameId(self.entry)).inverse();
        if self.frames.len() < 2 {
            local_pose(library, self.entry, out);
            let wave = |which: usize| SWAY[which] * sin(2.0 * PI * secs / SWAY_SECS[which]);
            out.root_position += Vec3::new(wave(0), 0.0, wave(1));
            return;
        }
        // To and fro along the stretch, never stopping short: as a pendulum, as fast as captured on
        // average, beginning at the entry.
        let (last, begin) =
            ((self.frames.len() - 1) as f32, (self.entry - self.frames.start) as f32);
        let phase = sidestep_motion::math::acos(1.0 - 2.0 * begin / last);
        let turned = phase + 2.0 * secs * library.rate_hz() / last;
        let at = 0.5 * last * (1.0 - cos(turned));
        let before = (at.max(0.0) as u32).min(self.frames.end - self.frames.start - 2);
        let frame = self.frames.start + before;
        let share = (at - before as f32).clamp(0.0, 1.0);
        let pose = |frame: u32| library.pose(FrameId(frame));
        pose(frame).interpolate_into(pose(frame + 1), share, out);
        from_clip.transform_pose(out);
    }
}

/// The frames around one in which the body stands as well.
fn stretch(library: &MotionLibrary, looks: &[Option<Look>], at: usize) -> Range<u32> {
    let (frame, alone) = (at as u32, at as u32..at as u32 + 1);
    let clip = &library.clips()[library.clip_of(FrameId(frame)).index()].frames;
    let Some(Some(seed)) = looks.get(at) else { return alone };
    let stands = |frame: u32| {
        looks.get(frame as usize).and_then(Option::as_ref).is_some_and(|look| {
            let moved = |side: usize| look.ankles[side].distance(seed.ankles[side]);
            let feet_stay = moved(0).max(moved(1)) < STILL_FEET;
            let pelvis_stays = look.pelvis.distance(seed.pelvis) < STILL_PELVIS;
            look.speed < STILL_SPEED && feet_stay && pelvis_stays
        })
    };
    let most = (0.5 * MOST_SECS * library.rate_hz()) as u32;
    let start = (clip.start.max(frame.saturating_sub(most))..frame)
        .rev()
        .take_while(|frame| stands(*frame))
        .last()
        .unwrap_or(frame);
    let end = (frame + 1..clip.end.min(frame + most)).find(|frame| !stands(*frame));
    let end = end.unwrap_or(clip.end.min(frame + most)).max(frame + 1);
    let secs = (end - start) as f32 * library.frame_secs();
    if secs < LEAST_SECS { alone } else { start..end }
}

/// What is weighed of every frame with both feet down.
fn looks(library: &MotionLibrary, legs: &[Leg; 2]) -> Vec<Option<Look>> {
    let skeleton = library.skeleton();
    let hands = Side::BOTH.map(|side| skeleton.roles().get(Role::Hand(side)));
    let [mut now, mut then] = [(); 2].map(|()| JointTransforms::new(skeleton.len()));
    let look = |frame: u32| -> Option<Look> {
        let (id, next) = (FrameId(frame), FrameId(frame + 1));
        let is_down = Side::BOTH.iter().all(|side| library.contacts(id).get(*side));
        let goes_on =
            (next.index() < library.len()) && library.clip_of(id) == library.clip_of(next);
        if !(is_down && goes_on) {
            return None;
        }
        now.compute(skeleton, library.pose(id));
        then.compute(skeleton, library.pose(next));
        let count = skeleton.len().max(1) as f32;
        let way: f32 = now.positions.iter().zip(&then.positions).map(|(a, b)| a.distance(*b)).sum();
        let ankles = [0, 1].map(|side: usize| now.position(legs[side].foot));
        let apart = library.ground(id).inverse().transform_vector(ankles[0] - ankles[1]);
        let pelvis = library.pose(id).root_position;
        let above = hands.iter().flatten().map(|hand| now.position(*hand).y - pelvis.y);
        Some(Look {
            speed: way / count * library.rate_hz(),
            pelvis,
            apart: [apart.x, apart.z],
            hands: above.fold(f32::NEG_INFINITY, f32::max),
            ankles,
        })
    };
    (0_u32..).take(library.len()).map(look).collect()
}

fn hip_width(library: &MotionLibrary, legs: &[Leg; 2]) -> f32 {
    let mut transforms = JointTransforms::new(library.skeleton().len());
    transforms.compute(library.skeleton(), library.pose(FrameId(0)));
    transforms.position(legs[0].thigh).distance(transforms.position(legs[1].thigh))
}
