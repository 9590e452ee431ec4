//! Crowds of thousands that share one mobility map.
