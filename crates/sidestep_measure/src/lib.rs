//! One benchmark for every controller, computed from joint positions alone.
