//! Where the joints of a BVH file are, in its own units and axes: the oracle of every conversion.

use super::model::{Bvh, BvhJoint, Channel};

/// A joint or End Site in one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Point<'a> {
    /// Name of the joint, or of the joint that the End Site hangs from.
    pub joint: &'a str,
    /// Whether this is an End Site.
    pub end_site: bool,
    /// Place in the world of the file.
    pub position: [f64; 3],
}

impl Bvh {
    /// World positions of all joints and then of all End Sites in one of the frames that were read.
    ///
    /// Column vectors: R = R(first channel) · R(second) · R(third), a child stands at its parent
    /// plus the parent's rotation times its OFFSET, and position channels replace the OFFSET.
    pub fn joint_positions(&self, frame: usize) -> Vec<Point<'_>> {
        let values = self.frame(frame);
        let mut world: Vec<Transform> = Vec::with_capacity(self.header.joints.len());
        for joint in &self.header.joints {
            let local = local(joint, values);
            let transform = match joint.parent {
                None => local,
                Some(parent) => compose(&world[parent], &local),
            };
            world.push(transform);
        }
        let joints = self.header.joints.iter().zip(&world);
        let places = joints.clone().map(|(joint, transform)| Point {
            joint: &joint.name,
            end_site: false,
            position: transform.position,
        });
        let ends = joints.flat_map(|(joint, transform)| {
            joint.end_sites.iter().map(|offset| Point {
                joint: &joint.name,
                end_site: true,
                position: apply(transform, *offset),
            })
        });
        places.chain(ends).collect()
    }
}

type Matrix = [[f64; 3]; 3];

struct Transform {
    rotation: Matrix,
    position: [f64; 3],
}

fn local(joint: &BvhJoint, values: &[f64]) -> Transform {
    let mut transform = Transform {
        rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        position: joint.offset,
    };
    for (channel, value) in joint.channels.iter().zip(&values[joint.first_channel..]) {
        match *channel {
            Channel::Position(axis) => transform.position[axis] = *value,
            Channel::Rotation(axis) => {
                transform.rotation = product(&transform.rotation, &about(axis, *value));
            }
        }
    }
    transform
}

fn about(axis: usize, degrees: f64) -> Matrix {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut matrix = [[0.0; 3]; 3];
    matrix[axis][axis] = 1.0;
    matrix[j][j] = cos;
    matrix[j][k] = -sin;
    matrix[k][j] = sin;
    matrix[k][k] = cos;
    matrix
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

fn apply(transform: &Transform, point: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| {
        let turned = (0..3).map(|k| transform.rotation[i][k] * point[k]).sum::<f64>();
        transform.position[i] + turned
    })
}

fn compose(parent: &Transform, child: &Transform) -> Transform {
    Transform {
        rotation: product(&parent.rotation, &child.rotation),
        position: apply(parent, child.position),
    }
}
