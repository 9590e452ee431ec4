//! A training as bytes: one file, with a version and a checksum, for any machine to go on from.
//!
//! Eight bytes of name, the version, the sizes, the number of updates; then nine tables, each with its
//! length before it; then a checksum (XXH3, 64 bits) of all bytes before it. Everything is little-endian.

use crate::{arrangement::Arrangement, settings::Settings, state::State};
use xxhash_rust::xxh3::xxh3_64;

const NAME: &[u8; 8] = b"SIDETRN\n";
const VERSION: u32 = 1;

/// Why bytes are not a checkpoint to go on from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// Something else.
    #[error("this is no checkpoint of a training")]
    NotOurs,
    /// From a later version.
    #[error("this checkpoint has version {found}, this program reads {VERSION}; update it")]
    Newer {
        /// Version of the file.
        found: u32,
    },
    /// Cut off or changed.
    #[error("this checkpoint is damaged: its checksum does not match; take an earlier one")]
    Damaged,
    /// From a training with other sizes.
    #[error("this checkpoint has {what} {found}, the training {wanted}")]
    Other {
        /// Which size.
        what: &'static str,
        /// That of the file.
        found: u32,
        /// That of the training.
        wanted: u32,
    },
}

/// Writes a checkpoint.
pub(crate) fn encode(settings: &Settings, channels: usize, state: &State) -> Vec<u8> {
    let mut bytes = NAME.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    for (_, size) in sizes(settings, channels) {
        bytes.extend(size.to_le_bytes());
    }
    bytes.extend(state.update.to_le_bytes());
    for table in tables(state) {
        bytes.extend((table.len() as u64).to_le_bytes());
        table.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    let checksum = xxh3_64(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Reads a checkpoint of a training with these settings; every table has its right length then.
pub(crate) fn decode(
    bytes: &[u8],
    settings: &Settings,
    channels: usize,
) -> Result<State, CheckpointError> {
    let Some(rest) = bytes.strip_prefix(NAME) else { return Err(CheckpointError::NotOurs) };
    let mut reader = Reader(rest);
    let found = reader.u32()?;
    if found != VERSION {
        return Err(CheckpointError::Newer { found });
    }
    let Some((body, checksum)) = bytes.split_last_chunk::<8>() else {
        return Err(CheckpointError::Damaged);
    };
    if xxh3_64(body) != u64::from_le_bytes(*checksum) {
        return Err(CheckpointError::Damaged);
    }
    for (what, wanted) in sizes(settings, channels) {
        let found = reader.u32()?;
        if found != wanted {
            return Err(CheckpointError::Other { what, found, wanted });
        }
    }
    let mut state = State { update: reader.u64()?, ..State::default() };
    let lengths = lengths(settings, channels);
    for (table, length) in tables_mut(&mut state).into_iter().zip(lengths) {
        if reader.u64()? != length as u64 {
            return Err(CheckpointError::Damaged);
        }
        *table = reader.numbers(length)?;
    }
    Ok(state)
}

fn sizes(settings: &Settings, channels: usize) -> [(&'static str, u32); 5] {
    [
        ("channels", channels as u32),
        ("hidden", settings.hidden as u32),
        ("layers", settings.layers as u32),
        ("batch", settings.batch as u32),
        ("steps", settings.steps as u32),
    ]
}

fn lengths(settings: &Settings, channels: usize) -> [usize; 9] {
    let sizes = Arrangement::new(channels, settings);
    let (count, memory) = (settings.batch, settings.batch * sizes.hidden * sizes.layers);
    let all = sizes.len();
    [all, all, all, all, count * sizes.padded, count * 3, memory, memory, count]
}

fn tables(state: &State) -> [&[f32]; 9] {
    [
        &state.weights,
        &state.moment1,
        &state.moment2,
        &state.average,
        &state.rows,
        &state.roots,
        &state.hidden,
        &state.cells,
        &state.lowest,
    ]
}

fn tables_mut(state: &mut State) -> [&mut Vec<f32>; 9] {
    [
        &mut state.weights,
        &mut state.moment1,
        &mut state.moment2,
        &mut state.average,
        &mut state.rows,
        &mut state.roots,
        &mut state.hidden,
        &mut state.cells,
        &mut state.lowest,
    ]
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(CheckpointError::Damaged)?;
        self.0 = rest;
        Ok(*first)
    }

    fn u32(&mut self) -> Result<u32, CheckpointError> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    fn u64(&mut self) -> Result<u64, CheckpointError> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<f32>, CheckpointError> {
        let bytes = self.0.get(..4 * count).ok_or(CheckpointError::Damaged)?;
        self.0 = &self.0[4 * count..];
        Ok(bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
    }
}
