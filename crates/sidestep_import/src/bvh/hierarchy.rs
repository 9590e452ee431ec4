//! The HIERARCHY part: joints, offsets, channels, by one loop with a stack of its own, so that no
//! depth of nesting can overflow the program's.

use super::model::{BvhJoint, Channel};
use crate::{
    error::ImportError,
    raw::MAX_JOINTS,
    scan::{Scanner, shorten},
};

const REMEDY: &str = "check the HIERARCHY part of the file";

/// Reads everything up to and with the word MOTION.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Vec<BvhJoint>, ImportError> {
    let word = scanner.word();
    if !word.eq_ignore_ascii_case(b"HIERARCHY") {
        let remedy = "this is no BVH file, or its text is not UTF-8; export it again";
        return Err(scanner.expected("HIERARCHY", word, remedy));
    }
    let mut tree = Tree { joints: Vec::new(), open: Vec::new(), channels: 0 };
    loop {
        let word = scanner.word();
        let lower = word.to_ascii_lowercase();
        match lower.as_slice() {
            b"root" | b"joint" => tree.open_joint(scanner, word)?,
            b"end" => tree.open_end_site(scanner, word)?,
            b"offset" => tree.offset(scanner, word)?,
            b"channels" => tree.channels(scanner, word)?,
            b"}" => tree.close(scanner)?,
            b"motion" => break,
            _ => {
                let expected = "ROOT, JOINT, End Site, OFFSET, CHANNELS, MOTION or a brace";
                return Err(tree.at_joint(scanner.expected(expected, word, REMEDY)));
            }
        }
    }
    tree.finish(scanner)
}

/// A block whose closing brace has not come yet.
struct Open {
    joint: usize,
    end_site: bool,
    offset: Option<[f64; 3]>,
}

struct Tree {
    joints: Vec<BvhJoint>,
    open: Vec<Open>,
    channels: usize,
}

impl Tree {
    fn open_joint(&mut self, scanner: &mut Scanner<'_>, word: &[u8]) -> Result<(), ImportError> {
        let start = scanner.at - word.len();
        let is_root = word.eq_ignore_ascii_case(b"root");
        let parent = match self.open.last() {
            Some(open) if !open.end_site && !is_root => Some(open.joint),
            None if is_root && self.joints.is_empty() => None,
            None if is_root => {
                let name = scanner.rest_of_line();
                return Err(ImportError::SecondRoot {
                    place: scanner.place(start).at_joint(&name),
                });
            }
            _ => {
                let expected = if is_root { "JOINT" } else { "a joint around this JOINT" };
                return Err(self.at_joint(scanner.expected(expected, word, REMEDY)));
            }
        };
        if self.joints.len() == MAX_JOINTS {
            return Err(ImportError::Absurd {
                place: scanner.place(start),
                what: format!("more than {MAX_JOINTS} joints"),
                remedy: "export the skeleton of one body only".to_owned(),
            });
        }
        let mut name = scanner.rest_of_line();
        if name.is_empty() {
            // The name may stand on the next line.
            scanner.skip_blanks();
            name = scanner.rest_of_line();
        }
        if name.is_empty() {
            let word = scanner.word();
            return Err(self.at_joint(scanner.expected("a joint name", word, "name every joint")));
        }
        self.joints.push(BvhJoint {
            name,
            parent,
            offset: [0.0; 3],
            channels: Vec::new(),
            first_channel: self.channels,
            end_sites: Vec::new(),
        });
        self.open.push(Open { joint: self.joints.len() - 1, end_site: false, offset: None });
        self.brace(scanner)
    }

    fn open_end_site(&mut self, scanner: &mut Scanner<'_>, word: &[u8]) -> Result<(), ImportError> {
        let joint = match self.open.last() {
            Some(open) if !open.end_site => open.joint,
            _ => return Err(scanner.expected("a joint around this End Site", word, REMEDY)),
        };
        scanner.rest_of_line();
        self.open.push(Open { joint, end_site: true, offset: None });
        self.brace(scanner)
    }

    fn brace(&self, scanner: &mut Scanner<'_>) -> Result<(), ImportError> {
        let word = scanner.word();
        if word == b"{" {
            return Ok(());
        }
        let problem = format!("expected '{{', found '{}'", shorten(word));
        let place = scanner.place(scanner.at - word.len());
        Err(self.at_joint(ImportError::Braces { place, problem }))
    }

