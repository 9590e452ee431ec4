//! What one may set about a network that is trained already.

use serde::{Deserialize, Serialize};
use sidestep_control::{
    FootLockConfig, SettingError,
    setting::{check_amounts, check_positive, check_shares},
};
use sidestep_network::Precision;

/// Settings of a neural controller.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NeuralConfig {
    /// How weights are held.
    pub numbers: NumberKind,
    /// A direction and a speed are asked for this far ahead.
    pub steer_secs: f32,
    /// Whether a direction is asked for as a place that far ahead, or as a direction of travel.
    pub steer_by_place: bool,
    /// How long a body takes for half of a change of velocity, where a direction is asked for as a place; at 0
    /// the place lies straight ahead.
    pub steer_halflife_secs: f32,
    /// A body that is steered is not asked to turn faster than this, in radians a second.
    pub turn_rate: f32,
    /// A body that looks or goes a few degrees beside what is asked is asked for more, over this long; at 0 it
    /// is not.
    pub trim_secs: f32,
    /// Nearer than this to a place with no time asked, a character stands, in metres.
    pub arrived: f32,
    /// Asked to go faster than this, in metres a second, a body that stands begins a step instead of waiting
    /// as long as actors do whom nobody asked; at 0 it begins when the network likes.
    pub start_speed: f32,
    /// How much of what the network would change a body takes over that was told to stand and has come to rest:
    /// at 1 it moves as players do who wait, at 0 not at all.
    pub calm: f32,
    /// How a ball is shown, where the network has one.
    pub ball: BallKind,
    /// How far hands, or a racket, are led beyond what the network does to meet a ball that is due, in metres.
    pub reach: f32,
    /// How feet are kept planted.
    pub foot_lock: FootLockConfig,
}

/// How weights are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberKind {
    /// As they were trained.
    F32,
    /// As bytes, a quarter of the size and several times as fast.
    Int8,
}

/// How a ball is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BallKind {
    /// In the hands that hold it, and in the air on a flight that meets the floor.
    Snapped,
    /// As the network gives it.
    Network,
}

impl Default for NeuralConfig {
    fn default() -> Self {
        Self {
            numbers: NumberKind::F32,
            steer_secs: 0.7,
            steer_by_place: true,
            steer_halflife_secs: 0.25,
            turn_rate: 4.0,
            trim_secs: 2.0,
            arrived: 0.3,
            start_speed: 0.4,
            calm: 0.15,
            ball: BallKind::Snapped,
            reach: 0.3,
            // A network is not always sure of its contacts: who is low and slow stands.
            foot_lock: FootLockConfig { still_speed: 0.3, ..FootLockConfig::default() },
        }
    }
}

impl NeuralConfig {
    /// Fails on a setting that makes no sense.
    pub fn check(&self) -> Result<(), SettingError> {
        check_positive(&[("steer_secs", self.steer_secs), ("turn_rate", self.turn_rate)])?;
        check_amounts(&[
            ("steer_halflife_secs", self.steer_halflife_secs),
            ("trim_secs", self.trim_secs),
            ("arrived", self.arrived),
            ("start_speed", self.start_speed),
            ("reach", self.reach),
        ])?;
        check_shares(&[("calm", self.calm)])?;
        self.foot_lock.check()
    }

    pub(crate) fn precision(&self) -> Precision {
        match self.numbers {
            NumberKind::F32 => Precision::F32,
            NumberKind::Int8 => Precision::Int8,
        }
    }
}
