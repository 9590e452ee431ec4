//! What one may set about pushes.

use serde::{Deserialize, Serialize};
use sidestep_control::{
    SavedValue, SettingError, Writer,
    setting::{check, check_amounts, check_positive},
};

/// So far that no foot is ever let go, in metres.
const EVERYWHERE: f32 = 1e6;

/// How the simulation and the controller share the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PushMode {
    /// Eq. 15 of the motion-field paper: for 20 ticks the simulation is begun anew from the present
    /// pose at rest, i ticks long in tick i, and blended out. Momentum is lost between pushes, and
    /// the body stops walking at first.
    Paper,
    /// The simulation goes on from tick to tick with the momentum the push has given, on top of what
    /// the controller does. The body walks on while it is pushed.
    #[default]
    Momentum,
}

/// How a body takes a push.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PushConfig {
    /// How simulation and controller share the body.
    pub mode: PushMode,
    /// Mass of the whole body.
    pub mass_kg: f32,
    /// Ticks of 1/30 s over which the simulation is blended out (k of eq. 15), counted from the beginning of
    /// the push for [`PushMode::Paper`] and from its end for [`PushMode::Momentum`].
    pub blend_ticks: u32,
    /// Time in which the momentum given by a push falls to a third; [`PushMode::Momentum`] alone.
    pub momentum_secs: f32,
    /// How quickly joints come to rest against each other, per second.
    pub joint_damping: f32,
    /// Time in which a body pushed while it stands comes half of the way back over its feet.
    pub sway_half_life_secs: f32,
    /// Whether the controller is asked to travel with a push under which the body would fall.
    pub recovery_steps: bool,
    /// A foot stays pinned until the body has been pushed away from it that far, in metres.
    pub pin_reach: f32,
    /// A foot is held in its place until the body is that far from it, in metres.
    pub hold_reach: f32,
    /// How high a foot is lifted that has to follow a body carried off, in metres.
    pub step_height: f32,
    /// How far a push may turn joints beyond the range they have in the library, in radians. Small,
    /// so that hinges stay hinges.
    pub limit_margin: f32,
    /// How far a foot that is kept in its place may turn them, in radians.
    pub lock_margin: f32,
    /// Steps of the simulation in a tick.
    pub substeps: u32,
}

impl Default for PushConfig {
    fn default() -> Self {
        Self {
            mode: PushMode::default(),
            mass_kg: 70.0,
            blend_ticks: 12,
            momentum_secs: 0.4,
            joint_damping: 25.0,
            sway_half_life_secs: 0.2,
            recovery_steps: true,
            pin_reach: 0.2,
            hold_reach: 0.3,
            step_height: 0.08,
            limit_margin: 1.0_f32.to_radians(),
            lock_margin: 10.0_f32.to_radians(),
            substeps: 4,
        }
    }
}

impl PushConfig {
    /// Fails on a setting that makes no sense.
    pub fn check(&self) -> Result<(), SettingError> {
        check_positive(&[("mass_kg", self.mass_kg), ("momentum_secs", self.momentum_secs)])?;
        check_amounts(&[
            ("joint_damping", self.joint_damping),
            ("sway_half_life_secs", self.sway_half_life_secs),
            ("pin_reach", self.pin_reach),
            ("hold_reach", self.hold_reach),
            ("step_height", self.step_height),
            ("limit_margin", self.limit_margin),
            ("lock_margin", self.lock_margin),
        ])?;
        let (ticks, substeps) = (self.blend_ticks as f32, self.substeps as f32);
        let ticks_are_fine = (1..=600).contains(&self.blend_ticks);
        check(("blend_ticks", ticks), ticks_are_fine, "from 1 to 600")?;
        let substeps_are_fine = (1..=64).contains(&self.substeps);
        check(("substeps", substeps), substeps_are_fine, "from 1 to 64")
    }

    /// All settings, for the identity of those who are pushed by them.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let Self {
            mode,
            mass_kg,
            blend_ticks,
            momentum_secs,
            joint_damping,
            sway_half_life_secs,
            recovery_steps,
            pin_reach,
            hold_reach,
            step_height,
            limit_margin,
            lock_margin,
            substeps,
        } = self;
        let mut bytes = Vec::new();
        let to = &mut Writer::new(&mut bytes);
        (mode == PushMode::Paper, recovery_steps).put(to);
        [blend_ticks, substeps].put(to);
        [mass_kg, momentum_secs, joint_damping, sway_half_life_secs].put(to);
        [pin_reach, hold_reach, step_height, limit_margin, lock_margin].put(to);
        bytes
    }

    /// As the motion-field paper has it.
    pub fn paper() -> Self {
        Self {
            mode: PushMode::Paper,
            blend_ticks: 20,
            recovery_steps: false,
            pin_reach: EVERYWHERE,
            ..Self::default()
        }
    }
}