    fn offset(&mut self, scanner: &mut Scanner<'_>, word: &[u8]) -> Result<(), ImportError> {
        if self.open.is_empty() {
            return Err(scanner.expected("a joint around this OFFSET", word, REMEDY));
        }
        let mut offset = [0.0; 3];
        for (value, what) in offset.iter_mut().zip(["OFFSET x", "OFFSET y", "OFFSET z"]) {
            *value = scanner.number(what).map_err(|error| self.at_joint(error))?;
        }
        if let Some(open) = self.open.last_mut() {
            open.offset = Some(offset);
        }
        Ok(())
    }

    fn channels(&mut self, scanner: &mut Scanner<'_>, word: &[u8]) -> Result<(), ImportError> {
        let joint = match self.open.last() {
            Some(open) if !open.end_site && self.joints[open.joint].channels.is_empty() => {
                open.joint
            }
            // An End Site that says it has no channel is harmless.
            Some(_) if scanner.peek() == b"0" => {
                scanner.word();
                return Ok(());
            }
            _ => return Err(self.at_joint(scanner.expected("one CHANNELS line", word, REMEDY))),
        };
        // Children read their channels after their parent, wherever the CHANNELS line stands.
        if joint + 1 != self.joints.len() {
            let remedy = "move CHANNELS above the first child joint";
            return Err(self.at_joint(scanner.expected("CHANNELS before JOINT", word, remedy)));
        }
        let word = scanner.word();
        let count = match word {
            [digit @ b'0'..=b'6'] => usize::from(digit - b'0'),
            _ => {
                let remedy = "a joint has at most three positions and three rotations";
                return Err(self.at_joint(scanner.expected("0 to 6 channels", word, remedy)));
            }
        };
        for _ in 0..count {
            let channel = self.channel(scanner, joint)?;
            self.joints[joint].channels.push(channel);
        }
        self.channels += count;
        Ok(())
    }

    fn channel(&self, scanner: &mut Scanner<'_>, joint: usize) -> Result<Channel, ImportError> {
        let word = scanner.word();
        let place = scanner.place(scanner.at - word.len()).at_joint(&self.joints[joint].name);
        let channel = Channel::from_name(word)
            .ok_or_else(|| ImportError::UnknownChannel { place, text: shorten(word) })?;
        let twice = matches!(channel, Channel::Position(_))
            && self.joints[joint].channels.contains(&channel);
        if twice {
            let remedy = "remove the one too many";
            return Err(self.at_joint(scanner.expected("each position once", word, remedy)));
        }
        Ok(channel)
    }

    fn close(&mut self, scanner: &Scanner<'_>) -> Result<(), ImportError> {
        let Some(open) = self.open.pop() else {
            let place = scanner.place(scanner.at - 1);
            return Err(ImportError::Braces { place, problem: "a '}' too many".to_owned() });
        };
        let joint = &mut self.joints[open.joint];
        let Some(offset) = open.offset else {
            let remedy = "write its OFFSET, such as `OFFSET 0 0 0`";
            let error = scanner.expected("OFFSET", b"}", remedy);
            return Err(at_joint(error, &joint.name));
        };
        match open.end_site {
            true => joint.end_sites.push(offset),
            false => joint.offset = offset,
        }
        Ok(())
    }

    fn finish(self, scanner: &Scanner<'_>) -> Result<Vec<BvhJoint>, ImportError> {
        let end = scanner.at - b"MOTION".len();
        if let Some(open) = self.open.last() {
            let place = scanner.place(end).at_joint(&self.joints[open.joint].name);
            let problem = format!("MOTION comes while {} '}}' are missing", self.open.len());
            return Err(ImportError::Braces { place, problem });
        }
        if self.joints.is_empty() {
            return Err(scanner.expected("ROOT before MOTION", b"MOTION", REMEDY));
        }
        Ok(self.joints)
    }

    /// Names the innermost open joint in an error.
    fn at_joint(&self, error: ImportError) -> ImportError {
        match self.open.last() {
            Some(open) => at_joint(error, &self.joints[open.joint].name),
            None => error,
        }
    }
}

/// Names a joint in an error that has a place.
pub(super) fn at_joint(mut error: ImportError, joint: &str) -> ImportError {
    match &mut error {
        ImportError::Syntax { place, .. }
        | ImportError::NotANumber { place, .. }
        | ImportError::Braces { place, .. } => place.joint = Some(joint.into()),
        _ => {}
    }
    error
}
