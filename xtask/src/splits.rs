//! Clean splits of the motion capture: nothing is tuned on what is reported.
//!
//! Settings are chosen on one half and published figures come from the other. What is written are
//! manifests: they name files and times and hold no motion.

use anyhow::{Context, Result, ensure};
use std::{
    fmt::Write as _,
    fs,
    path::{Component, Path, PathBuf},
};

/// Subjects of the CMU database on whom figures are reported.
const REPORTED_SUBJECTS: [&str; 2] = ["69", "143"];

/// What is left of a take and shorter than this is left out, in seconds.
const SHORTEST_SECS: f64 = 1.0;

/// Manifests from which figures are reported: name, and where it lies below the mocap folder.
const REPORTING: [(&str, &str); 4] = [
    ("reporting-cmu-b", "cmu/corpus-b.txt"),
    ("reporting-cmu-agile", "cmu/locomotion-agile.txt"),
    ("reporting-cmu-small", "cmu/locomotion-small.txt"),
    ("reporting-snu-agile-small", "snu/agile-small.txt"),
];

/// Writes the manifests of both halves into `out`; their files lie below `mocap`.
pub(crate) fn splits(mocap: &Path, out: &Path) -> Result<()> {
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let mocap = absolute(mocap)?;
    let out = absolute(out)?;
    let read = |name: &str| {
        let path = mocap.join(name);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}: give the mocap folder", path.display()))?;
        Manifest::parse(&text).with_context(|| format!("{} is no manifest", path.display()))
    };
    let folder_of = |name: &str| {
        let folder = mocap.join(name);
        way(&out, folder.parent().unwrap_or(&mocap))
    };
    let mut talk = String::from(HEAD);
    let mut write = |name: &str, from: &str, manifest: &Manifest| -> Result<()> {
        let text = manifest.to_text(name, &folder_of(from));
        writeln!(talk, "sidestep import {name}.txt -o {name}.motion")?;
        fs::write(out.join(name).with_extension("txt"), text).context("cannot write a manifest")
    };
    let (large, agile) = ("cmu/locomotion-large.txt", "snu/agile-large.txt");
    write("tuning-cmu", large, &read(large)?.without_subjects(&REPORTED_SUBJECTS))?;
    let reported = read("snu/agile-small.txt")?;
    write("tuning-snu", agile, &read(agile)?.without_stretches(&reported))?;
    for (name, from) in REPORTING {
        write(name, from, &read(from)?)?;
    }
    fs::write(out.join("README.md"), talk + TAIL).context("cannot write README.md")?;
    Ok(())
}

const HEAD: &str = "\
# Clean splits

Settings are chosen on `tuning-*`, figures are reported on `reporting-*`; no stretch of a take is in both.

```sh
";

const TAIL: &str = "\
sidestep perform --seed 2 -o tuning-performer.motion
sidestep perform --seed 1 -o reporting-performer.motion
```
";

/// A tab-separated manifest, its comments left out.
#[derive(Clone, Debug, PartialEq)]
struct Manifest {
    /// The line with unit and axes, up to the folder.
    conventions: String,
    /// Folder of the files, relative to the manifest.
    folder: String,
    takes: Vec<Take>,
}

/// A stretch of a file.
#[derive(Clone, Debug, PartialEq)]
struct Take {
    file: String,
    from: f64,
    to: f64,
    /// Rate, skeleton, labels and notes, as they are.
    rest: String,
}

impl Manifest {
    fn parse(text: &str) -> Result<Self> {
        let line = text.lines().find(|line| line.contains("folder:"));
        let (conventions, folder) =
            line.and_then(|line| line.split_once("folder:")).context("no line names a folder")?;
        let takes = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        Ok(Self {
            conventions: conventions.to_owned(),
            folder: folder.trim().to_owned(),
            takes: takes.map(Take::parse).collect::<Result<_>>()?,
        })
    }

    fn to_text(&self, name: &str, from_out: &str) -> String {
        let folder = match self.folder.as_str() {
            "." => from_out.to_owned(),
            folder => format!("{from_out}/{folder}"),
        };
        let mut text = format!("# corpus: {name}\n{}folder: {folder}\n", self.conventions);
        text += "# tab separated: file  start_s  end_s  fps  skeleton  labels  notes\n";
        for Take { file, from, to, rest } in &self.takes {
            let _ = writeln!(text, "{file}\t{from:.3}\t{to:.3}\t{rest}");
        }
        text
    }

    /// Without the takes of these subjects; files are named after them.
    fn without_subjects(mut self, subjects: &[&str]) -> Self {
        self.takes.retain(|take| {
            let subject = take.file.rsplit('/').next().and_then(|name| name.split('_').next());
            !subject.is_some_and(|subject| subjects.contains(&subject))
        });
        self
    }

    /// Without the times that another manifest takes from the same files.
    fn without_stretches(mut self, other: &Self) -> Self {
        for gone in &other.takes {
            self.takes = self.takes.iter().flat_map(|take| take.without(gone)).collect();
        }
        self
    }
}

impl Take {
    fn parse(line: &str) -> Result<Self> {
        let words: Vec<&str> = line.splitn(4, '\t').collect();
        ensure!(words.len() == 4, "'{line}' has fewer than four columns");
        let secs = |word: &str| word.trim().parse().with_context(|| format!("'{word}' is no time"));
        let (from, to) = (secs(words[1])?, secs(words[2])?);
        Ok(Self { file: words[0].to_owned(), from, to, rest: words[3].to_owned() })
    }

    /// What is left before and after another stretch of the same file.
    fn without(&self, gone: &Self) -> Vec<Self> {
        if self.file != gone.file || gone.to <= self.from || gone.from >= self.to {
            return vec![self.clone()];
        }
        let before = Self { to: gone.from.min(self.to), ..self.clone() };
        let after = Self { from: gone.to.max(self.from), ..self.clone() };
        [before, after].into_iter().filter(|left| left.to - left.from >= SHORTEST_SECS).collect()
    }
}

fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).with_context(|| format!("there is no folder {}", path.display()))
}

/// The way from one folder to another, both absolute, with `/` between names.
fn way(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - shared);
    let down = to[shared..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# corpus: c\n# unit_m: 0.01   up: +Y   drop_first_frames: 0   folder: bvh\n\
        69_01.bvh\t0.00\t3.91\t120\tS69\twalk\t\n16_02.bvh\t1.5\t21.5\t120\tS16\trun\tx\n";

    #[test]
    fn subjects_and_stretches_are_taken_out() {
        let manifest = Manifest::parse(TEXT).unwrap();
        let kept = manifest.clone().without_subjects(&["69", "6"]);
        assert_eq!(kept.takes.len(), 1);
        let mut other = kept.clone();
        (other.takes[0].from, other.takes[0].to) = (2.0, 10.0);
        let left: Vec<(f64, f64)> =
            manifest.without_stretches(&other).takes.iter().map(|t| (t.from, t.to)).collect();
        // Half a second before the stretch is too short to keep.
        assert_eq!(left, [(0.0, 3.91), (10.0, 21.5)]);
    }

    #[test]
    fn a_written_manifest_reads_the_same_and_points_to_its_files() {
        let manifest = Manifest::parse(TEXT).unwrap();
        let text = manifest.to_text("n", &way(Path::new("/a/out"), Path::new("/a/mocap/cmu")));
        assert!(text.contains("up: +Y   drop_first_frames: 0   folder: ../mocap/cmu/bvh\n"));
        let again = Manifest::parse(&text).unwrap();
        assert_eq!(again.takes, manifest.takes);
        assert_eq!(way(Path::new("/a"), Path::new("/a")), ".");
    }
}
