//! Manifests of recordings as tables: one tab-separated row for each stretch of a file.
//!
//! The columns are file, start_s, end_s, fps, skeleton, labels (separated by commas) and notes. One
//! line before the first row gives what all files have in common:
//! `# unit_m: 0.01   up: +Y   drop_first_frames: 0   folder: .`
//! It may name files or folders of labels as well: `lab: annotation,ball`.
//! Other lines that start with # are comments. Times are seconds after the dropped frames; fps is
//! the true rate, whatever the files claim. A label covers its row, or a part of it with or without
//! a moment: `pass@2.40-3.10!2.93`.

use crate::{
    error::{ImportError, Place},
    options::{ImportOptions, LabelSpan, UpAxis},
    take::{Take, name_repeats},
};

const COLUMNS: &str = "file, start_s, end_s, fps, skeleton, labels, notes";

/// Reads a manifest.
///
/// ```
/// let head = "# unit_m: 0.01   up: +Y   drop_first_frames: 1   folder: bvh";
/// let row = "a.bvh\t0.00\t2.50\t120\tS1\twalk,turn-left\ta remark";
/// let text = format!("{head}\n{row}\n");
/// let takes = sidestep_import::manifest::parse("tiny.txt", &text)?;
/// assert_eq!(takes[0].file, "bvh/a.bvh");
/// assert_eq!(takes[0].options.labels.len(), 2);
/// # Ok::<(), sidestep_import::ImportError>(())
/// ```
pub fn parse(file_name: &str, text: &str) -> Result<Vec<Take>, ImportError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut common: Option<Common> = None;
    let mut takes = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = || Place::new(file_name, index + 1);
        let line = line.trim_end_matches('\r');
        if line.trim().is_empty() {
            continue;
        }
        match (line.strip_prefix('#'), &common) {
            (Some(comment), None) if comment.trim_start().starts_with("unit_m:") => {
                common = Some(Common::parse(comment, &place)?);
            }
            (Some(_), _) => {}
            (None, Some(common)) => takes.push(take(line, common, &place)?),
            (None, None) => {
                let remedy = "write `# unit_m: 0.01   up: +Y   drop_first_frames: 0   folder: .`";
                return Err(wrong(
                    &place,
                    "no line above the first row gives the unit".into(),
                    remedy,
                ));
            }
        }
    }
    if takes.is_empty() {
        let place = || Place::new(file_name, 0);
        return Err(wrong(&place, "there is no row".into(), COLUMNS));
    }
    name_repeats(&mut takes);
    Ok(takes)
}

/// What all files of a manifest have in common.
struct Common {
    unit_m: f32,
    up: UpAxis,
    drop_first_frames: usize,
    folder: String,
    lab_files: Vec<String>,
}

impl Common {
    fn parse(line: &str, place: &dyn Fn() -> Place) -> Result<Self, ImportError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let optional = |key: &str| {
            let at = words.iter().position(|word| word.strip_suffix(':') == Some(key))?;
            words.get(at + 1).copied()
        };
        let value = |key: &str| {
            optional(key).ok_or_else(|| wrong(place, format!("`{key}:` is missing"), "write it"))
        };
        let up = value("up")?;
        let drop = value("drop_first_frames")?;
        Ok(Self {
            unit_m: number(value("unit_m")?, "unit_m", place)?,
            up: UpAxis::from_name(up).ok_or_else(|| {
                wrong(place, format!("up is '{up}'"), "write +X, +Y, +Z or with -")
            })?,
            drop_first_frames: drop.parse().map_err(|_| {
                wrong(place, format!("drop_first_frames is '{drop}'"), "write a number of frames")
            })?,
            folder: value("folder")?.to_owned(),
            lab_files: optional("lab").map(names).unwrap_or_default(),
        })
    }
}

fn take(line: &str, common: &Common, place: &dyn Fn() -> Place) -> Result<Take, ImportError> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [file, start, end, fps, skeleton, labels, remarks @ ..] = columns.as_slice() else {
        let problem = format!("{} columns instead of 7", columns.len());
        return Err(wrong(place, problem, &format!("separate by tabs: {COLUMNS}")));
    };
    let (start, end) = (number(start, "start_s", place)?, number(end, "end_s", place)?);
    let fps = number(fps, "fps", place)?;
    if !(start >= 0.0 && end > start && fps > 0.0) {
        let problem = format!("{start} to {end} s at {fps} fps is no range");
        return Err(wrong(place, problem, "start before the end, and a rate above zero"));
    }
    let file = match common.folder.trim_end_matches('/') {
        "." | "" => file.trim().to_owned(),
        folder => format!("{folder}/{}", file.trim()),
    };
    Ok(Take {
        file,
        options: ImportOptions {
            unit_m: Some(common.unit_m),
            up: Some(common.up),
            rate_hz: Some(fps),
            drop_first_frames: Some(common.drop_first_frames),
            range_secs: Some((start, end)),
            labels: names(labels)
                .iter()
                .map(|text| label(text, place))
                .collect::<Result<_, _>>()?,
            lab_files: common.lab_files.clone(),
            performer: skeleton.trim().to_owned(),
            ..ImportOptions::default()
        },
        remarks: remarks.join("\t"),
    })
}

