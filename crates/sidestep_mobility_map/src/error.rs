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
    /// Saved tables that do not fit together.
    #[error("the tables of the map do not fit together: {what}; build the map again")]
    Tables {
        /// What does not fit.
        what: String,
    },
}
