//! A character as bytes: for rollback, for saved games, for the wire.
//!
//! Forty bytes come first: eight that name the kind, the form, how many bytes follow, whose they are
//! and a checksum of all others. `docs/snapshots.md` describes them. Whoever reads them checks kind,
//! form, length and checksum in this order, so that the message fits the fault.

use sidestep_motion::Skeleton;
use std::{fmt, sync::Arc};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// The form of snapshots that this code writes and reads. Whoever changes what a character or a
/// memory holds makes it one more: snapshots do not outlive it.
pub const SNAPSHOT_FORM: u32 = 8;

const MAGIC: [u8; 8] = *b"SIDESNAP";
const FORM_AT: usize = 8;
const LENGTH_AT: usize = 12;
const IDENTITY_AT: usize = 16;
const CHECKSUM_AT: usize = 32;
const HEADER: usize = 40;

/// Whose snapshots may be loaded: characters of equal identity move alike.
///
/// It is the checksum of the controller's file, with the settings of whatever wraps it mixed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity(pub u128);

/// A character at one moment, whatever its controller. Cloning it copies nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Snapshot {
    bytes: Arc<Vec<u8>>,
}

/// Why bytes do not become a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// Not a snapshot at all, or one whose beginning is destroyed.
    #[error("these bytes are no snapshot of a character; save one with `save_into`")]
    NotOurs,
    /// Written by a later version.
    #[error(
        "the snapshot has form {found}, this version reads {supported}; update Sidestep, or save it \
         again with this version"
    )]
    Newer {
        /// Form of the snapshot.
        found: u32,
        /// The form this code reads.
        supported: u32,
    },
    /// Written by an earlier version.
    #[error(
        "the snapshot has form {found}, this version reads {supported}; load it with the version \
         that saved it, or save it again with this one"
    )]
    Older {
        /// Form of the snapshot.
        found: u32,
        /// The form this code reads.
        supported: u32,
    },
    /// The end is missing.
    #[error("the snapshot is truncated: {have} of {need} bytes; send or copy it again")]
    Truncated {
        /// Bytes there are.
        have: usize,
        /// Bytes it says it has.
        need: usize,
    },
    /// The bytes are not those that were written.
    #[error("the snapshot was altered: its checksum does not match; send or copy it again")]
    Altered,
    /// Taken of another controller.
    #[error(
        "the snapshot was taken of controller {found}, but this character belongs to {wanted}; load \
         it on a character of the same controller file, pushed by the same settings or not at all"
    )]
    Foreign {
        /// Whose it is.
        found: Identity,
        /// Whose it should be.
        wanted: Identity,
    },
    /// The checksum is right, but the content makes no sense.
    #[error("the snapshot is inconsistent: {what}; save it again and report how it was made")]
    Inconsistent {
        /// What makes no sense.
        what: &'static str,
    },
}

impl Identity {
    /// A guess for characters whose controller nobody has named: by its kind and its skeleton.
    pub(crate) fn guess(kind: &str, skeleton: &Skeleton, rate_hz: f32) -> Self {
        let mut hash = Xxh3::new();
        hash.update(kind.as_bytes());
        hash.update(&rate_hz.to_le_bytes());
        for joint in skeleton.joints() {
            hash.update(joint.name.as_bytes());
            hash.update(&joint.parent.map_or(u16::MAX, |parent| parent.0).to_le_bytes());
            for number in joint.offset.to_array() {
                hash.update(&number.to_le_bytes());
            }
        }
        Self(hash.digest128())
    }

    /// This identity with settings mixed in that change how a character moves.
    pub fn with_settings(self, settings: &[u8]) -> Self {
        let mut hash = Xxh3::new();
        hash.update(&self.0.to_le_bytes());
        hash.update(&xxh3_128(settings).to_le_bytes());
        Self(hash.digest128())
    }
}

impl Snapshot {
    /// The bytes of a character, as `save_into` writes them.
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: Arc::new(bytes) }
    }

    /// The room of the bytes, where nobody else holds them.
    pub(crate) fn room(&mut self) -> Option<&mut Vec<u8>> {
        Arc::get_mut(&mut self.bytes)
    }

    /// Its bytes, to be kept, sent and loaded.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the character has written, where it is one of this identity. Nobody can have altered
    /// the bytes, so the checksum is not computed again.
    pub(crate) fn payload(&self, wanted: Identity) -> Result<&[u8], SnapshotError> {
        let payload = self.bytes.get(HEADER..).ok_or(SnapshotError::NotOurs)?;
        check_identity(&self.bytes, wanted)?;
        Ok(payload)
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("bytes", &self.bytes.len()).finish()
    }
}

