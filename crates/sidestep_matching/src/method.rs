//! Motion matching in the list of methods.

use crate::{
    config::MatchingConfig,
    construction::{MotionMatcher, build},
};
use sidestep_control::{
    Method,
    method::{Effort, MethodError, News, Preset, Saved},
};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

/// The method `matching`.
#[derive(Clone, Copy, Debug)]
pub struct Matching;

impl Method for Matching {
    type Config = MatchingConfig;
    type Controller = MotionMatcher;

    const NAME: &'static str = "matching";
    const TITLE: &'static str = "Motion matching";
    const SENTENCE: &'static str =
        "Searches the data many times a second for the frame that best continues.";
    const VERSION: u32 = 1;
    const EFFORT: Effort = Effort::Moment;

    fn presets() -> Vec<Preset<MatchingConfig>> {
        vec![Preset {
            name: "default",
            sentence: "The measured best compromise of response, skate and jerk.",
            formerly: &["agile", "paper"],
            config: MatchingConfig::default(),
        }]
    }

    fn build(
        library: &Arc<MotionLibrary>,
        config: &MatchingConfig,
        _: &mut dyn FnMut(News<'_>),
    ) -> Result<MotionMatcher, MethodError> {
        Ok(build(library, config)?)
    }

    fn config(matcher: &MotionMatcher) -> &MatchingConfig {
        matcher.config()
    }

    fn library(matcher: &MotionMatcher) -> Option<&Arc<MotionLibrary>> {
        Some(matcher.library())
    }

    fn restore(saved: &Saved<'_, MatchingConfig>) -> Result<MotionMatcher, MethodError> {
        Ok(build(saved.needed_library()?, saved.config)?)
    }
}
