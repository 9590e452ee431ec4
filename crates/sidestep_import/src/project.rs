//! Our own manifest: a TOML file that says what each recording is. `docs/manifest.md` teaches it.

use crate::{
    error::{ImportError, Place},
    options::{ImportOptions, LabelSpan, Reference, UpAxis},
    take::{Take, name_repeats},
};
use serde::Deserialize;
use sidestep_motion::Role;
use std::collections::BTreeMap;
use toml::Spanned;

/// What a project manifest lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// Stretches of files, in the order of the manifest.
    pub takes: Vec<Take>,
    /// Folders whose motion files are all wanted.
    pub folders: Vec<Folder>,
}

/// A folder whose motion files are all wanted, with what they have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    /// Path, relative to the manifest.
    pub path: String,
    /// What the manifest says about its files.
    pub options: ImportOptions,
}

impl Folder {
    /// The take of one file in the folder.
    pub fn take(&self, file: &str) -> Take {
        Take {
            file: format!("{}/{file}", self.path.trim_end_matches('/')),
            options: self.options.clone(),
            remarks: String::new(),
        }
    }
}

/// Reads a project manifest.
///
/// ```
/// let text = r#"
///     [defaults]
///     licence = "CC BY 4.0"
///     [[clips]]
///     file = "walk.bvh"
///     start = 1.5
///     labels = ["walk", { name = "turn", start = 2, end = 3 }]
/// "#;
/// let project = sidestep_import::project::parse("actors.toml", text)?;
/// assert_eq!(project.takes[0].options.licence, "CC BY 4.0");
/// # Ok::<(), sidestep_import::ImportError>(())
/// ```
pub fn parse(file_name: &str, text: &str) -> Result<Project, ImportError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let place = |at: usize| {
        let before = &text.as_bytes()[..at.min(text.len())];
        Place::new(file_name, 1 + before.iter().filter(|byte| **byte == b'\n').count())
    };
    let file: File = toml::from_str(text).map_err(|error| {
        wrong(place(error.span().map_or(0, |span| span.start)), error.message())
    })?;
    let own = [&file.defaults.file, &file.defaults.folder, &file.defaults.name];
    if let Some(key) = own.into_iter().flatten().next() {
        return Err(wrong(place(key.span().start), "file, folder and name are no defaults"));
    }
    if file.clips.is_empty() {
        return Err(wrong(Place::new(file_name, 0), "there is no [[clips]]"));
    }
    let mut project = Project { takes: Vec::new(), folders: Vec::new() };
    for row in file.clips {
        let at = place(row.span().start);
        let row = row.into_inner().or(&file.defaults);
        row.lower(&mut project).map_err(|problem| wrong(at, &problem))?;
    }
    name_repeats(&mut project.takes);
    Ok(project)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    defaults: Row,
    #[serde(default)]
    clips: Vec<Spanned<Row>>,
}

/// Everything that can be said of a file, of a folder or of all of them.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    file: Option<Spanned<String>>,
    folder: Option<Spanned<String>>,
    name: Option<Spanned<String>>,
    start: Option<f32>,
    end: Option<f32>,
    #[serde(default)]
    labels: Vec<LabelText>,
    #[serde(default)]
    lab: Vec<String>,
    unit_m: Option<f32>,
    up: Option<Up>,
    fps: Option<f32>,
    drop_first_frames: Option<usize>,
    #[serde(default)]
    roles: BTreeMap<RoleName, String>,
    reference: Option<ReferenceText>,
    skeleton_file: Option<String>,
    floor_m: Option<f32>,
    licence: Option<String>,
    performer: Option<String>,
    remarks: Option<String>,
}

impl Row {
    /// This row, filled up with the defaults.
    fn or(self, defaults: &Self) -> Self {
        let text = |own: Option<String>, default: &Option<String>| own.or_else(|| default.clone());
        let mut roles = defaults.roles.clone();
        roles.extend(self.roles);
        Self {
            start: self.start.or(defaults.start),
            end: self.end.or(defaults.end),
            labels: [defaults.labels.clone(), self.labels].concat(),
            lab: [defaults.lab.clone(), self.lab].concat(),
            unit_m: self.unit_m.or(defaults.unit_m),
            up: self.up.or(defaults.up),
            fps: self.fps.or(defaults.fps),
            drop_first_frames: self.drop_first_frames.or(defaults.drop_first_frames),
            roles,
            reference: self.reference.or_else(|| defaults.reference.clone()),
            skeleton_file: text(self.skeleton_file, &defaults.skeleton_file),
            floor_m: self.floor_m.or(defaults.floor_m),
            licence: text(self.licence, &defaults.licence),
            performer: text(self.performer, &defaults.performer),
            remarks: text(self.remarks, &defaults.remarks),
            ..self
        }
    }

