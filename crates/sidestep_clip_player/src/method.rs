//! The clip player in the list of methods.

use crate::{
    config::ClipPlayerConfig,
    construction::{ClipPlayer, build},
};
use sidestep_control::{
    Method,
    method::{Effort, MethodError, News, Preset, Saved},
};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

/// The method `clips`.
#[derive(Clone, Copy, Debug)]
pub struct Clips;

impl Method for Clips {
    type Config = ClipPlayerConfig;
    type Controller = ClipPlayer;

    const NAME: &'static str = "clips";
    const TITLE: &'static str = "Clip player";
    const SENTENCE: &'static str =
        "Plays whole clips and joins them where asked: the plain baseline.";
    const VERSION: u32 = 1;
    const EFFORT: Effort = Effort::Moment;

    fn presets() -> Vec<Preset<ClipPlayerConfig>> {
        vec![Preset {
            name: "default",
            sentence: "Suits walking and running at 30 Hz.",
            formerly: &["agile", "paper"],
            config: ClipPlayerConfig::default(),
        }]
    }

    fn build(
        library: &Arc<MotionLibrary>,
        config: &ClipPlayerConfig,
        _: &mut dyn FnMut(News<'_>),
    ) -> Result<ClipPlayer, MethodError> {
        Ok(build(library, config)?)
    }

    fn config(player: &ClipPlayer) -> &ClipPlayerConfig {
        player.config()
    }

    fn library(player: &ClipPlayer) -> Option<&Arc<MotionLibrary>> {
        Some(player.library())
    }

    fn restore(saved: &Saved<'_, ClipPlayerConfig>) -> Result<ClipPlayer, MethodError> {
        Ok(build(saved.needed_library()?, saved.config)?)
    }
}
