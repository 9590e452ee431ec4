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
    /// Cycles, but too few of any gait.
    #[error(
        "there are {cycles} walk cycles but no gait has {least} of them; capture more steps of one \
         speed, or lower gaits.least_cycles"
    )]
    NoGait {
        /// Cycles found.
        cycles: usize,
        /// Cycles that a gait needs.
        least: usize,
    },
    /// Value functions that are none.
    #[error("the value functions do not fit the cycles of the library; build the controller anew")]
    Values,
    /// A program that can run controllers and not build them.
    #[error(
        "this program was built without the solver of linear programs, so it can run clip control \
         and not build it; turn the feature `fit` of the crate sidestep on"
    )]
    NoSolver,
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
}
