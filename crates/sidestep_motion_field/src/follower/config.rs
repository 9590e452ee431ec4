//! What one may set about a follower, with the best measured values.

use crate::{
    config::{
        ClipEnds, FollowConfig, LineConfig, MetricConfig, Policy, Search, TaskConfig,
        TurnAssistConfig, all,
    },
    settings::{GoingOn, Settings},
};
use serde::{Deserialize, Serialize};
use sidestep_control::FootLockConfig;

/// Settings of a follower.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FollowerConfig {
    /// Neighbours of a state among which it looks for others to follow.
    pub neighbors: usize,
    /// How many of them, nearest first, can be followed; at most `neighbors`.
    pub actions: usize,
    /// How states are compared.
    pub metric: MetricConfig,
    /// How what is followed is chosen.
    pub policy: Policy,
    /// What is rewarded, and how far ahead.
    pub task: TaskConfig,
    /// The line task of eq. 17; without it a line is followed by heading for it.
    pub line: Option<LineConfig>,
    /// Every so many states of a clip one stores its values, and the last.
    pub compression: usize,
    /// Turning added to that of the data so that the goal is met.
    pub turn_assist: Option<TurnAssistConfig>,
    /// How neighbours are followed and left.
    pub follow: FollowConfig,
    /// What becomes of the ends of clips.
    #[serde(default)]
    pub ends: ClipEnds,
    /// Share of the states that serve as neighbours; those most like others go first.
    #[serde(default = "all")]
    pub keep_fraction: f32,
    /// How feet are kept planted.
    pub foot_lock: FootLockConfig,
}

impl FollowerConfig {
    /// The best measured values: quick to answer, smooth and clean of skating.
    pub fn agile() -> Self {
        Self {
            neighbors: 250,
            actions: 63,
            metric: MetricConfig::legs_and_trunk(),
            policy: Policy::Lookahead,
            task: TaskConfig::paced(),
            line: None,
            compression: 1,
            turn_assist: Some(TurnAssistConfig::default()),
            follow: FollowConfig::default(),
            ends: ClipEnds::Kept,
            keep_fraction: 1.0,
            foot_lock: FootLockConfig {
                still_speed: 0.3,
                floor_half_life_secs: 0.08,
                ..FootLockConfig::default()
            },
        }
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings {
            neighbors: self.neighbors,
            actions: self.actions,
            metric: self.metric,
            // Few searches are made, so none need be hurried.
            search: Search::Exact,
            policy: self.policy,
            task: self.task,
            line: self.line,
            compression: self.compression,
            turn_assist: self.turn_assist,
            ends: self.ends,
            keep_fraction: self.keep_fraction,
            foot_lock: self.foot_lock,
            going_on: GoingOn::Followed(self.follow),
        }
    }
}
