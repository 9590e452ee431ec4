//! What one may set about fields and followers alike, with the values of the paper.

use serde::{Deserialize, Serialize};
use sidestep_features::{Feature, PoseMetric, Probe, VelocityUnit};
use sidestep_motion::{Side, Skeleton};

/// Weights of the distance of states: eq. 1 and what it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricConfig {
    /// Compare rotations by all three axes rather than by one vector.
    pub three_axes: bool,
    /// Root velocity in metres a second rather than a frame at 30 Hz.
    pub velocity_per_second: bool,
    /// β_root.
    pub root_weight: f32,
    /// β_0.
    pub turn_weight: f32,
    /// What β of neck, head and arms is multiplied by.
    pub upper_body: f32,
    /// Weight of the root's height, in square metres.
    pub height_weight: f32,
    /// Weight of the root's tilt.
    pub tilt_weight: f32,
    /// Weight of the feet's contact phases.
    pub phase_weight: f32,
    /// Weight of the places of the feet, in square metres.
    pub foot_position_weight: f32,
    /// Weight of the velocities of the feet.
    pub foot_velocity_weight: f32,
}

/// How neighbours are found while characters run. A build always looks everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Search {
    /// Exactly.
    #[default]
    Exact,
    /// Among the rows near the last neighbours; everywhere where the state was pushed off the data.
    /// Faster and independent of the number of states, at the price of a neighbour in thousands.
    Local,
}

/// How an action is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Policy {
    /// Eq. 12: by the value of the next state.
    Lookahead,
    /// Eq. 9: by the reward of the next state alone.
    Greedy,
}

/// What becomes of the ends of clips, where a character may be trapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ClipEnds {
    /// They stay as they are.
    #[default]
    Kept,
    /// States from which the rest of the field cannot be reached are left out.
    Removed,
    /// Every clip runs on into the motion most like its end, which takes this long to fade in.
    Linked {
        /// How long the difference between the two takes to fade.
        join_secs: f32,
    },
}

/// What is rewarded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskConfig {
    /// Directions at which values are stored.
    pub headings: usize,
    /// γ.
    pub discount: f32,
    /// Speeds at which values are stored; 0 leaves speed uncontrolled, as the paper does.
    pub speeds: usize,
    /// Ways to travel against the facing at which values are stored: 1 is forwards alone. Taken as
    /// 1 where the data hardly ever goes sideways or backwards.
    pub facings: usize,
    /// Cost of a velocity that is off by one metre a second, in radians.
    pub velocity_weight: f32,
    /// Evaluations of the policy between improvements.
    pub evaluations: usize,
    /// Value iteration ends when no value changes by more than this.
    pub tolerance: f32,
}

/// The line task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LineConfig {
    /// Cost of a metre off the line, in radians. Eq. 17 says 0.05 without a unit; 5 works.
    pub weight: f32,
    /// Distances from the line at which values are stored.
    pub offsets: usize,
    /// The largest of them, in metres.
    pub reach: f32,
}

/// Turning added to that of the data.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnAssistConfig {
    /// Most turning added, in radians a second.
    pub rate: f32,
    /// Share of it that the value function reckons with: planted feet do not leave room for all.
    /// Files that do not name it reckoned with all of it.
    #[serde(default = "all")]
    pub planned: f32,
    /// Cost of a radian that is planned for, in the unit of rewards: what is added is not the actor's.
    #[serde(default)]
    pub cost: f32,
    /// Time in which what is missing would be turned.
    pub secs: f32,
    /// How quickly the added turning grows and shrinks, in radians a second squared.
    pub acceleration: f32,
    /// Fastest turning altogether, as a share of the fastest half second in the data.
    pub cap: f32,
}

