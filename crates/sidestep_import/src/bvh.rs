//! BVH, the common tongue of motion capture, in all its dialects.
//!
//! [`parse`] gives the file as it is: its own units, axes and channel orders.

mod hierarchy;
mod model;
mod motion;
mod positions;

pub use model::{Bvh, BvhJoint, Channel, FrameSelection, Header};
pub use motion::{parse, parse_frames};
pub use positions::Point;
