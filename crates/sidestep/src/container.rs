//! The file that everything built is kept in: named tables, a record about them, and a checksum.
//!
//! The file is an ordinary [safetensors](https://huggingface.co/docs/safetensors) file, so that
//! Python and other tools read its tables with no code of ours. Three entries of its metadata are
//! ours: `kind` and `format` say what it is, `record` holds the rest as JSON, and `checksum` covers
//! every byte of the file but its own digits. `docs/file_format.md` describes all of it.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use sidestep_motion::table::{SharedBytes, Table};
use std::{fmt, ops::Range};
use xxhash_rust::xxh3::Xxh3;

/// The newest form of the file that this code reads and the one it writes.
pub const FORMAT: u32 = 1;

/// Tables start at a multiple of this, so that a mapped file can be used in place.
const ALIGNMENT: usize = 64;
const CHECKSUM_DIGITS: usize = 32;
const CHECKSUM_PREFIX: &[u8] = b"\"checksum\":\"xxh3-128:";

/// Why bytes are not a usable Sidestep file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LoadError {
    /// Not a file of ours, or one whose beginning is destroyed.
    #[error("this is not a Sidestep file ({reason}); import or build it again")]
    NotOurs {
        /// What gave it away.
        reason: String,
    },
    /// Another kind of our files.
    #[error("this file holds a {found}, but a {wanted} is needed here")]
    Kind {
        /// What the file says it is.
        found: String,
        /// What the caller needs.
        wanted: String,
    },
    /// Written by a later version.
    #[error("this file has format {found}, this version reads up to {supported}; update Sidestep")]
    Newer {
        /// Format of the file.
        found: u32,
        /// The newest format this code reads.
        supported: u32,
    },
    /// The end is missing.
    #[error("this file is truncated: {have} of {need} bytes; copy or build it again")]
    Truncated {
        /// Bytes there are.
        have: usize,
        /// Bytes the file says it has.
        need: usize,
    },
    /// The bytes are not those that were written.
    #[error("this file was altered: its checksum does not match; copy or build it again")]
    Altered,
    /// A controller of a method that this version does not have.
    #[error("there is no method '{name}' here, only {known}; update Sidestep or build another")]
    Method {
        /// Its name.
        name: String,
        /// The methods there are.
        known: String,
    },
    /// The checksum is right, but the method cannot use what it finds: an old file, or a wrong one.
    #[error(
        "this file is inconsistent: {what}; \
         build it again: sidestep build {method} LIBRARY -o CONTROLLER"
    )]
    Controller {
        /// What makes no sense.
        what: String,
        /// The method that it is of.
        method: &'static str,
    },
    /// The checksum is right, but the content makes no sense.
    #[error("this file is inconsistent: {what}; build it again and report how it was made")]
    Inconsistent {
        /// What makes no sense.
        what: String,
    },
}

/// What the numbers of a table are; of what safetensors knows, that which we use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Dtype {
    F32,
    U32,
    U16,
    U8,
}

impl Dtype {
    /// Bytes of a number.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::F32 | Self::U32 => 4,
            Self::U16 => 2,
            Self::U8 => 1,
        }
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// One named table about to be written.
pub(crate) struct NewTable<'a> {
    pub(crate) name: &'a str,
    pub(crate) dtype: Dtype,
    pub(crate) shape: Vec<usize>,
    pub(crate) bytes: &'a [u8],
}

