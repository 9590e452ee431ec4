//! What a picture shows: the body's points over time, made safe to draw.
//!
//! Pictures are also how one looks at broken motion, so nothing here fails: what is not finite is
//! replaced by the frame before, what is absurdly far is brought near.

use crate::number::{count, index};
use glam::{Quat, Vec3};
use sidestep_body::{Body, Build, Detail};
use sidestep_motion::{
    Clip, Contacts, GroundTransform, JointMotion, Label, ObjectTrack, Side, Skeleton,
    contact_detection::{ContactConfig, detect, estimate_floor},
    facing::ground_transforms,
    kinematics::JointTransforms,
    math::{exp, unit, wrap_angle},
};
use std::sync::Arc;

/// Nothing is drawn farther than this from the origin, so that squares stay finite.
const FARTHEST_METRES: f32 = 1e6;

/// Rates outside these are no rates; within them every time is a number of sensible size.
const SLOWEST_HZ: f32 = 1e-3;
const FASTEST_HZ: f32 = 1e6;

/// Width of the Gaussian over the speed and turn-rate curves.
const CURVE_SIGMA_SECS: f32 = 0.1;

/// Motion, prepared for drawing.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Name in the title.
    pub name: String,
    /// The skeleton, for its roles.
    pub skeleton: Arc<Skeleton>,
    /// Frames a second.
    pub rate_hz: f32,
    /// Foot contacts in each frame.
    pub contacts: Vec<Contacts>,
    /// Place of the root and smoothed heading in each frame.
    pub grounds: Vec<GroundTransform>,
    /// Named stretches.
    pub labels: Vec<Label>,
    /// Balls and the like.
    pub objects: Vec<ObjectTrack>,
    /// Height of the floor.
    pub floor: f32,
    points: Vec<Vec3>,
    /// How joints are turned, where that is known.
    rotations: Vec<Quat>,
    /// The body they wear in film strips.
    pub build: Build,
    /// What stands in the way: discs on the ground by their middle and radius.
    pub discs: Vec<(Vec3, f32)>,
}

impl Subject {
    /// A clip; contacts and floor are detected where it does not bring them.
    pub fn of_clip(clip: &Clip) -> Self {
        let joints = clip.skeleton.len();
        let frames = clip.len().min(clip.rotations.len() / joints);
        let mut motion = JointMotion::new(&clip.skeleton, clip.rate_hz, frames);
        let mut transforms = JointTransforms::new(joints);
        let mut tips = Vec::with_capacity(frames * joints);
        let mut rotations = Vec::with_capacity(frames * joints);
        for frame in 0..frames {
            transforms.compute(&clip.skeleton, clip.pose(frame));
            motion.push(&transforms);
            rotations.extend(transforms.rotations.iter().map(|rotation| unit(*rotation)));
            for (index, joint) in clip.skeleton.joints().iter().enumerate() {
                let tip = joint.tip.unwrap_or(Vec3::ZERO);
                tips.push(transforms.positions[index] + transforms.rotations[index] * tip);
            }
        }
        let mut subject = Self::new(&clip.name, motion, tips, clip.contacts.as_deref(), clip.floor);
        subject.rotations = rotations;
        subject.labels.clone_from(&clip.labels);
        subject.objects.clone_from(&clip.objects);
        subject
    }

    /// Bare joint positions; the tips of the body are put where their bones point.
    pub fn of_motion(name: &str, motion: &JointMotion, contacts: Option<&[Contacts]>) -> Self {
        let mut tips = Vec::with_capacity(motion.positions.len());
        for frame in 0..motion.len() {
            let positions = motion.frame(frame);
            for (joint, at) in motion.skeleton.joints().iter().zip(positions) {
                let length = joint.tip.map_or(0.0, Vec3::length);
                let from = joint.parent.map_or(*at, |parent| positions[parent.index()]);
                tips.push(*at + (*at - from).normalize_or_zero() * length);
            }
        }
        Self::new(name, motion.clone(), tips, contacts, None)
    }

    fn new(
        name: &str,
        mut motion: JointMotion,
        mut tips: Vec<Vec3>,
        contacts: Option<&[Contacts]>,
        floor: Option<f32>,
    ) -> Self {
        let joints = motion.skeleton.len();
        motion.rate_hz = match motion.rate_hz {
            rate if rate.is_finite() && rate > 0.0 => rate.clamp(SLOWEST_HZ, FASTEST_HZ),
            _ => 1.0,
        };
        make_finite(&mut motion.positions, joints);
        make_finite(&mut tips, joints);
        let frames = motion.len();
        let floor = floor.unwrap_or_else(|| estimate_floor(&motion));
        let floor = if floor.is_finite() { floor } else { 0.0 };
        let contacts = match contacts {
            Some(contacts) if contacts.len() == frames => contacts.to_vec(),
            _ => detect(&motion, floor, &ContactConfig::default()),
        };
        let grounds = places(&motion);
        let mut points = Vec::with_capacity(2 * motion.positions.len());
        for frame in 0..frames {
            points.extend_from_slice(motion.frame(frame));
            points.extend_from_slice(&tips[frame * joints..(frame + 1) * joints]);
        }
        Self {
            name: name.to_owned(),
            skeleton: motion.skeleton,
            rate_hz: motion.rate_hz,
            contacts,
            grounds,
            labels: Vec::new(),
            objects: Vec::new(),
            floor,
            points,
            rotations: Vec::new(),
            build: Build::default(),
            discs: Vec::new(),
        }
    }

    /// The body in which it is drawn; none where only the places of joints are known, or where no
    /// human is recognised.
    pub(crate) fn mesh(&self) -> Option<Body> {
        let is_turned = !self.rotations.is_empty();
        let body = is_turned.then(|| Body::of(&self.skeleton, self.build, Detail::Plain));
        body.filter(|body| body.is_human)
    }

