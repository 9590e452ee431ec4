//! How much planted feet slide: the measure every method is held against.

use crate::{
    contacts::Contacts,
    foot_motion::{foot_points, span_frames, velocity},
    joint::JointId,
    joint_motion::JointMotion,
    side::Side,
};
use glam::Vec3;
use std::ops::Range;

/// How feet slid while they touched the ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skate {
    /// Mean horizontal speed over the contact frames of both feet, in metres a second: the
    /// slower of ankle and toe counts. Zero where nothing touches.
    pub mean_speed: f32,
    /// Number of frames in contact, each foot counted for itself.
    pub contact_frames: usize,
    /// Share of all frames in contact, mean of both feet.
    pub contact_fraction: f32,
    /// Every stance, in order of time, left before right.
    pub stances: Vec<Stance>,
}

/// One foot on the ground without a break.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance {
    /// Which foot.
    pub side: Side,
    /// The frames of contact.
    pub frames: Range<usize>,
    /// Horizontal distance in metres between the places of its first and last frame, for the
    /// joint (ankle or toe) that moved less.
    pub drift: f32,
}

impl Skate {
    /// Drifts of all stances in metres, in ascending order: for medians and percentiles.
    pub fn sorted_drifts(&self) -> Vec<f32> {
        let mut drifts: Vec<f32> = self.stances.iter().map(|stance| stance.drift).collect();
        drifts.sort_by(f32::total_cmp);
        drifts
    }
}

/// Measures how feet slide while in contact; `contacts` has one entry for each frame of `motion`.
///
/// Speeds are taken from frames of the same stance only, so a foot that is held exactly still
/// from touch-down to lift-off has none.
pub fn skate(motion: &JointMotion, contacts: &[Contacts]) -> Skate {
    let mut skate = Skate::default();
    let mut total = 0.0_f64;
    for side in Side::BOTH {
        let points: Vec<JointId> = foot_points(motion.skeleton.roles(), side).collect();
        if points.is_empty() {
            continue;
        }
        for frames in stances(contacts, side, motion.len()) {
            let slowest = |frame| slowest_speed(motion, &points, &frames, frame);
            total += frames.clone().map(|frame| f64::from(slowest(frame))).sum::<f64>();
            skate.contact_frames += frames.len();
            let drift = drift(motion, &points, &frames);
            skate.stances.push(Stance { side, frames, drift });
        }
    }
    skate.stances.sort_by_key(|stance| (stance.frames.start, stance.side));
    finish(&mut skate, total, motion.len());
    skate
}

fn finish(skate: &mut Skate, total: f64, frames: usize) {
    if skate.contact_frames > 0 {
        skate.mean_speed = (total / skate.contact_frames as f64) as f32;
        skate.contact_fraction = (skate.contact_frames as f64 / (2 * frames) as f64) as f32;
    }
}

/// The runs of frames in which a foot touches.
pub fn stances(contacts: &[Contacts], side: Side, frames: usize) -> Vec<Range<usize>> {
    let frames = frames.min(contacts.len());
    let touches = |frame: usize| frame < frames && contacts[frame].get(side);
    let starts =
        (0..frames).filter(|frame| touches(*frame) && (*frame == 0 || !touches(frame - 1)));
    starts.map(|start| start..(start..=frames).find(|f| !touches(*f)).unwrap_or(frames)).collect()
}

/// Horizontal speed in one frame of a stance, of the joint that is slower.
fn slowest_speed(
    motion: &JointMotion,
    points: &[JointId],
    stance: &Range<usize>,
    frame: usize,
) -> f32 {
    let span = span_frames(motion.rate_hz);
    let from = frame.saturating_sub(span).max(stance.start);
    let to = (frame + span).min(stance.end - 1);
    let speed = |joint: &JointId| horizontal(velocity(motion, *joint, from, to));
    points.iter().map(speed).reduce(f32::min).unwrap_or(0.0)
}

fn drift(motion: &JointMotion, points: &[JointId], stance: &Range<usize>) -> f32 {
    let way = |joint: &JointId| {
        let place = |frame: usize| motion.frame(frame)[joint.index()];
        horizontal(place(stance.end - 1) - place(stance.start))
    };
    points.iter().map(way).reduce(f32::min).unwrap_or(0.0)
}

fn horizontal(vector: Vec3) -> f32 {
    glam::Vec2::new(vector.x, vector.z).length()
}
