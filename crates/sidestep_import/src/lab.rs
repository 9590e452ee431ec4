//! Action and contact labels of recordings (`.lab`), as the basketball data of Seoul National
//! University has them.
//!
//! A file is a list of records `{ key:value ... },`, one key to a line. Those that count are `file`
//! (the recording), `person`, `startFrame` and `endFrame` (both in, from 0), `type`,
//! `interactionFrame` (-1 for none) and `include`; the others are left alone.

use crate::{
    error::ImportError,
    options::{FrameLabel, Note},
    scan::{Scanner, lines, shorten, text},
};
use sidestep_motion::{Label, Side};
use std::ops::Range;

/// The name of a stretch whose record has no type: free movement, fit for transitions.
pub const FREE: &str = "transition";

/// Frames beyond this were never recorded.
const MOST_FRAMES: i64 = 100_000_000;

/// One labelled stretch of one recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabRecord {
    /// Name of the recording, such as `s_003_1_1.bvh`.
    pub file: String,
    /// Number of the person in the take, where it is given.
    pub person: Option<u32>,
    /// Number of the person it is done with, such as who receives a pass; 0 is nobody.
    pub opposite_person: Option<u32>,
    /// Frames of the recording, from 0.
    pub frames: Range<usize>,
    /// Frame at which the action has its effect.
    pub moment: Option<usize>,
    /// What is done, in the words of the file; empty where it says nothing.
    pub kind: String,
    /// Whether its authors use it.
    pub include: bool,
    /// Line of the file at which the record begins.
    pub line: usize,
}

/// Reads a label file.
///
/// ```
/// let text = "{\nfile:a_1.bvh\nperson:1\nstartFrame:3\nendFrame:9\ntype:pass\ninteractionFrame:7\n},";
/// let records = sidestep_import::lab::parse("a.lab", text.as_bytes())?;
/// assert_eq!((records[0].frames.clone(), records[0].moment), (3..10, Some(7)));
/// # Ok::<(), sidestep_import::ImportError>(())
/// ```
pub fn parse(file_name: &str, bytes: &[u8]) -> Result<Vec<LabRecord>, ImportError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let scanner = Scanner::new(file_name, bytes);
    let mut records = Vec::new();
    let mut open: Option<Open> = None;
    for (at, line) in lines(bytes) {
        for (offset, part) in parts(line) {
            let here = Here { scanner: &scanner, at: at + offset };
            match (part.as_slice(), &mut open) {
                (b"{", None) => open = Some(Open { at: here.at, ..Open::default() }),
                (b"}", Some(record)) => {
                    records.push(record.close(&scanner)?);
                    open = None;
                }
                (b"{" | b"}", _) => return Err(here.wrong("braces in pairs", &part, PAIRS)),
                (_, None) => return Err(here.wrong("'{'", &part, PAIRS)),
                (_, Some(record)) => record.set(&part, &here)?,
            }
        }
    }
    match open {
        None => Ok(records),
        Some(record) => {
            let here = Here { scanner: &scanner, at: record.at };
            Err(here.wrong("'}' at the end of this record", b"", "the file may be cut off"))
        }
    }
}

const PAIRS: &str = "records are { key:value ... }, one key to a line";

/// The labels of one recording, and what is odd about them. Records that are not included, and those
/// of other recordings, are left out.
pub fn labels_of(records: &[LabRecord], file: &str) -> (Vec<FrameLabel>, Vec<Note>) {
    let file = crate::finish::base_name(file);
    let (mut labels, mut notes) = (Vec::new(), Vec::new());
    for record in records.iter().filter(|record| record.file.eq_ignore_ascii_case(file)) {
        if !record.include {
            continue;
        }
        if let (Some(person), Some(named)) = (record.person, person_of(file))
            && person != named
        {
            let message = format!(
                "line {} of its labels is of person {person}, but the file of person {named}",
                record.line
            );
            notes.push(Note::warning(message, "correct `person` or `file` of that record"));
        }
        let name = name_of(&record.kind);
        let (frames, moment) = (record.frames.clone(), record.moment);
        labels.push(FrameLabel { name, frames, moment });
    }
    (labels, notes)
}

/// The number at the end of a recording's name.
fn person_of(file: &str) -> Option<u32> {
    crate::finish::stem(file).rsplit_once('_')?.1.parse().ok()
}