    /// Place and rotation of the joints of a frame whose rotations are known.
    pub(crate) fn joints(&self, frame: usize) -> JointTransforms {
        let joints = self.skeleton.len();
        JointTransforms {
            positions: self.points(frame)[..joints].to_vec(),
            rotations: self.rotations[frame * joints..(frame + 1) * joints].to_vec(),
        }
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.grounds.len()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.grounds.is_empty()
    }

    /// Time from the first to the last frame.
    pub fn duration_secs(&self) -> f32 {
        count(self.len().saturating_sub(1)) / self.rate_hz
    }

    /// The time of a frame.
    pub(crate) fn secs(&self, frame: usize) -> f32 {
        count(frame) / self.rate_hz
    }

    /// Joints of one frame, then their tips in the same order.
    pub(crate) fn points(&self, frame: usize) -> &[Vec3] {
        let stride = 2 * self.skeleton.len();
        &self.points[frame * stride..(frame + 1) * stride]
    }

    /// Centres and radii of the objects there are in a frame.
    pub(crate) fn things(&self, frame: usize) -> Vec<(Vec3, f32)> {
        let far = Vec3::splat(FARTHEST_METRES);
        let thing = |track: &ObjectTrack| {
            let (object, radius) = (track.at(frame)?, track.kind.radius);
            let sound = object.position.is_finite() && radius > 0.0 && radius < FARTHEST_METRES;
            sound.then(|| (object.position.clamp(-far, far), radius))
        };
        self.objects.iter().filter_map(thing).collect()
    }

    /// The place on the floor below the root.
    pub(crate) fn foot_of_root(&self, frame: usize) -> Vec3 {
        self.grounds[frame].position() + Vec3::Y * self.floor
    }

    /// Horizontal speed of the root in every frame, in m/s, lightly smoothed.
    pub(crate) fn speeds(&self) -> Vec<f32> {
        let place = |frame: usize| self.grounds[frame].position();
        let raw = self.derivative(|from, to| place(to).distance(place(from)));
        smoothed(&raw, CURVE_SIGMA_SECS * self.rate_hz)
    }

    /// Turn rate of the heading in every frame, in rad/s, positive to the left.
    pub(crate) fn turn_rates(&self) -> Vec<f32> {
        let raw = self.derivative(|from, to| {
            wrap_angle(self.grounds[to].heading - self.grounds[from].heading)
        });
        smoothed(&raw, CURVE_SIGMA_SECS * self.rate_hz)
    }

    fn derivative(&self, change: impl Fn(usize, usize) -> f32) -> Vec<f32> {
        let last = self.len().saturating_sub(1);
        let slope = |frame: usize| {
            let (from, to) = (frame.saturating_sub(1), (frame + 1).min(last));
            if to > from { change(from, to) * self.rate_hz / count(to - from) } else { 0.0 }
        };
        (0..self.len()).map(slope).collect()
    }

    /// The stretches of frames in which a foot stands, first and last frame.
    pub(crate) fn stances(&self, side: Side) -> Vec<(usize, usize)> {
        let mut stances: Vec<(usize, usize)> = Vec::new();
        for (frame, contacts) in self.contacts.iter().enumerate() {
            if !contacts.get(side) {
                continue;
            }
            match stances.last_mut() {
                Some((_, last)) if *last + 1 == frame => *last = frame,
                _ => stances.push((frame, frame)),
            }
        }
        stances
    }
}

fn places(motion: &JointMotion) -> Vec<GroundTransform> {
    let headings = ground_transforms(motion);
    let place = |(frame, ground): (usize, &GroundTransform)| {
        let root = motion.frame(frame)[0];
        let heading = if ground.heading.is_finite() { ground.heading } else { 0.0 };
        GroundTransform::new(root.x, root.z, heading)
    };
    headings.iter().enumerate().map(place).collect()
}

fn make_finite(positions: &mut [Vec3], joints: usize) {
    let far = Vec3::splat(FARTHEST_METRES);
    for index in 0..positions.len() {
        positions[index] = match positions[index] {
            position if position.is_finite() => position.clamp(-far, far),
            _ if index >= joints => positions[index - joints],
            _ => Vec3::ZERO,
        };
    }
}

/// Values under a Gaussian of `sigma` frames, its weight renewed at the ends.
fn smoothed(values: &[f32], sigma: f32) -> Vec<f32> {
    let reach = index(3.0 * sigma).min(values.len());
    if reach == 0 {
        return values.to_vec();
    }
    let weight = |offset: usize| {
        let x = count(offset) / sigma;
        exp(-0.5 * x * x)
    };
    let weights: Vec<f32> = (0..=reach).map(weight).collect();
    let smooth = |centre: usize| {
        let (from, to) = (centre.saturating_sub(reach), (centre + reach + 1).min(values.len()));
        let (mut sum, mut total) = (0.0, 0.0);
        for other in from..to {
            let weight = weights[other.abs_diff(centre)];
            sum += weight * values[other];
            total += weight;
        }
        sum / total
    };
    (0..values.len()).map(smooth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_keeps_a_constant() {
        let smooth = smoothed(&[2.0; 20], 3.0);
        assert!(smooth.iter().all(|value| (value - 2.0).abs() < 1e-5));
        assert_eq!(smoothed(&[1.0, 5.0], 0.1), [1.0, 5.0]);
    }

    #[test]
    fn what_is_not_finite_is_taken_from_the_frame_before() {
        let mut positions = [Vec3::ONE, Vec3::NAN, Vec3::splat(1e30)];
        make_finite(&mut positions, 1);
        assert_eq!(positions, [Vec3::ONE, Vec3::ONE, Vec3::splat(FARTHEST_METRES)]);
    }
}