/// How a character follows the neighbours it prefers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FollowConfig {
    /// How long what is left of another neighbour takes to fade.
    pub join_secs: f32,
    /// Width of the Gaussian by which the poses of the data are smoothed.
    pub smooth_secs: f32,
    /// How far feet near the floor stay as captured while the rest is smoothed, from 0 to 1.
    #[serde(default)]
    pub feet_kept: f32,
    /// Cost of leaving a neighbour for another, in the unit of rewards.
    pub leave_cost: f32,
    /// Cost of leaving it for one that is a squared distance of 1 away.
    pub distance_cost: f32,
    /// Cost of following what would twist the body over its planted feet by a radian further than
    /// the library does.
    #[serde(default)]
    pub overturn_cost: f32,
    /// No two joins follow each other sooner than this, unless a clip ends.
    pub least_between_secs: f32,
    /// Of neighbours closer than this to each other in one clip only the nearest counts.
    pub stretch_secs: f32,
    /// Neighbours closer than this to the end of their clip are not followed anew.
    pub least_left_secs: f32,
}

/// The share that keeps every state, for files that name none.
pub(crate) fn all() -> f32 {
    1.0
}

impl ClipEnds {
    /// Clips that run on, with a join as long as those of a character that follows.
    pub const LINKED: Self = Self::Linked { join_secs: 0.4 };
}

impl Default for LineConfig {
    fn default() -> Self {
        Self::paper()
    }
}

impl Default for TurnAssistConfig {
    fn default() -> Self {
        Self { rate: 2.0, planned: 0.2, cost: 0.0, secs: 0.067, acceleration: 20.0, cap: 0.88 }
    }
}

impl Default for FollowConfig {
    fn default() -> Self {
        Self {
            join_secs: 0.25,
            smooth_secs: 0.03,
            feet_kept: 0.0,
            leave_cost: 0.6,
            distance_cost: 28.0,
            overturn_cost: 3.0,
            least_between_secs: 0.1,
            stretch_secs: 0.17,
            least_left_secs: 0.4,
        }
    }
}

impl TaskConfig {
    /// The direction task of the paper: eqs. 10 to 13 on 18 headings.
    pub fn paper() -> Self {
        Self {
            headings: 18,
            discount: 0.99,
            speeds: 0,
            facings: 1,
            velocity_weight: 0.0,
            evaluations: 20,
            tolerance: 5e-3,
        }
    }

    /// The same for every speed, and for every facing where the data has them.
    pub fn paced() -> Self {
        Self { speeds: 9, facings: 4, velocity_weight: 0.7, ..Self::paper() }
    }
}

impl LineConfig {
    /// The grid of the paper, with a weight that works.
    pub fn paper() -> Self {
        Self { weight: 5.0, offsets: 13, reach: 2.0 }
    }
}

impl MetricConfig {
    /// Eq. 1 with the weights of the paper.
    pub fn paper() -> Self {
        Self {
            three_axes: false,
            velocity_per_second: false,
            root_weight: 0.5,
            turn_weight: 0.5,
            upper_body: 1.0,
            height_weight: 0.0,
            tilt_weight: 0.0,
            phase_weight: 0.0,
            foot_position_weight: 0.0,
            foot_velocity_weight: 0.0,
        }
    }

    /// Legs and trunk, so that neighbours that differ in what the arms do stay neighbours.
    pub fn legs_and_trunk() -> Self {
        Self {
            three_axes: true,
            upper_body: 0.0,
            phase_weight: 0.1,
            foot_velocity_weight: 0.15,
            ..Self::paper()
        }
    }

    /// The features of this metric for a skeleton.
    pub(crate) fn features(&self, skeleton: &Skeleton) -> Vec<Feature> {
        let mut metric = PoseMetric {
            probe: if self.three_axes { Probe::Axes } else { Probe::Diagonal },
            velocity_unit: if self.velocity_per_second {
                VelocityUnit::MetresPerSecond
            } else {
                VelocityUnit::MetresPerFrame
            },
            root_weight: self.root_weight,
            turn_weight: self.turn_weight,
            height_weight: self.height_weight,
            tilt_weight: self.tilt_weight,
            phase_weight: self.phase_weight,
            ..PoseMetric::agile()
        };
        metric.multipliers.iter_mut().for_each(|(_, multiplier)| *multiplier = self.upper_body);
        let mut features = metric.features(skeleton);
        for side in Side::BOTH {
            features.push(Feature::FootPosition { side, weight: self.foot_position_weight });
            features.push(Feature::FootVelocity { side, weight: self.foot_velocity_weight });
        }
        features
    }
}
