//! The whole performance: the usual programme, and what was asked for beside it.

use crate::{
    falls::falls,
    perform::perform_take,
    repertoire::{reaches, repertoire, spins},
};
use sidestep_motion::Clip;

/// What kind of performance to give.
#[derive(Clone, Debug, PartialEq)]
pub struct PerformerConfig {
    /// Chance of the performance: the same seed gives the same bits on every machine.
    pub seed: u64,
    /// Length of the free play at the end of the programme, as a share of its usual length.
    pub play: f32,
    /// Whether clips of hands that reach and punch follow the usual programme, which they leave as
    /// it is.
    pub reaches: bool,
    /// Whether clips of walking sideways, backwards and while spinning follow, which leave the rest as
    /// it is.
    pub spins: bool,
    /// How many clips of falling and getting up follow, which leave the rest as it is.
    pub falls: u32,
}

impl Default for PerformerConfig {
    fn default() -> Self {
        Self { seed: 1, play: 1.0, reaches: false, spins: false, falls: 0 }
    }
}

/// Performs the whole programme: about three minutes of clips with labels and exact contacts.
///
/// ```
/// let clips = sidestep_performer::perform(&Default::default());
/// assert!(clips.iter().all(|clip| clip.check().is_ok() && clip.contacts.is_some()));
/// ```
pub fn perform(config: &PerformerConfig) -> Vec<Clip> {
    let mut takes = repertoire(config.seed, f64::from(config.play));
    if config.reaches {
        takes.extend(reaches());
    }
    if config.spins {
        takes.extend(spins());
    }
    let numbered = takes.iter().zip(1_u64..);
    let mut clips: Vec<Clip> =
        numbered.map(|(take, number)| perform_take(take, config.seed, number)).collect();
    clips.extend(falls(config.falls, config.seed));
    clips
}
