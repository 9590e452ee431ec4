//! Why the frames of a library cannot be made into a graph.

use sidestep_motion::setting::SettingError;

/// Why the frames of a library cannot be made into a graph.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GraphError {
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
}
