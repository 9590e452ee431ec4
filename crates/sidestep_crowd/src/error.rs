//! Why there is no crowd.

/// Why there is no crowd.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CrowdError {
    /// Nothing to choose from.
    #[error("no state of the map has an option; build it from more motion")]
    NoOption,
    /// A scene that cannot be laid out.
    #[error("the scene cannot be laid out: {0}")]
    Scene(#[from] sidestep_navigate::MazeError),
}
