//! Skeletons, poses, clips and the motion library.
//!
//! Everything below this crate is bytes, everything above it is control. It knows the maths of
//! motion and nothing else: it opens no file, spawns no thread, knows no format and no goal.
//!
//! Metres, seconds, radians; right-handed, Y up, facing +Z, so a character's left is +X and its
//! heading grows when it turns left.

pub mod average;
pub mod ball;
pub mod chance;
pub mod clip;
pub mod components;
pub mod contact_detection;
pub mod contacts;
pub mod facing;
mod foot_motion;
mod foot_planting;
pub mod ground;
pub mod inertialize;
pub mod joint;
pub mod joint_limits;
pub mod joint_motion;
mod joint_tree;
pub mod kinematics;
pub mod leg_ik;
pub mod library;
pub mod math;
pub mod mirror;
pub mod object;
mod object_retarget;
pub mod object_table;
pub mod pose;
pub mod reference_fit;
pub mod reference_pose;
pub mod resample;
pub mod retarget;
mod role;
pub mod roles;
mod roles_by_geometry;
mod roles_by_name;
pub mod setting;
pub mod shared_reference;
pub mod side;
pub mod skate;
pub mod skeleton;
mod smoothing;
pub mod standing;
mod standing_frames;
pub mod table;

pub use clip::{Clip, ClipError, Label, Provenance};
pub use contacts::Contacts;
pub use ground::GroundTransform;
pub use joint::{Joint, JointId};
pub use joint_limits::{JointLimits, JointRange};
pub use joint_motion::JointMotion;
pub use library::{ClipId, ClipInfo, FrameId, LibraryError, LibraryParts, MotionLibrary};
pub use object::{Held, Object, ObjectKind, ObjectTrack};
pub use object_table::{ObjectTables, TrackInfo};
pub use pose::{Displacement, Pose, PoseRef};
pub use roles::{Role, Roles};
pub use side::Side;
pub use skeleton::{Skeleton, SkeletonError};
pub use table::Table;
