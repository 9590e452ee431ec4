//! Feature spaces of motion states and exact nearest neighbours in them.
