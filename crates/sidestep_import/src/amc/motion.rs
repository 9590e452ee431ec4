//! The AMC file: for each frame its number, then a line of values for each bone that moves.

use super::skeleton::Asf;
use crate::{
    error::ImportError,
    number,
    scan::{Scanner, lines, shorten, text, words},
};

/// Motion as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Amc {
    /// Values of a frame.
    pub channels: usize,
    /// Index of each joint's first value in a frame.
    pub first_channels: Vec<usize>,
    /// Values, frame after frame.
    pub values: Vec<f64>,
    /// Whether angles are radians.
    pub radians: bool,
}

impl Amc {
    /// Number of frames.
    pub fn len(&self) -> usize {
        self.values.len() / self.channels.max(1)
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of one frame.
    pub fn frame(&self, frame: usize) -> &[f64] {
        &self.values[frame * self.channels..(frame + 1) * self.channels]
    }
}

/// Reads an AMC file for a skeleton.
pub fn parse(file_name: &str, bytes: &[u8], asf: &Asf) -> Result<Amc, ImportError> {
    let mut first_channels = Vec::with_capacity(asf.joints.len());
    let mut channels = 0;
    for joint in &asf.joints {
        first_channels.push(channels);
        channels += joint.dofs.len();
    }
    let scanner = Scanner::new(file_name, bytes);
    let amc = Amc { channels, first_channels, values: Vec::new(), radians: asf.radians };
    let mut reader = Reader { scanner: &scanner, asf, amc, seen: Vec::new(), next: 0, at: 0 };
    for (start, line) in lines(&bytes[scanner.at..]) {
        reader.at = scanner.at + start;
        reader.line(line)?;
    }
    reader.close_frame()?;
    Ok(reader.amc)
}

struct Reader<'a> {
    scanner: &'a Scanner<'a>,
    asf: &'a Asf,
    amc: Amc,
    /// Which joints the frame being read has had; empty before the first frame.
    seen: Vec<bool>,
    /// The joint expected next: every frame lists them in one order.
    next: usize,
    at: usize,
}

impl Reader<'_> {
    fn line(&mut self, line: &[u8]) -> Result<(), ImportError> {
        let mut words = words(line);
        let Some(first) = words.next() else { return Ok(()) };
        match first[0] {
            b'#' => {}
            b':' if first.eq_ignore_ascii_case(b":radians") => self.amc.radians = true,
            b':' if first.eq_ignore_ascii_case(b":degrees") => self.amc.radians = false,
            b':' => {}
            b'0'..=b'9' if words.next().is_none() => {
                self.close_frame()?;
                let filled = self.amc.values.len() + self.amc.channels;
                self.amc.values.resize(filled, 0.0);
                self.seen.clear();
                self.seen.resize(self.asf.joints.len(), false);
            }
            _ => self.joint_values(first, line)?,
        }
        Ok(())
    }

    fn joint_values(&mut self, name: &[u8], line: &[u8]) -> Result<(), ImportError> {
        if self.seen.is_empty() {
            return Err(self.expected("the number of the first frame", name, "check the AMC file"));
        }
        let Some(index) = self.find(name) else {
            let remedy = "give the ASF file that belongs to it";
            return Err(self.expected("a bone of the skeleton", name, remedy));
        };
        let joint = &self.asf.joints[index];
        if std::mem::replace(&mut self.seen[index], true) {
            return Err(self.expected("each bone once in a frame", name, "remove one line"));
        }
        let frame = self.amc.values.len() - self.amc.channels;
        let start = frame + self.amc.first_channels[index];
        let mut words = words(line).skip(1);
        for (slot, dof) in
            self.amc.values[start..start + joint.dofs.len()].iter_mut().zip(&joint.dofs)
        {
            let word = words.next().unwrap_or_default();
            *slot = match number::read(word, 0) {
                Some((value, end)) if end == word.len() => value,
                _ => {
                    let mut error = self.scanner.not_a_number(self.at, word, &format!("{dof:?}"));
                    if let ImportError::NotANumber { place, .. } = &mut error {
                        place.joint = Some(joint.name.as_str().into());
                    }
                    return Err(error);
                }
            };
        }
        if let Some(extra) = words.next() {
            let remedy = "give the ASF file that belongs to it";
            let expected = format!("{} values for '{}'", joint.dofs.len(), joint.name);
            return Err(self.expected(&expected, extra, remedy));
        }
        self.next = index + 1;
        Ok(())
    }

    /// The joint of a name, the one after the last first.
    fn find(&self, name: &[u8]) -> Option<usize> {
        let joints = &self.asf.joints;
        let is_it = |index: &usize| joints[*index].name.as_bytes() == name;
        let after = (self.next..joints.len()).chain(0..self.next.min(joints.len()));
        after.into_iter().find(is_it).or_else(|| {
            let name = text(name);
            joints.iter().position(|joint| joint.name == name)
        })
    }

    /// Checks that the frame being read has had every joint that moves.
    fn close_frame(&self) -> Result<(), ImportError> {
        if self.seen.is_empty() {
            return Ok(());
        }
        let joints = self.asf.joints.iter().zip(&self.seen);
        match joints.into_iter().find(|(joint, seen)| !**seen && !joint.dofs.is_empty()) {
            None => Ok(()),
            Some((joint, _)) => Err(ImportError::Syntax {
                place: self.scanner.place(self.at).at_joint(&joint.name),
                expected: format!("a line for every bone that moves in frame {}", self.amc.len()),
                found: format!("none for '{}'", joint.name),
                remedy: "get the whole file, and the ASF that belongs to it".to_owned(),
            }),
        }
    }

    fn expected(&self, expected: &str, found: &[u8], remedy: &str) -> ImportError {
        ImportError::Syntax {
            place: self.scanner.place(self.at),
            expected: expected.to_owned(),
            found: format!("'{}'", shorten(found)),
            remedy: remedy.to_owned(),
        }
    }
}
