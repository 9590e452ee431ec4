//! What one may set about running a mobility map; none of it needs a new map.

use crate::cost::MobilityCost;
use serde::{Deserialize, Serialize};
use sidestep_control::{
    FootLockConfig, SettingError,
    setting::{check_amounts, check_shares},
};

/// Settings of running a map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SteeringConfig {
    /// What makes a way good.
    pub cost: MobilityCost,
    /// What of a way is judged.
    pub judge: Judge,
    /// How jumps are smoothed.
    pub join: Join,
    /// How long a jump takes to fade. The thesis blends over 5 to 10 frames.
    pub join_secs: f32,
    /// How long the difference of velocities over the ground takes to fade.
    pub ground_join_secs: f32,
    /// Decisions are at least this far apart while the goal stays the same.
    pub decide_every_secs: f32,
    /// How far a step may be bent to meet a place exactly, as a share of its length.
    pub warp_share: f32,
    /// Fastest turn added to meet a direction exactly, in radians a second at the usual speed.
    pub turn_assist_radians_per_sec: f32,
    /// How feet are kept planted.
    pub foot_lock: FootLockConfig,
}

/// What of a way is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judge {
    /// The ends of options alone, as in the thesis.
    Ends,
    /// Every place on the way, and where one would stop from there.
    WholeWay,
}

/// How jumps are smoothed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// The motion before fades into the one after, as in section 5.3.
    Blend,
    /// The difference of poses and velocities fades, which keeps both continuous.
    Inertialize,
}

impl Default for SteeringConfig {
    fn default() -> Self {
        Self {
            cost: MobilityCost::default(),
            judge: Judge::WholeWay,
            join: Join::Inertialize,
            join_secs: 0.35,
            ground_join_secs: 0.15,
            decide_every_secs: 0.1,
            warp_share: 0.1,
            turn_assist_radians_per_sec: 0.3,
            foot_lock: FootLockConfig { floor_half_life_secs: 0.08, ..FootLockConfig::default() },
        }
    }
}

impl SteeringConfig {
    /// Fails on a setting that makes no sense.
    pub(crate) fn check(&self) -> Result<(), SettingError> {
        let cost = &self.cost;
        check_amounts(&[
            ("steering.join_secs", self.join_secs),
            ("steering.ground_join_secs", self.ground_join_secs),
            ("steering.decide_every_secs", self.decide_every_secs),
            ("steering.turn_assist_radians_per_sec", self.turn_assist_radians_per_sec),
            ("steering.cost.per_second", cost.per_second),
            ("steering.cost.per_metre", cost.per_metre),
            ("steering.cost.per_degree", cost.per_degree),
            ("steering.cost.per_velocity", cost.per_velocity),
            ("steering.cost.per_transition", cost.per_transition),
            ("steering.cost.per_miss", cost.per_miss),
            ("steering.cost.per_facing_degree", cost.per_facing_degree),
            ("steering.cost.per_wrong_gait", cost.per_wrong_gait),
            ("steering.cost.per_speed", cost.per_speed),
            ("steering.cost.persistence_secs", cost.persistence_secs),
        ])?;
        check_shares(&[("steering.warp_share", self.warp_share)])?;
        self.foot_lock.check()
    }

    /// As in the thesis: eq. 5.1 at the ends of options, a blend of eight frames at 30 Hz, no help.
    pub fn paper() -> Self {
        Self {
            cost: MobilityCost::PAPER,
            judge: Judge::Ends,
            join: Join::Blend,
            join_secs: 8.0 / 30.0,
            decide_every_secs: 0.0,
            warp_share: 0.0,
            turn_assist_radians_per_sec: 0.0,
            ..Self::default()
        }
    }
}
