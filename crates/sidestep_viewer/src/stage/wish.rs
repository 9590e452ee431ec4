//! What a person asks for, as the page sends it.

use serde::{Deserialize, Serialize};
use sidestep_control::{Gait, Goal, GroundPoint, Pace, Path, Travel};

/// The most points of a path.
pub const MOST_POINTS: usize = 2_000;

/// What a person asks for. A world makes a goal of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Wish {
    /// Whatever comes naturally.
    Free {},
    /// Stop and stand.
    Stand {
        /// The way to look.
        #[serde(default)]
        facing: Option<f32>,
    },
    /// Travel in a direction.
    Move {
        /// The way to travel.
        heading: f32,
        /// How fast.
        #[serde(default)]
        speed: Option<f32>,
        /// In which gait.
        #[serde(default)]
        gait: Option<GaitName>,
        /// The way to look.
        #[serde(default)]
        facing: Option<f32>,
    },
    /// Get onto a line and follow it.
    Line {
        /// A point of the line.
        x: f32,
        /// The same.
        z: f32,
        /// The way to travel along it.
        heading: f32,
        /// How fast.
        #[serde(default)]
        speed: Option<f32>,
        /// In which gait.
        #[serde(default)]
        gait: Option<GaitName>,
        /// The way to look.
        #[serde(default)]
        facing: Option<f32>,
    },
    /// Go to a place and stand there.
    Reach {
        /// The place.
        x: f32,
        /// The same.
        z: f32,
        /// The way to look once there.
        #[serde(default)]
        facing: Option<f32>,
        /// How fast.
        #[serde(default)]
        speed: Option<f32>,
        /// In which gait.
        #[serde(default)]
        gait: Option<GaitName>,
    },
    /// Follow a path to its end.
    Path {
        /// Points `[x, z]` of it.
        points: Vec<[f32; 2]>,
        /// How fast.
        #[serde(default)]
        speed: Option<f32>,
        /// In which gait.
        #[serde(default)]
        gait: Option<GaitName>,
        /// The way to look.
        #[serde(default)]
        facing: Option<f32>,
    },
}

/// A gait by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GaitName {
    /// Walking.
    Walk,
    /// Running.
    Run,
    /// Walking with bent knees.
    Crouch,
}

impl Wish {
    /// Stand as you are.
    pub const STAND: Self = Self::Stand { facing: None };

    /// The goal that the wish names, everything moved by `(x, z)`.
    ///
    /// Numbers that make no sense are left to the character, which puts them right; a path that is
    /// none means to stand.
    pub fn to_goal(&self, (dx, dz): (f32, f32)) -> Goal {
        let point = |x: f32, z: f32| GroundPoint::new(x + dx, z + dz);
        Goal::from(match self {
            Self::Free {} => Travel::Free,
            Self::Stand { facing } => Travel::Stand { facing: *facing },
            Self::Move { heading, speed, gait, facing } => {
                Travel::Move { heading: *heading, pace: pace(*speed, *gait), facing: *facing }
            }
            Self::Line { x, z, heading, speed, gait, facing } => Travel::Line {
                through: point(*x, *z),
                heading: *heading,
                pace: pace(*speed, *gait),
                facing: *facing,
            },
            Self::Reach { x, z, facing, speed, gait } => {
                Travel::Reach { target: point(*x, *z), facing: *facing, pace: pace(*speed, *gait) }
            }
            Self::Path { points, speed, gait, facing } => {
                let points: Vec<GroundPoint> = points.iter().map(|[x, z]| point(*x, *z)).collect();
                match Path::new(&points) {
                    Ok(path) => Travel::Path { path, pace: pace(*speed, *gait), facing: *facing },
                    Err(_) => Travel::STAND,
                }
            }
        })
    }

    /// How briskly to go.
    pub fn pace(&self) -> Pace {
        match self {
            Self::Free {} | Self::Stand { .. } => Pace::ANY,
            Self::Move { speed, gait, .. }
            | Self::Line { speed, gait, .. }
            | Self::Reach { speed, gait, .. }
            | Self::Path { speed, gait, .. } => pace(*speed, *gait),
        }
    }

    /// What is wrong with it, if anything is.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        match self {
            Self::Path { points, .. } if points.len() > MOST_POINTS => {
                Some("a path has 2,000 points at most")
            }
            Self::Path { points, .. } if points.len() < 2 => Some("a path has two points at least"),
            _ => None,
        }
    }
}

fn pace(speed: Option<f32>, gait: Option<GaitName>) -> Pace {
    let gait = gait.map(|gait| match gait {
        GaitName::Walk => Gait::Walk,
        GaitName::Run => Gait::Run,
        GaitName::Crouch => Gait::Crouch,
    });
    Pace { speed, gait }
}
