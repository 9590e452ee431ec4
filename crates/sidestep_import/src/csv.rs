//! Joint positions as comma-separated values: `frame,time_s,<joint>_x,<joint>_y,<joint>_z,…`.
//!
//! Positions alone make no clip, for nothing tells how joints are turned; they are enough for
//! measures, which look at nothing else.

use crate::{
    detect::y_up_from,
    error::{ImportError, Place},
    options::{ImportOptions, UpAxis},
};
use glam::Vec3;

/// The most joints of a table.
const MOST_JOINTS: usize = 1_000;

/// Frame times may differ from the mean by this share.
const UNEVEN: f64 = 0.25;

/// Places of joints over time, in metres, Y up.
#[derive(Clone, Debug, PartialEq)]
pub struct Positions {
    /// Names of the joints, in the order of the columns.
    pub joints: Vec<String>,
    /// Frames a second.
    pub rate_hz: f32,
    /// Places, frame after frame, one of each joint.
    pub places: Vec<Vec3>,
}

/// Reads a table of joint positions. Columns that belong to no joint are left out: objects have a
/// column `<object>_held_by`. Values are in metres and Y is up unless the options say otherwise.
///
/// ```
/// let text = "time_s,Hips_x,Hips_y,Hips_z\n0.0,0,1,0\n0.5,0,1,2\n";
/// let read = sidestep_import::csv::read("run.csv", text.as_bytes(), &Default::default())?;
/// assert_eq!((read.rate_hz, read.places[1].z), (2.0, 2.0));
/// # Ok::<(), sidestep_import::ImportError>(())
/// ```
pub fn read(file: &str, bytes: &[u8], options: &ImportOptions) -> Result<Positions, ImportError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        syntax(file, line, "text in UTF-8", "other bytes", "save the table as UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (_, header) = lines.next().ok_or_else(|| {
        syntax(file, 1, "a header", "nothing", "begin with time_s,Hips_x,Hips_y,Hips_z,…")
    })?;
    let columns = Columns::of(file, header)?;
    let mut table = Table { file, columns, times: Vec::new(), places: Vec::new() };
    for (index, line) in lines {
        table.add(index + 1, line)?;
    }
    table.finish(options)
}

/// Where in a row things stand.
struct Columns {
    count: usize,
    time: Option<usize>,
    /// Each joint, and the columns of its x, y and z.
    joints: Vec<(String, [usize; 3])>,
}

impl Columns {
    fn of(file: &str, header: &str) -> Result<Self, ImportError> {
        let names = fields(header);
        let find = |name: &str| names.iter().position(|other| other == name);
        let mut joints = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let Some(joint) = name.strip_suffix("_x") else { continue };
            if find(&format!("{joint}_held_by")).is_some() {
                continue;
            }
            let (y, z) = (find(&format!("{joint}_y")), find(&format!("{joint}_z")));
            let Some((y, z)) = y.zip(z) else {
                let expected = format!("columns {joint}_y and {joint}_z");
                let remedy = "each joint needs three columns";
                return Err(syntax(file, 1, &expected, &format!("only {name}"), remedy));
            };
            joints.push((joint.to_owned(), [index, y, z]));
        }
        if joints.is_empty() || joints.len() > MOST_JOINTS {
            let found = format!("{} joints", joints.len());
            let remedy = "write the places of each joint as NAME_x,NAME_y,NAME_z in metres";
            return Err(syntax(file, 1, "columns of joints", &found, remedy));
        }
        Ok(Self { count: names.len(), time: find("time_s"), joints })
    }
}

struct Table<'a> {
    file: &'a str,
    columns: Columns,
    /// The line of each row, and its time where there is one.
    times: Vec<(usize, f64)>,
    places: Vec<Vec3>,
}

