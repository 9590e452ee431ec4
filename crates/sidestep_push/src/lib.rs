//! Pushes: a ragdoll takes the blow, the controller takes over again.
