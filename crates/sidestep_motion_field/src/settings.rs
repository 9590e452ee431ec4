//! The settings of either method as the rooms they share read them.

use crate::config::{
    ClipEnds, FollowConfig, LineConfig, MetricConfig, Policy, Search, TaskConfig, TurnAssistConfig,
};
use sidestep_control::FootLockConfig;

/// What a flow is built with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) neighbors: usize,
    pub(crate) actions: usize,
    pub(crate) metric: MetricConfig,
    pub(crate) search: Search,
    pub(crate) policy: Policy,
    pub(crate) task: TaskConfig,
    pub(crate) line: Option<LineConfig>,
    pub(crate) compression: usize,
    pub(crate) turn_assist: Option<TurnAssistConfig>,
    pub(crate) ends: ClipEnds,
    pub(crate) keep_fraction: f32,
    pub(crate) foot_lock: FootLockConfig,
    pub(crate) going_on: GoingOn,
}

/// How a state leads to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GoingOn {
    /// By the steps of all its neighbours and a tug towards the nearest: a field.
    Mixed(MixConfig),
    /// By the step of one neighbour: a follower.
    Followed(FollowConfig),
}

/// How neighbours are mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MixConfig {
    pub(crate) sharpness: f32,
    pub(crate) drift: f32,
    pub(crate) least_distance_squared: f32,
    pub(crate) end_fade_secs: f32,
}

impl Settings {
    /// How neighbours are followed, where they are.
    pub(crate) fn follow(&self) -> Option<&FollowConfig> {
        match &self.going_on {
            GoingOn::Mixed(_) => None,
            GoingOn::Followed(follow) => Some(follow),
        }
    }

    /// How neighbours are mixed. A follower weighs them where it explains itself, as the paper does.
    pub(crate) fn mix(&self) -> MixConfig {
        match self.going_on {
            GoingOn::Mixed(mix) => mix,
            GoingOn::Followed(_) => MixConfig::PAPER,
        }
    }
}

impl MixConfig {
    /// Eqs. 2 to 8 with the values of the paper.
    pub(crate) const PAPER: Self =
        Self { sharpness: 0.0, drift: 0.1, least_distance_squared: 1e-6, end_fade_secs: 0.0 };
}
