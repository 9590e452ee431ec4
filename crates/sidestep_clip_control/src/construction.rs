//! Building: the value functions of all tables, one program after the other, or side by side.

use crate::{config::ClipControlConfig, controller::ClipController};
use sidestep_control::method::{MethodError, News};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;

#[cfg(feature = "fit")]
use crate::{
    controller::Ground,
    fit::{Problem, fit},
    gaits::GAIT_NAMES,
};
#[cfg(feature = "fit")]
use sidestep_control::method::Stage;
#[cfg(feature = "fit")]
use sidestep_parallel::prelude::*;

/// Builds a controller, and tells how it goes.
#[cfg(feature = "fit")]
pub(crate) fn build(
    library: &Arc<MotionLibrary>,
    config: &ClipControlConfig,
    observe: &mut dyn FnMut(News<'_>),
) -> Result<ClipController, MethodError> {
    observe(News::Stage(Stage::new("cycles", 0.0)));
    let ground = Ground::new(library, config)?;
    let cycles = ground.repertoire.cycles.len();
    observe(News::Note(&format!(
        "{cycles} cycles, {} refused; by gait {}",
        ground.repertoire.refused.len(),
        counts(&ground.gaits.counts),
    )));
    observe(News::Stage(Stage::new("values", 0.05)));
    let plans = ground.plans(config);
    let fitted: Result<Vec<_>, _> = plans
        .into_par_iter()
        .map(|plan| {
            let basis = config.basis_for(plan.task, &plan.aim);
            let (task, gait, aim) = (plan.task, plan.gait, plan.aim);
            let members = plan.members.clone();
            let moves = &ground.moves;
            fit(&Problem { moves, members, task, gait, aim, basis, config })
        })
        .collect();
    let mut tables = Vec::new();
    for (table, report) in fitted? {
        observe(News::Note(&format!(
            "{} {} {:?}, {} clips: {} bytes, {} rounds, {} samples, {} constraints, residual {:.1e}, \
             objective {:.3}",
            table.task.name(),
            GAIT_NAMES[table.gait],
            table.task.coordinates(&table.aim),
            table.members.len(),
            table.bytes(),
            report.rounds,
            report.samples,
            report.constraints,
            report.residual,
            report.objective,
        )));
        tables.push(table);
    }
    Ok(ClipController::new(ground, config, tables))
}

#[cfg(feature = "fit")]
fn counts(counts: &[usize]) -> String {
    let named = counts.iter().zip(GAIT_NAMES).map(|(count, name)| format!("{name} {count}"));
    named.collect::<Vec<_>>().join(", ")
}

/// Cannot build: this program has no solver.
#[cfg(not(feature = "fit"))]
pub(crate) fn build(
    _: &Arc<MotionLibrary>,
    _: &ClipControlConfig,
    _: &mut dyn FnMut(News<'_>),
) -> Result<ClipController, MethodError> {
    Err(crate::error::BuildError::NoSolver.into())
}
