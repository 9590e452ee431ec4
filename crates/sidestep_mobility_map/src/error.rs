//! Why a library cannot be made into a mobility map.

use sidestep_control::SettingError;

/// Why a library cannot be made into a mobility map.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The weights leave nothing to compare.
    #[error(
        "no joint of the skeleton has a weight above zero; \
         name its hips, knees, shoulders and elbows in the manifest, or set joint_weights.others"
    )]
    NoJoint,
    /// A transition needs a frame before and a frame after.
    #[error("no clip has two frames or more; add longer clips")]
    TooShort,
    /// Nothing is connected.
    #[error(
        "no two frames of the library are alike enough to go from one to the other and back \
         (threshold {threshold}); raise graph.most_threshold, or add clips that return to where they began"
    )]
    Unconnected {
        /// Dearest transition that was allowed.
        threshold: f32,
    },
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