/// Lays out a whole file. Tables are kept in the given order: widest alignment first.
pub(crate) fn encode(kind: &str, record: &Value, tables: &[NewTable<'_>]) -> Vec<u8> {
    let mut header = Map::new();
    let zeros = "0".repeat(CHECKSUM_DIGITS);
    header.insert(
        "__metadata__".to_owned(),
        json!({
            "kind": kind,
            "format": FORMAT.to_string(),
            "record": record.to_string(),
            "checksum": format!("xxh3-128:{zeros}"),
        }),
    );
    let mut end = 0;
    for table in tables {
        let start = end;
        end += table.bytes.len();
        let offsets = [start, end];
        let dtype = table.dtype.to_string();
        let entry = json!({ "dtype": dtype, "shape": table.shape, "data_offsets": offsets });
        header.insert(table.name.to_owned(), entry);
    }
    let mut text = Value::Object(header).to_string().into_bytes();
    let padded = (8 + text.len()).next_multiple_of(ALIGNMENT) - 8;
    text.resize(padded, b' ');

    let mut file = Vec::with_capacity(8 + text.len() + end);
    file.extend_from_slice(&(text.len() as u64).to_le_bytes());
    file.extend_from_slice(&text);
    for table in tables {
        file.extend_from_slice(table.bytes);
    }
    seal(&mut file);
    file
}

/// Writes the checksum of a file into its place. Whoever alters a file on purpose needs this: the
/// fuzz targets do, to get past the checksum.
pub fn seal(file: &mut [u8]) {
    if let Some(at) = find_checksum(file) {
        let digits = format!("{:032x}", checksum(file, at));
        file[at..at + CHECKSUM_DIGITS].copy_from_slice(digits.as_bytes());
    }
}

/// A file whose checksum was found right.
pub(crate) struct Container {
    bytes: SharedBytes,
    record: Value,
    checksum: u128,
    tables: Vec<TableEntry>,
}

impl fmt::Debug for Container {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Container").field("tables", &self.tables).finish_non_exhaustive()
    }
}

impl Container {
    /// Checks kind, version, length and checksum, in this order, so that the message fits the fault.
    pub(crate) fn decode(bytes: SharedBytes, wanted: &str) -> Result<Self, LoadError> {
        let file = (*bytes).as_ref();
        let (header, metadata, need) = read_header(file)?;
        let entry = |name: &str| metadata.get(name).and_then(Value::as_str);
        let kind = entry("kind").ok_or_else(|| not_ours("it names no kind"))?;
        if !kind.starts_with("sidestep ") {
            return Err(not_ours("it is a safetensors file of another program"));
        }
        let format = entry("format").and_then(|text| text.parse::<u32>().ok());
        let found = format.ok_or_else(|| not_ours("it names no format"))?;
        if found > FORMAT {
            return Err(LoadError::Newer { found, supported: FORMAT });
        }
        if file.len() < need {
            return Err(LoadError::Truncated { have: file.len(), need });
        }
        let at = find_checksum(file).ok_or(LoadError::Altered)?;
        let checksum = checksum(file, at);
        let digits = format!("{checksum:032x}");
        if file[at..at + CHECKSUM_DIGITS] != *digits.as_bytes() {
            return Err(LoadError::Altered);
        }
        if kind != wanted {
            return Err(LoadError::Kind { found: kind.to_owned(), wanted: wanted.to_owned() });
        }
        let record = entry("record").unwrap_or_default();
        let record = serde_json::from_str(record).map_err(|e| inconsistent(e.to_string()))?;
        let tables = read_tables(header, file.len())?;
        Ok(Self { bytes, record, checksum, tables })
    }

    /// The JSON record.
    pub(crate) fn record(&self) -> &Value {
        &self.record
    }

    /// The checksum of the file.
    pub(crate) fn checksum(&self) -> u128 {
        self.checksum
    }

    /// Names of all tables, and what they hold.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&str, Dtype)> {
        self.tables.iter().map(|table| (table.name.as_str(), table.dtype))
    }

    /// A table as values of `T`, in place where its alignment allows.
    pub(crate) fn table<T: bytemuck::Pod>(&self, name: &str) -> Result<Table<T>, LoadError> {
        let found = self.tables.iter().find(|table| table.name == name);
        let found = found.ok_or_else(|| inconsistent(format!("table '{name}' is missing")))?;
        let range = &found.range;
        if let Some(table) = Table::from_shared(self.bytes.clone(), range.start, range.len()) {
            return Ok(table);
        }
        let slice = &(*self.bytes).as_ref()[range.clone()];
        if slice.len() % size_of::<T>() != 0 {
            return Err(inconsistent(format!("table '{name}' has {} bytes", slice.len())));
        }
        Ok(bytemuck::allocation::pod_collect_to_vec::<u8, T>(slice).into())
    }
}

impl Container {
    /// A table that files without such values leave out.
    pub(crate) fn table_or_empty<T: bytemuck::Pod>(
        &self,
        name: &str,
    ) -> Result<Table<T>, LoadError> {
        match self.tables().any(|(known, _)| known == name) {
            true => self.table(name),
            false => Ok(Vec::new().into()),
        }
    }
}

