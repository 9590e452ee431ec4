//! The plainest controller: plays clips and joins them on demand.
