//! Where to go, and how briskly: the part of a goal that every controller knows something of.

use crate::{
    ability::{Abilities, Ability},
    ground_point::GroundPoint,
    path::Path,
    saved::{NO_SUCH_KIND, Reader, SavedValue, Writer, count},
    saved_value,
    snapshot::SnapshotError,
};

/// The fastest speed a goal may ask for, in metres a second; no human is faster.
pub const MAX_SPEED: f32 = 12.0;

/// How briskly to travel. Whatever is `None` is left to the controller.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// Speed in metres a second.
    pub speed: Option<f32>,
    /// Manner of going.
    pub gait: Option<Gait>,
}

/// A manner of going.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Gait {
    /// One foot always on the ground.
    Walk,
    /// With a phase of flight.
    Run,
    /// Walking with bent knees.
    Crouch,
}

/// Where to go. Headings and facings are in the world, in radians: 0 is +Z, left is more.
///
/// `facing` is the way the body looks where that differs from the way it travels; `None` means it
/// looks where it goes, or stays as it is when standing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Travel {
    /// Whatever comes naturally: the motion goes on as the data would.
    #[default]
    Free,
    /// Stop and stand, turned to `facing` if one is given.
    Stand {
        /// The way to look.
        facing: Option<f32>,
    },
    /// Travel in a direction.
    Move {
        /// The way to travel.
        heading: f32,
        /// How briskly.
        pace: Pace,
        /// The way to look.
        facing: Option<f32>,
    },
    /// Get onto a line and travel along it.
    Line {
        /// Any point of the line.
        through: GroundPoint,
        /// The way to travel along it.
        heading: f32,
        /// How briskly.
        pace: Pace,
        /// The way to look.
        facing: Option<f32>,
    },
    /// Go to a place and stand there.
    Reach {
        /// The place.
        target: GroundPoint,
        /// The way to look once there.
        facing: Option<f32>,
        /// How briskly to go.
        pace: Pace,
    },
    /// Follow a path to its end and stand there.
    Path {
        /// The way to go.
        path: Path,
        /// How briskly.
        pace: Pace,
        /// The way to look.
        facing: Option<f32>,
    },
}

impl Pace {
    /// As the controller likes.
    pub const ANY: Self = Self { speed: None, gait: None };

    /// A speed in metres a second, in whatever gait suits it.
    pub const fn speed(metres_per_sec: f32) -> Self {
        Self { speed: Some(metres_per_sec), gait: None }
    }

    /// A gait, at whatever speed suits it.
    pub const fn gait(gait: Gait) -> Self {
        Self { speed: None, gait: Some(gait) }
    }
}

impl Gait {
    /// Every gait.
    pub const ALL: [Self; 3] = [Self::Walk, Self::Run, Self::Crouch];

    /// The name used in scripts and labels, such as `walk`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Run => "run",
            Self::Crouch => "crouch",
        }
    }

    /// The gait of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gait| gait.name() == name)
    }
}

impl Travel {
    /// Stand as you are.
    pub const STAND: Self = Self::Stand { facing: None };

    /// Travel along `heading` at a speed, looking ahead.
    pub const fn walk(heading: f32, metres_per_sec: f32) -> Self {
        Self::Move { heading, pace: Pace::speed(metres_per_sec), facing: None }
    }

    /// How briskly to go.
    pub fn pace(&self) -> Pace {
        match self {
            Self::Free | Self::Stand { .. } => Pace::ANY,
            Self::Move { pace, .. }
            | Self::Line { pace, .. }
            | Self::Reach { pace, .. }
            | Self::Path { pace, .. } => *pace,
        }
    }

    /// The abilities a controller needs to serve it in full.
    pub fn needs(&self) -> Abilities {
        let (kind, facing) = match self {
            Self::Free => return Abilities::NONE,
            Self::Stand { facing } => (Ability::Stand, facing),
            Self::Move { facing, .. } => (Ability::Move, facing),
            Self::Line { facing, .. } => (Ability::Line, facing),
            Self::Reach { facing, .. } => (Ability::Reach, facing),
            Self::Path { facing, .. } => (Ability::Path, facing),
        };
        let turns = if kind == Ability::Stand { Ability::TurnInPlace } else { Ability::Facing };
        Abilities::of(&[kind])
            .with(Ability::Speed, self.pace().speed.is_some())
            .with(Ability::Gait, self.pace().gait.is_some())
            .with(turns, facing.is_some() && kind != Ability::Reach)
    }
}

saved_value!(Pace { speed, gait });

impl SavedValue for Gait {
    fn put(self, to: &mut Writer<'_>) {
        let place = Self::ALL.iter().position(|gait| *gait == self).unwrap_or(0);
        count(place).put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        Self::ALL.get(u32::get(from)? as usize).copied().ok_or(NO_SUCH_KIND)
    }
}
