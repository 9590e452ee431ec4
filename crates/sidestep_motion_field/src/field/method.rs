//! Motion fields in the list of methods.

use crate::{
    field::{MotionField, config::FieldConfig},
    flow::Flowing,
    notices::notices,
    tables::{columns, restored, tell},
};
use sidestep_control::{
    Method,
    method::{Column, Effort, MethodError, News, Preset, Saved},
};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

/// The method `field`.
#[derive(Clone, Copy, Debug)]
pub struct Field;

impl Method for Field {
    type Config = FieldConfig;
    type Controller = MotionField;

    const NAME: &'static str = "field";
    const TITLE: &'static str = "Motion field";
    const SENTENCE: &'static str =
        "Mixes the frames of the data that are near, steered by what it has learned to value.";
    const VERSION: u32 = 4;
    const EFFORT: Effort = Effort::Minutes;

    fn presets() -> Vec<Preset<FieldConfig>> {
        vec![
            Preset {
                name: "quick",
                sentence: "Quick to answer, for every speed and facing that the data has.",
                formerly: &[],
                config: FieldConfig::quick(),
            },
            Preset {
                name: "paper",
                sentence: "As published.",
                formerly: &[],
                config: FieldConfig::paper(),
            },
        ]
    }

    fn build(
        library: &Arc<MotionLibrary>,
        config: &FieldConfig,
        observe: &mut dyn FnMut(News<'_>),
    ) -> Result<MotionField, MethodError> {
        Ok(MotionField::build_observed(library, config, &mut |stage| tell(stage, observe))?)
    }

    fn config(controller: &MotionField) -> &FieldConfig {
        controller.config()
    }

    fn library(controller: &MotionField) -> Option<&Arc<MotionLibrary>> {
        Some(controller.flow().library())
    }

    fn notices(controller: &MotionField) -> Vec<String> {
        notices(controller.flow())
    }

    fn columns(controller: &MotionField) -> Vec<Column<'_>> {
        columns(controller.flow())
    }

    fn restore(saved: &Saved<'_, FieldConfig>) -> Result<MotionField, MethodError> {
        let tables = restored(saved.tables)?;
        Ok(MotionField::restore(saved.needed_library()?, saved.config, &tables)?)
    }
}
