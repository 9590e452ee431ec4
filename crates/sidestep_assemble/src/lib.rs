//! From files of motion capture to one library.
//!
//! What somebody names (files, folders, manifests) is found, read with what belongs to it, agreed
//! upon among siblings, and brought to one rate and one skeleton. The command line and the data room
//! of the playground both come here, so that the same folder gives the same library in both. Where
//! the bytes lie is the caller's: [`Files`] is all that is asked of a disk.
//!
//! It never opens a file itself.
//!
//! ```
//! use sidestep_assemble::{Assembly, MemoryFiles, assemble, gather};
//! # fn show(bytes: Vec<u8>) -> Result<(), sidestep_assemble::AssembleError> {
//! let files = MemoryFiles::new([("walk.bvh".to_owned(), bytes)]);
//! let mut gathered = gather(&files, &files.named(), &Default::default(), &|_, _| {})?;
//! let clips = std::mem::take(&mut gathered.clips);
//! let library = assemble(clips, &Assembly::default(), &mut gathered.skipped)?.library;
//! # let _ = library;
//! # Ok(())
//! # }
//! ```

mod assembly;
mod cuts;
mod error;
mod files;
mod gathering;
mod labs;
mod siblings;
mod takes;

pub use assembly::{Assembled, Assembly, assemble};
pub use cuts::Cut;
pub use error::AssembleError;
pub use files::{Files, MemoryFiles};
pub use gathering::{FileNote, Gathered, Said, Skipped, gather};
