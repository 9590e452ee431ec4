//! What one may set about a motion field, with the values of the paper and the quick ones.

use crate::{
    config::{
        ClipEnds, LineConfig, MetricConfig, Policy, Search, TaskConfig, TurnAssistConfig, all,
    },
    settings::{GoingOn, MixConfig, Settings},
};
use serde::{Deserialize, Serialize};
use sidestep_control::FootLockConfig;

/// Settings of a motion field. Symbols and equations are those of the paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldConfig {
    /// k: neighbours of a state.
    pub neighbors: usize,
    /// How many neighbours, nearest first, can be preferred by an action; at most `neighbors`.
    pub actions: usize,
    /// 0 gives the actions of eq. 8, 1 actions that take one neighbour's step alone.
    pub sharpness: f32,
    /// δ: share of the tug towards the nearest state in every frame.
    pub drift: f32,
    /// Squared distances below this count as this in eq. 2.
    pub least_distance_squared: f32,
    /// Neighbours closer than this to the end of their clip count less and less; 0 for the paper.
    pub end_fade_secs: f32,
    /// How states are compared.
    pub metric: MetricConfig,
    /// How neighbours are found while characters run.
    #[serde(default)]
    pub search: Search,
    /// How an action is chosen.
    pub policy: Policy,
    /// What is rewarded, and how far ahead.
    pub task: TaskConfig,
    /// The line task of eq. 17; without it a line is followed by heading for it.
    pub line: Option<LineConfig>,
    /// N of eq. 14: every N-th state of a clip stores its values, and the last.
    pub compression: usize,
    /// Turning added to that of the data so that the goal is met.
    pub turn_assist: Option<TurnAssistConfig>,
    /// What becomes of the ends of clips.
    #[serde(default)]
    pub ends: ClipEnds,
    /// Share of the states that serve as neighbours; those most like others go first.
    #[serde(default = "all")]
    pub keep_fraction: f32,
    /// How feet are kept planted.
    pub foot_lock: FootLockConfig,
}

impl FieldConfig {
    /// The paper's values.
    pub fn paper() -> Self {
        let MixConfig { sharpness, drift, least_distance_squared, end_fade_secs } =
            MixConfig::PAPER;
        Self {
            neighbors: 15,
            actions: 15,
            sharpness,
            drift,
            least_distance_squared,
            end_fade_secs,
            metric: MetricConfig::paper(),
            search: Search::Exact,
            policy: Policy::Lookahead,
            task: TaskConfig::paper(),
            line: None,
            compression: 1,
            turn_assist: None,
            ends: ClipEnds::Kept,
            keep_fraction: 1.0,
            // Where contacts are voted for (eq. 7), feet come down and leave a little beside the vote.
            foot_lock: FootLockConfig {
                still_height: 0.05,
                still_speed: 0.4,
                ..FootLockConfig::default()
            },
        }
    }

    /// Quick to answer: speed and facing can be asked for, some turning is added, actions prefer their
    /// neighbour more and the tug is stronger, and neighbours are found near the last ones.
    pub fn quick() -> Self {
        let paper = Self::paper();
        Self {
            sharpness: 0.6,
            drift: 0.25,
            end_fade_secs: 0.3,
            metric: MetricConfig::legs_and_trunk(),
            search: Search::Local,
            task: TaskConfig { speeds: 5, ..TaskConfig::paced() },
            turn_assist: Some(TurnAssistConfig::default()),
            ..paper
        }
    }

    pub(crate) fn settings(&self) -> Settings {
        let &Self { sharpness, drift, least_distance_squared, end_fade_secs, .. } = self;
        let mix = MixConfig { sharpness, drift, least_distance_squared, end_fade_secs };
        Settings {
            neighbors: self.neighbors,
            actions: self.actions,
            metric: self.metric,
            search: self.search,
            policy: self.policy,
            task: self.task,
            line: self.line,
            compression: self.compression,
            turn_assist: self.turn_assist,
            ends: self.ends,
            keep_fraction: self.keep_fraction,
            foot_lock: self.foot_lock,
            going_on: GoingOn::Mixed(mix),
        }
    }
}
