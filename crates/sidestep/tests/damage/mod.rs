//! Damage to the tables of a file, with its checksum made right.

use sidestep::{LoadError, seal};
use std::{ops::Range, sync::Arc};

/// Alters a byte of each table in a dozen places, one at a time, and hands the file to `load` with the
/// name of the place; answers how many were refused, all of them in words that fit.
pub(crate) fn each(
    sound: &[u8],
    names: &[&str],
    load: impl Fn(Arc<Vec<u8>>, &str) -> Result<(), LoadError>,
) -> usize {
    let mut refused = 0;
    for name in names {
        let range = table(sound, name);
        for trial in 0..12_usize {
            // Places and values all over the table, the same in every run.
            let at = range.start + (trial * 7919 + 13) * 31 % range.len();
            let mut file = sound.to_vec();
            file[at] ^= [0xff, 0x01, 0x80][trial % 3];
            seal(&mut file);
            if let Err(error) = load(Arc::new(file), &format!("{name} {at}")) {
                refused += 1;
                assert!(error.to_string().contains("inconsistent"), "{error}");
            }
        }
    }
    refused
}

/// Where a table of a file lies.
fn table(file: &[u8], name: &str) -> Range<usize> {
    let length = u64::from_le_bytes(*file.first_chunk::<8>().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&file[8..8 + length]).unwrap();
    let offset = |end: usize| header[name]["data_offsets"][end].as_u64().unwrap() as usize;
    8 + length + offset(0)..8 + length + offset(1)
}