/// Empties `bytes` and begins a snapshot in it; what the character writes comes behind.
pub(crate) fn begin(identity: Identity, bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&SNAPSHOT_FORM.to_le_bytes());
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&identity.0.to_le_bytes());
    bytes.extend_from_slice(&[0; HEADER - CHECKSUM_AT]);
}

/// Writes length and checksum of a snapshot into their places. Whoever alters a snapshot on purpose
/// needs this: the fuzz target does, to get past the checksum.
pub fn seal_snapshot(bytes: &mut [u8]) {
    let Some(length) = bytes.len().checked_sub(HEADER) else { return };
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    bytes[LENGTH_AT..IDENTITY_AT].copy_from_slice(&length.to_le_bytes());
    let checksum = checksum(bytes);
    bytes[CHECKSUM_AT..HEADER].copy_from_slice(&checksum.to_le_bytes());
}

/// What a character has written, where the bytes are a sound snapshot of this identity.
pub(crate) fn open(bytes: &[u8], wanted: Identity) -> Result<&[u8], SnapshotError> {
    if bytes.get(..FORM_AT) != Some(&MAGIC) {
        return Err(SnapshotError::NotOurs);
    }
    let have = bytes.len();
    let payload = bytes.get(HEADER..).ok_or(SnapshotError::Truncated { have, need: HEADER })?;
    let (found, supported) = (number(bytes, FORM_AT), SNAPSHOT_FORM);
    if found > supported {
        return Err(SnapshotError::Newer { found, supported });
    }
    if found < supported {
        return Err(SnapshotError::Older { found, supported });
    }
    let need = HEADER.saturating_add(number(bytes, LENGTH_AT) as usize);
    if have < need {
        return Err(SnapshotError::Truncated { have, need });
    }
    if have > need || checksum(bytes).to_le_bytes() != bytes[CHECKSUM_AT..HEADER] {
        return Err(SnapshotError::Altered);
    }
    check_identity(bytes, wanted)?;
    Ok(payload)
}

fn check_identity(bytes: &[u8], wanted: Identity) -> Result<(), SnapshotError> {
    let found = bytes[IDENTITY_AT..].first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes));
    let found = Identity(found);
    if found == wanted { Ok(()) } else { Err(SnapshotError::Foreign { found, wanted }) }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// The checksum of all bytes but its own.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&bytes[..CHECKSUM_AT]);
    hash.update(&bytes[HEADER..]);
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Identity = Identity(7);

    fn sealed(payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![1, 2, 3];
        begin(OWN, &mut bytes);
        bytes.extend_from_slice(payload);
        seal_snapshot(&mut bytes);
        bytes
    }

    #[test]
    fn the_header_is_as_the_docs_say() {
        let bytes = sealed(b"abc");
        assert_eq!(bytes.len(), 43);
        assert_eq!(&bytes[..8], b"SIDESNAP");
        assert_eq!(bytes[8..16], [8, 0, 0, 0, 3, 0, 0, 0]);
        assert_eq!(bytes[16..32], [[7].as_slice(), &[0; 15]].concat());
        assert_eq!(open(&bytes, OWN), Ok(b"abc".as_slice()));
    }

    #[test]
    fn every_fault_has_its_own_words() {
        let bytes = sealed(b"abc");
        let error = |bytes: &[u8]| open(bytes, OWN).unwrap_err();
        let altered = |at: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            bytes
        };
        assert_eq!(error(b""), SnapshotError::NotOurs);
        assert_eq!(error(&altered(0, b'X')), SnapshotError::NotOurs);
        assert_eq!(error(&bytes[..20]), SnapshotError::Truncated { have: 20, need: HEADER });
        assert_eq!(error(&bytes[..42]), SnapshotError::Truncated { have: 42, need: 43 });
        let (newer, older) = (altered(FORM_AT, 9), altered(FORM_AT, 0));
        assert_eq!(error(&newer), SnapshotError::Newer { found: 9, supported: SNAPSHOT_FORM });
        assert_eq!(error(&older), SnapshotError::Older { found: 0, supported: SNAPSHOT_FORM });
        assert_eq!(error(&altered(42, b'x')), SnapshotError::Altered);
        assert_eq!(error(&altered(IDENTITY_AT, 8)), SnapshotError::Altered);
        assert_eq!(error(&[bytes.as_slice(), b"more"].concat()), SnapshotError::Altered);
        let foreign = open(&bytes, Identity(1)).unwrap_err();
        assert_eq!(foreign, SnapshotError::Foreign { found: OWN, wanted: Identity(1) });
        assert!(foreign.to_string().contains("same controller file"), "{foreign}");
    }

    #[test]
    fn settings_make_another_identity() {
        let [one, other] = [b"stiff", b"loose"].map(|settings| OWN.with_settings(settings));
        assert!(one != other && one != OWN && one == OWN.with_settings(b"stiff"));
    }
}
