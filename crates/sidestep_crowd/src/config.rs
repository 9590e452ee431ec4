//! Settings of a crowd.

use glam::Vec2;
use sidestep_control::FootLockConfig;
use sidestep_mobility_map::MobilityCost;
use sidestep_navigate::AvoidanceConfig;

/// Settings of a crowd.
#[derive(Clone, Debug, PartialEq)]
pub struct CrowdConfig {
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// How the ends of options are compared where nobody is minded.
    pub weights: Weights,
    /// Nearer than this to its target, in metres, a character has arrived.
    pub arrived: f32,
    /// Where the beholder stands; without one everybody has the detail `detail`.
    pub camera: Option<Vec2>,
    /// Detail of everybody where there is no camera.
    pub detail: Detail,
    /// Characters within these distances of the camera, in metres, are near, and middling.
    pub detail_metres: (f32, f32),
    /// Joins of near characters are smoothed over this long.
    pub smooth_secs: f32,
    /// How feet of near characters are kept where they stand, if they are; poses must then be written in every
    /// frame. Corrections let feet slide a little, which only who is near can see.
    pub foot_lock: Option<FootLockConfig>,
    /// Whether characters mind each other.
    pub avoid: bool,
    /// How far ahead they look when they do.
    pub avoidance: AvoidanceConfig,
    /// Radius of a body in avoidance, in metres.
    pub body_radius: f32,
    /// Speed characters like, in metres a second; `None` for the library's usual one, at most a brisk
    /// walk.
    pub speed: Option<f32>,
    /// What is done where a choice of whole steps is too coarse.
    pub correction: Correction,
}

/// Weights of eq. 5.1, and of the time an option takes, which the thesis leaves out because all its
/// options take about as long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Of each second of the way.
    pub per_second: f32,
    /// ω_D: of each metre left at its end.
    pub per_metre: f32,
    /// ω_θ: of each degree between the heading at its end and the way that is left.
    pub per_degree: f32,
}

impl Weights {
    /// Those of the thesis.
    pub const PAPER: Self = Self::of(&MobilityCost::PAPER);

    /// Those by which a single character of the map goes.
    pub const fn of(cost: &MobilityCost) -> Self {
        let MobilityCost { per_second, per_metre, per_degree, .. } = *cost;
        Self { per_second, per_metre, per_degree }
    }
}

impl Default for Weights {
    /// In seconds until one is there.
    fn default() -> Self {
        Self::of(&MobilityCost::default())
    }
}

/// How much care a character gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Decides at the end of its plan only.
    Far,
    /// Decides at every fourth state.
    Middle,
    /// Decides at every state; its joins are smoothed.
    Near,
}

/// Bounds of what is added to the captured motion so that bodies keep clear of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// Slowest and fastest playing, as a factor.
    pub rate: (f32, f32),
    /// Fastest slide of the root over the ground, in metres a second.
    pub slide: f32,
    /// Fastest turn of the root that is not in the data, in radians a second.
    pub turn: f32,
}

impl Correction {
    /// Nothing is added.
    pub const NONE: Self = Self { rate: (1.0, 1.0), slide: 0.0, turn: 0.0 };
}

impl Default for Correction {
    fn default() -> Self {
        Self { rate: (0.5, 1.1), slide: 0.25, turn: 0.35 }
    }
}

impl Default for CrowdConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            weights: Weights::default(),
            arrived: 1.0,
            camera: None,
            detail: Detail::Near,
            detail_metres: (15.0, 40.0),
            smooth_secs: 0.3,
            foot_lock: None,
            avoid: false,
            avoidance: AvoidanceConfig::default(),
            body_radius: 0.3,
            speed: None,
            correction: Correction::default(),
        }
    }
}
