//! The field: the steps of all neighbours of a state are mixed, and an action prefers one of them
//! (eqs. 2 to 8).

pub(crate) mod config;
mod explain;
mod memory;
mod method;
mod recall;
mod step;

pub use memory::Memory;
pub use method::Field;
pub use recall::Recall;

use crate::{
    error::BuildError,
    field::config::FieldConfig,
    flow::{self, Flow, FlowTables, Flowing, Stage},
};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

/// A library made into a field through which characters flow. Immutable and shared.
#[derive(Clone, Debug)]
pub struct MotionField {
    config: FieldConfig,
    flow: Flow,
}

impl MotionField {
    /// Builds a field. It keeps the library, of which it plays.
    pub fn build(library: &Arc<MotionLibrary>, config: &FieldConfig) -> Result<Self, BuildError> {
        Self::build_observed(library, config, &mut |_| {})
    }

    /// Builds a field and tells where it is. A stage is told when it begins.
    pub fn build_observed(
        library: &Arc<MotionLibrary>,
        config: &FieldConfig,
        observe: &mut dyn FnMut(Stage),
    ) -> Result<Self, BuildError> {
        let flow = flow::build(library, &config.settings(), observe)?;
        Ok(Self { config: config.clone(), flow })
    }

    /// Makes a field of tables computed before.
    pub fn restore(
        library: &Arc<MotionLibrary>,
        config: &FieldConfig,
        tables: &FlowTables,
    ) -> Result<Self, BuildError> {
        let flow = flow::restore(library, &config.settings(), tables)?;
        Ok(Self { config: config.clone(), flow })
    }

    /// The settings it was built with, for those who save it.
    pub fn config(&self) -> &FieldConfig {
        &self.config
    }
}

impl Flowing for MotionField {
    fn flow(&self) -> &Flow {
        &self.flow
    }

    fn state_of(&self, memory: &Memory) -> u32 {
        memory.neighbors.first().map_or(self.flow.core.refuge, |nearest| nearest.row)
    }
}
