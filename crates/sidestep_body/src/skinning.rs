//! The body in a pose: linear blend skinning, as every engine does it.

use crate::Body;
use glam::{Quat, Vec3};
use sidestep_motion::kinematics::JointTransforms;

/// Corners of a body in some pose. A buffer that is used from pose to pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skinned {
    /// Place of each corner in the world.
    pub positions: Vec<Vec3>,
    /// The way out of the body at each corner, of length one.
    pub normals: Vec<Vec3>,
}

impl Skinned {
    /// Puts the body where the joints are.
    pub fn pose(&mut self, body: &Body, joints: &JointTransforms) {
        let moves: Vec<(Quat, Vec3)> = moves(body, joints);
        self.positions.clear();
        self.normals.clear();
        for vertex in &body.vertices {
            let (mut position, mut normal) = (Vec3::ZERO, Vec3::ZERO);
            for (joint, weight) in vertex.joints.iter().zip(vertex.weights) {
                if weight > 0.0 {
                    let (turn, shift) = moves[usize::from(*joint)];
                    position += (turn * vertex.position + shift) * weight;
                    normal += (turn * vertex.normal) * weight;
                }
            }
            self.positions.push(position);
            self.normals.push(normal.normalize_or(Vec3::Y));
        }
    }
}

/// What each joint does to a point of the body as it was made: turn, then shift.
fn moves(body: &Body, joints: &JointTransforms) -> Vec<(Quat, Vec3)> {
    let stance = &body.stance;
    let one = |index: usize| {
        let turn = joints.rotations[index] * stance.rotations[index].conjugate();
        (turn, joints.positions[index] - turn * stance.positions[index])
    };
    (0..stance.positions.len().min(joints.positions.len())).map(one).collect()
}
