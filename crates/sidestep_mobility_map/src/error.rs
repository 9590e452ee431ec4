//! Why a library cannot be made into a mobility map.

use sidestep_control::SettingError;
use sidestep_pose_graph::GraphError;

/// Why a library cannot be made into a mobility map.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A graph that cannot be made.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The map is empty.
    #[error(
        "no state has {options} options of {steps} steps that lead to each other; \
         lower map.least_options, or raise graph.most_threshold so that there are more transitions"
    )]
    NoOptions {
        /// Γ.
        steps: u16,
        /// Least options of a state.
        options: u16,
    },
    /// A part that the skeleton has no joint for.
    #[error(
        "the skeleton has no joint that is its {part}; name it in the manifest, or by --role at import"
    )]
    NoPart {
        /// The part.
        part: &'static str,
    },
    /// Nothing to aim at.
    #[error(
        "in no frame does the {part} come to a peak of {least} (metres, or metres a second); \
         lower `least`, or add clips in which it reaches out"
    )]
    NoMoment {
        /// The part.
        part: &'static str,
        /// The least that was asked for.
        least: f32,
    },
    /// Saved tables that do not fit together.
    #[error("the tables of the map do not fit together: {what}; build the map again")]
    Tables {
        /// What does not fit.
        what: String,
    },
}
