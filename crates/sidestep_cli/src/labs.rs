//! Files of labels (`.lab`) found, read once and given to the takes they speak of.

use crate::{files, inputs::Inputs};
use anyhow::{Context, Result, bail};
use sidestep_import::lab::{self, LabRecord};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// Gives every take its labels: those of the files and folders said on the command line, and those
/// its manifest names. Returns what a user should know.
pub(crate) fn attach(inputs: &mut Inputs, said: &[PathBuf]) -> Result<Vec<String>> {
    let mut labs = Labs::default();
    let mut warnings = Vec::new();
    for take in &mut inputs.takes {
        let mut found = said.to_vec();
        found.extend(take.lab_files());
        for path in found {
            for file in labs.open(&path)? {
                let (labels, notes) = lab::labels_of(&labs.files[&file], &take.shown);
                let told = notes.iter().map(|note| format!("{}: {}", take.shown, note.message));
                warnings.extend(told);
                take.add_labels(labels);
            }
        }
    }
    warnings.extend(labs.of_absent_files(inputs));
    Ok(warnings)
}

/// What was read so far.
#[derive(Default)]
struct Labs {
    files: BTreeMap<PathBuf, Vec<LabRecord>>,
    /// The files of every path that was named.
    listed: BTreeMap<PathBuf, Vec<PathBuf>>,
}

impl Labs {
    /// The files a path means, read if they were not yet.
    fn open(&mut self, path: &Path) -> Result<Vec<PathBuf>> {
        if let Some(listed) = self.listed.get(path) {
            return Ok(listed.clone());
        }
        let listed = list(path)?;
        for file in &listed {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let records = lab::parse(&name, &files::read(file)?)?;
            self.files.insert(file.clone(), records);
        }
        self.listed.insert(path.to_owned(), listed.clone());
        Ok(listed)
    }

    /// Sentences on recordings that have labels but are not there.
    fn of_absent_files(&self, inputs: &Inputs) -> Vec<String> {
        let folders: BTreeSet<&Path> =
            inputs.takes.iter().filter_map(|take| take.folder()).collect();
        let mut absent: BTreeMap<(String, &str), usize> = BTreeMap::new();
        for (file, records) in &self.files {
            let lab = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for record in records {
                if !folders.iter().any(|folder| folder.join(&record.file).exists()) {
                    *absent.entry((lab.clone(), &record.file)).or_default() += 1;
                }
            }
        }
        let tell = |((lab, file), count): ((String, &str), usize)| {
            format!("{lab}: {count} records are of {file}, which is not beside the takes")
        };
        absent.into_iter().map(tell).collect()
    }
}

/// A file of labels, or those of a folder in order.
fn list(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let context = || format!("cannot list the labels of {}", path.display());
    let mut listed = Vec::new();
    for entry in std::fs::read_dir(path).with_context(context)? {
        let file = entry.with_context(context)?.path();
        if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("lab")) {
            listed.push(file);
        }
    }
    if listed.is_empty() {
        bail!("{} holds no .lab file; name one, or the folder they are in", path.display());
    }
    // The order of a folder differs between machines.
    listed.sort();
    Ok(listed)
}