/// What a label is called here: contacts of the ball have our own names for hands.
fn name_of(kind: &str) -> String {
    match kind {
        "b_left" => Label::hand_holds(Side::Left).to_owned(),
        "b_right" => Label::hand_holds(Side::Right).to_owned(),
        "" => FREE.to_owned(),
        kind => kind.to_owned(),
    }
}

/// A line cut into braces and what stands between them, each with its place in the line; a comma
/// after a brace goes with it.
fn parts(line: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut push = |from: usize, to: usize| {
        let part = line[from..to].trim_ascii();
        if !part.is_empty() && part != b"," {
            parts.push((from, part.to_vec()));
        }
    };
    for (at, byte) in line.iter().enumerate() {
        if matches!(byte, b'{' | b'}') {
            push(from, at);
            push(at, at + 1);
            from = at + 1;
        }
    }
    push(from, line.len());
    parts
}

/// A record that is being read.
#[derive(Default)]
struct Open {
    /// Where it begins.
    at: usize,
    file: String,
    person: Option<u32>,
    opposite_person: Option<u32>,
    start: Option<usize>,
    end: Option<usize>,
    moment: Option<usize>,
    kind: String,
    left_out: bool,
}

impl Open {
    fn set(&mut self, part: &[u8], here: &Here<'_>) -> Result<(), ImportError> {
        let Some(colon) = part.iter().position(|byte| *byte == b':') else {
            return Err(here.wrong("key:value", part, PAIRS));
        };
        let (key, value) = (part[..colon].trim_ascii(), part[colon + 1..].trim_ascii());
        match key {
            b"file" => self.file = text(value),
            b"type" => self.kind = text(value),
            b"person" => self.person = here.frame(key, value)?.and_then(|n| u32::try_from(n).ok()),
            b"oppositePerson" => {
                self.opposite_person = here.frame(key, value)?.and_then(|n| u32::try_from(n).ok());
            }
            b"startFrame" => self.start = here.frame(key, value)?,
            b"endFrame" => self.end = here.frame(key, value)?,
            b"interactionFrame" => self.moment = here.frame(key, value)?,
            b"include" => match value.to_ascii_lowercase().as_slice() {
                b"" | b"true" => self.left_out = false,
                b"false" => self.left_out = true,
                _ => return Err(here.wrong("include:true or include:false", value, "correct it")),
            },
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, scanner: &Scanner<'_>) -> Result<LabRecord, ImportError> {
        let here = Here { scanner, at: self.at };
        if self.file.is_empty() {
            return Err(here.wrong("a record with file", b"", "name the recording with file:"));
        }
        let (Some(start), Some(end)) = (self.start, self.end) else {
            let remedy = "give the first and the last frame, counted from 0";
            return Err(here.wrong("startFrame and endFrame in this record", b"", remedy));
        };
        if end < start {
            let found = format!("{start} to {end}");
            return Err(here.wrong(
                "startFrame before endFrame",
                found.as_bytes(),
                "exchange them",
            ));
        }
        Ok(LabRecord {
            file: std::mem::take(&mut self.file),
            person: self.person,
            opposite_person: self.opposite_person,
            frames: start..end + 1,
            moment: self.moment,
            kind: std::mem::take(&mut self.kind),
            include: !self.left_out,
            line: scanner.place(self.at).line,
        })
    }
}

/// A place in the file, for errors.
struct Here<'a> {
    scanner: &'a Scanner<'a>,
    at: usize,
}

