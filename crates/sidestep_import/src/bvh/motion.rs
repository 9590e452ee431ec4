//! The MOTION part: a stream of numbers, however it is broken into lines.

use super::{
    hierarchy,
    model::{Bvh, Header},
};
use crate::{
    error::ImportError,
    frames::FrameSelection,
    number,
    scan::{Scanner, shorten, skip_words},
};

/// Reads a whole BVH file.
///
/// ```
/// let text = b"HIERARCHY ROOT Hips
/// { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition End Site { OFFSET 0 1 0 } }
/// MOTION Frames: 2 Frame Time: 0.1  0 90 0  0 91 0";
/// let bvh = sidestep_import::bvh::parse("up.bvh", text)?;
/// assert_eq!(bvh.frame(1), [0.0, 91.0, 0.0]);
/// # Ok::<(), sidestep_import::ImportError>(())
/// ```
pub fn parse(file_name: &str, bytes: &[u8]) -> Result<Bvh, ImportError> {
    Reader::open(file_name, bytes)?.read(FrameSelection::ALL)
}

/// A BVH file whose header is read and whose values can be had as often and in such parts as wanted.
pub struct Reader<'a> {
    scanner: Scanner<'a>,
    header: Header,
}

impl<'a> Reader<'a> {
    /// Reads the header and counts the values.
    pub fn open(file_name: &'a str, bytes: &'a [u8]) -> Result<Self, ImportError> {
        let mut scanner = Scanner::new(file_name, bytes);
        let joints = hierarchy::read(&mut scanner)?;
        let channels = joints.iter().map(|joint| joint.channels.len()).sum();
        let frames = read_frame_count(&mut scanner)?;
        let frame_time_secs = read_frame_time(&mut scanner)?;
        let header = Header { joints, channels, frames, frame_time_secs };
        check_size(&scanner, &header)?;
        Ok(Self { scanner, header })
    }

    /// Everything that stands before the values.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Reads some frames. The others are passed by: a word among them that is no number stays
    /// unseen.
    pub fn read(&self, selection: FrameSelection) -> Result<Bvh, ImportError> {
        let selection = selection.within(self.header.frames);
        Ok(Bvh {
            file: self.scanner.file.to_owned(),
            header: self.header.clone(),
            selection,
            values: read_values(&self.scanner, &self.header, selection)?,
        })
    }
}

fn read_frame_count(scanner: &mut Scanner<'_>) -> Result<usize, ImportError> {
    key(scanner, "Frames")?;
    let word = scanner.word();
    let count = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    count.ok_or_else(|| scanner.expected("the number of frames", word, "correct `Frames:`"))
}

fn read_frame_time(scanner: &mut Scanner<'_>) -> Result<f64, ImportError> {
    key(scanner, "Frame Time")?;
    let word = scanner.word();
    match number::read(word, 0) {
        // Anything beyond gives no rate that fits a float.
        Some((secs, end)) if end == word.len() && (1e-9..1e9).contains(&secs) => Ok(secs),
        _ => {
            let place = scanner.place(scanner.at - word.len());
            Err(ImportError::FrameTime { place, text: format!("'{}'", shorten(word)) })
        }
    }
}

/// Reads a key with its colon; `Frames:2`, `frames : 2` and a tab in between are all met.
fn key(scanner: &mut Scanner<'_>, key: &str) -> Result<(), ImportError> {
    scanner.skip_blanks();
    let mut rest = &scanner.bytes[scanner.at..];
    for part in key.split(' ') {
        rest = match rest.split_at_checked(part.len()) {
            Some((start, rest)) if start.eq_ignore_ascii_case(part.as_bytes()) => {
                rest.trim_ascii_start()
            }
            _ => {
                let word = scanner.word();
                let expected = format!("`{key}:`");
                return Err(scanner.expected(&expected, word, "add the line after MOTION"));
            }
        };
    }
    let rest = rest.strip_prefix(b":").unwrap_or(rest);
    scanner.at = scanner.bytes.len() - rest.len();
    Ok(())
}

/// Compares the number of words with what the header claims, before anything is allocated.
fn check_size(scanner: &Scanner<'_>, header: &Header) -> Result<(), ImportError> {
    let (channels, claimed) = (header.channels, header.frames);
    if channels == 0 && claimed > 0 {
        let root = &header.joints[0].name;
        return Err(ImportError::Absurd {
            place: scanner.place(scanner.at).at_joint(root),
            what: format!("{claimed} frames, but no joint has a channel"),
            remedy: "give the joints CHANNELS".to_owned(),
        });
    }
    let expected = claimed.saturating_mul(channels);
    let (end, found) = skip_words(scanner.bytes, scanner.at, expected);
    if found < expected {
        let place = scanner.place(end);
        let joint = header.channel(found % channels).map_or("", |(joint, _)| &joint.name);
        let place = place.at_joint(joint);
        return Err(ImportError::Truncated { place, found, expected, frames: found / channels });
    }
    let (_, more) = skip_words(scanner.bytes, end, usize::MAX);
    if more > 0 {
        let mut extra = Scanner { at: end, ..scanner.clone() };
        extra.skip_blanks();
        let place = extra.place(extra.at);
        let found = found + more;
        return Err(ImportError::FrameCount { place, claimed, channels, found });
    }
    Ok(())
}

fn read_values(
    scanner: &Scanner<'_>,
    header: &Header,
    selection: FrameSelection,
) -> Result<Vec<f64>, ImportError> {
    let (bytes, channels) = (scanner.bytes, header.channels);
    let mut values = Vec::with_capacity(selection.len() * channels);
    let mut at = scanner.at;
    let mut next = 0;
    for frame in (selection.first..selection.end).step_by(selection.step) {
        (at, _) = skip_words(bytes, at, (frame - next) * channels);
        for index in 0..channels {
            while bytes.get(at).is_some_and(|byte| number::is_blank(*byte)) {
                at += 1;
            }
            match number::read(bytes, at) {
                Some((value, end)) => {
                    values.push(value);
                    at = end;
                }
                None => return Err(bad_value(scanner, header, at, (frame, index))),
            }
        }
        next = frame + 1;
    }
    Ok(values)
}

#[cold]
fn bad_value(
    scanner: &Scanner<'_>,
    header: &Header,
    at: usize,
    (frame, index): (usize, usize),
) -> ImportError {
    let word = &scanner.bytes[at..number::word_end(scanner.bytes, at)];
    match header.channel(index) {
        Some((joint, channel)) => {
            let what = format!("{} of frame {frame}", channel.name());
            hierarchy::at_joint(scanner.not_a_number(at, word, &what), &joint.name)
        }
        None => scanner.not_a_number(at, word, "a value"),
    }
}
