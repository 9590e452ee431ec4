//! Followers in the list of methods.

use crate::{
    flow::Flowing,
    follower::{Follower, config::FollowerConfig},
    notices::notices,
    tables::{columns, restored, tell},
};
use sidestep_control::{
    Method,
    method::{Column, Effort, MethodError, News, Preset, Saved},
};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

/// The method `follower`.
#[derive(Clone, Copy, Debug)]
pub struct Follow;

impl Method for Follow {
    type Config = FollowerConfig;
    type Controller = Follower;

    const NAME: &'static str = "follower";
    const TITLE: &'static str = "Follower";
    const SENTENCE: &'static str = "Follows one stretch of the data at a time, and leaves it where it has learned that this pays.";
    const VERSION: u32 = 1;
    const EFFORT: Effort = Effort::Minutes;

    fn presets() -> Vec<Preset<FollowerConfig>> {
        vec![Preset {
            name: "agile",
            sentence: "The best measured: quick to answer, smooth and clean of skating.",
            formerly: &[],
            config: FollowerConfig::agile(),
        }]
    }

    fn build(
        library: &Arc<MotionLibrary>,
        config: &FollowerConfig,
        observe: &mut dyn FnMut(News<'_>),
    ) -> Result<Follower, MethodError> {
        Ok(Follower::build_observed(library, config, &mut |stage| tell(stage, observe))?)
    }

    fn config(controller: &Follower) -> &FollowerConfig {
        controller.config()
    }

    fn library(controller: &Follower) -> Option<&Arc<MotionLibrary>> {
        Some(controller.flow().library())
    }

    fn notices(controller: &Follower) -> Vec<String> {
        notices(controller.flow())
    }

    fn columns(controller: &Follower) -> Vec<Column<'_>> {
        columns(controller.flow())
    }

    fn restore(saved: &Saved<'_, FollowerConfig>) -> Result<Follower, MethodError> {
        let tables = restored(saved.tables)?;
        Ok(Follower::restore(saved.needed_library()?, saved.config, &tables)?)
    }
}
