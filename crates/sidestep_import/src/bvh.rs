//! BVH, the common tongue of motion capture, in all its dialects.
//!
//! [`parse`] gives the file as it is: its own units, axes and channel orders. [`read`] makes a clip
//! of it.

mod convert;
mod hierarchy;
mod layout;
mod model;
mod motion;
mod positions;

pub use convert::read;
pub use model::{Bvh, BvhJoint, Channel, Header};
pub use motion::{Reader, parse};
pub use positions::Point;
