//! A row of joints as one bendable line: where it runs, and which joints move each place on it.

use super::surface::Binding;
use glam::Vec3;
use sidestep_motion::{JointId, Skeleton};

/// Bones shorter than this are no bones, in metres.
const SHORTEST_BONE: f32 = 1e-3;

/// Joints one below the other. The stretch from a joint to the next is moved by the first.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    joints: Vec<JointId>,
    /// Place of each joint, and one more for the end.
    points: Vec<Vec3>,
    /// Length of the line up to each point.
    arcs: Vec<f32>,
}

impl Chain {
    /// The joints from `top` down to `bottom`, which only marks the end; none where `bottom` does
    /// not hang from `top` or the line has no length.
    pub(super) fn between(
        skeleton: &Skeleton,
        positions: &[Vec3],
        top: JointId,
        bottom: JointId,
    ) -> Option<Self> {
        let path = path_down(skeleton, top, bottom)?;
        let (end, joints) = path.split_last()?;
        let places = joints.iter().map(|joint| positions[joint.index()]).collect();
        Self::new(joints.to_vec(), places, positions[end.index()])
    }

    /// Joints at the places given, the last of which moves the stretch to `end`.
    pub(super) fn new(joints: Vec<JointId>, mut points: Vec<Vec3>, end: Vec3) -> Option<Self> {
        points.push(end);
        let is_bone = |i: &usize| points[*i].distance(points[i + 1]) > SHORTEST_BONE;
        let kept: Vec<usize> = (0..joints.len()).filter(is_bone).collect();
        let joints: Vec<JointId> = kept.iter().map(|i| joints[*i]).collect();
        let mut points: Vec<Vec3> = kept.iter().map(|i| points[*i]).collect();
        points.push(end);
        let mut arcs = vec![0.0];
        for pair in points.windows(2) {
            arcs.push(arcs[arcs.len() - 1] + pair[0].distance(pair[1]));
        }
        (!joints.is_empty()).then_some(Self { joints, points, arcs })
    }

    /// A line that one joint moves.
    pub(super) fn rigid(joint: JointId, from: Vec3, to: Vec3) -> Option<Self> {
        Self::new(vec![joint], vec![from], to)
    }

    /// The same line lengthened or cut so that it is `length` long.
    pub(super) fn with_length(mut self, length: f32) -> Self {
        while self.joints.len() > 1 && self.arcs[self.joints.len() - 1] >= length {
            self.joints.pop();
            self.points.pop();
            self.arcs.pop();
        }
        let last = self.points.len() - 1;
        self.points[last] = self.point(length);
        self.arcs[last] = length;
        self
    }

    /// Length of the whole line.
    pub(super) fn length(&self) -> f32 {
        self.arcs[self.arcs.len() - 1]
    }

    /// Length of the line up to the joint, or to the end where it is none of its joints.
    pub(super) fn arc_of(&self, joint: JointId) -> f32 {
        let index = self.joints.iter().position(|j| *j == joint);
        self.arcs[index.unwrap_or(self.joints.len())]
    }

    /// The place `arc` metres along the line; it goes on straight beyond its ends.
    pub(super) fn point(&self, arc: f32) -> Vec3 {
        let i = self.stretch(arc);
        let span = (self.arcs[i + 1] - self.arcs[i]).max(SHORTEST_BONE);
        self.points[i] + (self.points[i + 1] - self.points[i]) * ((arc - self.arcs[i]) / span)
    }

    /// The direction of the line, rounded over `reach` metres to both sides.
    pub(super) fn direction(&self, arc: f32, reach: f32) -> Vec3 {
        (self.point(arc + reach) - self.point(arc - reach)).try_normalize().unwrap_or(Vec3::Y)
    }

    /// The joints that move the line there; at a joint two of them share, over `reach` metres to
    /// both sides or half a bone where that is less.
    pub(super) fn binding(&self, arc: f32, reach: f32) -> Binding {
        let i = self.stretch(arc);
        let to_lower = if i > 0 { arc - self.arcs[i] } else { f32::INFINITY };
        let to_upper =
            if i + 1 < self.joints.len() { self.arcs[i + 1] - arc } else { f32::INFINITY };
        let (bend, offset) = if to_lower < to_upper { (i, to_lower) } else { (i + 1, -to_upper) };
        if bend == 0 || bend >= self.joints.len() {
            return Binding::rigid(self.joints[i]);
        }
        let shorter =
            (self.arcs[bend] - self.arcs[bend - 1]).min(self.arcs[bend + 1] - self.arcs[bend]);
        let t = (0.5 + 0.5 * offset / reach.min(0.5 * shorter)).clamp(0.0, 1.0);
        let second = t * t * (3.0 - 2.0 * t);
        Binding { joints: [self.joints[bend - 1], self.joints[bend]], second }
    }

    fn stretch(&self, arc: f32) -> usize {
        let later = self.arcs[1..self.joints.len()].iter().take_while(|start| **start <= arc);
        later.count()
    }
}

/// The joints from `top` to `bottom`, both included.
pub(super) fn path_down(
    skeleton: &Skeleton,
    top: JointId,
    bottom: JointId,
) -> Option<Vec<JointId>> {
    let mut path = vec![bottom];
    let mut joint = bottom;
    while joint != top {
        joint = skeleton.joint(joint).parent?;
        path.push(joint);
    }
    path.reverse();
    Some(path)
}
