//! All clips of what was named, with what could not be read and what was noted.

use crate::{
    error::AssembleError,
    files::Files,
    labs, siblings,
    takes::{self, Input, Read},
};
use sidestep_import::{ImportOptions, Note};
use sidestep_motion::Clip;
use sidestep_parallel::prelude::*;
use std::{
    fmt,
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
};

/// What was said of all files at once.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Overrules what is detected, and what manifests say.
    pub options: ImportOptions,
    /// Files of labels, or folders of them.
    pub labels: Vec<PathBuf>,
}

/// Everything that was read.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The clips, each on its own skeleton, in the order of what was named.
    pub clips: Vec<Clip>,
    /// What could not be used.
    pub skipped: Vec<Skipped>,
    /// What the readers noted.
    pub notes: Vec<FileNote>,
    /// What else a user should know.
    pub warnings: Vec<String>,
    /// Bytes that were read.
    pub bytes: usize,
}

/// A file that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its name.
    pub file: String,
    /// Why.
    pub reason: String,
}

/// A note on one file or on several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNote {
    /// What was noted.
    pub note: Note,
    /// The first file.
    pub file: String,
    /// How many more.
    pub more: usize,
}

/// Finds, reads and reconciles everything that was named. One broken file does not stop the others;
/// a broken manifest does. `tell` hears how many files of how many are read, from any thread.
pub fn gather(
    files: &dyn Files,
    named: &[PathBuf],
    said: &Said,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> Result<Gathered, AssembleError> {
    let mut inputs = takes::collect(files, named, &said.options)?;
    let warnings = labs::attach(files, &mut inputs, &said.labels)?;
    let mut read = read_all(files, &inputs, tell);
    siblings::agree(files, &inputs, &mut read);
    let mut gathered = Gathered { warnings, ..Gathered::default() };
    for (input, result) in inputs.into_iter().zip(read) {
        match result {
            Ok((imported, size)) => {
                gathered.bytes += size;
                gathered.note(&input.shown, imported.notes);
                gathered.clips.extend(imported.clips);
            }
            Err(error) => {
                let (file, reason) = (input.shown, error.to_string());
                gathered.skipped.push(Skipped { file, reason });
            }
        }
    }
    Ok(gathered)
}

/// Reads every take, several at a time, in the order given.
fn read_all(files: &dyn Files, takes: &[Input], tell: &(dyn Fn(usize, usize) + Sync)) -> Vec<Read> {
    let done = AtomicUsize::new(0);
    let read = |input: &Input| {
        let result = takes::read(files, input);
        tell(done.fetch_add(1, Ordering::Relaxed) + 1, takes.len());
        result
    };
    takes.par_iter().map(read).collect()
}

impl Gathered {
    /// Keeps notes; what was noted of another file already is counted there.
    fn note(&mut self, file: &str, notes: Vec<Note>) {
        for note in notes {
            match self.notes.iter_mut().find(|known| known.note == note) {
                Some(known) => known.more += 1,
                None => self.notes.push(FileNote { note, file: file.to_owned(), more: 0 }),
            }
        }
    }
}

impl fmt::Display for FileNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.more > 0 {
            write!(f, " and {} more", self.more)?;
        }
        write!(f, ": {}", self.note.message)?;
        if self.note.remedy.is_empty() { Ok(()) } else { write!(f, "; {}", self.note.remedy) }
    }
}
