//! Why there is no library, told with the file and the remedy.

use sidestep_import::ImportError;
use sidestep_motion::LibraryError;
use std::{io, path::PathBuf};

/// What can go wrong on the way to a library.
#[derive(Debug, thiserror::Error)]
pub enum AssembleError {
    /// A manifest or a file of labels cannot be followed.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Something that was named is not there.
    #[error("{} does not exist", path.display())]
    Absent {
        /// What was named.
        path: PathBuf,
    },
    /// A file that is there cannot be opened.
    #[error("cannot open {}: {why}", path.display())]
    Closed {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// A folder that is there cannot be listed.
    #[error("cannot list {}: {why}", path.display())]
    Unlisted {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// A manifest that is no text.
    #[error("{} is not text in UTF-8", path.display())]
    NotText {
        /// The manifest.
        path: PathBuf,
    },
    /// Nothing of what was named holds motion.
    #[error("no BVH, AMC, GLB or glTF file was found; name files, folders or a manifest")]
    NoTakes,
    /// A folder of labels without any.
    #[error("{} holds no .lab file; name one, or the folder they are in", path.display())]
    NoLabels {
        /// The folder.
        path: PathBuf,
    },
    /// Nothing of what was read can be used.
    #[error("no clip could be used")]
    NoClip,
    /// The skeleton of a clip that is not there.
    #[error("--skeleton: there is no clip '{name}'")]
    NoSkeleton {
        /// The clip that was named.
        name: String,
    },
    /// A cut in a clip that is not there.
    #[error("there is no clip '{name}' to cut; the clips are {known}")]
    NoSuchCut {
        /// The clip that was named.
        name: String,
        /// Those there are.
        known: String,
    },
    /// The clips contradict each other.
    #[error("the clips do not make a library: {0}")]
    Library(LibraryError),
}
