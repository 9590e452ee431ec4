//! A BVH file as values: nothing converted, nothing corrected.

use crate::frames::FrameSelection;

/// One number that changes from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Place along an axis (0 = X, 1 = Y, 2 = Z); it replaces that part of the joint's OFFSET.
    Position(usize),
    /// Rotation about an axis (0 = X, 1 = Y, 2 = Z), in degrees.
    Rotation(usize),
}

impl Channel {
    /// The channel of that name, in capitals or not.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        let (first, rest) = name.split_first()?;
        let axis = match first.to_ascii_lowercase() {
            b'x' => 0,
            b'y' => 1,
            b'z' => 2,
            _ => return None,
        };
        if rest.eq_ignore_ascii_case(b"rotation") {
            Some(Self::Rotation(axis))
        } else if rest.eq_ignore_ascii_case(b"position") {
            Some(Self::Position(axis))
        } else {
            None
        }
    }

    /// The name as files write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position(0) => "Xposition",
            Self::Position(1) => "Yposition",
            Self::Position(_) => "Zposition",
            Self::Rotation(0) => "Xrotation",
            Self::Rotation(1) => "Yrotation",
            Self::Rotation(_) => "Zrotation",
        }
    }
}

/// One joint of the hierarchy.
#[derive(Clone, Debug, PartialEq)]
pub struct BvhJoint {
    /// Name, which may hold blanks and colons.
    pub name: String,
    /// Index of the parent; only the first joint has none.
    pub parent: Option<usize>,
    /// OFFSET, in file units.
    pub offset: [f64; 3],
    /// Channels in the order of the file; rotations are applied in this order.
    pub channels: Vec<Channel>,
    /// Index of the first channel in the values of a frame.
    pub first_channel: usize,
    /// OFFSETs of the End Sites that hang from this joint.
    pub end_sites: Vec<[f64; 3]>,
}

/// Everything that stands before the values.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Joints in the order of the file, parents first.
    pub joints: Vec<BvhJoint>,
    /// Values in each frame.
    pub channels: usize,
    /// Frames in the file.
    pub frames: usize,
    /// Seconds from one frame to the next, as the file claims.
    pub frame_time_secs: f64,
}

impl Header {
    /// The joint and channel that a value of a frame belongs to.
    pub fn channel(&self, index: usize) -> Option<(&BvhJoint, Channel)> {
        let after = self.joints.partition_point(|joint| joint.first_channel <= index);
        // Joints without channels share the number of the joint after them.
        self.joints[..after].iter().rev().find_map(|joint| {
            let channel = joint.channels.get(index - joint.first_channel)?;
            Some((joint, *channel))
        })
    }
}

/// A BVH file: its joints and the values of the frames that were asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Bvh {
    /// Name of the file, for errors and notes.
    pub file: String,
    /// Joints, frame count and frame time of the whole file.
    pub header: Header,
    /// The frames that were read.
    pub selection: FrameSelection,
    /// Their values, frame after frame, `header.channels` of them each.
    pub values: Vec<f64>,
}

impl Bvh {
    /// Number of frames that were read.
    pub fn len(&self) -> usize {
        self.selection.len()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values of one of the frames that were read.
    pub fn frame(&self, frame: usize) -> &[f64] {
        let channels = self.header.channels;
        &self.values[frame * channels..(frame + 1) * channels]
    }
}