    fn lower(self, project: &mut Project) -> Result<(), String> {
        let options = self.options()?;
        match (self.file, self.folder) {
            (Some(file), None) => project.takes.push(Take {
                file: file.into_inner(),
                options,
                remarks: self.remarks.unwrap_or_default(),
            }),
            (None, Some(folder)) if options.name.is_none() => {
                project.folders.push(Folder { path: folder.into_inner(), options });
            }
            (None, Some(_)) => return Err("the files of a folder cannot share one name".into()),
            _ => return Err("each [[clips]] needs either a file or a folder".into()),
        }
        Ok(())
    }

    fn options(&self) -> Result<ImportOptions, String> {
        for (key, value) in [("unit_m", self.unit_m), ("fps", self.fps)] {
            if let Some(value) = value.filter(|value| !(*value > 0.0 && value.is_finite())) {
                return Err(format!("{key} is {value}, but must be above zero"));
            }
        }
        if let Some(floor) = self.floor_m.filter(|floor| !floor.is_finite()) {
            return Err(format!("floor_m is {floor}, but must be a height in metres"));
        }
        let range_secs = match (self.start, self.end) {
            (None, None) => None,
            (start, end) => Some(range(start.unwrap_or(0.0), end.unwrap_or(f32::MAX))?),
        };
        let labels = self.labels.iter().map(LabelText::lower).collect::<Result<_, _>>()?;
        Ok(ImportOptions {
            name: self.name.as_ref().map(|name| name.get_ref().clone()),
            unit_m: self.unit_m,
            up: self.up.map(|up| up.0),
            rate_hz: self.fps,
            target_rate_hz: None,
            drop_first_frames: self.drop_first_frames,
            range_secs,
            roles: self.roles.iter().map(|(role, joint)| (role.0, joint.clone())).collect(),
            labels,
            frame_labels: Vec::new(),
            lab_files: self.lab.clone(),
            licence: self.licence.clone().unwrap_or_default(),
            performer: self.performer.clone().unwrap_or_default(),
            reference: self.reference.as_ref().map(ReferenceText::lower).unwrap_or_default(),
            skeleton_file: self.skeleton_file.clone(),
            floor_m: self.floor_m,
        })
    }
}

fn range(start: f32, end: f32) -> Result<(f32, f32), String> {
    match start >= 0.0 && end > start && end.is_finite() {
        true => Ok((start, end)),
        false => Err(format!("{start} to {end} s is no range")),
    }
}

/// A label of the whole clip, or of a stretch of it.
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "a label is a name or { name, start, end, moment }")]
enum LabelText {
    Whole(String),
    Stretch(Stretch),
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stretch {
    name: String,
    start: f32,
    end: f32,
    moment: Option<f32>,
}

impl LabelText {
    fn lower(&self) -> Result<LabelSpan, String> {
        Ok(match self {
            Self::Whole(name) => LabelSpan::whole(name),
            Self::Stretch(Stretch { name, start, end, moment }) => {
                let range_secs = range(*start, *end)?;
                if let Some(moment) = moment.filter(|moment| !(*start..=*end).contains(moment)) {
                    return Err(format!("the moment {moment} lies outside {start} to {end} s"));
                }
                let (name, range_secs) = (name.clone(), Some(range_secs));
                LabelSpan { name, range_secs, moment_secs: *moment }
            }
        })
    }
}

/// `auto`, `zero`, the number of a frame or the name of a file.
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "a reference is \"auto\", \"zero\", a frame number or a file name")]
enum ReferenceText {
    Frame(usize),
    Word(String),
}

