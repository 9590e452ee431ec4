//! What can be wrong with motion that is to be written.

use sidestep_motion::ClipError;

/// Why a clip cannot be written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// The clip itself is not sound.
    #[error(transparent)]
    Clip(#[from] ClipError),
    /// There is nothing to write.
    #[error("no clip was given; choose at least one to export")]
    NoClip,
    /// One file has one skeleton.
    #[error(
        "clip '{clip}' moves another skeleton than clip '{first}'; retarget them onto one \
         skeleton or export them to separate files"
    )]
    OtherSkeleton {
        /// Name of the clip that differs.
        clip: String,
        /// Name of the first clip.
        first: String,
    },
    /// What plays at the same time takes the same time.
    #[error(
        "clip '{clip}' has other frames or another rate than clip '{first}'; make them as long, at one \
         rate, or export them to separate files"
    )]
    OtherTimes {
        /// Name of the clip that differs.
        clip: String,
        /// Name of the first clip.
        first: String,
    },
    /// The unit of length is no length.
    #[error("{metres_per_unit} metres a unit is no unit of length; give for instance 1 or 0.01")]
    Unit {
        /// What was given.
        metres_per_unit: f32,
    },
    /// A binary glTF counts its bytes with 32 bits.
    #[error("the motion takes {bytes} bytes, more than one GLB file can hold; export fewer clips")]
    TooLarge {
        /// Bytes that would be needed.
        bytes: usize,
    },
}
