//! A controller as a file: its method's name, its settings, its library and its tables.

use crate::{
    built::BuiltController,
    container::{self, Container, Dtype, LoadError, NewTable},
    library_file::{
        LIBRARY_TABLES, body_from, body_record, library_from, library_record, library_tables,
    },
    methods::{METHODS, MethodEntry},
};
use serde_json::json;
use sidestep_control::method::{Column, Numbers, Saved, SavedNumbers, Tables};
use sidestep_motion::table::SharedBytes;
use std::sync::Arc;

const KIND: &str = "sidestep controller";

/// A controller as the bytes of a file.
pub fn encode_controller(controller: &BuiltController) -> Vec<u8> {
    let mut record = json!({ "method": controller.method(), "config": controller.config() });
    let mut tables = Vec::new();
    match controller.library() {
        Some(library) => {
            record["library"] = library_record(library);
            tables = library_tables(library);
        }
        None => record["body"] = body_record(controller.skeleton(), controller.rate_hz()),
    }
    let columns = controller.columns();
    tables.extend(columns.iter().map(new_table));
    // Wide numbers first: numbers after single bytes would not be aligned.
    tables.sort_by_key(|table| std::cmp::Reverse(table.dtype.size()));
    container::encode(KIND, &record, &tables)
}

/// The controller that the bytes of a file hold.
pub fn decode_controller(bytes: SharedBytes) -> Result<BuiltController, LoadError> {
    decode_controller_of(&METHODS, bytes)
}

/// The same for programs with methods of their own: `methods` are those that the file may be of.
pub fn decode_controller_of(
    methods: &[MethodEntry],
    bytes: SharedBytes,
) -> Result<BuiltController, LoadError> {
    let container = Container::decode(bytes, KIND)?;
    let record = container.record();
    let name = record["method"].as_str().unwrap_or_default();
    let Some(method) = methods.iter().find(|method| method.name == name) else {
        let known = methods.iter().map(|method| method.name).collect::<Vec<_>>().join(", ");
        return Err(LoadError::Method { name: name.to_owned(), known });
    };
    let tables = Tables::new(saved_tables(&container)?);
    let library = match record.get("library") {
        Some(library) => Some(Arc::new(library_from(&container, library)?)),
        None => None,
    };
    let (skeleton, rate_hz) = match &library {
        Some(library) => (Arc::clone(library.skeleton()), library.rate_hz()),
        None => body_from(&record["body"])?,
    };
    let saved = Saved {
        config: &record["config"],
        skeleton: &skeleton,
        rate_hz,
        library: library.as_ref(),
        tables: &tables,
    };
    let built = method
        .restore(&saved)
        .map_err(|error| LoadError::Controller { what: error.to_string(), method: method.name })?;
    Ok(built.with_checksum(container.checksum()))
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

/// All tables but those of the library.
fn saved_tables(container: &Container) -> Result<Vec<(String, SavedNumbers)>, LoadError> {
    let own = container.tables().filter(|(name, _)| !LIBRARY_TABLES.contains(name));
    own.map(|(name, dtype)| {
        let numbers = match dtype {
            Dtype::F32 => SavedNumbers::F32(container.table(name)?),
            Dtype::U32 => SavedNumbers::U32(container.table(name)?),
            Dtype::U16 => SavedNumbers::U16(container.table(name)?),
            Dtype::U8 => SavedNumbers::U8(container.table(name)?),
        };
        Ok((name.to_owned(), numbers))
    })
    .collect()
}
