//! Load, spawn, advance: characters that a person can steer, from motion capture.
