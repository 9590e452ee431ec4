//! The tables of a capability map as plain numbers, for files, and back with every number checked.

use crate::{
    capability::{Capability, CapabilityMap, Step},
    error::BuildError,
    restore::{check_rows, is_run, must},
};
use glam::Vec3;
use sidestep_motion::{FrameId, MotionLibrary};
use sidestep_pose_graph::{StateActionGraph, StateId};

/// Stands for no step before.
const NO_STEP: u32 = u32::MAX;

/// A capability map as columns of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapabilityTables {
    /// Where the capabilities of each state begin; one entry more than there are states.
    pub starts: Vec<u32>,
    /// Their points, seen from the state.
    pub points: Vec<[f32; 3]>,
    /// Their costs.
    pub costs: Vec<f32>,
    /// The frame of each, how many frames are played until then, and the last step of its way.
    pub ways: Vec<[u32; 3]>,
    /// Where the steps of each state begin; one entry more than there are states.
    pub step_starts: Vec<u32>,
    /// First frame and number of frames of each step, and the step before it or `u32::MAX`.
    pub steps: Vec<[u32; 3]>,
}

impl CapabilityMap {
    /// Its tables.
    pub fn tables(&self) -> CapabilityTables {
        let all = || self.capabilities.iter();
        let step = |step: &Step| [step.first, step.frames, step.before.unwrap_or(NO_STEP)];
        CapabilityTables {
            starts: self.starts.clone(),
            points: all().map(|of| of.point.to_array()).collect(),
            costs: all().map(|of| of.cost).collect(),
            ways: all().map(|of| [of.frame.0, of.frames, of.step]).collect(),
            step_starts: self.step_starts.clone(),
            steps: self.steps.iter().map(step).collect(),
        }
    }

    /// The map of some tables. They are refused where they do not fit together, the library or the
    /// graph.
    pub fn from_tables(
        library: &MotionLibrary,
        graph: &StateActionGraph,
        tables: CapabilityTables,
    ) -> Result<Self, BuildError> {
        let count = tables.ways.len();
        let lengths = tables.points.len() == count && tables.costs.len() == count;
        must(lengths, || "the columns of the capabilities differ in length".to_owned())?;
        check_rows("capabilities", &tables.starts, graph.states(), count)?;
        check_rows("steps", &tables.step_starts, graph.states(), tables.steps.len())?;
        let numbers = tables.points.iter().zip(&tables.costs).zip(&tables.ways);
        let capability = |((point, cost), way): ((&[f32; 3], &f32), &[u32; 3])| Capability {
            point: Vec3::from_array(*point),
            frame: FrameId(way[0]),
            frames: way[1],
            cost: *cost,
            step: way[2],
        };
        let step = |step: &[u32; 3]| Step {
            first: step[0],
            frames: step[1],
            before: Some(step[2]).filter(|before| *before != NO_STEP),
        };
        let map = Self {
            capabilities: numbers.map(capability).collect(),
            steps: tables.steps.iter().map(step).collect(),
            starts: tables.starts,
            step_starts: tables.step_starts,
        };
        for state in (0_u32..).take(graph.states()).map(StateId) {
            map.check_state(library, graph, state)?;
        }
        Ok(map)
    }

    /// Whether every step of a state is an action of the graph, and every moment lies on its way.
    fn check_state(
        &self,
        library: &MotionLibrary,
        graph: &StateActionGraph,
        state: StateId,
    ) -> Result<(), BuildError> {
        let steps = self.steps_of(state);
        // The state that each step ends in, and the frames until then.
        let mut ends: Vec<(StateId, u32)> = Vec::with_capacity(steps.len());
        for (number, step) in steps.iter().enumerate() {
            let from = match step.before {
                None => Some((state, 0)),
                Some(before) => ends.get(before as usize).copied(),
            };
            let end = from.filter(|_| is_run(library, step.first, step.frames));
            let end = end.and_then(|(from, frames)| {
                let leads = |a: &&sidestep_pose_graph::Action| {
                    (a.first, a.frames) == (step.first, step.frames)
                };
                let action = graph.actions_of(from).iter().find(leads)?;
                Some((action.to, frames.checked_add(step.frames)?))
            });
            let end = end.ok_or_else(|| BuildError::Tables {
                what: format!("step {number} of state {} leads nowhere", state.0),
            })?;
            ends.push(end);
        }
        for (number, of) in self.capabilities_of(state).iter().enumerate() {
            let way = steps.get(of.step as usize).zip(ends.get(of.step as usize));
            let is_met = way.is_some_and(|(step, (_, frames))| {
                let last = step.first + step.frames - 1;
                (step.first..=last).contains(&of.frame.0)
                    && of.frames == frames - (last - of.frame.0)
            });
            let is_fine = is_met && of.point.is_finite() && of.cost.is_finite() && of.cost >= 0.0;
            must(is_fine, || format!("capability {number} of state {} is not met", state.0))?;
        }
        Ok(())
    }
}
