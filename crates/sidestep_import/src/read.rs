//! One door for every format: what a file is, its name and its first bytes tell.

use crate::{
    amc, bvh,
    error::ImportError,
    gltf,
    options::{ImportOptions, Imported},
};

/// The formats that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Biovision hierarchy.
    Bvh,
    /// Acclaim motion, which needs its skeleton file.
    Amc,
    /// glTF, as text or binary.
    Gltf,
}

impl Format {
    /// Tells the format of a file, by its first bytes before its name.
    pub fn of(file_name: &str, bytes: &[u8]) -> Option<Self> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let starts = |word: &[u8]| {
            text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if bytes.starts_with(b"glTF") {
            return Some(Self::Gltf);
        }
        if starts(b"HIERARCHY") {
            return Some(Self::Bvh);
        }
        let ending = file_name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "bvh" => Some(Self::Bvh),
            "amc" => Some(Self::Amc),
            "glb" | "gltf" => Some(Self::Gltf),
            _ => None,
        }
    }
}

/// Reads a file of any known format.
///
/// `companion` gives the bytes of a file that belongs to this one: the skeleton of an AMC, the
/// buffer of a glTF, a reference pose. It gets the name as written in the file or the options, or
/// `*.asf`, which asks for the only file of that ending beside this one.
pub fn read(
    file_name: &str,
    bytes: &[u8],
    options: &ImportOptions,
    companion: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Imported, ImportError> {
    match Format::of(file_name, bytes) {
        Some(Format::Amc) => amc::read(file_name, bytes, options, companion),
        Some(Format::Bvh) => bvh::read(file_name, bytes, options, companion),
        Some(Format::Gltf) => gltf::read(file_name, bytes, options, companion),
        _ => Err(ImportError::UnknownFormat { file: file_name.to_owned() }),
    }
}
