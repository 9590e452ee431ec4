//! Why a library cannot be made into a field.

use sidestep_control::SettingError;
use sidestep_features::{IndexError, SpaceError};
use sidestep_motion::LibraryError;

/// Why a library cannot be made into a field.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The features of the metric do not fit the skeleton.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The clips cannot be run on.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The states cannot be indexed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A state needs two frames after it.
    #[error("no clip has three frames or more, so there is no state; add longer clips")]
    NoState,
    /// Tables of another library or configuration.
    #[error("the tables hold {found} values where {expected} are needed; build the field again")]
    Tables {
        /// Values given.
        found: usize,
        /// Values needed.
        expected: usize,
    },
}