impl Table<'_> {
    fn add(&mut self, line: usize, row: &str) -> Result<(), ImportError> {
        let fields = fields(row);
        if fields.len() != self.columns.count {
            let expected = format!("{} fields as in the header", self.columns.count);
            let found = fields.len().to_string();
            let remedy = "get the whole file; numbers have a point, not a comma";
            return Err(syntax(self.file, line, &expected, &found, remedy));
        }
        let number = |what: &str, joint: Option<&str>, index: usize| -> Result<f64, ImportError> {
            let value = fields[index].trim().parse::<f64>().ok();
            value.filter(|value| value.is_finite() && value.abs() < 1e6).ok_or_else(|| {
                let place = Place::new(self.file, line);
                ImportError::NotANumber {
                    place: joint.map_or(place.clone(), |joint| place.at_joint(joint)),
                    what: what.to_owned(),
                    text: fields[index].chars().take(40).collect(),
                    remedy: "repair it, or cut the frame out".to_owned(),
                }
            })
        };
        let time = match self.columns.time {
            Some(index) => number("time_s", None, index)?,
            None => 0.0,
        };
        for (joint, indices) in &self.columns.joints {
            let [x, y, z] = indices.map(|index| number("a place", Some(joint), index));
            self.places.push(Vec3::new(x? as f32, y? as f32, z? as f32));
        }
        self.times.push((line, time));
        Ok(())
    }

    fn finish(mut self, options: &ImportOptions) -> Result<Positions, ImportError> {
        let rate_hz = match options.rate_hz {
            Some(rate_hz) => rate_hz,
            None => self.rate_hz()?,
        };
        let upright = y_up_from(options.up.unwrap_or(UpAxis::Y));
        let unit_m = options.unit_m.unwrap_or(1.0);
        self.places.iter_mut().for_each(|place| *place = upright * (*place * unit_m));
        let joints = self.columns.joints.into_iter().map(|(name, _)| name).collect();
        Ok(Positions { joints, rate_hz, places: self.places })
    }

    /// The rate by the column of times, which must go on evenly.
    fn rate_hz(&self) -> Result<f32, ImportError> {
        let place = |line| Place::new(self.file, line);
        let absurd = |line, what: String, remedy: &str| ImportError::Absurd {
            place: place(line),
            what,
            remedy: remedy.to_owned(),
        };
        let [(_, first), .., (line, last)] = self.times[..] else {
            let what = format!("{} frames", self.times.len());
            return Err(absurd(1, what, "two frames or more are needed"));
        };
        if self.columns.time.is_none() {
            let remedy = "add a column time_s of seconds, or give the rate with --fps";
            return Err(absurd(1, "nothing says how fast it is".to_owned(), remedy));
        }
        let step = (last - first) / (self.times.len() - 1) as f64;
        if !(1e-4..=1.0).contains(&step) {
            let what = format!("time_s goes from {first} to {last} in {} rows", self.times.len());
            return Err(absurd(line, what, "write the seconds of each frame"));
        }
        let uneven = self.times.windows(2).find(|pair| {
            let way = pair[1].1 - pair[0].1;
            (way - step).abs() > UNEVEN * step
        });
        match uneven {
            Some(pair) => {
                let what = format!("time_s goes from {} to {}", pair[0].1, pair[1].1);
                Err(absurd(
                    pair[1].0,
                    what,
                    "frames must follow evenly: fill the gap, or cut there",
                ))
            }
            // Times are written to the microsecond, so that 30 Hz is not quite that.
            None => Ok(((1e3 / step).round() / 1e3) as f32),
        }
    }
}

fn syntax(file: &str, line: usize, expected: &str, found: &str, remedy: &str) -> ImportError {
    ImportError::Syntax {
        place: Place::new(file, line),
        expected: expected.to_owned(),
        found: found.to_owned(),
        remedy: remedy.to_owned(),
    }
}

/// The fields of a line; those in quotes may hold commas, and two quotes for one (RFC 4180).
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = fields.len() - 1;
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                fields[last].push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            letter => fields[last].push(letter),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fails(text: &str) -> String {
        read("run.csv", text.as_bytes(), &ImportOptions::default()).unwrap_err().to_string()
    }

    #[test]
    fn names_may_hold_commas_and_objects_are_left_out() {
        let text = "frame,time_s,\"a,\"\"b\"\"_x\",\"a,\"\"b\"\"_y\",\"a,\"\"b\"\"_z\",ball_x,ball_y,ball_z,ball_held_by\n\
                    0,0.0,1,2,3,,,,\n1,0.033333,1,2,4,,,,Hand\n";
        let read = read("run.csv", text.as_bytes(), &ImportOptions::default()).unwrap();
        assert_eq!(read.joints, ["a,\"b\""]);
        assert_eq!(read.places, [Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.0, 2.0, 4.0)]);
        assert!((read.rate_hz - 30.0).abs() < 0.01);
    }

    #[test]
    fn units_and_axes_are_converted() {
        let text = "time_s,Hips_x,Hips_y,Hips_z\n0,0,0,100\n0.1,0,0,100\n";
        let options =
            ImportOptions { unit_m: Some(0.01), up: Some(UpAxis::Z), ..ImportOptions::default() };
        let read = read("run.csv", text.as_bytes(), &options).unwrap();
        assert!(read.places[0].distance(Vec3::Y) < 1e-6, "{:?}", read.places[0]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_joint() {
        let check = |text: &str, parts: &[&str]| {
            let message = fails(text);
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        };
        let header = "time_s,Hips_x,Hips_y,Hips_z\n";
        check("", &["line 1", "a header"]);
        check("a,b,c\n1,2,3\n", &["line 1", "NAME_x"]);
        check("time_s,Hips_x,Hips_y\n", &["line 1", "Hips_z"]);
        check(&format!("{header}0,0,0,0\n0.1,0,nan,0\n"), &["line 3", "'Hips'", "'nan'"]);
        check(&format!("{header}0,0,0,0\n0.1,0,0\n"), &["line 3", "4 fields"]);
        check(&format!("{header}0,0,0,0\n"), &["1 frames"]);
        check(&format!("{header}0,0,0,0\n0.1,0,0,0\n0.2,0,0,0\n0.5,0,0,0\n"), &["evenly"]);
        check(&format!("{header}0,0,0,0\n0,0,0,0\n"), &["time_s goes from 0 to 0"]);
        check("Hips_x,Hips_y,Hips_z\n0,0,0\n1,1,1\n", &["--fps"]);
        let bytes = [header.as_bytes(), b"0,0,\xff,0\n"].concat();
        let error = read("run.csv", &bytes, &ImportOptions::default()).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("UTF-8"), "{error}");
    }

    proptest! {
        #[test]
        fn reading_never_breaks(text in "(time_s|Hips_[xyz]|[0-9.e-]{1,5}|,|\"|\n){0,60}") {
            let _ = read("run.csv", text.as_bytes(), &ImportOptions::default());
        }
    }
}
