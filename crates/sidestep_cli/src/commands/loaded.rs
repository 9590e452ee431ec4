//! A library as it is measured: its name, its checksum, and what is known of its motion.

use crate::files;
use anyhow::{Context, Result};
use sidestep_benchmark::Actor;
use sidestep_measure::Source;
use sidestep_motion::MotionLibrary;
use std::{path::Path, sync::Arc};
use xxhash_rust::xxh3::xxh3_128;

/// A library and what is known of it.
pub(crate) struct Loaded {
    pub(crate) name: String,
    pub(crate) checksum: u128,
    pub(crate) library: Arc<MotionLibrary>,
    pub(crate) source: Source,
    pub(crate) actor: Actor,
}

impl Loaded {
    /// Reads a library.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let bytes = files::map(path)?;
        let checksum = xxh3_128((*bytes).as_ref());
        let library = sidestep::decode_library(bytes)
            .with_context(|| format!("cannot use {}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (source, actor) = (Source::of(&library), Actor::of(&library));
        Ok(Self { name, checksum, library: Arc::new(library), source, actor })
    }
}
