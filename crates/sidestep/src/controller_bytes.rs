//! The parts of a controller laid out as the bytes of a file.

use crate::{
    container::{self, Dtype, NewTable},
    library_file::{body_record, library_record, library_tables},
};
use serde_json::{Value, json};
use sidestep_control::method::{Column, Numbers};
use sidestep_motion::{MotionLibrary, Skeleton};

/// What such a file says it is.
pub(crate) const KIND: &str = "sidestep controller";

/// What a file holds of a controller.
pub(crate) struct Parts<'a> {
    pub(crate) method: &'a str,
    pub(crate) config: Value,
    /// The library it plays, where it plays one.
    pub(crate) library: Option<&'a MotionLibrary>,
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) rate_hz: f32,
    pub(crate) columns: &'a [Column<'a>],
}

/// The file of a controller.
pub(crate) fn encode(parts: &Parts<'_>) -> Vec<u8> {
    let mut record = json!({ "method": parts.method, "config": parts.config });
    let mut tables = Vec::new();
    match parts.library {
        Some(library) => {
            record["library"] = library_record(library);
            tables = library_tables(library);
        }
        None => record["body"] = body_record(parts.skeleton, parts.rate_hz),
    }
    tables.extend(parts.columns.iter().map(new_table));
    // Wide numbers first: numbers after single bytes would not be aligned.
    tables.sort_by_key(|table| std::cmp::Reverse(table.dtype.size()));
    container::encode(KIND, &record, &tables)
}

fn new_table<'a>(column: &'a Column<'_>) -> NewTable<'a> {
    let (dtype, bytes): (_, &[u8]) = match &column.numbers {
        Numbers::F32(numbers) => (Dtype::F32, bytemuck::cast_slice(numbers)),
        Numbers::U32(numbers) => (Dtype::U32, bytemuck::cast_slice(numbers)),
        Numbers::U16(numbers) => (Dtype::U16, bytemuck::cast_slice(numbers)),
        Numbers::U8(numbers) => (Dtype::U8, numbers),
    };
    let numbers = bytes.len() / dtype.size();
    let shape = match column.width {
        0 | 1 => vec![numbers],
        width => vec![numbers / width, width],
    };
    NewTable { name: &column.name, dtype, shape, bytes }
}