impl ReferenceText {
    fn lower(&self) -> Reference {
        match self {
            Self::Frame(frame) => Reference::Frame(*frame),
            Self::Word(word) => match word.as_str() {
                "auto" => Reference::Auto,
                "zero" => Reference::Zero,
                file => Reference::File(file.to_owned()),
            },
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct Up(UpAxis);

impl TryFrom<String> for Up {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let axis = UpAxis::from_name(&name);
        axis.map(Self).ok_or_else(|| format!("up is \"{name}\"; write +X, +Y, +Z, -X, -Y or -Z"))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
struct RoleName(Role);

impl TryFrom<String> for RoleName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Role::from_name(&name).map(Self).ok_or_else(|| {
            let known: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
            format!("there is no role \"{name}\"; the roles are {}", known.join(", "))
        })
    }
}

fn wrong(place: Place, problem: &str) -> ImportError {
    let remedy = "docs/manifest.md lists all keys".to_owned();
    ImportError::Manifest { place, problem: problem.replace('\n', " "), remedy }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::Side;

    fn fails(text: &str) -> String {
        parse("p.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn rows_are_filled_up_with_the_defaults() {
        let text = r#"
            [defaults]
            unit_m = 0.01
            up = "+Z"
            licence = "CC0"
            labels = ["test"]
            roles = { hips = "Root", head = "Head" }
            [[clips]]
            file = "a.bvh"
            fps = 60
            end = 2
            labels = ["walk", { name = "left_foot_down", start = 0.5, end = 1 }]
            roles = { hips = "Pelvis", left_foot = "L Ankle" }
            reference = "t.bvh"
            floor_m = -0.02
            [[clips]]
            folder = "more"
            unit_m = 1
            reference = 7
        "#;
        let project = parse("p.toml", text).unwrap();
        let options = &project.takes[0].options;
        assert_eq!(
            (options.unit_m, options.rate_hz, options.up),
            (Some(0.01), Some(60.0), Some(UpAxis::Z))
        );
        assert_eq!(options.range_secs, Some((0.0, 2.0)));
        let roles =
            [(Role::Hips, "Pelvis"), (Role::Head, "Head"), (Role::Foot(Side::Left), "L Ankle")];
        assert_eq!(options.roles, roles.map(|(role, name)| (role, name.to_owned())));
        let labels: Vec<_> =
            options.labels.iter().map(|l| (l.name.as_str(), l.range_secs)).collect();
        assert_eq!(labels, [("test", None), ("walk", None), ("left_foot_down", Some((0.5, 1.0)))]);
        assert_eq!(options.reference, Reference::File("t.bvh".into()));
        assert_eq!(options.floor_m, Some(-0.02));
        let folder = &project.folders[0];
        assert_eq!((folder.path.as_str(), folder.options.unit_m), ("more", Some(1.0)));
        assert_eq!(folder.options.reference, Reference::Frame(7));
        assert_eq!(folder.take("x.bvh").file, "more/x.bvh");
    }

    #[test]
    fn actions_have_moments_and_files_of_labels_add_up() {
        let text = r#"
            [defaults]
            lab = ["annotation"]
            [[clips]]
            file = "a.bvh"
            lab = ["ball/a.lab"]
            labels = [{ name = "pass", start = 1, end = 2, moment = 1.5 }]
        "#;
        let options = &parse("p.toml", text).unwrap().takes[0].options;
        assert_eq!(options.lab_files, ["annotation", "ball/a.lab"]);
        assert_eq!(options.labels[0].moment_secs, Some(1.5));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let check = |text: &str, line: usize, part: &str| {
            let message = fails(text);
            let at = if line > 0 { format!("line {line}:") } else { "p.toml:".to_owned() };
            assert!(message.contains(&at) && message.contains(part), "{message}");
        };
        check("[[clips]]\nfile = \"a\"\nspeed = 3\n", 3, "unknown field `speed`");
        check("[[clips]]\nfile = \"a\"\nup = \"W\"\n", 3, "up is \"W\"");
        check("\n[[clips]]\nname = \"a\"\n", 2, "either a file or a folder");
        check("\n\n[[clips]]\nfile = \"a\"\nstart = 3\nend = 1\n", 3, "3 to 1 s");
        check("[[clips]]\nfile = \"a\"\n[[clips]]\nfile = \"b\"\nfps = 0\n", 3, "fps is 0");
        check("[[clips]]\nfile = \"a\"\nroles = { nose = \"N\" }\n", 3, "no role \"nose\"");
        check("[[clips]]\nfile = \"a\"\nfloor_m = nan\n", 1, "floor_m is NaN");
        check("[defaults]\nname = \"a\"\n", 2, "no defaults");
        check("[[clips]]\nfile = \n", 2, "");
        check("", 0, "no [[clips]]");
        check("[[clips]]\nfile = \"a\"\nlabels = [3]\n", 3, "a label is a name");
        let late = "labels = [{ name = \"pass\", start = 1, end = 2, moment = 3 }]";
        check(&format!("[[clips]]\nfile = \"a\"\n{late}\n"), 1, "the moment 3 lies outside");
    }
}
