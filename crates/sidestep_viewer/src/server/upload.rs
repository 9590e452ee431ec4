//! Files as the page sends them: what is wanted of them as JSON, then their bytes one after the other.
//!
//! `docs/protocol.md` has the layout; nothing of it is believed before it is checked.

use serde::Deserialize;
use sidestep_assemble::{Assembly, Cut, MemoryFiles, Said};
use sidestep_import::{ImportOptions, UpAxis};
use std::path::PathBuf;

/// Frames a second of imported libraries.
const LIBRARY_HZ: f32 = 30.0;

/// The most files at once.
const MOST_FILES: usize = 10_000;

/// Lengths of a unit that are believed, in metres.
const UNITS_M: std::ops::RangeInclusive<f32> = 1e-6..=1e3;

/// What is wanted of the files.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    files: Vec<Sent>,
    /// The name of the library; that of the first file when not given.
    pub(crate) title: Option<String>,
    /// The library that these files were made into before; it is replaced where nothing was built of it.
    pub(crate) replaces: Option<String>,
    unit_m: Option<f32>,
    #[serde(default, deserialize_with = "up")]
    up: Option<UpAxis>,
    #[serde(default)]
    mirror: bool,
    #[serde(default)]
    cuts: Vec<SentCut>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    path: String,
    bytes: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SentCut {
    clip: String,
    stretches_secs: Vec<(f32, f32)>,
}

impl Wanted {
    /// What is said of all files.
    pub(crate) fn said(&self, labels: Vec<PathBuf>) -> Said {
        let options = ImportOptions {
            unit_m: self.unit_m,
            up: self.up,
            target_rate_hz: Some(LIBRARY_HZ),
            ..ImportOptions::default()
        };
        Said { options, labels }
    }

    /// How the clips become a library.
    pub(crate) fn assembly(&self) -> Assembly {
        let cut = |SentCut { clip, stretches_secs }: SentCut| Cut { clip, stretches_secs };
        Assembly {
            rate_hz: Some(LIBRARY_HZ),
            mirror: self.mirror,
            cuts: self.cuts.iter().cloned().map(cut).collect(),
            ..Assembly::default()
        }
    }
}

/// Opens a body: the length of the JSON in four bytes, little end first, the JSON, the files.
pub(crate) fn open(body: &[u8]) -> Result<(Wanted, MemoryFiles), String> {
    let cut_off = || "the body is cut off".to_owned();
    let (length, rest) = body.split_first_chunk::<4>().ok_or_else(cut_off)?;
    let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| cut_off())?;
    let (head, mut rest) = rest.split_at_checked(length).ok_or_else(cut_off)?;
    let wanted: Wanted = serde_json::from_slice(head).map_err(|error| error.to_string())?;
    check(&wanted)?;
    let mut files = Vec::with_capacity(wanted.files.len());
    for sent in &wanted.files {
        let (bytes, more) = rest.split_at_checked(sent.bytes).ok_or_else(cut_off)?;
        files.push((sent.path.clone(), bytes.to_vec()));
        rest = more;
    }
    if rest.is_empty() {
        Ok((wanted, MemoryFiles::new(files)))
    } else {
        Err(format!("{} bytes follow the last file", rest.len()))
    }
}

fn check(wanted: &Wanted) -> Result<(), String> {
    if wanted.files.is_empty() {
        return Err("no file was sent".to_owned());
    }
    if wanted.files.len() > MOST_FILES {
        return Err(format!("more than {MOST_FILES} files; send a part of them"));
    }
    if let Some(unit) = wanted.unit_m.filter(|unit| !UNITS_M.contains(unit)) {
        return Err(format!("a unit of {unit} m is none; give 0.01 for centimetres"));
    }
    Ok(())
}

fn up<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<UpAxis>, D::Error> {
    let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
    let known = || format!("up is \"{name}\"; there are +X, -X, +Y, -Y, +Z and -Z");
    UpAxis::from_name(&name).map(Some).ok_or_else(|| serde::de::Error::custom(known()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sidestep_assemble::Files;
    use std::path::Path;

    fn body(head: &str, bytes: &[u8]) -> Vec<u8> {
        let length = u32::try_from(head.len()).expect("a short head").to_le_bytes();
        [&length, head.as_bytes(), bytes].concat()
    }

    #[test]
    fn files_lie_one_after_the_other() {
        let head = r#"{"files":[{"path":"a/x.bvh","bytes":2},{"path":"y","bytes":3}],"up":"+Z",
            "cuts":[{"clip":"x","stretches_secs":[[0,1.5]]}],"mirror":true,"unit_m":0.01}"#;
        let (wanted, files) = open(&body(head, b"xxyyy")).expect("a good body");
        let bytes = files.read(Path::new("y")).expect("a file");
        assert_eq!((*bytes).as_ref(), b"yyy");
        assert_eq!(wanted.said(Vec::new()).options.up, Some(UpAxis::Z));
        let assembly = wanted.assembly();
        assert!(assembly.mirror && assembly.cuts[0].stretches_secs == [(0.0, 1.5)]);
    }

    #[test]
    fn what_does_not_add_up_is_refused() {
        let refused = |head: &str, bytes: &[u8], word: &str| {
            let error = open(&body(head, bytes)).err().expect("a bad body");
            assert!(error.contains(word), "{error}");
        };
        let one = r#"{"files":[{"path":"a","bytes":2}]}"#;
        refused(one, b"x", "cut off");
        refused(one, b"xyz", "1 bytes follow");
        refused(r#"{"files":[]}"#, b"", "no file");
        refused(r#"{"files":[{"path":"a","bytes":0}],"up":"W"}"#, b"", "up is \"W\"");
        refused(r#"{"files":[{"path":"a","bytes":0}],"unit_m":0}"#, b"", "a unit of 0 m");
        refused(r#"{"files":[{"path":"a","bytes":18446744073709551615}]}"#, b"", "cut off");
        assert!(open(&[255, 255, 255, 255, b'{']).is_err() && open(&[1]).is_err());
    }

    proptest! {
        #[test]
        fn no_body_breaks_it(bytes in proptest::collection::vec(any::<u8>(), 0..200), cut in 0_usize..60) {
            let _ = open(&bytes);
            let good = body(r#"{"files":[{"path":"a","bytes":2}]}"#, b"xy");
            let _ = open(&good[..cut.min(good.len())]);
        }
    }
}
