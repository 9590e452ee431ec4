//! Writes a clip as a BVH file, the lingua franca of motion capture.
//!
//! Zero rotation means the offsets as they are, so rest rotations have no place in the file.
//! Joints are written depth first, as the format demands; a skeleton in another order comes back
//! with its joints reordered. Objects have no place in it either: a ball as one more joint would be
//! taken for a part of the body by whoever opens the file, Blender and our own reader included. GLB
//! holds both.

pub use crate::euler::RotationOrder;
use crate::{ExportError, euler::angles_near};
use glam::{Quat, Vec3};
use sidestep_motion::{Clip, JointId, Skeleton};
use std::fmt::Write as _;

/// Length of the End Site of a leaf joint that has no tip, in metres.
const DEFAULT_TIP: f32 = 0.05;

/// How a BVH file is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhOptions {
    /// Order of the rotation channels.
    pub order: RotationOrder,
    /// Length of one unit of the file: 1 for metres, 0.01 for centimetres.
    pub metres_per_unit: f32,
}

impl Default for BvhOptions {
    fn default() -> Self {
        Self { order: RotationOrder::Zyx, metres_per_unit: 1.0 }
    }
}

/// The clip as the text of a BVH file.
pub fn write(clip: &Clip, options: &BvhOptions) -> Result<String, ExportError> {
    clip.check()?;
    let metres_per_unit = options.metres_per_unit;
    if !(metres_per_unit.is_finite() && metres_per_unit > 0.0) {
        return Err(ExportError::Unit { metres_per_unit });
    }
    let scale = 1.0 / f64::from(metres_per_unit);
    let mut writer = Writer { clip, order: options.order, scale, text: String::new() };
    let depth_first = writer.hierarchy();
    writer.motion(&depth_first);
    Ok(writer.text)
}

struct Writer<'a> {
    clip: &'a Clip,
    order: RotationOrder,
    /// Units of the file in one metre.
    scale: f64,
    text: String,
}

impl Writer<'_> {
    /// Writes the tree and returns its joints in the order written.
    fn hierarchy(&mut self) -> Vec<JointId> {
        let skeleton = &self.clip.skeleton;
        let children = children_of(skeleton);
        let mut order = Vec::with_capacity(skeleton.len());
        // What is still open, deepest last: a joint to write at a depth, or a brace to close.
        let mut todo = vec![Step::Joint(JointId(0), 0)];
        self.text.push_str("HIERARCHY\n");
        while let Some(step) = todo.pop() {
            match step {
                Step::Close(depth) => self.line(depth, "}"),
                Step::Joint(joint, depth) => {
                    self.joint(joint, depth);
                    order.push(joint);
                    let below = &children[joint.index()];
                    if below.is_empty() {
                        self.end_site(joint, depth + 1);
                    }
                    todo.push(Step::Close(depth));
                    todo.extend(below.iter().rev().map(|child| Step::Joint(*child, depth + 1)));
                }
            }
        }
        order
    }

    fn joint(&mut self, id: JointId, depth: usize) {
        let joint = self.clip.skeleton.joint(id);
        let is_root = joint.parent.is_none();
        let name = word(&joint.name, id);
        self.line(depth, &format!("{} {name}", if is_root { "ROOT" } else { "JOINT" }));
        self.line(depth, "{");
        // The place of the root is in its channels; an offset would be added by some readers.
        self.offset(if is_root { Vec3::ZERO } else { joint.offset }, depth + 1);
        let [a, b, c] = self.order.axes();
        let rotations = format!("{a}rotation {b}rotation {c}rotation");
        let channels = match is_root {
            true => format!("CHANNELS 6 Xposition Yposition Zposition {rotations}"),
            false => format!("CHANNELS 3 {rotations}"),
        };
        self.line(depth + 1, &channels);
    }

    fn end_site(&mut self, id: JointId, depth: usize) {
        let joint = self.clip.skeleton.joint(id);
        let onward = || joint.offset.try_normalize().unwrap_or(Vec3::Y) * DEFAULT_TIP;
        self.line(depth, "End Site");
        self.line(depth, "{");
        self.offset(joint.tip.unwrap_or_else(onward), depth + 1);
        self.line(depth, "}");
    }

    fn motion(&mut self, depth_first: &[JointId]) {
        let frames = self.clip.len();
        let frame_secs = 1.0 / f64::from(self.clip.rate_hz);
        self.put(format_args!("MOTION\nFrames: {frames}\nFrame Time: {frame_secs:.10}\n"));
        let mut previous = vec![[0.0; 3]; depth_first.len()];
        for frame in 0..frames {
            let pose = self.clip.pose(frame);
            let p = pose.root_position.as_dvec3() * self.scale;
            self.put(format_args!("{:.6} {:.6} {:.6}", p.x, p.y, p.z));
            for (joint, previous) in depth_first.iter().zip(&mut previous) {
                self.rotation(pose.rotations[joint.index()], previous);
            }
            self.text.push('\n');
        }
    }

    fn rotation(&mut self, rotation: Quat, previous: &mut [f64; 3]) {
        *previous = angles_near(rotation, self.order, *previous);
        let [a, b, c] = previous.map(f64::to_degrees);
        self.put(format_args!(" {a:.6} {b:.6} {c:.6}"));
    }

    fn offset(&mut self, metres: Vec3, depth: usize) {
        let v = metres.as_dvec3() * self.scale;
        self.line(depth, &format!("OFFSET {:.6} {:.6} {:.6}", v.x, v.y, v.z));
    }

    fn line(&mut self, depth: usize, content: &str) {
        self.text.extend(std::iter::repeat_n('\t', depth));
        self.text.push_str(content);
        self.text.push('\n');
    }

    fn put(&mut self, content: std::fmt::Arguments<'_>) {
        self.text.write_fmt(content).expect("writing to a String cannot fail");
    }
}

enum Step {
    Joint(JointId, usize),
    Close(usize),
}

fn children_of(skeleton: &Skeleton) -> Vec<Vec<JointId>> {
    let mut children = vec![Vec::new(); skeleton.len()];
    for (joint, id) in skeleton.joints().iter().zip(0..) {
        if let Some(parent) = joint.parent {
            children[parent.index()].push(JointId(id));
        }
    }
    children
}

/// A name as one word: readers split lines at white space and braces.
fn word(name: &str, id: JointId) -> String {
    if name.is_empty() {
        return format!("joint_{}", id.0);
    }
    let breaks = |c: char| c.is_whitespace() || c.is_control() || c == '{' || c == '}';
    name.chars().map(|c| if breaks(c) { '_' } else { c }).collect()
}
