//! The follower: one neighbour at a time is followed, as it was captured, and left for another where
//! its value says so. It shares the states, the tasks and the value functions of the field, but mixes
//! nothing: what differs fades in a join.

pub(crate) mod config;
mod explain;
mod memory;
mod method;
mod step;

pub use memory::FollowerMemory;
pub use method::Follow;

use crate::{
    error::BuildError,
    flow::{self, Flow, FlowTables, Flowing, Stage},
    follower::config::FollowerConfig,
};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

/// A library whose frames are followed one neighbour at a time. Immutable and shared.
#[derive(Clone, Debug)]
pub struct Follower {
    config: FollowerConfig,
    flow: Flow,
    /// What is played: the library, smoothed.
    playback: MotionLibrary,
}

impl Follower {
    /// Builds a follower. It keeps the library, of which it plays.
    pub fn build(
        library: &Arc<MotionLibrary>,
        config: &FollowerConfig,
    ) -> Result<Self, BuildError> {
        Self::build_observed(library, config, &mut |_| {})
    }

    /// Builds a follower and tells where it is. A stage is told when it begins.
    pub fn build_observed(
        library: &Arc<MotionLibrary>,
        config: &FollowerConfig,
        observe: &mut dyn FnMut(Stage),
    ) -> Result<Self, BuildError> {
        Ok(Self::playing(flow::build(library, &config.settings(), observe)?, config))
    }

    /// Makes a follower of tables computed before.
    pub fn restore(
        library: &Arc<MotionLibrary>,
        config: &FollowerConfig,
        tables: &FlowTables,
    ) -> Result<Self, BuildError> {
        Ok(Self::playing(flow::restore(library, &config.settings(), tables)?, config))
    }

    /// The settings it was built with, for those who save it.
    pub fn config(&self) -> &FollowerConfig {
        &self.config
    }

    fn playing(flow: Flow, config: &FollowerConfig) -> Self {
        let follow = &config.follow;
        let library = &flow.core.library;
        let playback = library.smoothed_but_feet(follow.smooth_secs, follow.feet_kept);
        Self { config: config.clone(), flow, playback }
    }
}

impl Flowing for Follower {
    fn flow(&self) -> &Flow {
        &self.flow
    }

    fn state_of(&self, memory: &FollowerMemory) -> u32 {
        memory.following.row
    }
}
