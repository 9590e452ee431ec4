//! Settings of cycles, gaits and costs. The first page of [`crate`] says why they are what they are.

use serde::{Deserialize, Serialize};

/// How many gaits there are.
pub const GAITS: usize = 5;

/// How cycles are found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CycleConfig {
    /// Width of a Gaussian that the data is smoothed by before feet are held, as the other methods do;
    /// 0 plays it as it was captured, as in the paper.
    pub smooth_secs: f32,
    /// How far feet near the floor are brought back to where they were captured, from 0 to 1: smoothing
    /// lets them glide where they come down.
    pub feet_kept: f32,
    /// How far the foot in the air of a blend is brought to the middle of where both motions have it, from 0 to
    /// 1: mixed joints alone carry it lower, for a bend of half the angle lifts it by less than half.
    pub swing_kept: f32,
    /// The shortest time from one foot's middle to the other's.
    pub shortest_step_secs: f32,
    /// The longest.
    pub longest_step_secs: f32,
    /// A foot that is down for longer stands before or after the cycle.
    pub longest_plant_secs: f32,
    /// The constraint frame of such a foot lies this far from its end.
    pub constraint_secs: f32,
    /// How far a standing foot may slide, in metres.
    pub most_slide: f32,
    /// How far a cycle may turn, in radians.
    pub most_turn: f32,
    /// Length of a cycle of standing.
    pub stand_secs: f32,
    /// Slower than this is standing, in metres a second.
    pub stand_speed: f32,
}

/// How cycles are sorted into gaits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GaitConfig {
    /// Speeds between standing, slow walk, walk, fast walk and run, in metres a second.
    pub borders: [f32; GAITS - 1],
    /// Cycles this near to a border, as a share of its speed, belong to both sides.
    pub overlap: f32,
    /// Cycles that turn by more than this belong to the gaits of their neighbours too, in radians.
    pub turning: f32,
    /// A gait with fewer cycles is not offered.
    pub least_cycles: usize,
}

/// What counts in Ψ, the physical error of a blend.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnlikenessConfig {
    /// Weight of squared differences of position.
    pub position_weight: f32,
    /// Weight of squared differences of velocity, in seconds squared.
    pub velocity_weight: f32,
    /// What turning twice as fast as nineteen of twenty captured steps adds.
    pub too_fast: f32,
    /// What each radian adds by which the body is twisted over its standing foot further than in
    /// nineteen of twenty captured steps; 0 in the paper.
    pub twisted: f32,
}

/// What costs what: the γ of eqs. 4 and 5.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CostConfig {
    /// γ_x, for each metre off the path.
    pub deviation: f64,
    /// γ_O, at an obstacle.
    pub obstacle: f64,
    /// σ_O, width of an obstacle, in metres.
    pub obstacle_width: f64,
    /// γ_Ψ, for a blend of motions ten centimetres apart.
    pub physics: f64,
    /// γ_ρ, for each radian off the direction; while standing, for each metre a second.
    pub direction: f64,
    /// γ_τ, for each radian that the torso is off.
    pub torso: f64,
    /// γ_ω, for each radian a second that the spin is off.
    pub spin: f64,
    /// For each share of the wanted speed that a step is too slow or too fast; 0 leaves the speed to
    /// the gait alone, as in the paper.
    pub speed: f64,
    /// For each metre that a step ends from the point it should end on, where there is one.
    pub stone: f64,
}

impl Default for CycleConfig {
    fn default() -> Self {
        Self {
            smooth_secs: 0.025,
            feet_kept: 0.55,
            swing_kept: 1.0,
            shortest_step_secs: 0.15,
            longest_step_secs: 1.2,
            longest_plant_secs: 1.1,
            constraint_secs: 0.3,
            most_slide: 0.12,
            most_turn: 4.0,
            stand_secs: 0.8,
            stand_speed: 0.25,
        }
    }
}

impl Default for GaitConfig {
    /// Borders between a stroll, a walk, a march and a run; the second lies where people begin to
    /// change their stride.
    fn default() -> Self {
        Self { borders: [0.25, 0.9, 1.5, 2.2], overlap: 0.15, turning: 0.5, least_cycles: 8 }
    }
}

impl Default for UnlikenessConfig {
    /// A tenth of a second of a difference in velocity counts as the way it makes.
    fn default() -> Self {
        Self { position_weight: 1.0, velocity_weight: 0.01, too_fast: 60.0, twisted: 40.0 }
    }
}

impl Default for CostConfig {
    fn default() -> Self {
        Self {
            deviation: 1.0,
            obstacle: 20.0,
            obstacle_width: 0.6,
            physics: 0.1,
            direction: 1.0,
            torso: 1.0,
            spin: 0.5,
            speed: 1.0,
            stone: 20.0,
        }
    }
}
