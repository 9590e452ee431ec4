//! Clip control in the list of methods.

use crate::{
    config::ClipControlConfig,
    controller::{ClipController, Ground, TablePlan},
    error::BuildError,
    table::ValueTable,
    task::Task,
};
use sidestep_control::{
    Controller, FrameGaits, Method,
    method::{Column, Effort, MethodError, News, Preset, Saved},
    notices::lacking,
};
use sidestep_motion::{MotionLibrary, Table};
use std::sync::Arc;

/// The method `clip-control`.
#[derive(Clone, Copy, Debug)]
pub struct ClipControl;

impl Method for ClipControl {
    type Config = ClipControlConfig;
    type Controller = ClipController;

    const NAME: &'static str = "clip-control";
    const TITLE: &'static str = "Clip control";
    const SENTENCE: &'static str = "Blends walk cycles at the stance foot, chosen by value functions fitted by linear programming.";
    const VERSION: u32 = 1;
    const EFFORT: Effort = Effort::Minutes;

    fn presets() -> Vec<Preset<ClipControlConfig>> {
        vec![
            Preset {
                name: "agile",
                sentence: "Leaves a clip early when the wish changes, and turns a little to meet it.",
                formerly: &[],
                config: ClipControlConfig::default(),
            },
            Preset {
                name: "obstacles",
                sentence: "The same, and spins and keeps clear of what stands or moves; takes minutes to learn.",
                formerly: &[],
                config: ClipControlConfig {
                    tasks: Task::ALL.to_vec(),
                    ..ClipControlConfig::default()
                },
            },
            Preset {
                name: "paper",
                sentence: "As published: choices at the end of each clip, nothing added to the clips.",
                formerly: &[],
                config: ClipControlConfig::paper(),
            },
        ]
    }

    fn build(
        library: &Arc<MotionLibrary>,
        config: &ClipControlConfig,
        observe: &mut dyn FnMut(News<'_>),
    ) -> Result<ClipController, MethodError> {
        crate::construction::build(library, config, observe)
    }

    fn config(controller: &ClipController) -> &ClipControlConfig {
        controller.config()
    }

    fn library(controller: &ClipController) -> Option<&Arc<MotionLibrary>> {
        Some(&controller.repertoire.library)
    }

    fn notices(controller: &ClipController) -> Vec<String> {
        let library = &controller.repertoire.library;
        let mut notices = lacking(library, &FrameGaits::of(library), Controller::gaits(controller));
        let refused = controller.repertoire.refused.len();
        let all = refused + controller.repertoire.cycles.len();
        if 3 * refused > all {
            notices.push(format!(
                "{refused} of {all} steps are not used; `sidestep inspect LIBRARY --clips` says why"
            ));
        }
        notices
    }

    fn columns(controller: &ClipController) -> Vec<Column<'_>> {
        let bits = |number: &f64| {
            let bits = number.to_bits();
            #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
            let halves = [bits as u32, (bits >> 32) as u32];
            halves
        };
        let numbers: Vec<u32> =
            controller.tables.iter().flat_map(|table| &table.coefficients).flat_map(bits).collect();
        vec![Column::new("coefficients", numbers)]
    }

    fn restore(saved: &Saved<'_, ClipControlConfig>) -> Result<ClipController, MethodError> {
        let ground = Ground::new(saved.needed_library()?, saved.config)?;
        let halves: Table<u32> = saved.tables.u32s("coefficients")?;
        let number = |pair: &[u32]| f64::from_bits(u64::from(pair[0]) | u64::from(pair[1]) << 32);
        let numbers: Vec<f64> = halves.chunks_exact(2).map(number).collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(BuildError::Values.into());
        }
        let mut left = &*numbers;
        let mut tables = Vec::new();
        for TablePlan { task, gait, aim, members } in ground.plans(saved.config) {
            let basis = saved.config.basis_for(task, &aim);
            let count = ValueTable::rows(members.len(), &aim) * basis.len();
            let (own, rest) = left.split_at_checked(count).ok_or(BuildError::Values)?;
            left = rest;
            let coefficients = own.to_vec();
            tables.push(ValueTable { task, gait, aim, basis, members, coefficients });
        }
        if !left.is_empty() {
            return Err(BuildError::Values.into());
        }
        Ok(ClipController::new(ground, saved.config, tables))
    }
}

impl ClipControlConfig {
    /// The basis of a table: bumps of a fixed obstacle stand where the obstacle is.
    pub fn basis_for(&self, task: Task, aim: &crate::task::Aim) -> crate::basis::Basis {
        let basis = self.basis(task);
        match task {
            Task::Fixed => basis.with_bumps_moved(crate::basis::Variable::V, aim.beside),
            _ => basis.clone(),
        }
    }
}
