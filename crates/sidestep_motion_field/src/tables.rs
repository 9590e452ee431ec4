//! The tables of a flow in a file, and the stages of its build in words.

use crate::flow::{self, Flow, FlowTables};
use sidestep_control::method::{Column, MethodError, News, Stage, Tables};

/// The columns of a file.
pub(crate) fn columns(flow: &Flow) -> Vec<Column<'_>> {
    let FlowTables { commands, line, gaits, left_out, join_counts, joins, bridges } = flow.tables();
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

/// What the columns of a file hold.
pub(crate) fn restored(tables: &Tables) -> Result<FlowTables, MethodError> {
    Ok(FlowTables {
        commands: values(tables, "command_values")?,
        line: values(tables, "line_values")?,
        gaits: values(tables, "gait_values")?,
        left_out: rows(tables, "left_out")?,
        join_counts: rows(tables, "join_counts")?,
        joins: rows(tables, "joins")?,
        bridges: rows(tables, "bridges")?,
    })
}

/// Tells a stage of a build to who watches it.
pub(crate) fn tell(stage: flow::Stage, observe: &mut dyn FnMut(News<'_>)) {
    if let Some((name, done)) = progress(stage) {
        observe(News::Stage(Stage::new(name, done)));
    }
}

/// Values, of which there be none.
fn values(tables: &Tables, name: &str) -> Result<Vec<f32>, MethodError> {
    if !tables.has(name) {
        return Ok(Vec::new());
    }
    Ok(tables.f32s(name)?.to_vec())
}

/// Rows, of which there may be none.
fn rows(tables: &Tables, name: &str) -> Result<Vec<u32>, MethodError> {
    if !tables.has(name) {
        return Ok(Vec::new());
    }
    Ok(tables.u32s(name)?.to_vec())
}

/// What to call a stage, and how much of the build is done when it begins.
fn progress(stage: flow::Stage) -> Option<(&'static str, f32)> {
    match stage {
        flow::Stage::States => Some(("states", 0.02)),
        flow::Stage::Transitions => Some(("transitions", 0.05)),
        flow::Stage::Values { number, of } => {
            Some(("values", 0.15 + 0.8 * number as f32 / of.max(1) as f32))
        }
        flow::Stage::Line => Some(("line", 0.95)),
        flow::Stage::Solved(_) | flow::Stage::Done => None,
    }
}
