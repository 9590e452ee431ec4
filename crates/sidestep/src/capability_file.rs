//! What a part of the body can reach, as a file, and back with everything checked.

use crate::{
    container::{self, Container, Dtype, LoadError, NewTable, inconsistent},
    library_file::{library_from, library_record, library_tables},
};
use serde::Deserialize;
use serde_json::{Value, json};
use sidestep_mobility_map::{CapabilityTables, PartCapabilities, PartConfig, StateActionGraph};
use sidestep_motion::{FrameId, Role, table::SharedBytes};
use std::sync::Arc;

const KIND: &str = "sidestep capability map";

/// A capability map as the bytes of a file.
pub fn encode_capability(capabilities: &PartCapabilities) -> Vec<u8> {
    let library = capabilities.library();
    let record = json!({
        "part": capabilities.part().name(),
        "config": capabilities.config(),
        "library": library_record(library),
    });
    let (graph, tables) = (capabilities.graph(), capabilities.map().tables());
    let frames: Vec<u32> = graph.state_frames.iter().map(|frame| frame.0).collect();
    let columns: [NewTable<'_>; 9] = [
        column("state_frames", Dtype::U32, 1, bytemuck::cast_slice(&frames)),
        column("action_starts", Dtype::U32, 1, bytemuck::cast_slice(&graph.action_starts)),
        column("actions", Dtype::U32, 4, bytemuck::cast_slice(&graph.actions)),
        column("capability_starts", Dtype::U32, 1, bytemuck::cast_slice(&tables.starts)),
        column("capability_points", Dtype::F32, 3, bytemuck::cast_slice(&tables.points)),
        column("capability_costs", Dtype::F32, 1, bytemuck::cast_slice(&tables.costs)),
        column("capability_ways", Dtype::U32, 3, bytemuck::cast_slice(&tables.ways)),
        column("step_starts", Dtype::U32, 1, bytemuck::cast_slice(&tables.step_starts)),
        column("steps", Dtype::U32, 3, bytemuck::cast_slice(&tables.steps)),
    ];
    let mut all = library_tables(library);
    // Before the contacts, whose single bytes would leave numbers after them unaligned.
    let before_bytes = all.len() - 1;
    all.splice(before_bytes..before_bytes, columns);
    container::encode(KIND, &record, &all)
}

/// The capability map that the bytes of a file hold.
pub fn decode_capability(bytes: SharedBytes) -> Result<PartCapabilities, LoadError> {
    let container = Container::decode(bytes, KIND)?;
    let record = container.record();
    let library = Arc::new(library_from(&container, &record["library"])?);
    let part = record["part"].as_str().and_then(Role::from_name);
    let part = part.ok_or_else(|| inconsistent(format!("there is no part {}", record["part"])))?;
    let frames = container.table::<u32>("state_frames")?;
    let graph = StateActionGraph {
        state_frames: frames.iter().map(|frame| FrameId(*frame)).collect(),
        action_starts: container.table("action_starts")?.to_vec(),
        actions: container.table("actions")?.to_vec(),
    };
    let tables = CapabilityTables {
        starts: container.table("capability_starts")?.to_vec(),
        points: container.table("capability_points")?.to_vec(),
        costs: container.table("capability_costs")?.to_vec(),
        ways: container.table("capability_ways")?.to_vec(),
        step_starts: container.table("step_starts")?.to_vec(),
        steps: container.table("steps")?.to_vec(),
    };
    PartCapabilities::restore(&library, part, &config(record)?, graph, tables)
        .map_err(|error| inconsistent(error.to_string()))
}

fn config(record: &Value) -> Result<PartConfig, LoadError> {
    PartConfig::deserialize(&record["config"]).map_err(|error| inconsistent(error.to_string()))
}

/// A table of `width` numbers of four bytes in each row.
fn column<'a>(name: &'a str, dtype: Dtype, width: usize, bytes: &'a [u8]) -> NewTable<'a> {
    let rows = bytes.len() / (size_of::<u32>() * width);
    let shape = if width == 1 { vec![rows] } else { vec![rows, width] };
    NewTable { name, dtype, shape, bytes }
}