/// An error for content that has the right checksum and is wrong all the same.
pub(crate) fn inconsistent(what: impl Into<String>) -> LoadError {
    LoadError::Inconsistent { what: what.into() }
}

fn not_ours(reason: &str) -> LoadError {
    LoadError::NotOurs { reason: reason.to_owned() }
}

/// The header, where its data begin, its metadata, and the length that the file claims to have.
type Header = ((Map<String, Value>, usize), Map<String, Value>, usize);

fn read_header(file: &[u8]) -> Result<Header, LoadError> {
    let length = file.first_chunk::<8>().ok_or_else(|| not_ours("it is shorter than 8 bytes"))?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let text = length
        .checked_add(8)
        .and_then(|end| file.get(8..end))
        .ok_or_else(|| not_ours("its header is cut off or no header at all"))?;
    let header: Map<String, Value> =
        serde_json::from_slice(text).map_err(|_| not_ours("its header is no JSON"))?;
    let ends = header.values().filter_map(|entry| entry.get("data_offsets")?.get(1)?.as_u64());
    let data = usize::try_from(ends.max().unwrap_or(0)).unwrap_or(usize::MAX);
    let metadata = header.get("__metadata__").and_then(Value::as_object);
    let metadata = metadata.ok_or_else(|| not_ours("it has no metadata"))?.clone();
    let start = 8 + length;
    Ok(((header, start), metadata, start.saturating_add(data)))
}

/// A table of a file.
#[derive(Clone, Debug)]
struct TableEntry {
    name: String,
    dtype: Dtype,
    range: Range<usize>,
}

/// A table as the header tells of it.
#[derive(Deserialize)]
struct TableHeader {
    dtype: Dtype,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

/// The tables of a header: one after the other from where its data `start`, without a gap, to the end
/// of the file, each as long as its shape says.
fn read_tables(
    (header, start): (Map<String, Value>, usize),
    end: usize,
) -> Result<Vec<TableEntry>, LoadError> {
    let mut tables = Vec::with_capacity(header.len());
    for (name, entry) in header.into_iter().filter(|(name, _)| name != "__metadata__") {
        let entry = TableHeader::deserialize(entry)
            .map_err(|error| inconsistent(format!("table '{name}': {error}")))?;
        let [from, to] = entry.data_offsets.map(|offset| offset.checked_add(start));
        let numbers = entry.shape.iter().try_fold(1, |n: usize, size| n.checked_mul(*size));
        let bytes = numbers.and_then(|numbers| numbers.checked_mul(entry.dtype.size()));
        match (from, to, bytes) {
            (Some(from), Some(to), Some(bytes)) if from.checked_add(bytes) == Some(to) => {
                tables.push(TableEntry { name, dtype: entry.dtype, range: from..to });
            }
            _ => return Err(inconsistent(format!("table '{name}' is not as long as its shape"))),
        }
    }
    tables.sort_by_key(|table| (table.range.start, table.range.end));
    let mut at = start;
    for table in &tables {
        if table.range.start != at {
            return Err(inconsistent(format!("there is a gap before table '{}'", table.name)));
        }
        at = table.range.end;
    }
    if at != end {
        return Err(inconsistent("there is something after the last table"));
    }
    Ok(tables)
}

/// The checksum of a whole file of ours.
pub(crate) fn checksum_of(file: &[u8]) -> Option<u128> {
    find_checksum(file).map(|at| checksum(file, at))
}

/// Where the digits of the checksum stand.
fn find_checksum(file: &[u8]) -> Option<usize> {
    let length = usize::try_from(u64::from_le_bytes(*file.first_chunk::<8>()?)).ok()?;
    let header = file.get(..length.checked_add(8)?)?;
    let at = header.windows(CHECKSUM_PREFIX.len()).position(|window| window == CHECKSUM_PREFIX)?;
    let digits = at + CHECKSUM_PREFIX.len();
    (digits + CHECKSUM_DIGITS <= header.len()).then_some(digits)
}

/// The checksum of the file with its own digits left out.
fn checksum(file: &[u8], digits_at: usize) -> u128 {
    let mut hash = Xxh3::new();
    hash.update(&file[..digits_at]);
    hash.update(&file[digits_at + CHECKSUM_DIGITS..]);
    hash.digest128()
}
