//! Acclaim motion: an AMC file with the angles, and an ASF file with the skeleton they turn.
//!
//! A bone of an ASF leads from its start in its direction, both at the base pose and in world axes;
//! its joint stands at its START, so `lfemur` is the hip joint. With C the bone's axis rotation and
//! M the motion of a frame, the joint turns by C · M · C⁻¹ against its parent.

mod convert;
mod motion;
mod skeleton;

pub use convert::read;
pub use motion::{Amc, parse};
pub use skeleton::{Asf, AsfJoint, Dof, parse_skeleton};
