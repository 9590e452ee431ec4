//! The container: a GLB or glTF file and the buffers that belong to it.

use crate::ImportError;
use gltf_json::{Buffer, Root};

const GLB_MAGIC: &[u8] = b"glTF";
const JSON_CHUNK: [u8; 4] = *b"JSON";
const BINARY_CHUNK: [u8; 4] = *b"BIN\0";

/// Extensions that hide the numbers of a file from a plain reader.
const COMPRESSIONS: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The description and the bytes it speaks of.
pub(super) struct Document<'a> {
    pub(super) file: &'a str,
    pub(super) root: Root,
    pub(super) buffers: Vec<Vec<u8>>,
}

impl<'a> Document<'a> {
    /// Reads the container; `companion` gives the files that stand beside it.
    pub(super) fn parse(
        file: &'a str,
        bytes: &[u8],
        companion: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, ImportError> {
        let is_glb = bytes.starts_with(GLB_MAGIC);
        let (json, binary) = if is_glb { chunks(file, bytes)? } else { (bytes, None) };
        let root = Root::from_slice(json).map_err(|error| {
            let at = format!("line {}, column {} of the JSON", error.line(), error.column());
            problem(file, &at, &error.to_string(), "export the file again")
        })?;
        let mut document = Self { file, root, buffers: Vec::new() };
        document.check_support()?;
        for (i, buffer) in document.root.buffers.iter().enumerate() {
            let embedded = if i == 0 { binary } else { None };
            document.buffers.push(load(file, i, buffer, embedded, companion)?);
        }
        Ok(document)
    }

    /// An error at a place of this file.
    pub(super) fn problem(&self, at: &str, what: &str, remedy: &str) -> ImportError {
        problem(self.file, at, what, remedy)
    }

    fn check_support(&self) -> Result<(), ImportError> {
        if !self.root.asset.version.starts_with("2.") {
            let what = format!("this is glTF {}", self.root.asset.version);
            return Err(self.problem("asset", &what, "convert it to glTF 2.0"));
        }
        let compressed = |name: &&String| COMPRESSIONS.contains(&name.as_str());
        match self.root.extensions_required.iter().find(compressed) {
            None => Ok(()),
            Some(name) => {
                let what = format!("its numbers are packed with {name}");
                Err(self.problem("extensionsRequired", &what, "export it without compression"))
            }
        }
    }
}

fn problem(file: &str, at: &str, what: &str, remedy: &str) -> ImportError {
    ImportError::Gltf {
        file: file.to_owned(),
        at: at.to_owned(),
        what: what.to_owned(),
        remedy: remedy.to_owned(),
    }
}

/// The JSON chunk and, where there is one, the binary chunk of a GLB file.
fn chunks<'b>(file: &str, bytes: &'b [u8]) -> Result<(&'b [u8], Option<&'b [u8]>), ImportError> {
    let truncated = |at: &str| problem(file, at, "the file ends too early", "get the whole file");
    if bytes.get(4..8) != Some(&2_u32.to_le_bytes()) {
        return Err(problem(
            file,
            "header",
            "this is no GLB of version 2",
            "convert it to glTF 2.0",
        ));
    }
    let mut rest = bytes.get(12..).ok_or_else(|| truncated("header"))?;
    let (mut json, mut binary) = (None, None);
    while let Some((header, after)) = rest.split_at_checked(8) {
        let length = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
        let kind = &header[4..];
        let (chunk, next) = after.split_at_checked(length).ok_or_else(|| truncated("a chunk"))?;
        if kind == JSON_CHUNK {
            json = json.or(Some(chunk));
        } else if kind == BINARY_CHUNK {
            binary = binary.or(Some(chunk));
        }
        rest = next;
    }
    Ok((json.ok_or_else(|| truncated("the JSON chunk"))?, binary))
}

fn load(
    file: &str,
    index: usize,
    buffer: &Buffer,
    embedded: Option<&[u8]>,
    companion: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, ImportError> {
    let at = || format!("buffer {index}");
    let Some(uri) = &buffer.uri else {
        let missing = || problem(file, &at(), "it has no bytes", "get the whole file");
        return embedded.map(<[u8]>::to_vec).ok_or_else(missing);
    };
    if let Some(data) = uri.strip_prefix("data:") {
        let (_, text) = data.split_once(";base64,").unwrap_or_default();
        let broken = || problem(file, &at(), "its data URI is no base64", "export the file again");
        return base64(text).filter(|_| data.contains(";base64,")).ok_or_else(broken);
    }
    let name = percent_decoded(uri);
    let missing = || ImportError::Companion { file: file.to_owned(), companion: name.clone() };
    companion(&name).ok_or_else(missing)
}

/// RFC 4648 with or without padding.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.chunks(4) {
        let mut bits = 0_u32;
        for symbol in group {
            bits = bits << 6 | base64_digit(*symbol)?;
        }
        bits <<= 6 * (4 - group.len());
        let [_, a, b, c] = bits.to_be_bytes();
        match group.len() {
            4 => bytes.extend([a, b, c]),
            3 => bytes.extend([a, b]),
            2 => bytes.push(a),
            _ => return None,
        }
    }
    Some(bytes)
}

fn base64_digit(symbol: u8) -> Option<u32> {
    let digit = match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(digit))
}

/// The name of a file as it stands in the folder: `a%20b.bin` is `a b.bin`.
fn percent_decoded(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_follows_the_rfc() {
        let check = |text: &str, bytes: &[u8]| assert_eq!(base64(text).as_deref(), Some(bytes));
        check("", b"");
        check("Zg==", b"f");
        check("Zm8=", b"fo");
        check("Zm9vYmFy", b"foobar");
        assert_eq!(base64("Z"), None);
        assert_eq!(base64("Zm9v!mFy"), None);
    }

    #[test]
    fn names_of_companions_are_decoded() {
        assert_eq!(percent_decoded("a%20b%C3%A9.bin"), "a bé.bin");
        assert_eq!(percent_decoded("50%"), "50%");
    }
}
