//! Why a matcher cannot be built.

use sidestep_control::SettingError;
use sidestep_features::{IndexError, SpaceError};

/// Why a library cannot be matched.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// The features do not fit the skeleton.
    #[error("frames cannot be compared: {0}")]
    Space(#[from] SpaceError),
    /// The features cannot be searched.
    #[error("frames cannot be searched: {0}; look for broken clips with the inspect command")]
    Index(#[from] IndexError),
    /// No clip is long enough to be entered.
    #[error(
        "no clip is longer than {secs} s, so none can be entered; \
         add longer clips or lower least_left_secs"
    )]
    TooShort {
        /// What the configuration asks for.
        secs: f32,
    },
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
}