/// What stands between commas.
fn names(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// `name`, `name@start-end` or `name@start-end!moment`.
fn label(text: &str, place: &dyn Fn() -> Place) -> Result<LabelSpan, ImportError> {
    let Some((name, times)) = text.rsplit_once('@') else { return Ok(LabelSpan::whole(text)) };
    let (range, moment) = match times.split_once('!') {
        Some((range, moment)) => (range, Some(number(moment, "the moment of a label", place)?)),
        None => (times, None),
    };
    let bad = || wrong(place, format!("the label is '{text}'"), "write name@start-end in seconds");
    let (start, end) = range.split_once('-').ok_or_else(bad)?;
    let (start, end) =
        (number(start, "the start of a label", place)?, number(end, "its end", place)?);
    let within = moment.is_none_or(|moment| (start..=end).contains(&moment));
    if !(start >= 0.0 && end > start && within) {
        return Err(bad());
    }
    Ok(LabelSpan { name: name.to_owned(), range_secs: Some((start, end)), moment_secs: moment })
}

fn number(text: &str, what: &str, place: &dyn Fn() -> Place) -> Result<f32, ImportError> {
    let value = text.trim().parse::<f32>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| wrong(place, format!("{what} is '{text}'"), "write a number"))
}

fn wrong(place: &dyn Fn() -> Place, problem: String, remedy: &str) -> ImportError {
    ImportError::Manifest { place: place(), problem, remedy: remedy.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "# corpus: c\n# unit_m: 0.0564444   up: +Y   drop_first_frames: 1   folder: bvh\n";

    fn fails(text: &str) -> String {
        parse("m.txt", text).unwrap_err().to_string()
    }

    #[test]
    fn a_row_becomes_a_take() {
        let text = format!(
            "{HEAD}# a comment\r\n16_11.bvh\t0.04\t4.45\t60\tS16\twalk, turn-left\t\"veer\"\r\n"
        );
        let takes = parse("m.txt", &text).unwrap();
        let [take] = takes.as_slice() else { panic!("{takes:?}") };
        assert_eq!((take.file.as_str(), take.remarks.as_str()), ("bvh/16_11.bvh", "\"veer\""));
        let options = &take.options;
        assert_eq!(options.range_secs, Some((0.04, 4.45)));
        assert_eq!((options.rate_hz, options.unit_m), (Some(60.0), Some(0.056_444_4)));
        assert_eq!((options.up, options.drop_first_frames), (Some(UpAxis::Y), Some(1)));
        assert_eq!(options.performer, "S16");
        let names: Vec<&str> = options.labels.iter().map(|label| label.name.as_str()).collect();
        assert_eq!(names, ["walk", "turn-left"]);
        assert_eq!(options.name, None);
    }

    #[test]
    fn stretches_of_one_file_have_names_of_their_own() {
        let text = format!("{HEAD}a.bvh\t0\t1\t60\tS\t\t\na.bvh\t2.5\t3\t60\tS\t\t\n");
        let takes = parse("m.txt", &text).unwrap();
        let names: Vec<_> = takes.into_iter().map(|take| take.options.name.unwrap()).collect();
        assert_eq!(names, ["a@0.00", "a@2.50"]);
    }

    #[test]
    fn labels_may_have_a_stretch_and_a_moment() {
        let head = "# unit_m: 1 up: Y drop_first_frames: 0 folder: . lab: annotation,ball/a.lab\n";
        let text = format!("{head}a.bvh\t0\t9\t30\tS\tplay,pass@2.5-3.25!3,run@4-5\t\n");
        let options = &parse("m.txt", &text).unwrap()[0].options;
        let pass = LabelSpan {
            name: "pass".into(),
            range_secs: Some((2.5, 3.25)),
            moment_secs: Some(3.0),
        };
        let run = LabelSpan { name: "run".into(), range_secs: Some((4.0, 5.0)), moment_secs: None };
        assert_eq!(options.labels, [LabelSpan::whole("play"), pass, run]);
        assert_eq!(options.lab_files, ["annotation", "ball/a.lab"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let row = |label: &str| fails(&format!("{HEAD}a.bvh\t0\t1\t60\tS\t{label}\t\n"));
        assert!(row("pass@3").contains("line 3: the label is 'pass@3'"));
        assert!(row("pass@3-2").contains("write name@start-end"));
        assert!(row("pass@1-2!3").contains("the label is 'pass@1-2!3'"));
        assert!(row("pass@1-2!x").contains("the moment of a label is 'x'"));
        assert!(fails("a.bvh\t0\t1\t60\tS\t\t\n").contains("m.txt, line 1: no line above"));
        assert!(fails(&format!("{HEAD}a.bvh 0 1 60\n")).contains("line 3: 1 columns instead of 7"));
        assert!(fails(&format!("{HEAD}a.bvh\tx\t1\t60\tS\t\t\n")).contains("start_s is 'x'"));
        assert!(fails(&format!("{HEAD}a.bvh\t2\t1\t60\tS\t\t\n")).contains("2 to 1 s"));
        assert!(fails("# unit_m: 1 up: W drop_first_frames: 0 folder: .\n").contains("up is 'W'"));
        assert!(fails("# unit_m: 1 up: Z folder: .\n").contains("`drop_first_frames:` is missing"));
        assert!(fails(HEAD).contains("there is no row"));
    }
}