impl Here<'_> {
    /// A number of a frame or a person; none where nothing or a negative number is given.
    fn frame(&self, key: &[u8], value: &[u8]) -> Result<Option<usize>, ImportError> {
        if value.is_empty() {
            return Ok(None);
        }
        let number = std::str::from_utf8(value).ok().and_then(|text| text.parse::<i64>().ok());
        match number.filter(|number| number.abs() <= MOST_FRAMES) {
            Some(number) => Ok(usize::try_from(number).ok()),
            None => Err(ImportError::NotANumber {
                place: self.scanner.place(self.at),
                what: text(key),
                text: shorten(value),
                remedy: "write a whole number".to_owned(),
            }),
        }
    }

    fn wrong(&self, expected: &str, found: &[u8], remedy: &str) -> ImportError {
        let found =
            if found.is_empty() { "none".to_owned() } else { format!("'{}'", shorten(found)) };
        ImportError::Syntax {
            place: self.scanner.place(self.at),
            expected: expected.to_owned(),
            found,
            remedy: remedy.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TWO: &str = "{\r\n\tdefaultType:b_right\r\n\tfile:s_003_1_2.bvh\r\n\tperson:2\r\n\
        \toppositePerson:1\r\n\tstartFrame:170\r\n\tendFrame:189\r\n\tinclude:\r\n\ttype:pass'\r\n\
        \tinteractionFrame:180\r\n\tweight:1.0\r\n},\r\n{\r\n\tfile:s_003_1_2.bvh\r\n\tperson:1\r\n\
        \tstartFrame:5\r\n\tendFrame:5\r\n\tinclude:false\r\n\ttype:b_left\r\n\
        \tinteractionFrame:-1\r\n},";

    fn fails(text: &str) -> String {
        parse("a.lab", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_record_becomes_a_label() {
        let records = parse("a.lab", TWO.as_bytes()).unwrap();
        let [pass, touch] = records.as_slice() else { panic!("{records:?}") };
        assert_eq!(
            (pass.frames.clone(), pass.moment, pass.kind.as_str()),
            (170..190, Some(180), "pass'")
        );
        assert_eq!((pass.person, pass.opposite_person, pass.include), (Some(2), Some(1), true));
        assert_eq!((touch.frames.clone(), touch.moment, touch.include), (5..6, None, false));
        assert_eq!((pass.line, touch.line), (1, 13));
        let (labels, notes) = labels_of(&records, "motion/s_003_1_2.bvh");
        let label = FrameLabel { name: "pass'".into(), frames: 170..190, moment: Some(180) };
        assert_eq!((labels, notes), (vec![label], vec![]));
        assert_eq!(labels_of(&records, "s_003_1_1.bvh").0, []);
    }

    #[test]
    fn hands_and_free_stretches_have_our_names() {
        let record = |kind: &str| {
            let text = format!("{{ file:a.bvh\nstartFrame:0\nendFrame:1\ntype:{kind}\n }},");
            let records = parse("a.lab", text.as_bytes()).unwrap();
            labels_of(&records, "a.bvh").0[0].name.clone()
        };
        let names = ["b_left", "b_right", "", "dribble"].map(record);
        assert_eq!(names, ["left_hand_holds", "right_hand_holds", "transition", "dribble"]);
    }

    #[test]
    fn a_record_of_another_person_is_noted() {
        let text = "{\nfile:s_1_2.bvh\nperson:1\nstartFrame:0\nendFrame:1\n},";
        let records = parse("a.lab", text.as_bytes()).unwrap();
        let (labels, notes) = labels_of(&records, "s_1_2.bvh");
        assert_eq!(labels.len(), 1);
        assert!(notes[0].message.contains("line 1 of its labels is of person 1"), "{notes:?}");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, part) in [
            ("{\nfile:a\nstartFrame:1\nendFrame:x\n},", "a.lab, line 4: endFrame is 'x'"),
            ("{\nfile:a\nstartFrame:1\n},", "line 1: expected startFrame and endFrame"),
            ("\n{\nstartFrame:1\nendFrame:2\n},", "line 2: expected a record with file"),
            (
                "{\nfile:a\nstartFrame:3\nendFrame:2\n},",
                "startFrame before endFrame, found '3 to 2'",
            ),
            ("{\nfile:a\n{\n", "line 3: expected braces in pairs"),
            ("file:a\n", "line 1: expected '{'"),
            ("{\nfile:a\nstart\n},", "line 3: expected key:value, found 'start'"),
            ("{\nfile:a\nstartFrame:1\nendFrame:2\ninclude:maybe\n},", "line 5: expected include"),
            ("{\nfile:a\nstartFrame:1\n", "line 1: expected '}'"),
            ("{\nendFrame:99999999999\n},", "line 2: endFrame is '99999999999'"),
        ] {
            assert!(fails(text).contains(part), "{}", fails(text));
        }
        assert_eq!(parse("a.lab", b""), Ok(vec![]));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse("a.lab", &bytes);
        }

        #[test]
        fn no_cut_makes_it_panic(at in 0_usize..400, byte: u8) {
            let mut text = TWO.as_bytes().to_vec();
            let at = at % text.len();
            text[at] = byte;
            if let Ok(records) = parse("a.lab", &text) {
                let _ = labels_of(&records, "s_003_1_2.bvh");
            }
            let _ = parse("a.lab", &text[..at]);
        }
    }
}
