//! Feature spaces of motion states and exact nearest neighbours in them.
//!
//! A [`FeatureSpace`] turns a motion state into a row of numbers, a [`FeatureTable`] holds the rows
//! of a whole library, and a [`NearestIndex`] finds the rows nearest to a query: exactly, and with
//! equal bits on every machine. Everything here is known to several methods and knows none of them.

mod batch;
mod best;
mod boxes;
mod feature;
mod index;
mod local;
mod measure;
mod metric;
mod nearest;
mod phase;
mod principal;
mod projection;
mod room;
mod scratch;
mod space;
mod table;
mod walk;

pub use batch::NeighborLists;
pub use best::Neighbor;
pub use feature::{Feature, MotionState, Probe, VelocityUnit};
pub use index::{Effort, IndexConfig, IndexError, NearestIndex};
pub use local::NeighborGraph;
pub use measure::{SearchMeasure, measure_search};
pub use metric::{PoseMetric, bone_length_at};
pub use phase::contact_phases;
pub use scratch::SearchScratch;
pub use sidestep_lanes as lanes;
pub use sidestep_lanes::InstructionSet;
pub use space::{FeatureSpace, SpaceError};
pub use table::FeatureTable;
