//! Why a controller cannot be built.

use sidestep_control::SettingError;

/// Why a library cannot be controlled clip by clip.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// Cycles are cut where feet stand.
    #[error(
        "the skeleton has no two legs with feet; say which joints they are with --role when importing"
    )]
    NoLegs,
    /// Nothing to play.
    #[error(
        "no walk cycle was found: {refused} stretches look like steps and are not used (see \
         `sidestep inspect LIBRARY --clips`); capture some steps on a level floor, or standing"
    )]
    NoCycle {
        /// Stretches that were refused.
        refused: usize,
    },
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
}
