//! What is played at a moment: cycles, mixes of them, passages from one to the next.

use sidestep_motion::{GroundTransform, Pose, kinematics::JointTransforms};

/// A cycle as it is played: from the library, or its mirror image; alone, or mixed with a neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// Which cycle.
    pub cycle: u32,
    /// Whether left and right are exchanged.
    pub mirrored: bool,
    /// What is mixed with it.
    pub mixed: Option<Mixed>,
}

impl Played {
    /// A cycle alone.
    pub const fn alone(cycle: u32, mirrored: bool) -> Self {
        Self { cycle, mirrored, mixed: None }
    }

    /// The cycle that counts more.
    pub(crate) fn nearer(&self) -> u32 {
        self.mixed.filter(|mixed| mixed.share >= 0.5).map_or(self.cycle, |mixed| mixed.other)
    }
}

/// What is mixed into a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mixed {
    /// Another cycle of like shape.
    pub other: u32,
    /// How much that counts, between 0 and 1.
    pub share: f32,
    /// From the anchor of the first foot to the border, and from there to the anchor of the second.
    pub into: GroundTransform,
    /// See `into`.
    pub out: GroundTransform,
}

/// The passage from one cycle to the next, over one foot plant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// The cycle whose second part ends.
    pub from: Played,
    /// The cycle whose first part begins.
    pub to: Played,
    /// Where the standing foot is in the world.
    pub anchor: GroundTransform,
}

/// One of the two motions in a blend, at a moment: a cycle or a mix of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Half {
    pub(crate) first: Taken,
    /// What is mixed in, and its share.
    pub(crate) second: Option<(Taken, f32)>,
    /// The point of the foot that a mix is laid by, from the ankle (0) to the ball (1).
    pub(crate) pivot: f32,
}

/// A moment of a cycle, laid where its standing foot is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) frame: u32,
    /// How far it is on the way to the next frame.
    pub(crate) past: f32,
    pub(crate) mirrored: bool,
    /// Of this frame and of the next one.
    pub(crate) world_from_clip: [GroundTransform; 2],
}

impl Half {
    /// The cycle that counts more.
    pub(crate) fn nearer(&self) -> Taken {
        match self.second {
            Some((second, share)) if share >= 0.5 => second,
            _ => self.first,
        }
    }
}

/// Room for blending.
#[derive(Clone, Debug)]
pub struct Room {
    /// Of both halves.
    pub(crate) halves: [Pose; 2],
    /// What is mixed into one of them, and a moment between two frames.
    pub(crate) mixing: [Pose; 2],
    /// Of a blend whose foot in the air is brought to its place.
    pub(crate) transforms: JointTransforms,
}

impl Room {
    /// For a skeleton of so many joints.
    pub fn new(joints: usize) -> Self {
        let pose = || Pose::identity(joints);
        Self {
            halves: [pose(), pose()],
            mixing: [pose(), pose()],
            transforms: JointTransforms::new(joints),
        }
    }
}

/// A place on the ground seen in a mirror.
pub(crate) fn reflected(ground: GroundTransform) -> GroundTransform {
    GroundTransform::new(-ground.x, ground.z, -ground.heading)
}

/// A place, mirrored where that is wanted.
pub(crate) fn mirrored_if(ground: GroundTransform, mirrored: bool) -> GroundTransform {
    if mirrored { reflected(ground) } else { ground }
}
