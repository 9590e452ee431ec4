//! Feature spaces of motion states and exact nearest neighbours in them.
//!
//! A [`FeatureSpace`] turns a motion state into a row of numbers, a [`FeatureTable`] holds the rows
//! of a whole library, and a [`NearestIndex`] finds the rows nearest to a query: exactly, and with
//! equal bits on every machine. Everything here is known to several methods and knows none of them.

mod best;
mod boxes;
mod feature;
mod lanes;
mod metric;
mod nearest;
mod phase;
mod principal;
mod projection;
mod space;
mod table;

pub use best::Neighbor;
pub use feature::{Feature, MotionState, Probe, VelocityUnit};
pub use lanes::InstructionSet;
pub use metric::{PoseMetric, bone_length_at};
pub use nearest::{IndexConfig, IndexError, NearestIndex, SearchScratch};
pub use phase::contact_phases;
pub use space::{FeatureSpace, SpaceError};
pub use table::FeatureTable;
