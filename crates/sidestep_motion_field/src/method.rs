//! Motion fields in the list of methods.

use crate::{
    config::FieldConfig,
    construction::{self, FieldTables, MotionField, build_observed},
    notices::notices,
};
use sidestep_control::{
    Method,
    method::{Column, Effort, MethodError, News, Preset, Saved, Stage, Tables},
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
        "Flows through the data frame by frame, steered by what it has learned to value.";
    const VERSION: u32 = 3;
    const EFFORT: Effort = Effort::Minutes;

    fn presets() -> Vec<Preset<FieldConfig>> {
        vec![
            Preset {
                name: "agile",
                sentence: "The best measured: quick to answer, smooth and clean of skating.",
                formerly: &[],
                config: FieldConfig::agile(),
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
        let mut tell = |stage| {
            if let Some((name, done)) = progress(stage) {
                observe(News::Stage(Stage::new(name, done)));
            }
        };
        Ok(build_observed(library, config, &mut tell)?)
    }

    fn config(field: &MotionField) -> &FieldConfig {
        field.config()
    }

    fn library(field: &MotionField) -> Option<&Arc<MotionLibrary>> {
        Some(field.library())
    }

    fn notices(field: &MotionField) -> Vec<String> {
        notices(field)
    }

    fn columns(field: &MotionField) -> Vec<Column<'_>> {
        let FieldTables { commands, line, gaits, left_out, join_counts, joins, bridges } =
            field.tables();
        let columns = [
            Column::new("join_counts", join_counts),
            Column::new("joins", joins),
            Column::new("bridges", bridges),
            Column::new("left_out", left_out),
            Column::new("gait_values", gaits),
            Column::new("line_values", line),
            Column::new("command_values", commands),
        ];
        columns.into_iter().filter(|column| !column.is_empty()).collect()
    }

    fn restore(saved: &Saved<'_, FieldConfig>) -> Result<MotionField, MethodError> {
        let tables = FieldTables {
            commands: values(saved.tables, "command_values")?,
            line: values(saved.tables, "line_values")?,
            gaits: values(saved.tables, "gait_values")?,
            left_out: rows(saved.tables, "left_out")?,
            join_counts: rows(saved.tables, "join_counts")?,
            joins: rows(saved.tables, "joins")?,
            bridges: rows(saved.tables, "bridges")?,
        };
        Ok(construction::restore(saved.needed_library()?, saved.config, &tables)?)
    }
}

/// Values, of which a field may have none.
fn values(tables: &Tables, name: &str) -> Result<Vec<f32>, MethodError> {
    if !tables.has(name) {
        return Ok(Vec::new());
    }
    Ok(tables.f32s(name)?.to_vec())
}

/// Rows, of which a field may name none.
fn rows(tables: &Tables, name: &str) -> Result<Vec<u32>, MethodError> {
    if !tables.has(name) {
        return Ok(Vec::new());
    }
    Ok(tables.u32s(name)?.to_vec())
}

/// What to call a stage, and how much of the build is done when it begins.
fn progress(stage: construction::Stage) -> Option<(&'static str, f32)> {
    match stage {
        construction::Stage::States => Some(("states", 0.02)),
        construction::Stage::Transitions => Some(("transitions", 0.05)),
        #[expect(clippy::cast_precision_loss, reason = "a few value functions")]
        construction::Stage::Values { number, of } => {
            Some(("values", 0.15 + 0.8 * number as f32 / of.max(1) as f32))
        }
        construction::Stage::Line => Some(("line", 0.95)),
        construction::Stage::Solved(_) | construction::Stage::Done => None,
    }
}
