//! Feature spaces of motion states and exact nearest neighbours in them.

mod best;
mod boxes;
mod lanes;
mod nearest;
mod principal;
mod projection;

pub use best::Neighbor;
pub use lanes::InstructionSet;
pub use nearest::{IndexConfig, IndexError, NearestIndex, SearchScratch};
