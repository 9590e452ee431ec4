//! The features a motion state can be described by.

use glam::{Vec2, Vec3};
use sidestep_motion::{Displacement, GroundTransform, JointId, PoseRef, Side};

/// A motion state m = (x, v): a pose and what leads to the next one (section 3.1 of the
/// motion-field paper), with what a feature may ask for besides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionState<'a> {
    /// The pose x, in the world.
    pub pose: PoseRef<'a>,
    /// The displacement v to the pose one frame later, in the world.
    pub displacement: &'a Displacement,
    /// Heading of the character, in radians. Features are seen in its frame.
    pub heading: f32,
    /// Cosine and sine of each foot's contact phase, for [`Feature::ContactPhase`].
    pub phases: [Vec2; 2],
    /// Where the character will be, seen from where it is: one for each [`Feature::Future`]. What
    /// is missing counts as staying.
    pub future: &'a [GroundTransform],
}

impl<'a> MotionState<'a> {
    /// A state of pose, displacement and heading alone.
    pub fn new(pose: PoseRef<'a>, displacement: &'a Displacement, heading: f32) -> Self {
        Self { pose, displacement, heading, phases: [Vec2::ZERO; 2], future: &[] }
    }
}

/// One weighted part of a feature space. A weight multiplies squared differences, as β in eq. 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feature {
    /// Displacement of the root, v_root.
    RootVelocity {
        /// β_root.
        weight: f32,
        /// What it is measured in.
        unit: VelocityUnit,
    },
    /// Turn of the root to the next frame, q_0(û).
    RootTurn {
        /// β_0.
        weight: f32,
        /// What û is.
        probe: Probe,
    },
    /// Rotation of a joint now and in the next frame, p_i(û) and (q_i p_i)(û).
    Joint {
        /// The joint, any but the root.
        joint: JointId,
        /// β_i.
        weight: f32,
        /// What û is.
        probe: Probe,
    },
    /// Height of the root above the ground, in metres.
    RootHeight {
        /// Weight for each square metre.
        weight: f32,
    },
    /// Tilt of the root: the vertical as the root joint sees it.
    RootTilt {
        /// Weight.
        weight: f32,
    },
    /// How far each foot is through its stance or swing, as points of a circle.
    ContactPhase {
        /// Weight for both feet.
        weight: f32,
    },
    /// Place of a foot, seen from the ground below the root, in metres.
    FootPosition {
        /// Which foot.
        side: Side,
        /// Weight for each square metre.
        weight: f32,
    },
    /// Velocity of a foot in the world, in metres a second.
    FootVelocity {
        /// Which foot.
        side: Side,
        /// Weight.
        weight: f32,
    },
    /// Place and direction on the ground some time later, seen from now.
    Future {
        /// How much later, in seconds.
        secs: f32,
        /// Weight of the place, for each square metre.
        place_weight: f32,
        /// Weight of the direction as a unit vector.
        direction_weight: f32,
    },
}

/// What root velocity is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VelocityUnit {
    /// Metres a frame at 30 Hz, as eq. 1 is printed.
    MetresPerFrame,
    /// Metres a second.
    MetresPerSecond,
}

impl VelocityUnit {
    /// What a displacement over `frame_secs` is multiplied by.
    pub(crate) fn scale(self, frame_secs: f32) -> f32 {
        match self {
            Self::MetresPerFrame => 1.0 / (30.0 * frame_secs),
            Self::MetresPerSecond => 1.0 / frame_secs,
        }
    }
}

/// The vectors by whose rotated copies two rotations are compared: û of eq. 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// One vector, (1, 1, 1)/√3. Blind to rotation about itself.
    Diagonal,
    /// The three axes, each weighted by a third.
    Axes,
}

/// 1/√3.
pub(crate) const DIAGONAL: f32 = 0.577_350_26;

impl Probe {
    /// The vectors.
    pub(crate) fn vectors(self) -> &'static [Vec3] {
        const ALONG: [Vec3; 1] = [Vec3::splat(DIAGONAL)];
        match self {
            Self::Diagonal => &ALONG,
            Self::Axes => &Vec3::AXES,
        }
    }

    /// Their number.
    pub(crate) fn count(self) -> usize {
        self.vectors().len()
    }
}

impl Feature {
    /// Numbers it takes in a row.
    pub fn dims(&self) -> usize {
        match self {
            Self::RootVelocity { .. } | Self::RootTilt { .. } => 3,
            Self::FootPosition { .. } | Self::FootVelocity { .. } => 3,
            Self::RootTurn { probe, .. } => 3 * probe.count(),
            Self::Joint { probe, .. } => 6 * probe.count(),
            Self::RootHeight { .. } => 1,
            Self::ContactPhase { .. } | Self::Future { .. } => 4,
        }
    }

    /// What it compares, for people; features of one kind share a name.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::RootVelocity { .. } => "root velocity",
            Self::RootTurn { .. } => "root turn",
            Self::Joint { .. } => "joints",
            Self::RootHeight { .. } => "root height",
            Self::RootTilt { .. } => "root tilt",
            Self::ContactPhase { .. } => "contact phase",
            Self::FootPosition { .. } => "foot places",
            Self::FootVelocity { .. } => "foot velocities",
            Self::Future { .. } => "way ahead",
        }
    }

    /// Its weights.
    pub(crate) fn weights(&self) -> [f32; 2] {
        match *self {
            Self::Future { place_weight, direction_weight, .. } => [place_weight, direction_weight],
            Self::RootVelocity { weight, .. }
            | Self::RootTurn { weight, .. }
            | Self::Joint { weight, .. }
            | Self::RootHeight { weight }
            | Self::RootTilt { weight }
            | Self::ContactPhase { weight }
            | Self::FootPosition { weight, .. }
            | Self::FootVelocity { weight, .. } => [weight, 0.0],
        }
    }
}
