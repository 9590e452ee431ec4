//! A controller as a file: its method's name, its settings, its library and its tables.

use crate::{
    built::BuiltController,
    container::{Container, Dtype, LoadError},
    controller_bytes::KIND,
    former,
    library_file::{LIBRARY_TABLES, body_from, library_from},
    methods::{METHODS, MethodEntry},
};
use sidestep_control::method::{Saved, SavedNumbers, Tables};
use sidestep_motion::table::SharedBytes;
use std::sync::Arc;

/// A controller as the bytes of a file.
pub fn encode_controller(controller: &BuiltController) -> Vec<u8> {
    controller.encode()
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
    let written = record["method"].as_str().unwrap_or_default();
    let (name, config) = former::of_today(written, &record["config"]);
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
        config: &config,
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
