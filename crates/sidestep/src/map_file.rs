//! The tables of a mobility map as columns of a file, and back, with everything checked.

use crate::container::{Container, LoadError, NewTable, inconsistent};
use safetensors::Dtype;
use sidestep_mobility_map::{
    MapOption, MobilityConfig, MobilityMap, OptionTable, Run, StateActionGraph,
};
use sidestep_motion::{FrameId, MotionLibrary};
use std::sync::Arc;

/// A map on its way into a file.
pub(crate) struct MapColumns<'a> {
    map: &'a MobilityMap,
    state_frames: Vec<u32>,
}

impl<'a> MapColumns<'a> {
    pub(crate) fn of(map: &'a MobilityMap) -> Self {
        Self { map, state_frames: map.graph().state_frames.iter().map(|frame| frame.0).collect() }
    }

    /// The tables, those of wider numbers first.
    pub(crate) fn tables(&self) -> [NewTable<'_>; 7] {
        let (graph, table) = (self.map.graph(), self.map.table());
        let numbers = |name, values: &'a [u32]| column(name, Dtype::U32, 1, bytes(values));
        [
            column("state_frames", Dtype::U32, 1, bytes(&self.state_frames)),
            numbers("action_starts", &graph.action_starts),
            column("actions", Dtype::U32, 4, bytes(&graph.actions)),
            numbers("option_starts", &table.option_starts),
            numbers("run_starts", &table.run_starts),
            column("options", Dtype::U16, size_of::<MapOption>() / 2, bytes(&table.options)),
            column("runs", Dtype::U16, size_of::<Run>() / 2, bytes(&table.runs)),
        ]
    }
}

/// The map that a file holds.
pub(crate) fn map_from(
    container: &Container,
    library: &Arc<MotionLibrary>,
    config: &MobilityConfig,
) -> Result<MobilityMap, LoadError> {
    let frames = container.table::<u32>("state_frames")?;
    let graph = StateActionGraph {
        state_frames: frames.iter().map(|frame| FrameId(*frame)).collect(),
        action_starts: container.table("action_starts")?.to_vec(),
        actions: container.table("actions")?.to_vec(),
    };
    let table = OptionTable {
        option_starts: container.table("option_starts")?.to_vec(),
        options: container.table("options")?.to_vec(),
        run_starts: container.table("run_starts")?.to_vec(),
        runs: container.table("runs")?.to_vec(),
    };
    sidestep_mobility_map::restore(library, config, graph, table)
        .map_err(|error| inconsistent(error.to_string()))
}

fn bytes<T: bytemuck::NoUninit>(values: &[T]) -> &[u8] {
    bytemuck::cast_slice(values)
}

/// A table of `width` numbers in each row.
pub(crate) fn column<'a>(
    name: &'static str,
    dtype: Dtype,
    width: usize,
    bytes: &'a [u8],
) -> NewTable<'a> {
    let size = if dtype == Dtype::U16 { size_of::<u16>() } else { size_of::<u32>() };
    let rows = bytes.len() / (size * width);
    let shape = if width == 1 { vec![rows] } else { vec![rows, width] };
    NewTable { name, dtype, shape, bytes }
}
