//! A network that runs.

use crate::weights::{NetworkError, Normalisation, Weights};

/// A network that runs.
#[derive(Clone, Debug)]
pub struct Network {
    weights: Weights,
    normalisation: Normalisation,
}

impl Network {
    /// Of weights and what goes with them.
    pub fn new(weights: Weights, normalisation: Normalisation) -> Result<Self, NetworkError> {
        weights.check()?;
        normalisation.check(weights.shape)?;
        Ok(Self { weights, normalisation })
    }
    /// w
    pub fn weights(&self) -> &Weights {
        &self.weights
    }
    /// n
    pub fn normalisation(&self) -> &Normalisation {
        &self.normalisation
    }
}
