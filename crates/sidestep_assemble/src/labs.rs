//! Files of labels (`.lab`) found, read once and given to the takes they speak of.

use crate::{error::AssembleError, files::Files, takes::Input};
use sidestep_import::lab::{self, LabRecord};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// Gives every take its labels: those of the files and folders said of all, and those its manifest
/// names. Returns what a user should know.
pub(crate) fn attach(
    files: &dyn Files,
    takes: &mut [Input],
    said: &[PathBuf],
) -> Result<Vec<String>, AssembleError> {
    let mut labs = Labs::default();
    let mut warnings = Vec::new();
    for take in &mut *takes {
        let mut found = said.to_vec();
        found.extend(take.lab_files());
        for path in found {
            for file in labs.open(files, &path)? {
                let (labels, notes) = lab::labels_of(&labs.files[&file], &take.shown);
                let told = notes.iter().map(|note| format!("{}: {}", take.shown, note.message));
                warnings.extend(told);
                take.add_labels(labels);
            }
        }
    }
    warnings.extend(labs.of_absent_files(files, takes));
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
    fn open(&mut self, files: &dyn Files, path: &Path) -> Result<Vec<PathBuf>, AssembleError> {
        if let Some(listed) = self.listed.get(path) {
            return Ok(listed.clone());
        }
        let listed = list(files, path)?;
        for file in &listed {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let why = |why| AssembleError::Closed { path: file.clone(), why };
            let bytes = files.read(file).map_err(why)?;
            let records = lab::parse(&name, (*bytes).as_ref())?;
            self.files.insert(file.clone(), records);
        }
        self.listed.insert(path.to_owned(), listed.clone());
        Ok(listed)
    }

    /// Sentences on recordings that have labels but are not there.
    fn of_absent_files(&self, files: &dyn Files, takes: &[Input]) -> Vec<String> {
        let folders: BTreeSet<&Path> = takes.iter().filter_map(Input::folder).collect();
        let mut absent: BTreeMap<(String, &str), usize> = BTreeMap::new();
        for (file, records) in &self.files {
            let lab = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for record in records {
                if !folders.iter().any(|folder| files.exists(&folder.join(&record.file))) {
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
fn list(files: &dyn Files, path: &Path) -> Result<Vec<PathBuf>, AssembleError> {
    if !files.is_folder(path) && files.exists(path) {
        return Ok(vec![path.to_owned()]);
    }
    let unlisted = |why| AssembleError::Unlisted { path: path.to_owned(), why };
    let mut listed = files.list(path).map_err(unlisted)?;
    listed.retain(|file| file.extension().is_some_and(|end| end.eq_ignore_ascii_case("lab")));
    if listed.is_empty() {
        return Err(AssembleError::NoLabels { path: path.to_owned() });
    }
    // The order of a folder differs between machines.
    listed.sort();
    Ok(listed)
}
